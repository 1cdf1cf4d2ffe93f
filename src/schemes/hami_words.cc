// SPDX-License-Identifier: Apache-2.0
#include "schemes/hami_words.h"

#include <array>

#include "base/strings.h"

namespace pge::schemes::hami {
namespace {

using Names = std::array<std::string_view, 3>;

constexpr Names kNvidia = {"nvidia.com/gpu", "*/gpu", "*/vgpu"};
constexpr std::array<std::string_view, 1> kHygon = {"hygon.com/dcunum"};
constexpr std::array<std::string_view, 1> kCambricon = {"cambricon.com/vmlu"};
constexpr std::array<std::string_view, 1> kMetax = {"metax-tech.com/*gpu"};
constexpr std::array<std::string_view, 1> kEnflame = {"enflame.com/*gcu"};
constexpr std::array<std::string_view, 1> kKunlun = {"kunlunxin.com/*xpu"};
constexpr std::array<std::string_view, 1> kAmd = {"amd.com/gpu"};
constexpr std::array<std::string_view, 2> kIluvatar = {"iluvatar.ai/*-vgpu", "iluvatar.ai/vgpu"};
constexpr std::array<std::string_view, 1> kBiren = {"birentech.com/gpu"};
constexpr std::array<std::string_view, 1> kVastai = {"vastaitech.com/va"};
constexpr std::array<std::string_view, 1> kMthreads = {"mthreads.com/vgpu"};
constexpr Names kAscend = {"huawei.com/Ascend310P", "huawei.com/Ascend910*", "huawei.com/Ascend*"};
constexpr std::array<std::string_view, 1> kNeuron = {"aws.amazon.com/neuron*"};

constexpr Word kUnknown = {"", "", {}};

// A trailing "*" fits every word that starts so.
constexpr std::array kWords = {
    Word{"vgpu", "nvidia", kNvidia},
    Word{"nvidia", "nvidia", kNvidia},
    Word{"dcu", "hygon", kHygon},
    Word{"cambricon-mlu", "cambricon", kCambricon},
    Word{"mlu", "cambricon", kCambricon},
    Word{"metax-*", "metax", kMetax},
    Word{"enflame-*", "enflame", kEnflame},
    Word{"gcu", "enflame", kEnflame},
    Word{"xpu", "kunlunxin", kKunlun},
    Word{"kunlun*", "kunlunxin", kKunlun},
    Word{"amd*", "amd", kAmd},
    Word{"iluvatar*", "iluvatar", kIluvatar},
    Word{"mr-v*", "iluvatar", kIluvatar},
    Word{"bi-v*", "iluvatar", kIluvatar},
    Word{"biren*", "biren", kBiren},
    Word{"vastai*", "vastai", kVastai},
    Word{"va", "vastai", kVastai},
    Word{"mthreads*", "mthreads", kMthreads},
    Word{"ascend*", "ascend", kAscend},
    Word{"aws-neuron", "aws", kNeuron},
    Word{"awsneuron*", "aws", kNeuron},
};

const Word* find_word(std::string_view text) {
  const std::string lower = to_lower(text);
  for (const Word& word : kWords) {
    const bool open = word.word.ends_with('*');
    const std::string_view head = word.word.substr(0, word.word.size() - (open ? 1 : 0));
    if (open ? lower.starts_with(head) : lower == head) return &word;
  }
  return nullptr;
}

// What stands between `head` and `tail`; empty where the text is not so.
std::string_view between(std::string_view text, std::string_view head, std::string_view tail) {
  if (text.size() <= head.size() + tail.size()) return {};
  if (!text.starts_with(head) || !text.ends_with(tail)) return {};
  return text.substr(head.size(), text.size() - head.size() - tail.size());
}

const Word* word_or_unknown(std::string_view text) {
  if (text.empty()) return nullptr;
  const Word* word = find_word(text);
  return word == nullptr ? &kUnknown : word;
}

}  // namespace

const Word* allocation_word(std::string_view key) {
  if (const Word* word = word_or_unknown(between(key, "", "-devices-allocated"))) return word;
  return key == "kunlun-allocated" ? find_word("kunlun") : nullptr;
}

const Word* register_word(std::string_view key) {
  if (const Word* word = word_or_unknown(between(key, "node-register-", ""))) return word;
  return word_or_unknown(between(key, "node-", "-register"));
}

std::string_view handshake_word(std::string_view register_key) {
  std::string_view word = between(register_key, "node-register-", "");
  if (word.empty()) word = between(register_key, "node-", "-register");
  return word == "nvidia" ? std::string_view() : word;
}

const Word* type_word(std::string_view type) {
  if (type.starts_with("NVIDIA")) return &nvidia_word();
  return find_word(type);
}

const Word& nvidia_word() { return kWords.front(); }

}  // namespace pge::schemes::hami
