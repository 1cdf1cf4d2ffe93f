// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pge::testing {

// What a fake kubelet answers. As the real one, it sends one entry per id, and per id and NUMA node
// where nodes are given.
struct FakeDevices {
  std::string resource;
  std::vector<std::string> ids;
  std::vector<std::int64_t> numa;
};

struct FakeDynamicDevice {
  std::string driver;
  std::string pool;
  std::string device;
  std::string share;
  std::vector<std::string> cdi;
};

struct FakeClaim {
  std::string ns;
  std::string name;
  std::string class_name;  // kubelets 1.27 to 1.30
  std::vector<FakeDynamicDevice> devices;
};

struct FakeContainer {
  std::string name;
  std::vector<FakeDevices> devices;
  std::vector<FakeClaim> claims;
};

struct FakePod {
  std::string ns;
  std::string name;
  std::vector<FakeContainer> containers;
};

struct FakeStatus {
  int code = 0;  // of gRPC
  std::string message;
};

struct FakeAnswer {
  bool v1 = true;
  bool v1alpha1 = true;
  std::vector<FakePod> pods;
  std::optional<std::vector<FakeDevices>> allocatable =
      std::vector<FakeDevices>{};  // none: no such method
  std::optional<FakeStatus> list_error;
  std::optional<FakeStatus> allocatable_error;
  std::optional<std::string> raw_list;  // bytes sent as the reply of List
  std::chrono::milliseconds delay{0};
  bool hang = false;     // never answers
  bool shuffle = false;  // another order each time, as Go's maps give it
};

// One pod with one container "c" that holds these ids of one resource.
FakePod fake_pod(std::string ns, std::string name, std::string resource,
                 std::vector<std::string> ids);

// The JSON form that the stand-alone fakes read (tests/fakes/README.md).
Result<FakeAnswer> parse_fake_answer(std::string_view json);

// Encoded reply messages.
std::string encode_list_v1(const FakeAnswer& answer, unsigned shuffle_seed);
std::string encode_list_v1alpha1(const FakeAnswer& answer, unsigned shuffle_seed);
std::string encode_allocatable(const FakeAnswer& answer);

}  // namespace pge::testing
