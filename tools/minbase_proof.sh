#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tools/minbase_proof.sh [run|test]...: shows that ./run and ./test set up a fresh Debian 12.
#
# Makes a minimal Debian 12 in a temporary folder, clones the last commit into it, and there
# - run: starts ./run, asks /-/healthy and /-/ready over HTTP, ends it with SIGTERM;
# - test: runs ./test and wants its last line to report no failure.
# Needs root and mmdebstrap. Packages come from where this machine's apt gets its own; credentials
# are not copied. Mounts and processes live in namespaces that end with this script.
set -euo pipefail
cd "$(dirname "$0")/.."
steps=("$@")
((${#steps[@]})) || steps=(run test)
((EUID == 0)) || { echo "tools/minbase_proof.sh needs root (mounts, chroot)" >&2; exit 2; }
command -v mmdebstrap >/dev/null || { echo "install mmdebstrap first" >&2; exit 2; }

root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"

mapfile -t sources < <(find /etc/apt/sources.list /etc/apt/sources.list.d -type f \
  \( -name '*.list' -o -name '*.sources' \) -size +0 2>/dev/null)
options=()
for file in /etc/apt/apt.conf.d/*; do options+=(--aptopt="$file"); done
mmdebstrap --quiet --variant=minbase "${options[@]}" bookworm "$root" "${sources[@]}"
for kept in resolv.conf hosts; do cp --dereference "/etc/$kept" "$root/etc/$kept"; done
git clone --quiet --no-hardlinks . "$root/srv/pod-gpu-exporter"
cp tools/minbase_steps.sh "$root/srv/"
echo "minimal Debian 12 with $(ls "$root"/var/lib/dpkg/info/*.list | wc -l) packages; commit \
$(git rev-parse --short HEAD)"

# shellcheck disable=SC2016
unshare --mount --pid --fork --kill-child bash -euc '
  root=$1; shift
  mount --make-rprivate /
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/srv LANG=C.UTF-8 \
    bash /srv/minbase_steps.sh "$@"' bash "$root" "${steps[@]}"
