#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_processes.sh - signals and processes: nothing of an interrupted run stays, neither files nor a simulator.
# Needs: sim/libwavefold_sim_l32.so sim/icarus/wf_sim_l32.vvp sim/icarus/wavefold.vpi
set -u
. tb/cli/lib.sh
mkdir "$dir/closed"
: >"$dir/closed/stats"
ln "$dir/closed/stats" "$dir/closed/other"      # a file with two names has its temporary file in TMPDIR

# PROCESS has ended, within five seconds, or waits for its parent to take notice
gone() { ! kill -0 "$1" 2>/dev/null || grep -q '^State:.*Z' "/proc/$1/status" 2>/dev/null; }
ended() { for _ in $(seq 50); do gone "$1" && return 0; sleep 0.1; done; return 1; }
# Wait until the run has opened what it writes (and started its simulator).
begun() { for _ in $(seq 100); do [ -n "$(find "$dir/tmp" -name 'wavefold.*')" ] && return 0; sleep 0.05; done; return 1; }
simulator_of() { for _ in $(seq 100); do child=$(pgrep -P "$1") && [ -n "$child" ] && return 0; sleep 0.05; done; child=; return 1; }

# ---- the model ---------------------------------------------------------------------------------------------------------------
for signal in INT TERM HUP XFSZ QUIT; do
    # a shell starts background processes with SIGINT ignored
    (cd "$dir" && ulimit -c 0 && exec env --default-signal="$signal" "$wavefold" run "$root/tb/cli/spin.wfk" --limit 99999999999 \
        --trace "$dir/trace" --stats "$dir/closed/stats") 2>"$dir/err" & run=$!
    check "SIG$signal: the run has begun" begun
    kill -"$signal" $run
    ended $run || kill -KILL $run
    wait $run
    rc=$?
    case $signal in HUP) want=129 ;; INT) want=130 ;; QUIT) want=131 ;; TERM) want=143 ;; XFSZ) want=4 ;; esac
    check "SIG$signal ends it with $want" test $rc = $want
    check "SIG$signal: no output" test ! -e "$dir/trace" -a ! -s "$dir/closed/stats"
    no_leftovers "SIG$signal: nothing is left"
done
(cd "$dir" && ulimit -f 8 && exec "$wavefold" run "$root/$good" --trace "$dir/trace") >"$dir/out" 2>"$dir/err"
check "a limit of file sizes: status 4" test $? = 4
check "... says so" grep -q "cannot write: .*arge" "$dir/err"
check "... no output" test ! -e "$dir/trace"
no_leftovers "... nothing is left"
"$wavefold" run tb/cli/spin.wfk --limit 20000 --trace - --stats "$dir/closed/stats" 2>/dev/null | head -n 1 >/dev/null
no_leftovers "a reader that goes away: nothing is left"
env --ignore-signal=HUP "$wavefold" run tb/cli/spin.wfk --limit 99999999999 --stats "$dir/closed/stats" 2>/dev/null & run=$!
begun
kill -HUP $run
sleep 0.2
check "an ignored signal stays ignored" kill -0 $run
kill -TERM $run
wait $run 2>/dev/null

# ---- the simulator ---------------------------------------------------------------------------------------------------------------
ends_with_its_simulator() {     # NAME SIGNAL [options of the run]: the run and its simulator end
    name=$1 signal=$2
    shift 2
    env --default-signal=INT "$wavefold" run tb/cli/spin.wfk --on rtl --limit 99999999999 --stats "$dir/closed/stats" "$@" 2>"$dir/err" & run=$!
    simulator_of $run || fail "$name: SIG$signal: no simulator"
    begun
    kill -"$signal" $run
    check "$name: SIG$signal ends the run" ended $run
    kill -KILL $run 2>/dev/null
    wait $run 2>/dev/null
    check "$name: SIG$signal ends the simulator" ended "${child:-0}"
    kill -KILL "$child" 2>/dev/null
    [ "$signal" = KILL ] || no_leftovers "$name: SIG$signal: nothing is left"
    rm -f "$dir"/tmp/* "$dir"/.w.fst*
}
if has_rtl 32; then
    for signal in INT TERM KILL; do
        ends_with_its_simulator verilator $signal
    done
    "$wavefold" run tb/cli/spin.wfk --on rtl --limit 99999999999 --trace "$dir/trace" >"$dir/out" 2>"$dir/err" & run=$!
    simulator_of $run
    kill -KILL "$child"
    wait $run
    check "a simulator that is killed: status 4" test $? = 4
    check "... says so" grep -q "ended by signal 9" "$dir/err"
    check "... no output" test ! -e "$dir/trace"
    (ulimit -f 8 && exec "$wavefold" run "$good" --on rtl --trace "$dir/trace") >"$dir/out" 2>"$dir/err"
    check "a limit of file sizes on rtl: status 4" test $? = 4
    no_leftovers "... nothing is left"
fi
if has_rtl icarus; then
    for signal in INT TERM KILL; do
        ends_with_its_simulator icarus $signal --sim icarus --waves "$dir/w.fst"
    done
fi
exit $status
