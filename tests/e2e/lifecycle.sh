#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The exporter's life beside a kubelet that is not there yet, comes, dies and comes back; and its
# own end while scrapes are under way.
. "$(dirname "$0")/lib.sh"

line='pod_and_gpu_map_info{gpu_id="GPU-11111111-2222-3333-4444-555555555555",gpu_model="",namespace="default",node="ti",pod_name="first"} 1.0'
first='{"pods": [{"namespace": "default", "name": "first", "containers": [{"name": "main",
  "devices": [{"resource": "nvidia.com/gpu",
    "ids": ["GPU-11111111-2222-3333-4444-555555555555"]}]}]}]}'
kubelet_says "$first"

# No socket at all: it serves, says that it is not ready and what would help.
start_exporter --staleness.limit=6s
same "healthy without a kubelet" 200 "$(status /-/healthy)"
same "not ready without a kubelet" 503 "$(status /-/ready)"
get /-/ready | grep -q podresources || fail "/-/ready does not name the source"
same "no lines" "" "$(series pod_and_gpu_map_info)"
get /metrics | grep -q '^# TYPE pod_and_gpu_map_info gauge$' || fail "the head of the family is gone"
series pod_gpu_exporter_source_up | grep -q podresources && fail "an absent source is neither up nor down"

# The socket appears.
start_kubelet
wait_until 10 has_status /-/ready 200 || fail "not ready beside a kubelet"
wait_until 5 series_is pod_and_gpu_map_info "$line" || fail "the pod's line does not come"

# It restarts: another socket is renamed over the path while ours stands on the old one.
kubelet_says "$(sed 's/"first"/"second"/' "$work/kubelet.json")"
kill -USR1 "${pids[kubelet]}"
wait_until 10 grep -q '^restarted' "$work/kubelet.log" || fail "the fake kubelet does not restart"
line=${line/first/second}
wait_until 10 series_is pod_and_gpu_map_info "$line" || fail "the replaced socket is not found"
same "ready after the restart" 200 "$(status /-/ready)"

# The kubelet dies: last good facts stay for the staleness limit, then go, and readiness with them.
stop kubelet KILL 2>/dev/null || true
rm -f "$kubelet_socket"
wait_until 5 series_is pod_gpu_exporter_source_up \
  'pod_gpu_exporter_source_up{source="podresources"} 0' || fail "a dead source is not down"
same "lines outlive the kubelet" "$line" "$(series pod_and_gpu_map_info)"
wait_until 15 has_status /-/ready 503 || fail "ready beside facts that are too old"
wait_until 5 series_is pod_and_gpu_map_info "" || fail "facts that are too old are still served"

# A new kubelet at the same path.
start_kubelet
wait_until 15 has_status /-/ready 200 || fail "not ready beside the new kubelet"
wait_until 5 series_is pod_and_gpu_map_info "$line" || fail "the pod's line does not come back"

# SIGTERM while a client is in the middle of a big page: it gets the whole of it.
kubelet_says "$(/usr/bin/python3 -c '
import json
print(json.dumps({"pods": [{"namespace": "default", "name": f"pod-{n}", "containers": [{"name": "main",
  "devices": [{"resource": "nvidia.com/gpu", "ids": [f"GPU-{n:08x}-2222-3333-4444-555555555555"]}]}]}
  for n in range(8000)]}))')"
many() { (($(series pod_and_gpu_map_info | wc -l) == 8000)); }
wait_until 20 many || fail "8000 pods do not come"
get /metrics --limit-rate 2M --output "$work/whole" --dump-header "$work/whole.head" &
pids[reader]=$!
wait_until 5 test -s "$work/whole" || fail "the big page does not begin"
stop exporter TERM || fail "exit code $? after SIGTERM beside a reader"
wait "${pids[reader]}" || fail "the reader's page was cut: curl says $?"
unset "pids[reader]"
size=$(tr -d '\r' <"$work/whole.head" | sed -n 's/^content-length: //Ip')
same "bytes of the page that SIGTERM met" "$size" "$(stat --format %s "$work/whole")"
kubelet_says "$(sed 's/"first"/"second"/' <<<"$first")"
start_exporter
wait_until 10 series_is pod_and_gpu_map_info "$line" || fail "the pod's line does not come again"

# SIGTERM with clients that read slowly, that sent half a request, and with scrapes in full swing.
port=${url##*:}
for _ in 1 2 3; do
  exec {half}<>"/dev/tcp/127.0.0.1/$port"
  printf 'GET /metrics HTTP/1.1\r\n' >&"$half"
done
for n in 1 2 3; do start "slow$n" curl --silent --limit-rate 100 "$url/metrics"; done
scrape_on() { while curl --silent --fail --max-time 5 "$url/metrics" >"$work/scrape.out"; do :; done; }
start scraper scrape_on
wait_until 5 test -s "$work/scrape.out" || fail "no scrape before the end"
begin=${EPOCHREALTIME/./}
code=0
stop exporter TERM || code=$?
took=$(((${EPOCHREALTIME/./} - begin) / 1000))
same "exit code after SIGTERM" 0 "$code"
((took <= 3000)) || fail "SIGTERM took $took ms"
echo "stopped after $took ms"
