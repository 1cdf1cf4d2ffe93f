#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A real Prometheus scrapes the real exporter beside a kubelet that speaks the real protocol.
. "$(dirname "$0")/lib.sh"

a=GPU-aaaaaaaa-0000-0000-0000-000000000000
b=GPU-bbbbbbbb-0000-0000-0000-000000000000
pod() { # pod NAMESPACE NAME ID...: one pod with one container
  local ids
  ids=$(printf '"%s",' "${@:3}")
  printf '{"namespace": "%s", "name": "%s", "containers": [{"name": "main",
    "devices": [{"resource": "nvidia.com/gpu", "ids": [%s]}]}]}' "$1" "$2" "${ids%,}"
}

kubelet_says "{\"pods\": [$(pod default one $a), $(pod team-a two $b)]}"
start_kubelet
start_exporter

cat >"$work/prometheus.yml" <<END
global: {scrape_interval: 1s}
scrape_configs:
  - job_name: gpu
    static_configs: [{targets: ["${url#http://}"]}]
END
start prometheus prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/tsdb" \
  --web.listen-address=127.0.0.1:0
prometheus=http://127.0.0.1:$(await_port prometheus)

query() { # query EXPRESSION: label sets and values, sorted, without times
  promtool query instant "$prometheus" "$1" | sed 's/ @\[.*//' | sort
}
query_is() { [[ $(query "$1") == "$2" ]]; }
holders='max by (gpu_id, namespace, node, pod_name) (pod_and_gpu_map_info)'
holder() { printf '{gpu_id="%s", namespace="%s", node="ti", pod_name="%s"} => 1\n' "$@"; }

wait_until 20 query_is 'sum(up{job="gpu"})' '{} => 1' || fail "Prometheus cannot scrape"
first=$(holder $a default one; holder $b team-a two)
wait_until 10 query_is "$holders" "$first" || fail "wanted $first, got $(query "$holders")"
same "a series that stands twice" "" "$(query 'count by (gpu_id, pod_name) (pod_and_gpu_map_info) > 1')"
same "samples that Prometheus refused" "" \
  "$(query 'scrape_samples_scraped - scrape_samples_post_metric_relabeling != 0')"
wait_until 10 query_is 'count(pod_gpu_allocation_info{UUID!="",container="main",resource="nvidia.com/gpu"})' \
  '{} => 2' || fail "pod_gpu_allocation_info: $(query pod_gpu_allocation_info)"

# One pod ends, another takes its card; nothing of the old one is left.
kubelet_says "{\"pods\": [$(pod default one $a), $(pod team-a three $b)]}"
second=$(holder $a default one; holder $b team-a three)
wait_until 15 query_is "$holders" "$second" || fail "the change is not seen: $(query "$holders")"

# A node without GPU pods: heads without lines, and still up.
kubelet_says '{"pods": []}'
wait_until 15 query_is "$holders" "" || fail "lines without pods: $(query "$holders")"
same "up without pods" "1" "$(query 'sum(up)' | sed 's/.*=> //')"

kubelet_says "{\"pods\": [$(pod default one $a $b)]}"
page_names() { get /metrics >"$work/page" && grep -q "$1" "$work/page"; }
wait_until 10 page_names $b || fail "the second card does not come"
promtool check metrics <"$work/page" || fail "promtool finds fault with the page"
