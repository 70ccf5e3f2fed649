#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# slang.sh - slang reads every unit as its file list gives it, and the whole device, without an error or a warning.  slang comes with the package
# pyslang of PyPI (sim/python.sh, or one that PYTHON, by default python3, finds); without it the check is skipped.  Environment: BUILD, PYTHON.
# Shifts of a vector of one bit by one (wf_bits.vh) give 0, as they are meant to.
set -u
python=${BUILD:-build}/python/bin/python status=0
"$python" -c 'import pyslang.driver' >/dev/null 2>&1 || python=${PYTHON:-python3}
if ! "$python" -c 'import pyslang.driver' >/dev/null 2>&1; then
    echo "SKIP slang: pyslang is not installed, and could not be (sim/python.sh)"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for unit in $(ls rtl | grep -vx common); do
    sim/file_lists.sh "$unit" >"$work/list"
    if "$python" - "$work/list" >"$work/log" 2>&1 <<'PYTHON'
import sys
from pyslang.driver import Driver
slang = Driver()
slang.addStandardArgs()
good = (slang.parseCommandLine("slang --std 1364-2005 -Werror -Wno-shift-count-overflow -f " + sys.argv[1]) and slang.processOptions()
        and slang.parseAllSources() and slang.runFullCompilation())
sys.exit(not good)
PYTHON
    then
        echo "PASS slang $unit"
    else
        echo "FAIL slang $unit"
        head -n 20 "$work/log"
        status=1
    fi
done
exit $status
