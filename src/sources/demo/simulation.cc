// SPDX-License-Identifier: Apache-2.0
#include "sources/demo/simulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace pge::demo {
namespace {

using std::chrono::duration_cast;
using std::chrono::minutes;
using std::chrono::seconds;

enum Question : std::uint8_t {
  choice = 11,
  victim,
  first_slot,
  wish,
  workload,
  revision,
  pod_uid,
  age,
};

constexpr std::uint32_t kHeld = std::numeric_limits<std::uint32_t>::max();
constexpr double kBusy = 0.72;  // of all slots, on average
constexpr seconds kConflictPeriod{120};
constexpr seconds kConflictLasts{75};

struct Workload {
  std::string_view ns;
  std::string_view name;
  std::string_view container;
};
constexpr auto kWorkloads = std::to_array<Workload>({
    {"ml-research", "resnet-train", "trainer"},
    {"ml-research", "llm-finetune", "trainer"},
    {"inference", "chat-server", "server"},
    {"inference", "embedder", "server"},
    {"vision", "detector", "main"},
    {"speech", "transcriber", "worker"},
    {"rendering", "frames", "render"},
    {"notebooks", "jupyter", "notebook"},
});

}  // namespace

Simulation::Simulation(const Options& options)
    : options_(options),
      dice_(options.seed),
      moments_(options.seed, options.churn),
      cluster_(make_cluster(options.size, dice_)) {
  const auto slots = static_cast<std::uint32_t>(cluster_.slots.size());
  free_.reserve(slots);
  for (std::uint32_t slot = 0; slot < slots; ++slot) free_.push_back(slot);
  place_ = free_;
  const auto held = static_cast<std::size_t>(kBusy * slots);
  while (slots - free_.size() < held) {
    const std::uint64_t number = born_;
    // Most are young, a few are weeks old.
    const double days = std::pow(dice_.part({age, number}), 4) * 30;
    start_pod(number, -duration_cast<Duration>(seconds(60 + static_cast<int>(days * 86'400))));
  }
  for (std::uint32_t slot = 0; slot < slots && !contested_; ++slot) {
    if (cluster_.slots[slot].whole) contested_ = slot;
  }
  update_conflict(Duration{});
}

void Simulation::advance(Duration elapsed) {
  if (options_.churn <= 0) return;
  while (moments_.of(events_) <= elapsed) {
    happen(events_, moments_.of(events_));
    ++events_;
  }
  update_conflict(elapsed);
}

void Simulation::happen(std::uint64_t event, Duration when) {
  const double held = 1 - static_cast<double>(free_.size()) / static_cast<double>(place_.size());
  // The fuller the cluster, the likelier an end.
  const bool starts = dice_.part({choice, event}) < 0.5 + (kBusy - held) * 2;
  if ((starts && !free_.empty()) || pods_.empty()) {
    start_pod(born_, when);
  } else {
    end_pod(dice_.below(pods_.size(), {victim, event}));
  }
}

DemoPod Simulation::make_pod(std::uint64_t number, Duration started) const {
  const Workload& work = kWorkloads[dice_.below(kWorkloads.size(), {workload, number})];
  std::string name(work.name);
  name += "-" + pod_suffix(dice_.below(3, {revision, number}) + number % 7) + "-";
  return {.ns = std::string(work.ns),
          .name = name + pod_suffix(number),
          .uid = dice_.uuid({pod_uid, number}),
          .container = std::string(work.container),
          .started = started,
          .slots = {}};
}

// Any free slot; where that is a whole card, perhaps more of its node, as training jobs do.
std::vector<std::uint32_t> Simulation::pick_slots(std::uint64_t number) const {
  const std::uint32_t first = free_[dice_.below(free_.size(), {first_slot, number})];
  std::vector<std::uint32_t> picked = {first};
  if (!cluster_.slots[first].whole) return picked;
  constexpr std::array<std::size_t, 8> kWishes = {1, 1, 1, 1, 2, 2, 4, 8};
  const std::size_t wanted = kWishes[dice_.below(kWishes.size(), {wish, number})];
  std::uint32_t begin = first;
  while (begin > 0 && cluster_.slots[begin - 1].node == cluster_.slots[first].node) --begin;
  for (std::uint32_t slot = begin; slot < cluster_.slots.size(); ++slot) {
    if (cluster_.slots[slot].node != cluster_.slots[first].node || picked.size() >= wanted) break;
    if (slot != first && place_[slot] != kHeld && cluster_.slots[slot].whole)
      picked.push_back(slot);
  }
  return picked;
}

void Simulation::start_pod(std::uint64_t number, Duration started) {
  DemoPod pod = make_pod(number, started);
  pod.slots = pick_slots(number);
  for (const std::uint32_t slot : pod.slots) take(slot);
  pods_.push_back(std::move(pod));
  ++born_;
}

void Simulation::take(std::uint32_t slot) {
  const std::uint32_t hole = place_[slot];
  free_[hole] = free_.back();
  place_[free_[hole]] = hole;
  free_.pop_back();
  place_[slot] = kHeld;
}

void Simulation::end_pod(std::size_t at) {
  for (const std::uint32_t slot : pods_[at].slots) {
    place_[slot] = static_cast<std::uint32_t>(free_.size());
    free_.push_back(slot);
  }
  std::swap(pods_[at], pods_.back());
  pods_.pop_back();
}

void Simulation::update_conflict(Duration elapsed) {
  conflict_.reset();
  const auto round = elapsed / kConflictPeriod;
  if (!contested_ || place_[*contested_] != kHeld || elapsed % kConflictPeriod >= kConflictLasts)
    return;
  // Numbers that no pod of the cluster reaches.
  const std::uint64_t number = 10'000'000 + static_cast<std::uint64_t>(round);
  conflict_ = Conflict{*contested_, make_pod(number, round * kConflictPeriod)};
}

}  // namespace pge::demo
