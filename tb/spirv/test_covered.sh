#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_covered.sh - every instruction that docs/spirv.md calls taken stands in some shader of tb/shaders.
set -u
missing=$(sed -n 's/^| `\([A-Za-z0-9]*\)` .*| none |$/\1/p' docs/spirv.md)
total=$(grep -c '^| `' docs/spirv.md)
if [ -z "$missing" ] && [ "$total" -gt 250 ]; then
    echo "PASS covered: each of the instructions in docs/spirv.md has a shader"
else
    echo "FAIL covered: no shader of tb/shaders holds" $missing
    exit 1
fi
