#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_sizes.sh - sizes that a unit cannot have are refused at elaboration, by the name of a module that says why; legal ones pass.
set -u
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
failed=0 passed=0
paths="-Irtl/common $(printf -- '-y %s ' rtl/*/)"

# refused WHY TOP PARAMETER=VALUE...: WHY is part of the module's name; "" means accepted
elaborate() {
    why=$1 top=$2
    shift 2
    parameters=
    for p in "$@"; do parameters="$parameters -P$top.$p"; done
    # shellcheck disable=SC2086
    iverilog -g2005 -Wno-timescale $paths $parameters -s "$top" -o "$work/vvp" "$(ls rtl/*/"$top".v)" >"$work/out" 2>&1
    status=$?
    if { [ -z "$why" ] && [ $status = 0 ]; } || { [ -n "$why" ] && [ $status != 0 ] && grep -q "Unknown module type: ${top}_$why" "$work/out"; }; then
        passed=$((passed + 1))
    else
        echo "FAIL sizes $top $*: wanted '${why:-accepted}', got status $status"
        sed 's/^/  /' "$work/out" | head -n 5
        failed=$((failed + 1))
    fi
}

elaborate LANES_must wf_lds LANES=2
elaborate LANES_must wf_lds LANES=12
elaborate LANES_must wf_lds LANES=256
elaborate BANKS_must wf_lds BANKS=1
elaborate BANKS_must wf_lds BANKS=24
elaborate BANKS_must wf_lds BANKS=256
elaborate WORDS_must wf_lds WORDS=32 BANKS=32
elaborate WORDS_must wf_lds WORDS=96 BANKS=16
elaborate DEPTH_must wf_queue DEPTH=1 DIRECT=0
elaborate WIDTH_must wf_queue WIDTH=0
for depth in 1 2 3 128; do elaborate "" wf_queue WIDTH=1 DEPTH=$depth; done
elaborate "" wf_queue DEPTH=2 DIRECT=0
elaborate "" wf_ram WIDTH=24 PARTS=3 ROWS=1
elaborate "" wf_free_list COUNT=1
for n in 1 17 256; do elaborate "" wf_pick N=$n; done
for unit in wf_lds wf_pack wf_valu wf_vfpu wf_xlane; do
    elaborate TAG_W_must $unit LANES=4 TAG_W=0
    elaborate "" $unit LANES=4 TAG_W=1
done
elaborate COALESCE_must wf_lds LANES=4 COALESCE=2
elaborate "" wf_lds LANES=4 COALESCE=0
elaborate "" wf_lds LANES=4 BANKS=2 WORDS=4 TAG_W=1
elaborate "" wf_lds LANES=4 BANKS=128 WORDS=256
elaborate LANES_must wf_mem_coalesce LANES=2
elaborate LANES_must wf_mem_coalesce LANES=24
elaborate TAG_W wf_mem_coalesce LANES=4 LTAG_W=0
elaborate LINES_must wf_mem_l1 LINES=1
elaborate LINES_must wf_mem_l1 LINES=48
elaborate "" wf_mem_l1 LINES=0
elaborate "" wf_mem_l1 LINES=2
elaborate DATA_must wf_axi_memory DATA=32
elaborate DATA_must wf_axi_memory DATA=256
elaborate "" wf_axi_memory DATA=64 SLOT_W=1
elaborate CORES_must wf_mem_merge CORES=17
elaborate "" wf_memory LANES=4 CORES=3 L1_LINES=0
for unit in wf_top wf_dispatch; do
    elaborate LDS_BANKS_must $unit LANES=4 LDS_BANKS=256
    elaborate LDS_BANKS_must $unit LANES=4 LDS_BANKS=1
    elaborate LDS_BANKS_must $unit LANES=4 LDS_BANKS=24
done
elaborate LDS_WORDS_must wf_dispatch LANES=4 LDS_WORDS=65536
elaborate LDS_WORDS_must wf_dispatch LANES=4 LDS_WORDS=96 LDS_BANKS=16
elaborate LDS_WORDS_must wf_dispatch LANES=4 LDS_WORDS=64 LDS_BANKS=64
elaborate CORES_must wf_dispatch LANES=4 CORES=17
elaborate "" wf_dispatch LANES=4 LDS_WORDS=256 LDS_BANKS=128
elaborate "" wf_dispatch LANES=4 LDS_WORDS=4 LDS_BANKS=2

[ $failed = 0 ] || exit 1
echo "PASS sizes checks=$passed"
