// SPDX-License-Identifier: Apache-2.0
#include "http/router.h"

#include <gtest/gtest.h>

#include <vector>

namespace pge {
namespace {

class RouterTest : public ::testing::Test {
 protected:
  RouterTest() {
    router.add("/metrics", [](const Request&) { return text_response(200, "m"); });
    router.add("/-/reload", [](const Request&) { return text_response(200, "r"); }, Methods::post);
    router.add_async("/poll", [](Request, Responder) {}, Methods::get, Slot::stream);
  }
  int status(std::string method, std::string path, const std::vector<Header>& headers = {}) {
    Request request;
    request.method = std::move(method);
    request.path = std::move(path);
    request.headers.add("Host", "node-1:9401");
    for (const Header& header : headers) request.headers.add(header.name, header.value);
    const auto route = router.find(request);
    return route ? 200 : route.error().status;
  }

  Router router;
};

TEST_F(RouterTest, MatchesExactPathsOnly) {
  EXPECT_EQ(status("GET", "/metrics"), 200);
  for (const char* path : {"/", "/metric", "/metrics/", "/Metrics", "//metrics", "/metrics "}) {
    EXPECT_EQ(status("GET", path), 404) << path;
    EXPECT_EQ(status("DELETE", path), 404) << path;
  }
}

TEST_F(RouterTest, TakesTheMethodsOfTheRoute) {
  EXPECT_EQ(status("HEAD", "/metrics"), 200);
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "GETX"}) {
    EXPECT_EQ(status(method, "/metrics"), 405) << method;
  }
  EXPECT_EQ(status("POST", "/-/reload"), 200);
  EXPECT_EQ(status("GET", "/-/reload"), 405);
  EXPECT_EQ(status("HEAD", "/-/reload"), 405);
}

TEST_F(RouterTest, KnowsWhatKindARouteIs) {
  Request request;
  request.method = "GET";
  request.path = "/poll";
  const auto route = router.find(request);
  ASSERT_TRUE(route);
  EXPECT_EQ((*route)->slot, Slot::stream);
  EXPECT_TRUE(std::holds_alternative<AsyncHandler>((*route)->handler));
}

TEST_F(RouterTest, RefusesAPostThatAnotherSitesPageMakes) {
  const auto post = [&](const char* name, const char* value) {
    return status("POST", "/-/reload", {{name, value}});
  };
  EXPECT_EQ(post("Sec-Fetch-Site", "same-origin"), 200);
  EXPECT_EQ(post("Sec-Fetch-Site", "none"), 200);
  EXPECT_EQ(post("Sec-Fetch-Site", "cross-site"), 403);
  EXPECT_EQ(post("Sec-Fetch-Site", "same-site"), 403);
  EXPECT_EQ(post("Origin", "http://node-1:9401"), 200);
  EXPECT_EQ(post("Origin", "https://node-1:9401"), 200);
  EXPECT_EQ(post("Origin", "http://node-1"), 403);
  EXPECT_EQ(post("Origin", "http://evil.example"), 403);
  EXPECT_EQ(post("Origin", "null"), 403);
  EXPECT_EQ(status("GET", "/metrics", {{"Origin", "http://evil.example"}}), 200);
}

}  // namespace
}  // namespace pge
