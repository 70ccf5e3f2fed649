#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# slang.sh [PYTHON] - slang reads every unit as its file list gives it, without an error or a warning.  slang comes with the package
# pyslang of PyPI; where PYTHON (default python3) does not find it, this check is left out.
set -u
python=${1:-python3} status=0
if ! "$python" -c 'import pyslang.driver' >/dev/null 2>&1; then
    echo "SKIP slang: pyslang is not installed"
    exit 0
fi
for unit in fp dispatch pack xlane lds core top; do
    list=$(mktemp)
    sim/lists.sh "$unit" >"$list"
    if "$python" - "$list" >"$list.log" 2>&1 <<'PYTHON'
import sys
from pyslang.driver import Driver
slang = Driver()
slang.addStandardArgs()
good = (slang.parseCommandLine("slang --std 1364-2005 -f " + sys.argv[1]) and slang.processOptions() and slang.parseAllSources()
        and slang.runFullCompilation())
sys.exit(not good)
PYTHON
    then
        echo "PASS slang $unit"
    else
        echo "FAIL slang $unit"
        head -n 20 "$list.log"
        status=1
    fi
    rm -f "$list" "$list.log"
done
exit $status
