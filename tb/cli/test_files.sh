#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_files.sh - several files in one run, their report for CI, what --stats says of errors and faults, progress on a terminal.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh
wrong=tb/cli/wrong.wfk

# ---- progress: begun here, judged at the end ----------------------------------------------------------------------------------------------------------------
# The line comes two seconds after the start.  So these runs sleep (they are stopped), while the other tests run.
cat >"$dir/sleeper.sh" <<'END'
# WAIT COMMAND...: stop the command for two seconds soon after its start; end it when it has shown the time left, or after WAIT tenths of a second.
# A line that comes before the first group is done has none.
wait=$1
shift
"$@" &
sleep 0.3
kill -STOP $!
sleep 2
kill -CONT $!
while [ "$wait" -gt 0 ] && ! grep -q 's left' "$SHOWN"; do
    sleep 0.1
    wait=$((wait - 1))
done
kill -KILL $!
END
# NAME OPTIONS...: NAME.shown has what a run on a terminal prints
terminal=$(command -v script)
on_terminal() {
    name=$1
    shift
    SHOWN=$dir/$name.shown timeout 60 script -qefc "sh $dir/sleeper.sh 300 $wavefold run $* --limit 100000000000" "$dir/$name.shown" >/dev/null 2>&1 &
}
if [ -n "$terminal" ]; then
    printf '[numthreads(4,1,1)]\nconst N = 1000000\ndispatch N\ncode\n nop\n end\n' >"$dir/long.wfk"
    printf '[numthreads(64,1,1)]\ndispatch 1000000\ncode\n mov r1, 0\n loop\n add r1, r1, 1\n ge.u r2, r1, 100\n breakif r2\n endloop\n end\n' >"$dir/model.wfk"
    : >"$dir/rtl.shown" >"$dir/model.shown" >"$dir/sizes.shown" >"$dir/none.shown"
    has_rtl 8 && on_terminal rtl "$dir/long.wfk" --on rtl --lanes 8
    on_terminal model "$dir/model.wfk"
    on_terminal sizes "$dir/model.wfk" --wave-size 8,32 --seed 3
    SHOWN=$dir/none.shown sh "$dir/sleeper.sh" 5 "$wavefold" run "$dir/model.wfk" --limit 100000000000 >"$dir/none.shown" 2>&1 &
fi

# ---- several files -----------------------------------------------------------------------------------------------------------------------------------------
expect "three files" 0 "^PASS query.wfk" - run "$good" tb/kernels/lds_ops.wfk tb/kernels/match_table.wfk --wave-size 8
check "... a verdict each, in their order" test "$(sed 's/^\([A-Z]* [a-z_.]*\) .*/\1/' "$dir/out" | tr '\n' ',')" = "PASS query.wfk,PASS lds_ops.wfk,PASS match_table.wfk,"
check "... with the same options" test "$(grep -c ' wave-size=8 ' "$dir/out")" = 3
expect "a wrong one among them" 1 "^FAIL wrong.wfk" "wrong.wfk:10: error" run "$good" $wrong "$good"
check "... the others run" test "$(grep -c '^PASS query.wfk' "$dir/out")" = 2
printf 'nothing\n' >"$dir/mistake.wfk"
expect "the worst status counts: input" 3 "^FAIL wrong" "mistake.wfk:1" run $wrong "$dir/mistake.wfk" "$good"
expect "... the environment" 4 "^PASS" "none.wfk: error: cannot open" run "$dir/mistake.wfk" "$dir/none.wfk" $wrong "$good"
expect "... the command line, which ends it" 2 - "no such buffer to dump" run "$good" "$good" --dump Nothing
expect "kernel files and shaders" 0 "^PASS scale.spv" - run tb/cli/scale.spv tb/cli/scale.spv --groups 1 --bind 0.1=zero:24 --bind 1.2=zero:24 --push zero:8 --races off
expect "several shaders, a buffer printed of each" 0 "^PASS" - run tb/cli/scale.spv tb/cli/scale.spv --groups 1 --bind 0.1=zero:24 --bind 1.2=zero:24:- --push zero:8 --races off
check "... twice" test "$(grep -c '^result = {' "$dir/out")" = 2
for output in --stats --trace; do
    expect "one output for several files: $output" 2 - "the output is that of one file; with several expected - in place of: $dir/one" run "$good" "$good" $output "$dir/one"
    expect "... but standard output" 0 "^PASS" - run "$good" "$good" $output -
done
expect "a dump into a file" 2 - "the output is that of one file" run "$good" "$good" --dump "Out=$dir/one"
expect "standard input twice" 2 - "standard input is one file" run - -
head -c 24 /dev/zero >"$dir/zeros"
expect "... at two bindings" 2 - "standard input is one file; expected it once: -$" run tb/cli/scale.spv --groups 1 --bind 0.1=- --bind 1.2=- --push zero:8 <"$dir/zeros"
expect "... for two shaders" 2 "^PASS scale" "standard input is one file" run tb/cli/scale.spv tb/cli/scale.spv --groups 1 --bind 0.1=- --bind 1.2=zero:24 --push zero:8 --races off <"$dir/zeros"
mkfifo "$dir/pipe"
cat "$dir/zeros" >"$dir/pipe" &
expect "a pipe at two bindings" 2 - "a pipe is one file; expected it once: $dir/pipe$" run tb/cli/scale.spv --groups 1 --bind 0.1="$dir/pipe" --bind 1.2="$dir/pipe" --push zero:8
cat "$good" >"$dir/pipe" &
expect "... for two files" 2 "^PASS pipe" "a pipe is one file; expected it once: $dir/pipe$" run "$dir/pipe" "$dir/pipe"
cat "$dir/zeros" >"$dir/pipe" &
expect "... that is standard input too" 2 - "a pipe is one file; expected it once: /dev/stdin$" run tb/cli/scale.spv --groups 1 --bind 0.1=- --bind 1.2=/dev/stdin --push zero:8 <"$dir/pipe"
"$wavefold" run - "$good" <"$good" >"$dir/out" 2>&1
check "standard input and a file" test "$(grep -c '^PASS' "$dir/out")" = 2
if has_rtl 8; then
    expect "several files on the hardware" 1 "^PASS query.wfk on=rtl" "rtl: 1 word" run "$good" $wrong "$good" --on rtl --lanes 8
    check "... a simulator for each" test "$(grep -c '^PASS query.wfk on=rtl' "$dir/out")" = 2
fi

# ---- the report ---------------------------------------------------------------------------------------------------------------------------------------------
cp $wrong "$dir/a<b>&\"c\".wfk"
"$wavefold" run "$good" "$dir/a<b>&\"c\".wfk" "$dir/mistake.wfk" "$dir/none.wfk" --junit "$dir/report.xml" >"$dir/out" 2>"$dir/err"
check "a report: the status" test $? = 4
sed 's/ time="[0-9.]*"//' "$dir/report.xml" | sed "s|$dir|DIR|g" >"$dir/got"
cat >"$dir/want" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wavefold" tests="4" failures="1" errors="2">
  <testsuite name="wavefold" tests="4" failures="1" errors="2">
    <testcase classname="wavefold.run" name="tb/kernels/query.wfk">
END
head -n 4 "$dir/got" >"$dir/head"
same "... counts tests, failures and errors" "$dir/head" "$dir/want"
check "... has the verdict of the first" grep -q "<system-out>PASS query.wfk on=model" "$dir/got"
check "... the name of the second, as XML writes it" grep -q 'name="DIR/a&lt;b&gt;&amp;&quot;c&quot;.wfk"' "$dir/got"
check "... its failure, with place and text" grep -q '<failure type="wrong" message="DIR/a&lt;b&gt;&amp;&quot;c&quot;.wfk:10: model: 1 word of Out differs from what the file expects">' "$dir/got"
check "... and all of its messages" grep -q '  Out\[3\] is 0x00000003 (3), expected 0x00000007 (7)' "$dir/got"
check "... an error of the input" grep -q '<error type="input" message="DIR/mistake.wfk:1:1: ' "$dir/got"
check "... and of the environment" grep -q '<error type="environment" message="DIR/none.wfk: cannot open' "$dir/got"
check "messages go to standard error too" test "$(grep -c ': error: ' "$dir/err")" -ge 3
check "elements end" test "$(grep -o '<[a-z-]*' "$dir/got" | sort | tr -d '<' | grep . | tr '\n' ' ')" = "$(grep -o '</[a-z-]*' "$dir/got" | sort | tr -d '</' | tr '\n' ' ')"
expect "a variant has its name" 0 "^PASS" - run tb/kernels/reject.wfk --variant numthreads_x --junit "$dir/report.xml"
check "... in the report" grep -q 'name="tb/kernels/reject.wfk:numthreads_x"' "$dir/report.xml"
expect "warnings" 0 "^PASS" "warning" run tb/cli/faults.wfk --bounds warn --junit "$dir/report.xml"
check "... are in the report" grep -q '<system-err>.*warning: model: fault' "$dir/report.xml"
check "... whose case has passed" grep -q 'failures="0" errors="0"' "$dir/report.xml"
expect "several runs that differ" 1 "differing-words=1" - run tb/cli/reduce.spv --groups 1 --bind 0.0=zero:4 --wave-size 4,8,16 --junit "$dir/report.xml"
check "... fail with the values of each size" grep -q 'message="tb/cli/reduce.spv: results differ between the runs: Out.0.: 16 at 4; 64 at 8; 256 at 16"' "$dir/report.xml"
expect "the report on standard output" 0 "^</testsuites>" - run "$good" --junit -
expect "the report in the file of another output" 2 - "two outputs into one file, --junit and another" run "$good" --junit "$dir/x" --stats "$dir/x"
cp "$good" "$dir/copy.wfk"
expect "the report in a file that is read" 2 - "the output is a file that is read" run "$good" "$dir/copy.wfk" --junit "$dir/copy.wfk"
expect "a report that cannot be written" 4 "^PASS" "cannot write" run "$good" --junit "$dir/no/where.xml"
printf 'old\n' >"$dir/kept.xml"
expect "a mistake of the command line" 2 - "kernel file is missing" run --junit "$dir/kept.xml"
check "... leaves the old report" grep -q old "$dir/kept.xml"

# ---- what --stats says ---------------------------------------------------------------------------------------------------------------------------------------
version=$(sed -n 's/^#define WF_VERSION "\(.*\)"/\1/p' c_model/include/wavefold/version.h)
has() { check "$1" grep -q -x -F -e "$2" "$dir/flat"; }
for on in model rtl; do
    options='' side=model
    [ $on = model ] || { has_rtl 8 || continue; options='--on rtl --lanes 8' side=rtl; }
    # shellcheck disable=SC2086  # words
    "$wavefold" run tb/cli/faults.wfk $options --stats "$dir/stats" >"$dir/out" 2>"$dir/err"
    awk -f tb/cli/json.awk "$dir/stats" >"$dir/flat" 2>"$dir/err2" && pass "$on: --stats is JSON" || fail "$on: --stats is JSON" "$dir/err2"
    has "$on: the version" ".version \"$version\""
    has "$on: the options" '.options[0] "tb/cli/faults.wfk"'
    has "$on: the place of the error" '.error_place "tb/cli/faults.wfk:8"'
    check "$on: its text" grep -q "^.error \"$side: fault: address outside the buffer: store Out\[r1\], r0.u000a  thread (4,0,0) .*4 lanes faulted in all\"$" "$dir/flat"
    has "$on: faults" '.faults 4'
    has "$on: the first: what" '.dispatches[0].fault_kind "MEM_RANGE"'
    has "$on: ... where" '.dispatches[0].fault_place "tb/cli/faults.wfk:8"'
    has "$on: ... in which lane" '.dispatches[0].fault_lane 4'
    has "$on: ... at which byte" '.dispatches[0].fault_address 16'
    check "$on: messages are printed" grep -q "^tb/cli/faults.wfk:8: error" "$dir/err"
done
"$wavefold" run "$good" --stats "$dir/stats" >"$dir/out" 2>"$dir/err"
awk -f tb/cli/json.awk "$dir/stats" >"$dir/flat"
for field in error_place error 'dispatches[0].fault_kind' 'dispatches[0].fault_group' 'dispatches[0].fault_lane'; do has "a right run: $field" ".$field null"; done

# ---- progress -------------------------------------------------------------------------------------------------------------------------------------------------
wait
shown() { tr '\r' '\n' <"$dir/$1.shown" | grep -q "$2"; }
if [ -n "$terminal" ]; then
    has_rtl 8 && check "a terminal shows cycles, rate, groups done and the time left" \
        shown rtl '  cycle [0-9]*, [0-9]* per second, [0-9]* of 1000000 groups done, about [0-9]* s left'
    check "the model shows instructions" shown model '  instruction [0-9]*, [0-9]* per second, [0-9]* of 1000000 groups done, about [0-9]* s left'
    check "... and which of several runs it is" shown sizes '  wave size 8: instruction [0-9]*, .* groups done'
    timeout 60 script -qec "$wavefold run $good" "$dir/typescript" >/dev/null 2>&1
    check "not before two seconds" test "$(grep -c 'per second' "$dir/typescript")" = 0
    check "nor where there is no terminal" test "$(grep -c 'per second' "$dir/none.shown")" = 0
else
    echo "SKIP cli files: progress needs script, of util-linux (bsdutils)"
fi
exit $status
