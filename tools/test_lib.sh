# SPDX-License-Identifier: Apache-2.0
# Counting, timing and logs of ./test. Sourced there.

export CCACHE_DIR=${CCACHE_DIR:-$PWD/.cache/ccache}
# Clones of one commit at different places share what was compiled.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}  # ninja would take two more
logs=build/logs
mkdir -p "$logs"
total_passed=0 total_failed=0 stage_passed=0 stage_failed=0 stage_table=()

count() { # count PASSED FAILED
  ((stage_passed += $1, stage_failed += $2))
}

pass() { count 1 0; }

fail() { # fail TEXT...
  count 0 1
  echo "FAILED: $*"
}

skip() { echo "skipped: $*"; }

selected() { # selected NAME: whether -k keeps it
  [[ $1 == *"$pattern"* ]]
}

seconds_since() { # seconds_since EPOCHREALTIME
  awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'
}

run_stage() { # run_stage NAME: calls stage_NAME
  local begin=$EPOCHREALTIME line
  echo "== $1"
  stage_passed=0 stage_failed=0
  "stage_$1"
  line=$(printf '%-9s %7s s  %5d passed  %3d failed' "$1" "$(seconds_since "$begin")" \
    "$stage_passed" "$stage_failed")
  echo "-- $line"
  stage_table+=("$line")
  ((total_passed += stage_passed, total_failed += stage_failed))
}

# Runs a command with its output in a log; shows the end of the log if the command fails.
logged() { # logged LOGNAME COMMAND...
  local log=$logs/$1.log
  shift
  "$@" >"$log" 2>&1 </dev/null && return 0
  local code=$?
  tail -n "${tail_lines:-60}" "$log"
  echo "(exit code $code; all of it in $log)"
  return "$code"
}

# One command that counts as one test.
counted() { # counted NAME COMMAND...
  local begin=$EPOCHREALTIME
  if logged "$@"; then
    pass
    echo "   ok $1 ($(seconds_since "$begin") s)"
  else
    fail "$1"
  fi
}

summary() {
  echo "== times"
  printf '%s\n' "${stage_table[@]}"
  echo "all of it ${SECONDS} s on $(nproc) cores"
  echo "$total_passed passed, $total_failed failed"
  ((total_failed == 0 && total_passed > 0))
}
