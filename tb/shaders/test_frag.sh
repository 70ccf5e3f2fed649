#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_frag.sh - the fragment, vertex, tessellation and geometry shaders of the set: on the model at every wave size, and each of them on the hardware in lock step, with stalls.
# Needs: sim/libwavefold_sim_l8.so
# Environment: BUILD, SEED.
# Reads: tb/shaders/frag_* tb/shaders/vert_* tb/shaders/asm_vert.* tb/shaders/hlsl_vert.* tb/shaders/tess_* tb/shaders/asm_tess* tb/shaders/hlsl_hull.* tb/shaders/hlsl_domain.* tb/shaders/geom_* tb/shaders/asm_geom.* tb/shaders/hlsl_geom.*
set -u
build=${BUILD:-build} seed=${SEED:-1} status=0 count=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

run() {         # WHAT ARGUMENTS...
    what=$1
    shift
    count=$((count + 1))
    timeout 120 "$build/bin/wavefold" run "$@" >"$log" 2>&1 && return
    echo "FAIL frag $what: wavefold run $*"
    head -n 12 "$log" | sed 's/^/    /'
    status=1
}

for file in tb/shaders/frag_*.wfk tb/shaders/vert_*.wfk tb/shaders/asm_vert.wfk tb/shaders/hlsl_vert.wfk tb/shaders/tess_*.wfk tb/shaders/asm_tess*.wfk \
    tb/shaders/hlsl_hull.wfk tb/shaders/hlsl_domain.wfk tb/shaders/geom_*.wfk tb/shaders/asm_geom.wfk tb/shaders/hlsl_geom.wfk; do
    for variant in "" $(sed -n 's/^variant \([a-z0-9]*\) = .*/\1/p' "$file"); do
        name=$(basename "$file" .wfk)${variant:+:$variant}
        run "$name" "$file" ${variant:+--variant "$variant"} --wave-size all
        run "$name" "$file" ${variant:+--variant "$variant"} --on rtl --lanes 8 --seed "$seed"
    done
done
[ -e "$build/sim/libwavefold_sim_l8.so" ] || echo "SKIP frag: $build/sim/libwavefold_sim_l8.so is not built"
[ $count -ge 40 ] || { echo "FAIL frag: $count runs"; status=1; }
[ $status != 0 ] || echo "PASS frag: $count runs"
exit $status
