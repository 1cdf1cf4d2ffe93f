// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pge {

// Makes gRPC run its background work on one thread that is started on first need, and keeps it from
// writing to stderr. Left alone it starts up to 32 threads, one per core. Process-wide, as gRPC's
// setting is; to be called before the first channel is made, any number of times. GRPC_VERBOSITY in
// the environment still shows gRPC's own log.
void use_small_grpc_engine();

}  // namespace pge
