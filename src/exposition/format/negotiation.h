// SPDX-License-Identifier: Apache-2.0
//
// Which format and encoding a client gets, by its Accept and Accept-Encoding (RFC 9110 §12.5, with
// the readings that Prometheus' own libraries have of the media types).
#pragma once

#include <string_view>

#include "exposition/format/format.h"

namespace pge {

// The format of the clause with the greatest weight that we can serve; of equal ones the first. A
// bare "application/openmetrics-text" means version 0.0.1, a bare "text/plain" version 0.0.4. What
// we do not have, "*/*", rubbish and nothing at all get text 0.0.4: a scrape never fails for its
// Accept. Parameters that we do not know (escaping, charset) are harmless: all our names are plain.
Format negotiate_format(std::string_view accept);

// Whether the client takes gzip and does not prefer the bytes as they are.
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace pge
