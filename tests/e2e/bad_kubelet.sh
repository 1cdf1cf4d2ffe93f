#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A kubelet that hangs, refuses and says odd things: scrapes stay quick and valid, the last good facts
# stay, and what is wrong is said.
. "$(dirname "$0")/lib.sh"

id=GPU-11111111-2222-3333-4444-555555555555
pods='[{"namespace": "default", "name": "good", "containers": [{"name": "main",
  "devices": [{"resource": "nvidia.com/gpu", "ids": ["'$id'"]}]}]}]'
line="pod_and_gpu_map_info{gpu_id=\"$id\",gpu_model=\"\",namespace=\"default\",node=\"ti\",pod_name=\"good\"} 1.0"

counts_error() { # counts_error KIND: whether errors of this kind are counted
  series pod_gpu_exporter_source_errors_total |
    grep -q "kind=\"$1\",source=\"podresources\"} [1-9]"
}
still_served() { # still_served WHAT
  local begin=${EPOCHREALTIME/./} took
  same "$1: the last good facts" "$line" "$(series pod_and_gpu_map_info)"
  took=$(((${EPOCHREALTIME/./} - begin) / 1000))
  ((took < 1000)) || fail "$1: a scrape took $took ms"
  same "$1: ready while the facts are young" 200 "$(status /-/ready)"
}

kubelet_says "{\"pods\": $pods}"
start_kubelet
start_exporter
wait_until 10 series_is pod_and_gpu_map_info "$line" || fail "the pod's line does not come"

kubelet_says "{\"pods\": [], \"hang\": true}"
wait_until 30 counts_error timeout || fail "a hanging kubelet is no timeout"
still_served "a kubelet that hangs"

kubelet_says '{"pods": [], "list_error": {"code": 7, "message": "no \"rights\"\nhere"}}'
wait_until 30 counts_error permission || fail "a refusal is not counted as such"
still_served "a kubelet that refuses"
get /-/ready | grep -q 'rights' || fail "/-/ready does not say what the kubelet said"

# Odd bytes in every name; the good pod among them stays.
long=$(printf 'z%.0s' {1..5000})
kubelet_says '{"pods": [{"namespace": "a\"b", "name": "x\\\n# TYPE y", "containers": [
  {"name": "c\u0007\u20ac", "devices": [{"resource": "nvidia.com/gpu",
    "ids": ["", "GPU-", "x\ny", "GPU-zz::::7", "'"$long"'"]}]}]}, '"${pods#[}}"
served_among_odd() {
  get /metrics >"$work/page"
  grep -qF "$line" "$work/page" && grep -q 'TYPE y' "$work/page"
}
wait_until 20 served_among_odd || fail "the good pod is not served beside odd ones"
promtool check metrics <"$work/page" || fail "promtool finds fault with the page"
/usr/bin/python3 - "$work/page" <<'END' || fail "the Python client cannot read the page"
import sys
from prometheus_client.parser import text_string_to_metric_families
families = {f.name: f for f in text_string_to_metric_families(open(sys.argv[1]).read())}
names = {s.labels["pod_name"] for s in families["pod_and_gpu_map_info"].samples}
assert "good" in names, names
assert all(name in ("good", "x\\\n# TYPE y") for name in names), names
END
same "still alive" 200 "$(status /-/healthy)"
stop exporter || fail "exit code $? after SIGTERM"
