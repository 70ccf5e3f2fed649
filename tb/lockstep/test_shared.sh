#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_shared.sh - on two cores over the memory path: a dispatch that waits, or whose descriptor was taken after an answer, sees what was stored
# before, though a neighbour has loaded the line on its cores meanwhile; and answers come while another dispatch does atomics without end.
# Environment: BUILD, SEED.
# Needs: sim/libwavefold_sim_l8_small_system_c2.so
set -eu
BUILD=${BUILD:-build} SEED=${SEED:-1}
mkdir -p "$BUILD/shared"
export WAVEFOLD_SIM=$BUILD/sim/libwavefold_sim_l8_small_system_c2.so

# NAME ATTRIBUTES... - heads of the dispatches below
head_of() { printf -- '--- %s\n[numthreads(4,1,1)]\n' "$1"; shift; printf '%s\n' "$@"; }
# ROUNDS - a delay
delay() { printf '    mov r1, 0\n    loop\n        add r1, r1, 1\n        ge.u r2, r1, %d\n        breakif r2\n    endloop\n' "$1"; }
producer()  { head_of producer 'dispatch 1' code; delay 60; printf '    mov r0, 0\n    mov r3, 1\n    store X[r0], r3\n    end\n'; }
neighbour() { head_of neighbour "$@" 'dispatch 4' code; printf '    mov r0, 0\n    load r4, X[r0]\n'; delay 300; echo '    end'; }
consumer()  { head_of consumer "$@" 'dispatch 16' code; printf '    sv r0, gid.x\n    shl r0, r0, 2\n    mov r1, 0\n    load r2, X[r1]\n    store Out[r0], r2\n    end\n'; }

try() {         # NAME < KERNEL
    kernel=$BUILD/shared/$1.wfk
    { printf 'buffer X[16]\nbuffer Out[16]\nexpect Out = each 1\n'; cat; } >"$kernel"
    for seed in 0 $(seq "$SEED" $((SEED + 3))); do
        "$BUILD/bin/wavefold" run "$kernel" --on rtl --seed "$seed" >"$kernel.log" 2>&1 ||
            { echo "FAIL $1: WAVEFOLD_SIM=$WAVEFOLD_SIM wavefold run $kernel --on rtl --seed $seed"; cat "$kernel.log"; exit 1; }
    done
    echo "PASS $1: sees what was stored, with 5 seeds"
}
{ producer; consumer '[wait]'; neighbour '[high]'; } | try waits-beside-high
{ producer; consumer '[wait]' '[high]'; neighbour; } | try high-waits-beside-low
# the last one has the id of the first, and is taken when that is answered
{ producer; neighbour '[high]'; neighbour; neighbour; consumer; } | try descriptor-behind-answer

# Dispatches 5 to 7 need the ids of 1 to 3, which end early: dispatch 4 would keep them for as long as it runs.
kernel=$BUILD/shared/endless.wfk
{
    printf 'buffer T[4096]\nbuffer Out[64]\n'
    for n in 1 2 3; do head_of "short $n" 'dispatch 1' code; delay 200; printf '    mov r0, %d\n    store Out[r0], r1\n    end\n' $((4 * n)); done
    head_of endless '[limit(20000)]' 'dispatch 8' code
    printf '    sv r0, dtid.x\n    shl r0, r0, 6\n    mov r2, 1\n    loop\n        atomic.add r3, T[r0], r2\n    endloop\n    end\n'
    for n in 5 6 7; do head_of "later $n" 'dispatch 1' code; printf '    mov r0, %d\n    store Out[r0], r0\n    end\n' $((4 * n)); done
} >"$kernel"
"$BUILD/bin/wavefold" run "$kernel" --on rtl --trace "$kernel.trace" >"$kernel.log" 2>&1 || { echo "FAIL endless: wavefold run $kernel --on rtl"; cat "$kernel.log"; exit 1; }
last=$(awk '$3 ~ /d[567]$/ { n++; last = $1 } END { print n ? last : 99999 }' "$kernel.trace")
[ "$last" -lt 6000 ] || { echo "FAIL endless: dispatches 5 to 7 ran until cycle $last: the answers before them waited for the atomics of another"; exit 1; }
echo "PASS endless: three answers and three more dispatches beside endless atomics, until cycle $last"
