// SPDX-License-Identifier: Apache-2.0
#include "app/process/systemd.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <future>

#include "testing/temp_dir.h"

namespace pge {
namespace {

using namespace std::chrono_literals;

SystemdEnvironment handing_over(const std::string& pid, const std::string& count) {
  SystemdEnvironment environment;
  environment.listen_pid = pid;
  environment.listen_fds = count;
  return environment;
}

TEST(Systemd, TakesTheSocketsMeantForUs) {
  const int first = fcntl(0, F_DUPFD, 200);
  ASSERT_EQ(fcntl(0, F_DUPFD, first + 1), first + 1);
  {
    const auto taken = inherited_sockets(handing_over("77", "2"), 77, first);
    ASSERT_TRUE(taken.has_value());
    ASSERT_EQ(taken->size(), 2U);
    EXPECT_EQ(taken->front().get(), first);
  }
  EXPECT_EQ(fcntl(first, F_GETFD), -1);  // they were ours to close
}

TEST(Systemd, NoSocketIsAnErrorWithARemedy) {
  for (const auto& [pid, count] : {std::pair{"77", "0"},
                                   {"78", "1"},
                                   {"", ""},
                                   {"77", "x"},
                                   {"77", "-1"},
                                   {"77", "65"},
                                   {"x", "1"},
                                   {"77", "1"}}) {
    const auto taken = inherited_sockets(handing_over(pid, count), 77, 990);
    ASSERT_FALSE(taken.has_value()) << pid << " " << count;
    EXPECT_FALSE(taken.error().remedy.empty());
  }
}

TEST(Systemd, NotifiesTheManager) {
  const testing::TempDir dir;
  const std::string path = (dir / "notify").string();
  const UniqueFd listening(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  ASSERT_EQ(bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  const auto heard = [&] {
    std::array<char, 100> bytes{};
    const ssize_t got = recv(listening.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    return std::string(bytes.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
  };
  const ServiceManager manager(path);
  manager.ready();
  EXPECT_EQ(heard(), "READY=1");
  manager.alive();
  EXPECT_EQ(heard(), "WATCHDOG=1");
  manager.stopping();
  EXPECT_EQ(heard(), "STOPPING=1");
  for (const std::string& nowhere :
       {std::string(), std::string("relative"), std::string(300, '/'), path + "-absent"}) {
    ServiceManager(nowhere).ready();
  }
  EXPECT_EQ(heard(), "");
}

TEST(Systemd, TheWatchdogHearsTwiceInItsTime) {
  SystemdEnvironment environment;
  EXPECT_EQ(watchdog_interval(environment, 77), std::nullopt);
  environment.watchdog_usec = "3000000";
  EXPECT_EQ(watchdog_interval(environment, 77), Duration(1500ms));
  environment.watchdog_pid = "77";
  EXPECT_EQ(watchdog_interval(environment, 77), Duration(1500ms));
  environment.watchdog_pid = "78";
  EXPECT_EQ(watchdog_interval(environment, 77), std::nullopt);
  environment = {};
  for (const auto* odd : {"0", "1", "x", "-5"}) {
    environment.watchdog_usec = odd;
    EXPECT_EQ(watchdog_interval(environment, 77), std::nullopt) << odd;
  }
}

TEST(Ticker, TicksUntilItEnds) {
  std::promise<void> third;
  int count = 0;
  {
    const Ticker ticker(1ms, [&] {
      if (++count == 3) third.set_value();
    });
    third.get_future().get();
  }
  EXPECT_GE(count, 3);
}

}  // namespace
}  // namespace pge
