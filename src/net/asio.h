// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the loop, the transports and the HTTP code take from Asio. Only .cc files and the headers
// that say "internal" include this: it costs seconds in every translation unit.
// clang-format off: before Asio, which in 1.74 uses std::exchange without including it
#include <utility>
// clang-format on
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace pge {

namespace asio = boost::asio;
using AsioError = boost::system::error_code;

// Completion token: the coroutine resumes, and what went wrong is in `error` instead of a throw.
inline auto resume_with(AsioError& error) {
  return asio::redirect_error(asio::use_awaitable, error);
}

}  // namespace pge
