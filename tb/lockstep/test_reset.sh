#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_reset.sh - a reset in the middle of a dispatch: the next one runs in lock step as if nothing had been.  Environment: BUILD.
# Needs: sim/libwavefold_sim_l8.so sim/icarus/wf_sim_three.vvp sim/icarus/wavefold.vpi
# Under Icarus one cycle in `make test`, all in `make test-all`.
set -u
BUILD=${BUILD:-build} status=0 ran=0
for sim in "$BUILD/sim/libwavefold_sim_l8.so" "$BUILD/sim/icarus/wf_sim_three.vvp"; do
    [ -e "$sim" ] || continue
    case $sim in
    *.vvp) on='--sim icarus' kernels=tb/top/many_groups.wfk cycles='64'
           [ "${ALL-1}" = 0 ] || cycles='41 64 203' ;;
    *)     on='' cycles='3 41 57 64 90 203' kernels='tb/kernels/lds_ops.wfk tb/kernels/barrier_extra_waves.wfk tb/kernels/match_multi_prefix.wfk tb/kernels/lerp.wfk tb/kernels/histogram.wfk' ;;
    esac
    for kernel in $kernels; do
        for at in $cycles; do
            ran=$((ran + 1))
            # shellcheck disable=SC2086  # on is words
            output=$(WAVEFOLD_SIM=$sim "$BUILD/bin/wavefold" run "$kernel" --on rtl $on --seed "$at" --reset-at "$at" 2>&1)
            if [ $? = 0 ] && echo "$output" | grep -q "reset in cycle $at\$" && echo "$output" | grep -q "^PASS"; then
                echo "PASS reset of ${sim##*/} in cycle $at of $kernel"
            else
                echo "FAIL reset of $sim in cycle $at of $kernel"
                echo "$output" | head -n 10
                status=1
            fi
        done
    done
done
[ $ran != 0 ] || echo "SKIP reset: no simulator is built"
exit $status
