#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# setup.sh PACKAGE... - make sure that Debian packages are installed.
# As root: apt-get; else through sudo; without either: print the command and exit 3.
set -eu

missing=
for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

command="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null 2>&1; }; then
    as_root=sudo
else
    echo "wavefold needs Debian packages that are not installed. As root, run:" >&2
    echo "    apt-get update && $command" >&2
    exit 3
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "installing:$missing"
# shellcheck disable=SC2086  # the command is a list of words
if ! { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive $command; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "wavefold could not install its packages. As root, run:" >&2
    echo "    apt-get update && $command" >&2
    exit 3
fi
