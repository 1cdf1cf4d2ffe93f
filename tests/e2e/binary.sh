#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What is shipped: a binary that needs glibc alone, is hardened, and knows nothing of where it was
# built.
. "$(dirname "$0")/lib.sh"

needed=$(readelf --dynamic --wide "$exporter" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
others=$(grep -vE '^(libc|libm|libdl|librt|libpthread)\.so|^ld-linux' <<<"$needed" || true)
same "shared libraries besides glibc" "" "$others"
readelf --file-header --wide "$exporter" | grep -q 'Type: *DYN' || fail "not position independent"
readelf --program-headers --wide "$exporter" | grep -q GNU_RELRO || fail "no RELRO"
readelf --dynamic --wide "$exporter" | grep -q 'Flags:.*NOW' || fail "binds late"
readelf --program-headers --wide "$exporter" | grep -q 'GNU_STACK.* RW ' || fail "executable stack"
grep -aqF "$root" "$exporter" && fail "the path of the build is in the binary"
"$exporter" version | grep -q "$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")" ||
  fail "\`version\` does not say the version"
for scheme in "$root"/testdata/schemes/*/; do
  [[ $(basename "$scheme") == together ]] && continue
  "$exporter" --list-schemes | grep -q "^$(basename "$scheme" | tr _ -)\b" ||
    fail "--list-schemes does not know $(basename "$scheme")"
done
size=$(stat --format %s "$exporter")
echo "$size bytes"
((size < 40 << 20)) || fail "a binary of $size bytes"
