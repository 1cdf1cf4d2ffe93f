// SPDX-License-Identifier: Apache-2.0
#include "http/auth/password_checker.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <utility>

#include "http/auth/bcrypt.h"
#include "http/auth/same_bytes.h"

namespace pge {
namespace {

void wipe(std::string& text) { OPENSSL_cleanse(text.data(), text.size()); }

std::string_view view_of(const std::array<unsigned char, 32>& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace

PasswordChecker::PasswordChecker() : PasswordChecker(&bcrypt_matches) {}

PasswordChecker::PasswordChecker(Matches matches) : matches_(std::move(matches)) {
  RAND_bytes(secret_.data(), static_cast<int>(secret_.size()));
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

PasswordChecker::~PasswordChecker() {
  thread_.request_stop();
  thread_.join();
  for (Job& job : waiting_) {
    wipe(job.password);
    job.done(Answer::busy);
  }
}

// Lengths go in too, so that no two triples read alike.
PasswordChecker::Digest PasswordChecker::digest_of(const std::string& user, const std::string& hash,
                                                   const std::string& password) const {
  std::string text = std::to_string(user.size()) + ':' + user + hash + password;
  Digest digest{};
  unsigned size = 0;
  HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &size);
  wipe(text);
  return digest;
}

bool PasswordChecker::find(const Digest& digest) {
  const auto found = std::ranges::find_if(
      remembered_, [&](const Digest& one) { return same_bytes(view_of(one), view_of(digest)); });
  if (found == remembered_.end()) return false;
  remembered_.splice(remembered_.begin(), remembered_, found);
  return true;
}

bool PasswordChecker::remembers(const std::string& user, const std::string& hash,
                                const std::string& password) {
  const Digest digest = digest_of(user, hash, password);
  MutexLock lock(mutex_);
  return find(digest);
}

void PasswordChecker::check(std::string user, std::string hash, std::string password, bool known,
                            Done done) {
  std::optional<Digest> digest;
  if (known) digest = digest_of(user, hash, password);
  {
    MutexLock lock(mutex_);
    if (waiting_.size() < kMostWaiting) {
      waiting_.push_back({std::move(hash), std::move(password), digest, std::move(done)});
      changed_.notify_one();
      return;
    }
  }
  wipe(password);
  done(Answer::busy);
}

void PasswordChecker::run(const std::stop_token& stop) {
  for (;;) {
    Job job;
    {
      MutexLock lock(mutex_);
      changed_.wait(mutex_, stop, [this]() PGE_REQUIRES(mutex_) { return !waiting_.empty(); });
      if (stop.stop_requested()) return;
      job = std::move(waiting_.front());
      waiting_.pop_front();
    }
    work(std::move(job));
  }
}

void PasswordChecker::work(Job job) {
  bool right = false;
  if (job.digest) {  // it may have been found while this one waited
    MutexLock lock(mutex_);
    right = find(*job.digest);
  }
  if (!right) {
    // The comparison comes first: an unknown user must cost the same.
    right = matches_(job.password, job.hash) && job.digest.has_value();
    if (right) {
      MutexLock lock(mutex_);
      remembered_.push_front(*job.digest);
      if (remembered_.size() > kMostRemembered) remembered_.pop_back();
    }
  }
  wipe(job.password);
  job.done(right ? Answer::right : Answer::wrong);
}

}  // namespace pge
