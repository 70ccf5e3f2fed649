#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cocotb.sh PAGE MODULE PACKAGE - run the bench that a page shows, a Python module and its Makefile, as it stands there; left out where
# the Python package is not installed.  `make test-all` installs it.
set -u
page=$1 module=$2 package=$3 BUILD=${BUILD:-build}
PATH=$PWD/$BUILD/python/bin:$PATH
if ! command -v cocotb-config >/dev/null 2>&1 || ! "$(cocotb-config --python-bin)" -c "import $package" 2>/dev/null; then
    echo "SKIP $package is not installed"
    exit 0
fi
root=$(pwd) folder=$(mkdir -p "$BUILD/cocotb/$module" && cd "$BUILD/cocotb/$module" && pwd)
block() { awk -v mark="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == mark { inside = 1 }' "$page"; }
block python >"$folder/$module.py"
block make >"$folder/Makefile"
rm -f "$folder/results.xml"
make -C "$folder" WAVEFOLD="$root" >"$folder/log" 2>&1
if grep -q '<testcase' "$folder/results.xml" 2>/dev/null && ! grep -q '<failure\|<error' "$folder/results.xml"; then
    echo "PASS cocotb: the bench of $page"
else
    echo "FAIL cocotb: the bench of $page, see $folder/log"
    exit 1
fi
