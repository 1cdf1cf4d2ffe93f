// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace pge::schemes::hami {

// A kind of device as HAMi names it in its keys.
struct Word {
  std::string_view word;
  std::string_view vendor;                      // empty: unknown
  std::span<const std::string_view> resources;  // by default; they can be renamed
};

// For the part of a pod annotation's key after "hami.io/": "vgpu-devices-allocated",
// "kunlun-allocated". Null for every other key, "…-to-allocate" above all: that one is a work list
// which the plugin eats up. A word that we do not know gives a Word without vendor.
const Word* allocation_word(std::string_view key);

// For "node-nvidia-register", "node-register-Ascend910B3".
const Word* register_word(std::string_view key);

// The end of the key under which the plugin behind a register and the scheduler greet each other:
// "dcu" for "node-dcu-register" (so "node-handshake-dcu"), empty for NVIDIA's.
std::string_view handshake_word(std::string_view register_key);

// For the second field of a device: "NVIDIA", "MLU", "DCU". Null where it says nothing.
const Word* type_word(std::string_view type);

const Word& nvidia_word();

}  // namespace pge::schemes::hami
