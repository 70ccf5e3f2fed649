#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# shrink.sh KERNEL OUT [wavefold run options] - make a failing kernel small.
# Takes out runs of code lines, long ones first, as long as the kernel still assembles and lock step still finds a difference.
set -u
[ $# -ge 2 ] || { echo "usage: $0 KERNEL OUT [options of wavefold run]" >&2; exit 2; }
kernel=$1 out=$2 wavefold=${BUILD:-build}/bin/wavefold
shift 2
try=$out.try

# True when the kernel in $1 still fails with the first line of the difference it had (cycle numbers aside).
what() { sed -n 's/^DIFFERENCE in cycle [0-9]*: //p' | head -n 1; }
fails() {
    file=$1
    shift
    found=$(timeout 20 "$wavefold" run "$file" --races off --on rtl "$@" 2>&1 | what)     # a loop may have lost its way out
    [ -n "$found" ] && [ "$found" = "$wanted" ]
}

# Copy $1 without the if or loop that opens in line $2: its own lines go, what stands inside stays.
unwrap() {
    awk -v at="$2" '
        NR < at { print; next }
        NR == at { depth = 1; next }
        depth == 1 && ($1 == "else" || $1 == "continuing") { next }
        depth > 0 && ($1 == "if" || $1 == "loop") { depth++ }
        depth > 0 && ($1 == "endif" || $1 == "endloop") { depth--; if (depth == 0) next }
        { print }' "$1"
}

wanted=$("$wavefold" run "$kernel" --races off --on rtl "$@" 2>&1 | what)
[ -n "$wanted" ] || { echo "$0: $kernel does not fail" >&2; exit 1; }
cp "$kernel" "$out"
first=$(($(grep -n '^code' "$out" | head -n 1 | cut -d: -f1) + 1))
size=$((($(wc -l < "$out") - first) / 2))
while [ "$size" -ge 1 ]; do
    at=$first
    while [ $((at + size)) -le "$(wc -l < "$out")" ]; do
        sed "${at},$((at + size - 1))d" "$out" > "$try"
        if fails "$try" "$@"; then mv "$try" "$out"; else at=$((at + size)); fi
    done
    size=$((size / 2))
done
at=$first
while [ "$at" -lt "$(wc -l < "$out")" ]; do
    if sed -n "${at}p" "$out" | grep -Eq '^ *(if|loop)' && unwrap "$out" "$at" > "$try" && fails "$try" "$@"; then
        mv "$try" "$out"
    else
        at=$((at + 1))
    fi
done
rm -f "$try"
echo "$out: $(($(wc -l < "$out") - first + 1)) lines of code, $wanted"
