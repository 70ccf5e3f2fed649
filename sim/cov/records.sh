#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# records.sh SEED COUNT - the bins that instructions hit which retire in lock step: those of sim/cov/bins.sh, and of COUNT random programs from SEED on for
# devices of 8, 32 and 128 lanes.  Environment: BUILD.
set -u
seed=$1 count=$2 build=${BUILD:-build}
wavefold=$build/bin/wavefold dir=$build/cov/records
mkdir -p "$dir"
run() { "$wavefold" run "$@" --on rtl --races off --bounds off --trace "$dir/trace" >"$dir/verdict" 2>&1; cat "$dir/trace" "$dir/verdict"; : >"$dir/trace"; }
{
    sim/cov/bins.sh "$seed" "$dir"
    for lanes in 8 32 128; do
        for n in $(seq "$seed" $((seed + count - 1))); do
            "$build/tb/top/wf_random" --seed "$n" --lanes "$lanes" --size 100 >"$dir/random.wfk" && run "$dir/random.wfk" --lanes "$lanes" --seed "$n"
        done
    done
} | awk -f sim/cov/records.awk c_model/include/wavefold/isa.def -
