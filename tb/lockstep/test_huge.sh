#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_huge.sh - grids of which nobody can wait for the end: the walk begins five groups before it (--first-group N).
# Each group's last thread leaves its thread ids; what they are is worked out here, modulo 2^32.
# Environment: BUILD; simulators that are not built are left out.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so sim/libwavefold_sim_l128.so sim/icarus/wf_sim_three.vvp sim/icarus/wavefold.vpi tb/top/wf_random
set -u
BUILD=${BUILD:-build} status=0 ran=0
kernel=$BUILD/huge.wfk

# X Y Z: the kernel for that grid, five groups before its end
kernel() {
    first=$(($1 * $2 * $3 - 5))
    cat <<TXT
[numthreads(3,2,2)]
buffer Out[20]
dispatch $1, $2, $3
code
    sv      r0, gid.z
    mul     r0, r0, $2
    sv      r1, gid.y
    add     r0, r0, r1
    mul     r0, r0, $1
    sv      r1, gid.x
    add     r0, r0, r1
    sub     r0, r0, $((first & 0xffffffff))
    sv      r1, gindex
    eq      r1, r1, 11
    if r1
        shl     r1, r0, 4
        sv      r4, dtid.x
        store   Out[r1], r4
        sv      r4, dtid.y
        store   Out[r1+4], r4
        sv      r4, dtid.z
        store   Out[r1+8], r4
        store   Out[r1+12], r0
    endif
    end
TXT
    printf 'expect Out = {'
    for k in 0 1 2 3 4; do
        at=$((first + k))
        printf '%s, ' $(((at % $1 * 3 + 2) & 0xffffffff)) $(((at / $1 % $2 * 2 + 1) & 0xffffffff)) $(((at / $1 / $2 * 2 + 1) & 0xffffffff))
        printf '%s' $k && [ $k = 4 ] || printf ', '
    done
    echo '}'
}

for sim in "$BUILD/sim/libwavefold_sim_l8.so" "$BUILD/sim/libwavefold_sim_l32.so" "$BUILD/sim/libwavefold_sim_l128.so" "$BUILD/sim/icarus/wf_sim_three.vvp"; do
    [ -e "$sim" ] || continue
    case $sim in *.vvp) on='--sim icarus' ;; *) on='' ;; esac
    for grid in '4294967295 3 2' '3 4294967295 2' '2 3 4294967295' '65537 65537 65537'; do
        ran=$((ran + 1))
        # shellcheck disable=SC2086  # grid and on are words
        kernel $grid >"$kernel"
        # shellcheck disable=SC2086
        output=$(WAVEFOLD_SIM=$sim "$BUILD/bin/wavefold" run "$kernel" --on rtl $on --seed $ran --first-group $first 2>&1)
        if [ $? = 0 ] && echo "$output" | grep -q "^PASS.* compared=[1-9]"; then
            echo "PASS end of the grid $grid on ${sim##*/}"
        else
            echo "FAIL end of the grid $grid on $sim"
            echo "$output" | head -n 10
            status=1
        fi
    done
done
[ $ran != 0 ] || echo "SKIP huge grids: no simulator is built"
exit $status
