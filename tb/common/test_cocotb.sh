#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_cocotb.sh - the bench that docs/cocotb.md shows runs as it stands there; left out where cocotb is not installed.
# Only in `make test-all`, whose set-up installs it.
set -u
BUILD=${BUILD:-build}
PATH=$PWD/$BUILD/python/bin:$PATH
if ! command -v cocotb-config >/dev/null 2>&1; then
    echo "SKIP cocotb is not installed"
    exit 0
fi
folder=$(mkdir -p "${BUILD:-build}/cocotb" && cd "${BUILD:-build}/cocotb" && pwd) root=$(pwd)
block() { awk -v mark="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == mark { inside = 1 }' docs/cocotb.md; }
block python >"$folder/test_xlane.py"
block make >"$folder/Makefile"
rm -f "$folder/results.xml"
make -C "$folder" WAVEFOLD="$root" >"$folder/log" 2>&1
if grep -q '<testcase' "$folder/results.xml" 2>/dev/null && ! grep -q '<failure\|<error' "$folder/results.xml"; then
    echo "PASS cocotb: the bench of docs/cocotb.md"
else
    echo "FAIL cocotb: the bench of docs/cocotb.md, see $folder/log"
    exit 1
fi
