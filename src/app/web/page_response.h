// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

#include "exposition/filter.h"
#include "exposition/format/format.h"
#include "exposition/page.h"
#include "http/message.h"

namespace pge {

// ?node=, ?namespace= and ?name[]= of a request; other parameters are nobody's business.
PageFilter page_filter(const Query& query);

// A page whose bytes are what they are, as gzip where the client takes it, tagged, or 304 where the
// client has it already. `form` tells representations of one page apart.
Response tagged_response(const Request& request, Page page, std::string_view type,
                         std::string_view form);

// Answers with the page in the format and encoding that the client prefers, narrowed by its filter,
// or with 304 where it has it already. `make` is asked for text or OpenMetrics. `gzip_wanted` is
// set once a client has asked for gzip.
Response page_response(const Request& request, const std::function<Page(Format)>& make,
                       std::atomic<bool>& gzip_wanted);

}  // namespace pge
