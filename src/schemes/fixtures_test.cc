// SPDX-License-Identifier: Apache-2.0
//
// Every case in testdata/schemes/<scheme>/<case>/: pod.json, node.json (Kubernetes objects) and
// ids.json (device-plugin ids), claims.json and slices.json (lists of objects of dynamic resource
// allocation) and device.json (Koordinator's), each optional, go in; want.json says what comes out
// and, under "source", where the shape of the input is known from. The folder "together" asks every
// scheme at once. UPDATE_GOLDEN=1 rewrites the rest of want.json from what came out.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "schemes/dra_objects.h"
#include "schemes/koordinator_devices.h"
#include "schemes/read.h"
#include "testing/fixture/model_text.h"
#include "testing/fixture/object_json.h"
#include "testing/fixture/pod_json.h"

namespace pge::schemes {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

const fs::path kFixtures = fs::path(PGE_SOURCE_DIR) / "testdata/schemes";
const std::string kTogether = "together";

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string file_name(std::string_view scheme) {
  std::string out(scheme);
  for (char& c : out) c = c == '-' ? '_' : c;
  return out;
}

const Scheme* find_scheme(const std::string& folder) {
  for (const Scheme& scheme : all_schemes()) {
    if (file_name(scheme.name) == folder) return &scheme;
  }
  return nullptr;
}

json to_json(const Claim& claim, const Scheme* scheme) {
  json out;
  if (!claim.container.empty()) out["container"] = claim.container;
  out["device"] = testing::to_text(claim.device);
  if (claim.raw_id != claim.device.text) out["raw_id"] = claim.raw_id;
  if (!claim.resource.empty()) out["resource"] = claim.resource;
  if (scheme == nullptr || claim.scheme != scheme->name) out["scheme"] = claim.scheme;
  if (scheme == nullptr || claim.vendor != scheme->vendor) out["vendor"] = claim.vendor;
  if (claim.replicas != 0) out["replicas"] = claim.replicas;
  if (claim.compute_ratio) out["compute_ratio"] = *claim.compute_ratio;
  if (claim.memory_bytes) out["memory_bytes"] = *claim.memory_bytes;
  if (claim.evidence != Evidence::realised_annotation) {
    out["evidence"] = testing::to_text(claim.evidence);
  }
  return out;
}

void put(json& out, const char* key, const std::string& text) {
  if (!text.empty()) out[key] = text;
}

void put(json& out, const char* key, int number) {
  if (number >= 0) out[key] = number;
}

json to_json(const Device& device) {
  json out;
  out["id"] = device.id;
  if (device.parent_id != device.id) put(out, "parent_id", device.parent_id);
  put(out, "vendor", device.vendor);
  put(out, "model", device.model);
  put(out, "pci_bus_id", device.pci_bus_id);
  put(out, "driver_version", device.driver_version);
  put(out, "mig_profile", device.mig_profile);
  put(out, "index", device.index);
  put(out, "minor", device.minor);
  put(out, "gpu_instance", device.gpu_instance);
  put(out, "compute_instance", device.compute_instance);
  if (device.memory_bytes) out["memory_bytes"] = *device.memory_bytes;
  if (device.healthy) out["healthy"] = *device.healthy;
  for (const std::string& alias : device.aliases) out["aliases"].push_back(alias);
  return out;
}

void put_errors(json& out, const std::vector<Error>& errors) {
  for (const Error& error : errors) out["skipped"].push_back(error.message());
}

struct Input {
  std::optional<PodView> pod;
  std::optional<NodeView> node;
  std::optional<DraObjects> dra;
  std::optional<KoordinatorDeviceView> koordinator;
  std::string ids;

  PodContext context() const {
    return {*pod, node ? &*node : nullptr, dra ? &*dra : nullptr, nullptr};
  }
  bool empty() const { return !pod && !node && !dra && !koordinator && ids.empty(); }
};

json to_json(const NodeModel& model) {
  json out;
  put(out, "vendor", model.vendor);
  put(out, "model", model.model);
  put(out, "mig_profile", model.mig_profile);
  if (model.memory_bytes) out["memory_bytes"] = *model.memory_bytes;
  return out;
}

void put_devices(json& out, const char* key, const Reading<Device>& reading) {
  out[key] = json::array();
  for (const Device& device : reading.items) out[key].push_back(to_json(device));
  put_errors(out, reading.skipped);
}

void put_models(json& out, const Reading<NodeModel>& reading) {
  for (const NodeModel& model : reading.items) out["models"].push_back(to_json(model));
  put_errors(out, reading.skipped);
}

void ask_objects(const Input& in, json& out) {
  if (in.dra) put_devices(out, "slice_devices", {in.dra->devices(), {}});
  if (in.koordinator) put_devices(out, "object_devices", devices_of_koordinator(*in.koordinator));
}

void ask_one(const Scheme& scheme, const Input& in, json& out) {
  if (in.pod && scheme.claims_of_pod != nullptr) {
    out["claims"] = json::array();
    const auto reading = scheme.claims_of_pod(in.context());
    for (const Claim& claim : reading.items) {
      EXPECT_EQ(claim.node, in.pod->node_name);
      EXPECT_EQ(claim.pod, in.pod->pod);
      out["claims"].push_back(to_json(claim, &scheme));
    }
    put_errors(out, reading.skipped);
  }
  if (in.pod && scheme.unreal_vendors != nullptr) {
    for (const auto& vendor : scheme.unreal_vendors(*in.pod)) {
      out["unreal_vendors"].push_back(vendor);
    }
  }
  if (in.node && scheme.devices_of_node != nullptr) {
    const auto reading = scheme.devices_of_node(*in.node);
    for (const Device& device : reading.items) {
      EXPECT_EQ(device.node, in.node->name);
      EXPECT_EQ(device.trust, DeviceTrust::registered) << "no annotation is a driver's word";
    }
    put_devices(out, "devices", reading);
  }
  if (in.node && scheme.models_of_node != nullptr) put_models(out, scheme.models_of_node(*in.node));
  ask_objects(in, out);
}

void ask_all(const Input& in, json& out) {
  if (in.pod) {
    out["claims"] = json::array();
    const PodReading reading = read_pod(in.context());
    for (const Claim& claim : reading.claims) out["claims"].push_back(to_json(claim, nullptr));
    for (const Claim& claim : reading.overruled) {
      out["overruled"].push_back(to_json(claim, nullptr));
    }
    for (const auto& vendor : reading.unreal_vendors) out["unreal_vendors"].push_back(vendor);
    put_errors(out, reading.skipped);
  }
  if (in.node) {
    const auto reading = read_node(*in.node);
    for (const Device& device : reading.items) out["devices"].push_back(to_json(device));
    put_errors(out, reading.skipped);
    put_models(out, read_node_models(*in.node));
  }
}

Input read_input(const fs::path& folder) {
  Input in;
  const auto text = [&](const char* name) -> std::optional<std::string> {
    if (!fs::exists(folder / name)) return std::nullopt;
    return read(folder / name);
  };
  if (const auto pod = text("pod.json")) in.pod = testing::pod_from_json(*pod);
  if (const auto node = text("node.json")) in.node = testing::node_from_json(*node);
  if (const auto device = text("device.json"))
    in.koordinator = testing::koordinator_device_from_json(*device);
  const auto claims = text("claims.json");
  const auto slices = text("slices.json");
  if (claims || slices) {
    in.dra.emplace(testing::claims_from_json(claims.value_or("[]")),
                   testing::slices_from_json(slices.value_or("[]")));
  }
  in.ids = text("ids.json").value_or("");
  return in;
}

void ask_ids(const std::string& text, json& out) {
  for (const json& entry : json::parse(text)) {
    const auto resource = entry.at("resource").get<std::string>();
    const auto id = entry.at("id").get<std::string>();
    out["ids"].push_back(testing::to_text(parse_device_id(resource, id)));
  }
}

std::vector<std::string> cases() {
  std::set<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(kFixtures)) {
    if (entry.path().extension() != ".json") continue;
    out.insert(entry.path().parent_path().lexically_relative(kFixtures).string());
  }
  return {out.begin(), out.end()};
}

class SchemeFixture : public ::testing::TestWithParam<std::string> {};

TEST_P(SchemeFixture, ReadsAsWanted) {
  const fs::path folder = kFixtures / GetParam();
  const std::string owner = fs::path(GetParam()).begin()->string();
  const Scheme* scheme = find_scheme(owner);
  ASSERT_TRUE(scheme != nullptr || owner == kTogether) << "no scheme of this name";
  const Input in = read_input(folder);
  ASSERT_FALSE(in.empty()) << "a case without input";

  const json want = json::parse(read(folder / "want.json"));
  EXPECT_FALSE(want.value("source", "").empty()) << "say where the shape is known from";
  json got;
  got["source"] = want.value("source", "");
  if (scheme != nullptr) {
    ask_one(*scheme, in, got);
  } else {
    ask_all(in, got);
  }
  if (!in.ids.empty()) ask_ids(in.ids, got);
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(folder / "want.json") << got.dump(2) << "\n";
    return;
  }
  EXPECT_EQ(got.dump(2), want.dump(2));
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string out = info.param;
  for (char& c : out) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    c = plain ? c : '_';
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Schemes, SchemeFixture, ::testing::ValuesIn(cases()), test_name);

TEST(SchemeTable, EverySchemeHasFixturesAndEveryFileIsListed) {
  std::set<std::string> with_fixtures;
  for (const std::string& name : cases()) with_fixtures.insert(fs::path(name).begin()->string());
  for (const Scheme& scheme : all_schemes()) {
    EXPECT_TRUE(with_fixtures.contains(file_name(scheme.name))) << scheme.name;
  }
  for (const auto& entry : fs::directory_iterator(fs::path(PGE_SOURCE_DIR) / "src/schemes")) {
    fs::path path = entry.path();
    if (path.extension() != ".cc" || path.stem().string().ends_with("_test")) continue;
    if (fs::exists(path.replace_extension(".h"))) continue;
    EXPECT_NE(find_scheme(path.stem().string()), nullptr) << path.stem();
  }
}

TEST(SchemeTable, IsCompleteAndInOrder) {
  int rank = 0;
  std::set<std::string_view> names;
  for (const Scheme& scheme : all_schemes()) {
    EXPECT_TRUE(names.insert(scheme.name).second) << scheme.name;
    EXPECT_FALSE(scheme.summary.empty()) << scheme.name;
    EXPECT_LT(scheme.rank, 1000) << scheme.name << " does not say when it speaks";
    EXPECT_LE(rank, scheme.rank) << scheme.name;
    rank = scheme.rank;
  }
}

}  // namespace
}  // namespace pge::schemes
