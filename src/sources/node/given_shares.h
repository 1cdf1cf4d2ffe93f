// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kube/files/container_response.h"
#include "sources/node/given_devices.h"

namespace pge {

// Whether the container got limits that HAMi's library (Volcano's too) enforces.
bool has_hami_limits(const ContainerResponse& response);

// How much of each device the container may use, where the response says so: HAMi's and Volcano's
// CUDA_DEVICE_MEMORY_LIMIT[_<i>] and CUDA_DEVICE_SM_LIMIT[_<i>] (i counts the visible devices; 0
// is no limit), gpu-manager's annotations, gpushare's ALIYUN_COM_GPU_MEM_CONTAINER.
void add_shares(const ContainerResponse& response, std::span<GivenDevice> devices);

}  // namespace pge
