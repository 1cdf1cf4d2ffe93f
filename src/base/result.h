// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace pge {

// Why something could not be had. The names below, except `absent`, are the values of the label
// `kind` of pod_gpu_exporter_source_errors_total.
enum class ErrorKind {
  absent,  // never existed here (no socket, no file, no library): not a fault, never counted
  timeout,
  unavailable,
  permission,
  not_found,  // existed, or was promised, and is gone
  too_large,
  rate_limited,
  malformed,
  unsupported,
  internal,
};

inline constexpr std::array kCountedErrorKinds = {
    ErrorKind::internal,   ErrorKind::malformed,    ErrorKind::not_found,
    ErrorKind::permission, ErrorKind::rate_limited, ErrorKind::timeout,
    ErrorKind::too_large,  ErrorKind::unavailable,  ErrorKind::unsupported,
};

std::string_view to_string(ErrorKind kind);

// `text` says what went wrong, `context` what was being read (outermost first), `remedy` what a
// person can do about it. None of them ever holds a credential.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string text;
  std::string context;
  std::string remedy;

  std::string message() const;  // "context: text"
  Error in(std::string_view outer) &&;
  bool operator==(const Error&) const = default;
};

// A value, or why there is none. An empty value is a third answer and never stands for an error.
template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorKind kind, std::string text, std::string context = {},
                                   std::string remedy = {}) {
  return std::unexpected(Error{kind, std::move(text), std::move(context), std::move(remedy)});
}

// From errno. ENOENT becomes `not_found`; the caller turns it into `absent` where it knows that the
// thing never existed.
Error error_from_errno(int number, std::string context);

}  // namespace pge
