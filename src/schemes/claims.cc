// SPDX-License-Identifier: Apache-2.0
#include "schemes/claims.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "schemes/id_forms.h"

namespace pge::schemes {
namespace {

constexpr std::size_t kMaxQuoted = 64;

}  // namespace

Error malformed(std::string_view key, std::string_view what, std::string_view bytes) {
  std::string text(what);
  if (!bytes.empty()) {
    text += ": \"";
    text += to_valid_utf8(bytes.substr(0, kMaxQuoted));
    text += bytes.size() > kMaxQuoted ? "…\"" : "\"";
  }
  return Error{ErrorKind::malformed, std::move(text), std::string(key), {}};
}

ClaimList::ClaimList(const PodView& pod, std::string_view scheme, std::string_view vendor,
                     Evidence evidence)
    : pod_(pod), scheme_(scheme), vendor_(vendor), evidence_(evidence) {}

void ClaimList::add(std::string_view container, std::string_view resource, DeviceKey device,
                    std::string_view raw, Share share) {
  if (full()) {
    skip(scheme_, "more devices than a pod can hold");
    return;
  }
  if (raw.size() > kMaxId || resource.size() > kMaxId) {
    skip(scheme_, "a name longer than any id", raw);
    return;
  }
  Claim claim;
  claim.node = pod_.node_name;
  claim.pod = pod_.pod;
  claim.container = container;
  claim.resource = resource;
  claim.scheme = scheme_;
  claim.vendor = vendor_;
  claim.device = std::move(device);
  claim.raw_id = raw;
  claim.compute_ratio = share.compute_ratio;
  claim.memory_bytes = share.memory_bytes;
  claim.replicas = share.replicas;
  claim.evidence = evidence_;
  reading_.items.push_back(std::move(claim));
}

std::vector<std::string_view> ClaimList::list(std::string_view key, std::string_view text,
                                              char separator, std::size_t longest) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view item = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (item.empty()) continue;
    if (item.size() > longest) {
      skip(key, "an entry longer than any id", item);
      continue;
    }
    if (out.size() == kMaxListed) {
      skip(key, "a list longer than any node has devices");
      break;
    }
    out.push_back(item);
  }
  return out;
}

std::vector<int> ClaimList::numbers(std::string_view key, std::string_view text, char separator) {
  std::vector<int> out;
  for (const std::string_view item : list(key, text, separator)) {
    const auto number = small_number(item);
    if (!number) {
      skip(key, "not a device number", item);
    } else if (std::ranges::find(out, *number) == out.end()) {
      out.push_back(*number);
    }
  }
  return out;
}

void ClaimList::skip(std::string_view key, std::string_view what, std::string_view bytes) {
  if (reading_.skipped.size() < kMaxSkipped) skip(malformed(key, what, bytes));
}

void ClaimList::skip(Error error) {
  if (reading_.skipped.size() < kMaxSkipped) reading_.skipped.push_back(std::move(error));
}

}  // namespace pge::schemes
