// SPDX-License-Identifier: Apache-2.0
//
// fake-kubelet --socket=PATH --answer=FILE: a kubelet's PodResources API for end-to-end tests.
// SIGHUP, or a change of the file, reads the answer anew; SIGUSR1 restarts it as a kubelet would
// (another socket renamed over the path); SIGTERM ends it and leaves the dead socket behind.
// Events are told on stdout, one line each: "ready PATH", "answer FILE", "restarted PATH",
// "bad answer: …" (the one before stays).
#include <sys/stat.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "testing/fake_kubelet.h"

namespace {

using pge::testing::FakeKubelet;

constexpr long kLookEveryNs = 50'000'000;

void say(std::string_view what, std::string_view about) {
  std::printf("%.*s %.*s\n", static_cast<int>(what.size()), what.data(),
              static_cast<int>(about.size()), about.data());
  std::fflush(stdout);
}

bool load(FakeKubelet& kubelet, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  pge::Result<pge::testing::FakeAnswer> answer = pge::testing::parse_fake_answer(text);
  if (!answer) {
    say("bad answer:", answer.error().text);
    return false;
  }
  kubelet.set_answer(std::move(*answer));
  say("answer", file);
  return true;
}

struct Stamp {
  ino_t inode = 0;
  off_t size = 0;
  timespec modified{};

  explicit Stamp(const std::string& file) {
    struct stat status{};
    if (::stat(file.c_str(), &status) != 0) return;
    inode = status.st_ino;
    size = status.st_size;
    modified = status.st_mtim;
  }
  bool operator==(const Stamp& other) const {
    return inode == other.inode && size == other.size && modified.tv_sec == other.modified.tv_sec &&
           modified.tv_nsec == other.modified.tv_nsec;
  }
};

int serve(const std::string& socket, const std::string& file, const sigset_t& signals) {
  FakeKubelet kubelet(socket);
  Stamp seen(file);
  if (!load(kubelet, file)) return 1;
  kubelet.start();
  say("ready", socket);
  for (;;) {
    const timespec wait{0, kLookEveryNs};
    const int signal = ::sigtimedwait(&signals, nullptr, &wait);
    if (signal == SIGTERM || signal == SIGINT) return 0;
    if (signal == SIGUSR1) {
      kubelet.start();
      say("restarted", socket);
    }
    const Stamp now(file);
    if (signal == SIGHUP || now != seen) {
      seen = now;
      load(kubelet, file);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string socket;
  std::string file;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--socket=")) socket = argument.substr(9);
    if (argument.starts_with("--answer=")) file = argument.substr(9);
  }
  if (socket.empty() || file.empty()) {
    std::fputs("usage: fake-kubelet --socket=PATH --answer=FILE\n", stderr);
    return 2;
  }
  // Blocked before any thread starts, so that they arrive at sigtimedwait alone.
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : std::array{SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaddset(&signals, signal);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  try {
    return serve(socket, file, signals);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fake-kubelet: %s\n", error.what());
    return 1;
  }
}
