#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# variants.sh FILE... - what kernel files stand for, a line each, as sim/kernel.sh takes it: FILE, then FILE:NAME for each `variant NAME` in it.
[ $# != 0 ] || { echo "usage: sim/variants.sh FILE..." >&2; exit 2; }
for file; do        # behind <, where awk does not take a=b.wfk for an assignment
    printf '%s\n' "$file"
    file=$file awk '$1 == "variant" { sub(/[=:].*/, "", $2); print ENVIRON["file"] ":" $2 }' <"$file" || exit 2
done
