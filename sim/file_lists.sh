#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# file_lists.sh UNIT - the file list of one unit for `iverilog -c`, `verilator -f`, `yosys` scripts and FPGA tools: the include folder, then
# every file that its modules need, found from the instances in the text.  Paths are relative to the repository, or to $PREFIX.
# A unit is a folder of rtl/ (all its modules and what they need) or one module (itself and what it needs).
set -eu
[ $# = 1 ] || { echo "usage: sim/file_lists.sh UNIT, from the top folder" >&2; exit 2; }
[ -d rtl ] || { echo "file_lists.sh: there is no rtl/ here: expected to be run from the top folder" >&2; exit 2; }
unit=$1 prefix=${PREFIX:-}
if [ -d "rtl/$unit" ]; then
    set -- rtl/"$unit"/*.v
else
    set -- rtl/*/"$unit".v
    [ -f "$1" ] || { echo "file_lists.sh: $unit: neither a folder of rtl/ nor a module" >&2; exit 2; }
fi
printf '+incdir+%srtl/common\n' "$prefix"
awk -v first="$*" -v prefix="$prefix" '
    function need(file) { if (!(file in seen)) { seen[file] = 1; queue[n++] = file } }
    BEGIN {
        while (("ls rtl/*/*.v" | getline file) > 0) { name = file; gsub(/.*\/|\.v$/, "", name); home[name] = file }
        count = split(first, start, " ")
        for (k = 1; k <= count; k++) need(start[k])
        for (at = 0; at < n; at++) {
            while ((getline line < queue[at]) > 0)          # an instance: its module, then parameters or its name
                if (line !~ /^[ ]*\/\// && match(line, /^[ ]*wf_[a-z0-9_]+[ ]+(#\(|u_)/)) {
                    split(line, word, " ")
                    if (word[1] in home) need(home[word[1]])
                }
            close(queue[at])
        }
        for (at = 0; at < n; at++) print prefix queue[at] | "sort"
    }'
