#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_vulkan.sh - wavefold vulkan: programs on the driver, at several wave sizes and seeds; what differs, fails, hangs; tables, reports, the driver's place.
# Needs: vulkan/wavefold_icd.json tb/vulkan/prefix_sum tb/vulkan/reports tb/vulkan/list_features sim/libwavefold_sim_l8.so sim/libwavefold_device_l8.so
# Needs in `make test-all`: sim/libwavefold_sim_l32_trace.so
# Reads: tb/cli/lib.sh tb/cli/json.awk docs/vulkan.md c_model/vulkan/settings.def tb/vulkan/reports.comp
set -u
. tb/cli/lib.sh
sum=$root/$BUILD/tb/vulkan/prefix_sum
reports=$root/$BUILD/tb/vulkan/reports
# what a program may have in its environment already must not reach it
unset VK_DRIVER_FILES VK_ICD_FILENAMES WAVEFOLD_ON WAVEFOLD_WAVE_SIZE WAVEFOLD_LANES WAVEFOLD_SEED WAVEFOLD_STATS WAVEFOLD_LOG WAVEFOLD_VARYING 2>/dev/null

# SECONDS: no process of this test sleeps so long
no_nap() { ! ps -eo args | grep -q "^sleep $1\.$$\$"; }
# the kernel takes a moment to remove what was killed; a nap takes a minute
nap_ends() { tries=0; while ! no_nap "$1" && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done; no_nap "$1"; }

# ---- one run: the output is the program's ---------------------------------------------------------------------------------------
# prefix sums of blocks of 256 of the numbers 0 to 9, over and over
awk 'BEGIN { for (i = 0; i < 1024; i++) { if (i % 256 == 0) s = 0; s += i % 10; if (i % 256 == 63) a = s
             if (i % 256 == 255) printf "block %d: %d after 64 numbers, %d in all\n", i / 256, a, s } }' >"$dir/right"
expect "a program" 0 "" "^PASS .*prefix_sum on=model seed=0 dispatches=1 waves=32 instructions=[1-9]" vulkan -- "$sum"
same "... prints what it prints, and no more" "$dir/out" "$dir/right"
expect "... of another wave size, which its shader does not bear" 0 "in all" "^PASS .* wave-size=8 seed=0 dispatches=1 waves=128" vulkan --wave-size 8 -- "$sum"
check "... the output is wrong" sh -c "! cmp -s '$dir/out' '$dir/right'"
expect "of 16, which it does" 0 "" "^PASS .* wave-size=16 .*waves=64" vulkan --wave-size=16 --seed 7 -- "$sum"
same "... the output is right" "$dir/out" "$dir/right"
told "... with the seed" " seed=7 "
printf 'one\ntwo\n' >"$dir/in"
check "the standard input is the program's" test "$("$wavefold" vulkan -- sh -c "cat; $sum >/dev/null" <"$dir/in" 2>"$dir/err")" = "$(cat "$dir/in")"
expect "words of the program are its own, options too" 0 "^sum 4560$" "^PASS" vulkan -- "$reports" --on 0
for name in VK_DRIVER_FILES VK_ICD_FILENAMES; do
    expect "$name is set" 0 "^$root/$BUILD/vulkan/wavefold_icd.json$" "" vulkan -- sh -c "$sum >/dev/null; echo \$$name"
done
expect "an empty word too" 0 "^-*x--$" "" vulkan -- sh -c "$sum >/dev/null; echo x-\$1-" sh ''

# ---- several sizes --------------------------------------------------------------------------------------------------------------
expect "all sizes" 1 "^differs at 4, 8, 64 and 128; line 1 is the first$" - vulkan --wave-size all -- "$sum"
says "... the table: a row of what differs" "^        8           1         128  *[0-9]*  PASS, differs$"
says "... and of what does not" "^       16           1          64  *[0-9]*  PASS$"
says "... the line at 16 and 32" '^  at 16 and 32: "block 0: 276 after 64 numbers, 1140 in all"$'
says "... and at 8" '^  at 8: "block 0: 276 after 64 numbers, 60 in all"$'
says "... the verdict" "^FAIL .*prefix_sum on=model runs=6 failed=0 different=4$"
expect "a list of sizes: differs at 8 and 64" 1 "^differs at 8 and 64; line 1 is the first$" - vulkan --wave-size 8,16,32,64 -- "$sum"
expect "... which may be" 0 "^differs at 8 and 64;" - vulkan --wave-size 8,16,32,64 --differ ok -- "$sum"
says "... and passes" "^PASS .* different=2$"
expect "sizes that agree" 0 "^PASS .*runs=2 failed=0 different=0$" - vulkan --wave-size 16,32 -- "$sum"
check "... no word of differences" sh -c "! grep -q differs '$dir/out'"
expect "two that differ: neither is right" 1 "^differs at 8 and 32: no output is that of most runs; line 1" - vulkan --wave-size 8,32 -- "$sum"
expect "seeds" 0 "^PASS .*runs=3 failed=0 different=0$" - vulkan --seeds 3 --seed 5 -- "$sum"
says "... by number" "^        -           7           1          32 "
expect "sizes and seeds" 1 "^differs at 8; line 1" - vulkan --wave-size 8,16,32 --seeds 2 -- "$sum"
says "... each size has a row a seed" "^       16           1           1          64 "
# the length of an output, and its ending
expect "an output that ends early" 1 "^differs at 8; line 2 is the first$" - vulkan --wave-size 8,16,32 -- \
    sh -c "$sum >/dev/null; echo one; [ \$WAVEFOLD_WAVE_SIZE = 8 ] || echo two"
says "... says so" '^  at 8: no such line$'
says "... and what others have" '^  at 16 and 32: "two"$'
expect "a status of its own" 1 "^        8 .*  FAIL, differs, exit status 3$" "exit status 3" vulkan --wave-size 8,16,32 -- \
    sh -c "$sum >/dev/null; [ \$WAVEFOLD_WAVE_SIZE != 8 ] || exit 3"
says "... differs though the output does not" "^differs at 8$"
says "... the group of 8" "^  at 8: exit status 3$"
says "... is a failure" "^FAIL .*failed=1 different=1$"
expect "several runs have no standard input" 0 "^PASS" "" vulkan --wave-size 16,32 -- sh -c "$sum >/dev/null; cat" <"$dir/in"
WAVEFOLD_VARYING=3 expect "sizes that WAVEFOLD_VARYING would choose are not compared" 2 - "^wavefold: error: WAVEFOLD_VARYING chooses the sizes of pipelines, .*: 3$" \
    vulkan --wave-size 8,16 -- "$sum"
WAVEFOLD_VARYING=0 expect "... by no seed" 2 - "WAVEFOLD_VARYING" vulkan --wave-size all -- "$sum"
WAVEFOLD_VARYING=3 expect "... one size goes, of the device" 0 "" "^PASS .* wave-size=8 " vulkan --wave-size 8 -- "$sum"
WAVEFOLD_VARYING='' expect "... and an empty variable is none" 0 "^PASS .*runs=2 failed=0 different=0$" - vulkan --wave-size 16,32 -- "$sum"
expect "--lanes bounds the sizes" 2 - "wave-size is larger than --lanes: 16, and the device has 8 lanes" vulkan --lanes 8 --wave-size 8,16 -- "$sum"

# ---- what fails -----------------------------------------------------------------------------------------------------------------
expect "a fault, though the program does not mind" 1 "^VkResult -4$" "^tb/vulkan/reports.comp:15: error: model: dispatch 1 (reports.comp, wave size 32): fault: " vulkan -- "$reports" 0 1
told "... thread, address and binding" "^  thread (31,0,0) of group (2,0,0), wave 0 lane 31: byte 0x180 of set 0 binding 0 (In), which has 384 bytes, right after its end; 1 lane"
told "... the verdict" "^FAIL .* faults=1$"
expect "a loop without end" 1 "^VkResult -4$" "has not ended within the limit of 5000 instructions" vulkan --limit 5000 -- "$reports" 3
told "... its line" "reports.comp:24: pc [0-9]*, .*: runs: thread (0,0,0)"
expect "an exit status" 1 - "error: exit status 3$" vulkan -- sh -c "$sum >/dev/null; exit 3"
expect "a signal" 1 - "error: signal 11 (Segmentation fault)$" vulkan -- sh -c "$sum >/dev/null; kill -SEGV \$\$"
expect "a program that is not there" 1 - "cannot start $dir/none: No such file or directory" vulkan -- "$dir/none"
expect "one that uses no Vulkan" 1 "^hello$" "error: it has not opened the driver" vulkan -- echo hello
expect "one that has the driver, and no use for it" 0 "" "warning: no dispatch ran: it has opened the driver, and perhaps chosen another device$" vulkan -- \
    "$root/$BUILD/tb/vulkan/list_features"
told "... does not fail" "^PASS .* dispatches=0 "
expect "one whose calls fail has the reason" 1 "has not ended within the limit of 10 instructions" "exit status 1" vulkan --limit 10 -- "$sum"
expect "one that is too slow" 1 - "error: time is up after 1 second; no dispatch was running$" vulkan --timeout 1 -- sh -c "$sum >/dev/null; exec sleep 60"
told "... the verdict" "^FAIL .* dispatches=1 "
expect "... and opens no driver" 1 - "^sleep: error: time is up after 1 second; it has not opened the driver$" vulkan --timeout 1 -- sleep 60
# each group loops at line 24, in two waves of 16; one part of the dispatch has one group
expect "... in a dispatch" 1 - "^$reports: error: time is up after 1 second; running: dispatch 1 (reports.comp, wave size 16)$" \
    vulkan --timeout 1 --limit 0 --wave-size 16 --stats "$dir/table.json" -- "$reports" 3
told "... has the waves that are left" "^reports.comp: warning: model: time is up, and dispatch 1 (reports.comp, wave size 16) has not ended$"
told "... with their lines" "^  tb/vulkan/reports.comp:24: pc [0-9]*, .*: runs: thread (16,0,0) of group ([012],0,0), wave 1 lane 0 and 15 more$"
check "... and the table what ran" grep -q '^ *"running": "dispatch 1 (reports.comp, wave size 16)",$' "$dir/table.json"
expect "... in two that overlap" 1 - "; running: dispatch 1 (reports.comp, wave size 32), dispatch 2 (reports.comp, wave size 32)$" \
    vulkan --timeout 1 --limit 0 --wave-size 32 --seed 3 -- "$reports" 3 0 2
told "... has the waves of one" "^  tb/vulkan/reports.comp:24: pc [0-9]*, .*: runs: thread (0,0,0) of group (0,0,0), wave 0"
expect "... several, with what they started" 1 "FAIL, time is up$" "" vulkan --timeout 1 --wave-size 16,32 -- sh -c "$sum >/dev/null; sleep 61.$$; true"
check "... which is gone" nap_ends 61
expect "... one, with what it started" 1 - "error: time is up after 1 second; no dispatch was running$" \
    vulkan --timeout 1 -- sh -c "$sum >/dev/null; sleep 64.$$; true" </dev/null
check "... which is gone" nap_ends 64
expect "races, as warnings" 0 "^sum" "^tb/vulkan/reports.comp:29: warning: dispatch 1 .*: race: groupshared memory at byte" vulkan --races warn -- "$reports" 4
told "... both lines" "^  tb/vulkan/reports.comp:28: pc "
told "... their number" "^PASS .* races=96 divergent-barriers=0$"
expect "races, as errors" 1 "^sum" "^FAIL .* races=96 " vulkan --races error -- "$reports" 4
expect "a divergent barrier" 1 "^sum" "^FAIL .* races=0 divergent-barriers=[1-9]" vulkan --races error -- "$reports" 7
expect "without races" 0 "^sum" "^PASS .* races=0 divergent-barriers=0$" vulkan --races error -- "$reports"
expect "races of commands that are no dispatches, as errors" 1 "^sum" "^FAIL .* races=2 " vulkan --races error -- "$reports" 99 0 1 2
expect "nobody looks for them" 0 "^sum" "^PASS .* instructions=[0-9]*$" vulkan -- "$reports" 4
expect "messages of several runs once" 1 "^FAIL" "^at wave size 32: the messages of wave size 16$" vulkan --wave-size 16,32 -- sh -c "$sum >/dev/null; echo alas >&2; exit 1"
told "... with a heading" "^at wave size 16:$"
told "... and the program's own" "^alas$"

expect "what a program leaves behind ends with it" 0 "^PASS" "" vulkan --wave-size 16,32 -- sh -c "sleep 63.$$ & $sum"
check "... at once" nap_ends 63

# ---- tables and reports ---------------------------------------------------------------------------------------------------------
expect "--stats, a table" 0 "" "^PASS" vulkan --stats "$dir/table" -- "$sum"
check "... a row for each dispatch" grep -q "^       1 prefix_sum.comp          256,1,1      4,1,1            32         32 .*  complete$" "$dir/table"
expect "three dispatches, JSON" 0 "" "^PASS .* dispatches=3 waves=9 " vulkan --stats "$dir/table.json" -- "$reports" 99 0 3
awk -f tb/cli/json.awk "$dir/table.json" >"$dir/list"
check "... all of them" grep -q "^.runs\[0\].dispatches\[2\].dispatch 3$" "$dir/list"
expect "--stats of several runs" 0 "^PASS" - vulkan --stats "$dir/table" --wave-size 16,32 -- "$sum"
check "... with headings" grep -q "^# wave size 32$" "$dir/table"
expect "--stats, JSON" 1 "^FAIL" - vulkan --stats "$dir/table.json" --wave-size 8,16,32 -- "$sum"
awk -f tb/cli/json.awk "$dir/table.json" >"$dir/list"
check "... is valid" grep -q "^.runs\[2\].dispatches\[0\].waves 32$" "$dir/list"
for word in '"passed": false' '"wave_size": 8' '"differs": true' '"same_as": 1' '"shader": "prefix_sum.comp"' '"ended": "complete"' '"on": "model"' '"ending": "exit status 0"'; do
    check "... has $word" grep -qF "$word" "$dir/table.json"
done
expect "two processes, a table" 0 "" "^PASS .* dispatches=2 " vulkan --stats - -- sh -c "$sum >&2; $sum >&2"
check "... to standard output" test "$(grep -c '^       1 prefix_sum.comp ' "$dir/out")" = 2
expect "--profile" 0 "" "^PASS" vulkan --profile "$dir/lines" -- "$sum"
check "... lines of the source" grep -q "^ *256   *[0-9.]* *[0-9]*  .*dst\[gl_GlobalInvocationID.x\] = \|^ *[1-9][0-9]*   32.0  *[0-9]*          sums\[gl_SubgroupID\] = sum;\|scan(src" "$dir/lines"
check "... instructions of the loop: 5 turns in each of 32 waves, and in one of each of 4 groups" grep -q "^ *180   *[0-9.]*  *[0-9]*          const uint before = subgroupShuffleUp(sum, d);$\|subgroupShuffleUp" "$dir/lines"
# in[i] is i and the shader adds nothing: the second dispatch stores 0 to 95, as groups of 32 in waves of 16
expect "--trace" 0 "^sum 4560$" "^PASS .* dispatches=3 " vulkan --trace "$dir/trace" --dispatch 2 --wave-size 16 -- "$reports" 99 0 3
count=$(sed -n 's/.* dispatches=3 waves=18 instructions=\([0-9]*\)$/\1/p' "$dir/err")
check "... a line for each instruction of the dispatch, a third of all" test "$((3 * $(grep -c '^ *[0-9]* *- s[0-9]* *g[012],0,0 w[01] ' "$dir/trace")))" = "$count"
check "... and a head" test "$(wc -l <"$dir/trace")" = $((count / 3 + 1))
for group in 0 1 2; do for wave in 0 1; do
    first=$((32 * group + 16 * wave))
    stored=$(for lane in 0 1 2 3; do printf ' %d@%x=%08x' $lane $((4 * (first + lane))) $((first + lane)); done)
    check "... stores of group $group wave $wave" grep -q \
        "g$group,0,0 w$wave  *[0-9]* reports.comp:53 mem   store b1\[r[0-9]*\], r[0-9]*  *; ffff ;$stored +12 lanes$" "$dir/trace"
done; done
expect "... of a dispatch that is not made" 1 "" "error: no trace was written: it made 3 dispatches$" vulkan --trace "$dir/four" --dispatch 4 -- "$reports" 99 0 3
expect "... but was in a run before" 1 "" "error: no trace was written: it made 3 dispatches$" vulkan --trace "$dir/trace" --dispatch 4 -- "$reports" 99 0 3
expect "... of each process, by its number" 0 "^sum 4560$" "^PASS" vulkan --trace "$dir/[own]%p.%p" --dispatch 2 --wave-size 16 -- "$reports" 99 0 3
check "... the same" cmp -s "$dir/trace" "$dir/[own]"[1-9]*.%p
expect "... to no file" 2 "" "a trace goes into a file, and not to: -$" vulkan --trace - -- "$reports"
expect "... into a folder that is not there" 1 "" "WAVEFOLD_TRACE=/none/t: cannot write it: No such file" vulkan --trace /none/t -- "$reports"
expect "--junit" 1 "^FAIL" "" vulkan --junit "$dir/junit.xml" --wave-size 8,16,32 -- "$sum"
check "... a case for each run and one for all" grep -q '<testsuites name="wavefold" tests="4" failures="1" errors="0"' "$dir/junit.xml"
check "... by size" grep -q '<testcase classname="wavefold.vulkan" name=".*prefix_sum:wave size 8"' "$dir/junit.xml"
check "... the failure" grep -q '<failure type="wrong" message=".*output differs at 8; line 1 is the first">' "$dir/junit.xml"
expect "--junit of a fault" 1 "" "" vulkan --junit "$dir/junit.xml" -- "$reports" 1 7
check "... names the line" grep -q '<failure type="wrong" message="tb/vulkan/reports.comp:18: model: dispatch 1' "$dir/junit.xml"
expect "--report" 1 "^FAIL" "" vulkan --report "$dir/page.html" --races warn --wave-size 8,16,32 -- "$reports" 0 1
for words in '<title>FAIL .*reports</title>' '<h2 id="run0">Dispatches at wave size 8</h2>' '<td>reports.comp</td><td>32,1,1</td><td>3,1,1</td>' \
             'fault: address outside the buffer' '<td>fault</td>' 'dst\[at\] = src\[at + index\];' 'VkResult -4'; do
    check "... has $words" grep -q "$words" "$dir/page.html"
done
if command -v python3 >/dev/null; then
    check "... is well-formed" python3 -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" "$dir/page.html"
fi
expect "a report that cannot be written" 4 - "/none/page.html" vulkan --report /none/page.html -- "$sum"

# ---- on the hardware ------------------------------------------------------------------------------------------------------------
"$wavefold" vulkan --wave-size 8 -- "$sum" >"$dir/model" 2>&1
if has_rtl 8; then
    expect "lock step" 0 "in all" "^PASS .* on=lockstep wave-size=8 seed=3 dispatches=1 waves=128 instructions=5016 cycles=[1-9]" \
        vulkan --on lockstep --lanes 8 --wave-size 8 --seed 3 --stats "$dir/table.json" -- "$sum"
    grep '^block' "$dir/model" >"$dir/want"
    same "... the same output as on the model" "$dir/out" "$dir/want"
    check "... cycles in the table" grep -q '"cycles": [1-9]' "$dir/table.json"
    expect "two sizes in lock step" 1 "^        4 .*  PASS, differs$" - vulkan --on lockstep --lanes 8 --wave-size 4,8 -- "$sum"
    says "... with cycles" "^wave size  dispatches       waves    instructions          cycles  result$"
    expect "a fault of the hardware" 1 "^VkResult -4$" "^tb/vulkan/reports.comp:15: error: rtl: dispatch 1 (reports.comp, wave size 8): fault: " vulkan --on lockstep --lanes 8 -- "$reports" 0 1
    told "... thread and binding" "^  thread (31,0,0) of group (2,0,0), wave 3 lane 7: byte 0x180 of set 0 binding 0 (In), which has 384 bytes, right after its end"
    expect "a loop without end" 1 "^VkResult -4$" "^reports.comp: error: rtl: dispatch 1 (reports.comp, wave size 8): it has not ended within the limit of cycles; WAVEFOLD_LIMIT sets another$" \
        vulkan --on lockstep --lanes 8 --limit 3000 --stats "$dir/table" -- "$reports" 3
    told "... the line of each wave" "wave 3  pc [0-9]* tb/vulkan/reports.comp:24 "
    check "... in the table" grep -q "  limit$" "$dir/table"
    WAVEFOLD_SIM=$root/$BUILD/sim/libwavefold_sim_l8.so expect "a simulator without waveforms" 1 "" "writes no waveforms" vulkan --on lockstep --lanes 8 --waves "$dir/w.fst" -- "$sum"
fi
expect "a loop without end on the device" 1 "^VkResult -4$" \
    "^reports.comp: error: device: dispatch 1 (reports.comp, wave size 8): it has not ended within the limit of 60000 cycles; WAVEFOLD_LIMIT sets another$" \
    vulkan --on device --lanes 8 --limit 60000 --stats "$dir/table" -- "$reports" 3
check "... in the table" grep -q "  limit$" "$dir/table"
expect "no simulator" 4 "" "no simulator at .*libwavefold_sim_l64.*: build it in the source tree with: make build/sim/libwavefold_sim_l64" vulkan --on lockstep --lanes 64 -- "$sum"
expect "... of two runs" 4 "^ *64 .*  FAIL" "no simulator" vulkan --on lockstep --lanes 64 --wave-size 8,64 --junit "$dir/none.xml" -- "$sum"
check "... an error of the environment" grep -q "<error" "$dir/none.xml"
if has_rtl 32 trace; then
    expect "the waveform of a dispatch" 0 "" "^PASS .* dispatches=3 " vulkan --on lockstep --lanes 32 --waves "$dir/two.fst" --dispatch 2 -- "$reports" 99 0 3
    check "... is written" test -s "$dir/two.fst"
    # its header has the times of beginning and end, in thousandths of a cycle: 320 cycles of 958, after those of the first
    set -- $(od -An -v -tu8 --endian=big -j 9 -N 16 "$dir/two.fst")
    check "... of this dispatch alone" test "$1" -ge 300000 -a "$1" -le 500000 -a $(($2 - $1)) -ge 300000 -a $(($2 - $1)) -le 450000
    expect "... that is not made" 1 "" "error: no waveform was written: it made 3 dispatches$" vulkan --on lockstep --lanes 32 --waves "$dir/four.fst" --dispatch 4 -- "$reports" 99 0 3
    expect "... into a folder that is not there" 1 "" "WAVEFOLD_WAVES=/none/w.fst: cannot write it" vulkan --on lockstep --lanes 32 --waves /none/w.fst -- "$reports"
fi

# ---- the command line -----------------------------------------------------------------------------------------------------------
expect "no program" 2 - "the program is missing: wavefold vulkan \[OPTIONS\] -- PROGRAM" vulkan
expect "... nor behind --" 2 - "the program is missing" vulkan --on model --
expect "a program without --" 2 - "the program and its words come after --, not: $sum" vulkan "$sum" -- x
expect "an option that is none" 2 - "nearest: .--timeout" vulkan --timout 3 -- "$sum"
expect "--on" 2 - "--on is model, rtl, lockstep or device, not: gpu" vulkan --on gpu -- "$sum"
expect "--races" 2 - "--races is error, warn or off, not: yes" vulkan --races yes -- "$sum"
expect "--wave-size" 2 - "--wave-size needs a power of two from 4 to 128, different ones such as 4,8,32, or all, not: 4,4" vulkan --wave-size 4,4 -- "$sum"
expect "... of 0" 2 - "--wave-size needs a power of two" vulkan --wave-size 0 -- "$sum"
expect "... and nothing" 2 - "--wave-size needs a power of two" vulkan --wave-size 8, -- "$sum"
expect "--differ of one run" 2 - "this option needs several runs: .*: --differ" vulkan --differ ok -- "$sum"
expect "--waves on the model" 2 - "--on rtl, lockstep or device have waveforms, and are needed for: --waves" vulkan --waves "$dir/w.fst" -- "$sum"
expect "--waves of several runs" 2 - "the output is that of one run" vulkan --on rtl --waves "$dir/w.fst" --wave-size 8,32 -- "$sum"
expect "--waves by another name" 2 - "the name of a waveform ends in .fst, not: w.vcd" vulkan --on rtl --waves w.vcd -- "$sum"
expect "a trace on the hardware" 2 - "the model writes traces: --on model, not: rtl" vulkan --on rtl --trace "$dir/t" -- "$sum"
expect "... of several runs" 2 - "the output is that of one run" vulkan --trace "$dir/t" --seeds 2 -- "$sum"
expect "--dispatch alone" 2 - "--dispatch is that of --waves OUT.fst or --trace OUT, which is missing" vulkan --on rtl --dispatch 2 -- "$sum"
expect "races on the hardware" 2 - "the model looks for races: --on model, not: lockstep" vulkan --on lockstep --races warn -- "$sum"
expect "lines on the hardware" 2 - "the model counts instructions by line" vulkan --on rtl --profile - -- "$sum"
expect "two outputs into one file" 2 - "two outputs into one file: $dir/x" vulkan --stats "$dir/x" --report "$dir/x" -- "$sum"
expect "a setting of the environment that is wrong" 1 "" "WAVEFOLD_WAVESIZE: no such setting; did you mean WAVEFOLD_WAVE_SIZE?" vulkan -- env WAVEFOLD_WAVESIZE=4 "$sum"
expect "help" 0 "^usage: wavefold vulkan " - help vulkan
WAVEFOLD_LOG=$dir/elsewhere expect "a log of the environment gives way" 1 "" "fault: " vulkan -- "$reports" 0 1
check "... nothing is there" test ! -e "$dir/elsewhere"
# what no option says, the environment may: the verdict has what ran
WAVEFOLD_SEED=7 WAVEFOLD_RACES=1 expect "a seed and races of the environment" 0 "" "^PASS .* on=model seed=7 .* races=0 divergent-barriers=0$" vulkan -- "$sum"
WAVEFOLD_SEED=7 expect "... an option comes first" 0 "" "^PASS .* seed=2 " vulkan --seed 2 -- "$sum"
WAVEFOLD_ON=lockstep expect "the hardware of the environment has no lines" 2 - "the model counts instructions by line: --on model, not: lockstep" vulkan --profile - -- "$sum"
WAVEFOLD_ON=rtl WAVEFOLD_LANES=64 expect "... and its simulator" 4 "" "no simulator at .*libwavefold_sim_l64_alone.so" vulkan --wave-size 8 -- "$sum"
told "... which the verdict has" "^FAIL .* on=rtl wave-size=8 .* cycles=0"
WAVEFOLD_ON=gpu expect "... a wrong one is the driver's to refuse" 1 "" "WAVEFOLD_ON=gpu: expected model, rtl, lockstep or device" vulkan -- "$sum"
WAVEFOLD_LANES=8 expect "a wave is no wider than the lanes of the environment" 2 - "larger than --lanes: 16, and the device has 8 lanes" vulkan --wave-size 16 -- "$sum"

# ---- where the driver is --------------------------------------------------------------------------------------------------------
mkdir -p "$dir/own/bin" "$dir/own/vulkan"
cp "$wavefold" "$dir/own/bin/wavefold"
own=$wavefold wavefold=$dir/own/bin/wavefold
expect "no driver" 4 - "no Vulkan driver at $dir/own/vulkan/wavefold_icd.json, nor at $dir/own/share/vulkan/icd.d/wavefold_icd.x86_64.json" vulkan -- "$sum"
told "... and what to do" "Build it in the source tree with: make vulkan"
expect "--driver" 0 "in all" "^PASS" vulkan --driver "$root/$BUILD/vulkan/wavefold_icd.json" -- "$sum"
expect "--driver that is not there" 4 - "no Vulkan driver at $dir/none.json: No such file or directory" vulkan --driver "$dir/none.json" -- "$sum"
sed "s|\./libvulkan|$root/$BUILD/vulkan/libvulkan|" "$root/$BUILD/vulkan/wavefold_icd.json" >"$dir/absolute.json"
expect "... which names its library by an absolute path" 0 "in all" "^PASS" vulkan --driver "$dir/absolute.json" -- "$sum"
cp "$root/$BUILD/vulkan/wavefold_icd.json" "$dir/own/vulkan"
expect "a manifest without its library" 4 - "the manifest $dir/own/vulkan/wavefold_icd.json names $dir/own/vulkan/./libvulkan_wavefold.so, which cannot be read" vulkan -- "$sum"
wavefold=$own
# make builds a library that is gone, though its manifest is there: asked in a copy of the build
mkdir "$dir/built"
sim/build_folder.sh "$dir/built" make
cp -al "$root/$BUILD/c_model" "$root/$BUILD/vulkan" "$root/$BUILD/libwavefold.a" "$dir/built"
rm "$dir/built/vulkan/libvulkan_wavefold.so"
linked() { make -n -C "$root" BUILD="$dir/built" vulkan | grep -c -e '-shared .*libvulkan_wavefold\.so'; }
check "a lost library is linked again" test "$(linked)" = 1
rm -rf "$dir/built"

# ---- the page -------------------------------------------------------------------------------------------------------------------
# commands that tb/cli/test_pages.sh does not run: without `wavefold`, except those that build
mkdir "$dir/page"
ln -s "$root/$BUILD" "$dir/page/build"
sed -n 's/^    \$ //p' docs/vulkan.md | grep -v '^wavefold \|^make ' >"$dir/commands"
check "docs/vulkan.md has commands without wavefold" test "$(wc -l <"$dir/commands")" -ge 2
while read -r command; do
    (cd "$dir/page" && sh -c "$command") >"$dir/out" 2>"$dir/err"
    check "docs/vulkan.md: $command" test $? = 0 -a "$(grep -c '^block' "$dir/out")" = 4
done <"$dir/commands"
sed -n 's/^    \$ make \([^#]*\).*/\1/p' docs/vulkan.md | tr ' ' '\n' | grep . | sort -u >"$dir/targets"
check "the targets that it makes are there" sh -c "make -n BUILD=$BUILD \$(cat '$dir/targets') >/dev/null"
sed -n 's/^WFV_SETTING(\([A-Z_]*\)).*/WAVEFOLD_\1/p' c_model/vulkan/settings.def | sort >"$dir/want"
sed -n '/^## Settings/,/^## /s/^| \(`WAVEFOLD.*`\) |.*/\1/p' docs/vulkan.md | cut -d'|' -f1 | grep -o 'WAVEFOLD_[A-Z_]*' | sort >"$dir/list"
same "its table has the settings" "$dir/list" "$dir/want"
sed -n '/^## Settings/,/^## /s/^| `WAVEFOLD[^|]*| *\([^|]*\)|.*/\1/p' docs/vulkan.md | grep -o -e '--[a-z-]*' | sort -u >"$dir/list"
"$wavefold" help vulkan | sed -n '1,/^$/p' | grep -o -e '--[a-z-][a-z-]*' | sort -u >"$dir/want"
comm -23 "$dir/list" "$dir/want" >"$dir/more"
check "... and options that there are" test -s "$dir/list" -a ! -s "$dir/more"

# ---- a signal leaves nothing ----------------------------------------------------------------------------------------------------
"$wavefold" vulkan --wave-size 16,32 -- sh -c "$sum >/dev/null; sleep 62.$$; true" >"$dir/out" 2>&1 &
job=$!
tries=0
while no_nap 62 && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -TERM $job
wait $job
check "a signal ends the program too" nap_ends 62
no_leftovers "no folder of a run is left"
exit $status
