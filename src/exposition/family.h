// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace pge {

// `info` is a gauge of value 1 in text and protobuf, and the type `info` in OpenMetrics.
enum class MetricType : std::uint8_t { gauge, counter, info };

// What makes a family's lines change; no family mixes two.
enum class Cadence : std::uint8_t {
  assignment,  // who holds what and what there is: by event, once per generation
  measures,    // usage and counters: per node on the usage tick
  scrape,      // about the exporter itself: rendered for each scrape
};

// What becomes of two rows with one label set.
enum class Merge : std::uint8_t {
  add,
  one,    // it is so: the value says no more than that
  least,  // times and states, whose sum means nothing: the earliest, the worst
};

enum class ValueStyle : std::uint8_t { number, decimal };

// The label names of a family, checked when compiled: byte order, each once. Also knows in which
// order the labels sort lines: node, namespace, pod, container, device id, then the rest by name.
class LabelNames {
 public:
  static constexpr std::size_t kMost = 16;

  constexpr LabelNames(std::initializer_list<std::string_view> names) : count_(names.size()) {
    if (count_ > kMost) throw "more labels than a family may have";
    std::size_t i = 0;
    for (const std::string_view name : names) {
      if (i > 0 && !(names_[i - 1] < name)) throw "label names are not in byte order";
      names_[i++] = name;
    }
    std::size_t next = 0;
    for (std::size_t rank = 0; rank <= kSortFirst.size(); ++rank) {
      for (std::size_t label = 0; label < count_; ++label) {
        if (rank_of(names_[label]) == rank) sort_order_[next++] = static_cast<std::uint8_t>(label);
      }
    }
  }

  constexpr std::size_t size() const { return count_; }
  constexpr std::span<const std::string_view> names() const { return {names_.data(), count_}; }
  constexpr std::span<const std::uint8_t> sort_order() const {
    return {sort_order_.data(), count_};
  }

 private:
  static constexpr std::array<std::string_view, 7> kSortFirst = {
      "node", "namespace", "pod", "pod_name", "container", "UUID", "gpu_id"};

  static constexpr std::size_t rank_of(std::string_view name) {
    std::size_t rank = 0;
    while (rank < kSortFirst.size() && kSortFirst[rank] != name) ++rank;
    return rank;
  }

  std::array<std::string_view, kMost> names_{};
  std::array<std::uint8_t, kMost> sort_order_{};
  std::size_t count_;
};

struct Family {
  std::string_view name;
  MetricType type = MetricType::gauge;
  std::string_view help;
  LabelNames labels;
  Cadence cadence = Cadence::assignment;
  Merge merge = Merge::add;
  ValueStyle value_style = ValueStyle::number;
  bool always_headed = false;  // HELP and TYPE stand even without lines
};

}  // namespace pge
