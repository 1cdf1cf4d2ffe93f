#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of the node exporter as a whole: size, memory, threads (also with 96 cores faked), idle CPU,
time from start to ready, from an allocation to the page, and scrapes a second beside nginx serving the
same bytes from a file.

usage: bench/node_figures.py [EXPORTER [FAKE_KUBELET]]
Needs the release build, the dev build's fake-kubelet, cc; wrk and nginx for the comparison. Talks to
loopback only, ends by itself within two minutes.
"""
import http.client
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXPORTER = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/pod-gpu-exporter"
KUBELET = sys.argv[2] if len(sys.argv) > 2 else ROOT / "build/dev/bin/fake-kubelet"
CARDS = [f"GPU-{i:08x}-0000-0000-0000-000000000000" for i in range(8)]
MANY_CORES = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>
long sysconf(int name) {
  static long (*real)(int);
  if (!real) real = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  return name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? 96 : real(name);
}
int get_nprocs(void) { return 96; }
"""


def answer(pods):
    """`pods` pods with one card each, as the fake kubelet wants it."""
    return {
        "pods": [
            {"namespace": "default", "name": f"train-{i}", "containers": [
                {"name": "main", "devices": [
                    {"resource": "nvidia.com/gpu", "ids": [CARDS[i % 8] + f"::{i // 8}"]}]}]}
            for i in range(pods)],
        "allocatable": [{"resource": "nvidia.com/gpu", "ids": CARDS}],
    }


def put(path, value):
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value))
    new.rename(path)


class Node:
    """A fake kubelet and an exporter beside it."""

    def __init__(self, work, pods, env=None):
        self.answer = work / "answer.json"
        put(self.answer, answer(pods))
        self.checkpoint = work / "device-plugins" / "kubelet_internal_checkpoint"
        self.checkpoint.parent.mkdir(exist_ok=True)
        socket = work / "kubelet.sock"
        self.kubelet = subprocess.Popen(
            [KUBELET, f"--socket={socket}", f"--answer={self.answer}"], stdout=subprocess.PIPE, text=True)
        while not self.kubelet.stdout.readline().startswith("ready"):
            pass
        self.started = time.monotonic()
        self.exporter = subprocess.Popen(
            [EXPORTER, "--node-name=n", f"--kubelet.socket={socket}",
             f"--kubelet.checkpoint={self.checkpoint}", "--web.listen-address=127.0.0.1:0"],
            stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})})
        for line in self.exporter.stderr:
            if 'msg="Listening on"' in line:
                self.port = int(line.rsplit(":", 1)[1])
                break
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)

    def get(self, path):
        self.connection.request("GET", path)
        response = self.connection.getresponse()
        return response.status, response.read().decode()

    def wait_ready(self):
        while self.get("/-/ready")[0] != 200:
            time.sleep(0.001)
        return time.monotonic() - self.started

    def proc(self, name):
        return pathlib.Path(f"/proc/{self.exporter.pid}/{name}").read_text()

    def status(self, key):
        return next(line.split()[1] for line in self.proc("status").splitlines() if line.startswith(key))

    def cpu(self):
        fields = self.proc("stat").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        for process in (self.exporter, self.kubelet):
            process.send_signal(signal.SIGTERM)
            process.wait(10)


def latency(node):
    """From the kubelet's answer and its checkpoint being written to the line on the page."""
    times = []
    for i in range(20):
        put(node.answer, answer(65 + i))
        time.sleep(0.12)  # the fake kubelet looks every 50 ms
        begin = time.monotonic()
        node.checkpoint.write_text(str(i))
        while f'pod_name="train-{64 + i}"' not in node.get("/metrics/nodes")[1]:
            time.sleep(0.001)
        times.append(time.monotonic() - begin)
        time.sleep(0.3)
    return times


def wrk(url):
    out = subprocess.run(["wrk", "-t1", "-c8", "-d4s", url], capture_output=True, text=True, check=True)
    return float(next(l.split()[1] for l in out.stdout.splitlines() if l.startswith("Requests/sec")))


def compare(node, work):
    """Scrapes a second as a ratio to nginx serving the same page, in turns."""
    if not (shutil.which("wrk") and shutil.which("nginx")):
        return print("scrapes: wrk or nginx is not installed")
    page = node.get("/metrics")[1]
    (work / "metrics").write_text(page)
    os.chmod(work, 0o755)
    port = node.port + 1 if node.port < 65000 else node.port - 1
    (work / "nginx.conf").write_text(
        f"daemon off; worker_processes 1; error_log stderr; pid {work}/nginx.pid; events {{}} http {{ access_log off;"
        f" server {{ listen 127.0.0.1:{port}; root {work}; }} }}")
    nginx = subprocess.Popen(["nginx", "-p", work, "-c", work / "nginx.conf"], stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    pairs = [(wrk(f"http://127.0.0.1:{node.port}/metrics"), wrk(f"http://127.0.0.1:{port}/metrics"))
             for _ in range(3)]
    nginx.terminate()
    nginx.wait(10)
    ratios = [a / b for a, b in pairs]
    print(f"scrapes/s, page of {len(page)} bytes: {statistics.median(a for a, _ in pairs):.0f}, nginx "
          f"{statistics.median(b for _, b in pairs):.0f}, ratio {statistics.median(ratios):.2f} "
          f"({min(ratios):.2f}-{max(ratios):.2f})")


def main():
    print(f"binary: {os.path.getsize(EXPORTER)} bytes")
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        ready = []
        for _ in range(5):
            node = Node(work, 64)
            ready.append(node.wait_ready())
            node.stop()
        print(f"start to ready: median {statistics.median(ready) * 1e3:.0f} ms, worst {max(ready) * 1e3:.0f} ms")
        (work / "cores.c").write_text(MANY_CORES)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", work / "cores.so", work / "cores.c", "-ldl"], check=True)
        node = Node(work, 64, {"LD_PRELOAD": str(work / "cores.so")})
        node.wait_ready()
        print(f"with 96 cores faked: {node.status('Threads')} threads, RSS {node.status('VmRSS')} kB")
        node.stop()
        node = Node(work, 64)
        node.wait_ready()
        before, begin = node.cpu(), time.monotonic()
        time.sleep(20)
        used = (node.cpu() - before) / (time.monotonic() - begin)
        print(f"idle: {used * 100:.2f} % of a core, {node.status('Threads')} threads, RSS {node.status('VmRSS')} kB")
        times = latency(node)
        print(f"allocation to page: median {statistics.median(times) * 1e3:.0f} ms, worst {max(times) * 1e3:.0f} ms")
        compare(node, work)
        print(f"after that: RSS {node.status('VmRSS')} kB, peak {node.status('VmHWM')} kB")
        node.stop()


if __name__ == "__main__":
    main()
