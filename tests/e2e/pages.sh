#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The pages of the binary itself, byte by byte: the seed's rows, names of nodes, retired families,
# bytes that are no UTF-8; and what HTTP asks of every path.
. "$(dirname "$0")/lib.sh"

id61=GPU-40f717b2-01dc-1a31-6b17-d487ffe7cb61
id91=GPU-40f717b2-01dc-1a31-6b17-d487ffe7cb91
driver=$work/host/proc/driver/nvidia
card() { # card ADDRESS UUID MINOR MODEL
  mkdir -p "$driver/gpus/$1"
  printf 'Model: \t\t %s\nGPU UUID: \t %s\nBus Location: \t %s\nDevice Minor: \t %s\n' \
    "$4" "$2" "$1" "$3" >"$driver/gpus/$1/information"
}
card 0000:01:00.0 $id61 0 4080ti
card 0000:02:00.0 $id91 1 2080ti
holds() { printf '{"resource": "nvidia.com/gpu", "ids": ["%s"]}' "$1"; }
container() { printf '{"name": "%s", "devices": [%s]}' "$1" "$(holds "$2")"; }
pod() { # pod NAMESPACE NAME CONTAINERS
  printf '{"namespace": "%s", "name": "%s", "containers": [%s]}' "$@"
}

# Two of the seed's rows, one of them four times over: from four containers.
kubelet_says "{\"pods\": [
  $(pod default test3 "$(container main $id91)"),
  $(pod default test "$(container a $id61), $(container b $id61), $(container c $id61), $(container d $id61)")]}"
start_kubelet

on_node() { # on_node NAME FAMILY: both pages of a node
  start_exporter --host.root="$work/host" --node-name="$1" --metrics.legacy
  wait_until 10 has_status /-/ready 200 || fail "$1: not ready"
  local wanted
  wanted=$(sed "s/^\(ti\)_info{/$2{/; s/node=\"ti\"/node=\"$1\"/; s/# \(HELP\|TYPE\) ti_info/# \1 $2/" <<END
# HELP ti_info Provide every node's pod and gpu mapping relationship
# TYPE ti_info gauge
ti_info{gpu_id="$id61",gpu_model="4080ti",namespace="default",node="ti",pod_name="test"} 1.0
ti_info{gpu_id="$id91",gpu_model="2080ti",namespace="default",node="ti",pod_name="test3"} 1.0
END
  )
  same "the page of $1" "$wanted" "$(get /metrics/nodes)"
  same "the map of $1" \
    "$(sed -n "s/^$2{/pod_and_gpu_map_info{/p" <<<"$wanted")" "$(series pod_and_gpu_map_info)"
  same "the retired families of $1" "# HELP POD_GPU_MAP_INFO_0 pod gpu map info - please use labels value to match pod and gpu
# TYPE POD_GPU_MAP_INFO_0 gauge
POD_GPU_MAP_INFO_0{gpu_id=\"$id61\",gpu_model=\"4080ti\",namespace=\"default\",node=\"$1\",pod_name=\"test\"} 0.0
# HELP POD_GPU_MAP_INFO_1 pod gpu map info - please use labels value to match pod and gpu
# TYPE POD_GPU_MAP_INFO_1 gauge
POD_GPU_MAP_INFO_1{gpu_id=\"$id91\",gpu_model=\"2080ti\",namespace=\"default\",node=\"$1\",pod_name=\"test3\"} 0.0" \
    "$(get /metrics | grep POD_GPU_MAP_INFO)"
  stop exporter || fail "exit code $? after SIGTERM"
}
on_node ti ti_info
on_node gpu-node-01 gpu_node_01_info
on_node 10.0.0.5 node_10_0_0_5_info
on_node a.b a_b_info
on_node a-b a_b_info

# Bytes that are no UTF-8, in a reply built by hand: the page is valid, the good pod is there.
/usr/bin/python3 - "$work/kubelet.json.new" "$id61" "$id91" <<'END'
import base64, json, sys
def field(number, data):
    size, out = len(data), bytes([number << 3 | 2])
    while size > 127:
        out, size = out + bytes([size & 127 | 128]), size >> 7
    return out + bytes([size]) + data
def pod(namespace, name, id):
    devices = field(1, b"nvidia.com/gpu") + field(2, id.encode())
    return field(1, field(1, name) + field(2, namespace) + field(3, field(1, b"main") + field(2, devices)))
reply = pod(b"default", b"bad-\xff\xc0\x80-name", sys.argv[2]) + pod(b"default", b"good", sys.argv[3])
json.dump({"raw_list": base64.b64encode(reply).decode()}, open(sys.argv[1], "w"))
END
mv "$work/kubelet.json.new" "$work/kubelet.json"
start_exporter --host.root="$work/host"
good="pod_and_gpu_map_info{gpu_id=\"$id91\",gpu_model=\"2080ti\",namespace=\"default\",node=\"ti\",pod_name=\"good\"} 1.0"
has_good() { get /metrics | grep -qF "$good"; }
wait_until 10 has_good || fail "the good pod is not served beside odd bytes: $(get /-/ready)"
get /metrics >"$work/page"
iconv -f UTF-8 -t UTF-8 "$work/page" >/dev/null || fail "the page is not UTF-8"
promtool check metrics <"$work/page" || fail "promtool finds fault with the page"

# HTTP on every path: HEAD is GET without the body, other methods are refused, other paths unknown.
get /metrics | grep -q POD_GPU_MAP && fail "retired families without --metrics.legacy"
for path in / /metrics /metrics/nodes /-/healthy /livez /healthz /-/ready /readyz; do
  same "GET $path" 200 "$(status $path)"
  head=$(get $path --head | tr -d '\r')
  grep -q '^HTTP/1.1 200' <<<"$head" || fail "HEAD $path: $head"
  grep -qi '^content-length: [1-9]' <<<"$head" || fail "HEAD $path has no length: $head"
  for method in POST PUT DELETE PATCH OPTIONS; do
    answer=$(get $path --request $method --include --output - | tr -d '\r')
    grep -q '^HTTP/1.1 405' <<<"$answer" || fail "$method $path: $answer"
    grep -qi '^allow: .*GET.*HEAD' <<<"$answer" || fail "$method $path does not say what is allowed"
  done
done
for path in /metric /metrics/ /metrics/nodes/x /index.html /-/ /-/reload /api; do
  same "GET $path" 404 "$(status $path)"
done
stop exporter || fail "exit code $? after SIGTERM"
