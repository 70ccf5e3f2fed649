#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_cores.sh - what a run tells of several cores and several dispatches: counters, profile, timeline, trace and hang reports, each by core and by
# dispatch, held against each other and against what tb/cli/cores.wfk must count.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l8_c2.so sim/icarus/wf_sim_cores.vvp sim/icarus/wf_sim_smallest.vvp sim/icarus/wavefold.vpi tb/cli/test_timeline
set -u
# under Icarus too in `make test-all`
sims='icarus verilator'
[ "${ALL-1}" != 0 ] || sims=verilator
. tb/cli/lib.sh
cores_of() {            # SIMULATOR: three cores of three slots under Icarus, or two of 256
    case $1 in
    icarus) WAVEFOLD_SIM=$root/$BUILD/sim/icarus/wf_sim_cores.vvp on="--on rtl --sim icarus" cores=3 slots=3 ;;
    *)      WAVEFOLD_SIM=$root/$BUILD/sim/libwavefold_sim_l8_c2.so on="--on rtl --lanes 8 --cores 2" cores=2 slots=256 ;;
    esac
    export WAVEFOLD_SIM
    [ -e "$WAVEFOLD_SIM" ] || { echo "SKIP cli: $WAVEFOLD_SIM is not built"; return 1; }
}
row() { grep "^    {\"$1\": $2," "$3"; }                                          # core or dispatch, NUMBER, FILE
of() { row "$1" "$2" "$4" | sed -n "s/.*\"$3\": \"*\([a-z0-9]*\).*/\1/p"; }       # core or dispatch, NUMBER, FIELD, FILE
sum() {                 # core or dispatch, FIELD, FILE
    grep "^    {\"$1\": " "$3" | sed -n "s/.*\"$2\": \([0-9]*\).*/\1/p" | awk '{ n += $1 } END { print n + 0 }'
}
stalls="empty barrier unit memory lds xlane turnaround fetch"
causes() {              # NUMBER FILE: the stalls of a core as the profile says them
    text=
    for pair in "empty:no wave" "barrier:barrier" "unit:unit full" "memory:memory" "lds:LDS" "xlane:cross-lane" "turnaround:turnaround" "fetch:fetch"; do
        count=$(of core "$1" "stall_${pair%%:*}" "$2")
        [ "$count" = 0 ] || text="$text${text:+, }${pair#*:} $count"
    done
    echo "$text"
}
# rows of the page: line, issues, waited
rows() { awk '/^# dispatch/ { part = $3 } /^# all/ { part = 0 } /^ / && part { line = substr($0, 49, 5) + 0; if (line) print part, line, substr($0, 22, 9) + 0, substr($0, 1, 10) + 0 }' "$1"; }

run_all() { # shellcheck disable=SC2086  # options
    "$wavefold" run "$@" $on --stats "$dir/stats" --profile="$dir/profile" --timeline "$dir/timeline" --trace "$dir/trace" --summary="$dir/summary" >"$dir/out" 2>"$dir/err" ||
        fail "run $*" "$dir/err"
}

adds_up() {             # NAME: the files of a run of cores.wfk
    for core in $(seq 0 $((cores - 1))); do
        n=$(of core "$core" instructions "$dir/stats") waited=0
        for stall in $stalls; do waited=$((waited + $(of core "$core" stall_$stall "$dir/stats"))); done
        check "$1, core $core: instructions and stalls are its cycles" test $((n + waited)) = "$(of core "$core" cycles "$dir/stats")"
        check "... which all cores have" test "$(of core "$core" cycles "$dir/stats")" = "$(field cycles "$dir/stats")"
        check "... its instructions are those of the trace" test "$n" = "$(grep -c "^ *[0-9]* *[0-9]* s[0-9]*/c$core/" "$dir/trace")"
        check "... the profile says its cycles and causes" grep -qxF "# core $core: $(field cycles "$dir/stats") cycles: $n with an issue, $waited waited: $(causes "$core" "$dir/stats")" "$dir/profile"
        check "... and the summary" grep -q "^core $core  *$n   instructions of $(of core "$core" waves "$dir/stats") waves; $waited cycles without an issue: " "$dir/summary"
        check "... its waves are those of the timeline" test "$(grep -c "\"pid\":$((core + 1)),.*\"cat\":\"wave\"" "$dir/timeline")" = "$(of core "$core" waves "$dir/stats")"
        check "... and waits at its barriers" test "$(grep -c "\"pid\":$((core + 1)),.*\"cat\":\"barrier\"" "$dir/timeline")" = "$(grep -c "/c$core/.* barrier  *; " "$dir/trace")"
        banks=$(awk -F'[:,}]' -v pid=$((core + 1)) '/"LDS banks busy"/ && $0 ~ "\"pid\":" pid "," { for (i = 1; i < NF; i++) { if ($i ~ /"ts"/) t = $(i + 1); if ($i ~ /"value"/) v = $(i + 1) } sum += last * (t - at); last = v; at = t } END { print sum + 0 }' "$dir/timeline")
        check "... the banks of its LDS serve as many words as it counted" test "$banks" = "$(of core "$core" lds_operations "$dir/stats")"
    done
    for name in waves instructions memory_instructions lds_instructions lds_lanes lds_operations bank_conflict_cycles atomic_lanes barrier_wait_cycles; do
        total=$(field $name "$dir/stats")
        check "$1: $name of the cores add up" test "$(sum core $name "$dir/stats")" = "$total"
        check "... and of the dispatches" test "$(sum dispatch $name "$dir/stats")" = "$total"
    done
    for stall in $stalls; do
        check "$1: stall_$stall of the cores adds up" test "$(sum core stall_$stall "$dir/stats")" = "$(field stall_$stall "$dir/stats")"
    done
    for name in groups lane_instructions flow_instructions alu_instructions fpu_instructions pack_instructions xlane_instructions sync_instructions \
        divergent_instructions atomic_operations barrier_releases; do
        check "$1: $name of the dispatches add up" test "$(sum dispatch $name "$dir/stats")" = "$(field $name "$dir/stats")"
    done
    check "$1: nothing is in flight at the end" test "$(sum core cycles_in_flight "$dir/stats") $(field cycles_in_flight "$dir/stats")" = "0 0"
    # the page: issues by line are those of the trace, what it charges is what waited, and it has nothing to complain of
    rows "$dir/profile" | awk '$3 { print $1, $2, $3 }' >"$dir/got"
    awk '/^ *[0-9]/ { sub(/.*\/d/, "", $3); print $3, $7 }' "$dir/trace" | sort -n -k1,1 -k2,2 | uniq -c | awk '{ print $2, $3, $1 }' >"$dir/want"
    same "$1, profile: issues by dispatch and line are those of the trace" "$dir/got" "$dir/want"
    waited=0
    for stall in $stalls; do waited=$((waited + $(field stall_$stall "$dir/stats"))); done
    check "... what is charged to lines adds up to the stalls with a wave" test "$(rows "$dir/profile" | awk '{ n += $4 } END { print n + 0 }')" = $((waited - $(field stall_empty "$dir/stats")))
    check "... it says the sum" grep -q "^# $((cores * $(field cycles "$dir/stats"))) cycles of $cores cores: $(field instructions "$dir/stats") with an issue, $waited waited: " "$dir/profile"
    check "... and no difference" sh -c "! grep -q 'hold\|the cores waited\|had not retired' '$dir/profile'"
    # the timeline: slices of dispatches, waves and instructions
    WF_TIMELINE=$dir/timeline "$root/$BUILD/tb/cli/test_timeline" >"$dir/out" || fail "$1, timeline" "$dir/out"
    for d in 1 2 3; do
        from=$(of dispatch $d accepted "$dir/stats") to=$(of dispatch $d answered "$dir/stats")
        check "$1, timeline: dispatch $d from acceptance to answer" grep -q "\"pid\":$((cores + 1)),.*\"name\":\"dispatch $d\",\"cat\":\"dispatch\",\"ts\":$from,\"dur\":$((to - from)),\"args\":{\"dispatch\":$d,\"wave size\":4,\"groups\":$(of dispatch $d groups "$dir/stats"),\"ending\":\"complete\"}" "$dir/timeline"
        check "... its waves" test "$(grep -c "\"cat\":\"wave\".*\"dispatch\":$d}" "$dir/timeline")" = "$(of dispatch $d waves "$dir/stats")"
        check "... profile: its head" grep -q "^# dispatch $d of 3, line $(of dispatch $d line "$dir/stats"): wave size 4, $((to - from)) cycles, from $from to $to, complete$" "$dir/profile"
        check "... summary: its row" grep -q "^dispatch $d  *$(of dispatch $d instructions "$dir/stats")   instructions of $(of dispatch $d waves "$dir/stats") waves of 4 lanes in $(of dispatch $d groups "$dir/stats") groups; from cycle $from to $to ($((to - from))), complete$" "$dir/summary"
    done
    sed -n 's/^{"ph":"X","pid":\([0-9]*\),"tid":\([0-9]*\),"name":"\(.*\)","cat":"[a-z]*","ts":\([0-9]*\),"dur":\([0-9]*\),"args":{"unit":"\([a-z]*\)","line":\([0-9]*\),.*/\1 \2 \4 \5 \6 \7 \3/p' "$dir/timeline" |
        awk -v slots=$slots '{ core = $1 - 1; slot = ($2 - 1) % slots + core * slots; text = $0; for (i = 0; i < 6; i++) sub(/^[^ ]* /, "", text); print $3 + $4, $3, "s" slot "/c" core, $6, $5, text }' | sort >"$dir/got"
    awk '/^ *[0-9]/ { at = $3; sub(/\/d.*/, "", at); text = $0; sub(/ *; .*/, "", text); sub(/^ */, "", text); for (i = 0; i < 8; i++) sub(/^[^ ]* +/, "", text); print $1, $2, at, $7, $8, text }' "$dir/trace" | sort >"$dir/want"
    same "... its slices are the instructions of the trace, with the names of their own kernels" "$dir/got" "$dir/want"
}

for sim in $sims; do
    cores_of $sim || continue
    for seed in 0 1 4; do
        run_all tb/cli/cores.wfk --seed $seed
        adds_up "$sim, seed $seed"
        got=$(for d in 1 2 3; do for name in line wave_size groups waves instructions flow_instructions alu_instructions lds_instructions memory_instructions barrier_releases faults ending; do
            of dispatch $d $name "$dir/stats"; done; done | tr '\n' ' ')
        want="10 4 6 12 162 24 48 18 12 6 0 complete 31 4 8 8 56 0 24 0 8 0 8 complete 44 4 6 12 72 0 24 0 24 0 0 complete "
        check "$sim, seed $seed: what each dispatch counts, by hand" test "$got" = "$want"
        [ "$got" = "$want" ] || echo "    $got"
        check "... the third waits for both" test "$(awk '/^ *[0-9]/ && $3 ~ /d3$/ { print $2 }' "$dir/trace" | sort -n | head -n 1)" -gt "$(awk '/^ *[0-9]/ && $3 !~ /d3$/ { print $1 }' "$dir/trace" | sort -n | tail -n 1)"
        awk -v slots=$slots '/^ *[0-9]/ { split($3, part, "/"); if ("c" int(substr(part[1], 2) / slots) != part[2]) bad = 1; seen[part[2]]++ } END { for (c in seen) n++; exit bad || n < 2 }' "$dir/trace"
        check "... the trace names the core of each slot" test $? = 0
    done
    # structure that is issued with the one before it has no cycle, on any core
    run_all tb/cli/cores_loop.wfk
    check "the verdict says how many cores" grep -q "^PASS cores_loop.wfk on=rtl[-a-z]* lanes=[0-9]* cores=$cores wave-size=" "$dir/out"
    for core in $(seq 0 $((cores - 1))); do
        folded=$(of core "$core" folded_instructions "$dir/stats") n=0
        for name in instructions stall_empty stall_barrier stall_unit stall_memory stall_lds stall_xlane stall_turnaround stall_fetch; do
            n=$((n + $(of core "$core" $name "$dir/stats")))
        done
        check "$sim: core $core issues structure with what stands before it" test "$folded" -gt 8
        check "... which costs no cycle" test "$((n - folded))" = "$(of core "$core" cycles "$dir/stats")"
    done
    check "... nor on the page" sh -c "! grep -q 'hold\|the cores waited\|had not retired' '$dir/profile'"
    # stopped in the middle: instructions, stalls and what is in flight are still the cycles, of each core; a dispatch that has not ended says so
    # shellcheck disable=SC2086
    "$wavefold" run tb/cli/cores.wfk $on --seed 1 --limit 150 --trace "$dir/trace" --stats "$dir/stats" --profile="$dir/profile" --summary="$dir/summary" --timeline "$dir/timeline" >"$dir/out" 2>"$dir/err"
    for core in $(seq 0 $((cores - 1))); do
        n=$(of core "$core" cycles_in_flight "$dir/stats")
        for name in instructions stall_empty stall_barrier stall_unit stall_memory stall_lds stall_xlane stall_turnaround stall_fetch; do
            n=$((n + $(of core "$core" $name "$dir/stats")))
        done
        check "$sim, stopped: core $core has its cycles" test "$n $(of core "$core" cycles "$dir/stats")" = "150 150"
        check "... few are in flight" test "$(of core "$core" cycles_in_flight "$dir/stats")" -lt 40
    done
    flying=$(sum core cycles_in_flight "$dir/stats")
    check "... the profile says those" grep -q "^# $((cores * 150)) cycles of $cores cores: [0-9]* with an issue, $flying with one that had not retired, [0-9]* waited: " "$dir/profile"
    check "... of each core" test "$(sed -n 's/^# core .* \([0-9]*\) with one that had not retired.*/\1/p' "$dir/profile" | awk '{ n += $1 } END { print n + 0 }')" = "$flying"
    check "... and the summary" grep -q "^in flight  *$flying   cycles whose issue had not retired when the run stopped$" "$dir/summary"
    check "... instructions of the cores add up" test "$(sum core instructions "$dir/stats")" = "$(field instructions "$dir/stats")"
    check "... each has those of the trace" test "$(for core in $(seq 0 $((cores - 1))); do of core "$core" instructions "$dir/stats"; done)" = \
        "$(awk '/^ *[0-9]/ { split($3, part, "/"); n[part[2]]++ } END { for (c = 0; "c" c in n; c++) print n["c" c] }' "$dir/trace")"
    check "... a dispatch that has not ended says so" sh -c "grep -q '^    {\"dispatch\": 1, .*\"ending\": null,.*\"answered\": null' '$dir/stats' && grep -q '^# dispatch 1 of 3, .*, not ended$' '$dir/profile' && grep -q '\"ending\":\"not ended\"' '$dir/timeline'"
    WF_TIMELINE=$dir/timeline "$root/$BUILD/tb/cli/test_timeline" >"$dir/out" || fail "... timeline" "$dir/out"

    # a hang: who waits for what, by core and dispatch
    # shellcheck disable=SC2086
    expect "$sim, two dispatches that do not end" 1 "^FAIL" "error: the dispatches have not ended after 500 cycles" run tb/cli/cores_hang.wfk $on --limit 500
    check "... the first runs" grep -q "^  dispatch 1 (id 0): accepted in cycle 0, 2 of 2 groups begun, 0 done; it runs$" "$dir/err"
    check "... the second waits for it" grep -q "^  dispatch 2 (id 1): accepted in cycle [1-9][0-9]*, 0 of 1 groups begun, 0 done; it waits for dispatch 1$" "$dir/err"
    for core in 0 1; do
        check "... core $core: its group" grep -q "^  core $core dispatch 1 group ($core,0,0): 1 of 2 waves wait at the barrier, 0 ended, 0 not launched; it cannot release before these arrive or end: wave 0 (slot $((core * slots + 0)))$" "$dir/err"
        check "... its wave at the barrier" grep -q "^  core $core dispatch 1 slot  *$((core * slots + 1))  group ($core,0,0) wave 1 .*barrier: waits at the barrier" "$dir/err"
        check "... and the one that spins" grep -q "^  core $core dispatch 1 slot  *$((core * slots))  group ($core,0,0) wave 0 .*loop: is ready or in flight" "$dir/err"
    done
done
unset WAVEFOLD_SIM

# ---- dispatches that are wrong: each is told, with its number, in their order; what all of them expect once; model and hardware say the same ------
cat >"$dir/want" <<'END'
:10: error: model: dispatch 1: fault: address outside the buffer: store A[r0], r0
:5: error: model: 4 words of A differ from what the file expects
:19: error: model: dispatch 2: 1 word of B differs from what the file expects
:24: error: model: dispatch 3: fault: LDS address outside the group's allocation: lds.load r1, [r0]
:37: error: model: dispatch 5: expected the fault LDS_ALIGN (LDS address is not a multiple of 4 (8 in a 64-bit atomic)), got none
END
expect "wrong dispatches on the model" 1 "^FAIL" "" run tb/cli/wrong_dispatches.wfk --lanes 8
sed -n 's/^tb.cli.wrong_dispatches.wfk:/:/p' "$dir/err" >"$dir/got"
same "... each is told" "$dir/got" "$dir/want"
cp "$dir/err" "$dir/model"
for sim in $sims; do
    cores_of $sim || continue
    # shellcheck disable=SC2086
    expect "$sim: wrong dispatches" 1 "^FAIL" "^reproduce: " run tb/cli/wrong_dispatches.wfk $on
    sed '/^reproduce: /d; s/error: rtl: /error: model: /' "$dir/err" >"$dir/got"
    if [ $sim = verilator ]; then same "... are told as on the model" "$dir/got" "$dir/model"
    else sed -n 's/^tb.cli.wrong_dispatches.wfk:/:/p' "$dir/got" >"$dir/told"; same "... each is told" "$dir/told" "$dir/want"; fi
done
unset WAVEFOLD_SIM
# a race in one of them hides nothing of the others
{ cat tb/cli/wrong_dispatches.wfk; printf -- '--- races\n[numthreads(8,1,1)] [WaveSize(4)]\ncode\n sv r0, lane\n mov r1, 0\n store A[r1], r0\n end\n'; } | sed 's/^expect A = .*/expect A = { 3, 9, 9, 9 }/' >"$dir/races.wfk"
expect "a race beside them" 1 "^FAIL" "races.wfk:[0-9]*: error: race: A\[0\] is touched by two lanes" run "$dir/races.wfk" --lanes 8
sed -n "s|^$dir/races.wfk:|:|p" "$dir/err" | grep -v 'error: race\|^: note: ' >"$dir/got"
sed 's/4 words of A/3 words of A/' "$dir/want" >"$dir/want2"
same "... the rest is told as without" "$dir/got" "$dir/want2"
# one that does not end keeps those behind it from running, and nothing is compared
sed 's/^--- stores.*/--- hangs\n[numthreads(8,1,1)] [WaveSize(4)]\ncode\n sv r0, wave\n loop\n mov r1, r0\n endloop\n end\n&/' tb/cli/wrong_dispatches.wfk >"$dir/hangs.wfk"
expect "one that does not end" 1 "^FAIL" "error: dispatch 2 (line 12) has not ended within the limit of 500 instructions" run "$dir/hangs.wfk" --lanes 8 --limit 500
check "... those behind it do not run" sh -c "! grep -q 'dispatch [3-9]: ' '$dir/err'"

# ---- a shader asks where its waves are ----------------------------------------------------------------------------------------------
if cores_of verilator; then
    expect "two cores: a shader asks for them" 0 "^    cores = 2,$" - run tb/shaders/wave_places.wfk --on rtl --lanes 8 --cores 2 --dump Device
    check "... and for their slots" grep -q "^    slots = 256$" "$dir/out"
fi
unset WAVEFOLD_SIM

# ---- one core, one dispatch: the same arrays, and no word of core or dispatch elsewhere -----------------------------------------------
on="--on rtl --lanes 8" cores=1
if has_rtl 8; then
    run_all tb/kernels/lds_ops.wfk
    for name in cycles waves instructions lds_operations barrier_wait_cycles stall_empty stall_memory; do
        check "one core: its $name are those of the run" test "$(of core 0 $name "$dir/stats")" = "$(field $name "$dir/stats")"
    done
    check "one dispatch: its instructions" test "$(of dispatch 1 instructions "$dir/stats")" = "$(field instructions "$dir/stats")"
    check "... from the first cycle to the last" test "$(of dispatch 1 accepted "$dir/stats") $(of dispatch 1 answered "$dir/stats")" = "0 $(field cycles "$dir/stats")"
    check "... a track of its own" grep -q "\"pid\":2,\"tid\":1,\"name\":\"dispatch 1\",\"cat\":\"dispatch\",\"ts\":0,\"dur\":$(field cycles "$dir/stats")," "$dir/timeline"
    check "... profile, summary and trace are silent of both" sh -c "! grep -q 'core [0-9]\|dispatch\|/[cd]' '$dir/profile' '$dir/summary' '$dir/trace'"
    "$wavefold" run tb/kernels/reject.wfk --variant numthreads_x --on rtl --lanes 8 --stats "$dir/stats" >"$dir/out" 2>&1
    check "a dispatch that is refused" grep -q '^    {"dispatch": 1, "line": null, "wave_size": null, "ending": null, "reject": "NUMTHREADS_X",' "$dir/stats"
fi

# ---- a machine of one id: nothing is in flight between two dispatches, and no counter counts then -----------------------------------------
printf 'buffer A[4]\n--- a\n[numthreads(4,1,1)]\ncode\n sv r0, lane\n end\n--- b\n[numthreads(4,1,1)]\ncode\n sv r1, lane\n nop\n end\n' >"$dir/gap.wfk"
WAVEFOLD_SIM=$root/$BUILD/sim/icarus/wf_sim_smallest.vvp on="--on rtl --sim icarus"
export WAVEFOLD_SIM
if [ -e "$WAVEFOLD_SIM" ]; then
    for seed in 0 2; do
        run_all "$dir/gap.wfk" --seed $seed
        n=$((0 - $(of core 0 folded_instructions "$dir/stats")))
        for name in instructions stall_empty stall_barrier stall_unit stall_memory stall_lds stall_xlane stall_turnaround stall_fetch; do
            n=$((n + $(of core 0 $name "$dir/stats")))
        done
        from=$(of dispatch 2 accepted "$dir/stats") between=$(($(of dispatch 2 accepted "$dir/stats") - $(of dispatch 1 answered "$dir/stats")))
        check "one id, seed $seed: the second is accepted behind the answer of the first" test "$between" -gt 0
        check "... what is between is not in the cycles" test "$(field cycles "$dir/stats")" = $(($(of dispatch 2 answered "$dir/stats") - between))
        check "... instructions and stalls are" test "$n" = "$(field cycles "$dir/stats")"
        check "... the page has no difference" sh -c "! grep -q 'hold\|the cores waited\|had not retired' '$dir/profile'"
        check "... the instructions of each" test "$(of dispatch 1 instructions "$dir/stats") $(of dispatch 2 instructions "$dir/stats")" = "2 3"
        to=$((from + 20))
        # shellcheck disable=SC2086
        "$wavefold" run "$dir/gap.wfk" $on --seed $seed --limit $to --stats "$dir/stats" --profile="$dir/profile" >"$dir/out" 2>"$dir/err"
        check "... stopped in the second: its cycles are those of both" test "$(of core 0 cycles "$dir/stats")" = $((to - between))
        check "... the second has begun" grep -q "^# dispatch 2 of 2, .*, from cycle $from, not ended$" "$dir/profile"
    done
fi
unset WAVEFOLD_SIM

# ---- on the model: dispatches, without cycles ---------------------------------------------------------------------------------------
"$wavefold" run tb/cli/cores.wfk --lanes 4 --stats "$dir/stats" --trace "$dir/trace" >"$dir/out" 2>&1
got=$(for d in 1 2 3; do for name in line groups waves instructions barrier_releases faults ending; do of dispatch $d $name "$dir/stats"; done; done | tr '\n' ' ')
check "model: what each dispatch counts" test "$got" = "10 6 12 162 6 0 complete 31 8 8 56 0 8 complete 44 6 12 72 0 0 complete "
check "... no cores, no cycles" sh -c "! grep -q '"cores\|"accepted' '$dir/stats'"
check "... the trace names dispatches" test "$(awk '/^ *[0-9]/ { sub(/.*\//, "", $3); n[$3]++ } END { print n["d1"], n["d2"], n["d3"] }' "$dir/trace")" = "162 56 72"
expect "model: a shader asks how many cores and slots there are" 0 "^    slots = 64$" - run tb/shaders/wave_places.wfk --cores 3 --dump Device
check "... and is told" grep -q "^    cores = 3,$" "$dir/out"
expect "model, a dispatch that does not end" 1 "^FAIL" "error: dispatch 1 (line 5) has not ended within the limit of 500 instructions" run tb/cli/cores_hang.wfk --lanes 4 --limit 500
check "... names it for each wave" grep -q "^  dispatch 1 slot  *[0-9]*  pc .*barrier: waits at the barrier: thread (4,0,0) of group (1,0,0)," "$dir/err"
exit $status
