#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_fences.sh - what fences cost: a group whose waves load the same lines round after round, with each fence between, over the memory path.
# Needs: sim/libwavefold_sim_l8_system.so
set -u
. tb/cli/lib.sh
[ -x "$BUILD/sim/libwavefold_sim_l8_system.so" ] || { echo "SKIP fences: build/sim/libwavefold_sim_l8_system.so is not built"; exit 0; }

kernel() {      # FENCE
    printf '%s\n' '[numthreads(64,1,1)] [WaveSize(8)]' 'buffer In[512] = each i' 'buffer Out[256]' 'dispatch 4' code ' sv r0, gindex' ' shl r1, r0, 2' \
        ' mov r5, 0' ' mov r6, 0' ' loop' '  ge.u r7, r5, 64' '  breakif r7' '  add r5, r5, 1' '  load r2, In[r1]' '  load r3, In[r1+256]' \
        '  load r4, In[r1+512]' '  add r6, r6, r2' '  add r6, r6, r3' '  add r6, r6, r4' "  $1" ' endloop' ' sv r1, dtid.x' ' shl r1, r1, 2' \
        ' store Out[r1], r6' ' end' 'expect Out = each 64 * (3 * (i % 64) + 64 + 128)'
}
lines() {       # FENCE: lines that it asks memory for
    kernel "$1" >"$dir/$1.wfk"
    expect "$1: the sums" 0 "^PASS" - run "$dir/$1.wfk" --on rtl --lanes 8 --memory-path on --memory-latency 100 --memory-period 4 --stats "$dir/stats.json"
    lines=$(sed -n 's/^  "memory_line_accesses": \([0-9]*\),$/\1/p' "$dir/stats.json")
    echo "lines with $1: $lines"
}
# 12 lines are loaded, 32 parts of lines stored
lines nop
check "nothing between: each line once" test "$lines" -le 44
for fence in barrier memory_barrier.group; do
    lines $fence
    check "$fence empties no cache" test "$lines" -le 48
done
# 64 rounds of 12 lines, by each of four groups or for all of them
for fence in barrier.device memory_barrier; do
    lines $fence
    check "$fence fetches the lines of each round anew" test "$lines" -ge 768
done
exit $status
