#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_advise.sh - wavefold advise: what it lists, what it proves, the rewrite and its results; its cycles are those of wavefold run on kernels
# that were rewritten by hand.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so sim/libwavefold_sim_l32_serial.so
set -u
. tb/cli/lib.sh

# NAME PATTERN...: standard output of the last expect has these lines, in this order
shows() {
    what=$1 from=1
    shift
    for pattern; do
        at=$(tail -n +$from "$dir/out" | grep -n -e "$pattern" | head -n 1 | cut -d: -f1)
        [ -n "$at" ] || { echo "missing, behind line $from: $pattern" >>"$dir/out"; fail "$what" "$dir/out"; return; }
        from=$((from + at))
    done
    pass "$what"
}
lacks() { if grep -q -e "$2" "$dir/out"; then fail "$1" "$dir/out"; else pass "$1"; fi; }
# KERNEL TEXT: a kernel of this code, one line an instruction
kernel() { { printf '[numthreads(64,1,1)]\n[WaveSize(32)]\n[groupshared(256)]\n%s\ncode\n' "$2"; cat; printf 'end\n%s\n' "${3-}"; } >"$dir/$1.wfk"; }
# KERNEL on|off OPTIONS...: the cycles that wavefold run counts
on() {
    name=$1 coalesce=$2
    shift 2
    "$wavefold" run "$dir/$name.wfk" --on rtl --coalesce "$coalesce" "$@" 2>&1 | sed -n 's/^PASS.* cycles=\([0-9]*\).*/\1/p'
}

# ---- the command line and the environment ----------------------------------------------------------------------------------------------
expect "a file is needed" 2 - "a kernel file is missing" advise
expect "... one" 2 - "one file only: b" advise a b
expect "... that is there" 4 - "cannot open" advise "$dir/none.wfk"
expect "lanes of a device" 2 - "needs a power of two" advise "$good" --lanes 5
expect "... of which there is a simulator" 2 - "knows --lanes 8, 32 and 128" advise "$good" --lanes 16
expect "waves fit it" 2 - "larger than --lanes" advise "$good" --lanes 8 --wave-size 16
expect "options of wavefold run are not all its own" 2 - "no such option: --trace" advise "$good" --trace -
expect "help" 0 "usage: wavefold advise FILE" - help advise
echo 'code' >"$dir/bad.wfk"
expect "input that the assembler rejects" 3 - "error" advise "$dir/bad.wfk"
expect "a wrong result of the kernel itself" 1 - "model: 1 word of Out differs" advise tb/cli/wrong.wfk
expect "a limit" 1 - "not ended within the limit of 5 instructions" advise "$good" --limit 5
expect "a refusal that is expected" 0 "refused, as the file expects" - advise tb/kernels/reject.wfk --variant numthreads_zero
expect "a kernel without atomics" 0 ": 0 atomics; 0 of one word" - advise "$good"
expect "64-bit atomics, and atomics on buffers by number, are not looked at" 0 ": 0 atomics; 0 of one word for all lanes of a wave; 66 more of 64 bits or of buffers by number, which are not looked at$" - \
    advise tb/kernels/atomics64.wfk

# ---- a counter -----------------------------------------------------------------------------------------------------------------------
OUT='expect Out = { 64, fill _ }'
kernel counter 'buffer Out[64]' "$OUT" <<'E'
 mov r2, 4
 mov r3, 1
 lds.add _, [r2], r3
 barrier
 lds.load r4, [r2]
 sv r5, gindex
 shl r5, r5, 2
 store Out[r5], r4
E
cp "$wavefold" "$dir/alone"
wavefold=$dir/alone expect "without a simulator: what to make" 4 "" "make build/sim/libwavefold_sim_l32.so$" advise "$dir/counter.wfk"
shows "... and the advice without cycles" "counter.wfk:8: lds.add _, \[r2\], r3$" "countlanes" "results: as expected, the same bits$" \
    "1 atomic; 1 of one word for all lanes of a wave$"
lacks "... none at all" "cycles"
grep -q "note: no simulator at .*_serial.so: build it in the source tree with: make build/sim/libwavefold_sim_l32_serial.so" "$dir/err"
check "... of the other one, too" test $? = 0
wavefold=$dir/alone expect "... which nobody misses where nothing is found" 0 "" - advise "$good"
WAVEFOLD_SIM=$dir/none expect "a simulator that is not there" 4 - "no simulator at $dir/none, which WAVEFOLD_SIM names" advise "$good"
WAVEFOLD_SIM=/bin/true expect "... that is none" 4 - "not a simulator of this version" advise "$good"

# without the hardware the rest is the same
advise() { expect "$@"; }
if ! has_rtl 32; then
    wavefold=$dir/alone
    advise() { name=$1 pattern=$3; shift 4; expect "$name" 4 "$pattern" "make build/sim" "$@"; }
fi

advise "a counter is listed" 0 "counter.wfk:8: lds.add _, \[r2\], r3$" "" advise "$dir/counter.wfk"
shows "... proven, counted, by lanes that are active" "^  one word for all lanes of a wave, whatever the buffers hold$" \
    "^  performed 2 times, by 32.0 lanes of 32 on average$" \
    "^  the rewrite:$" "^      countlanes r6, 1$" "^      isfirst r7$" "^      if r7$" "^          lds.add _, \[r2\], r6$" "^      endif$" \
        "^  results: as expected, the same bits$"
lacks "... in the words of no other language" "in HLSL"

# ---- what is listed, and what not --------------------------------------------------------------------------------------------------------
kernel kinds 'buffer Where[64] = each 8
buffer Cell[64]' <<'E'
 sv r0, gindex
 shl r1, r0, 2
 load r2, Where[r1]
 mov r3, 1
 lds.add _, [r2], r3
 and r4, r1, 12
 lds.add _, [r4], r3
 eq r5, r0, 40
 if r5
 atomic.or _, Cell[r9], r0
 endif
 if r9
 atomic.or _, Cell[r9], r0
 endif
 lds.xchg r6, [r9], r0
 lt.u r5, r0, 3
 if r5
 atomic.max.u r7, Cell[r9+4], r0
 endif
 ret
 atomic.min.u _, Cell[r9], r0
E
advise "kinds: three of six" 0 "kinds.wfk: 6 atomics; 3 of one word for all lanes of a wave; 1 whose lanes named several words;" "" \
    advise "$dir/kinds.wfk"
shows "... and why not the others" "; 1 performed by one lane at a time; 1 not performed$"
shows "... seen only in the run" "kinds.wfk:11: lds.add" "one word for all lanes of a wave in this run; rewrite it only where that is always so" \
    "performed 2 times, by 32.0 lanes" "countlanes"
shows "... an exchange, which nothing replaces" "kinds.wfk:21: lds.xchg r6, " "whatever the buffers hold" \
    "no rewrite: no operation of a wave stands for exchange"
shows "... a divergent one, with its old value" "kinds.wfk:24: atomic.max.u r7, " "performed 1 time, by 3.0 lanes" "wmax.u.reduce" \
    "wmax.u.exclusive" "isfirst" "  if " "          atomic.max.u r7" \
    "endif" "readfirst r7, r7" "max.u r7, r7" "results: the same bits"
expect "a histogram is not listed, and nothing is measured" 0 "1 atomic; 0 of one word for all lanes of a wave; 1 whose lanes named several words$" - \
    advise tb/kernels/histogram.wfk
advise "survivors of a branch" 0 "performed 64 times, by 25.4 lanes of 32 on average" "" advise tb/kernels/survivors_bad.wfk
advise "the same from a module, in words of HLSL and GLSL" 0 "^tb/shaders/doc_atomics_bad.wfk: instruction [0-9]*: lds.add _, " \
    "" advise tb/shaders/doc_atomics_bad.wfk
shows "... of both" "in HLSL:" "uint wave_sum = WaveActiveCountBits(true);" "if (WaveIsFirstLane())" "InterlockedAdd(CELL, wave_sum);" \
    "in GLSL, with GL_KHR_shader_subgroup_ballot:" \
    "subgroupBallotBitCount(subgroupBallot(true))" "if (subgroupElect())" "atomicAdd(CELL, wave_sum);"

# ---- shaders on the command line: lines of the source, and its own operands --------------------------------------------------------------
module=tb/shaders/doc_atomics_bad-glslang.spv
expect "a shader needs a grid" 2 - "groups X,Y,Z is missing" advise $module
expect "... and is not changed" 2 - "advise writes no buffers: --bind SET.BINDING=IN, without: x" advise $module --groups 1,1,1 --bind 0.0=zero:256:x
expect "options of shaders" 2 - "this option is for shaders .*: --groups" advise "$good" --groups 1,1,1
cp "$dir/bad.wfk" "$dir/bad.spv"
expect "a shader that is wrong" 1 - "error" advise "$dir/bad.spv" --groups 1,1,1
advise "a shader by itself" 0 "doc_atomics_bad.hlsl:18: lds.add _, " "" advise $module --groups 2,1,1 --bind 0.1=zero:8 \
    --bind "0.0=text:$(i=0; while [ $i -lt 128 ]; do i=$((i + 1)); printf '%d,' $((i <= 70)); done | sed 's/,$//')"
shows "... its source, and its words in its language" "^     18 |         InterlockedAdd(g_Counter, 1);$" \
    "performed 3 times, by 23.3 lanes of 32 on average" "in HLSL:" \
    "uint wave_sum = WaveActiveCountBits(true);" "if (WaveIsFirstLane())" "          InterlockedAdd(g_Counter, wave_sum);" "results: the same bits"
lacks "... and no other" "in GLSL"
advise "lines with more than one call" 0 "calls.comp:1: atomic.add _, " "" advise tb/cli/words.spv --groups 1 --bind 0.0=zero:32
shows "... two calls: which one is not known" "^      1 | atomicAdd(cells" "in GLSL, " "          atomicAdd(CELL, wave_sum);$"
shows "... a name that ends like it" "^      2 | my_atomicAdd" "in GLSL, " "          atomicAdd(cells\[2\], wave_sum);$"
shows "... brackets, and an element" "^      3 | old" "subgroupExclusiveOr((1u << 3) | 4u);" \
    "wave_first = atomicOr(cells\[min(3, 4 + list\[1, 2\])\], (1u << 3) | 4u);" "^      old\[i\] = subgroupBroadcastFirst(wave_first) | wave_below;"
shows "... a comparison" "^      4 | bool same" "subgroupExclusiveOr(8u);" "^      OLD = subgroupBroadcastFirst"
compiler=$(command -v glslangValidator || echo)
[ -n "$compiler" ] || echo "SKIP cli: words of GLSL and HLSL: glslangValidator is not installed"
if [ -n "$compiler" ]; then
    cat >"$dir/words.comp" <<'E'
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer B { uint count; uint most; uint place[]; };
void main() {
    uint at = atomicAdd(count, 1u);
    place[at] = atomicMax(most, place[min(at, 3u)] + 2u * at) + atomicOr(place[64], 4u);
    atomicAdd(count, 1u);
    atomicXor(most, at);
    atomicAnd(most, 255u);
}
E
    advise "a shader as source" 0 "words.comp:5: atomic.add r" "" advise "$dir/words.comp" --groups 1,1,1 --bind 0.0=zero:1024
    shows "... with its old value" "uint wave_below = subgroupBallotExclusiveBitCount(subgroupBallot(true));" "^      uint wave_first;" \
        "if (subgroupElect())" \
        "          wave_first = atomicAdd(count, wave_sum);" "^      uint at = subgroupBroadcastFirst(wave_first) + wave_below;$"
    shows "... inside an expression" "words.comp:6: atomic.max.u" "uint wave_all = subgroupMax(place\[min(at, 3u)\] + 2u \* at);" \
        "uint wave_below = subgroupExclusiveMax(place\[min(at, 3u)\] + 2u \* at);" "wave_first = atomicMax(most, wave_all);" \
        "OLD = max(subgroupBroadcastFirst(wave_first), wave_below);"
    shows "... an operand that all lanes share" "words.comp:6: atomic.or" "uint wave_below = subgroupExclusiveOr(4u);" \
        "wave_first = atomicOr(place\[64\], 4u);"
    # each rewrite in a shader with the extensions that its heading names, and no others
    blocks=$(grep -c '^  in GLSL' "$dir/out")
    check "... a rewrite for each of the six atomics" test "$blocks" = 6
    for block in $(seq "$blocks"); do
        awk -v block="$block" '
            /^  in GLSL/ { count++ }
            /^  in GLSL/ && count == block {
                sub(/^.*GLSL, with /, "")
                gsub(/:| and/, "")
                print "#version 450"
                for (i = 1; i <= NF; i++)
                    print "#extension " $i " : require"
                print "layout(local_size_x = 64) in; layout(std430, binding = 0) buffer B { uint count; uint most; uint place[]; };"
                print "void main() { uint OLD, at = gl_LocalInvocationID.x; {"
                inside = 1
                next
            }
            inside && !/^      / { inside = 0 }
            inside
            END { print "} }" }' "$dir/out" >"$dir/block.comp"
        "$compiler" --target-env vulkan1.1 -o "$dir/block.spv" "$dir/block.comp" >"$dir/compiled" 2>&1 && ok=yes || ok=no
        cat "$dir/block.comp" >>"$dir/compiled"
        [ $ok = yes ] && pass "... $block compiles" || fail "... $block compiles" "$dir/compiled"
    done
    cat >"$dir/words.hlsl" <<'E'
RWByteAddressBuffer Cells : register(u0);
[numthreads(64, 1, 1)] void main(uint gi : SV_GroupIndex)
{
    uint old, older, oldest;
    Cells.InterlockedOr(4, gi, old);
    Cells.InterlockedMin(8, gi, older);
    Cells.Store(4 * gi + 64, old + older);
}
E
    "$compiler" -D -S comp -e main -V -g -o "$dir/words.spv" "$dir/words.hlsl" >"$dir/compiled" 2>&1 || fail "glslangValidator -D" "$dir/compiled"
    advise "a method of a buffer" 0 "words.hlsl:5: atomic.or r" "" advise "$dir/words.spv" --groups 1,1,1 --bind 0.0=zero:1024
    shows "... and its prefix" "uint wave_below = WaveMultiPrefixBitOr(gi, WaveActiveBallot(true));" \
        "          Cells.InterlockedOr(4, wave_all, wave_first);" \
        "^      old = WaveReadLaneFirst(wave_first) | wave_below;$"
    shows "... what HLSL has no function for" "words.hlsl:6: atomic.min.u r" "in HLSL:" \
        "no function gives each lane the old value that it has now: HLSL has no exclusive min$"
fi

# ---- floats: lane 0 has 2^24, 31 others 1: one by one 2^24 + 1 is 2^24 each time.  As scans add (semantics.md, 5) the first two lanes give 2^24, the
# next two 2 more, then 4, 8 and 16: 2^24 + 30
float() {               # NAME EXPECTED CELL ATOMIC LOAD
    kernel "$1" "buffer Out[4]" "expect Out = { $2 }" <<E
 mov r1, 1.0
 sv r0, gindex
 eq r2, r0, 0
 mov r3, 16777216.0
 sel r1, r2, r3, r1
 lt.u r2, r0, 32
 if r2
 $4
 endif
 $5
E
}
float sum '16777216.0, 0, 0, 0' Out 'atomic.fadd _, Out[r9], r1' nop
advise "a float sum is rounded otherwise" 0 "results: not what the file expects; 1 word differs$" "" advise "$dir/sum.wfk"
float near '16777216.0, _, _, _ } within 30.0 //' Out 'atomic.fadd _, Out[r9], r1' nop
advise "... within what the file allows" 0 "results: as expected; 1 word differs: a float sum in another order rounds otherwise$" \
    "" advise "$dir/near.wfk"
float lds '16777246.0, _, _, _' Out 'lds.fadd _, [r9], r1' 'lds.load r4, [r9]
 if r2
 store Out[r9], r4
 endif'
advise "... and on groupshared memory as it was" 0 "results: as expected, the same bits$" "" advise "$dir/lds.wfk"

# ---- cycles ------------------------------------------------------------------------------------------------------------------------------
has_rtl 32 || exit "$status"
# NAME: the first row of each kind, "as it is" and rewritten
row() { sed -n "s/^  $1  *\([0-9]*\) *\([0-9]*\) .*/\1 \2/p" "$dir/out" | sed -n "${2:-1}p"; }
measured() {            # KERNEL KERNEL-REWRITTEN-BY-HAND
    check "$1: cycles are those of wavefold run" test "$(row 'lanes combined')" = "$(on "$1" on) $(on "$2" on)"
    check "... without combining, too" test "$(row 'not combined')" = "$(on "$1" off) $(on "$2" off)"
}
sed 's/^ lds.add.*/ countlanes r6, 1\n isfirst r7\n if r7\n lds.add _, [r2], r6\n endif/' "$dir/counter.wfk" >"$dir/counter2.wfk"
expect "a counter, measured" 0 "" "" advise "$dir/counter.wfk"
measured counter counter2
cp "$dir/counter.wfk" "$dir/a cycles=7.wfk"
expect "a name that looks like a figure" 0 "" "" advise "$dir/a cycles=7.wfk"
check "... is none" test "$(row 'lanes combined')" = "$(on counter on) $(on counter2 on)"
expect "a counter, measured again" 0 "" "" advise "$dir/counter.wfk"
shows "... is to be left" "advice: leave it as it is: .*the rewrite .*costs [0-9]* cycles$"

# 8 waves and 8 atomics each: what an atomic takes, not what a wave waits.  The table of docs/design.md: 5.0 against 1.0 cycles, without
# combining against 31.9; of f32 add 16.1 against 26.9
many() {                # NAME ATOMIC...
    name=$1
    shift
    sed 's/numthreads(64/numthreads(512/; s/^dispatch.*//' "$dir/counter.wfk" | sed '/^ mov r3/q' >"$dir/$name.wfk"
    sed -i 's/^buffer.*/&\ndispatch 8/; s/^ mov r3.*/ sv r3, lane\n u2f r3, r3/' "$dir/$name.wfk"
    i=0
    while [ $i -lt 8 ]; do printf ' %s\n' "$@" >>"$dir/$name.wfk"; i=$((i + 1)); done
    echo end >>"$dir/$name.wfk"
}
many or 'lds.or _, [r2], r3'
many or2 'wor.reduce r4, r3' 'isfirst r5' 'if r5' 'lds.or _, [r2], r4' 'endif'
many fadd 'lds.fadd _, [r2], r3'
many fadd2 'wfadd.reduce r4, r3' 'isfirst r5' 'if r5' 'lds.fadd _, [r2], r4' 'endif'
expect "many or" 0 "^all of them together$" "" advise "$dir/or.wfk"
last() { sed -n '/^all/,$p' "$dir/out" >"$dir/all"; sed -n "s/^  $1  *\([0-9]*\) *\([0-9]*\) .*/\1 \2/p" "$dir/all"; }
check "all together: cycles of wavefold run" test "$(last 'lanes combined')" = "$(on or on) $(on or2 on)"
check "the rewrite of integers is needless: at least three times the cycles" eval 'set -- $(last "lanes combined"); test $2 -gt $((3 * $1))'
check "... and none of the 8 is advised" test "$(grep -c 'advice: leave it' "$dir/out") $(grep -c 'advice:' "$dir/out")" = "8 8"
check "... without combining at most a third" eval 'set -- $(last "not combined"); test $1 -gt $((3 * $2))'
check "... which the advice says" test "$(grep -c 'the hardware combines the lanes, so the rewrite is needless and costs' "$dir/out")" = 8
WAVEFOLD_SIM=$root/$BUILD/sim/libwavefold_sim_l32_serial.so expect "the simulator that does not combine, alone" 0 "advice: rewrite it: [0-9]* cycles less" - \
    advise "$dir/or.wfk"
lacks "... of the other no cycles" "lanes combined"
expect "many fadd" 0 "advice: rewrite it: [0-9]* cycles less" "" advise "$dir/fadd.wfk"
check "all together: cycles of wavefold run" test "$(last 'lanes combined')" = "$(on fadd on) $(on fadd2 on)"
check "the rewrite of f32 add pays: at most four fifths" eval 'set -- $(last "lanes combined"); test $((4 * $1)) -gt $((5 * $2))'
expect "a sum that is wrong is not measured" 0 "results: not what" "" advise "$dir/sum.wfk"
lacks "... nor advised" "lanes combined\|advice:"
# global memory performs the lanes of a word one after the other, and the rewrite spares 31 of 32
kernel global 'buffer Count[1]' 'expect Count = { 64 }' <<'E'
 mov r3, 1
 atomic.add r4, Count[r9], r3
E
kernel global2 'buffer Count[1]' 'expect Count = { 64 }' <<'E'
 mov r3, 1
 countlanes r5, 1
 prefixcount r7, 1
 isfirst r6
 if r6
 atomic.add r4, Count[r9], r5
 endif
 readfirst r4, r4
 add r4, r4, r7
E
expect "a counter in a buffer" 0 "" "" advise "$dir/global.wfk"
measured global global2
expect "options of the memory" 0 "" "" advise "$dir/global.wfk" --memory-latency 300 --memory-lines 2 --lanes 32 --wave-size 32 --limit 100000
cycles() { on "$1" on --memory-latency 300 --memory-lines 2; }
check "... are those of the run" test "$(row 'lanes combined')" = "$(cycles global) $(cycles global2)"
expect "a limit of cycles" 1 "" "not ended after 20 cycles" advise "$dir/counter.wfk" --limit 20
if has_rtl 8; then expect "a narrow device" 0 "by 6.3 lanes of 8" "" advise tb/kernels/survivors_bad.wfk --lanes 8; fi
exit $status
