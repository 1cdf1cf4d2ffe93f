#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --demo: says everywhere that it is one, shows the same for the same seed, changes by itself, and
# stands as a load generator of 5,000 nodes.
. "$(dirname "$0")/lib.sh"

start_demo() { # start_demo NAME [FLAG...]: sets url
  start "$1" "$exporter" --demo --web.listen-address=127.0.0.1:0 "${@:2}"
  url=http://127.0.0.1:$(await_port "$1")
  wait_until 30 has_status /-/ready 200 || fail "$1 does not become ready"
}
has_lines() { [[ -n $(series pod_and_gpu_map_info) ]]; }
# Whatever depends on the moment of the start aside.
map() { get /metrics | grep -E '^(pod_and_gpu_map_info|pod_gpu_allocation_info|gpu_device_info|gpu_node_devices)\{'; }

# Said everywhere, and only where asked for.
start_demo demo
wait_until 10 has_lines || fail "the demo shows nothing"
series_is pod_gpu_exporter_demo "pod_gpu_exporter_demo 1" || fail "the metrics do not say demo"
get / | grep -q '<strong>demo</strong>' || fail "the page does not say demo"
get /-/ready | grep -q '^demo: a simulated cluster' || fail "readiness does not say demo"
get /api/v1/snapshot | grep -q '"demo":true' || fail "the JSON does not say demo"
grep -q 'level=WARN msg="Demo: ' "$work/demo.log" || fail "the log does not say demo"
get /metrics | promtool check metrics || fail "promtool does not like the page"

# Things to see: sharing, slices, idle cards, a contradiction.
for scheme in device-plugin mig time-slicing hami dra; do
  series pod_gpu_allocation_info | grep -q "scheme=\"$scheme\"" || fail "no $scheme"
done
series gpu_device_pods | grep -q ' 0$' || fail "no idle card"
series pod_gpu_claim_conflicts | grep -q 'two_exclusive_owners"} 1$' || fail "no conflict"
[[ -z $(series pod_gpu_unresolved_devices) ]] || fail "unresolved: $(series pod_gpu_unresolved_devices)"

# Pods come and go by themselves, and nobody has to wait for the next poll.
before=$(map)
changes() { [[ $(map) != "$before" ]]; }
wait_until 4 changes || fail "nothing changes"
stop demo || fail "exit code $? after SIGTERM"

# The same seed shows the same, another one something else.
for name in one two other; do
  seed=7
  [[ $name == other ]] && seed=8
  start_demo "$name" --demo.churn=0 --demo.seed="$seed"
  wait_until 10 has_lines || fail "$name shows nothing"
  map >"$work/$name.map"
  stop "$name" || fail "exit code $? of $name"
done
cmp "$work/one.map" "$work/two.map" || fail "one seed, two clusters"
if cmp -s "$work/one.map" "$work/other.map"; then fail "two seeds, one cluster"; fi

# A load generator.
start_demo load --demo.nodes=5000 --demo.churn=100
wait_until 30 has_lines || fail "5,000 nodes do not come"
get /metrics >"$work/load.page"
nodes=$(sed -n 's/^gpu_device_info{.*,node="\([^"]*\)".*/\1/p' "$work/load.page" | sort -u | wc -l)
same "nodes" 5000 "$nodes"
promtool check metrics <"$work/load.page" || fail "promtool does not like 5,000 nodes"
started=${EPOCHREALTIME/./}
stop load || fail "exit code $? of 5,000 nodes"
took=$(((${EPOCHREALTIME/./} - started) / 1000))
((took <= 3000)) || fail "5,000 nodes took $took ms to stop"
