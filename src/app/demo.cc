// SPDX-License-Identifier: Apache-2.0
#include "app/demo.h"

#include <memory>

namespace pge {

using namespace std::chrono_literals;

demo::Options demo_options(const Config& config) {
  return {.size = {.nodes = config.demo_nodes, .gpus_per_node = config.demo_gpus_per_node},
          .churn = config.demo_churn,
          .seed = config.demo_seed};
}

std::vector<ConfiguredSource> make_demo_sources(const Config& config, const Clock& clock,
                                                demo::Beginning began) {
  const demo::Options options = demo_options(config);
  std::vector<ConfiguredSource> sources;
  sources.push_back({std::make_unique<demo::DemoSource>(options, clock, began), 10s});
  sources.push_back({std::make_unique<demo::DemoDriverSource>(options, clock, began), 10s});
  return sources;
}

}  // namespace pge
