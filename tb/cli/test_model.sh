#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_model.sh - runs on the model, bad input, asm, disasm, sizes, layout; the exit status of each.
# Needs: sim/libwavefold_sim_l32.so
set -u
. tb/cli/lib.sh

# ---- run -------------------------------------------------------------------------------------------------------------------
expect "run" 0 "^PASS query.wfk on=model lanes=32 wave-size=32 seed=0 slots=64 group-slots=16 waves=" - run "$good"
expect "run --wave-size" 0 "wave-size=4 seed=7" - run "$good" --wave-size 4 --seed 7
cp "$good" "$dir/there.wfk"
expect "run FILE:NAME, as scripts call a variant" 4 - "^$dir/there.wfk: note: a variant of this file is $dir/there.wfk --variant o0$" run "$dir/there.wfk:o0"
expect "run --lanes" 0 "lanes=128" - run "$good" --lanes 128 --wave-size 128
expect "run, larger wave size picks the lanes" 0 "lanes=128 wave-size=64" - run "$good" --wave-size 64
for verb in run asm; do
    expect "$verb, waves wider than the device" 3 - "expected one from 4 to 32, or a wider device (--lanes 128)$" $verb tb/cli/wide.wfk
    expect "$verb, another wave size than the file's" 3 - "wave size 4 that was asked for is not possible here; expected 64, the only one of the attribute$" \
        $verb tb/cli/wide.wfk --wave-size 4
done
expect "run --lanes 8: more slots" 0 "lanes=8 .* slots=256 " - run "$good" --lanes 8
expect "run --trace --stats" 0 "^PASS" - run "$good" --trace "$dir/trace" --stats "$dir/stats.json"
check "trace has instructions" grep -q ' end  *; ' "$dir/trace"
# retire issue slot group wave pc line unit instruction ; lanes on ; what it did: names and lines of the file
"$wavefold" run tb/cli/names.wfk --trace "$dir/named" >/dev/null
sed 's/  */ /g; s/^ //' "$dir/named" >"$dir/got"
cat >"$dir/want" <<'END'
# retire issue slot group wave pc line unit instruction ; lanes on ; lane:value, lane@byte=stored, lane@byte:loaded
0 - s0 g0,0,0 w0 0 10 pack sv at, tid.x ; 00000003 ; 0:00000000 1:00000001
1 - s0 g0,0,0 w0 1 11 alu shl at, at, SHIFT ; 00000003 ; 0:00000000 1:00000004
2 - s0 g0,0,0 w0 2 12 mem load got, In[at+4] ; 00000003 ; 0@4:0000000b 1@8:0000000c
3 - s0 g0,0,0 w0 3 13 lds lds.store [at], got ; 00000003 ; 0@0=0000000b 1@4=0000000c
4 - s0 g0,0,0 w0 4 14 mem atomic.cas r3, Out[at], got, at ; 00000003 ; 0@0=0000000b?00000000:00000000 1@4=0000000c?00000004:00000007
5 - s0 g0,0,0 w0 5 15 mem store Out[at+8], got ; 00000003 ; 0@8=0000000b 1@c!=0000000c
6 - s0 g0,0,0 w0 6 16 sync end ; 00000003 ;
END
same "a trace shows units, names, lines, addresses, stored data, refused accesses" "$dir/got" "$dir/want"
check "stats count" grep -q '"instructions": 153' "$dir/stats.json"
check "stats say the device" grep -q '"wave_slots": 64' "$dir/stats.json"
expect "a refused dispatch" 0 "^PASS" - run tb/kernels/reject.wfk --variant numthreads_x
expect "the clock goes on from dispatch to dispatch" 0 "^PASS" - run tb/kernels/clock_dispatches.wfk
expect "a dispatch that never ends" 1 "^FAIL" "pc 6 line 12  barrier: waits at the barrier: thread (24,0,0) of group (0,0,0), wave 3 lane 0 and 7 more" run tb/cli/spin.wfk --limit 5000
expect "... and who runs" 1 "^FAIL" "pc 4 line 10  endloop: runs: thread (0,0,0) of group (0,0,0), wave 0 lane 0 and 7 more" run tb/cli/spin.wfk --limit 5000
expect "a failed expectation" 1 "^FAIL wrong.wfk" "tb/cli/wrong.wfk:10: error: model: 1 word of Out differs" run tb/cli/wrong.wfk --stats "$dir/wrong.json"
check "statistics of a failed run say so" grep -q '"passed": false' "$dir/wrong.json"
expect "a fault" 1 "^FAIL" "^tb/cli/faults.wfk:8: error: model: fault: address outside the buffer: store Out\[r1\], r0$" run tb/cli/faults.wfk
check "... of a thread, at an address of a buffer" grep -q "^  thread (4,0,0) of group (0,0,0), wave 0 lane 4: byte 0x10 of Out, which has 16 bytes; 4 lanes faulted in all$" "$dir/err"
cat >"$dir/table.wfk" <<'END'
[numthreads(4,1,1)]
buffer A[2]
code
    mov     r8, 1
    table64.add _, [r8][r0], q4
    table.add _, [r8][r0], r4
    end
END
expect "a fault by number" 1 "^FAIL" "^  thread (0,0,0) of group (0,0,0), wave 0 lane 0: byte 0x0 of buffer 1, which the file does not declare; 8 lanes faulted in all$" run "$dir/table.wfk"
sed 's/^expect .*/expect fault LDS_RANGE/' tb/cli/faults.wfk >"$dir/other.wfk"
expect "another fault than expected" 1 "^FAIL" "other.wfk:10: error: model: expected the fault LDS_RANGE (LDS address.*), got MEM_RANGE first$" run "$dir/other.wfk"
check "... tells its instruction" grep -q "other.wfk:8: error: model: fault: address outside the buffer: store Out\[r1\], r0$" "$dir/err"
check "... its thread and its buffer" grep -q "^  thread (4,0,0) of group (0,0,0), wave 0 lane 4: byte 0x10 of Out, which has 16 bytes; 4 lanes" "$dir/err"
sed 's/^expect .*/expect fault MEM_RANGE/' tb/cli/two_faults.wfk >"$dir/second.wfk"
expect "of two faults the first counts" 0 "^PASS" - run tb/cli/two_faults.wfk --lanes 8
expect "... not the second" 1 "^FAIL" "expected the fault MEM_RANGE (address.*), got LDS_RANGE first$" run "$dir/second.wfk" --lanes 8
check "... and both are counted" grep -q "; 12 lanes faulted in all$" "$dir/err"
{ grep -v '^expect' tb/cli/wide.wfk | sed 's/(64)/(32)/'; echo "expect fault MEM_RANGE"; } >"$dir/no-fault.wfk"
expect "no fault where one is expected" 1 "^FAIL" "no-fault.wfk:10: error: model: expected the fault MEM_RANGE (address outside the buffer), got none$" run "$dir/no-fault.wfk"
cat >"$dir/totals.wfk" <<'END'
[numthreads(4,1,1)]
buffer B[1]
buffer A[4] = each i
code
    end
expect A count(1) = 3
expect A sum = 7
expect A = { 0, 1, 2, 7 }
expect B = { 1 }
expect A count(2) = 2
END
expect "a wrong sum" 1 "^FAIL" "totals.wfk:7: error: model: the sum of A is 0x00000006 (6), expected 0x00000007 (7)$" run "$dir/totals.wfk"
check "a wrong count" grep -q "totals.wfk:6: error: model: 0x00000001 (1) occurs 1 time in A, expected 3$" "$dir/err"
sed -n 's/.*totals.wfk:\([0-9]*\): error.*/\1/p' "$dir/err" | tr '\n' ' ' >"$dir/got"
printf '6 7 8 9 10 ' >"$dir/want"
same "expectations are told in the order of the file" "$dir/got" "$dir/want"
printf '[numthreads(1,1,1)]\ndispatch 2500000\ncode\nend\n' >"$dir/groups.wfk"
expect "what is left is told as of the end of the limit" 1 "^FAIL" "runs: thread (0,0,0) of group (2200[0-9]*,0,0), wave 0 lane 0$" run "$dir/groups.wfk" --limit 2200000
expect "a limit is told" 1 "^FAIL" "not ended within the limit of 5001 instructions; --limit sets another$" run tb/cli/spin.wfk --limit 5001
grep -v '^expect' "$good" >"$dir/silent.wfk"
expect "a file that expects nothing" 0 "^PASS .* nothing compared" - run "$dir/silent.wfk"
sed 's/^expect \([A-Za-z]*\) = .*/expect \1 = { fill _ }/' "$good" >"$dir/empty.wfk"
expect "one whose expectation has no value" 3 - "empty.wfk:[0-9]*:8: error: every word of [A-Z][a-z]* is \`_\`; expected at least one value, or no \`expect\`$" run "$dir/empty.wfk"
"$wavefold" run "$good" | grep -q 'nothing compared' && fail "... others do not say so" || pass "... others do not say so"

printf '[numthreads(1,1,1)]\nbuffer A[1] = file "none.bin"\ncode\nend\n' >"$dir/data.wfk"
for verb in run asm sizes occupancy; do
    expect "$verb, a file that the kernel file names is missing" 4 - "data.wfk:2:20: error: .*none.bin.*: cannot be opened" $verb "$dir/data.wfk"
done

# ---- bad input -------------------------------------------------------------------------------------------------------------
expect "no such file" 4 - "nothing.wfk: error: cannot open" run "$dir/nothing.wfk"
expect "a directory" 4 - "error: cannot" run "$dir"
: >"$dir/empty.wfk"
expect "an empty file" 3 - "empty.wfk:[0-9]*:[0-9]*: error: " run "$dir/empty.wfk"
head -c 3000 /dev/urandom >"$dir/noise.wfk"
expect "noise" 3 - "noise.wfk:[0-9]*:[0-9]*: error: " run "$dir/noise.wfk"
head -c 70000000 /dev/zero >"$dir/big.wfk"
expect "an enormous file" 3 - "larger than" run "$dir/big.wfk"
rm -f "$dir/big.wfk"
for bad in tb/asm/bad/*.wfk; do
    expect "bad input $(basename "$bad")" 3 - "^$bad:[0-9]*:[0-9]*: error: " run "$bad"
    expect "asm of bad input $(basename "$bad")" 3 - "^$bad:[0-9]*:[0-9]*: error: " asm "$bad" -o "$dir/bad.hex"
done
check "no output of bad input" test ! -e "$dir/bad.hex"
sed 's/numthreads(64,1,1)/numthreads(0,1,1)/' tb/cli/wide.wfk >"$dir/refused.wfk"
expect "a dispatch refused against expectation" 3 - "refused.wfk:.*zero dimension" run "$dir/refused.wfk"
{ cat "$good"; echo "expect reject NUMTHREADS_ZERO"; } | grep -v '^expect [A-Z][a-z]' >"$dir/legal.wfk"
expect "a legal dispatch that shall be refused" 1 "^FAIL" "legal.wfk:[0-9]*: error: model: the dispatch is legal, but the file expects it to be refused with NUMTHREADS_ZERO$" run "$dir/legal.wfk"
sed 's/numthreads(64,1,1)/numthreads(0,1,1)/; s/^expect.*/expect reject NUMTHREADS_X/' tb/cli/wide.wfk >"$dir/refused.wfk"
expect "another refusal than expected" 3 - "refused.wfk:10:1: error: the dispatch is refused with NUMTHREADS_ZERO; expected NUMTHREADS_X, as the file says$" run "$dir/refused.wfk"

# ---- standard input and pipes ----------------------------------------------------------------------------------------------
expect "the kernel from standard input" 0 "^PASS - " - run - <"$good"
"$wavefold" run - <&- >"$dir/out" 2>"$dir/err"
check "a closed standard input: status 4" test $? = 4
check "... says so" grep -q "^standard input: error: cannot read: Bad file descriptor$" "$dir/err"
mkfifo "$dir/fifo"
cat "$good" >"$dir/fifo" &
expect "the kernel from a FIFO" 0 "^PASS fifo " - run "$dir/fifo"

# ---- asm, disasm, sizes ----------------------------------------------------------------------------------------------------
expect "asm" 0 "^[0-9a-f]\{16\}$" - asm "$good"
expect "asm -o" 0 - - asm "$good" -o "$dir/hex"
expect "asm --listing" 0 "^ *0  [0-9a-f]\{16\}  *[0-9]*  " - asm "$good" --listing
expect "a listing keeps the file's names and lines" 0 "^ *3  0004020000000004      9  loop  // to 4" - asm tb/cli/spin.wfk --listing
expect "disasm" 0 "^ *0  [0-9a-f]\{16\}  " - disasm "$dir/hex"
expect "disasm -o" 0 - - disasm "$dir/hex" -o "$dir/listing"
cut -c8-23 "$dir/listing" >"$dir/hex2"
same "asm and disasm agree" "$dir/hex" "$dir/hex2"
"$wavefold" asm tb/kernels/lds_ops.wfk --listing -o "$dir/listed"
"$wavefold" asm tb/kernels/lds_ops.wfk -o "$dir/hex3"
expect "disasm reads a listing" 0 - - disasm "$dir/listed" -o "$dir/listing3"
cut -c8-23 "$dir/listing3" >"$dir/hex4"
same "... and finds its words" "$dir/hex4" "$dir/hex3"
expect "disasm reads what it wrote" 0 - - disasm "$dir/listing3" -o "$dir/listing4"
same "... and writes it again" "$dir/listing4" "$dir/listing3"
several=tb/kernels/several_dispatches.wfk
"$wavefold" asm $several --listing -o "$dir/listed"
expect "disasm reads the listing of several dispatches" 0 - - disasm "$dir/listed" -o "$dir/listing5"
cut -c1-23 "$dir/listed" >"$dir/want"
cut -c1-23 "$dir/listing5" >"$dir/got"
same "... and finds the words of each" "$dir/got" "$dir/want"
expect "... and what it wrote" 0 - - disasm "$dir/listing5" -o "$dir/listing6"
same "... and writes it again" "$dir/listing6" "$dir/listing5"
sed '/^\/\/ dispatch 3/,$ s/^ *1  [0-9a-f]*/    1  ffffffffffffffff/' "$dir/listing5" >"$dir/listing6"
expect "... an unsound one says which" 3 "^// dispatch 4" "listing6: error: dispatch 3, instruction 1: " disasm "$dir/listing6"
printf '// dispatch 1\n// dispatch 2\n    0  000000000000000c  end\n' >"$dir/nohex"
expect "... one without an instruction" 3 - "nohex:2:1: error: the dispatch before this one has no instruction$" disasm "$dir/nohex"
printf '// dispatch 1\n    0  000000000000000c  end\n// dispatch 2\n' >"$dir/nohex"
expect "... the last without one" 3 - "nohex:3:1: error: no instruction word in the last dispatch$" disasm "$dir/nohex"
printf '000000000000000c\n  // dispatch 2\n    0  000000000000000c  end\n' >"$dir/nohex"
expect "... one behind words of none" 3 - "nohex:2:3: error: a dispatch begins after instructions that belong to none$" disasm "$dir/nohex"
awk 'BEGIN { for (i = 1; i <= 65; i++) printf "// dispatch %d\n    0  000000000000000c  end\n", i }' >"$dir/nohex"
expect "... 65 of them" 3 - "nohex:129:1: error: a dispatch more than a file may have; expected at most 64$" disasm "$dir/nohex"
awk 'BEGIN { for (i = 0; i < 65537; i++) print "000000000000000c" }' >"$dir/nohex"
expect "disasm of more than a program holds" 3 - "nohex:65537:1: error: an instruction more than a program may have$" disasm "$dir/nohex"
printf '12 000000000000000c\n' >"$dir/nohex"
expect "an index alone makes no listing" 3 - "nohex:1:4: error: expected an instruction word of up to 16 hexadecimal digits, or a line of asm --listing" disasm "$dir/nohex"
printf '12 00000000000000c sv\n' >"$dir/nohex"
expect "... nor does a word with fewer digits" 3 - "nohex:1:4: error: " disasm "$dir/nohex"
echo xyzzy >"$dir/nohex"
expect "disasm of text" 3 - "nohex:1:1: error: expected an instruction word" disasm "$dir/nohex"
echo 11112222333344445 >"$dir/nohex"
expect "disasm of a long word" 3 - "error: expected an instruction word" disasm "$dir/nohex"
expect "disasm of an empty file" 3 - "no instruction word" disasm "$dir/empty.wfk"
echo ffffffffffffffff >"$dir/nohex"
expect "disasm of an unknown opcode" 3 "" "error: instruction 0: " disasm "$dir/nohex"
expect "disasm of noise" 3 "" "error: " disasm "$dir/noise.wfk"
expect "sizes" 0 "^16$" - sizes "$good"
expect "sizes of a refused dispatch" 0 "^default$" - sizes tb/kernels/reject.wfk --variant numthreads_x
expect "sizes says why nothing fits" 0 - "wide.wfk: note: no wave size fits a device of 8 lanes: the file allows 64; try --lanes 128$" sizes tb/cli/wide.wfk --lanes 8
expect "sizes of bad input" 3 - "error: " sizes "$dir/noise.wfk"
expect "occupancy" 0 "^ *32  *3  *16  *48  *21  *16  *85  *256  *16  *48  *75.0%  group slots$" - occupancy tb/kernels/lds_ops.wfk
check "... a row a wave size" test "$(grep -c '%' "$dir/out")" = 4
expect "occupancy of one wave size" 0 "^ *8  *12  *16  *48  *5  *16  *21  *256  *5  *60  *93.8%  slots$" - occupancy tb/kernels/lds_ops.wfk --wave-size 8
check "... that one alone" test "$(grep -c '%' "$dir/out")" = 1
expect "occupancy on another device" 0 "^device: 8 lanes, 256 wave slots, " - occupancy tb/kernels/lds_ops.wfk --lanes 8
expect "occupancy of a shader" 0 "^ *32  *4  *64  *0  *16  *16  *16  *-  *16  *64  *100.0%  slots, group slots, registers$" - occupancy tb/shaders/wave_pressure.spv
expect "occupancy of a refused dispatch" 3 "" "^tb/kernels/reject.wfk: error: no dispatch that a device of 32 lanes takes$" occupancy tb/kernels/reject.wfk --variant numthreads_x
expect "occupancy where no wave size fits" 3 "" "wide.wfk:3:23: error: no wave size" occupancy tb/cli/wide.wfk --lanes 8
printf '%s\n' --- "[numthreads(8,1,1)] [WaveSize(8)]" code end "--- another" "[numthreads(48,1,1)] [WaveSize(16)]" code end >"$dir/own.wfk"
expect "occupancy of several dispatches, each at its own size" 0 "^ *1  *8  *1  *8  *0  *64  *16  *512  *-  *16  *16  *25.0%  group slots$" - \
    occupancy "$dir/own.wfk"
check "... the second too" grep -q "^ *2  *16  *3  *8  *0  *21  *16  *170  *-  *16  *48  *75.0%  group slots$" "$dir/out"
check "... and no more" test "$(grep -c '%' "$dir/out")" = 2
expect "occupancy of several dispatches at a size" 0 "^ *2  *16  *1  *8  *0  *64  *16  *512  *-  *16  *16  *25.0%  group slots$" - \
    occupancy tb/kernels/several_dispatches.wfk --wave-size 16
check "... a row a dispatch" test "$(grep -c '%' "$dir/out")" = 4
expect "occupancy of several dispatches at every size" 0 "^dispatch  wave size  " - occupancy tb/kernels/several_dispatches.wfk
check "... a row a dispatch and size" test "$(grep -c '%' "$dir/out")" = 16
sed 's/(48,1,1)/(2048,1,1)/' "$dir/own.wfk" >"$dir/large.wfk"
expect "occupancy of several, one of which is refused" 3 - "^$dir/large.wfk:6:2: error: numthreads X is above 1024" occupancy "$dir/large.wfk"
expect "occupancy of bad input" 3 "" "error: " occupancy "$dir/noise.wfk"
expect "an option of shaders for a kernel file" 2 - "this option is for shaders .*: --extra" occupancy "$good" --extra 1

# ---- several dispatches: what the last one alone expects; a limit of cycles -----------------------------------------------------
printf '%s\n' 'buffer A[4]' --- '[numthreads(4,1,1)]' code ' end' --- '[numthreads(4,1,1)]' code ' end' >"$dir/none.wfk"
{ cat "$dir/none.wfk"; echo 'expect A = each 0'; } >"$dir/last.wfk"
expect "several dispatches that expect nothing" 0 "nothing compared: nothing is expected$" - run "$dir/none.wfk"
expect "... the last of which does" 0 "^PASS last.wfk .* instructions=[0-9]*$" - run "$dir/last.wfk"
printf '%s\n' '[numthreads(4,1,1)] [limit(500)]' code ' loop' ' endloop' ' end' >"$dir/limit.wfk"
expect "a limit of cycles is not the model's" 1 "^FAIL" "--limit sets another, and the \[limit\] of the dispatch is one of cycles, which the model has not$" \
    run "$dir/limit.wfk" --limit 1000

# ---- layout ----------------------------------------------------------------------------------------------------------------
expect "layout" 0 "^wave	lane	x	y	z	dispatch_x	dispatch_y	dispatch_z	group_index$" - layout --numthreads 4,4,1 --wave-size 8 --group 1,2,3
printf '0\t0\t0\t0\t0\t4\t8\t3\t0\n0\t1\t1\t0\t0\t5\t8\t3\t1\n0\t2\t0\t1\t0\t4\t9\t3\t4\n0\t3\t1\t1\t0\t5\t9\t3\t5\n' >"$dir/want"
sed -n 2,5p "$dir/out" >"$dir/got"
same "layout puts a quad first" "$dir/got" "$dir/want"
check "layout has a line a live lane" test "$(wc -l <"$dir/out")" = 17
expect "layout of a partial wave" 0 "^1	0	4	0	0	4	0	0	4$" - layout --numthreads 5,1,1 --wave-size 4 --extra 1
expect "layout of a wave without a thread" 0 "^2	-	-	-	-	-	-	-	-$" - layout --numthreads 5,1,1 --wave-size 4 --extra 1
check "... one line" test "$(wc -l <"$dir/out")" = 7
"$wavefold" layout --numthreads 8,2,1 --wave-size 8 >"$dir/want"
printf '2\t-\t-\t-\t-\t-\t-\t-\t-\n3\t-\t-\t-\t-\t-\t-\t-\t-\n' >>"$dir/want"
"$wavefold" layout --numthreads 8,2,1 --wave-size 8 --extra 2,idle >"$dir/got"
same "layout of idle extra waves" "$dir/got" "$dir/want"
expect "a picture with a wave without a thread" 0 "^wave 2: no thread$" - layout --numthreads 5,1,1 --wave-size 4 --extra 1 --picture
expect "a picture with two of them" 0 "^waves 2 to 3: no thread$" - layout --numthreads 8,2,1 --wave-size 8 --extra 2,idle --picture
"$wavefold" layout --numthreads 8,2,1 --wave-size 8 --picture | grep -q 'no thread' && fail "... of none" || pass "... of none"
expect "layout --picture" 0 "^0.2  0.3  0.6  0.7$" - layout --numthreads 4,4,1 --wave-size 8 --picture
expect "layout --picture in slices" 0 "^z = 1$" - layout --numthreads 3,1,2 --wave-size 4 --picture
expect "layout of zero threads" 3 - "zero dimension" layout --numthreads 0,1,1 --wave-size 8
expect "layout of too many threads" 3 - "above 1024" layout --numthreads 1024,2,1 --wave-size 8
check "... tells the ranges" grep -q -- "--numthreads takes X and Y from 1 to 1024, Z from 1 to 64, at most 1024 in all" "$dir/err"
expect "layout with too many extra waves" 3 - "more waves .*a group has at most 256 waves, --extra included" layout --numthreads 8,1,1 --wave-size 8 --extra 4000000000
exit $status
