# SPDX-License-Identifier: Apache-2.0
# What the end-to-end scripts share: a temporary folder, programs that are ended with the script,
# and waiting for a condition instead of sleeping. Sourced.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
exporter=${E2E_EXPORTER:-$root/build/release/pod-gpu-exporter}
fake_kubelet=${E2E_FAKE_KUBELET:-$root/build/dev/bin/fake-kubelet}
work=$(mktemp -d)
kubelet_socket=$work/kubelet.sock
declare -A pids=()

fail() {
  echo "FAILED at line ${BASH_LINENO[0]}: $*"
  for log in "$work"/*.log; do
    echo "--- $(basename "$log"), its end"
    tail -n 20 "$log"
  done
  exit 1
}

stop_all() {
  local name
  for name in "${!pids[@]}"; do kill -KILL "${pids[$name]}" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop_all EXIT
trap 'exit 1' INT TERM

for program in "$exporter" "$fake_kubelet"; do
  [[ -x $program ]] || { echo "$program is not built"; exit 1; }
done

start() { # start NAME COMMAND...: in the background, output in $work/NAME.log
  local name=$1
  shift
  : >"$work/$name.log"  # now: what an earlier program of this name said is not to be read for this one's
  "$@" >"$work/$name.log" 2>&1 </dev/null &
  pids[$name]=$!
}

stop() { # stop NAME [SIGNAL]: ends it and gives its exit code
  local pid=${pids[$1]} code=0
  kill -"${2:-TERM}" "$pid"
  wait "$pid" || code=$?
  unset "pids[$1]"
  return "$code"
}

wait_until() { # wait_until SECONDS COMMAND...: until it succeeds; fails when time is up
  local end=$((${EPOCHREALTIME/./} + $1 * 1000000))
  shift
  until "$@" >/dev/null 2>&1; do
    ((${EPOCHREALTIME/./} < end)) || return 1
    sleep 0.05
  done
}

# The port that a program took for port 0, from its log.
port_of() { # port_of NAME
  sed -n 's/.*msg="Listening on".* address=[^ ]*:\([0-9][0-9]*\).*/\1/p' "$work/$1.log" | head -n 1
}

await_port() { # await_port NAME: prints it
  wait_until 20 grep -q 'msg="Listening on"' "$work/$1.log" || fail "$1 does not listen"
  port_of "$1"
}

kubelet_says() { # kubelet_says JSON: what the fake kubelet answers from now on
  printf '%s\n' "$1" >"$work/kubelet.json.new"
  mv "$work/kubelet.json.new" "$work/kubelet.json"
}

start_kubelet() {
  start kubelet "$fake_kubelet" --socket="$kubelet_socket" --answer="$work/kubelet.json"
  wait_until 10 grep -q '^ready' "$work/kubelet.log" || fail "the fake kubelet opens no socket"
}

start_exporter() { # start_exporter [FLAG...]: sets url
  start exporter "$exporter" --node-name=ti --kubelet.socket="$kubelet_socket" \
    --web.listen-address=127.0.0.1:0 --refresh.interval=200ms "$@"
  url=http://127.0.0.1:$(await_port exporter)
}

get() { curl --silent --show-error --max-time 10 "$url$1" "${@:2}"; }

status() { # status PATH: the code alone
  get "$1" --output /dev/null --write-out '%{http_code}'
}

has_status() { [[ $(status "$1") == "$2" ]]; }

series() { # series NAME: the sample lines of one family on /metrics
  get /metrics | grep "^$1[{ ]" || true
}

series_is() { # series_is NAME LINES
  [[ $(series "$1") == "$2" ]]
}

same() { # same WHAT WANTED GOT
  [[ $2 == "$3" ]] || fail "$1"$'\nwanted:\n'"$2"$'\ngot:\n'"$3"
}
