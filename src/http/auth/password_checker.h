// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <thread>

#include "base/mutex.h"

namespace pge {

// Compares passwords with bcrypt hashes, one at a time, on a thread of its own: a comparison takes
// a tenth of a second and more. Good answers are remembered, so that a client that scrapes with the
// same password every 15 s costs one comparison; wrong ones never are, so that guesses push nothing
// out. No password is kept, only a keyed digest of it. Any thread.
class PasswordChecker {
 public:
  static constexpr std::size_t kMostWaiting = 64;
  static constexpr std::size_t kMostRemembered = 100;

  enum class Answer : std::uint8_t { right, wrong, busy };
  using Done = std::function<void(Answer answer)>;
  using Matches = std::function<bool(const std::string& password, const std::string& hash)>;

  PasswordChecker();
  explicit PasswordChecker(Matches matches);  // for tests
  ~PasswordChecker();                         // whoever still waits is told `busy`

  // True if this password has been found right for this very hash before.
  bool remembers(const std::string& user, const std::string& hash, const std::string& password);

  // Calls `done` later on the checker's thread, or at once with `busy` if too many wait already.
  // `known` false: does the same work against a hash that fits nothing, and answers `wrong`.
  void check(std::string user, std::string hash, std::string password, bool known, Done done);

 private:
  using Digest = std::array<unsigned char, 32>;
  struct Job {
    std::string hash;
    std::string password;
    std::optional<Digest> digest;  // to be remembered by; none for unknown users
    Done done;
  };

  Digest digest_of(const std::string& user, const std::string& hash,
                   const std::string& password) const;
  bool find(const Digest& digest) PGE_REQUIRES(mutex_);
  void run(const std::stop_token& stop);
  void work(Job job);

  const Matches matches_;
  std::array<unsigned char, 32> secret_{};
  Mutex mutex_;
  ConditionVariable changed_;
  std::deque<Job> waiting_ PGE_GUARDED_BY(mutex_);
  std::list<Digest> remembered_ PGE_GUARDED_BY(mutex_);  // used last comes first
  std::jthread thread_;
};

}  // namespace pge
