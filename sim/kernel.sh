#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kernel.sh FILE[:VARIANT] model|rtl|icarus LANES SEED - run one kernel at every wave size it allows; a PASS or FAIL line each.
# rtl is Verilator.  On the model, three seeds, three interleavings, in one line.  All of them in one process, for starting it takes longer than the run.
# Environment: BUILD; SIZES, of which alone: "4 32", say, or all; TURN=1: at one of them, by SEED.
set -u
usage() { echo "usage: sim/kernel.sh FILE[:VARIANT] model|rtl|icarus LANES SEED" >&2; exit 2; }
case $#${2-} in 4model | 4rtl | 4icarus) ;; *) usage ;; esac
name=$(basename "$1" | sed 's/\.wfk:/-/; s/\.wfk$//') on=$2 lanes=$3 seed=$4 wavefold=${BUILD:-build}/bin/wavefold
"$(dirname "$0")/check_number.sh" SEED "$seed" 0 4294967295 || exit 2
case $1 in *.wfk:) usage ;; *.wfk:*) file=${1%:*} variant=${1##*:} ;; *) file=$1 variant= ;; esac
status=0 where=$on ran=no
[ "$on" != icarus ] || where=rtl
sizes=$("$wavefold" sizes "$file" ${variant:+--variant "$variant"} --lanes "$lanes") || { echo "FAIL $name: no wave size"; exit 1; }
[ -n "$sizes" ] || { echo "PASS $name: allows no wave size of this device"; exit 0; }
if [ -n "${TURN-}" ]; then
    # shellcheck disable=SC2086  # a list of words
    SIZES=$(printf '%s\n' $sizes | awk -v sizes=" ${SIZES-} " -v seed="$seed" -v name="$name" '
        sizes ~ /^ *$/ || index(sizes, " " $1 " ") { size[n++] = $1 } END { if (n) print size[(seed + length(name)) % n]; else print "none" }')
fi
if [ "$on" = model ] && [ "$sizes" != default ] && [ -z "${SIZES-}${TURN-}" ]; then
    set -- run "$file" ${variant:+--variant "$variant"} --lanes "$lanes" --wave-size "$(echo $sizes | tr ' ' ,)" --seed "$seed" --seeds 3 --differ ok
    if output=$("$wavefold" "$@" 2>&1) && echo "$output" | grep -q "^PASS .* runs=$((3 * $(echo "$sizes" | wc -l))) wrong=0"; then
        for size in $sizes; do echo "PASS $name on model, $lanes lanes, wave size $size, seeds $seed to $((seed + 2))"; done
        exit 0
    fi
    echo "FAIL $name: $wavefold $*"
    echo "$output" | sed 's/^/    /'
    exit 1
fi
for size in $sizes; do
    case " ${SIZES:-$size} " in *" $size "*) ran=yes ;; *) continue ;; esac
    for s in $seed $([ "$on" != model ] || echo $((seed + 1)) $((seed + 2))); do
        set -- run "$file" ${variant:+--variant "$variant"} --on "$where" --lanes "$lanes" --seed "$s"
        [ "$on" != icarus ] || set -- "$@" --sim icarus
        [ "$size" = default ] || set -- "$@" --wave-size "$size"
        if output=$("$wavefold" "$@" 2>&1); then
            echo "PASS $name on $on, $lanes lanes, wave size $size, seed $s"
        else
            echo "FAIL $name: $wavefold $*"
            echo "$output" | sed 's/^/    /'
            status=1
        fi
    done
done
[ $ran = yes ] || echo "NONE $name: allows none of these wave sizes"
exit $status
