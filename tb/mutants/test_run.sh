#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_run.sh - sim/mutants.sh on a table of its own: each verdict, the closing table, and a second run that has nothing left to do.
# Needs: tb/mutants/wf_mutate
set -u
dir=$(mktemp -d) status=0
BUILD=${BUILD:-build}
trap 'rm -rf "$dir" "$BUILD"/mutants/*/testing-*' EXIT
check() { if [ "$2" = 0 ]; then echo "PASS run: $1"; else echo "FAIL run: $1"; cat "$dir/out" "$dir/err"; status=1; fi; }
run() { env -u UNIT -u SHARE -u CHEAP -u BASE BUILD="$BUILD" JOBS=2 TABLES="$dir/testing.list" "$@" >"$dir/out" 2>"$dir/err"; }

file=c_model/model/isa/utf8.c
line=$(grep -m 1 '^#include' $file)
cat >"$dir/testing.list" <<END
by c-isa-test_utf8
testing-equal $file nothing that a test could see
- $line
+ $line //
testing-gone $file a text that is not there
- no such text
+ none
testing-unbuilt $file no text of C
- $line
+ $line\\n#error unbuilt
testing-header c_model/model/fp/fp.h an error for every file that includes it
- $(grep -m 1 "^#include" c_model/model/fp/fp.h)
+ #error unbuilt
by c-isa-test_encode c-isa-test_utf8
testing-second $file what its second catcher finds
- return bad ? 0 : length;
+ return bad ? 0 : length + 1;
END
run sim/mutants.sh
check "status 1 with failures" "$([ $? = 1 ]; echo $?)"
printf '%s\n' 'FAIL mutant testing-equal: survived' 'FAIL mutant testing-gone: does not apply' 'FAIL mutant testing-unbuilt: does not build, see ' \
    'FAIL mutant testing-header: does not build, see ' 'PASS mutant testing-second: caught by c-isa-test_utf8' >"$dir/wanted"
while read -r wanted; do check "$wanted" "$(grep -qF -e "$wanted" "$dir/out"; echo $?)"; done <"$dir/wanted"
check "counted" "$(grep -q '^testing  *5  *1  *1  *3 ' "$dir/out"; echo $?)"
check "survivors named" "$(grep -qx 'survived: testing-equal' "$dir/out"; echo $?)"
check "the last line" "$([ "$(tail -n 1 "$dir/out")" = "1 passed, 4 failed" ]; echo $?)"
run sim/mutants.sh testing-second testing-equal
check "again: no process runs for what is decided" "$(grep -q '^testing  *2  *1  *1  *0 ' "$dir/out" && [ ! -s "$BUILD/mutants/log/testing-equal.log" ]; echo $?)"
run env CHEAP=1 UNIT=testing sim/mutants.sh
check "a number of them" "$(grep -q '^all  *1 ' "$dir/out"; echo $?)"
run env SHARE=2 sim/mutants.sh
check "a share of them" "$(grep -q '^all  *3 ' "$dir/out"; echo $?)"
exit $status
