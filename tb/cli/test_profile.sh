#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_profile.sh - --profile, --timeline and --summary: kernels whose figures are known by hand, others against --trace and --stats, and what
# they add up to.  The issue and retire cycles of a trace are told by other code than the profile's picks.
# Needs: sim/libwavefold_sim_l32.so sim/icarus/wf_sim_l32.vvp sim/icarus/wavefold.vpi tb/cli/test_timeline
set -u
. tb/cli/lib.sh
expect "the profile is of the hardware" 2 - "needs --on rtl: --profile" run "$good" --profile
expect "... so is the timeline" 2 - "needs --on rtl: --timeline" run "$good" --timeline "$dir/t.json"
expect "... and the summary" 2 - "needs --on rtl: --summary" run "$good" --summary=x
expect "the timeline has no file of its own accord" 2 - "a value is missing after: --timeline" run "$good" --on rtl --timeline
expect "standard output is for one timeline" 2 - "two outputs into one file, --timeline and --summary (standard output" run "$good" --on rtl --timeline - --summary
# under Verilator, or else Icarus
on="--on rtl"
jobs="match_multi_prefix 0,match_multi_prefix 3,atomics_bad 2,survivors_good 4,barrier_interleaved 1,control_flow_outer 0,pixel_disc 5,lds_cost 1,query:extra_idle 2"
has_rtl 32 || { on="--on rtl --sim icarus"; jobs="barrier_interleaved 1,pixel_disc 5,lds_cost 1"; has_rtl icarus || exit "$status"; }
# shellcheck disable=SC2086  # options

run() { "$wavefold" run "$@" >"$dir/out" 2>"$dir/err" || fail "wavefold run $*" "$dir/err"; }
# PROFILE: line, issues, lanes, each, waited of each line with code
rows() { awk '/^#/ { next } substr($0, 23, 8) + 0 > 0 && substr($0, 49, 5) + 0 > 0 { print substr($0, 49, 5) + 0, substr($0, 23, 8) + 0, substr($0, 32, 6) + 0, substr($0, 39, 8) + 0, substr($0, 1, 10) + 0 }' "$1"; }

# ---- by hand -----------------------------------------------------------------------------------------------------------------------
# One wave: what depends on an ALU instruction is picked 4 cycles later, what does not, or follows structure that changes nothing, after 2; control flow's
# successor after 5 (docs/core.md): all but one of them without a pick.  Round i of the loop runs in 4 - i lanes, the add in one fewer,
# endloop too, and once in none: after the last breakif and after the last endloop no lane is left, and they jump.  The nop is issued with the mov before it,
# the endloop with the add, but for the last.
run tb/cli/profile_loop.wfk $on --profile="$dir/loop"
rows "$dir/loop" | sed 1d >"$dir/got"
cat >"$dir/want" <<'END'
8 1 4 2 1
9 1 4 0 0
10 1 4 2 1
11 4 2.5 4 12
12 4 2.5 5 16
13 3 2 4 9
14 4 1.5 1.2 4
15 1 4 4 3
16 1 4 4 3
17 1 4 4 3
18 1 4 7 7
END
same "profile of a loop: issues, lanes, cycles" "$dir/got" "$dir/want"
check "... the source beside it, from the first line with code" grep -q '^ *12 turnaround  *4 *2.5 *4.0 *11          eq      r2, r1, r0$' "$dir/loop"
check "... its head" test "$(sed -n 1p "$dir/loop")" = "#   waited for          issues  lanes     each   line  source"

# 17 instructions a wave, and the fadd in the two waves with gindex < 8; endif in 8 lanes or none; 48 lanes a group, lines of 32 words
run tb/cli/figures.wfk $on --summary="$dir/summary" --stats "$dir/stats.json"
want_row() { check "summary: $1" grep -q "^$1$" "$dir/summary"; }
want_row "instructions  *66   flow 8, alu 20, fpu 2, pack 8, lds 8, mem 12, sync 8"
want_row "lanes active  *69.7   % of 32 lanes per wave"
want_row "divergence  *9.1   % of the instructions ran in fewer lanes than their wave had left"
want_row "registers  *10   of 64 per lane"
want_row "LDS  *8   instructions, 192 lanes, 100 word operations, 92 conflict cycles"
want_row "LDS atomics  *96   lanes asked, 4 operations made"
want_row "memory  *12   instructions, 106 lines accessed"
want_row "memory atomics  *96   lanes asked, 96 operations made"
want_row "lanes by buffer  *In 96, Out 96, Count 96"
want_row "occupancy  *[0-9.]*   waves of 64 slots, [0-9.]* %; at most 4"
for pair in instructions=66 lane_instructions=1472 flow_instructions=8 alu_instructions=20 fpu_instructions=2 pack_instructions=8 xlane_instructions=0 \
    sync_instructions=8 divergent_instructions=6 most_resident_waves=4 lds_atomic_lanes=96 lds_atomic_operations=4 registers=10; do
    check "statistics: $pair" test "$(field "${pair%=*}" "$dir/stats.json")" = "${pair#*=}"
done
check "... lanes by buffer" grep -q '^  "buffer_lanes": {"In": 96, "Out": 96, "Count": 96},$' "$dir/stats.json"
cycles=$(field cycles "$dir/stats.json") waves=$(field wave_cycles "$dir/stats.json") waits=$(field barrier_wait_cycles "$dir/stats.json")
check "... occupancy is the waves' cycles by the cycles" grep -q "^occupancy  *$(awk "BEGIN { printf \"%.1f\", $waves / $cycles }")   " "$dir/summary"
check "... barrier wait" grep -q "^barrier wait  *$waits   cycles of waves, $(awk "BEGIN { printf \"%.1f\", $waits / 4 }") per wave$" "$dir/summary"

# lanes that returned are not missed: of eight instructions the ret runs in 4 lanes of 8, the endif in none of 4,
# the three before in 8 of 8 and the three behind in 4 of 4
run tb/cli/returns.wfk $on --summary="$dir/summary"
want_row "divergence  *25.0   % of the instructions ran in fewer lanes than their wave had left"
want_row "lanes active  *62.5   % of 8 lanes per wave"

# one wave alone: it is there from its launch to its end, all cycles but those in which no wave is resident
run tb/cli/profile_loop.wfk $on --stats "$dir/stats.json"
check "... of one wave" test "$(field wave_cycles "$dir/stats.json")" = "$(($(field cycles "$dir/stats.json") - $(field stall_empty "$dir/stats.json")))"

# ---- against trace and statistics ----------------------------------------------------------------------------------------------------
from_trace() {          # TRACE: line, issues, lanes, each but for lines that a wave runs first or last; in the order of issue
    sort -s -k2,2n "$1" | awk 'function popcount(hex,   i, n) { n = 0; for (i = 1; i <= length(hex); i++) n += ones[substr(hex, i, 1)]; return n }
        BEGIN { for (i = 0; i < 16; i++) ones[substr("0123456789abcdef", i + 1, 1)] = i % 2 + int(i / 2) % 2 + int(i / 4) % 2 + int(i / 8) }
        /^#/ || !/^ *[0-9]/ { next }
        { split($0, part, " ; "); sub(/ .*/, "", part[2]); line = $7; sub(/.*:/, "", line); issues[line]++; lanes[line] += popcount(part[2])
          wave = $4 " " $5
          if (wave in at && since[wave] == $2) next         # issued with the one before it
          if (wave in at) { stood[at[wave]] += $2 - since[wave] } else first[line] = 1
          at[wave] = line; since[wave] = $2 }
        END { for (w in at) last[at[w]] = 1
              for (l in issues) printf "%d %d %.1f %s\n", l, issues[l], lanes[l] / issues[l], l in first || l in last ? "-" : sprintf("%.1f", stood[l] / issues[l]) }' |
        sort -n
}
for job in $(echo "$jobs" | tr " " @ | tr , " "); do
    name=${job%@*} seed=${job#*@}
    case $name in *:*) variant="--variant ${name#*:}" ;; *) variant= ;; esac
    run tb/kernels/"${name%:*}".wfk $variant $on --seed "$seed" --profile="$dir/profile" --trace "$dir/trace" --stats "$dir/stats.json" --timeline "$dir/timeline.json"
    from_trace "$dir/trace" >"$dir/want"
    rows "$dir/profile" | awk 'NR == FNR { hide[$1] = $4 == "-"; next } { printf "%d %d %.1f %s\n", $1, $2, $3, hide[$1] ? "-" : sprintf("%.1f", $4) }' "$dir/want" - >"$dir/got"
    same "profile of $name, seed $seed: issues, lanes and cycles to the next issue are those of the trace" "$dir/got" "$dir/want"
    stalls=0
    for stall in barrier unit memory lds xlane turnaround fetch; do
        stalls=$((stalls + $(field stall_$stall "$dir/stats.json")))
    done
    check "... its lines add up to the stalls" test "$(rows "$dir/profile" | awk '{ n += $5 } END { print n + 0 }')" = "$stalls"
    check "... the instructions too" test "$(rows "$dir/profile" | awk '{ n += $2 } END { print n + 0 }')" = "$(field instructions "$dir/stats.json")"
    check "... it says so" grep -q "^# $(field cycles "$dir/stats.json") cycles: $(($(field instructions "$dir/stats.json") - $(field folded_instructions "$dir/stats.json"))) with an issue, $((stalls + $(field stall_empty "$dir/stats.json"))) waited: " "$dir/profile"
    check "... in as many no wave was resident as the counters say" grep -q "; in $(field stall_empty "$dir/stats.json") no wave was resident$" "$dir/profile"
    check "... and nothing is left over" test "$(grep -c '^#' "$dir/profile")" = 3

    # the timeline: a slice an instruction, in the first row of its slot that is free, a slice a wave, well formed and nested
    WF_TIMELINE=$dir/timeline.json "$root/$BUILD/tb/cli/test_timeline" >"$dir/out" || fail "timeline of $name" "$dir/out"
    sed -n 's/^{"ph":"X","pid":1,"tid":\([0-9]*\),.*"ts":\([0-9]*\),"dur":\([0-9]*\),"args":{"unit":"\([a-z]*\)","line":\([0-9]*\),.*"exec":"\([0-9a-f]*\)"}}.*/\1 \2 \3 \4 \5 \6/p' \
        "$dir/timeline.json" | awk '{ print $2 + $3, $2, "s" ($1 - 1) % 64, $5, $4, $6 }' | sort >"$dir/got"
    awk '/^ *[0-9]/ { split($0, part, " ; "); sub(/ .*/, "", part[2]); print $1, $2, $3, $7, $8, part[2] }' "$dir/trace" | sort >"$dir/want"
    same "timeline of $name, seed $seed: its slices are the instructions of the trace" "$dir/got" "$dir/want"
    check "... and its waves" test "$(grep -c '"cat":"wave"' "$dir/timeline.json")" = "$(field waves "$dir/stats.json")"
    banks=$(awk -F'[:,}]' '/"LDS banks busy"/ { for (i = 1; i < NF; i++) { if ($i ~ /"ts"/) t = $(i + 1); if ($i ~ /"value"/) v = $(i + 1) } sum += last * (t - at); last = v; at = t } END { print sum + 0 }' "$dir/timeline.json")
    check "... the banks serve as many words as were counted" test "$banks" = "$(field lds_operations "$dir/stats.json")"
    resident=$(awk -F'[:,}]' '/"waves resident"/ { for (i = 1; i < NF; i++) { if ($i ~ /"ts"/) t = $(i + 1); if ($i ~ /"value"/) v = $(i + 1) } sum += last * (t - at); last = v; at = t; if (v > most) most = v } END { print sum + 0, most + 0 }' "$dir/timeline.json")
    check "... as many waves are resident, as long" test "$resident" = "$(field wave_cycles "$dir/stats.json") $(field most_resident_waves "$dir/stats.json")"
done

# ---- a shader: its own lines and text ----------------------------------------------------------------------------------------------------
run tb/cli/profile_shader.wfk $on --profile="$dir/profile" --trace "$dir/trace" --timeline "$dir/timeline.json"
from_trace "$dir/trace" >"$dir/want"
rows "$dir/profile" | awk 'NR == FNR { hide[$1] = $4 == "-"; next } { printf "%d %d %.1f %s\n", $1, $2, $3, hide[$1] ? "-" : sprintf("%.1f", $4) }' "$dir/want" - >"$dir/got"
same "profile of a shader: issues, lanes and cycles of its lines are those of the trace" "$dir/got" "$dir/want"
check "... under the name of its source" grep -q '^# profile_shader.comp$' "$dir/profile"
check "... with its text" grep -q '     21          atomicAdd(hits, w);$' "$dir/profile"
check "... the timeline names the file" grep -q '"file":"profile_shader.comp","unit":"lds","line":21,' "$dir/timeline.json"
mkdir "$dir/elsewhere"
cp tb/cli/profile_shader.wfk tb/cli/profile_shader.spv "$dir/elsewhere"
run "$dir/elsewhere/profile_shader.wfk" $on --profile="$dir/profile"
check "... without its source: the module has the text" grep -q '     21          atomicAdd(hits, w);$' "$dir/profile"

# ---- runs that end otherwise --------------------------------------------------------------------------------------------------------
expect "a profile of a run that never ends" 1 "had not retired when the run stopped" "has not ended after 1000 cycles" run tb/cli/spin.wfk $on --limit 1000 --profile --timeline "$dir/timeline.json"
check "... says where the waves stand" grep -q '^ *[0-9]* turnaround  *3  *8.0  *9[0-9][0-9].[0-9]     12      barrier' "$dir/out"
WF_TIMELINE=$dir/timeline.json "$root/$BUILD/tb/cli/test_timeline" >"$dir/out" || fail "timeline of a run that never ends" "$dir/out"
expect "... of a dispatch that is refused" 0 "^# 9 cycles: 0 with an issue, 9 waited: no wave 9$" - run tb/kernels/reject.wfk --variant numthreads_x $on --profile --summary --timeline "$dir/timeline.json"
WF_TIMELINE=$dir/timeline.json "$root/$BUILD/tb/cli/test_timeline" >"$dir/out" || fail "timeline of a refused dispatch" "$dir/out"
expect "... of one that reports its wave size" 0 "^# [1-9][0-9]* cycles: " - run tb/cli/report.wfk $on --profile
expect "profile, summary and a buffer on standard output" 0 "^PASS" - run "$good" $on --profile --summary --dump Where
check "... the verdict last" sh -c "tail -n 1 '$dir/out' | grep -q ^PASS && grep -q '^cycles  ' '$dir/out' && grep -q '^Where = {' '$dir/out' && grep -q ' sum$' '$dir/out'"
if [ "$on" = "--on rtl" ] && has_rtl icarus; then
    run "$good" --on rtl --profile="$dir/want"
    run "$good" --on rtl --sim icarus --profile="$dir/got"
    same "Icarus shows the same profile" "$dir/got" "$dir/want"
fi

# ---- sources: two files of one shader, and lines that end in CR ------------------------------------------------------------------------
# two constants and a store at line 3 of a.comp, a store each at lines 3 and 4 of b.comp, two of no line
run tb/cli/places.spv --groups 1 --bind 0.0=zero:20 $on --timeline "$dir/places.json" --profile="$dir/places"
check "timeline: each file by name" test "$(grep -c '"file":"a.comp",.*"line":3,' "$dir/places.json") $(grep -c '"file":"b.comp",.*"line":[34],' "$dir/places.json")" = "3 2"
check "profile: each file once" test "$(grep -c '^# a.comp$' "$dir/places") $(grep -c '^# b.comp$' "$dir/places")" = "1 1"
check "... with its own lines" grep -q ' 3  third of a$' "$dir/places"
check "... and those of the other" grep -q ' 4  fourth of b$' "$dir/places"
sed "s/\$/$(printf '\r')/" tb/cli/profile_loop.wfk >"$dir/cr.wfk"
run "$dir/cr.wfk" $on --profile="$dir/cr"
check "profile: no CR at the end of a line" test "$(grep -c "$(printf '\r')" "$dir/cr")" = 0
no_leftovers "profiles leave no temporary file"
exit "$status"
