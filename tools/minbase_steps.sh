#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What tools/minbase_proof.sh does inside the fresh system.
set -euo pipefail
cd /srv/pod-gpu-exporter

fail() { echo "FAILED: $*"; exit 1; }

ask() { # ask PORT PATH: the whole answer, without a client that a fresh system lacks
  exec 3<>"/dev/tcp/127.0.0.1/$1"
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$2" >&3
  timeout 5 cat <&3
  exec 3>&-
}

step_run() {
  local begin=$SECONDS log=/srv/run.log port='' pid code=0
  ./run --web.listen-address=127.0.0.1:0 >"$log" 2>&1 </dev/null &
  pid=$!
  until port=$(sed -n 's/.*msg="Listening on".* address=[^ ]*:\([0-9]*\).*/\1/p' "$log"); [[ $port ]]; do
    kill -0 "$pid" 2>/dev/null || { tail -n 30 "$log"; fail "./run ended by itself"; }
    ((SECONDS - begin < 1800)) || fail "./run does not listen after 30 minutes"
    sleep 1
  done
  echo "./run listens after $((SECONDS - begin)) s"
  [[ $(ask "$port" /-/healthy) == "HTTP/1.1 200"* ]] || fail "/-/healthy"
  local ready
  ready=$(ask "$port" /-/ready)
  echo "$ready"
  [[ $ready == "HTTP/1.1 503"* && $ready == *podresources* ]] || fail "/-/ready does not say what is missing"
  begin=$SECONDS
  kill -TERM "$pid"
  wait "$pid" || code=$?
  ((code == 0 && SECONDS - begin <= 4)) || fail "SIGTERM: exit code $code after $((SECONDS - begin)) s"
  echo "./run: OK"
}

step_test() {
  timeout 90m ./test 2>&1 | tee /srv/test.log || true
  [[ $(tail -n 1 /srv/test.log) =~ ^[0-9]+\ passed,\ 0\ failed$ ]] || fail "./test"
  echo "./test: OK"
}

for step in "$@"; do "step_$step"; done
