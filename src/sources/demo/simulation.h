// SPDX-License-Identifier: Apache-2.0
//
// Who holds what in the simulated cluster, as a function of seed and elapsed time alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "sources/demo/cluster.h"
#include "sources/demo/moments.h"

namespace pge::demo {

struct Options {
  Size size{};
  double churn = 2;  // pods that start or end, per second; 0: nothing ever changes
  std::uint64_t seed = 1;
};

inline constexpr double kMostChurn = 1'000;

struct DemoPod {
  std::string ns;
  std::string name;
  std::string uid;
  std::string container;
  Duration started{};                // since the demo began; negative: before it did
  std::vector<std::uint32_t> slots;  // all on one node
};

// Not thread safe.
class Simulation {
 public:
  explicit Simulation(const Options& options);

  // Lets everything happen that is due by then; going back changes nothing.
  void advance(Duration elapsed);

  const Cluster& cluster() const { return cluster_; }
  const std::vector<DemoPod>& pods() const { return pods_; }
  // A whole card that a second pod claims for itself right now: a slot, and the intruder.
  struct Conflict {
    std::uint32_t slot = 0;
    DemoPod pod;
  };
  const std::optional<Conflict>& conflict() const { return conflict_; }

 private:
  void happen(std::uint64_t event, Duration when);
  void start_pod(std::uint64_t number, Duration started);
  void end_pod(std::size_t at);
  void take(std::uint32_t slot);
  DemoPod make_pod(std::uint64_t number, Duration started) const;
  std::vector<std::uint32_t> pick_slots(std::uint64_t number) const;
  void update_conflict(Duration elapsed);

  const Options options_;
  const Dice dice_;
  const Moments moments_;  // only asked where there is churn
  const Cluster cluster_;
  std::vector<DemoPod> pods_;
  std::vector<std::uint32_t> free_;         // slots that nobody holds
  std::vector<std::uint32_t> place_;        // of each slot in free_; kHeld: somebody holds it
  std::optional<std::uint32_t> contested_;  // the slot that conflicts are about
  std::optional<Conflict> conflict_;
  std::uint64_t events_ = 0;  // that have happened
  std::uint64_t born_ = 0;    // pods
};

}  // namespace pge::demo
