#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_sizes.sh - one command for every wave size and for several seeds; barriers that a part of the threads does not reach, at each size; --expect;
# shaders by their source in kernel files.  Expected results are computed here by hand, from the sources.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh

# rows of the table in $dir/out: "size lanes waves;"
rows() { awk '/^wave size/ { on = 1; next } !/^ *[0-9]+  /{ on = 0 } on { print $1, $2, $3 }' "$dir/out" | tr '\n' ';'; }

# ---- every wave size -------------------------------------------------------------------------------------------------------------------------
sum="tb/cli/reduce.spv --groups 1 --bind 0.0=zero:4"
# shellcheck disable=SC2086  # words
{
expect "a sum that assumes waves of 16 passes alone at 4" 0 "^PASS reduce.spv .* wave-size=4 .* nothing compared: nothing is expected$" - run $sum --wave-size 4
# 256 threads: at 4 the first wave adds 4 partial sums of 4, at 8 eight of 8, from 16 on all
expect "... and differs over the sizes" 1 "^Out\[0\]: 256 at 16, 32, 64, 128; 16 at 4; 64 at 8$" - run $sum --wave-size all
says "... with the verdict" "^FAIL reduce.spv on=model wave-sizes=4,8,16,32,64,128 seed=0 runs=6 wrong=0 differing-words=1 compared with each other only: nothing is expected"
check "... a row for each, on a device that takes it" test "$(rows)" = "4 32 64;8 32 32;16 32 16;32 32 8;64 128 4;128 128 2;"
check "... marks the sizes that differ from most" test "$(grep -c '^ *[48]  .* PASS, differs$' "$dir/out")" = 2
expect "... which may be right" 0 "differing-words=1" - run $sum --wave-size all --differ ok
expect "a list of sizes" 0 "^PASS .* wave-sizes=16,32 seed=0 runs=2 wrong=0 differing-words=0 compared with each other only" - run $sum --wave-size 16,32
expect "what is expected judges each size" 1 "^ *8 .* FAIL$" "^  Out\[0\]: 64, expected 256$" run $sum --wave-size all --expect 0.0=text:256
says "... two of six are wrong" "runs=6 wrong=2 differing-words=0$"
told "... the messages are under their size" "^at wave size 4:$"
expect "a buffer is printed where all agree" 0 "^    256    // 0$" - run tb/cli/reduce.spv --groups 1 --bind 0.0=zero:4:- --wave-size 16,64
expect "... not where they differ" 1 "" - run tb/cli/reduce.spv --groups 1 --bind 0.0=zero:4:- --wave-size 8,64
check "... but the difference is" test "$(grep -c 'Out = {' "$dir/out")$(grep -c '^Out\[0\]: ' "$dir/out")" = 01
expect "seeds" 0 "^PASS .* wave-sizes=32 seeds=5-8 runs=4 wrong=0 differing-words=0" - run $sum --seeds 4 --seed 5
expect "seeds at sizes" 1 "^Out\[0\]: .* at 4; " - run $sum --seeds 3 --wave-size 4,8
says "... count as runs" "seeds=0-2 runs=6 "
expect "the figures of all" 1 "" - run $sum --wave-size 4,8 --stats "$dir/all.json"
check "... one object per run" test "$(grep -c '^  "wave_size": [48],' "$dir/all.json")$(grep -c '"differing_words": 1' "$dir/all.json")" = 21
awk -f tb/cli/json.awk "$dir/all.json" >"$dir/flat"
for line in '.version "' '.options[0] "tb/cli/reduce.spv"' '.error_place "tb/cli/reduce.spv"' '.error "results differ between the runs: Out[0]: 16 at 4; 64 at 8"'; do
    check "... has $line" grep -qF -e "$line" "$dir/flat"
done
check "... where no size has most on its side all rows say so" test "$(grep -c 'PASS, differs$' "$dir/out")" = 2
expect "... two of each do neither" 1 "" - run $sum --wave-size 4,8 --seeds 2
check "... in any row" test "$(grep -c 'PASS, differs$' "$dir/out")" = 2
expect "... with the error of each run alone" 1 "" "" run $sum --wave-size 4,16 --expect 0.0=text:256 --stats "$dir/all.json"
check "... the first of them for all" sh -c "awk -f tb/cli/json.awk '$dir/all.json' | grep -q '^.error \"model: 1 word of Out differs from --expect'"
awk -f tb/cli/json.awk "$dir/all.json" | sed -n 's/^\.runs\[\(.\)\]\.error "\{0,1\}\(model: 1 word\|null\).*/\1 \2/p' >"$dir/got"
printf '%s\n' '0 model: 1 word' '1 null' >"$dir/want"
same "... which the others do not have" "$dir/got" "$dir/want"
expect "a size that is no power of two" 2 - "needs a power of two from 4 to 128, different ones such as 4,8,32, or all, not: 4,12$" run $sum --wave-size 4,12
expect "a size twice" 2 - "not: 4,8,4$" run $sum --wave-size 4,8,4
expect "an output of one run" 2 - "the output is that of one run: .* with: --trace$" run $sum --wave-size all --trace "$dir/trace"
expect "a file for a buffer" 2 - "in place of: $dir/o" run tb/cli/reduce.spv --groups 1 --bind 0.0=zero:4:"$dir/o" --wave-size all
expect "--differ of one run" 2 - "this option needs several runs" run $sum --differ ok
expect "a size wider than the device" 1 - "error: wave size 32: the device has 8 lanes$" run $sum --lanes 8 --wave-size 8,32
}
expect "a buffer that the file has not" 2 - "no such buffer to dump, only Where, Live, " run $good --wave-size 8,16 --dump Nothing
expect "... a buffer that it has" 0 "^Live = {" - run $good --wave-size 8,16 --dump Live
expect "a kernel file: what it expects may differ" 0 "^PASS query.wfk .* runs=6 wrong=0 differing-words=0$" - run $good --wave-size all
says "... and is counted" "^[0-9]* words differ as is expected of them$"
expect "sizes that a file does not allow" 0 "^ *4  not allowed: line 3: the wave size 4 that was asked for is not possible here" "" run tb/kernels/numwaves_two.wfk --wave-size all
says "... the others run" "wave-sizes=8,16,32 seed=0 runs=3 wrong=0"
expect "... in a list they are an error" 3 - "error: wave size 4: line 3: " run tb/kernels/numwaves_two.wfk --wave-size 4,8
printf '%s\n' '[numthreads(1024,1,1)]' 'buffer Out[1024]' code 'sv r0, gindex' 'shl r1, r0, 2' 'store Out[r1], r0' end >"$dir/wide.wfk"
expect "256 waves need the slots of 8 lanes" 0 "" - run "$dir/wide.wfk" --wave-size 4,8,16
check "... by size" test "$(rows)" = "4 8 256;8 8 128;16 32 64;"
printf '%s\n' '[numthreads(0,1,1)]' code end 'expect reject NUMTHREADS_ZERO' >"$dir/refused.wfk"
expect "a file that expects a refusal runs once" 0 "runs=1 wrong=0" - run "$dir/refused.wfk" --wave-size all
printf '%s\n' 'buffer Out[16]' '[numthreads(16,1,1)]' code 'sv r0, gindex' 'shl r1, r0, 2' 'sv r2, lanes' 'lt.u r3, r0, 4' 'if r3' 'mov r2, 7' else 'lt.u r3, r0, 8' 'if r3' 'eq r2, r2, 4' endif endif \
    'store Out[r1], r2' end >"$dir/lanes.wfk"
expect "ranges of words in which the same runs agree" 1 "^Out\[4..7\]: 0 at 8, 16; 1 at 4$" - run "$dir/lanes.wfk" --wave-size 4,8,16
says "... each with its own" "^Out\[8..15\]: 4 at 4; 8 at 8; 16 at 16$"
says "... and only those" "differing-words=12 "
printf '%s\n' 'buffer Out[64]' '[numthreads(64,1,1)]' code 'sv r0, gindex' 'shl r1, r0, 2' 'sv r2, lanes' 'and r3, r0, 1' 'mul r2, r2, r3' 'store Out[r1], r2' end \
    >"$dir/many.wfk"
expect "many differences" 1 "^Out: 24 more words differ$" - run "$dir/many.wfk" --wave-size 4,8
check "... are a few lines" test "$(grep -c '^Out\[' "$dir/out")" = 8
printf '%s\n' 'buffer Out[WAVE_SIZE]' '[numthreads(4,1,1)]' code end >"$dir/sized.wfk"
expect "a buffer whose size is the wave's" 0 "^Out: its size depends on the wave size: not compared$" - run "$dir/sized.wfk" --wave-size 4,8
printf '%s\n' 'buffer Out[1]' '[numthreads(1,1,1)]' code 'sv r2, lanes' 'store Out[r1], r2' loop endloop end >"$dir/endless.wfk"
expect "runs that do not end" 1 "FAIL not-ended=1$" "has not ended within the limit" run "$dir/endless.wfk" --wave-size 4,8 --limit 1000
says "... leave no results" "wrong=2 differing-words=0"

# ---- a barrier that some threads do not reach: lanes of the wave, other waves, another barrier, another turn of a loop ---------------------------
head='[numthreads(64,1,1)]\nbuffer Out[64]\ncode\nsv r0, gindex\nlt.u r1, r0, 32\nsv r5, dtid.x\n'
tail='shl r6, r0, 2\nstore Out[r6], r0\nend\n'
barrier() {     # NAME CODE: "at every size" of six
    # shellcheck disable=SC2059  # formats
    { printf "$head"; printf "$2"; printf "$tail"; } >"$dir/barrier.wfk"
    expect "$1, at every size" 1 "runs=6 wrong=6 " "error: divergent barrier: some threads of the group " run "$dir/barrier.wfk" --wave-size all
    expect "... and seed" 1 "runs=6 wrong=6 " "error: divergent barrier: " run "$dir/barrier.wfk" --wave-size 4,32 --seeds 3
}
barrier "a barrier that half of the threads skip" 'if r1\nbarrier\nendif\n'
barrier "two barriers, one for each half" 'if r1\nbarrier\nelse\nbarrier\nendif\n'
barrier "one turn of a loop more" 'not r1, r1\nand r1, r1, 1\nmov r2, 0\nloop\nbarrier\nge.u r3, r2, r1\nbreakif r3\nadd r2, r2, 1\nendloop\n'
barrier "a barrier in different turns of a loop" 'mov r2, 0\nloop\nand r3, r2, 1\neq r3, r3, r1\nif r3\nbarrier\nendif\nadd r2, r2, 1\neq r3, r2, 4\nbreakif r3\nendloop\n'
told "... as what it is" "at it on another turn of a loop$"
# shellcheck disable=SC2059
{ printf "$head"; printf 'mov r2, 0\nloop\nbarrier\nadd r2, r2, 1\neq r3, r2, 4\nbreakif r3\nendloop\nif r1\nmov r7, 1\nendif\nbarrier\n'; printf "$tail"; } >"$dir/right.wfk"
expect "barriers that all threads reach" 0 "runs=18 wrong=0 " - run "$dir/right.wfk" --wave-size all --seeds 3
# shellcheck disable=SC2059
{ printf "$head"; printf 'if r1\nret\nendif\nbarrier\n'; printf "$tail"; } >"$dir/early.wfk"
expect "threads of an assembly file may return before a barrier" 0 "wrong=0" - run "$dir/early.wfk" --wave-size all
expect "threads of a shader that return before one: a warning" 0 "runs=6 wrong=0" \
    "warning: divergent barrier: some threads of the group returned before it: undefined in Vulkan, defined here$" \
    run tb/cli/early.spv --groups 1 --bind 0.0=zero:256 --wave-size all
check "... at each size" test "$(grep -c 'warning: divergent barrier' "$dir/err")$(grep -c 'early.spv: note: 1 more run had the messages of wave size 64$' "$dir/err")" = 51
expect "... or an error" 1 "runs=6 wrong=6" "" run tb/cli/early.spv --groups 1 --bind 0.0=zero:256 --wave-size all --races error
expect "... or nothing" 0 "races not checked" - run tb/cli/early.spv --groups 1 --bind 0.0=zero:256 --wave-size all --races off

# groups of whole waves: proposal 0054 lets a wave end before the barrier of another
printf "%s\n" "[numWaves(2)]" "buffer Out[1]" code "sv r4, wave" "if r4" ret endif barrier end >"$dir/waves.wfk"
expect "a wave of a group of whole waves may end" 0 "wrong=0" - run "$dir/waves.wfk" --wave-size all
expect "... of a shader too" 0 "" "" run tb/shaders/doc_numwaves_two.wfk --wave-size all
check "... without a word of barriers" test "$(grep -c barrier: "$dir/err")" = 0
sed "s/sv r4, wave/isfirst r4/; s/ret/barrier/" "$dir/waves.wfk" >"$dir/lanes.wfk"
expect "... a lane may not be elsewhere" 1 "runs=6 wrong=6" "some threads of the group are elsewhere" run "$dir/lanes.wfk" --wave-size all

# ---- what a shader must leave -------------------------------------------------------------------------------------------------------------------
# x of element i is i/3, n is -i
mixed="tb/cli/thirds.spv --groups 1 --bind 0.0=zero:32"
# shellcheck disable=SC2086
{
expect "expected words" 0 "^PASS thirds.spv .* instructions=[0-9]*$" - run $mixed --expect 0.0=text:0.0,0,_,-1,_,-2,1.0,-3
expect "... some of them" 0 "^PASS" - run $mixed --expect 0.0=text:0.0,...
expect "... that differ" 1 "^FAIL" "^  Out\[1\].n: -1, expected -2$" run $mixed --expect 0.0=text:_,_,_,-2,...
told "... say whose" "thirds.spv: error: model: 1 word of Out differs from --expect$"
expect "... too few" 1 - "error: 1 word; expected 8, those of the buffer, or " run $mixed --expect 0.0=text:1
expect "... too many" 1 - "error: 9 words; expected 8" run $mixed --expect 0.0=text:_,_,_,_,_,_,_,_,1
expect "within a distance" 0 "^PASS" - run $mixed --expect 0.0=text:0.0,_,0.333,_,0.667,_,1.0,_:within=1e-3
expect "... which is not kept" 1 "^FAIL" "expected .* within 0.0001" run $mixed --expect 0.0=text:0.0,_,0.333,_,...:within=1e-4
expect "within ulps: -0 and 0 are the same" 0 "^PASS" - run $mixed --expect 0.0=text:-0.0,_,0.33333333,...:within=1ulp
expect "... integers beside them are exact" 1 "^FAIL" "^  Out\[0\].n: 0, expected 1$" run $mixed --expect 0.0=text:0.0,0x1,...:within=1e-3
expect "... as decimals too" 0 "^PASS" - run $mixed --expect 0.0=text:0,0,0.333,-1,0.667,-2,1.0,-3:within=1e-3
expect "... which may be wrong" 1 "^FAIL" "^  Out\[1\].n: -1, expected -2$" run $mixed --expect 0.0=text:0.0,0,0.333,-2,...:within=1e-3
expect "... not in place of a float" 2 - "an integer where the block has one, or \"values:\", not: 0.0=text:0.0,0,1,..." run $mixed --expect 0.0=text:0.0,0,1,...:within=1e-3
words 0 0 0x3eaaaaab 0xffffffff 0x3f2aaaab 0xfffffffe 0x3f800000 0xfffffffd >"$dir/want.bin"
expect "expected words of a file" 0 "^PASS" - run $mixed --expect "0.0=$dir/want.bin:within=1ulp"
expect "... is no output" 2 - "the output is a file that is read" run $mixed --expect "0.0=$dir/want.bin" --stats "$dir/want.bin"
printf x >>"$dir/want.bin"
expect "... of no whole words" 1 - "has 33 bytes; expected words of 4 bytes" run $mixed --expect "0.0=$dir/want.bin"
expect "in any order" 0 "^PASS" - run $sum --expect 0.0=text:256:any_order
expect "zeros" 1 "^FAIL" "Out\[0\]: 256, expected 0$" run $sum --expect 0.0=zero:4
expect "an expectation without its buffer" 2 - "--expect needs a --bind or an --image of the same binding: 0.7=text:1$" run $mixed --expect 0.7=text:1
expect "two of one buffer" 2 - "two expectations for one binding" run $mixed --expect 0.0=zero:32 --expect 0.0=zero:32
expect "a bound that is none" 2 - "^wavefold: error: --expect needs SET.BINDING=IN" run $mixed --expect 0.0=zero:32:within=-1
expect "integers within" 2 - "needs floats such as" run $mixed --expect 0.0=text:1,...:within=1e-3
expect "a tolerance where no float is" 1 - "\`within\` for Out: it has none; expected floats of 32 bits" run $sum --expect 0.0=text:0x7:within=1ulp
expect "an expectation of a kernel file" 2 - "this option is for shaders" run $good --expect 0.0=zero:4
}

# mem_block_array.comp: of 64 threads, 16 add their numbers to the head of each block, 504 in all; v[4 + n] of block n becomes 1000 + n
blocks="tb/shaders/mem_block_array.spv --groups 1 --spec 0=1 --bind 0.0=zero:40 --bind 0.0[1]=zero:40 --bind 0.0[2]=zero:40 --bind 0.0[3]=zero:40 --bind 0.1=zero:1024 --bind 0.2=zero:256"
# shellcheck disable=SC2086
{
expect "elements of an array of blocks have their own" 0 "^PASS" - run $blocks --expect 0.0[0]=text:504,0x100,0,0,0,0,1000,0,0,0 --expect 0.0[3]=text:504,0x103,0,0,0,0,0,0,0,1003
expect "... which may be wrong" 1 "^FAIL" "data_1.cell: 257, expected 258$" run $blocks --expect 0.0=text:504,0x100,... --expect 0.0[1]=text:504,0x102,...
expect "... given twice" 2 - "two expectations for one binding: 0.0\[0\]=" run $blocks --expect 0.0=zero:40 --expect 0.0[0]=zero:40
expect "... an element that is not bound" 2 - "needs a --bind or an --image of the same binding" run $blocks --expect 0.0[4]=zero:40
expect "... an element that is none" 2 - "needs SET.BINDING=IN, NAME=IN, SET.BINDING\[ELEMENT\]=IN or, of an output, LOCATION=IN, " run $blocks --expect 0.0[1=zero:40
}

# ---- progress -----------------------------------------------------------------------------------------------------------------------------------
if command -v script >"$dir/which"; then
    for kept in "" "--stats $dir/all.json"; do
        script -qec "$wavefold run $sum --wave-size 4,8 --seeds 2 $kept" "$dir/typescript" >"$dir/out" 2>&1
        tr '\r\033' '\n.' <"$dir/typescript" | sed -n '/^\.\[K/{s/lanes.*//;p}' >"$dir/got"
        printf '.[K  wave size %s ..\n' "4, seed 0" "4, seed 1" "8, seed 0" "8, seed 1" >"$dir/want"
        echo '.[Kwave size  ' >>"$dir/want"
        same "a terminal shows the run, until the next or the table${kept:+, with --stats}" "$dir/got" "$dir/want"
    done
else
    echo "SKIP cli sizes: progress needs script, of util-linux (bsdutils)"
fi

# ---- the hardware -------------------------------------------------------------------------------------------------------------------------------
if has_rtl 8; then
    # shellcheck disable=SC2086
    expect "sizes on the hardware" 1 "^ *8 *8 *32 *[0-9]*  *[0-9]*  PASS" - run $sum --on rtl --lanes 8 --wave-size all
    says "... what does not fit the device" "^ *16  not allowed: the device has 8 lanes$"
    says "... the difference" "^Out\[0\]: 16 at 4; 64 at 8$"
    expect "what the threads skip, beside the hardware" 1 "runs=2 wrong=2" "error: divergent barrier" run "$dir/barrier.wfk" --on rtl --lanes 8 --wave-size 4,8
    expect "races beside the hardware" 1 "^FAIL race.wfk on=rtl .* races=[0-9]*$" "race.wfk:[12][86]: error: race" run tb/cli/race.wfk --on rtl --lanes 8 --wave-size 8
    expect "... or not" 0 "^PASS race.wfk on=rtl .* races not checked$" - run tb/cli/race.wfk --on rtl --lanes 8 --wave-size 8 --races off
    expect "seeds on the hardware" 0 "^PASS .* on=rtl wave-sizes=8 seeds=0-2 runs=3 wrong=0" - run "$dir/right.wfk" --on rtl --lanes 8 --wave-size 8 --seeds 3
    check "... have their own cycles" grep -q "^ *8 *8 *8 *[0-9]*  *[0-9]*-[0-9]*  PASS$" "$dir/out"
fi

# ---- the list of check --------------------------------------------------------------------------------------------------------------------------
expect "check of a kernel file" 0 "^ *8     32      2 " - check tb/kernels/numwaves_two.wfk
says "... what is refused, and why" "^ *64  refused: line 3: the wave size 64"
check "... every size" test "$(grep -c '^ *[0-9]' "$dir/out")" = 6
expect "... a variant" 0 "^ *4 " - check "$dir/wide.wfk" --lanes 128
says "... at none of its waves" "^ *4  refused: .*waves"
printf "x\n" >"$dir/bad"
expect "check of a file that is wrong" 3 "" "bad: error: line 1: " check "$dir/bad"

# ---- shaders by their source --------------------------------------------------------------------------------------------------------------------
if command -v glslangValidator >"$dir/which"; then
    cp tb/cli/reduce.comp tb/cli/thirds.comp tb/shaders/doc_numwaves_two.hlsl "$dir"
    printf '%s\n' 'shader "reduce.comp"' 'buffer Out[1]' 'expect Out = { 256 }' >"$dir/reduce.wfk"
    expect "a kernel file with a source" 1 "^ *16  .* PASS$" "reduce.wfk:3: error: model: 1 word of Out differs from what the file expects" run "$dir/reduce.wfk" --wave-size all
    says "... of which two sizes are wrong" "runs=6 wrong=2"
    expect "... its sizes" 0 "^128$" - sizes "$dir/reduce.wfk" --lanes 128
    { echo 'shader "doc_numwaves_two.hlsl" entry "ComputeMinMaxZ"'; sed '/^\[/d; /^shader/d; /^variant/d' tb/shaders/doc_numwaves_two.wfk; } >"$dir/two.wfk"
    expect "its attributes are the file's" 0 "wave-sizes=8,16,32 seed=0 runs=3 wrong=0" "" run "$dir/two.wfk" --wave-size all
    { echo '[WaveSize(8,16)]'; cat "$dir/two.wfk"; } >"$dir/other.wfk"
    expect "... which must not say another thing" 3 - "other.wfk:1:2: error: \[WaveSize\] is not that of the shader's source" run "$dir/other.wfk"
    printf 'void main() { x }\n' >"$dir/bad.comp"
    sed 's/reduce.comp/bad.comp/' "$dir/reduce.wfk" >"$dir/bad.wfk"
    expect "a source that does not compile" 3 - "bad.wfk:1:8: error: \`bad.comp\`: it does not compile" run "$dir/bad.wfk"
    told "... its compiler says why" "undeclared identifier"
    expect "... said once" 3 - "" sizes "$dir/bad.wfk"
    check "... though parsed for each size" test "$(grep -c 'undeclared identifier' "$dir/err")" = 1
    expect "an output onto the source" 2 - "the output is a file that the kernel file reads" run "$dir/reduce.wfk" --stats "$dir/reduce.comp"
else
    echo "SKIP cli: no glslangValidator"
fi
printf '%s\n' 'shader "x.rgen"' 'buffer Out[1]' >"$dir/stage.wfk"
expect "a ray generation shader in a kernel file" 3 - "\`x.rgen\`: a ray generation shader, which does not run; expected a shader of a stage that runs" run "$dir/stage.wfk"
expect "... on the command line" 1 - "x.rgen: error: a ray generation shader, which does not run; expected a shader of a stage that runs" run "$dir/x.rgen" --groups 1
expect "... in capitals" 1 - "x.RGEN: error: a ray generation shader, which does not run" run "$dir/x.RGEN" --groups 1
printf '%s\n' 'shader "none.comp"' 'buffer Out[1]' >"$dir/none.wfk"
expect "a source that is not there" 4 - "none.comp: error: cannot open" run "$dir/none.wfk"
no_leftovers "no temporary file is left"
exit $status
