#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# speed.sh - how fast the model and the simulators are, on one core: a row each, with the goal.  Environment: BUILD, SIM_LANES.
# The kernel is tb/top/speed.wfk, for the model alone tb/top/speed_model.wfk, which runs longer.  The best of three runs counts, since
# whatever else the machine does only slows one down.
# The goals hold on a machine that has a core to spare; this only prints.  Exit status: 1 when a run is wrong or gives no figure.
set -u
BUILD=${BUILD:-build} wavefold=$BUILD/bin/wavefold kernel=tb/top/speed_model.wfk
json=$BUILD/speed.json

best() {        # FIELD OPTIONS...: the most of FIELD that a second of a run gave, in three runs
    field=$1 figures=
    shift
    for _ in 1 2 3; do
        "$wavefold" run "$kernel" "$@" --seed 0 --stats "$json" >/dev/null || return 1
        figures="$figures $(awk -F'[:,]' -v field="\"$field\"" '{ gsub(/ /, "", $1) } $1 == field { n = $2 } $1 == "\"seconds\"" { s = $2 }
            END { if (n > 0 && s > 0) printf "%.0f\n", n / s }' "$json")"
    done
    echo "$figures" | tr ' ' '\n' | sort -n | tail -n 1 | grep .
}

row() {         # WHAT UNIT GOAL FIELD OPTIONS...
    what=$1 unit=$2 goal=$3
    shift 3
    if figure=$(best "$@"); then
        printf '%-44s %14s %14s  %s\n' "$what" "$figure" "$goal" "$unit"
    else
        echo "FAIL speed: $wavefold run $kernel $*"
        status=1
    fi
}

status=0
printf '%-44s %14s %14s\n' '' measured goal
row 'model, wave size 32' 'lane instructions a second' 1500000000 lane_instructions --on model
kernel=tb/top/speed.wfk
for lanes in ${SIM_LANES:-32 128}; do
    case $lanes in 32) goal=450000 ;; 128) goal=120000 ;; *) goal=- ;; esac
    row "Verilator in lock step, $lanes lanes" 'cycles a second' $goal cycles --on rtl --lanes "$lanes" --wave-size "$lanes"
done
exit $status
