// SPDX-License-Identifier: Apache-2.0
//
// Every case in testdata/schemes/<scheme>/<case>/: pod.json, node.json, dra.json (Kubernetes
// objects, the last one a list of ResourceClaims and ResourceSlices) and ids.json (device-plugin
// ids), each optional, go in; want.json says what comes out and, under "source", where the shape of
// the input is known from. The folder "together" asks every scheme at once. UPDATE_GOLDEN=1
// rewrites the rest of want.json from what came out.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "schemes/dra_objects.h"
#include "schemes/koordinator_devices.h"
#include "schemes/read.h"
#include "testing/model_text.h"
#include "testing/objects/dra_json.h"
#include "testing/pod_json.h"

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

  PodContext context() const {
    return {*pod, node ? &*node : nullptr, dra ? &*dra : nullptr, nullptr};
  }
};

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
    out["devices"] = json::array();
    const auto reading = scheme.devices_of_node(*in.node);
    for (const Device& device : reading.items) {
      EXPECT_EQ(device.node, in.node->name);
      EXPECT_EQ(device.origin, DeviceOrigin::node_register) << "no annotation is a driver's word";
      out["devices"].push_back(to_json(device));
    }
    put_errors(out, reading.skipped);
  }
}

void ask_for_model(const Scheme& scheme, const Input& in, json& out) {
  if (!in.node || scheme.model_of_node == nullptr) return;
  const auto model = scheme.model_of_node(*in.node);
  if (model) out["model"] = model->vendor + " " + model->model;
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
    for (const Device& device : reading.devices) out["devices"].push_back(to_json(device));
    for (const NodeModel& model : reading.models) out["models"][model.vendor] = model.model;
    put_errors(out, reading.skipped);
  }
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
  Input in;
  if (fs::exists(folder / "pod.json")) in.pod = testing::pod_from_json(read(folder / "pod.json"));
  if (fs::exists(folder / "node.json")) {
    in.node = testing::node_from_json(read(folder / "node.json"));
  }
  if (fs::exists(folder / "dra.json")) {
    in.dra.emplace();
    testing::put_dra_objects(read(folder / "dra.json"), *in.dra);
  }
  const bool has_ids = fs::exists(folder / "ids.json");
  const bool has_object = fs::exists(folder / "device.json");
  ASSERT_TRUE(in.pod || in.node || in.dra || has_ids || has_object) << "a case without input";

  const json want = json::parse(read(folder / "want.json"));
  EXPECT_FALSE(want.value("source", "").empty()) << "say where the shape is known from";
  json got;
  got["source"] = want.value("source", "");
  if (scheme != nullptr) {
    ask_one(*scheme, in, got);
    ask_for_model(*scheme, in, got);
  } else {
    ask_all(in, got);
  }
  if (in.dra) {
    got["slice_devices"] = json::array();
    for (const Device& device : in.dra->devices_of_node("n1")) {
      got["slice_devices"].push_back(to_json(device));
    }
  }
  if (has_object) {
    const auto object = testing::device_object_from_json(read(folder / "device.json"));
    got["object_devices"] = json::array();
    const auto reading = koordinator_devices(object);
    for (const Device& device : reading.items) {
      got["object_devices"].push_back(to_json(device));
    }
    put_errors(got, reading.skipped);
  }
  if (has_ids) ask_ids(read(folder / "ids.json"), got);
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
