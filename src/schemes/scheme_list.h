// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace pge::schemes {

// docs/schemes.md: made from the table, so that the page cannot say what the program does not do.
std::string schemes_markdown();

// The same for a terminal, one line a scheme in the order in which they speak (--list-schemes).
std::string schemes_text();

}  // namespace pge::schemes
