// SPDX-License-Identifier: Apache-2.0
#include "net/tls/socket_bio.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstdint>

namespace pge {
namespace {

int fd_of(BIO* bio) { return static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio))); }

bool try_again() { return errno == EAGAIN || errno == EINTR; }

int write_bytes(BIO* bio, const char* bytes, int count) {
  BIO_clear_retry_flags(bio);
  const ssize_t sent =
      send(fd_of(bio), bytes, static_cast<std::size_t>(count), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && try_again()) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

int read_bytes(BIO* bio, char* into, int room) {
  BIO_clear_retry_flags(bio);
  const ssize_t got = recv(fd_of(bio), into, static_cast<std::size_t>(room), MSG_DONTWAIT);
  if (got < 0 && try_again()) BIO_set_retry_read(bio);
  if (got == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  return static_cast<int>(got);
}

long control(BIO* bio, int command, long, void*) {
  switch (command) {
    case BIO_CTRL_FLUSH:
      return 1;
    case BIO_CTRL_EOF:
      return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0;
    default:
      return 0;
  }
}

}  // namespace

BioMethod make_socket_method() {
  BioMethod method(BIO_meth_new(BIO_TYPE_SOURCE_SINK, "socket"));
  if (!method) return nullptr;
  BIO_meth_set_write(method.get(), &write_bytes);
  BIO_meth_set_read(method.get(), &read_bytes);
  BIO_meth_set_ctrl(method.get(), &control);
  return method;
}

BIO* make_socket_bio(const BIO_METHOD* method, int fd) {
  BIO* bio = BIO_new(method);
  if (bio == nullptr) return nullptr;
  BIO_set_data(bio, reinterpret_cast<void*>(static_cast<std::intptr_t>(fd)));
  BIO_set_init(bio, 1);
  return bio;
}

}  // namespace pge
