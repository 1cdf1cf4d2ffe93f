#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `completion` prints, put to the test by the shells themselves.
. "$(dirname "$0")/lib.sh"

for shell in bash zsh fish; do
  "$exporter" completion "$shell" >"$work/$shell" || fail "no completion for $shell"
done
code=0
"$exporter" completion bsh >/dev/null 2>"$work/bad.log" || code=$?
same "exit code for a wrong shell" 2 "$code"
grep -q 'did you mean bash?' "$work/bad.log" || fail "no advice"
code=0
"$exporter" completion >/dev/null 2>"$work/none.log" || code=$?
same "exit code without a shell" 2 "$code"

complete_bash() { # complete_bash WORD...: what bash offers for the last one
  bash --norc --noprofile -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _pod_gpu_exporter; printf "%s\n" "${COMPREPLY[@]}"' bash "$work/bash" "$@"
}
p=pod-gpu-exporter
same "bash, a flag" --log.level "$(complete_bash $p --log.l)"
same "bash, a switch" $'--no-demo' "$(complete_bash $p --no-d)"
same "bash, a value" $'info' "$(complete_bash $p --log.level = i)"
same "bash, every value" $'debug\ninfo\nwarn\nerror' "$(complete_bash $p --log.level =)"
same "bash, a value after a blank" json "$(complete_bash $p --log.format j)"
same "bash, a command" version "$(complete_bash $p v)"
same "bash, shells" $'bash\nzsh\nfish' "$(complete_bash $p completion '')"
same "bash, a file" "$work/bash" "$(complete_bash $p --config.file = "$work/bas")"
# Every flag of --help is offered.
"$exporter" --help | grep -oE '^  --[a-z.-]+' | tr -d ' ' | sort >"$work/flags"
complete_bash $p -- | sort >"$work/offered"
[[ -s $work/flags ]] || fail "--help names no flag"
same "flags that bash does not offer" "" "$(comm -23 "$work/flags" "$work/offered")"

# The others where they are installed.
if type fish >/dev/null 2>&1; then
  offered=$(HOME=$work fish --no-config -c "source $work/fish; complete -C '$p --log.level='" | cut -f 1)
  same "fish, values" $'--log.level=debug\n--log.level=error\n--log.level=info\n--log.level=warn' "$(sort <<<"$offered")"
fi
if type zsh >/dev/null 2>&1; then
  zsh -f -c "autoload -U compinit && compinit -D -d $work/dump; . $work/zsh && [[ \$_comps[$p] == _pod_gpu_exporter ]]" ||
    fail "zsh does not take it"
fi
