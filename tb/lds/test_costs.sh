#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_costs.sh - what three LDS access patterns cost on the hardware, 32 lanes and 32 banks: word operations and conflict cycles, counted
# by hand.  Each kernel has 2 waves of 8 atomics and 1 load: 18 LDS instructions of 32 lanes.  Environment: BUILD.
# Needs: sim/libwavefold_sim_l32.so
set -u
BUILD=${BUILD:-build}
sim=verilator status=0
[ -x "$BUILD/sim/libwavefold_sim_l32.so" ] || sim=icarus
[ $sim = verilator ] || [ -f "$BUILD/sim/icarus/wf_sim_l32.vvp" ] || { echo "SKIP lds costs: no simulator of 32 lanes"; exit 0; }

costs() {               # VARIANT OPERATIONS CONFLICT-CYCLES
    stats=$("$BUILD/bin/wavefold" run tb/kernels/lds_cost.wfk ${1:+--variant "$1"} --on rtl --sim $sim --lanes 32 --wave-size 32 --stats - 2>&1)
    for want in '"passed": true' '"lds_instructions": 18' '"lds_lanes": 576' "\"lds_operations\": $2" "\"bank_conflict_cycles\": $3"; do
        case $stats in
        *"$want,"*) ;;
        *) echo "FAIL lds costs ${1:-banks}: wanted $want"; echo "$stats" | grep -E 'lds|conflict|passed' | sed 's/^/    /'; status=1 ;;
        esac
    done
    [ $status != 0 ] || echo "PASS lds costs ${1:-banks}: $2 operations, $3 conflict cycles"
}

costs ""       $((18 * 32)) 0
costs one_bank $((18 * 32)) $((18 * 31))
costs one_word 18 0
exit $status
