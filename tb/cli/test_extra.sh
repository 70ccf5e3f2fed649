#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_extra.sh - the execution list of 0048 with 0, 1, 2 and 5 extra waves, dealt and idle: every index seen, every sum right.  An idle wave
# runs no code: its index is in the count, but nobody sees it.
# The shapes of tb/kernels/query.wfk, as variants of query_extra.wfk; on the model at every wave size, in lock step at 8 and 32 lanes.
set -u
BUILD=${BUILD:-build} wavefold=$BUILD/bin/wavefold
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0 number=${SEED:-1} case=${SEED:-1}

shaped() {              # X,Y,Z  "E" or "E, idle": query_extra.wfk and this variant
    xyz=$(echo "X = $1" | sed 's/,/, Y = /; s/\(Y.*\),/\1, Z = /')
    case $2 in 0 | *idle) dealt=0 ;; *) dealt=1 ;; esac
    sed "s/^\[numthreads/variant shaped : $xyz, DEALT = $dealt, [extra_waves($2)]\n&/" tb/kernels/query_extra.wfk
}

run() {                 # on lanes wave-size
    if "$wavefold" run "$file" --variant shaped --on "$1" --lanes "$2" --wave-size "$3" >"$dir/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL extra waves: ($shape) E=$extra, wave size $3, $1, $2 lanes"
        sed 's/^/    /' "$dir/log"
    fi
}

for shape in 8,1,1 100,1,1 256,1,1 1024,1,1 16,16,1 15,7,1 6,10,1 5,3,7 2,6,5 4,4,4; do
    for extra in 0 1 2 5 "0, idle" "1, idle" "2, idle" "5, idle"; do
        # in `make test` every second case, by turns
        case=$((case + 1))
        [ "${ALL-1}" != 0 ] || [ $((case % 2)) = 0 ] || continue
        file=$dir/query.wfk
        shaped "$shape" "$extra" >"$file"
        for size in $("$wavefold" sizes "$file" --variant shaped --lanes 128); do run model 128 "$size"; done
        # in `make test` on one of the two machines
        number=$((number + 1))
        for lanes in 8 32; do [ "${ALL-1}" = 0 ] && [ $((number % 2)) = $((lanes / 32)) ] || run rtl $lanes $lanes; done
    done
done
[ $failed = 0 ] && [ $passed -gt $([ "${ALL-1}" = 0 ] && echo 200 || echo 400) ] || { echo "FAIL extra waves: $passed passed, $failed failed"; exit 1; }
echo "PASS extra waves: $passed runs"
