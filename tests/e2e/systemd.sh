#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a service manager sees: sockets handed over are listened on, and no others; it hears when we
# are ready, alive and stopping.
. "$(dirname "$0")/lib.sh"

code=0
"$exporter" --node-name=ti --web.systemd-socket >"$work/alone.log" 2>&1 || code=$?
same "exit code without a socket" 1 "$code"
grep -q 'no socket was handed over' "$work/alone.log" || fail "it does not say what is missing"

/usr/bin/python3 - "$exporter" "$work" <<'END' || fail "the manager's view"
import os, signal, socket, subprocess, sys, urllib.request
exporter, work = sys.argv[1], sys.argv[2]
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(work + "/notify")
notify.settimeout(20)
sockets = []
for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "127.0.0.2")):
    s = socket.socket(family)
    s.bind((host, 0))
    s.listen()
    sockets.append(s)
environment = dict(os.environ, NOTIFY_SOCKET=work + "/notify", WATCHDOG_USEC="200000", LISTEN_FDS="2")
# Descriptors 3 and 4, and the shell's own number for the program that takes its place.
copies = [os.dup(s.fileno()) for s in sockets]
def hand_over():
    high = [os.dup2(fd, 100 + i) for i, fd in enumerate(copies)]
    for i, fd in enumerate(high):
        os.dup2(fd, 3 + i, inheritable=True)
child = subprocess.Popen(
    ["/bin/sh", "-c", 'export LISTEN_PID=$$; exec "$@"', "sh", exporter, "--node-name=ti",
     "--kubelet.socket=" + work + "/absent.sock", "--web.systemd-socket"],
    env=environment, preexec_fn=hand_over, close_fds=False)
try:
    heard = [notify.recv(100)]
    while b"READY=1" not in heard:
        heard.append(notify.recv(100))
    for s in sockets:
        host, port = s.getsockname()
        with urllib.request.urlopen(f"http://{host}:{port}/-/healthy", timeout=10) as answer:
            assert answer.status == 200
    for _ in range(3):
        assert notify.recv(100) == b"WATCHDOG=1"
    child.send_signal(signal.SIGTERM)
    while notify.recv(100) != b"STOPPING=1":
        pass
    assert child.wait(timeout=10) == 0
finally:
    child.kill()
END
