#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh LOGDIR JOBS < LIST - run tests and count their verdicts.
#
# LIST holds a job a line: NAME<tab>COMMAND.  A job prints lines that begin with "PASS " or "FAIL "; each is one verdict.
# A line that begins with "SKIP " says what was left out for want of a tool: it is shown, and again with its job at the end, where they are counted.
# A line that begins with "NONE " says that there is nothing to test.
# A job that exits non-zero without a FAIL line, or zero without any verdict, counts as one failure.
# Environment: SEED, the seed of the list: printed first, and in the line of each failure, since `make test SEED=n` repeats it.
# Closes with "N passed, N failed", or "N passed, N failed, N skipped" when something was; exit status 1 when anything failed or nothing ran.
set -u

run_one() {     # LOGDIR, "NAME<tab>COMMAND"
    name=${2%%	*} log=$1/${2%%	*}.log start=$(date +%s)
    sh -c "${2#*	}" >"$log" 2>&1 </dev/null
    rc=$?
    passed=$(grep -c '^PASS ' "$log") failed=$(grep -c '^FAIL ' "$log")
    [ "$rc" = 0 ] || [ "$failed" != 0 ] || { failed=1; echo "FAIL $name: exit status $rc" >>"$log"; }
    [ $((passed + failed)) != 0 ] || grep -q '^SKIP \|^NONE ' "$log" || { failed=1; echo "FAIL $name: no verdict" >>"$log"; }
    sed -n "s/^SKIP /    $name: /p" "$log" >>"$1/skipped"
    echo "$passed $failed" >>"$1/counts"
    if [ "$failed" = 0 ]; then
        printf '  ok    %-44s %5d  %4ds\n' "$name" "$passed" $(($(date +%s) - start))
        sed -n 's/^SKIP /        skipped: /p' "$log"
    else
        printf '  FAIL  %-44s SEED=%s see %s\n' "$name" "${SEED:-1}" "$log"
        tail -n 12 "$log" | sed 's/^/        /'
    fi
}

if [ "$1" = --one ]; then
    run_one "$2" "$3"
    exit 0
fi

dir=$1
rm -rf "$dir"
mkdir -p "$dir"
: >"$dir/counts"
: >"$dir/skipped"
echo "SEED=${SEED:-1}"
tr '\n' '\0' | xargs -0 -r -P "$2" -n 1 sh "$0" --one "$dir"
skipped=$(wc -l <"$dir/skipped")
[ "$skipped" = 0 ] || { echo "skipped:"; sort "$dir/skipped"; }
awk -v skipped="$skipped" '{ p += $1; f += $2 }
    END { printf "%d passed, %d failed%s\n", p, f, skipped + 0 ? ", " skipped + 0 " skipped" : ""; exit f > 0 || p == 0 }' "$dir/counts"
