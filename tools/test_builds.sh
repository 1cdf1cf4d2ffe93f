# SPDX-License-Identifier: Apache-2.0
# The stages of ./test that set up and compile. Sourced there.

stage_packages() {
  tail_lines=20 logged packages tools/install_packages build test || fail "installing packages"
}

build() { # build PRESET [TARGET...]
  local preset=$1 targets=()
  shift
  (($#)) && targets=(--target "$@")
  cmake --preset "$preset" && cmake --build --preset "$preset" "${targets[@]}" -- -k 0
}

stage_build() { counted build-dev build dev; }

stage_release() { counted build-release build release; }

stage_clang() {
  counted build-clang build clang
  counted clang-tidy tools/run_tidy build/clang
}

# An instrumented build and the test programs in it: all, or the ones named.
sanitized() { # sanitized PRESET [PROGRAM...]
  if logged "build-$1" build "$@"; then
    run_gtests "$@"
  else
    fail "build-$1"
  fi
}

stage_asan() {
  ASAN_OPTIONS=strict_string_checks=1:detect_stack_use_after_return=1 \
    UBSAN_OPTIONS=print_stacktrace=1 sanitized asan
}

# Pure folders start no thread (tools/check_layers sees to that): nothing to find there.
stage_tsan() {
  local folder programs=()
  for folder in $(cd src && ls); do
    [[ $folder =~ ^(model|schemes|join|exposition)$ ]] && continue
    [[ $(find "src/$folder" -name '*_test.cc') ]] && programs+=("${folder}_test")
  done
  local options=(second_deadlock_stack=1 ignore_noninstrumented_modules=1
    "suppressions=$PWD/tools/tsan.supp")
  TSAN_OPTIONS="${options[*]}" sanitized tsan "${programs[@]}"
}
