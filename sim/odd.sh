#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# odd.sh NAME SEED COUNT SIZE - lock step on an odd machine, $BUILD/sim/icarus/wf_sim_NAME.vvp (sim/rtl.mk): COUNT random kernels of about SIZE
# instructions that its registers, slots and LDS can hold, as many files of four dispatches, and groups one after the other; a PASS or FAIL line
# each.
set -u
"$(dirname "$0")/number.sh" SEED "$2" 0 4294967295 || exit 2
name=$1 seed=$2 last=$(($2 + $3 - 1)) size=$4 BUILD=${BUILD:-build} status=0
sim=$BUILD/sim/icarus/wf_sim_$name.vvp
device=$(vvp -n -M "${sim%/*}" -m wavefold "$sim" +device) || { echo "FAIL $name: $sim does not say what it is"; exit 1; }
part() { echo "$device" | sed -n "s/.* $1=\([0-9]*\).*/\1/p"; }
slots=$(part slots) most=$(($(part reg-rows) / $(part regs)))      # waves of a group that use all registers
[ "$most" -ge "$slots" ] || slots=$most
mkdir -p "$BUILD/random"

run() {         # TEXT FILE SEED
    if output=$(WAVEFOLD_SIM=$sim "$BUILD/bin/wavefold" run "$2" --on rtl --sim icarus --seed "$3" 2>&1); then
        echo "PASS $name, $1, seed $3: $(echo "$output" | grep -o 'compared=[0-9]* cycles=[0-9]*')"
    else
        echo "FAIL $name, $1: WAVEFOLD_SIM=$sim $BUILD/bin/wavefold run $2 --on rtl --sim icarus --seed $3"
        echo "$output"
        status=1
    fi
}

run "a hundred groups" tb/top/many_groups.wfk "$seed"
while [ "$seed" -le "$last" ]; do
    kernel=$BUILD/random/$name-seed$seed.wfk
    "$BUILD/tb/top/wf_random" --seed "$seed" --lanes "$(part lanes)" --regs "$(part regs)" --slots "$slots" --lds $((4 * $(part lds-words))) \
        --size "$size" >"$kernel" || exit 1
    run "random kernel" "$kernel" "$seed"
    "$BUILD/tb/top/wf_random" --seed "$seed" --lanes "$(part lanes)" --regs "$(part regs)" --slots "$slots" --lds $((4 * $(part lds-words))) \
        --size "$size" --dispatches 4 >"$kernel" || exit 1
    run "four random dispatches" "$kernel" "$seed"
    seed=$((seed + 1))
done
exit $status
