// SPDX-License-Identifier: Apache-2.0
#include "net/listen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <tuple>

#include "testing/raw_http.h"

namespace pge {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class GoodAddress : public ::testing::TestWithParam<std::tuple<const char*, ListenAddress>> {};

TEST_P(GoodAddress, Parses) {
  const auto& [text, expected] = GetParam();
  auto address = parse_listen_address(text);
  ASSERT_TRUE(address) << address.error().message();
  EXPECT_EQ(*address, expected);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, GoodAddress,
    ::testing::Values(std::tuple(":9401", ListenAddress{"", 9401}),
                      std::tuple(":0", ListenAddress{"", 0}),
                      std::tuple("0.0.0.0:9401", ListenAddress{"0.0.0.0", 9401}),
                      std::tuple("127.0.0.1:1", ListenAddress{"127.0.0.1", 1}),
                      std::tuple("[::1]:9401", ListenAddress{"::1", 9401}),
                      std::tuple("[::]:65535", ListenAddress{"::", 65535}),
                      std::tuple("[fe80::1%lo]:80", ListenAddress{"fe80::1%lo", 80}),
                      std::tuple("localhost:80", ListenAddress{"127.0.0.1", 80})));

class BadAddress : public ::testing::TestWithParam<const char*> {};

TEST_P(BadAddress, IsRefusedWithTheRightForms) {
  auto address = parse_listen_address(GetParam());
  ASSERT_FALSE(address);
  EXPECT_EQ(address.error().kind, ErrorKind::malformed);
  EXPECT_THAT(address.error().message(), HasSubstr(GetParam()));
  EXPECT_THAT(address.error().remedy, HasSubstr(":9401"));
}

INSTANTIATE_TEST_SUITE_P(Forms, BadAddress,
                         ::testing::Values("", "9401", "127.0.0.1", ":", ":65536", ":-1", ":http",
                                           "::1:9401", "[::1]", "[]:1", "[127.0.0.1]:1", "1:80",
                                           "127.1:80", "010.0.0.1:80", "host.example:80", "*:80",
                                           "[::1]x:80", "[::g]:80", "127.0.0.1 :80"));

TEST(Listen, PicksAFreePortAndSaysWhich) {
  auto listener = listen_on(*parse_listen_address("127.0.0.1:0"));
  ASSERT_TRUE(listener) << listener.error().message();
  EXPECT_THAT(listener->address, StartsWith("127.0.0.1:"));
  EXPECT_THAT(listener->address, Not(EndsWith(":0")));
  EXPECT_TRUE(testing::RawClient(listener->address).connected());
}

TEST(Listen, TakesBothFamiliesOnOneSocketWhereNoHostIsGiven) {
  auto listener = listen_on(*parse_listen_address(":0"));
  ASSERT_TRUE(listener) << listener.error().message();
  const std::string port = listener->address.substr(listener->address.rfind(':'));
  EXPECT_TRUE(testing::RawClient("127.0.0.1" + port).connected());
  if (listener->address.starts_with("[::]")) {
    EXPECT_TRUE(testing::RawClient("[::1]" + port).connected());
  }
}

// From here on this process has no IPv6, like a machine booted with ipv6.disable=1.
bool take_ipv6_away() {
  std::array<sock_filter, 6> rules = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program{rules.size(), rules.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(ListenDeathTest, FallsBackToIPv4WhereThereIsNoIPv6) {
  const auto child = [] {
    if (!take_ipv6_away()) return 1;
    auto all = listen_on(*parse_listen_address(":0"));
    if (!all || !all->address.starts_with("0.0.0.0:")) return 2;
    auto v6 = listen_on(*parse_listen_address("[::1]:0"));
    return v6 || v6.error().remedy.find("no IPv6") == std::string::npos ? 3 : 0;
  };
  EXPECT_EXIT(std::exit(child()), ::testing::ExitedWithCode(0), "");
}

TEST(Listen, NamesTheAddressAndTheRemedyWhereItFails) {
  auto first = listen_on(*parse_listen_address("127.0.0.1:0"));
  ASSERT_TRUE(first);
  auto taken = listen_on(*parse_listen_address(first->address));
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().kind, ErrorKind::unavailable);
  EXPECT_THAT(taken.error().message(), HasSubstr("listen on " + first->address));
  EXPECT_THAT(taken.error().remedy, HasSubstr("stop the process"));
  auto foreign = listen_on(*parse_listen_address("192.0.2.77:0"));  // documentation range
  ASSERT_FALSE(foreign);
  EXPECT_THAT(foreign.error().remedy, HasSubstr("no such address"));
}

TEST(Listen, AdoptsASocketThatListensAndNoOther) {
  auto made = listen_on(*parse_listen_address("127.0.0.1:0"));
  ASSERT_TRUE(made);
  const std::string address = made->address;
  auto adopted = adopt_listener(std::move(made->fd));
  ASSERT_TRUE(adopted) << adopted.error().message();
  EXPECT_EQ(adopted->address, address);
  EXPECT_TRUE(testing::RawClient(address).connected());
  EXPECT_EQ(adopt_listener(UniqueFd(socket(AF_INET, SOCK_STREAM, 0))).error().kind,
            ErrorKind::unsupported);
  UniqueFd local(socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_storage nameless{};
  nameless.ss_family = AF_UNIX;  // binds to an abstract name that the kernel picks
  ASSERT_EQ(bind(local.get(), reinterpret_cast<sockaddr*>(&nameless), sizeof(sa_family_t)), 0);
  ASSERT_EQ(listen(local.get(), 1), 0);
  EXPECT_EQ(adopt_listener(std::move(local)).error().kind, ErrorKind::unsupported);
  EXPECT_FALSE(adopt_listener(UniqueFd()));
}

// A client that reads nothing must not make the kernel take megabytes off us.
TEST(Listen, AcceptedSocketsTakeLittleThatNobodyReads) {
  const auto listener = listen_on({.host = "127.0.0.1", .port = 0});
  ASSERT_TRUE(listener.has_value());
  testing::RawClient client(listener->address, 4096);
  const UniqueFd accepted(accept4(listener->fd.get(), nullptr, nullptr, SOCK_NONBLOCK));
  ASSERT_TRUE(accepted);
  const std::string page(16U << 20, 'x');
  std::size_t taken = 0;
  for (;;) {
    const ssize_t sent = send(accepted.get(), page.data(), page.size(), MSG_DONTWAIT);
    if (sent <= 0) break;
    taken += static_cast<std::size_t>(sent);
  }
  EXPECT_GT(taken, 0U);
  EXPECT_LT(taken, 1U << 20);
}

TEST(Listen, WritesMappedAddressesAsIPv4) {
  sockaddr_storage storage{};
  auto& v6 = reinterpret_cast<sockaddr_in6&>(storage);
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(80);
  v6.sin6_addr.s6_addr[10] = v6.sin6_addr.s6_addr[11] = 0xff;
  v6.sin6_addr.s6_addr[12] = 10;
  v6.sin6_addr.s6_addr[15] = 7;
  EXPECT_EQ(to_string(storage), "10.0.0.7:80");
  v6.sin6_addr = in6addr_loopback;
  EXPECT_EQ(to_string(storage), "[::1]:80");
  storage.ss_family = AF_UNIX;
  EXPECT_EQ(to_string(storage), "unknown");
}

}  // namespace
}  // namespace pge
