// SPDX-License-Identifier: Apache-2.0
#include "exposition/json/api.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "exposition/json/writer.h"

namespace pge {
namespace {

bool wanted(const std::vector<std::string>& values, std::string_view value) {
  return values.empty() || std::ranges::find(values, value) != values.end();
}

bool fits(const PageFilter& filter, const Allocation& allocation) {
  return wanted(filter.namespaces, allocation.ns);
}

std::optional<int> known(int number) {
  return number < 0 ? std::nullopt : std::optional<int>(number);
}

void write_holding(JsonWriter& out, const Allocation& a) {
  out.member("container", a.container).member("UUID", a.device_id).member("gpu_model", a.model);
  out.member("resource", a.resource).member("scheme", a.scheme);
  if (a.replicas > 0) out.member("replicas", a.replicas);
  out.member("compute_granted_ratio", a.compute_ratio);
  out.member("memory_granted_bytes", a.memory_bytes);
  out.member("start_timestamp_seconds", a.start_seconds);
}

void write_allocation(JsonWriter& out, const std::string* node, const Allocation& a) {
  out.begin_object();
  if (node != nullptr) out.member("node", *node);
  out.member("namespace", a.ns).member("pod", a.pod).member("pod_uid", a.pod_uid);
  write_holding(out, a);
  out.end_object();
}

void write_device(JsonWriter& out, const std::string* node, const NodePart& part, std::size_t at) {
  const Device& d = part.devices[at];
  out.begin_object();
  if (node != nullptr) out.member("node", *node);
  out.member("UUID", d.id).member("parent_uuid", d.parent_id).member("vendor", d.vendor);
  out.member("model", d.model).member("pci_bus_id", d.pci_bus_id);
  out.member("driver_version", d.driver_version).member("mig_profile", d.mig_profile);
  out.member("index", known(d.index)).member("minor", known(d.minor));
  out.member("gpu_instance_id", known(d.gpu_instance));
  out.member("compute_instance_id", known(d.compute_instance));
  out.member("memory_total_bytes", d.memory_bytes).member("healthy", d.healthy);
  if (at < part.device_pods.size()) out.member("pods", part.device_pods[at]);
  out.end_object();
}

void write_counts(JsonWriter& out, std::string_view name, const std::vector<ReasonCount>& counts) {
  out.key(name).begin_array();
  for (const ReasonCount& count : counts)
    out.begin_object().member("reason", count.reason).member("count", count.count).end_object();
  out.end_array();
}

void write_resources(JsonWriter& out, const NodePart& part) {
  out.key("resources").begin_array();
  for (const ResourceCount& r : part.resources) {
    out.begin_object().member("resource", r.resource).member("allocated", r.allocated);
    out.member("free", r.free).member("allocatable", r.allocatable).end_object();
  }
  out.end_array();
}

// Everything in one object, with what stands before the list itself.
class Answer {
 public:
  Answer(const ApiInput& input, std::string_view list, bool versioned = false) : input_(input) {
    out_.begin_object();
    if (versioned) out_.member("format_version", kSnapshotFormat);
    if (input.snapshot != nullptr) out_.member("generation", input.snapshot->generation);
    out_.member("demo", input.demo).key("sources").begin_array();
    for (const ApiSource& source : input.sources) {
      out_.begin_object().member("source", source.name).member("state", source.state);
      out_.end_object();
    }
    out_.end_array().key(list).begin_array();
  }

  JsonWriter& out() { return out_; }

  template <class Write>
  std::string of_each_node(Write write) {
    if (input_.snapshot != nullptr) {
      for (const auto& part : input_.snapshot->nodes) {
        if (wanted(input_.filter.nodes, part->node)) write(*part);
      }
    }
    out_.end_array().end_object();
    return out_.take() + "\n";
  }

 private:
  const ApiInput& input_;
  JsonWriter out_;
};

}  // namespace

std::string allocations_json(const ApiInput& input) {
  Answer answer(input, "allocations");
  return answer.of_each_node([&](const NodePart& part) {
    for (const Allocation& a : part.allocations) {
      if (fits(input.filter, a)) write_allocation(answer.out(), &part.node, a);
    }
  });
}

std::string devices_json(const ApiInput& input) {
  Answer answer(input, "devices");
  return answer.of_each_node([&](const NodePart& part) {
    std::set<std::string_view> held;
    for (const Allocation& a : part.allocations) {
      if (fits(input.filter, a)) held.insert(a.device_id);
    }
    for (std::size_t i = 0; i < part.devices.size(); ++i) {
      if (input.filter.namespaces.empty() || held.contains(part.devices[i].id))
        write_device(answer.out(), &part.node, part, i);
    }
  });
}

std::string nodes_json(const ApiInput& input) {
  Answer answer(input, "nodes");
  return answer.of_each_node([&](const NodePart& part) {
    std::set<std::pair<std::string_view, std::string_view>> pods;
    for (const Allocation& a : part.allocations) {
      if (fits(input.filter, a)) pods.emplace(a.ns, a.pod);
    }
    JsonWriter& out = answer.out();
    out.begin_object().member("node", part.node).member("devices", part.devices.size());
    out.member("pods", pods.size());
    write_resources(out, part);
    write_counts(out, "conflicts", part.conflicts);
    write_counts(out, "unresolved", part.unresolved);
    out.end_object();
  });
}

std::string pods_json(const ApiInput& input) {
  Answer answer(input, "pods");
  JsonWriter& out = answer.out();
  return answer.of_each_node([&](const NodePart& part) {
    const auto& all = part.allocations;
    for (std::size_t begin = 0; begin < all.size();) {
      std::size_t end = begin;
      while (end < all.size() && all[end].ns == all[begin].ns && all[end].pod == all[begin].pod)
        ++end;
      if (fits(input.filter, all[begin])) {
        out.begin_object().member("node", part.node).member("namespace", all[begin].ns);
        out.member("pod", all[begin].pod).member("pod_uid", all[begin].pod_uid);
        out.key("devices").begin_array();
        for (std::size_t i = begin; i < end; ++i) {
          out.begin_object();
          write_holding(out, all[i]);
          out.end_object();
        }
        out.end_array().end_object();
      }
      begin = end;
    }
  });
}

std::string snapshot_json(const ApiInput& input) {
  Answer answer(input, "nodes", true);
  JsonWriter& out = answer.out();
  return answer.of_each_node([&](const NodePart& part) {
    out.begin_object().member("node", part.node).key("allocations").begin_array();
    for (const Allocation& a : part.allocations) {
      if (fits(input.filter, a)) write_allocation(out, nullptr, a);
    }
    out.end_array().key("devices").begin_array();
    for (std::size_t i = 0; i < part.devices.size(); ++i) write_device(out, nullptr, part, i);
    out.end_array();
    write_resources(out, part);
    write_counts(out, "conflicts", part.conflicts);
    write_counts(out, "unresolved", part.unresolved);
    out.end_object();
  });
}

}  // namespace pge
