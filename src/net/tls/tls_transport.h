// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internal: for translation units that speak Asio.
#include "net/tls/tls_context.h"
#include "net/transport.h"

namespace pge {

// The server's end of a TLS connection. The handshake is part of the first read, so that whatever
// deadline the owner gives to the first request bounds it too. A client that speaks plain HTTP is
// told so, in plain HTTP, and the read fails.
std::shared_ptr<Transport> make_tls_transport(asio::io_context& context, UniqueFd socket,
                                              std::shared_ptr<const TlsContext> settings);

}  // namespace pge
