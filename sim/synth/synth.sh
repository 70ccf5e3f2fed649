#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# synth.sh run|check|write [ROW...] - whole units in the cells of a Liberty file, block by block: area, flip-flops, memories, worst path.
#   run: measure the rows of sim/synth/units.list, or those named.  check: ... and fail where a block is over sim/synth/budget.list.
#   write: ... and put the figures of today there.
# Environment: BUILD, JOBS; LIB: a Liberty file; PERIOD=5 ns; OUTPUT_DELAY=1.0; MARGIN=10, percent of the period; BUDGET: the budget file.
set -eu
BUILD=${BUILD:-build} JOBS=${JOBS:-2} PERIOD=${PERIOD:-5} OUTPUT_DELAY=${OUTPUT_DELAY:-1.0} MARGIN=${MARGIN:-10} TIMED_MOST=${TIMED_MOST:-1000000}
MACRO_BITS=1024         # a smaller memory is made of flip-flops
installed=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
LIB=${LIB:-$installed} BUDGET=${BUDGET:-sim/synth/budget.list} UNITS=${UNITS:-sim/synth/units.list}
mode=$1
shift
for tool in yosys sta; do
    command -v $tool >/dev/null || { echo "SKIP synth: $tool is not installed (make setup-synth)"; exit 0; }
done
if [ "$LIB" = $installed ] && [ ! -r "$LIB" ]; then echo 'SKIP synth: the library OSU 0.18 um is not installed (make setup-synth)'; exit 0; fi
[ -r "$LIB" ] || { echo "synth.sh: LIB=$LIB: expected a Liberty file" >&2; exit 2; }
LIB=$(realpath "$LIB") WORK=$BUILD/synth/$(basename "$LIB" .lib)-$PERIOD
export BUILD LIB PERIOD OUTPUT_DELAY MACRO_BITS WORK MARGIN BUDGET
# um2 of a bit of a memory for each port that reads: 600 lambda^2 at 0.09 um, 1.4 times that for ports to read and to write, 60 % of the macro are bits
export MACRO_BIT=11.3
wrong=$(grep -n '^[^#]' sim/synth/mapping.list | tr -s ': ' ' ' | while read -r line module how; do
    set -- rtl/*/"$module".v
    [ -f "$1" ] || echo "$line: $module: expected a module of rtl"
    case $how in balanced | area | 'balanced area') ;; *) echo "$line: $module $how: expected balanced, area, or balanced area" ;; esac
done)
[ -z "$wrong" ] || { echo "$wrong" | sed 's|^|synth.sh: sim/synth/mapping.list:|' >&2; exit 2; }
begin=$(date +%s)
mkdir -p "$WORK/map"

# ---- what all blocks share: the sources without comments, the cells ----
rows=$(mktemp -d)
trap 'rm -rf "$rows"' EXIT
SHARED=$rows
export SHARED
mkdir -p "$SHARED/rtl"
for file in rtl/common/*.vh rtl/*/*.v sim/synth/wf_*.v; do sed 's,/\*[^*]*\*/,,g; s,//.*,,; s, *$,,; /^$/d' "$file" >"$SHARED/rtl/${file##*/}"; done
awk -f sim/synth/library.awk "$LIB" >"$SHARED/cells"
# of the buffers the second smallest, of the flip-flops the smallest
BUFFER=${BUFFER:-$(awk '$6 == "buffer"' "$SHARED/cells" | sort -s -n -k2,2 | awk 'NR <= 2 { name = $1 } END { print name }')}
awk '$3 == "ff" && $6 == "plain"' "$SHARED/cells" | sort -s -n -k2,2 | awk 'NR == 1 { split($4, outs, ","); print $1, outs[1] }' >"$SHARED/flop"
{ [ -n "$BUFFER" ] && [ -s "$SHARED/flop" ]; } || { echo "synth.sh: LIB=$LIB: expected a library with a buffer and a flip-flop without reset" >&2; exit 2; }
printf 'set_driving_cell %s\nset_load 0.1\n' "$BUFFER" >"$SHARED/constr"
{ yosys -V; yosys-abc -q 'version' 2>/dev/null || berkeley-abc -c version 2>/dev/null | head -n 3; sta -version; sha256sum <"$LIB"; } >"$SHARED/tools"

# ---- the rows, and all blocks in them ----
grep -v '^#' "$UNITS" | sed 's/ *#.*//; s/  */ /g; s/ $//' | while read -r row module rest; do
    [ $# = 0 ] || case " $* " in *" $row "*) ;; *) continue ;; esac
    echo "$row $module$(for value in $rest; do echo "$value"; done | sort | sed 's/^/ /' | tr -d '\n')"
done >"$rows/tops"
[ -s "$rows/tops" ] || { echo "synth.sh: $*: expected some of $(awk '!/^#/ { printf "%s ", $1 }' "$UNITS")" >&2; exit 2; }
# FILE COMMAND: the command for each line, which is its $1, JOBS at a time
each() { tr '\n' '\0' <"$1" | xargs -0 -r -P "$JOBS" -I {} sh -c "$2" sh {}; }
cut -d' ' -f2- "$rows/tops" | sort -u >"$rows/new"
: >"$rows/blocks"
: >"$rows/edges"
while [ -s "$rows/new" ]; do
    cat "$rows/new" >>"$rows/blocks"
    # shellcheck disable=SC2016
    each "$rows/new" 'out=$(sim/synth/block.sh parts $1) || exit 255; [ -z "$out" ] || echo "$out" | sed "s/^/$1\t/"' >"$rows/more"
    cat "$rows/more" >>"$rows/edges"
    cut -f2 "$rows/more" | sort -u | grep -vxFf "$rows/blocks" >"$rows/new" || true
done
sort -u -o "$rows/blocks" "$rows/blocks"

# ---- each block in cells, those that took longest first ----
while read -r block; do
    # shellcheck disable=SC2086  # words
    echo "$(cat "$(sim/synth/block.sh folder $block)/seconds" 2>/dev/null || echo 9999) $block"
done <"$rows/blocks" | sort -s -n -r -k1,1 | cut -d' ' -f2- >"$rows/queue"
# shellcheck disable=SC2016
each "$rows/queue" 'sim/synth/block.sh map $1 || { echo "FAIL synth $1: not synthesized"; exit 255; }' >"$rows/failed" 2>&1 || { cat "$rows/failed"; exit 1; }

# ---- netlists with buffer trees, from the inside out ----
{ cat "$rows/edges"; sed 's/.*/&\t&/' "$rows/blocks"; } | sed 's/ /@/g' | tsort | sed 's/@/ /g' | tac >"$rows/order"
while read -r block; do
    # shellcheck disable=SC2086  # words
    dir=$(sim/synth/block.sh folder $block)
    printf '%s\t%s\t%s\n' "$block" "$(basename "$dir" | tr -- '-=' '__')" "$dir"
done <"$rows/order" >"$rows/names"
while read -r block; do
    # shellcheck disable=SC2086  # words
    sim/synth/assemble.sh "$rows/names" "$BUFFER" $block || { echo "FAIL synth $block: no netlist"; exit 1; }
done <"$rows/order"

# ---- worst paths, those of few cells in parallel, the others alone: OpenSTA needs 18 GB for a device of four cores ----
: >"$rows/timed"
: >"$rows/alone"
while IFS="$(printf '\t')" read -r block module dir; do
    if [ "$(sed -n 's/^cells //p' "$dir/totals")" -le "$TIMED_MOST" ]; then
        echo "$module $dir" >>"$rows/timed"
    elif grep -q " $block\$" "$rows/tops"; then
        echo "$module $dir" >>"$rows/alone"
    fi
done <"$rows/names"
# shellcheck disable=SC2016  # of the shell that each starts
step='sim/synth/sta.sh $1 || { echo "FAIL synth $1: no timing"; exit 255; }'
each "$rows/timed" "$step"
JOBS=1
each "$rows/alone" "$step"
WHOLE=$([ $# != 0 ] || echo 1) sim/synth/report.sh "$mode" "$rows" "$(($(date +%s) - begin))"
