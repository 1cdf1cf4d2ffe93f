#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Crowds of clients that idle, dawdle or never read: a good scrape is served within a second beside
# each of them, the first one too. CROWD=full takes 10000 idle and 1000 slow ones.
. "$(dirname "$0")/lib.sh"

idle=1500 slow=600
if [[ ${CROWD:-} == full ]]; then idle=10000 slow=1000; fi

kubelet_says "$(/usr/bin/python3 -c '
import json
print(json.dumps({"pods": [{"namespace": "default", "name": f"pod-{n}", "containers": [{"name": "main",
  "devices": [{"resource": "nvidia.com/gpu", "ids": [f"GPU-{n:08x}-2222-3333-4444-555555555555"]}]}]}
  for n in range(8000)]}))')"
start_kubelet
# Not by start_exporter: reading 8000 pods five times a second is another test's business.
start exporter "$exporter" --node-name=ti --kubelet.socket="$kubelet_socket" --web.listen-address=127.0.0.1:0
url=http://127.0.0.1:$(await_port exporter)
many() { (($(series pod_and_gpu_map_info | wc -l) == 8000)); }
wait_until 20 many || fail "8000 pods do not come"

/usr/bin/python3 - "$url" "$idle" "$slow" "${pids[exporter]}" <<'END' || fail "a scrape beside a crowd"
import os, resource, socket, sys, time, urllib.request
url, idle, slow, pid = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
host, port = url.removeprefix("http://").split(":")
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
failures = 0

def crowd(count, sends, receive_buffer=None):
    made = []
    for _ in range(count):
        s = socket.socket()
        if receive_buffer:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        s.settimeout(10)
        s.connect((host, int(port)))
        if sends:
            try:
                s.sendall(sends)
            except OSError:
                pass  # pushed out already
        made.append(s)
    return made

def cpu():
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

# A second on the clock; on a machine that is busy with other things, a second of the exporter's own
# time for the crowd and the scrapes together.
def scrape(beside, cpu_before):
    global failures
    for n in (1, 2, 3):
        begin = time.monotonic()
        with urllib.request.urlopen(url + "/metrics", timeout=20) as answer:
            size = len(answer.read())
        took = time.monotonic() - begin
        spent = cpu() - cpu_before
        print(f"{beside}: scrape {n} of {size} bytes in {took:.3f} s, {spent:.2f} s of CPU")
        if (took > 1 and (spent > 1 or took > 5)) or size < 1_000_000:
            failures += 1

scrape("alone", cpu())
request = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
for name, arguments in {
    "idle": (idle, b""),
    "half a request": (slow, b"GET /metrics HTTP/1.1\r\nHos"),
    "stalled readers": (slow, request),
    "stalled readers with small buffers": (slow, request, 4096),
}.items():
    before = cpu()
    held = crowd(*arguments)
    scrape(f"{arguments[0]} {name}", before)
    for s in held:
        s.close()
sys.exit(failures)
END
echo "resident: $(sed -n 's/^VmRSS: *//p' "/proc/${pids[exporter]}/status")"
