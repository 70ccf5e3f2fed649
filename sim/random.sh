#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# random.sh LANES SEED COUNT [SIZE [DISPATCHES]] - COUNT random kernels from seed SEED on, in lock step; a PASS or FAIL line each.
# DISPATCHES: so many of them in a file, in flight together.  CORES=N: on several cores.  GENERATOR=wf_shared: of dispatches that share few lines.
# SIM=icarus: under Icarus.  MOST=N: a kernel of which the model runs more than N instructions gives its place to the next seed.
# A kernel that fails stays in build/random/, or in FOLDER, with a small one made from it; SHRINK=0: without, and no more kernels.
set -u
[ $# -ge 3 ] || { echo "usage: $0 LANES SEED COUNT [SIZE [DISPATCHES]]" >&2; exit 2; }
"$(dirname "$0")/check_number.sh" SEED "$2" 0 4294967295 || exit 2
"$(dirname "$0")/check_number.sh" COUNT "$3" 1 1000000 || exit 2
lanes=$1 seed=$2 last=$(($2 + $3 - 1)) size=${4:-200} dispatches=${5:-1} cores=${CORES:-1} made_by=${GENERATOR:-wf_random}
build=${BUILD:-build} status=0
folder=${FOLDER:-$build/random}
wavefold=$build/bin/wavefold generator=$build/tb/top/$made_by
mkdir -p "$folder"
instructions() {       # that the model runs; 0 where it fails, which the run itself will tell
    "$wavefold" run "$kernel" --races off --on model --lanes "$lanes" 2>&1 | sed -n 's,.* instructions=\([0-9]*\).*,\1,p' | grep . || echo 0
}
skipped=0
while [ "$seed" -le "$last" ]; do
    kernel=$folder/$made_by-l$lanes-c$cores-d$dispatches-seed$seed.wfk
    "$generator" --seed "$seed" --lanes "$lanes" --size "$size" --dispatches "$dispatches" > "$kernel" || exit 1
    if [ -n "${MOST-}" ] && [ "$(instructions)" -gt "$MOST" ]; then
        rm -f "$kernel"
        skipped=$((skipped + 1)) seed=$((seed + 1)) last=$((last + 1))
        [ "$skipped" -lt 100 ] || { echo "FAIL random kernel: 100 seeds before $seed have more than $MOST instructions"; exit 1; }
        continue
    fi
    if output=$("$wavefold" run "$kernel" --races off --on rtl --lanes "$lanes" --cores "$cores" --seed "$seed" --sim "${SIM:-verilator}" 2>&1); then
        echo "PASS random kernel, $lanes lanes, seed $seed: $(echo "$output" | grep -o 'compared=[0-9]* cycles=[0-9]*')"
        rm -f "$kernel"
    else
        echo "FAIL random kernel: $wavefold run $kernel --on rtl --lanes $lanes --cores $cores --seed $seed"
        echo "$output" | sed 's/^/    /'
        [ "${SHRINK:-1}" != 0 ] || exit 1
        "$(dirname "$0")/shrink.sh" "$kernel" "${kernel%.wfk}-small.wfk" --lanes "$lanes" --seed "$seed"
        status=1
    fi
    seed=$((seed + 1))
done
exit $status
