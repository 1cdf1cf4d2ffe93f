#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Anything but a kubelet at the socket's path: it is named, pages stay quick and valid, the kubelet is
# found as soon as it is there, and a stop takes no longer.
. "$(dirname "$0")/lib.sh"

kubelet_says '{"pods": []}'
start_exporter

says() { get /-/ready | grep -qF "$1"; }
quick() { # quick WHAT
  local begin=${EPOCHREALTIME/./} took
  get /metrics | grep -q '^# TYPE pod_and_gpu_map_info gauge$' || fail "$1: no valid page"
  took=$(((${EPOCHREALTIME/./} - begin) / 1000))
  ((took < 1000)) || fail "$1: a scrape took $took ms"
  same "$1: readiness" 503 "$(status /-/ready)"
}
is_down() { series_is pod_gpu_exporter_source_up 'pod_gpu_exporter_source_up{source="podresources"} 0'; }

stands() { # stands WHAT ERROR: after something was put at the path
  wait_until 5 says "$2" || fail "$1: $(get /-/ready)"
  quick "$1"
  is_down || fail "$1 is not down: $(series pod_gpu_exporter_source_up)"
}

mkfifo "$kubelet_socket"
stands "a FIFO" "there is a FIFO, not a socket"
rm "$kubelet_socket"
mkdir "$kubelet_socket"
stands "a directory" "there is a directory, not a socket"
rmdir "$kubelet_socket"
echo text >"$kubelet_socket"
stands "a file" "there is a regular file, not a socket"
rm "$kubelet_socket"
ln -s kubelet.sock "$kubelet_socket"
stands "a loop of links" "links at this path lead in a circle"
rm "$kubelet_socket"
ln -s /dev/null "$kubelet_socket"
stands "a device" "there is a device, not a socket"
rm "$kubelet_socket"

bind_socket() { # bind_socket CALL: a program that binds the socket and then hangs
  start "$1" /usr/bin/python3 -c '
import socket, sys, time
s = socket.socket(socket.AF_UNIX)
s.bind(sys.argv[1])
if sys.argv[2] == "silent": s.listen(0)
time.sleep(120)' "$kubelet_socket" "$1"
}
bind_socket deaf
stands "a socket without a listener" "nobody listens on the socket"
stop deaf KILL 2>/dev/null || true
rm "$kubelet_socket"
bind_socket silent
wait_until 20 says "nobody accepts" || fail "a socket that never accepts: $(get /-/ready)"
quick "a socket that never accepts"

# A stop while the kubelet keeps us waiting.
begin=${EPOCHREALTIME/./}
stop exporter || fail "exit code $? after SIGTERM"
took=$(((${EPOCHREALTIME/./} - begin) / 1000))
((took <= 3000)) || fail "SIGTERM took $took ms"

# And the kubelet at last.
start_exporter
stop silent KILL 2>/dev/null || true
rm "$kubelet_socket"
start_kubelet
wait_until 10 has_status /-/ready 200 || fail "the kubelet is not found: $(get /-/ready)"
stop exporter || fail "exit code $? after SIGTERM"
