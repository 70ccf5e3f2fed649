#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bins.sh SEED FOLDER - traces of the kernels that tb/cov/bins.awk writes, at each wave size on the least device for it, each with the verdict of its run
# behind, for records.awk.  Environment: BUILD.
set -u
for size in 4 8 16 32 64 128; do
    lanes=$((size <= 8 ? 8 : size <= 32 ? 32 : 128))
    for stage in compute pixel; do
        awk -v size=$size -v stage=$stage -f tb/cov/bins.awk c_model/include/wavefold/isa.def >"$2/bins-$stage.wfk"
        "${BUILD:-build}/bin/wavefold" run "$2/bins-$stage.wfk" --lanes $lanes --wave-size $size --seed "$1" --on rtl --races off --bounds off \
            --trace "$2/trace" >"$2/verdict" 2>&1
        cat "$2/trace" "$2/verdict"
        : >"$2/trace"
    done
done
