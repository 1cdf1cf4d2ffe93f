#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The JSON of /api/v1 beside the metrics that say the same, tags, filters, and waiting for a change.
. "$(dirname "$0")/lib.sh"

says() { # says POD...: each holds a card of its own
  /usr/bin/python3 - "$@" >"$work/kubelet.json.new" <<'END'
import json, sys
print(json.dumps({"pods": [{"namespace": "team \"a\"", "name": name, "containers": [{"name": "main",
  "devices": [{"resource": "nvidia.com/gpu", "ids": [f"GPU-{n:08x}-2222-3333-4444-555555555555"]}]}]}
  for n, name in enumerate(sys.argv[1:])],
  "allocatable": [{"resource": "nvidia.com/gpu", "ids": [f"GPU-{n:08x}-2222-3333-4444-555555555555"
                                                         for n in range(4)]}]}))
END
  mv "$work/kubelet.json.new" "$work/kubelet.json"
}
says one two
start_kubelet
start_exporter
has_two() { (($(series pod_and_gpu_map_info | wc -l) == 2)); }
wait_until 10 has_two || fail "the pods do not come"

# What the metrics say, the JSON says.
get /metrics >"$work/page"
for what in allocations devices nodes pods sources snapshot; do
  get /api/v1/$what --dump-header "$work/head" >"$work/$what.json"
  grep -qi '^content-type: application/json' "$work/head" || fail "$what is not JSON: $(cat "$work/head")"
  grep -qi '^etag: "' "$work/head" || fail "$what has no tag"
  grep -qi '^x-content-type-options: nosniff' "$work/head" || fail "$what may be sniffed"
done
/usr/bin/python3 - "$work" <<'END' || fail "JSON and metrics differ"
import json, sys
from prometheus_client.parser import text_string_to_metric_families
work = sys.argv[1]
page = open(f"{work}/page", encoding="utf-8").read()
samples = [s for f in text_string_to_metric_families(page) for s in f.samples]
read = {what: json.load(open(f"{work}/{what}.json", encoding="utf-8"))
        for what in ("allocations", "devices", "nodes", "pods", "sources", "snapshot")}
infos = [s.labels for s in samples if s.name == "pod_gpu_allocation_info"]
keys = ("node", "namespace", "pod", "container", "UUID", "resource", "scheme", "pod_uid")
assert [{k: i[k] for k in keys} for i in infos] == \
    [{k: a[k] for k in keys} for a in read["allocations"]["allocations"]], read["allocations"]
up = {s.labels["source"]: s.value for s in samples if s.name == "pod_gpu_exporter_source_up"}
states = {s["source"]: s["state"] for s in read["sources"]["sources"]}
assert {n for n, s in states.items() if s == "up"} == {n for n, v in up.items() if v == 1}, states
assert all("sources" in answer for answer in read.values())
generation = [s.value for s in samples if s.name == "pod_gpu_exporter_snapshot_generation"][0]
assert read["snapshot"]["generation"] == generation and read["snapshot"]["format_version"] == 1
node, = read["nodes"]["nodes"]
assert node["resources"] == [{"resource": "nvidia.com/gpu", "allocated": 2, "free": 2, "allocatable": 4}]
assert [p["pod"] for p in read["pods"]["pods"]] == ["one", "two"]
END
same "by namespace" '[]' "$(get '/api/v1/allocations?namespace=other' | /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["allocations"])')"
same "HEAD" 200 "$(get /api/v1/allocations --head --output /dev/null --write-out '%{http_code}')"
same "POST" 405 "$(get /api/v1/allocations --request POST --output /dev/null --write-out '%{http_code}')"
get /api/v1/snapshot --compressed | cmp - "$work/snapshot.json" || fail "compressed, it is another one"

# Tags and waiting.
etag() { get /api/v1/snapshot --head | tr -d '\r' | sed -n 's/^etag: //Ip'; }
tag=$(etag)
polled() { # polled WAIT: status and seconds of a poll with the tag that one has
  get "/api/v1/snapshot?wait=$1" --max-time 70 --header "If-None-Match: $tag" --output "$work/polled" \
    --write-out '%{http_code} %{time_total}'
}
[[ $(polled 0) == 304\ 0.* ]] || fail "no wait: $(polled 0)"
result=$(polled 1)
[[ $result == 304\ 1.* || $result == 304\ 2.* ]] || fail "a second without a change: $result"
polled 60 >"$work/result" &
pids[poll]=$!
sleep 0.5
says one two three
wait "${pids[poll]}" || fail "the poll failed"
unset "pids[poll]"
[[ $(<"$work/result") == 200\ [0-3].* ]] || fail "a change while one waits: $(<"$work/result")"
grep -q '"pod":"three"' "$work/polled" || fail "the answer lacks what changed"
[[ $(polled 60) == 200\ 0.* ]] || fail "another tag is not answered at once: $(polled 60)"
for bad in -1 61 x 1.5 ''; do
  same "wait=$bad" 400 "$(status "/api/v1/snapshot?wait=$bad")"
  get "/api/v1/snapshot?wait=$bad" | grep -q 'wait=.*0 to 60' || fail "wait=$bad is not explained"
done

# Hundreds of waiting clients take no place of scrapes, and an end does not wait for them.
tag=$(etag)
/usr/bin/python3 - "${url##*:}" "$tag" 600 >"$work/pollers" <<'END' &
import socket, sys, time
port, tag, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
request = f"GET /api/v1/snapshot?wait=60 HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\n\r\n".encode()
clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
for client in clients: client.sendall(request)
time.sleep(1)
refused = 0
for client in clients:
    client.setblocking(False)
    try: refused += b" 503 " in client.recv(100)
    except BlockingIOError: pass
print("refused", refused, flush=True)
time.sleep(60)
END
pids[pollers]=$!
wait_until 20 grep -q refused "$work/pollers" || fail "the clients do not get to wait"
same "polls beyond the bound" "refused 88" "$(<"$work/pollers")"
begin=${EPOCHREALTIME/./}
get /metrics >/dev/null || fail "no scrape beside 600 waiting clients"
((${EPOCHREALTIME/./} - begin < 1000000)) || fail "a scrape beside waiting clients is slow"
begin=${EPOCHREALTIME/./}
stop exporter || fail "exit code $? after SIGTERM"
took=$(((${EPOCHREALTIME/./} - begin) / 1000))
((took <= 3000)) || fail "SIGTERM took $took ms"
