#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# advise.sh check|write [FILE...] - the table of docs/advise.md: what rewriting one atomic by wave operations costs or saves of the whole dispatch, the
# extremes over all kernels and shaders of the tree (or FILEs, FILE:VARIANT), 32 lanes.  Cycles are exact: the same on any machine.  Both simulators of 32 lanes are needed (make
# build/sim/libwavefold_sim_l32.so build/sim/libwavefold_sim_l32_serial.so), and a dozen seconds.  Environment: BUILD, JOBS.
set -u
BUILD=${BUILD:-build} JOBS=${JOBS:-1} mode=$1 page=docs/advise.md
shift
for sim in l32 l32_serial; do
    [ -x "$BUILD/sim/libwavefold_sim_$sim.so" ] || { echo "SKIP advise: $BUILD/sim/libwavefold_sim_$sim.so is not built"; exit 0; }
done
# shellcheck disable=SC2046  # a list of words
[ $# != 0 ] || set -- $(sim/variants.sh tb/kernels/*.wfk tb/shaders/*.wfk)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# shellcheck disable=SC2016  # of the shell that xargs starts
printf '%s\0' "$@" | xargs -0 -n 1 -P "$JOBS" sh -c '
    variant=${3#*.wfk}
    "$1/bin/wavefold" advise "${3%:*}" ${variant:+--variant "${variant#:}"} >"$2/$(echo "$3" | sed "s/\.wfk:\(.*\)/-\1.wfk/; s,/,_,g").advice" 2>/dev/null' sh "$BUILD" "$dir"
# a site begins with FILE:LINE: INSTRUCTION; all of them together, at the end, have cycles of their own
awk '
    function mark(what, column, change, file) {
        n[what]++
        if (!((what, column) in least) || change < least[what, column]) { least[what, column] = change; low[what, column] = file }
        if (!((what, column) in most) || change > most[what, column]) { most[what, column] = change; high[what, column] = file }
    }
    function side(change) { return sprintf("%.1f %% %s", change < 0 ? -change : change, change < 0 ? "less" : "more") }
    function extreme(what, column) {
        if (!((what, column) in least)) return "-"
        return sprintf("%s (`%s`) to %s (`%s`)", side(least[what, column]), low[what, column], side(most[what, column]), high[what, column])
    }
    FNR == 1                         { file = FILENAME; sub(/.*\/tb_[a-z]*_/, "", file); sub(/\.wfk\.advice$/, "", file); what = "" }
    /^[^ ].*: atomic\.[a-z]/         { what = "buffers" }
    /^[^ ].*: lds\.[a-z]/            { what = / lds\.fadd / ? "fadd" : "lds" }
    /^all of them together/          { what = "" }
    what && /^ *lanes combined .*%/  { change = $(NF - 1) + 0; mark(what, "combined", change, file) }
    what && /^ *not combined .*%/    { change = $(NF - 1) + 0; mark(what, "single", change, file) }
    END {
        print "| where | what | lanes combined | not combined |"
        print "|---|---|---|---|"
        printf "| groupshared memory | integers, `fmin`, `fmax` | %s | %s |\n", extreme("lds", "combined"), extreme("lds", "single")
        printf "| | f32 add | %s | %s |\n", extreme("fadd", "combined"), extreme("fadd", "single")
        printf "| buffers | all | %s | %s |\n", extreme("buffers", "combined"), extreme("buffers", "single")
        exit n["lds"] == 0
    }' "$dir"/*.advice >"$dir/table" || { echo "FAIL advise: nothing was measured"; exit 1; }
if [ "$mode" = write ]; then
    awk 'NR == FNR { table = table $0 "\n"; next } /^\| where \| what \|/ { printf "%s", table; skip = 1 } skip && !/^\|/ { skip = 0 } !skip' "$dir/table" "$page" >"$dir/page"
    cat "$dir/page" >"$page"
fi
if sed -n '/^| where | what |/,/^$/p' "$page" | grep '^|' | cmp -s - "$dir/table"; then
    echo "PASS advise: the table of $page"
else
    echo "FAIL advise: the table of $page is stale, run sim/advise.sh write:"
    cat "$dir/table"
    exit 1
fi
