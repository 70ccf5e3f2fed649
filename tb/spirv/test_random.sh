#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_random.sh [COUNT] - random SPIR-V modules: what the front-end makes of them against what the tests' interpreter says they do.
# A module that differs is kept in $BUILD/random-spirv.  Environment: BUILD, SEED.
# No watch for races: the modules store one value from many lanes.
# Needs: tb/spirv/wf_spirv_random
set -u
count=${1:-400} BUILD=${BUILD:-build} SEED=${SEED:-1} kept=${BUILD:-build}/random-spirv
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
# what a Vulkan device may do otherwise
exact="--with divide --with scan_half --with double_steps --with wide_bits"
for size in 12 40 100; do
    "$BUILD/tb/spirv/wf_spirv_random" --seed $((SEED * 3000 + size)) --count $((count / 3)) --size $size $exact --out "$dir" >/dev/null || {
        echo "FAIL random-spirv: the generator"; exit 1; }
    for kernel in "$dir"/*.wfk; do
        if "$BUILD/bin/wavefold" run "$kernel" --races off >"$dir/said" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            mkdir -p "$kept" && cp "$kernel" "${kernel%.wfk}.spv" "$kept"
            sed -n 1,3p "$dir/said"
        fi
        rm -f "$kernel" "${kernel%.wfk}.spv"
    done
done
if [ $failed = 0 ] && [ $passed -gt $((count / 2)) ]; then
    echo "PASS random-spirv: $passed modules as the interpreter has them"
else
    echo "FAIL random-spirv: $failed of $((passed + failed)) modules differ: $kept (SEED=$SEED)"
    exit 1
fi
