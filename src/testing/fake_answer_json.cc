// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "base/encoding/base64.h"
#include "testing/fake_answer.h"

namespace pge::testing {
namespace {

using nlohmann::json;

std::vector<FakeDevices> devices_of(const json& list) {
  std::vector<FakeDevices> all;
  for (const json& item : list) {
    all.push_back(
        {item.at("resource"), item.at("ids"), item.value("numa", std::vector<std::int64_t>{})});
  }
  return all;
}

FakeClaim claim_of(const json& item) {
  FakeClaim claim{item.value("namespace", ""), item.value("name", ""), item.value("class", ""), {}};
  for (const json& device : item.value("devices", json::array())) {
    claim.devices.push_back({device.value("driver", ""), device.value("pool", ""),
                             device.value("device", ""), device.value("share", ""),
                             device.value("cdi", std::vector<std::string>{})});
  }
  return claim;
}

FakePod pod_of(const json& item) {
  FakePod pod{item.at("namespace"), item.at("name"), {}};
  for (const json& entry : item.value("containers", json::array())) {
    FakeContainer container{
        entry.at("name"), devices_of(entry.value("devices", json::array())), {}};
    for (const json& claim : entry.value("claims", json::array()))
      container.claims.push_back(claim_of(claim));
    pod.containers.push_back(std::move(container));
  }
  return pod;
}

std::optional<FakeStatus> status_of(const json& document, const char* key) {
  const auto it = document.find(key);
  if (it == document.end() || it->is_null()) return std::nullopt;
  return FakeStatus{it->at("code"), it->value("message", "")};
}

FakeAnswer answer_of(const json& document) {
  FakeAnswer answer;
  if (const auto it = document.find("services"); it != document.end()) {
    const auto names = it->get<std::vector<std::string>>();
    answer.v1 = std::find(names.begin(), names.end(), "v1") != names.end();
    answer.v1alpha1 = std::find(names.begin(), names.end(), "v1alpha1") != names.end();
  }
  for (const json& pod : document.value("pods", json::array())) answer.pods.push_back(pod_of(pod));
  if (const auto it = document.find("allocatable"); it != document.end()) {
    answer.allocatable.reset();
    if (!it->is_null()) answer.allocatable = devices_of(*it);
  }
  answer.list_error = status_of(document, "list_error");
  answer.allocatable_error = status_of(document, "allocatable_error");
  answer.delay = std::chrono::milliseconds(document.value("delay_ms", 0));
  answer.hang = document.value("hang", false);
  answer.shuffle = document.value("shuffle", false);
  if (const auto it = document.find("raw_list"); it != document.end())
    answer.raw_list = decode_base64(it->get<std::string>());
  return answer;
}

}  // namespace

Result<FakeAnswer> parse_fake_answer(std::string_view text) {
  try {
    return answer_of(json::parse(text));
  } catch (const json::exception& error) {
    return fail(ErrorKind::malformed, error.what(), "answer of the fake kubelet");
  }
}

}  // namespace pge::testing
