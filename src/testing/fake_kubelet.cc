// SPDX-License-Identifier: Apache-2.0
#include "testing/fake_kubelet.h"

#include <grpc/grpc.h>
#include <grpcpp/alarm.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <stdexcept>

#include "base/mutex.h"

namespace pge::testing {
namespace {

using std::chrono::milliseconds;

// What to do with one call.
struct Plan {
  grpc::Status status;
  std::string reply;
  milliseconds delay{0};
  bool hang = false;
};

// The texts are grpc-go's and the kubelet's.
grpc::Status unimplemented(const std::string& text) {
  return {grpc::StatusCode::UNIMPLEMENTED, text};
}

grpc::Status status_of(const FakeStatus& status) {
  return {static_cast<grpc::StatusCode>(status.code), status.message};
}

Plan plan_list(const FakeAnswer& answer, bool v1, unsigned seed) {
  if (!(v1 ? answer.v1 : answer.v1alpha1)) {
    const std::string service = v1 ? "v1" : "v1alpha1";
    return {unimplemented("unknown service " + service + ".PodResourcesLister"), {}};
  }
  if (answer.list_error) return {status_of(*answer.list_error), {}};
  if (answer.raw_list) return {{}, *answer.raw_list};
  return {{}, v1 ? encode_list_v1(answer, seed) : encode_list_v1alpha1(answer, seed)};
}

Plan plan_allocatable(const FakeAnswer& answer) {
  if (!answer.v1) return {unimplemented("unknown service v1.PodResourcesLister"), {}};
  if (answer.allocatable_error) return {status_of(*answer.allocatable_error), {}};
  if (!answer.allocatable)
    return {
        unimplemented("unknown method GetAllocatableResources for service v1.PodResourcesLister"),
        {}};
  return {{}, encode_allocatable(answer)};
}

Plan plan_for(std::string_view method, const FakeAnswer& answer, unsigned seed) {
  Plan plan;
  if (method == kListV1 || method == kListV1Alpha1)
    plan = plan_list(answer, method == kListV1, seed);
  else if (method == kAllocatable)
    plan = plan_allocatable(answer);
  else
    plan = {unimplemented("unknown service for " + std::string(method)), {}};
  plan.delay = answer.delay;
  plan.hang = answer.hang;
  return plan;
}

// One call. gRPC owns it until OnDone.
class Reactor final : public grpc::ServerGenericBidiReactor {
 public:
  explicit Reactor(Plan plan) : plan_(std::move(plan)) { StartRead(&request_); }

  void OnReadDone(bool) override {
    if (plan_.hang) return;
    if (plan_.delay == milliseconds(0)) return reply();
    alarm_.Set(std::chrono::system_clock::now() + plan_.delay, [this](bool due) {
      if (due) reply();
    });
  }
  void OnCancel() override {
    if (first()) Finish(grpc::Status::CANCELLED);
  }
  void OnDone() override { const std::unique_ptr<Reactor> done(this); }

 private:
  // A call is finished once, by its reply or by its end.
  bool first() { return !finished_.exchange(true); }
  void reply() {
    if (!first()) return;
    if (!plan_.status.ok()) return Finish(plan_.status);
    const grpc::Slice slice(plan_.reply);
    reply_ = grpc::ByteBuffer(&slice, 1);
    StartWriteAndFinish(&reply_, grpc::WriteOptions(), grpc::Status::OK);
  }

  Plan plan_;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer reply_;
  grpc::Alarm alarm_;
  std::atomic<bool> finished_ = false;
};

// What the servers of one fake share.
struct Script {
  mutable Mutex mutex;
  mutable ConditionVariable changed;
  FakeAnswer answer PGE_GUARDED_BY(mutex);
  std::vector<FakeKubelet::Call> calls PGE_GUARDED_BY(mutex);
};

class Service final : public grpc::CallbackGenericService {
 public:
  explicit Service(Script& script) : script_(script) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    FakeKubelet::Call call{context->method(), context->host(), {}};
    for (const auto& [key, value] : context->client_metadata())
      call.metadata.emplace(std::string(key.data(), key.size()),
                            std::string(value.data(), value.size()));
    Plan plan;
    {
      MutexLock lock(script_.mutex);
      plan = plan_for(call.method, script_.answer, static_cast<unsigned>(script_.calls.size()));
      script_.calls.push_back(std::move(call));
    }
    script_.changed.notify_all();
    return std::make_unique<Reactor>(std::move(plan)).release();
  }

 private:
  Script& script_;
};

struct Running {
  explicit Running(Script& script) : service(script) {}
  ~Running() { server->Shutdown(std::chrono::system_clock::now()); }

  Service service;
  std::unique_ptr<grpc::Server> server;
};

}  // namespace

struct FakeKubelet::Impl {
  // The kubelet's order: remove what stands there, bind under another name, rename.
  std::unique_ptr<Running> launch() {
    auto running = std::make_unique<Running>(script);
    const std::string temporary = path + "." + std::to_string(++launched);
    ::unlink(path.c_str());
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + temporary, grpc::InsecureServerCredentials());
    builder.RegisterCallbackGenericService(&running->service);
    builder.SetMaxSendMessageSize(-1);
    running->server = builder.BuildAndStart();
    if (running->server == nullptr || std::rename(temporary.c_str(), path.c_str()) != 0)
      throw std::runtime_error("the fake kubelet cannot listen on " + path);
    return running;
  }

  std::string path;
  unsigned launched = 0;
  Script script;
  std::vector<std::unique_ptr<Running>> servers;  // the newest last
};

FakeKubelet::FakeKubelet(std::string socket_path) : impl_(std::make_unique<Impl>()) {
  // Kept for the life of the process: the end of the last user of gRPC waits up to 10 s for its
  // poller when a reply was cut off in the middle.
  grpc_init();
  impl_->path = std::move(socket_path);
}

FakeKubelet::~FakeKubelet() = default;

void FakeKubelet::set_answer(FakeAnswer answer) {
  MutexLock lock(impl_->script.mutex);
  impl_->script.answer = std::move(answer);
}

void FakeKubelet::start() {
  stop();
  replace();
}

void FakeKubelet::stop() { impl_->servers.clear(); }

void FakeKubelet::remove() {
  stop();
  ::unlink(impl_->path.c_str());
}

void FakeKubelet::replace() { impl_->servers.push_back(impl_->launch()); }

std::vector<FakeKubelet::Call> FakeKubelet::calls() const {
  MutexLock lock(impl_->script.mutex);
  return impl_->script.calls;
}

std::size_t FakeKubelet::count(std::string_view method) const {
  const std::vector<Call> all = calls();
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const Call& call) { return call.method == method; }));
}

bool FakeKubelet::wait_for(std::string_view method, std::size_t number,
                           milliseconds timeout) const PGE_NO_THREAD_SAFETY_ANALYSIS {
  std::unique_lock lock(impl_->script.mutex);
  return impl_->script.changed.wait_for(lock, timeout, [&]() PGE_NO_THREAD_SAFETY_ANALYSIS {
    const std::vector<Call>& all = impl_->script.calls;
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Call& call) {
             return call.method == method;
           })) >= number;
  });
}

}  // namespace pge::testing
