#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_cocotb.sh - the bench that docs/memory.md shows runs as it stands there; left out where cocotb or cocotbext-axi is not installed.
# Only in `make test-all`, whose set-up installs it.
set -u
BUILD=${BUILD:-build}
PATH=$PWD/$BUILD/python/bin:$PATH
if ! command -v cocotb-config >/dev/null 2>&1 || ! "$(cocotb-config --python-bin)" -c 'import cocotbext.axi' 2>/dev/null; then
    echo "SKIP cocotb or cocotbext-axi is not installed"
    exit 0
fi
folder=$(mkdir -p "${BUILD:-build}/cocotb-axi" && cd "${BUILD:-build}/cocotb-axi" && pwd) root=$(pwd)
block() { awk -v mark="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == mark { inside = 1 }' docs/memory.md; }
block python >"$folder/test_axi.py"
block make >"$folder/Makefile"
rm -f "$folder/results.xml"
make -C "$folder" WAVEFOLD="$root" >"$folder/log" 2>&1
if grep -q '<testcase' "$folder/results.xml" 2>/dev/null && ! grep -q '<failure\|<error' "$folder/results.xml"; then
    echo "PASS cocotb: the bench of docs/memory.md"
else
    echo "FAIL cocotb: the bench of docs/memory.md, see $folder/log"
    exit 1
fi
