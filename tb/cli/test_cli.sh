#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_cli.sh - the program: every command and option, every exit status, bad input, outputs that cannot be written.
# Environment: BUILD.  What needs a simulator that is not built is reported as skipped.
set -u
BUILD=${BUILD:-build}
wavefold=$PWD/$BUILD/bin/wavefold
root=$PWD
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir" 2>/dev/null; rm -rf "$dir"' EXIT
status=0

pass() { echo "PASS cli $1"; }
fail() { echo "FAIL cli $1"; status=1; [ -z "${2-}" ] || sed 's/^/    /' "$2" | head -n 10; }

# NAME STATUS STDOUT-PATTERN STDERR-PATTERN ARGUMENTS...: a pattern "-" stands for nothing at all, "" for anything
expect() {
    name=$1 want=$2 out=$3 err=$4
    shift 4
    "$wavefold" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    got=$?
    if [ "$got" != "$want" ]; then
        echo "exit status $got, expected $want: wavefold $*" >>"$dir/err"
        fail "$name" "$dir/err"
    elif { [ "$out" = - ] && [ -s "$dir/out" ]; } || { [ "$out" != - ] && ! grep -q -e "$out" "$dir/out" && [ -n "$out" ]; }; then
        fail "$name: standard output of wavefold $*" "$dir/out"
    elif { [ "$err" = - ] && [ -s "$dir/err" ]; } || { [ "$err" != - ] && ! grep -q -e "$err" "$dir/err" && [ -n "$err" ]; }; then
        fail "$name: standard error of wavefold $*" "$dir/err"
    else
        pass "$name"
    fi
}
same() { if cmp -s "$2" "$3"; then pass "$1"; else fail "$1" "$2"; fi; }
no_leftovers() {    # NAME: no temporary file in the test's directory
    if ls -A "$dir" | grep -q '\.tmp'; then ls -A "$dir" >"$dir/list"; fail "$1" "$dir/list"; else pass "$1"; fi
}

good=tb/kernels/query_8.wfk
# ---- help and misuse -------------------------------------------------------------------------------------------------------
expect "help" 0 "^usage: wavefold run" - help
expect "--help" 0 "^usage: wavefold run" - --help
expect "run --help" 0 "^usage: wavefold run" - run --help
expect "no command" 2 - "command is missing"
expect "unknown command" 2 - "no such command: frob" frob
expect "run without a file" 2 - "kernel file is missing" run
expect "run with two files" 2 - "one file only" run "$good" "$good"
expect "run with an unknown option" 2 - "no such option: --frob" run "$good" --frob 1
for option in --on --lanes --wave-size --seed --waves --trace --stats --sim --limit; do
    expect "$option without a value" 2 - "value is missing" run "$good" $option
done
expect "--on elsewhere" 2 - "model or rtl" run "$good" --on fpga
expect "--sim elsewhere" 2 - "verilator or icarus" run "$good" --sim vcs
expect "--lanes 33" 2 - "power of two" run "$good" --lanes 33
expect "--lanes 256" 2 - "power of two" run "$good" --lanes 256
expect "--lanes 2" 2 - "power of two" run "$good" --lanes 2
expect "--wave-size 12" 2 - "power of two" run "$good" --wave-size 12
expect "--wave-size above --lanes" 2 - "larger than --lanes" run "$good" --wave-size 64 --lanes 32
expect "--seed -1" 2 - "needs a number" run "$good" --seed -1
expect "--seed 99999999999999999999" 2 - "needs a number" run "$good" --seed 99999999999999999999
expect "--limit 0" 2 - "above 0" run "$good" --limit 0
expect "--waves on the model" 2 - "needs --on rtl" run "$good" --waves "$dir/w.fst"
expect "--sim on the model" 2 - "needs --on rtl" run "$good" --sim icarus
expect "--on rtl --lanes 16" 2 - "8, 32 and 128" run "$good" --on rtl --lanes 16
expect "asm without a file" 2 - "file is missing" asm
expect "asm -o without a name" 2 - "missing after" asm "$good" -o
expect "asm --picture" 2 - "no such option" asm "$good" --picture
expect "disasm --lanes" 2 - "no such option" disasm "$good" --lanes 8
expect "layout without numthreads" 2 - "numthreads is missing" layout --wave-size 8
expect "layout without wave size" 2 - "wave-size is missing" layout --numthreads 8,8,1
expect "layout 8,8" 2 - "needs X,Y,Z" layout --numthreads 8,8 --wave-size 8
expect "layout 8,8,1,1" 2 - "needs X,Y,Z" layout --numthreads 8,8,1,1 --wave-size 8
expect "layout --group a" 2 - "needs GX,GY,GZ" layout --numthreads 8,8,1 --wave-size 8 --group a
expect "layout --extra x" 2 - "needs a number" layout --numthreads 8,8,1 --wave-size 8 --extra x
expect "layout with a file" 2 - "takes no file" layout file

# ---- run on the model ------------------------------------------------------------------------------------------------------
expect "run" 0 "^PASS query_8.wfk on=model lanes=32 wave-size=32 seed=1" - run "$good"
expect "run --wave-size" 0 "wave-size=4 seed=7" - run "$good" --wave-size 4 --seed 7
expect "run --lanes" 0 "lanes=128" - run "$good" --lanes 128 --wave-size 128
expect "run, larger wave size picks the lanes" 0 "lanes=128 wave-size=64" - run "$good" --wave-size 64
expect "run --trace --stats" 0 "^PASS" - run "$good" --trace "$dir/trace" --stats "$dir/stats.json"
grep -q ' end  *; ' "$dir/trace" && pass "trace has instructions" || fail "trace has instructions" "$dir/trace"
grep -q '"instructions": 153' "$dir/stats.json" && pass "stats count" || fail "stats count" "$dir/stats.json"
expect "trace to a device" 0 "^PASS" - run "$good" --trace /dev/null
expect "a refused dispatch" 0 "^PASS" - run tb/kernels/reject_numthreads_x.wfk
expect "a dispatch that never ends" 1 - "wave 3  pc 6 line 12  barrier: waits at the barrier" run tb/cli/spin.wfk --limit 5000
expect "... and who runs" 1 - "wave 0  pc .* runs" run tb/cli/spin.wfk --limit 5000
expect "a failed expectation" 1 - "tb/cli/wrong.wfk:10: error: model: 1 word of Out differs" run tb/cli/wrong.wfk
expect "a fault" 1 - "error: model: fault: address outside the buffer: group (0,0,0) wave 0 lane 4" run tb/cli/faults.wfk
sed 's/^expect .*/expect fault LDS_RANGE/' tb/cli/faults.wfk >"$dir/other.wfk"
expect "another fault than expected" 1 - "expected the fault" run "$dir/other.wfk"

# ---- files -----------------------------------------------------------------------------------------------------------------
expect "no such file" 1 - "nothing.wfk: error: cannot open" run "$dir/nothing.wfk"
expect "a directory" 1 - "error: cannot" run "$dir"
: >"$dir/empty.wfk"
expect "an empty file" 1 - "empty.wfk:[0-9]*:[0-9]*: error: " run "$dir/empty.wfk"
head -c 3000 /dev/urandom >"$dir/noise.wfk"
expect "noise" 1 - "noise.wfk:[0-9]*:[0-9]*: error: " run "$dir/noise.wfk"
head -c 70000000 /dev/zero >"$dir/big.wfk"
expect "an enormous file" 1 - "larger than" run "$dir/big.wfk"
rm -f "$dir/big.wfk"
for bad in tb/asm/bad/*.wfk; do
    expect "bad input $(basename "$bad")" 1 - "^$bad:[0-9]*:[0-9]*: error: " run "$bad"
    expect "asm of bad input $(basename "$bad")" 1 - "^$bad:[0-9]*:[0-9]*: error: " asm "$bad" -o "$dir/bad.hex"
done
[ ! -e "$dir/bad.hex" ] && pass "no output of bad input" || fail "no output of bad input"
expect "trace into nowhere" 1 - "cannot write" run "$good" --trace "$dir/no/trace"
expect "stats into nowhere" 1 - "cannot write" run "$good" --stats "$dir/no/stats"
expect "trace into a directory" 1 - "cannot write" run "$good" --trace "$dir"
expect "unwritable output is told before a long run" 1 - "cannot write" run tb/cli/spin.wfk --trace "$dir/no/trace"
expect "asm -o into nowhere" 1 - "cannot write" asm "$good" -o "$dir/no/hex"
if [ -w /dev/full ]; then
    expect "trace to a full device" 1 "" "cannot write" run "$good" --trace /dev/full
    "$wavefold" asm "$good" >/dev/full 2>"$dir/err" && fail "standard output to a full device" || pass "standard output to a full device"
fi
cp "$good" "$dir/own.wfk"
expect "an output over the kernel file" 2 - "the kernel file itself" run "$dir/own.wfk" --trace "$dir/./own.wfk"
expect "asm -o over its input" 2 - "the input file itself" asm "$dir/own.wfk" -o "$dir/own.wfk"
same "the kernel file is intact" "$good" "$dir/own.wfk"
expect "two outputs into one file" 2 - "two outputs into one file" run "$good" --trace "$dir/both" --stats "$dir/both"
echo precious >"$dir/kept"
expect "a failed run keeps the old statistics" 1 - "" run tb/cli/wrong.wfk --stats "$dir/kept"
[ "$(cat "$dir/kept")" = precious ] && pass "the old file is intact" || fail "the old file is intact" "$dir/kept"
no_leftovers "no temporary file is left behind"
"$wavefold" run tb/cli/spin.wfk --limit 99999999999 --trace "$dir/killed" 2>/dev/null & child=$!
sleep 0.5; kill -TERM $child; wait $child 2>/dev/null
[ ! -e "$dir/killed" ] && pass "no output of an interrupted run" || fail "no output of an interrupted run"
no_leftovers "no temporary file of an interrupted run"

# ---- asm, disasm, sizes ----------------------------------------------------------------------------------------------------
expect "asm" 0 "^[0-9a-f]\{16\}$" - asm "$good"
expect "asm -o" 0 - - asm "$good" -o "$dir/hex"
expect "asm --listing" 0 "^ *0  [0-9a-f]\{16\}  *[0-9]*  " - asm "$good" --listing
expect "disasm" 0 "^ *0  [0-9a-f]\{16\}  " - disasm "$dir/hex"
expect "disasm -o" 0 - - disasm "$dir/hex" -o "$dir/listing"
cut -c8-23 "$dir/listing" >"$dir/hex2"
same "asm and disasm agree" "$dir/hex" "$dir/hex2"
echo xyzzy >"$dir/nohex"
expect "disasm of text" 1 - "nohex:1:1: error: expected an instruction word" disasm "$dir/nohex"
echo 11112222333344445 >"$dir/nohex"
expect "disasm of a long word" 1 - "error: expected an instruction word" disasm "$dir/nohex"
expect "disasm of an empty file" 1 - "no instruction word" disasm "$dir/empty.wfk"
echo ffffffffffffffff >"$dir/nohex"
expect "disasm of an unknown opcode" 1 "" "error: instruction 0: " disasm "$dir/nohex"
expect "disasm of noise" 1 "" "error: " disasm "$dir/noise.wfk"
expect "sizes" 0 "^16$" - sizes "$good"
expect "sizes of a refused dispatch" 0 "^default$" - sizes tb/kernels/reject_numthreads_x.wfk
expect "sizes of a kernel for wider waves" 0 - - sizes tb/cli/wide.wfk --lanes 8
expect "sizes of bad input" 1 - "error: " sizes "$dir/noise.wfk"

# ---- layout ----------------------------------------------------------------------------------------------------------------
expect "layout" 0 "^wave	lane	x	y	z	dispatch_x	dispatch_y	dispatch_z	group_index$" - layout --numthreads 4,4,1 --wave-size 8 --group 1,2,3
printf '0\t0\t0\t0\t0\t4\t8\t3\t0\n0\t1\t1\t0\t0\t5\t8\t3\t1\n0\t2\t0\t1\t0\t4\t9\t3\t4\n0\t3\t1\t1\t0\t5\t9\t3\t5\n' >"$dir/want"
sed -n 2,5p "$dir/out" >"$dir/got"
same "layout puts a quad first" "$dir/got" "$dir/want"
[ "$(wc -l <"$dir/out")" = 17 ] && pass "layout has a line a live lane" || fail "layout has a line a live lane" "$dir/out"
expect "layout of a partial wave" 0 "^1	0	4	0	0	4	0	0	4$" - layout --numthreads 5,1,1 --wave-size 4 --extra 1
[ "$(wc -l <"$dir/out")" = 6 ] && pass "extra waves have no live lane" || fail "extra waves have no live lane" "$dir/out"
expect "layout --picture" 0 "^0.2  0.3  0.6  0.7$" - layout --numthreads 4,4,1 --wave-size 8 --picture
expect "layout --picture in slices" 0 "^z = 1$" - layout --numthreads 3,1,2 --wave-size 4 --picture
expect "layout of zero threads" 1 - "zero dimension" layout --numthreads 0,1,1 --wave-size 8
expect "layout of too many threads" 1 - "above 1024" layout --numthreads 1024,2,1 --wave-size 8
expect "layout with wave size 12" 1 - "not a power of two" layout --numthreads 8,1,1 --wave-size 12
expect "layout with too many extra waves" 1 - "more waves" layout --numthreads 8,1,1 --wave-size 8 --extra 4000000000

# ---- on the hardware -------------------------------------------------------------------------------------------------------
WAVEFOLD_SIM=$dir/none
export WAVEFOLD_SIM
expect "a simulator that is not built" 1 - "no simulator at .*build it with: make build/sim/l32/wf_sim$" run "$good" --on rtl
expect "... the traced one" 1 - "make build/sim/l32/wf_sim_trace$" run "$good" --on rtl --waves "$dir/w.fst"
unset WAVEFOLD_SIM
if [ -x "$root/$BUILD/sim/l32/wf_sim" ]; then
    expect "run --on rtl" 0 "^PASS query_8.wfk on=rtl lanes=32 wave-size=8 seed=3 .*compared=[1-9]" - run "$good" --on rtl --wave-size 8 --seed 3
    expect "rtl --trace --stats" 0 "^PASS" - run "$good" --on rtl --trace "$dir/trace2" --stats "$dir/stats2.json"
    grep -q ' end  *; ' "$dir/trace2" && pass "trace of the hardware" || fail "trace of the hardware" "$dir/trace2"
    grep -q '"compared_instructions": 153' "$dir/stats2.json" && pass "stats of the hardware" || fail "stats of the hardware" "$dir/stats2.json"
    expect "rtl refuses a dispatch" 0 "^PASS" - run tb/kernels/reject_numthreads_x.wfk --on rtl
    expect "rtl reports the wave size" 0 "^PASS" - run tb/cli/report.wfk --on rtl --seed 2
    expect "rtl, failed expectation" 1 - "wrong.wfk:10: error: rtl: 1 word of Out differs" run tb/cli/wrong.wfk --on rtl
    expect "rtl, how to reproduce it" 1 - "^reproduce: wavefold run tb/cli/wrong.wfk --on rtl --lanes 32 --wave-size 32 --seed 5" run tb/cli/wrong.wfk --on rtl --seed 5
    expect "rtl, fault" 1 - "error: rtl: fault: address outside the buffer: group (0,0,0) wave 0 lane 4" run tb/cli/faults.wfk --on rtl
    expect "rtl, a dispatch that never ends" 1 - "3 of 4 waves wait at the barrier.* wave 0 (slot" run tb/cli/spin.wfk --on rtl --limit 5000
    expect "... and how to see it again" 1 - "^reproduce: .* --limit 5000$" run tb/cli/spin.wfk --on rtl --limit 5000
    expect "... says where a wave waits" 1 - "pc 6 line 12  barrier: waits at the barrier" run tb/cli/spin.wfk --on rtl --limit 5000
    expect "rtl, bad input" 1 - ":[0-9]*:[0-9]*: error: " run "$dir/noise.wfk" --on rtl
    expect "rtl, trace into nowhere" 1 - "cannot write" run "$good" --on rtl --trace "$dir/no/trace"
    no_leftovers "rtl leaves no temporary file"
else
    echo "SKIP cli on rtl: $BUILD/sim/l32/wf_sim is not built"
fi
if [ -x "$root/$BUILD/sim/l32/wf_sim_trace" ]; then
    expect "rtl --waves" 0 "^PASS" - run "$good" --on rtl --waves "$dir/v.fst"
    [ -s "$dir/v.fst" ] && pass "waveform of Verilator" || fail "waveform of Verilator"
    ln -s /dev/null "$dir/device"       # the link stands in for a device, which the FST writer would remove
    expect "a waveform into a device" 1 - "needs a regular file" run "$good" --on rtl --waves "$dir/device"
    [ -h "$dir/device" ] && pass "the device is left alone" || fail "the device is left alone"
fi
if [ -e "$root/$BUILD/sim/icarus/wf_sim_l32.vvp" ]; then
    expect "icarus" 0 "^PASS query_8.wfk on=rtl-icarus" - run "$good" --on rtl --sim icarus --wave-size 8
    expect "icarus, failed expectation" 1 "" "error: rtl: 1 word" run tb/cli/wrong.wfk --on rtl --sim icarus
    expect "icarus --waves" 0 "^PASS" - run "$good" --on rtl --sim icarus --waves "$dir/i.fst"
    [ -s "$dir/i.fst" ] && pass "waveform of Icarus" || fail "waveform of Icarus"
    expect "icarus --waves into nowhere" 1 - "cannot write" run "$good" --on rtl --sim icarus --waves "$dir/no/i.fst"
    no_leftovers "icarus leaves no temporary file"
fi
exit $status
