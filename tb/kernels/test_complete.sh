#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_complete.sh - multi_prefix_all.wfk has every scan operation of isa.def in every mode, over the lanes of a mask.
set -u
all=tb/kernels/multi_prefix_all.wfk
names() { sed -n "$1" c_model/include/wavefold/isa.def; }
passed=0 failed=0
for operation in $(names 's/^WF_OP([A-Z]*, *0x[0-9a-f]*, "\([a-z.]*\)", *SCAN,.*/\1/p'); do
    for mode in $(names 's/^WF_SCAN_MODE([A-Z]*, *[0-9], "\([a-z]*\)",.*/\1/p'); do
        if grep -q "^ *$operation\\.$mode\\.multi " $all; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL complete: $operation.$mode.multi is not in $all"; fi
    done
done
[ $failed = 0 ] && [ $passed -ge 42 ] || { echo "FAIL complete: $passed of $((passed + failed))"; exit 1; }
echo "PASS complete: $passed operations and modes"
