#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_lanes.sh - Verilator compiles a lane of an arithmetic unit once, not once a lane (docs/fp.md): a function more for each lane
# is right, but takes half again as long at 128 lanes.  It is the text that Verilator wrote for the simulators which is looked at.
# Environment: BUILD; simulators that are not built are left out.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so sim/libwavefold_sim_l128.so
set -u
BUILD=${BUILD:-build} status=0 ran=0

for text in "$BUILD/sim/l8.dir" "$BUILD/sim/l32.dir" "$BUILD/sim/l128.dir"; do
    [ -d "$text" ] || continue
    ran=$((ran + 1))
    # C1: a parameter; the adder of the LDS
    for unit in wf_valu_lane=1 wf_fp_fma__C1=1 wf_fp_add=1; do
        name=${unit%=*} wanted=${unit#*=}
        got=$(cat "$text"/*.cpp | grep -c "^VL_INLINE_OPT void Vwf_lockstep_tb_${name}___nba_sequent.*{")
        if [ "$got" = "$wanted" ]; then
            echo "PASS lanes of $name in ${text#"$BUILD"/sim/}: $got"
        else
            echo "FAIL lanes of $name in $text: $got functions, expected $wanted"
            status=1
        fi
    done
done
[ $ran != 0 ] || echo "SKIP lanes: no simulator is built"
exit $status
