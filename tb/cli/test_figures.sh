#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_figures.sh - the figures of a run: docs/program.md shows a verdict, lists the fields of --stats and the columns of --trace; what they add up to.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so sim/icarus/wf_sim_l32.vvp sim/icarus/wavefold.vpi
set -u
. tb/cli/lib.sh
page=docs/program.md

adds_up() {             # FILE: instructions, retired or in flight, and stalls are the cycles
    sum=$(($(field instructions "$1") - $(field folded_instructions "$1") + $(field cycles_in_flight "$1")))
    for stall in empty barrier unit memory lds xlane turnaround fetch; do
        sum=$((sum + $(field stall_$stall "$1")))
    done
    [ "$sum" != 0 ] && [ "$sum" = "$(field cycles "$1")" ]
}
documented() {          # both|hardware...: fields of the table under Statistics
    sed -n '/^## Statistics/,/^## Faults/p' "$page" | awk -F'|' -v on=" $* " '/^[|] `/ { gsub(/ /, "", $3); if (index(on, " " $3 " ")) print $2 }' |
        tr -d '`' | tr -s ' ' '\n' | grep . | sort
}
written_in() {          # core|dispatch FILE: fields of the objects of that array
    sed -n "s/^    {\"$1\": /&/p" "$2" | head -n 1 | grep -o '"[a-z_]*":' | tr -d '":' | sort
}
written() { sed -n 's/^ *"\([a-z_]*\)":.*/\1/p' "$1" | sort; }
kernel() {              # FILE NOPS: a kernel with code behind its end
    printf '[numthreads(32,1,1)]\nbuffer Out[40]\ncode\n sv r0, tid.x\n shl r0, r0, 2\n mov r1, 1\n atomic.add _, Out[r0], r1\n atomic.add r2, Out[r0], r1\n end\n' >"$1"
    yes ' nop' | head -n "$2" >"$dir/nops"
    sed -i "/^ end/ { h; s/.*/ if r9\n  ret\n endif/; p; g }" "$1"
    [ "$2" = 0 ] || sed -i "/^  ret/ r $dir/nops" "$1"
}

# the verdict that the page shows under its command: on the model without what the hardware adds
command=$(sed -n 's/^ *\$ wavefold \(run .*\)/\1/p' "$page" | head -n 1)
shown=$(sed -n 's/^ *\(PASS .*\) cycles=\.\.\.$/\1/p' "$page")
# shellcheck disable=SC2046  # words of the command
"$wavefold" $(echo "$command" | sed "s/ --on rtl//") >"$dir/got"
echo "$shown" | sed 's/on=rtl/on=model/; s/ compared=.*//' >"$dir/want"
same "the verdict of the page, on the model" "$dir/got" "$dir/want"
if has_rtl 32; then
    # shellcheck disable=SC2086
    "$wavefold" $command | sed "s/ cycles=.*//" >"$dir/got"
    echo "$shown" >"$dir/want"
    same "... and on the hardware" "$dir/got" "$dir/want"
fi

"$wavefold" run "$good" --stats "$dir/model.json" >"$dir/out" 2>&1
documented both >"$dir/want"
written "$dir/model.json" >"$dir/got"
same "statistics of the model are those that the page lists" "$dir/got" "$dir/want"
documented dispatch >"$dir/want"
written_in dispatch "$dir/model.json" >"$dir/got"
same "... of its dispatches too" "$dir/got" "$dir/want"
# names: UTF-8 stays, other bytes become U+FFFD, the verdict stays one line
odd=$(printf 'q"\\\t\n\303\251\377\355\240\200\360\237\230\200.wfk')
cp "$good" "$dir/$odd"
(cd "$dir" && "$wavefold" run "$odd" --stats odd.json) >"$dir/got"
check "the verdict is one line, whatever the name" test "$(wc -l <"$dir/got")" = 1
check "... and names the file" grep -q "^PASS q\"\\\\??$(printf '\303\251')" "$dir/got"
printf '  "kernel": "q\\"\\\\\\u0009\\u000a\303\251\\ufffd\\ufffd\\ufffd\\ufffd\360\237\230\200.wfk",\n' >"$dir/want"
sed -n 2p "$dir/odd.json" >"$dir/got"
same "... the statistics as JSON in UTF-8" "$dir/got" "$dir/want"
"$wavefold" run "$good" --trace "$dir/trace" >"$dir/out" 2>&1
sed -n '/^## Trace/,/^## Statistics/p' "$page" | sed -n 's/^| \(`.*`\) |.*/\1/p' | tr -d '`' | tr -s ' ' '\n' | tr '\n' ' ' >"$dir/want"
sed -n '1s/^# //; 1s/ ;.*//; 1p' "$dir/trace" | tr -s ' ' '\n' | tr '\n' ' ' >"$dir/got"
echo 'lanes on ' >>"$dir/got"
tr -d '\n' <"$dir/got" >"$dir/got1"
same "columns of a trace are those that the page lists" "$dir/got1" "$dir/want"

for lanes in 8 32; do
    has_rtl $lanes || continue
    for seed in 0 1 2; do
        "$wavefold" run tb/kernels/lds_ops.wfk --on rtl --lanes $lanes --seed $seed --stats "$dir/rtl.json" >"$dir/out" 2>&1
        check "$lanes lanes, seed $seed: instructions and stalls are all cycles" adds_up "$dir/rtl.json"
        check "... nothing is in flight at the end" test "$(field cycles_in_flight "$dir/rtl.json")" = 0
    done
    documented both hardware >"$dir/want"
    written "$dir/rtl.json" >"$dir/got"
    same "statistics of the hardware are those that the page lists" "$dir/got" "$dir/want"
    for part in core dispatch; do
        documented $part $part,hardware >"$dir/want"
        written_in $part "$dir/rtl.json" >"$dir/got"
        same "... of each $part too" "$dir/got" "$dir/want"
    done

    kernel "$dir/short.wfk" 0
    kernel "$dir/long.wfk" 3000
    for name in short long; do
        "$wavefold" run "$dir/$name.wfk" --on rtl --lanes $lanes --stats "$dir/$name.json" --trace "$dir/$name.trace" >"$dir/out" 2>"$dir/err" || fail "$name" "$dir/err"
    done
    check "3000 instructions that do not run cost no cycle" test "$(field cycles "$dir/short.json")" = "$(field cycles "$dir/long.json")"
    cut -c1-17 "$dir/short.trace" >"$dir/want"
    cut -c1-17 "$dir/long.trace" >"$dir/got"
    same "... nor in the trace" "$dir/got" "$dir/want"
    expect "... nor for --limit" 0 "^PASS" "" run "$dir/long.wfk" --on rtl --lanes $lanes --limit 1000
    expect "... nor for the greatest" 0 "^PASS" "" run "$dir/long.wfk" --on rtl --lanes $lanes --limit 18446744073709551615
    expect "a limit that is too low" 1 "^FAIL" "not ended after 50 cycles" run "$dir/long.wfk" --on rtl --lanes $lanes --limit 50
    check "lanes of global atomics are counted" test "$(field atomic_lanes "$dir/long.json") $(field atomic_operations "$dir/long.json")" = "64 64"
    check "... and global memory instructions" test "$(field memory_instructions "$dir/long.json")" = $((2 * 32 / lanes))
    { cat "$dir/short.wfk"; echo 'expect Out = each 3'; } >"$dir/wrong.wfk"
    expect "statistics of a wrong run" 1 "^FAIL" "" run "$dir/wrong.wfk" --on rtl --lanes $lanes --stats "$dir/wrong.json"
    check "... hold its verdict" grep -q '"passed": false' "$dir/wrong.json"
    check "... and its cycles" test "$(field cycles "$dir/wrong.json")" = "$(field cycles "$dir/short.json")"
done

# ---- runs that fail: by their contents, a missing fault, one that nobody expects, contents after a reported wave size; and at the limit --------
kernel "$dir/contents.wfk" 0
cp "$dir/contents.wfk" "$dir/missing.wfk"
echo 'expect Out = each 3' >>"$dir/contents.wfk"
echo 'expect fault MEM_RANGE' >>"$dir/missing.wfk"
grep -v '^expect fault' tb/cli/names.wfk >"$dir/unexpected.wfk"
sed 's/^expect.*/expect Out = each 9/' tb/cli/report.wfk >"$dir/reported.wfk"
fails() {               # KERNEL MEMORY_INSTRUCTIONS ATOMIC_LANES OPTIONS...
    name=$1 wanted="$2 $3"
    shift 3
    "$wavefold" run "$dir/$name.wfk" --on rtl "$@" --stats "$dir/fails.json" >"$dir/out" 2>"$dir/err"
    check "$name $*: the run fails" test $? = 1
    check "... its instructions and stalls are its cycles" adds_up "$dir/fails.json"
    check "... its counts are right" test "$(field memory_instructions "$dir/fails.json") $(field atomic_lanes "$dir/fails.json")" = "$wanted"
}
for lanes in 8 32 icarus; do
    has_rtl $lanes || continue
    on="--lanes $lanes" size=$lanes
    [ $lanes != icarus ] || { on="--sim icarus"; size=32; }
    # shellcheck disable=SC2086  # options
    for name in contents missing; do fails $name $((2 * 32 / size)) 64 $on --seed 0; done
    # shellcheck disable=SC2086
    fails unexpected 3 2 $on --seed 1
    # shellcheck disable=SC2086
    fails reported 2 0 $on --seed 0
done
# At the limit: what retired and what was in flight, as the trace of the whole run has it (registers are read two cycles after the issue).
if has_rtl 8; then
    limited() { "$wavefold" run tb/kernels/lds_ops.wfk --on rtl --lanes 8 --seed 0 "$@" >"$dir/out" 2>&1; }
    limited --trace "$dir/whole"
    for most in 40 90 91 92 140 190 240; do
        limited --limit $most --stats "$dir/fails.json" --trace "$dir/trace"
        check "the figures of a run that a limit of $most ends add up" adds_up "$dir/fails.json"
        check "... to the limit" test "$(field cycles "$dir/fails.json")" = $most
        check "... in the verdict, too" grep -q "^FAIL .* cycles=$most " "$dir/out"
        awk -v most=$most '!/^#/ && $1 <= most { retired++ } !/^#/ && $1 > most && $2 - 2 <= most { flying++ } END { print retired + 0, flying + 0 }' \
            "$dir/whole" >"$dir/want"
        echo "$(field instructions "$dir/fails.json") $(field cycles_in_flight "$dir/fails.json")" >"$dir/got"
        same "... with the instructions that had retired, and those in flight" "$dir/got" "$dir/want"
        awk -v most=$most '/^#/ || $1 <= most' "$dir/whole" >"$dir/want"
        same "... and its trace ends there" "$dir/trace" "$dir/want"
    done
fi

# ---- latency and lines of global memory: one wave loads, then stores, each lane a line of its own -------------------------------------
cycles() { "$wavefold" run "$dir/lines.wfk" --on rtl --lanes 8 --stats "$dir/lines.json" "$@" >"$dir/out" 2>"$dir/err" && field cycles "$dir/lines.json"; }
if has_rtl 8; then
    printf '[numthreads(8,1,1)]\nbuffer Out[256]\ncode\n sv r0, tid.x\n shl r0, r0, 7\n load r1, Out[r0]\n store Out[r0], r1\n end\n' >"$dir/lines.wfk"
    base=$(cycles)
    check "the default latency is 20, one line a cycle" test "$base" = "$(cycles --memory-latency 20 --memory-lines 1)"
    check "... and is in the statistics" test "$(field memory_latency "$dir/lines.json") $(field memory_lines "$dir/lines.json")" = "20 1"
    check "... with the accesses" test "$(field memory_line_accesses "$dir/lines.json")" = 16
    check "30 cycles more for load and store" test "$(cycles --memory-latency 50)" = $((base + 60))
    check "8 lines a cycle instead of one" test "$(cycles --memory-lines 8)" = $((base - 14))
    check "2 lines a cycle" test "$(cycles --memory-lines 2)" = $((base - 8))
    expect "the options are in the line that reproduces" 1 "^FAIL" "^reproduce:.* --memory-latency 3 --memory-lines 4$" run tb/cli/wrong.wfk --on rtl --lanes 8 \
        --memory-latency 3 --memory-lines 4
fi
exit $status
