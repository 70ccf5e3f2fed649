#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_rtl.sh - runs on the hardware: the same verdicts, statuses, inputs and outputs as on the model; which simulator runs.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so sim/libwavefold_sim_l128.so sim/libwavefold_sim_l8_system.so sim/icarus/wf_sim_l32.vvp sim/icarus/wavefold.vpi
# Needs in `make test-all`: sim/libwavefold_sim_l32_trace.so
set -u
. tb/cli/lib.sh
: >"$dir/empty.wfk"

printf '%s\n' 'buffer A[4]' --- '[numthreads(4,1,1)]' code end --- '[numthreads(4,1,1)] [wait]' code ' sv r0, dtid.x' ' shl r1, r0, 2' ' store A[r1], r0' ' end' \
    'expect A = each i' >"$dir/last.wfk"
printf '%s\n' '[numthreads(4,1,1)] [limit(500)]' 'buffer A[4]' code ' loop' ' endloop' ' end' 'expect A = each 0' >"$dir/limit.wfk"

# the whole instruction memory: the wave jumps over 65526 instructions, and the last nine give the result
printf '%s\n' '[numthreads(4,1,1)]' 'buffer A[4]' code ' sv r0, gindex' ' mov r2, 0' ' if r2' ' repeat 65526' '  add r0, r0, 1' ' endrepeat' ' endif' \
    ' shl r1, r0, 2' ' add r0, r0, 7' ' mul r0, r0, 3' ' store A[r1], r0' ' nop' ' end' 'expect A = each 3 * (i + 7)' >"$dir/whole.wfk"
expect "a kernel fills the instruction memory" 0 "^PASS whole.wfk .* instructions=10 " - run "$dir/whole.wfk" --on rtl --lanes 8
sed 's/ nop/&\n nop/' "$dir/whole.wfk" >"$dir/more.wfk"
expect "... and no instruction more" 3 - "more than 65536 instructions; expected at most 65536" run "$dir/more.wfk"

# a shader of 60005 instructions; the shell computes what lane 0 finds
awk 'BEGIN { print "#version 450\nlayout(local_size_x = 4) in;\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() {\nuint x = b[gl_GlobalInvocationID.x];"
    for (i = 0; i < 20000; i++) print "x = x * 1664525u + (x >> 16);"
    print "b[gl_GlobalInvocationID.x] = x;\n}" }' >"$dir/long.comp"
x=1 i=0
while [ $i -lt 20000 ]; do x=$(((x * 1664525 + (x >> 16)) & 4294967295)) i=$((i + 1)); done
expect "a shader of 60005 instructions" 0 "^    $x, .* // 0$" - run "$dir/long.comp" --groups 1 --bind 0.0=text:1,2,3,4:- --on rtl --lanes 8

# ---- no simulator ----------------------------------------------------------------------------------------------------------
mkdir -p "$dir/bin"
cp "$wavefold" "$dir/bin/wavefold"
built=$wavefold
wavefold=$dir/bin/wavefold
expect "a simulator that is not built" 4 - "no simulator at .*/sim/libwavefold_sim_l32.so: build it in the source tree with: make build/sim/libwavefold_sim_l32.so$" run "$good" --on rtl
expect "... the traced one" 4 - "make build/sim/libwavefold_sim_l32_trace.so$" run "$good" --on rtl --waves "$dir/w.fst"
expect "... the one that does not combine" 4 - "make build/sim/libwavefold_sim_l128_serial.so$" run "$good" --on rtl --lanes 128 --coalesce off
expect "... not of Icarus" 2 - "there is no simulator of Icarus without combining" run "$good" --on rtl --sim icarus --coalesce off
expect "... nor of the model" 2 - "needs --on rtl: --coalesce" run "$good" --coalesce on
expect "... off or on" 2 - "coalesce is off or on, not: no" run "$good" --on rtl --coalesce no
expect "... the one of Icarus" 4 - "make build/sim/icarus/wf_sim_l32.vvp build/sim/icarus/wavefold.vpi$" run "$good" --on rtl --sim icarus
for options in "" "--waves=$dir/w.fst" "--coalesce off" "--coalesce off --waves=$dir/w.fst" "--cores 3" "--cores 16 --waves=$dir/w.fst" "--memory-path on" \
    "--memory-path on --cores 5"; do
    # shellcheck disable=SC2086  # options are words
    "$wavefold" run "$good" --on rtl --lanes 8 $options 2>&1 | sed -n 's/.* with: make //p' >"$dir/target"
    check "make has a rule for the simulator of '${options%%=*}'" make -n -f "$root/Makefile" "$(cat "$dir/target")"
done >"$dir/rules" 2>&1
for options in "--lanes 64" "--lanes 4 --coalesce off" "--lanes 16 --memory-path on --cores 5" "--lanes 64 --sim icarus"; do
    # shellcheck disable=SC2086  # options are words
    "$wavefold" device $options 2>&1 | sed -n 's/.* with: make //p' >"$dir/target"
    # shellcheck disable=SC2046  # targets are words
    check "... of the device '$options'" make -n -f "$root/Makefile" $(grep . "$dir/target" || echo none)
done >>"$dir/rules" 2>&1
grep -E '^(PASS|FAIL) ' "$dir/rules"
check "... and none for what is no simulator" test "$(make -n build/sim/libwavefold_sim_l8_c17.so build/sim/libwavefold_sim_l8_c1.so 2>/dev/null | grep -c verilator)" = 0
mkdir "$dir/sim"
ln -s "$(cd "$(dirname "$built")/../sim" && pwd)/libwavefold_sim_l128.so" "$dir/sim/libwavefold_sim_l128.so"
expect "several sizes of which one has its simulator" 4 "^ *64  *128 .* PASS$" "make build/sim/libwavefold_sim_l32.so$" run "$good" --on rtl --wave-size 4,8,64 --stats "$dir/some.json"
says "... the rows of the others say why they have no figures" "^ *8  not run: the simulator of 32 lanes is not built$"
says "... so does the verdict" "^FAIL query.wfk on=rtl wave-sizes=64 .* runs=1 wrong=0 .* not-run=4,8"
check "... each simulator is asked for once" test "$(grep -c 'no simulator at' "$dir/err")" = 1
echo old >"$dir/sim/libwavefold_sim_l32.so"
expect "one of another version" 4 - "libwavefold_sim_l32.so is not a simulator of this version: build it again in the source tree with: make build/sim/libwavefold_sim_l32.so$" \
    run "$good" --on rtl
wavefold=$built
export WAVEFOLD_SIM
WAVEFOLD_SIM=$dir/none
expect "WAVEFOLD_SIM names nothing" 4 - "no simulator at $dir/none, which WAVEFOLD_SIM names: No such file" run "$good" --on rtl
WAVEFOLD_SIM=/bin/true
expect "WAVEFOLD_SIM names another program" 4 - "/bin/true, which WAVEFOLD_SIM names, is not a simulator" run "$good" --on rtl
# a library that only seems to simulate: fake_simulator.c says what the files in $FAKE mean
FAKE=$dir
export FAKE
"${CC:-cc}" -std=c11 -Wall -Wextra -Ic_model/include -shared -fPIC -o "$dir/fake" tb/cli/fake_simulator.c 2>"$dir/err" || fail "fake_simulator.c" "$dir/err"
printf '[numthreads(4,1,1)]\nbuffer A[4]\ncode\n end\n' >"$dir/plain.wfk"
act() { echo "$1" >"$dir/act"; }
WAVEFOLD_SIM=$dir/fake
act nothing
expect "a library is a simulator" 0 "^PASS plain.wfk on=rtl lanes=32 .* nothing compared: nothing is expected$" - run "$dir/plain.wfk" --on rtl
expect "... says what it is" 0 "^DEVICE lanes=32 slots=64 groups=16 regs=64 reg-rows=0 lds-words=8192 lds-banks=32 imem-words=65536 coalesce=1 traced=0 cores=1 path=0 fpu=1$" - device
(cd "$dir" && WAVEFOLD_SIM=fake "$wavefold" run plain.wfk --on rtl) >"$dir/out" 2>&1
check "... in the working folder" grep -q ^PASS "$dir/out"
expect "... is not asked for waveforms that it cannot write" 4 - "writes no waveforms" run "$dir/plain.wfk" --on rtl --waves "$dir/w.fst"
expect "... nor for an LDS that does not combine" 4 - "the LDS of the simulator .*fake combines lanes: --coalesce off needs another" run "$dir/plain.wfk" --on rtl --coalesce off
: >"$dir/version"
expect "a library of another version" 4 - "fake, which WAVEFOLD_SIM names, is not a simulator of this version" run "$dir/plain.wfk" --on rtl
rm "$dir/version"
act silent
expect "a simulator without a verdict has not passed" 4 - "ended without a verdict" run "$dir/plain.wfk" --on rtl
act crash
expect "a simulator that crashes" 4 - "^wavefold: error: the simulator was ended by signal 11 " run "$dir/plain.wfk" --on rtl --stats "$dir/none.json"
check "... leaves nothing" test ! -e "$dir/none.json"
act finish
expect "Verilog that ends the simulation" 4 - "plain.wfk: error: the Verilog ended the simulation: top.v:7: .finish$" run "$dir/plain.wfk" --on rtl
# its waveform on a full disk: a bus error, or a file that ends too early; the writers of both simulators look at no error
printf 'module t; reg a; initial begin $dumpfile("%s"); $dumpvars(0, t); a = 0; #5 a = 1; #5 $finish; end endmodule\n' "$dir/whole.fst" >"$dir/t.v"
iverilog -o "$dir/t.vvp" "$dir/t.v" && vvp -n "$dir/t.vvp" -fst >/dev/null
: >"$dir/traced"
act nothing
size=$(wc -c <"$dir/whole.fst")
echo "$size" >"$dir/bytes"
expect "a waveform that is whole" 0 "^PASS plain" - run "$dir/plain.wfk" --on rtl --waves "$dir/w.fst"
same "... takes its place" "$dir/w.fst" "$dir/whole.fst"
for bytes in 0 1 329 330 400 $((size - 1)); do
    echo "$bytes" >"$dir/bytes"
    expect "$bytes of $size bytes of a waveform" 4 - "^$dir/w.fst: error: cannot write: the waveform is incomplete$" run "$dir/plain.wfk" --on rtl --waves "$dir/w.fst"
done
same "... leave the old one" "$dir/w.fst" "$dir/whole.fst"
act bus
expect "a bus error while a waveform is written" 4 - "cannot write its waveform: No space left on device$" run "$dir/plain.wfk" --on rtl --waves "$dir/w.fst"
same "... leaves the old one" "$dir/w.fst" "$dir/whole.fst"
expect "... without one" 4 - "ended by signal 7 " run "$dir/plain.wfk" --on rtl
act nothing
mkdir "$dir/small"
if unshare -rm mount -t tmpfs -o size=16k none "$dir/small" 2>/dev/null; then
    echo 400 >"$dir/bytes"
    unshare -rm sh -c 'mount -t tmpfs -o size=16k none "$1/small" && exec "$2" run "$1/plain.wfk" --on rtl --waves "$1/small/w.fst"' sh "$dir" "$wavefold" >"$dir/out" 2>"$dir/err"
    check "a full disk: status 4" test $? = 4
    check "... says so" grep -q "^$dir/small/w.fst: error: cannot write: No space left on device$" "$dir/err"
else
    echo "SKIP cli: a small disk cannot be mounted here"
fi
expect "a simulator of other lanes" 4 - "has 32 lanes, not the 8 of --lanes" run "$good" --on rtl --lanes 8
if has_rtl 8; then
    WAVEFOLD_SIM=$root/$BUILD/sim/libwavefold_sim_l8.so
    expect "WAVEFOLD_SIM is asked for its lanes" 0 "^PASS .* lanes=8 .* slots=256 " - run "$good" --on rtl
    expect "... which --lanes contradicts" 4 - "has 8 lanes, not the 32 of --lanes" run "$good" --on rtl --lanes 32
    expect "... or --wave-size" 2 - "larger than --lanes: 16, and the device has 8 lanes" run "$good" --on rtl --wave-size 16
    expect "... and whether it writes waveforms" 4 - "writes no waveforms" run "$good" --on rtl --waves "$dir/w.fst"
fi
WAVEFOLD_SIM=$(command -v yes) expect "a program is no simulator" 4 - "is not a simulator of this version" run "$good" --on rtl
unset WAVEFOLD_SIM

# ---- runs, under Verilator or else Icarus --------------------------------------------------------------------------------------
on="--on rtl"
has_rtl 32 || on="--on rtl --sim icarus"
# shellcheck disable=SC2086  # options
if has_rtl 32 || has_rtl icarus; then
    expect "rtl" 0 "^PASS query.wfk on=rtl[-a-z]* lanes=32 wave-size=8 seed=3 slots=64 group-slots=16 .*compared=[1-9]" - run "$good" $on --wave-size 8 --seed 3
    expect "several dispatches, the last of which expects something" 0 " atomic-lanes=[0-9]*$" - run "$dir/last.wfk" $on
    expect "a dispatch that is ended by its limit" 0 "^PASS" "note: dispatch 1 was ended by its limit of 500 cycles$" run "$dir/limit.wfk" $on
    expect "rtl, no stalls unless asked for" 0 " seed=0 " - run "$good" $on
    expect "rtl --trace --stats" 0 "^PASS" - run "$good" $on --trace "$dir/trace2" --stats "$dir/stats2.json"
    check "trace of the hardware" grep -q ' end  *; ' "$dir/trace2"
    awk '!/^#/ && !($2 + 0 > 0 && $2 + 0 < $1 + 0) { bad = 1 } END { exit bad || NR < 100 }' "$dir/trace2"
    check "... every instruction issues before it retires" test $? = 0
    grep -v '^#' "$dir/trace2" | sort -k2,2n | awk '{ if ($3 in last && $2 != last[$3] && $2 < last[$3] + 2) bad = 1; last[$3] = $2 } END { exit bad }'
    check "... with the one before it of its wave, or at the earliest two cycles after that" test $? = 0
    "$wavefold" run tb/cli/names.wfk --trace - | cut -c19- >"$dir/want"
    "$wavefold" run tb/cli/names.wfk $on --trace - >"$dir/got"
    sed '1d;$d' "$dir/want" >"$dir/want1"
    sed '1d;$d' "$dir/got" | sort -k2,2n | cut -c19- >"$dir/got1"       # as they were issued
    same "... with the names, lines and accesses of the model's" "$dir/got1" "$dir/want1"
    check "stats of the hardware" grep -q '"compared_instructions": 153' "$dir/stats2.json"
    expect "rtl refuses a dispatch" 0 "^PASS" - run tb/kernels/reject.wfk --variant numthreads_x $on
    expect "rtl reports the wave size" 0 "^PASS" - run tb/cli/report.wfk $on --seed 2
    expect "rtl, failed expectation" 1 "^FAIL wrong.wfk" "wrong.wfk:10: error: rtl: 1 word of Out differs" run tb/cli/wrong.wfk $on --stats "$dir/wrong.json"
    check "rtl, statistics of a failed run say so" grep -q '"passed": false' "$dir/wrong.json"
    expect "rtl, how to reproduce it" 1 "^FAIL" "^reproduce: wavefold run tb/cli/wrong.wfk $on --lanes 32 --wave-size 32 --seed 5" run tb/cli/wrong.wfk $on --seed 5
    cp tb/cli/wrong.wfk "$dir/an odd 'name'.wfk"
    expect "... of a file with an odd name" 1 "^FAIL" "^reproduce: " run "$dir/an odd 'name'.wfk" $on
    again=$(sed -n "s|^reproduce: wavefold |'$wavefold' |p" "$dir/err")
    cp "$dir/out" "$dir/want"
    eval "$again" >"$dir/got" 2>"$dir/err"
    same "... by the line as it stands" "$dir/got" "$dir/want"
    expect "rtl, fault" 1 "^FAIL" "^tb/cli/faults.wfk:8: error: rtl: fault: address outside the buffer: store Out\[r1\], r0$" run tb/cli/faults.wfk $on
    check "... of a thread" grep -q "^  thread (4,0,0) of group (0,0,0), wave 0 lane 4: byte 0x10 of Out, which has 16 bytes; 4 lanes faulted in all$" "$dir/err"
    expect "... the first of two" 0 "^PASS" - run tb/cli/two_faults.wfk $on --seed 1
    expect "rtl, a dispatch that never ends" 1 "^FAIL" "3 of 4 waves wait at the barrier.* wave 0 (slot" run tb/cli/spin.wfk $on --limit 1000
    expect "... a pixel shader, too" 1 "^FAIL" "endloop: is ready or in flight, for .*: pixel (2,4) and 3 more" run tb/cli/pixel_spin.wfk $on --limit 300 --stats "$dir/spin.json"
    awk -F'[:,]' '/^  "cycles"/ { cycles = $2 } /^  ("instructions"|"cycles_in_flight"|"stall_)/ { sum += $2 } /^  "folded_/ { sum -= $2 } END { exit !(cycles == 300 && sum == cycles) }' "$dir/spin.json"
    check "... whose statistics say what it did until then" test $? = 0
    cycles=$("$wavefold" run tb/kernels/match_table.wfk $on --seed 2 | sed -n 's/.* cycles=\([0-9]*\).*/\1/p')
    expect "as many cycles as it takes are enough" 0 "^PASS" - run tb/kernels/match_table.wfk $on --seed 2 --limit "$cycles"
    expect "... one fewer is not" 1 "^FAIL" "not ended after $((cycles - 1)) cycles" run tb/kernels/match_table.wfk $on --seed 2 --limit $((cycles - 1))
    ! has_rtl 32 || expect "memory that takes long is no hang" 0 "^PASS" - run tb/kernels/match_table.wfk $on --memory-latency 50000
    if [ -x "$BUILD/sim/libwavefold_sim_l8_system.so" ]; then
        over() { "$wavefold" run tb/kernels/lerp.wfk --on rtl --lanes 8 --memory-path on "$@" | sed -n 's/^PASS .* cycles=\([0-9]*\) .*/\1/p'; }
        plain=$(over)
        check "a line of a bank in 20 cycles is slower" test "$(over --memory-banks 2 --memory-bank-period 20)" -gt $((plain * 2))
        check "a line in 9 cycles is slower" test "$(over --memory-period 9)" -gt $((plain + 100))
        expect "... without banks" 1 "^FAIL" "^reproduce:.* --memory-path on --memory-period 1 --memory-banks 0 --memory-order asked$" run tb/cli/wrong.wfk --on rtl --lanes 8 --memory-path on
        check "answers in any order" test "$(over --memory-order any)" -gt 0
        # two words of a line by all 32 lanes of two groups: eight waves of 8, an operation a wave and word
        printf 'buffer Sum[2]\n[numthreads(32,1,1)]\ndispatch 2\ncode\n sv r0, tid.x\n and r1, r0, 1\n shl r1, r1, 2\n mov r2, 1\n atomic.add _, Sum[r1], r2\n end\nexpect Sum = each 32\n' >"$dir/sum.wfk"
        for path in "off 64" "on 16"; do
            expect "atomics of memory, the path ${path% *}" 0 "^PASS .* atomic-operations=${path#* } atomic-lanes=64$" - run "$dir/sum.wfk" --on rtl --lanes 8 --memory-path "${path% *}" --stats "$dir/sum.json"
            check "... of the dispatch too" grep -q '^    {"dispatch": 1, .* "atomic_lanes": 64, "atomic_operations": '"${path#* }," "$dir/sum.json"
        done
        expect "the memory path is in the line that reproduces" 1 "^FAIL" \
            "^reproduce:.* --memory-path on --memory-period 2 --memory-banks 4 --memory-bank-period 6 --memory-order any$" run tb/cli/wrong.wfk --on rtl \
            --lanes 8 --memory-path on --memory-period 2 --memory-banks 4 --memory-bank-period 6 --memory-order any
    fi
    expect "... and how to see it again" 1 "^FAIL" "^reproduce: .* --limit 1000$" run tb/cli/spin.wfk $on --limit 1000
    expect "... says where a wave waits" 1 "^FAIL" "pc 6 line 12  barrier: waits at the barrier, for .*: thread (24,0,0) and 7 more" run tb/cli/spin.wfk $on --limit 1000
    expect "races that are not asked for" 0 "^PASS" - run "$good" $on --races off
    expect "rtl, bad input" 3 - ":[0-9]*:[0-9]*: error: " run "$dir/empty.wfk" $on
    expect "rtl, no such file" 4 - "nothing.wfk: error: cannot open" run "$dir/nothing.wfk" $on
    { cat "$good"; echo "expect reject NUMTHREADS_ZERO"; } | grep -v '^expect [A-Z][a-z]' >"$dir/legal.wfk"
    expect "rtl, a legal dispatch that shall be refused" 1 "^FAIL" "legal, but the file expects it to be refused" run "$dir/legal.wfk" $on
    grep -v '^expect' "$good" >"$dir/silent.wfk"
    expect "rtl, a file that expects nothing" 0 "^PASS .* nothing compared" - run "$dir/silent.wfk" $on

    expect "rtl, the kernel from standard input" 0 "^PASS - " - run - $on <"$good"
    mkfifo "$dir/fifo"
    cat "$good" >"$dir/fifo" &
    expect "rtl, the kernel from a FIFO" 0 "^PASS fifo " - run "$dir/fifo" $on
    exec 7<"$good"
    expect "rtl, the kernel from an open descriptor" 0 "^PASS 7 " - run /dev/fd/7 $on
    exec 7<&-
    check "rtl, the kernel from a process substitution" bash -c "'$wavefold' run <(cat '$good') $on | grep -q ^PASS"

    expect "rtl, trace into nowhere" 4 - "cannot write" run "$good" $on --trace "$dir/no/trace"
    device full && expect "rtl, trace to a full device" 4 - "full: error: cannot write" run "$good" $on --trace "$dir/full"
    "$wavefold" run "$good" $on >/dev/full 2>"$dir/err"
    check "rtl, standard output is full: status 4" test $? = 4
    check "... says so" grep -q "cannot write to standard output" "$dir/err"
    "$wavefold" run "$good" $on >&- 2>"$dir/err"
    check "rtl, standard output is closed: status 4" test $? = 4
    expect "rtl, trace and verdict on standard output" 0 "^PASS" - run "$good" $on --trace -
    check "... the trace first" sh -c "tail -n 1 '$dir/out' | grep -q ^PASS && grep -q ' end  *; ' '$dir/out'"
    "$wavefold" run "$good" --dump Where >"$dir/dump.model"
    expect "rtl --dump prints a buffer" 0 "^Where = {" - run "$good" $on --dump Where
    sed '/^PASS/d' "$dir/dump.model" >"$dir/want"
    sed '/^PASS/d' "$dir/out" >"$dir/got"
    same "... the same as on the model" "$dir/got" "$dir/want"
    expect "rtl --dump of a failed run" 1 "0x00000003 " "1 word" run tb/cli/wrong.wfk $on --dump Out
    no_leftovers "rtl leaves no temporary file"
fi
if has_rtl 32 trace; then
    expect "rtl --waves" 0 "^PASS" - run "$good" --on rtl --waves "$dir/v.fst"
    check "waveform of Verilator" test -s "$dir/v.fst"
fi

# ---- start-up: cycles from the descriptor to the first issue, whatever the width; docs/architecture.md, "Measured" ----------------------
starts_in() {           # CYCLES KERNEL LANES [OPTIONS]
    cycles=$1 kernel=$2 lanes=$3
    shift 3
    has_rtl "$lanes" || return 0
    "$wavefold" run "$kernel" --on rtl --lanes "$lanes" "$@" --trace "$dir/start.trace" >/dev/null 2>&1
    first=$(awk '!/^#/ && (first == "" || $2 + 0 < first) { first = $2 + 0 } END { print first }' "$dir/start.trace")
    check "${kernel##*/}${*:+ $*} issues in cycle $cycles at $lanes lanes" test "$first" = "$cycles"
}
groupshared() {         # BYTES: a kernel
    printf '[numthreads(64,1,1)]\n[groupshared(%s)]\ncode\n sv r0, lane\n end\n' "$1" >"$dir/groupshared$1.wfk"
}
for lanes in 8 32 128; do
    starts_in 19 tb/kernels/numwaves_one.wfk $lanes
    starts_in $((19 + 1 + 1)) tb/kernels/lds_ops.wfk $lanes
    starts_in $((19 + 1 + 32768 / 128)) tb/kernels/lds_whole.wfk $lanes
    starts_in $((19 + 1 + 1)) tb/kernels/query_extra.wfk $lanes
    starts_in $((18 + lanes / 4)) tb/kernels/pixel_disc.wfk $lanes --wave-size $lanes
done
for rows in 1 2 3 100; do
    for bytes in $((128 * rows - 124)) $((128 * rows)); do
        groupshared $bytes
        starts_in $((19 + 1 + rows)) "$dir/groupshared$bytes.wfk" 8
    done
done
# the first thread-id read of a dispatch waits for tables at 128 lanes alone, and there for a cycle
printf '[numthreads(64,1,1)]\nbuffer Out[64]\ncode\n sv r0, dtid.x\n shl r1, r0, 2\n store Out[r1], r0\n end\nexpect Out = each i\n' >"$dir/ids.wfk"
for lanes in 8 32 128; do
    has_rtl "$lanes" || continue
    "$wavefold" run "$dir/ids.wfk" --on rtl --lanes "$lanes" --trace "$dir/ids.trace" >/dev/null 2>&1
    took=$(awk '!/^#/ { print $1 - $2; exit }' "$dir/ids.trace")
    check "first thread ids at $lanes lanes" test "$took" = $((lanes == 128 ? 12 : 11))
done
starts_in $((18 + 7)) tb/kernels/pixel_list.wfk 32      # its seven quads, one of them dropped, do not fill a wave

# ---- Icarus ------------------------------------------------------------------------------------------------------------------
if has_rtl icarus; then
    expect "icarus" 0 "^PASS query.wfk on=rtl-icarus" - run "$good" --on rtl --sim icarus --wave-size 8
    # the simulators of Verilator stop the clocks of idle units, Icarus does not: no cycle may differ
    if has_rtl 32; then
        for name in lds_cost match_table; do
            for sim in verilator icarus; do
                "$wavefold" run "tb/kernels/$name.wfk" --on rtl --sim $sim --lanes 32 --seed 2 --trace "$dir/$sim.trace" >/dev/null 2>&1
            done
            check "trace of $name" test -s "$dir/icarus.trace"
            same "... the same with gated clocks" "$dir/verilator.trace" "$dir/icarus.trace"
        done
    fi
    expect "icarus, failed expectation" 1 "^FAIL" "error: rtl: 1 word" run tb/cli/wrong.wfk --on rtl --sim icarus
    echo old >"$dir/apart"
    "$wavefold" run "$good" --on rtl --sim icarus --trace "$dir/apart" >&- 2>"$dir/err"
    check "a closed standard output: status 4" test $? = 4
    check "... and the old trace stays" grep -qx old "$dir/apart"
    expect "icarus --waves" 0 "^PASS" - run "$good" --on rtl --sim icarus --waves "$dir/i.fst"
    check "waveform of Icarus" test -s "$dir/i.fst"
    if device null; then                # the FST writer removes what has the name before it writes
        expect "a waveform into a device" 0 "^PASS" - run "$good" --on rtl --sim icarus --waves "$dir/null"
        check "... which is left alone" test -c "$dir/null"
    fi
    "$wavefold" run "$good" --on rtl --sim icarus --waves - 2>/dev/null | cat >"$dir/piped"
    check "a waveform into a pipe" cmp -s -n 25 "$dir/piped" "$dir/i.fst"
    expect "icarus --waves into nowhere" 4 - "cannot write" run "$good" --on rtl --sim icarus --waves "$dir/no/i.fst"
    cp "$root/$BUILD/sim/icarus/wf_sim_l32.vvp" "$dir/alone.vvp"        # without wavefold.vpi beside it
    WAVEFOLD_SIM=$dir/alone.vvp
    export WAVEFOLD_SIM
    expect "a simulator that cannot start" 4 - "not a simulator" run "$good" --on rtl --sim icarus
    no_leftovers "icarus leaves no temporary file"
fi
exit $status
