// SPDX-License-Identifier: Apache-2.0
#include "sources/node/dra_files.h"

#include <iterator>
#include <utility>

#include "base/strings.h"
#include "kube/files/limits.h"

namespace pge {
namespace {

template <class T>
Result<T> parse_file(NodeFile& file, Result<T> (*parse)(std::string_view)) {
  const auto text = file.read(kMostFileBytes);
  if (!text) return std::unexpected(text.error());
  auto parsed = parse(*text);
  if (!parsed) return std::unexpected(std::move(parsed.error()).in(file.path().string()));
  return parsed;
}

template <class T>
void add_skipped(const T* parsed, const NodeFile& file, std::vector<Error>& errors) {
  if (parsed == nullptr) return;
  for (Error error : parsed->skipped) errors.push_back(std::move(error).in(file.path().string()));
}

}  // namespace

DraFiles::Answer DraFiles::read(SteadyTime now) {
  Answer answer;
  answer.state =
      state_.update(parse_file(options_.state, parse_dra_state), now, options_.keep, answer.errors);
  answer.nvidia = nvidia_.update(parse_file(options_.nvidia, parse_nvidia_dra_checkpoint), now,
                                 options_.keep, answer.errors);
  add_skipped(answer.state, options_.state, answer.errors);
  add_skipped(answer.nvidia, options_.nvidia, answer.errors);
  if (answer.nvidia == nullptr || answer.nvidia->boot_id.empty()) return answer;
  const auto boot_id = options_.boot_id.read(4096);
  if (boot_id && trim(*boot_id) != answer.nvidia->boot_id) answer.nvidia = nullptr;
  return answer;
}

}  // namespace pge
