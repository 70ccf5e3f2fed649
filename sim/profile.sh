#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# profile.sh LANES FILE - let the simulator with counters run what simulators mostly run, and leave what it counted in FILE (clang's profile data).
set -eu
lanes=$1 file=$2 BUILD=${BUILD:-build}
raw=$BUILD/sim/l$lanes/profile
rm -rf "$raw"
mkdir -p "$raw"
for kernel in tb/top/speed.wfk tb/kernels/minmaxz.wfk tb/kernels/histogram_few.wfk tb/kernels/lerp.wfk tb/kernels/multi_prefix_table.wfk; do
    LLVM_PROFILE_FILE=$raw/%p.profraw WAVEFOLD_SIM=$BUILD/sim/l$lanes/wf_sim_counting \
        "$BUILD/bin/wavefold" run "$kernel" --on rtl --lanes "$lanes" --seed 0 >/dev/null
done
profdata=$(command -v llvm-profdata || command -v llvm-profdata-14)
"$profdata" merge -o "$file" "$raw"/*.profraw
