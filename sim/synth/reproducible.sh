#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reproducible.sh [MODULE [PARAMETER=VALUE...]] - a figure of timing.sh depends on the module's code alone: a copy of the tree with a module beside, and
# with comments and empty lines in all files, gives the same.  Environment: BUILD.
set -u
[ $# != 0 ] || set -- wf_core_sched
for tool in yosys sta; do
    command -v $tool >/dev/null || { echo "SKIP timing: $tool is not installed (make setup-synth)"; exit 0; }
done
[ -e /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] || { echo "SKIP timing: the library OSU 0.18 um is not installed (make setup-synth)"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r rtl sim "$work"
printf 'module wf_aaa (\n    input  wire a,\n    output wire b\n);\n    assign b = !a;\nendmodule\n' >"$work/rtl/common/wf_aaa.v"
for file in "$work"/rtl/*/*.v; do
    { printf '// one\n\n/* two */\n// three\n'; sed 's,;$,;   // four\n,' "$file"; } >"$work/file" && mv "$work/file" "$file"
done
here=$(BUILD=$work/here sim/synth/timing.sh "$@" 2>&1 | sed 's/ (.*//')
there=$(cd "$work" && BUILD=there sim/synth/timing.sh "$@" 2>&1 | sed 's/ (.*//')
if [ "$here" = "$there" ] && echo "$here" | grep -q 'worst slack'; then
    echo "PASS timing $*: the same with a module beside and with comments"
else
    printf 'FAIL timing %s: a module beside or comments change the figures\n%s\n%s\n' "$*" "$here" "$there"
    exit 1
fi
