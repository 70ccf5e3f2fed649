#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kernel.sh FILE model|rtl LANES SEED - run one kernel at every wave size it allows; a PASS or FAIL line a run.
# On the model, three seeds: three interleavings.
set -u
file=$1 on=$2 lanes=$3 seed=$4 wavefold=${BUILD:-build}/bin/wavefold
name=$(basename "$file" .wfk) status=0
sizes=$("$wavefold" sizes "$file" --lanes "$lanes") || { echo "FAIL $name: no wave size"; exit 1; }
[ -n "$sizes" ] || { echo "PASS $name: allows no wave size of this device"; exit 0; }
for size in $sizes; do
    for s in $seed $([ "$on" = rtl ] || echo $((seed + 1)) $((seed + 2))); do
        set -- run "$file" --on "$on" --lanes "$lanes" --seed "$s"
        [ "$size" = default ] || set -- "$@" --wave-size "$size"
        if output=$("$wavefold" "$@" 2>&1); then
            echo "PASS $name on $on, $lanes lanes, wave size $size, seed $s"
        else
            echo "FAIL $name: $wavefold $*"
            echo "$output"
            status=1
        fi
    done
done
exit $status
