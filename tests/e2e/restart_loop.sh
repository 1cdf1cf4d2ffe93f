#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A kubelet that restarts again and again while we are scraped without pause: a pod that it lists in
# between is never missing from the page, a pod that is gone goes, and what is shown was true once.
. "$(dirname "$0")/lib.sh"

entry() { # entry POD DIGIT
  printf '{"namespace": "default", "name": "%s", "containers": [{"name": "main",
    "devices": [{"resource": "nvidia.com/gpu", "ids": ["GPU-%s1111111-2222-3333-4444-555555555555"]}]}]}' "$@"
}
stays=$(entry stays 1)
goes=$(entry goes 2)
kubelet_says "{\"pods\": [$stays, $goes]}"
start_kubelet
start_exporter --staleness.limit=8s
two_pods() { (($(series pod_and_gpu_map_info | wc -l) == 2)); }
wait_until 10 two_pods || fail "the two pods do not come"

scrape_on() {
  while get /metrics >"$work/scraped" 2>>"$work/scrape_errors"; do
    grep '^pod_and_gpu_map_info{' "$work/scraped" | sed 's/.*pod_name="\([^"]*\)".*/\1/' | tr '\n' ' '
    echo
  done
}
scrape_on >"$work/seen" &
pids[scraper]=$!

restart() { kill -USR1 "${pids[kubelet]}"; }
restarts=0
for _ in {1..8}; do
  kubelet_says '{"pods": []}'   # what a kubelet says that does not know its pods yet
  restart
  sleep 0.3
  kubelet_says "{\"pods\": [$stays]}"
  sleep 0.4
  restarts=$((restarts + 1))
done
only_stays() { [[ $(series pod_and_gpu_map_info) == *'pod_name="stays"'* ]] && ! two_pods; }
wait_until 25 only_stays || fail "a pod that is gone stays: $(series pod_and_gpu_map_info)"
kill "${pids[scraper]}"
wait "${pids[scraper]}" 2>/dev/null || true
unset "pids[scraper]"

scrapes=$(wc -l <"$work/seen")
((scrapes > 20)) || fail "only $scrapes scrapes"
wrong=$(grep -vxE '(goes )?stays ' "$work/seen" | head -n 3 || true)
# The last line may be half written.
[[ -z $wrong || $wrong == "$(tail -n 1 "$work/seen")" ]] || fail "scrapes that lack the pod: $wrong"
echo "$restarts restarts, $scrapes scrapes, none without the pod"
stop exporter || fail "exit code $? after SIGTERM"
