// SPDX-License-Identifier: Apache-2.0
//
// Private to this folder.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "kube/podresources.h"

namespace google::protobuf::io {
class ZeroCopyInputStream;
}

namespace pge {

// Most pods, containers, resource entries and device ids in one reply together; more is
// `too_large`. A reply may be 64 MiB of two-byte messages, each of which would cost a hundred bytes
// here.
inline constexpr std::size_t kMostListedItems = 2'000'000;

// Encoded ListPodResourcesResponse of v1 (v1alpha1 is a subset with the same numbers) and
// AllocatableResourcesResponse. Unknown fields are skipped; bytes that are no such message are
// `malformed`. Read field by field: a reply of many MiB is never held as a tree of messages.
Result<std::vector<ListedPod>> decode_list(google::protobuf::io::ZeroCopyInputStream& reply);
Result<std::vector<ResourceDevices>> decode_allocatable(
    google::protobuf::io::ZeroCopyInputStream& reply);

}  // namespace pge
