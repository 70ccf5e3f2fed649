#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# corner_machines.sh NAME SEED COUNT SIZE [WHAT...] - lock step on a machine of tb/lockstep/machines.list, $BUILD/sim/icarus/wf_sim_NAME.vvp.
# A PASS or FAIL line for each of
#   groups      a hundred groups one after the other
#   kernel      COUNT random kernels of about SIZE instructions that its registers, slots, LDS and instruction memory can hold
#   dispatches  COUNT such files of four dispatches
# or of all three, when none is named.  A file that fails stays in $BUILD/random, or in FOLDER.
set -u
[ $# -ge 4 ] || { echo "usage: $0 NAME SEED COUNT SIZE [groups|kernel|dispatches...]" >&2; exit 2; }
"$(dirname "$0")/check_number.sh" SEED "$2" 0 4294967295 || exit 2
name=$1 seed=$2 last=$(($2 + $3 - 1)) size=$4 BUILD=${BUILD:-build} status=0
shift 4
[ $# != 0 ] || set -- groups kernel dispatches
for what; do
    case $what in groups | kernel | dispatches) ;; *) echo "$what: expected groups, kernel or dispatches" >&2; exit 2 ;; esac
done
whats=" $* "
asked() { case $whats in *" $1 "*) true ;; *) false ;; esac; }
sim=$BUILD/sim/icarus/wf_sim_$name.vvp
device=$(WAVEFOLD_SIM=$sim "$BUILD/bin/wavefold" device --sim icarus) || { echo "FAIL $name: $sim does not say what it is"; exit 1; }
part() { echo "$device" | sed -n "s/.* $1=\([0-9]*\).*/\1/p"; }
slots=$(part slots) most=$(($(part reg-rows) / $(part regs)))      # waves of a group that use all registers
[ "$most" -ge "$slots" ] || slots=$most
[ "$size" -le $(($(part imem-words) / 12)) ] || size=$(($(part imem-words) / 12))        # four kernels, and what they have at their ends
mkdir -p "${FOLDER:=$BUILD/random}"

run() {         # TEXT FILE SEED
    if output=$(WAVEFOLD_SIM=$sim "$BUILD/bin/wavefold" run "$2" --races off --on rtl --sim icarus --seed "$3" 2>&1); then
        echo "PASS $name, $1, seed $3: $(echo "$output" | grep -o 'compared=[0-9]* cycles=[0-9]*')"
    else
        echo "FAIL $name, $1: WAVEFOLD_SIM=$sim $BUILD/bin/wavefold run $2 --on rtl --sim icarus --seed $3"
        echo "$output"
        status=1
        return 1
    fi
}

random() {      # TEXT SEED WHAT OPTIONS: a random file that the machine holds
    text=$1 at=$2 kernel=$FOLDER/$name-$3-seed$2.wfk
    shift 3
    "$BUILD/tb/top/wf_random" --seed "$at" --lanes "$(part lanes)" --regs "$(part regs)" --slots "$slots" --lds $((4 * $(part lds-words))) \
        --size "$size" --fpu "$(part fpu)" "$@" >"$kernel" || exit 1
    ! run "$text" "$kernel" "$at" || rm -f "$kernel"
}

! asked groups || run "a hundred groups" tb/top/many_groups.wfk "$seed"
while [ "$seed" -le "$last" ]; do
    ! asked kernel || random "random kernel" "$seed" kernel
    ! asked dispatches || random "four random dispatches" "$seed" dispatches --dispatches 4
    seed=$((seed + 1))
done
exit $status
