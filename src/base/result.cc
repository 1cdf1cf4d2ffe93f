// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

#include <cerrno>
#include <system_error>

namespace pge {

std::string_view to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::absent:
      return "absent";
    case ErrorKind::timeout:
      return "timeout";
    case ErrorKind::unavailable:
      return "unavailable";
    case ErrorKind::permission:
      return "permission";
    case ErrorKind::not_found:
      return "not_found";
    case ErrorKind::too_large:
      return "too_large";
    case ErrorKind::rate_limited:
      return "rate_limited";
    case ErrorKind::malformed:
      return "malformed";
    case ErrorKind::unsupported:
      return "unsupported";
    case ErrorKind::internal:
      return "internal";
  }
  return "internal";
}

std::string Error::message() const { return context.empty() ? text : context + ": " + text; }

Error Error::in(std::string_view outer) && {
  context = context.empty() ? std::string(outer) : std::string(outer) + ": " + context;
  return std::move(*this);
}

namespace {

ErrorKind kind_of_errno(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return ErrorKind::not_found;
    case EACCES:
    case EPERM:
      return ErrorKind::permission;
    case ETIMEDOUT:
    case EAGAIN:
      return ErrorKind::timeout;
    case EFBIG:
    case ENOMEM:
      return ErrorKind::too_large;
    case ECONNREFUSED:
    case ECONNRESET:
    case EPIPE:
    case EIO:
    case ENXIO:
    case ENODEV:
    case EMFILE:
    case ENFILE:
      return ErrorKind::unavailable;
    case ELOOP:
    case ENAMETOOLONG:
    case EILSEQ:
      return ErrorKind::malformed;
    case ENOSYS:
    case EOPNOTSUPP:
    case EISDIR:
      return ErrorKind::unsupported;
    default:
      return ErrorKind::internal;
  }
}

}  // namespace

Error error_from_errno(int number, std::string context) {
  return Error{
      kind_of_errno(number), std::generic_category().message(number), std::move(context), {}};
}

}  // namespace pge
