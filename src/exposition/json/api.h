// SPDX-License-Identifier: Apache-2.0
//
// The bodies of /api/v1: the snapshot as JSON, in the names of the metrics' labels.
// docs/json-api.md describes them for users.
#pragma once

#include <string>
#include <vector>

#include "exposition/filter.h"
#include "model/snapshot.h"

namespace pge {

// Grows with each change that a reader has to know of. Readers accept one less and one more, and
// ignore members that they do not know.
inline constexpr int kSnapshotFormat = 1;

// What each answer says of where it comes from, so that a failure never looks like emptiness.
struct ApiSource {
  std::string name;
  std::string state;  // "starting", "absent", "up", "down", "expired"

  bool operator==(const ApiSource&) const = default;
};

struct ApiInput {
  const Snapshot* snapshot = nullptr;  // null: nothing has been heard yet
  std::vector<ApiSource> sources;      // by name
  bool demo = false;
  PageFilter filter;  // nodes and namespaces
};

std::string allocations_json(const ApiInput& input);
std::string devices_json(const ApiInput& input);  // by node; a namespace leaves its pods' devices
std::string nodes_json(const ApiInput& input);
std::string pods_json(const ApiInput& input);
std::string snapshot_json(const ApiInput& input);

}  // namespace pge
