// SPDX-License-Identifier: Apache-2.0
#include "sources/node/node_file.h"

namespace pge {

Result<std::string> NodeFile::read(std::size_t limit) {
  auto text = fs_.read(path_, limit);
  const bool missing = !text && text.error().kind == ErrorKind::not_found;
  if (missing && !existed_) text.error().kind = ErrorKind::absent;
  if (!missing) existed_ = true;
  return text;
}

}  // namespace pge
