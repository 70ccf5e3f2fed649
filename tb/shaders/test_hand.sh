#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_hand.sh - what the front-end makes of three shaders against kernels of the same algorithms written by hand, tb/kernels/, at wave size
# 32: at most 1.3 times the instructions, executed by the waves and in the code.  Environment: BUILD.
# Needs: sim/libwavefold_sim_l32.so
set -u
BUILD=${BUILD:-build} wavefold=${BUILD:-build}/bin/wavefold
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0

executed() {    # KERNEL [VARIANT]
    "$wavefold" run "$1" ${2:+--variant "$2"} --wave-size 32 --stats "$dir/stats" >"$dir/said" 2>&1 || { cat "$dir/said" >&2; return 1; }
    sed -n 's/^ *"instructions": \([0-9]*\),*$/\1/p' "$dir/stats" | grep .
}
in_the_code() { # KERNEL [VARIANT]: a word a line
    "$wavefold" asm "$1" ${2:+--variant "$2"} --wave-size 32 -o "$dir/words" && grep -c '^[0-9a-f]\{16\}$' "$dir/words"
}

compare() {     # WHAT COUNTER NAME VARIANT
    shader=$3${4:+-$4}
    lowered=$($2 "tb/shaders/algo_$3.wfk" "$4") && written=$($2 "tb/kernels/$3.wfk") || { echo "FAIL hand $1 of $shader: no figure"; status=1; return; }
    ratio=$(awk "BEGIN { printf \"%.2f\", $lowered / $written }")
    if [ $((10 * lowered)) -le $((13 * written)) ]; then
        echo "PASS hand $1 instructions of $shader: $lowered, by hand $written: $ratio"
    else
        echo "FAIL hand $1 instructions of $shader: $lowered, by hand $written: $ratio; expected at most 1.3"
        status=1
    fi
}

for name in matmul mandelbrot radix_sort; do
    for variant in '' opt; do
        compare executed executed $name "$variant"
        compare static in_the_code $name "$variant"
    done
done
exit $status
