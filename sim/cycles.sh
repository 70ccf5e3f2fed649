#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cycles.sh - what the machine reaches, in cycles of the RTL at 32 lanes, a row each with the goal.  Cycles are exact: the same on any machine.
# Instructions a cycle of a set of kernels: all their instructions by all their cycles; the mean of the kernels counts each alike, those of a
# hundred cycles that wait for their first load too.  Environment: BUILD.  Exit status: 1 when a run is wrong.
set -u
BUILD=${BUILD:-build} wavefold=$BUILD/bin/wavefold status=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

run() {                 # KERNEL OPTIONS...: "instructions cycles", nothing of a dispatch that is refused
    kernel=$1
    shift
    "$wavefold" run "$kernel" --on rtl --lanes 32 "$@" >"$dir/out" 2>&1 || { echo "FAIL cycles: wavefold run $kernel --on rtl --lanes 32 $*" >&2; cat "$dir/out" >&2; status=1; }
    sed -n 's/^PASS .* compared=\([1-9][0-9]*\) cycles=\([0-9]*\).*/\1 \2/p' "$dir/out"
}
ipc() {
    awk '{ i += $1; c += $2 } END { printf "%.2f", c ? i / c : 0 }'
}
row() {                 # WHAT MEASURED GOAL
    printf '%-72s %8s %8s\n' "$1" "$2" "$3"
}

row '' measured goal
run tb/kernels/numwaves_one.wfk --trace "$dir/trace" >/dev/null
row 'cycles from a descriptor to the pick of its first instruction' "$(awk '/^ *[0-9]/ && (!n || $2 - 2 < n) { n = $2 - 2 } END { print n }' "$dir/trace")" 20
for pair in numwaves_two=0.90 lerp=0.60 match_multi_prefix=0.85; do
    row "instructions per cycle, 16 resident groups, memory 500: ${pair%=*}" "$(run "tb/kernels/${pair%=*}.wfk" --memory-latency 500 | ipc)" "${pair#*=}"
done
for kernel in $(sim/variants.sh tb/kernels/*.wfk); do
    case $kernel in *:*) run "${kernel%:*}" --variant "${kernel##*:}" ;; *) run "$kernel" ;; esac
done >"$dir/all"
row 'instructions per cycle, all kernels, memory 20' "$(ipc <"$dir/all")" 0.90
row '... the mean of the kernels' "$(awk '{ s += $1 / $2 } END { printf "%.2f", s / NR }' "$dir/all")" -
row '... of those above a thousand instructions' "$(awk '$1 > 1000 { s += $1 / $2; n++ } END { printf "%.2f", s / n }' "$dir/all")" -
row 'instructions per cycle: lerp_continued' "$(run tb/kernels/lerp_continued.wfk | ipc)" 0.35
cycles() {              # CORES
    run tb/top/cores_hash.wfk --cores "$1" | cut -d ' ' -f 2
}
row 'four cores against one, 512 groups: times as fast' "$(echo "$(cycles 1) $(cycles 4)" | awk '{ printf "%.2f", $1 / $2 }')" 3.9
exit $status
