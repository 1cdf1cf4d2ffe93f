// SPDX-License-Identifier: Apache-2.0
#include "net/loop.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <csignal>
#include <utility>

#include "net/loop_impl.h"

namespace pge {
namespace {

// Threads inherit the mask of the one that starts them.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

void Loop::Impl::run() {
  for (;;) {
    try {
      context.run();
      return;
    } catch (...) {
      failed.fetch_add(1, std::memory_order_relaxed);  // run() may be called again after a throw
    }
  }
}

Loop::Loop() : impl_(std::make_unique<Impl>()) {
  impl_->work.emplace(impl_->context.get_executor());
  SignalsBlocked blocked;
  impl_->thread = std::jthread([impl = impl_.get()] { impl->run(); });
}

Loop::~Loop() { stop(); }

void Loop::post(Task task) { asio::post(impl_->context, std::move(task)); }

bool Loop::on_loop_thread() const { return impl_->context.get_executor().running_in_this_thread(); }

std::uint64_t Loop::failed_tasks() const { return impl_->failed.load(std::memory_order_relaxed); }

void Loop::stop() {
  impl_->context.stop();
  if (impl_->thread.joinable()) impl_->thread.join();
}

}  // namespace pge
