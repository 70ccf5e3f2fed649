#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_serial.sh - the LDS that does not combine, COALESCE = 0, in lock step at 32 lanes: what three access patterns cost, counted by hand (2 waves of
# 8 atomics and 1 load: lanes of one word make 8 * 32 operations and a load's one), and every kernel with atomics.  Environment: BUILD SEED.
# Only in `make test-all`: the simulator costs half a minute.
# Needs: sim/libwavefold_sim_l32.so sim/libwavefold_sim_l32_serial.so
set -u
BUILD=${BUILD:-build} SEED=${SEED:-1} status=0
[ -x "$BUILD/sim/libwavefold_sim_l32_serial.so" ] || { echo "SKIP lds serial: $BUILD/sim/libwavefold_sim_l32_serial.so is not built"; exit 0; }

costs() {               # VARIANT OPERATIONS CONFLICT-CYCLES
    stats=$("$BUILD/bin/wavefold" run tb/kernels/lds_cost.wfk ${1:+--variant "$1"} --on rtl --coalesce off --wave-size 32 --stats - 2>&1)
    good=1
    for want in '"passed": true' '"coalesce": 0' '"lds_instructions": 18' '"lds_lanes": 576' "\"lds_operations\": $2" "\"bank_conflict_cycles\": $3"; do
        case $stats in
        *"$want,"*) ;;
        *) echo "FAIL lds serial ${1:-banks}: wanted $want"; echo "$stats" | grep -E 'lds|conflict|passed' | sed 's/^/    /'; good=0 status=1 ;;
        esac
    done
    [ $good = 0 ] || echo "PASS lds serial ${1:-banks}: $2 operations, $3 conflict cycles"
}

costs ""       $((18 * 32)) 0
costs one_bank $((18 * 32)) $((18 * 31))
costs one_word $((2 * (8 * 32 + 1))) $((2 * 8 * 31))

for name in lds_ops atomics_bad atomics_good survivors_bad survivors_good histogram histogram:many coalesced_or lds_whole fault_lds_range atomics64 atomics64_groups fault_atomics64; do
    case $name in *:*) variant="--variant ${name#*:}" ;; *) variant= ;; esac
    # shellcheck disable=SC2086  # two words or none
    if output=$("$BUILD/bin/wavefold" run "tb/kernels/${name%:*}.wfk" $variant --on rtl --coalesce off --seed "$SEED" 2>&1); then
        echo "PASS lds serial $name, seed $SEED"
    else
        echo "FAIL lds serial: wavefold run tb/kernels/${name%:*}.wfk $variant --on rtl --coalesce off --seed $SEED"
        echo "$output" | sed 's/^/    /'
        status=1
    fi
done
exit $status
