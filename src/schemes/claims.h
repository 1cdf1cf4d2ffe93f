// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/claim.h"
#include "model/pod_view.h"
#include "schemes/scheme.h"

namespace pge::schemes {

// What of a device was granted; nothing where the scheme does not say, or grants no fixed part.
struct Share {
  std::optional<double> compute_ratio{};
  std::optional<std::uint64_t> memory_bytes{};
  std::uint32_t replicas = 0;  // of a shared device
};

// Gathers the claims that one scheme reads from one pod. Bounded: whatever an annotation holds,
// at most kMaxClaims claims and kMaxSkipped errors come out; the rest is dropped with one error.
class ClaimList {
 public:
  static constexpr std::size_t kMaxClaims = 1024;
  static constexpr std::size_t kMaxSkipped = 16;
  static constexpr std::size_t kMaxListed = 256;
  static constexpr std::size_t kMaxId = 512;  // bytes; the longest name of a DRA device has 381

  ClaimList(const PodView& pod, std::string_view scheme, std::string_view vendor,
            Evidence evidence = Evidence::realised_annotation);

  const PodView& pod() const { return pod_; }
  // The vendor for the claims that follow.
  void set_vendor(std::string_view vendor) { vendor_ = vendor; }
  // The scheme, for the same.
  void set_scheme(std::string_view scheme) { scheme_ = scheme; }
  bool full() const { return reading_.items.size() >= kMaxClaims; }
  // An empty container name stands for the pod as a whole. `raw` is the id as it was spelled.
  void add(std::string_view container, std::string_view resource, DeviceKey device,
           std::string_view raw, Share share = {});
  // The entries of a list in annotation `key`, trimmed, empty ones left out; at most kMaxListed,
  // and none longer than `longest`.
  std::vector<std::string_view> list(std::string_view key, std::string_view text, char separator,
                                     std::size_t longest = kMaxId);
  // A list of device numbers, each once, in order; what is no number is reported.
  std::vector<int> numbers(std::string_view key, std::string_view text, char separator);
  // Something in annotation `key` could not be read. Other people's bytes are cut short.
  void skip(std::string_view key, std::string_view what, std::string_view bytes = {});

  void skip(Error error);

  Reading<Claim> take() { return std::move(reading_); }

 private:
  const PodView& pod_;
  std::string_view scheme_;
  std::string_view vendor_;
  Evidence evidence_;
  Reading<Claim> reading_;
};

// The error for a malformed annotation, label or id: `key` becomes its context.
Error malformed(std::string_view key, std::string_view what, std::string_view bytes = {});

}  // namespace pge::schemes
