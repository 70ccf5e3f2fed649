#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_image_set.sh - the shaders with images and samplers on the model, each with its variants at one wave size: what finds mutants of their
# lowering within seconds.  Environment: BUILD, SEED.
# Reads: tb/shaders/image_*.wfk tb/shaders/image_*.spv tb/shaders/asm_image_*.wfk tb/shaders/asm_image_*.spv tb/shaders/hlsl_texture*.wfk tb/shaders/hlsl_texture*.spv
set -u
BUILD=${BUILD:-build} SEED=${SEED:-1} passed=0 failed=0
for kernel in $(sim/variants.sh tb/shaders/image_*.wfk tb/shaders/asm_image_*.wfk tb/shaders/hlsl_texture*.wfk); do
    file=${kernel%%.wfk*}.wfk variant=${kernel#"$file"} variant=${variant#:}
    set -- run "$file" ${variant:+--variant "$variant"} --wave-size 8 --seed "$SEED"
    if "$BUILD/bin/wavefold" "$@" >/dev/null 2>&1; then passed=$((passed + 1))
    else failed=$((failed + 1)) && echo "FAIL image-set: $BUILD/bin/wavefold $*"; fi
done
[ $failed = 0 ] && [ $passed -ge 30 ] || { echo "FAIL image-set: $failed of $((passed + failed)) shaders"; exit 1; }
echo "PASS image-set: $passed shaders"
