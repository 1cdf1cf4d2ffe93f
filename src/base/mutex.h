// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

// Clang's thread-safety analysis: the compiler checks which lock guards what (preset "clang").
#if defined(__clang__)
#define PGE_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define PGE_THREAD_ATTRIBUTE(x)
#endif
#define PGE_CAPABILITY(x) PGE_THREAD_ATTRIBUTE(capability(x))
#define PGE_SCOPED_CAPABILITY PGE_THREAD_ATTRIBUTE(scoped_lockable)
#define PGE_GUARDED_BY(x) PGE_THREAD_ATTRIBUTE(guarded_by(x))
#define PGE_REQUIRES(...) PGE_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define PGE_ACQUIRE(...) PGE_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define PGE_RELEASE(...) PGE_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define PGE_NO_THREAD_SAFETY_ANALYSIS PGE_THREAD_ATTRIBUTE(no_thread_safety_analysis)

namespace pge {

class PGE_CAPABILITY("mutex") Mutex {
 public:
  void lock() PGE_ACQUIRE() { mutex_.lock(); }
  void unlock() PGE_RELEASE() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

class PGE_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) PGE_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexLock() PGE_RELEASE() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

// Waits on a Mutex; stop tokens work with it.
using ConditionVariable = std::condition_variable_any;

}  // namespace pge
