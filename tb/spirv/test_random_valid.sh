#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_random_valid.sh - spirv-val finds nothing wrong with random modules.  Environment: BUILD, SEED, COUNT.
# Needs: tb/spirv/wf_spirv_random
set -u
BUILD=${BUILD:-build} SEED=${SEED:-1} COUNT=${COUNT:-40}
command -v spirv-val >/dev/null || { echo "SKIP spirv-random-valid: no spirv-val (Debian: spirv-tools)"; exit 0; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
good=0 bad=0
"$BUILD"/tb/spirv/wf_spirv_random --seed "$SEED" --count "$COUNT" --out "$work" 2>"$work/err" || { echo "FAIL spirv-random-valid: $(head -1 "$work/err")"; exit 1; }
for module in "$work"/*.spv; do
    if spirv-val --target-env vulkan1.3 "$module" >"$work/out" 2>&1; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "$(basename "$module" .spv): $(head -1 "$work/out")"
    fi
done
if [ "$bad" = 0 ] && [ "$good" = "$COUNT" ]; then echo "PASS spirv-random-valid modules=$good"; else echo "FAIL spirv-random-valid bad=$bad of $COUNT"; exit 1; fi
