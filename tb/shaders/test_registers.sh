#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_registers.sh - kernels of machine learning keep in registers what they multiply and sum up: no scratch memory at any wave size.
# Loops are unrolled as the source asks: always, never, or by their number of turns.  Environment: BUILD.
set -u
wavefold=${BUILD:-build}/bin/wavefold
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0

verdict() {     # WHAT GOT EXPECTED
    if [ "$2" = "$3" ]; then
        echo "PASS registers $1: $2"
    else
        echo "FAIL registers $1: $2; expected $3"
        status=1
    fi
}

for shader in algo_quant_copy algo_quant_matmul algo_quant_matmul-opt algo_quant_matvec algo_quant_matvec-opt; do
    "$wavefold" check "tb/shaders/$shader.spv" >"$dir/said" 2>&1 || cat "$dir/said" >&2
    # wave size, lanes, waves, instructions, registers, scratch, groupshared
    sizes=$(awk 'NF == 7 && $1 ~ /^[0-9]+$/ && $5 <= 64 { printf "%s%s:%s", n++ ? " " : "", $1, $6 }' "$dir/said")
    verdict "scratch bytes by wave size, $shader" "$sizes" "4:0 8:0 16:0 32:0 64:0 128:0"
done

loops() {       # ATTRIBUTE TURNS STATEMENT: how many loops are left
    cat >"$dir/loop.comp" <<END
#version 450
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Out { uint word[]; };
void main()
{
    uint sums[$2];
    $1 for (uint i = 0u; i < $2u; i++)
        $3;
    word[0] = sums[0] + sums[$2 - 1];
}
END
    "$wavefold" asm "$dir/loop.comp" >"$dir/said" 2>&1 || cat "$dir/said" >&2
    grep -c ' loop ' "$dir/said"
}

store='word[i] = i * i'
verdict 'loops of 16 turns' "$(loops '' 16 "$store")" 0
verdict 'loops of 17 turns' "$(loops '' 17 "$store")" 1
verdict 'loops of 4 turns with dont_unroll' "$(loops '[[dont_unroll]]' 4 "$store")" 1
verdict 'loops of 200 turns with unroll' "$(loops '[[unroll]]' 200 "$store")" 0
verdict 'loops of 64 turns that index a variable' "$(loops '' 64 'sums[i] = word[i]')" 0
verdict 'loops of 65 turns that index a variable' "$(loops '' 65 'sums[i] = word[i]')" 1
exit $status
