#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prefix.sh TARGET FOLDER... - before make install or uninstall: each folder, or the nearest one that is there above it, can be written.
set -u
target=$1
shift
for folder in "$@"; do
    there=$folder
    while [ ! -e "$there" ]; do there=$(dirname "$there"); done
    [ -d "$there" ] && [ -w "$there" ] && continue
    echo "make $target: you cannot write to $there" >&2
    echo "try: make $target PREFIX=${HOME:-/home/you}/.local, or the same as root" >&2
    exit 1
done
