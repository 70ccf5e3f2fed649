#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_copies.sh - a group of twenty copies that go round in circles, on devices with fewer registers: the front-end and the model against
# the interpreter.  Environment: BUILD.
# Needs: tb/spirv/wf_spirv_compare
# Reads: tb/shaders/swap-opt.spv
set -u
BUILD=${BUILD:-build} passed=0
# on the buffers and the grid of a random compute shader
others="--without pixels --without vertices --without geometry --without tessellation --without meshes --without tasks"
for regs in 8 9 10 11 12 16; do
    said=$("$BUILD/tb/spirv/wf_spirv_compare" --seed 3 --regs $regs --module tb/shaders/swap-opt.spv $others) && passed=$((passed + 1)) ||
        echo "FAIL copies: $regs registers: $(echo "$said" | head -1)"
done
[ $passed = 6 ] || exit 1
echo "PASS copies: $passed devices"
