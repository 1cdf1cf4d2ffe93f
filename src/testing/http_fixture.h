// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "http/server.h"
#include "net/loop.h"
#include "testing/manual_clock.h"
#include "testing/raw_http.h"

namespace pge::testing {

// A server on a free port with a clock that the test moves. Routes and limits are set before
// start().
class HttpFixture : public ::testing::Test {
 protected:
  HttpFixture() { limits.sweep_interval = std::chrono::milliseconds(2); }

  void start(const std::vector<std::string>& addresses = {"127.0.0.1:0"}) {
    ServerOptions options;
    for (const std::string& text : addresses) {
      auto address = parse_listen_address(text);
      ASSERT_TRUE(address) << address.error().message();
      options.addresses.push_back(*address);
    }
    options.limits = limits;
    options.clock = clock;
    options.gate = gate;
    auto started = Server::start(loop, std::move(router), std::move(options));
    ASSERT_TRUE(started) << started.error().message();
    server = std::move(*started);
  }

  RawClient client(int receive_buffer = 0) const {
    return RawClient(server->addresses().front(), receive_buffer);
  }

  // Waits for a state that other threads bring about; false after a generous while.
  template <class Condition>
  static bool eventually(Condition condition) {
    const auto until = std::chrono::steady_clock::now() + RawClient::kPatience;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > until) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

  Loop loop;
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>();
  Router router;
  Limits limits;
  std::shared_ptr<Gate> gate;
  std::unique_ptr<Server> server;  // goes before the loop
};

inline Handler answers(std::string text) {
  return [text = std::move(text)](const Request&) {
    Response response;
    response.content_type = "text/plain";
    response.body.push_back(make_part(text));
    return response;
  };
}

}  // namespace pge::testing
