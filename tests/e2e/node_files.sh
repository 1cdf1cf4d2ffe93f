#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the node's own files add to the kubelet's word: uids and starts of pods, the cards that containers
# really received, init containers; what is left over from pods that are gone; and the files alone,
# while the kubelet is silent.
. "$(dirname "$0")/lib.sh"

host=$work/host
a=GPU-aaaaaaaa-0000-0000-0000-000000000000
b=GPU-bbbbbbbb-0000-0000-0000-000000000000
c=GPU-cccccccc-0000-0000-0000-000000000000
old=6f2f5a5e-0000-4000-8000-000000000001
uid=6f2f5a5e-0000-4000-8000-000000000002
hami=6f2f5a5e-0000-4000-8000-000000000003
card() { # card ADDRESS UUID MINOR
  mkdir -p "$host/proc/driver/nvidia/gpus/$1"
  printf 'Model: \t\t Tesla T4\nGPU UUID: \t %s\nBus Location: \t %s\nDevice Minor: \t %s\n' \
    "$2" "$1" "$3" >"$host/proc/driver/nvidia/gpus/$1/information"
}
card 0000:3b:00.0 $a 0
card 0000:5e:00.0 $b 1
card 0000:86:00.0 $c 2

pod_files() { # pod_files NAME UID: its log directory and the kubelet's own
  mkdir -p "$host/var/log/pods/default_$1_$2" "$host/var/lib/kubelet/pods/$2"
}
# The plugin's answer, as the device plugin API encodes it.
checkpoint() { # checkpoint ENTRY...: entries as "UID CONTAINER RESOURCE IDS VISIBLE"
  mkdir -p "$host/var/lib/kubelet/device-plugins"
  /usr/bin/python3 - "$@" >"$work/checkpoint.new" <<'END'
import base64, json, sys
def field(number, data):
    return bytes([number << 3 | 2, len(data)]) + data
def response(visible, limits):
    envs = {"NVIDIA_VISIBLE_DEVICES": visible} | limits
    return b"".join(field(1, field(1, k.encode()) + field(2, v.encode())) for k, v in envs.items())
entries = []
for argument in sys.argv[1:]:
    uid, container, resource, ids, visible = argument.split()
    limits = {"CUDA_DEVICE_MEMORY_LIMIT_0": "3000m", "CUDA_DEVICE_SM_LIMIT": "30"} if "-1" == ids[-2:] else {}
    entries.append({"PodUID": uid, "ContainerName": container, "ResourceName": resource,
                    "DeviceIDs": {"-1": ids.split(",")},
                    "AllocResp": base64.b64encode(response(visible, limits)).decode()})
json.dump({"Data": {"PodDeviceEntries": entries, "RegisteredDevices": {}}, "Checksum": 1}, sys.stdout)
END
  mv "$work/checkpoint.new" "$host/var/lib/kubelet/device-plugins/kubelet_internal_checkpoint"
}

# A StatefulSet's pod that was made anew, on the card of the one before, whose files are still there;
# a HAMi pod, whose kubelet id names another card than it got; a card that nobody holds.
pod_files db-0 $old
rm -r "$host/var/lib/kubelet/pods/$old"
pod_files db-0 $uid
pod_files shared $hami
checkpoint "$old main nvidia.com/gpu $a $a" "$uid main nvidia.com/gpu $a $a" \
  "$uid setup nvidia.com/gpu $c $c" "$hami main nvidia.com/gpu $a-1 $b" \
  "6f2f5a5e-0000-4000-8000-00000000000f gone nvidia.com/gpu $c $c"
kubelet_says '{"pods": [
  {"namespace": "default", "name": "db-0", "containers": [{"name": "main",
    "devices": [{"resource": "nvidia.com/gpu", "ids": ["'$a'"]}]}]},
  {"namespace": "default", "name": "shared", "containers": [{"name": "main",
    "devices": [{"resource": "nvidia.com/gpu", "ids": ["'$a'-1"]}]}]}]}'
start_kubelet
start_exporter --host.root="$host" --staleness.limit=4s

info() { # info CONTAINER POD UID UUID SCHEME
  printf 'pod_gpu_allocation_info{UUID="%s",container="%s",namespace="default",node="ti",pod="%s",pod_uid="%s",resource="nvidia.com/gpu",scheme="%s"} 1\n' \
    "$4" "$1" "$2" "$3" "$5"
}
wanted=$(
  info main db-0 $uid $a device-plugin
  info setup db-0 $uid $c device-plugin
  info main shared $hami $b hami
)
wait_until 10 series_is pod_gpu_allocation_info "$wanted" ||
  fail "wanted:"$'\n'"$wanted"$'\n'"got:"$'\n'"$(series pod_gpu_allocation_info)"
get /metrics >"$work/page"
promtool check metrics <"$work/page" || fail "promtool finds fault with the page"
born=$(stat --format %W "$host/var/lib/kubelet/pods/$uid")
start=$(sed -n 's/^pod_gpu_allocation_start_timestamp_seconds{UUID="'$a'",.*pod="db-0"} //p' "$work/page")
((${start%.*} == born)) || fail "start $start, born $born"
grep -q "^pod_gpu_memory_granted_bytes{UUID=\"$b\",.*pod=\"shared\"} 3145728000$" "$work/page" ||
  fail "the share of memory: $(grep ^pod_gpu_memory_granted "$work/page")"
grep -q "^pod_gpu_compute_granted_ratio{UUID=\"$b\",.*pod=\"shared\"} 0.3$" "$work/page" ||
  fail "the share of compute: $(grep ^pod_gpu_compute_granted "$work/page")"
same "pods of each card" "gpu_device_pods{UUID=\"$a\",node=\"ti\"} 1
gpu_device_pods{UUID=\"$b\",node=\"ti\"} 1
gpu_device_pods{UUID=\"$c\",node=\"ti\"} 1" "$(grep '^gpu_device_pods' "$work/page")"
same "conflicts" "" "$(grep '^pod_gpu_claim_conflicts' "$work/page" || true)"

# Another card than the kubelet picked, without a scheme that would explain it: told as a conflict.
checkpoint "$uid main nvidia.com/gpu $a $c" "$hami main nvidia.com/gpu $a-1 $b"
wait_until 10 series_is pod_gpu_claim_conflicts \
  'pod_gpu_claim_conflicts{node="ti",reason="devices_differ"} 1' ||
  fail "no conflict: $(series pod_gpu_claim_conflicts)"
series pod_gpu_allocation_info | grep -q "UUID=\"$c\",.*pod=\"db-0\"" || fail "what was given does not count"
checkpoint "$uid main nvidia.com/gpu $a $a" "$hami main nvidia.com/gpu $a-1 $b"
wait_until 10 series_is pod_gpu_claim_conflicts "" || fail "the conflict stays"

# A checkpoint that is torn: the last good one stands, the source is down, and nobody claims to know
# how many pods hold a card.
echo '{"Data": {"PodDev' >"$host/var/lib/kubelet/device-plugins/kubelet_internal_checkpoint"
is_down() { series pod_gpu_exporter_source_up | grep -qF 'source="checkpoint"} 0'; }
wait_until 10 is_down || fail "a torn checkpoint is not down"
series pod_gpu_allocation_info | grep -q "pod_uid=\"$uid\"" || fail "the uid is gone"
same "pods of cards beside a source that is down" "" "$(series gpu_device_pods)"
checkpoint "$uid main nvidia.com/gpu $a $a" "$hami main nvidia.com/gpu $a-1 $b"
pods_are_known() { [[ -n $(series gpu_device_pods) ]]; }
wait_until 10 pods_are_known || fail "the checkpoint is not read again: $(get /-/ready)"

# The kubelet dies: beyond the limit its list is gone, and the files speak for the pods that are there.
stop kubelet KILL 2>/dev/null || true
rm -f "$kubelet_socket"
sleep 6
wanted=$(
  info main db-0 $uid $a device-plugin
  info main shared $hami $b hami
)
wait_until 10 series_is pod_gpu_allocation_info "$wanted" ||
  fail "by files alone:"$'\n'"$(series pod_gpu_allocation_info)"
same "ready by files alone" 200 "$(status /-/ready)"
rm -r "$host/var/lib/kubelet/pods/$hami"
wanted=$(info main db-0 $uid $a device-plugin)
wait_until 10 series_is pod_gpu_allocation_info "$wanted" ||
  fail "a pod that is gone:"$'\n'"$(series pod_gpu_allocation_info)"
stop exporter || fail "exit code $? after SIGTERM"
