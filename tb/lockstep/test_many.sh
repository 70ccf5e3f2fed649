#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_many.sh - 60 dispatches of a wave each, so short that answers and descriptors come in the same cycle, in lock step with 20 seeds: how many
# are in flight, which the counters follow, is right after each.  Environment: BUILD, SEED.
# Needs: sim/libwavefold_sim_l8.so
set -eu
BUILD=${BUILD:-build} SEED=${SEED:-1}
kernel=$BUILD/many_dispatches.wfk
{
    echo 'buffer Out[4]'
    echo 'expect Out = each i + 1'
    for word in 0 1 2 3; do
        printf -- '---\n[numthreads(4,1,1)]\ndispatch 1\ncode\n    mov r0, %d\n    mov r1, %d\n    store Out[r0], r1\n    end\n' $((4 * word)) $((word + 1))
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do printf -- '---\n[numthreads(4,1,1)]\ndispatch 1\ncode\n    end\n'; done
    done
} >"$kernel"
for seed in $(seq "$SEED" $((SEED + 19))); do
    "$BUILD/bin/wavefold" run "$kernel" --on rtl --lanes 8 --seed "$seed" >"$kernel.log" 2>&1 ||
        { echo "FAIL many dispatches: wavefold run $kernel --on rtl --lanes 8 --seed $seed"; cat "$kernel.log"; exit 1; }
done
echo "PASS many dispatches: 60 in flight one behind the other, with 20 seeds"
