// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "base/mutex.h"

namespace pge {

// The newest immutable value of something, for one writer and any number of readers. The lock is
// held for a pointer copy only. (std::atomic<std::shared_ptr> of GCC 12 is reported as a race by
// ThreadSanitizer.)
template <class T>
class Published {
 public:
  explicit Published(std::shared_ptr<const T> first = nullptr) : value_(std::move(first)) {}

  std::shared_ptr<const T> get() const {
    MutexLock lock(mutex_);
    return value_;
  }

  void set(std::shared_ptr<const T> next) {
    {
      MutexLock lock(mutex_);
      value_.swap(next);
    }  // the old value dies outside the lock
  }

 private:
  mutable Mutex mutex_;
  std::shared_ptr<const T> value_ PGE_GUARDED_BY(mutex_);
};

}  // namespace pge
