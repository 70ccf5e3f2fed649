#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# job.sh FOLDER PHASE NAME COMMAND - run one test and keep its verdict: FOLDER/NAME.ok, or else FOLDER/NAME.failed, with the words
# "PASSED FAILED SKIPPED SECONDS PHASE" and COMMAND below; what it printed is in FOLDER/NAME.log.
# COMMAND prints lines that begin with "PASS " or "FAIL "; each is one verdict.  A line that begins with "SKIP " says what was left out for want of a
# tool; one that begins with "NONE " says that there is nothing to test.  A command that exits non-zero without a FAIL line, or zero without any
# verdict, is one failure.
# Environment: SEED, which the line of a failure repeats.
set -u
folder=$1 phase=$2 name=$3 log=$1/$3.log
rm -f "$folder/$name.ok" "$folder/$name.failed"
start=$(date +%s.%N)
sh -c "$4" >"$log" 2>&1 </dev/null
rc=$?
passed=$(grep -c '^PASS ' "$log") failed=$(grep -c '^FAIL ' "$log") skipped=$(grep -c '^SKIP ' "$log")
[ "$rc" = 0 ] || [ "$failed" != 0 ] || { failed=1; echo "FAIL $name: exit status $rc" >>"$log"; }
[ $((passed + failed + skipped)) != 0 ] || grep -q '^NONE ' "$log" || { failed=1; echo "FAIL $name: no verdict" >>"$log"; }
seconds=$(echo "$start $(date +%s.%N)" | awk '{ printf "%.1f", $2 - $1 }')
if [ "$failed" = 0 ]; then
    printf '  ok    %-44s %5d %6ss\n' "$name" "$passed" "$seconds"
    sed -n 's/^SKIP /        skipped: /p' "$log"
    printf '%s\n' "$passed $failed $skipped $seconds $phase" "$4" >"$folder/$name.ok"
else
    printf '  FAIL  %-44s SEED=%s see %s\n' "$name" "${SEED:-1}" "$log"
    tail -n 12 "$log" | sed 's/^/        /'
    printf '%s\n' "$passed $failed $skipped $seconds $phase" "$4" >"$folder/$name.failed"
fi
