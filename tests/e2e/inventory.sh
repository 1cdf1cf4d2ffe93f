#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Models and ids from the driver's procfs, below --host.root: minors that are not the cards' order,
# ids that name a minor, a card that nobody holds, a driver that goes and comes back.
. "$(dirname "$0")/lib.sh"

a=GPU-aaaaaaaa-0000-0000-0000-000000000000
b=GPU-bbbbbbbb-0000-0000-0000-000000000000
host=$work/host
driver=$host/proc/driver/nvidia
card() { # card ADDRESS UUID MINOR MODEL
  mkdir -p "$driver/gpus/$1"
  printf 'Model: \t\t %s\nGPU UUID: \t %s\nBus Location: \t %s\nDevice Minor: \t %s\n' \
    "$4" "$2" "$1" "$3" >"$driver/gpus/$1/information"
}
mkdir -p "$host"
card 0000:3b:00.0 $a 10 'NVIDIA A100-SXM4-80GB'
card 0000:5e:00.0 $b 1 'Tesla T4'
echo 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.54.03  Tue Jun  6 22:20:39 UTC 2023' \
  >"$driver/version"

kubelet_says '{"pods": [{"namespace": "default", "name": "gke", "containers": [{"name": "main",
  "devices": [{"resource": "nvidia.com/gpu", "ids": ["nvidia1/vgpu0"]}]}]}]}'
start_kubelet
start_exporter --host.root="$host"

line() { # line UUID MODEL
  printf 'pod_and_gpu_map_info{gpu_id="%s",gpu_model="%s",namespace="default",node="ti",pod_name="gke"} 1.0' "$@"
}
wait_until 10 has_status /-/ready 200 || fail "not ready: $(get /-/ready)"
same "the first page" "$(line $b 'Tesla T4')" "$(series pod_and_gpu_map_info)"
grep -q "^gpu_device_info{UUID=\"$a\",.*driver_version=\"535.54.03\".*minor=\"10\"" <(get /metrics) ||
  fail "the card that nobody holds: $(series gpu_device_info)"
same "unresolved devices" "" "$(series pod_gpu_unresolved_devices)"

# The driver goes: the source is down, what it taught stays.
mv "$driver" "$work/driver"
down='pod_gpu_exporter_source_up{source="nvidiaproc"} 0'
is_down() { get /metrics | grep -qF "$down"; }
wait_until 10 is_down || fail "the source is not down: $(series pod_gpu_exporter_source_up)"
same "the line without a driver" "$(line $b 'Tesla T4')" "$(series pod_and_gpu_map_info)"
has_status /-/ready 200 || fail "an optional source took readiness away"
mv "$work/driver" "$driver"
is_up() { ! is_down; }
wait_until 10 is_up || fail "the source does not come back"
stop exporter || fail "exit code $?"

# No driver ever: absent, neither up nor down, and the kubelet's own name stays.
start_exporter --host.root="$work/host/proc"
wait_until 10 has_status /-/ready 200 || fail "not ready: $(get /-/ready)"
same "the line" "$(line nvidia1 '')" "$(series pod_and_gpu_map_info)"
same "sources" 'pod_gpu_exporter_source_up{source="podresources"} 1' "$(series pod_gpu_exporter_source_up)"
same "unresolved" 'pod_gpu_unresolved_devices{node="ti",reason="no_inventory"} 1' \
  "$(series pod_gpu_unresolved_devices)"
