// SPDX-License-Identifier: Apache-2.0
//
// What stands in annotations and labels comes from users. Every scheme, fed with every fixture of
// its own in which one value after the other is replaced by a bad one, keeps its promises.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "base/strings.h"
#include "schemes/claims.h"
#include "schemes/dra_objects.h"
#include "schemes/read.h"
#include "testing/fixture/object_json.h"
#include "testing/fixture/pod_json.h"

namespace pge::schemes {
namespace {

namespace fs = std::filesystem;

std::string repeated(std::string_view text, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += text;
  return out;
}

// All annotations of an object together are at most 256 KiB long; these are about that size.
const std::vector<std::string>& bad_values() {
  constexpr std::size_t kLong = 256U << 10;
  static const std::vector<std::string> values = {
      "",
      " ",
      std::string(3, '\0'),
      "-1",
      "18446744073709551616",
      "\xff\xfe\xc0\x80",
      "GPU-\xff\xff",
      "\"",
      "{}",
      "[]",
      "null",
      "[[[[[[[[[[[[[[[[[[[[",
      R"({"0":{"0":{"0":{}}}})",
      R"([{"id":""},{"uuid":""},{"UUID":7}])",
      "0[",
      "][",
      "a[0_GPU-x_1_1",
      ";;;:::,,,|||///",
      repeated("0,", kLong),
      repeated("7-", kLong),
      repeated("1,2,3,4,5,6,7,8,9,", kLong),
      repeated(";", kLong),
      repeated(":", kLong),
      repeated("GPU-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448,NVIDIA,1,1:;", kLong),
      repeated("GPU-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448,", kLong),
      repeated("main[0_GPU-x_1_1,1_GPU-y_1_1];", kLong),
      repeated("card0,card1|", kLong),
      repeated("[", kLong),
      repeated("{\"0\":", kLong),
      "[" + repeated("0,", kLong) + "0]",
      "{" + repeated("\"0\":{\"1\":1},", kLong) + "\"1\":{}}",
      repeated("x", kLong),
  };
  return values;
}

void check_errors(const std::vector<Error>& errors) {
  EXPECT_LE(errors.size(), 64U);
  for (const Error& error : errors) {
    EXPECT_FALSE(error.context.empty()) << "nobody learns which annotation is at fault";
    EXPECT_FALSE(error.text.empty());
    EXPECT_LT(error.text.size(), 512U);
    EXPECT_TRUE(is_valid_utf8(error.text));
  }
}

void check_pod(const Scheme& scheme, const PodContext& context) {
  if (scheme.claims_of_pod == nullptr) return;
  const auto reading = scheme.claims_of_pod(context);
  EXPECT_LE(reading.items.size(), ClaimList::kMaxClaims);
  check_errors(reading.skipped);
  for (const Claim& claim : reading.items) {
    EXPECT_EQ(claim.pod, context.pod.pod);
    EXPECT_FALSE(claim.scheme.empty());
    if (claim.compute_ratio) {
      EXPECT_GT(*claim.compute_ratio, 0);
      EXPECT_LE(*claim.compute_ratio, 1);
    }
    EXPECT_NE(claim.memory_bytes, std::uint64_t{0});
  }
  if (scheme.unreal_vendors == nullptr) return;
  EXPECT_LE(scheme.unreal_vendors(context.pod).size(), 32U);
}

void check_node(const Scheme& scheme, const NodeView& node) {
  if (scheme.devices_of_node == nullptr) return;
  const auto reading = scheme.devices_of_node(node);
  EXPECT_LE(reading.items.size(), 20'000U);
  check_errors(reading.skipped);
  for (const Device& device : reading.items) EXPECT_FALSE(device.id.empty());
}

// Calls `use` once for every bad value in place of this one.
void with_bad_value(std::string& value, const std::function<void()>& use) {
  const std::string good = value;
  for (const std::string& bad : bad_values()) {
    SCOPED_TRACE(good + " = " + to_valid_utf8(bad.substr(0, 40)));
    value = bad;
    use();
  }
  value = good;
}

void with_bad_values(TextMap& map, const std::function<void()>& use) {
  for (auto& [key, value] : map) {
    SCOPED_TRACE(key);
    with_bad_value(value, use);
  }
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

struct FixturePod {
  PodView pod;
  DraObjects dra;

  PodContext context() const { return {pod, nullptr, &dra, nullptr}; }
};

struct Fixtures {
  std::vector<FixturePod> pods;
  std::vector<NodeView> nodes;
};

Fixtures fixtures_of(const Scheme& scheme) {
  std::string folder(scheme.name);
  for (char& c : folder) c = c == '-' ? '_' : c;
  Fixtures out;
  const fs::path root = fs::path(PGE_SOURCE_DIR) / "testdata/schemes" / folder;
  if (!fs::exists(root)) return out;  // another test misses it
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const auto name = entry.path().filename();
    if (name == "pod.json") {
      out.pods.push_back({testing::pod_from_json(read(entry.path())), {}});
      const fs::path claims = entry.path().parent_path() / "claims.json";
      const fs::path slices = entry.path().parent_path() / "slices.json";
      DraObjects& dra = out.pods.back().dra;
      if (fs::exists(claims)) {
        for (auto& claim : testing::claims_from_json(read(claims))) dra.put(std::move(claim));
      }
      if (fs::exists(slices)) {
        for (auto& slice : testing::slices_from_json(read(slices))) dra.put(std::move(slice));
      }
    }
    if (name == "node.json") out.nodes.push_back(testing::node_from_json(read(entry.path())));
  }
  return out;
}

TEST(Hostile, BadValuesInPods) {
  for (const Scheme& scheme : all_schemes()) {
    SCOPED_TRACE(scheme.name);
    for (FixturePod& fixture : fixtures_of(scheme).pods) {
      PodView& pod = fixture.pod;
      const auto use = [&] { check_pod(scheme, fixture.context()); };
      with_bad_values(pod.annotations, use);
      with_bad_values(pod.labels, use);
      for (ContainerView& container : pod.containers) {
        with_bad_values(container.limits, use);
        with_bad_values(container.env, use);
        for (ContainerView::DeviceStatus& status : container.device_status) {
          with_bad_value(status.resource, use);
          for (std::string& id : status.ids) with_bad_value(id, use);
        }
        for (ContainerView::ClaimUse& claim : container.claims) with_bad_value(claim.request, use);
      }
      for (PodView::ClaimName& claim : pod.claims) with_bad_value(claim.claim_name, use);
    }
  }
}

TEST(Hostile, BadValuesInNodes) {
  for (const Scheme& scheme : all_schemes()) {
    SCOPED_TRACE(scheme.name);
    for (NodeView& node : fixtures_of(scheme).nodes) {
      const auto use = [&] { check_node(scheme, node); };
      with_bad_values(node.annotations, use);
      with_bad_values(node.labels, use);
      with_bad_values(node.capacity, use);
    }
  }
}

TEST(Hostile, EndedUnboundAndEmptyPodsHoldNothing) {
  for (const Scheme& scheme : all_schemes()) {
    if (scheme.claims_of_pod == nullptr) continue;
    SCOPED_TRACE(scheme.name);
    EXPECT_TRUE(scheme.claims_of_pod({PodView{}}).items.empty());
    for (FixturePod& fixture : fixtures_of(scheme).pods) {
      PodView& pod = fixture.pod;
      for (const PodPhase phase : {PodPhase::succeeded, PodPhase::failed}) {
        pod.phase = phase;
        EXPECT_TRUE(scheme.claims_of_pod(fixture.context()).items.empty());
      }
      pod.phase = PodPhase::running;
      pod.node_name.clear();
      EXPECT_TRUE(scheme.claims_of_pod(fixture.context()).items.empty());
    }
  }
}

TEST(Hostile, APodWithoutContainersAndOneWithVeryMany) {
  for (const Scheme& scheme : all_schemes()) {
    SCOPED_TRACE(scheme.name);
    auto pods = fixtures_of(scheme).pods;
    if (pods.empty()) continue;
    const PodContext context = pods.front().context();
    PodView& pod = pods.front().pod;
    pod.containers.clear();
    pod.init_containers.clear();
    check_pod(scheme, context);
    pod.containers.resize(2000);
    with_bad_values(pod.annotations, [&] { check_pod(scheme, context); });
  }
}

}  // namespace
}  // namespace pge::schemes
