# SPDX-License-Identifier: Apache-2.0
# The stages of ./test that run what was built. Sourced there.

# The <folder>_test programs of a build (all, or the ones named), two at a time, each test case
# counted.
run_gtests() { # run_gtests PRESET [PROGRAM...]
  local reports=build/$1/reports only code=0 counts wrapper=()
  only=$(IFS='|' && echo "${*:2}")
  rm -rf "$reports"
  # ThreadSanitizer of GCC 12 cannot place its shadow where the kernel randomises more bits than it
  # knows of; some containers forbid to switch that off, and then it has to do as it is.
  [[ $1 == tsan ]] && setarch "$(uname -m)" -R true 2>/dev/null && wrapper=(setarch "$(uname -m)" -R)
  local repeat=() timeout=300
  [[ $full ]] && repeat=(env GTEST_SHUFFLE=1 GTEST_REPEAT=10) timeout=3000
  GTEST_OUTPUT=json:$PWD/$reports/ GTEST_FILTER="*$pattern*" logged "tests-$1" \
    "${wrapper[@]}" "${repeat[@]}" ctest --test-dir "build/$1" --parallel 2 --timeout $timeout \
    --tests-regex "^(${only:-.*})\$" --no-tests=error --output-on-failure || code=$?
  counts=$(tools/count_gtests --ctest-code $code --build "build/$1" --only "${only:-.*}") ||
    fail "counting tests of $1"
  # shellcheck disable=SC2086
  [[ $counts ]] && count $counts
}

stage_unit() { run_gtests dev; }

stage_python() {
  logged python tools/run_python_tests -k "$pattern"
  local last
  last=$(tail -n 1 "$logs/python.log")
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    count "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
  else
    fail "the Python tests did not end"
  fi
}

stage_checks() {
  local check name
  for check in tools/check_*; do
    name=$(basename "$check")
    [[ -x $check ]] && selected "$name" || continue
    if [[ $name == check_tests_ran && ($pattern || ! -d build/dev/reports) ]]; then
      skip "$name: not all unit tests ran"
      continue
    fi
    counted "$name" "$check"
  done
}

stage_e2e() {
  local script name
  [[ $full ]] && export CROWD=full  # for crowd.sh
  for script in tests/e2e/*.sh; do
    name=$(basename "$script" .sh)
    [[ $name != lib && -f $script ]] && selected "$name" || continue
    counted "e2e-$name" timeout --kill-after=10 300 "$script"
  done
}

# One minute over all fuzz targets, an hour with --full; two at a time.
stage_fuzz() {
  if [[ ! -f tests/fuzz/CMakeLists.txt ]]; then
    skip "there are no fuzz targets"
    return
  fi
  logged build-fuzz build fuzz fuzzers || { fail build-fuzz; return; }
  local program name names=() seconds=60
  [[ $full ]] && seconds=3600
  for program in build/fuzz/bin/*_fuzz; do
    name=$(basename "$program")
    selected "$name" && names+=("$name")
  done
  ((${#names[@]})) || return
  printf '%s\n' "${names[@]}" |
    xargs -P 2 -I{} tools/run_fuzzer {} $((2 * seconds / ${#names[@]} + 1))
  for name in "${names[@]}"; do counted "fuzz-$name" tools/run_fuzzer --result "$name"; done
}

stage_go() {
  local module version
  version=$(go env GOVERSION 2>/dev/null | sed -n 's/^go\([0-9]*\.[0-9]*\).*/\1/p')
  if ! printf '1.24\n%s\n' "${version:-0}" | sort --check=quiet --version-sort; then
    skip "parts in Go: Go 1.24 or newer is not installed"
    return
  fi
  # Before the unit tests, which talk to the fake kubelet in Go where it has been built.
  counted go-fake-kubelet env -C tools go build -trimpath -o ../build/go/go-fake-kubelet ./gofakes/kubelet
  for module in $(git ls-files '*go.mod'); do
    counted "go-$(dirname "$module" | tr / -)" env -C "$(dirname "$module")" go test ./...
  done
  [[ ${module:-} ]] || skip "there are no parts in Go"
}
