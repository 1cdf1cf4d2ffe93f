// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>

#include "exposition/filter.h"
#include "exposition/format/format.h"
#include "exposition/page.h"
#include "http/message.h"

namespace pge {

// ?node=, ?namespace= and ?name[]= of a request; other parameters are nobody's business.
PageFilter page_filter(const Query& query);

// Answers with the page in the format and encoding that the client prefers, narrowed by its filter,
// or with 304 where it has it already. `make` is asked for text or OpenMetrics. `gzip_wanted` is
// set once a client has asked for gzip.
Response page_response(const Request& request, const std::function<Page(Format)>& make,
                       std::atomic<bool>& gzip_wanted);

}  // namespace pge
