#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test.sh [UNIT...] - build and run the tests that sim/list_tests.sh lists, all or those of the units named, and count their verdicts.
# A test that passed is not run again until something that it depends on changes: $BUILD/test has a file for each, and the build folder keeps its seed.
# With a seed of the caller's, SEED, the tests run in a folder of that seed.
# Closes with a table of the time that each phase took, with a word where it took twice its budget, and "N passed, N failed".
# Exit status 1 when anything failed, 2 when no test knows the unit.  Environment: BUILD, JOBS, SEED, ALL;
# SETUP, a target of make that installs what tests need; LIST, a command in place of sim/list_tests.sh.
set -u
BUILD=${BUILD:-build} JOBS=${JOBS:-2} ALL=${ALL:-0}
begin=$(date +%s)
folder=$BUILD/test
# other commands under the same names: verdicts of their own
[ "$ALL" = 0 ] || folder=$BUILD/test-all
[ -z "${SEED-}" ] || folder=$folder/seed-$SEED
mkdir -p "$folder"
if [ -z "${SEED-}" ]; then
    [ -s "$folder/seed" ] || sim/seed.sh >"$folder/seed"
    SEED=$(cat "$folder/seed")
fi
export BUILD SEED ALL
TIMES=$folder/times
export TIMES
: >"$TIMES"
run_make() { make --no-print-directory -s -j"$JOBS" BUILD="$BUILD" SEED="$SEED" "$@"; }

echo "SEED=$SEED"
${LIST:-sim/list_tests.sh} >"$folder/all" || exit 1
awk -F'\t' -v units="$*" 'BEGIN { n = split(units, list, " "); for (i = 1; i <= n; i++) wanted[list[i]] = 1 }
    { n = split($2, of, " "); yes = units == ""; for (i = 1; i <= n; i++) if (of[i] in wanted) yes = 1; if (yes) print }' "$folder/all" >"$folder/list"
for unit; do
    cut -f 2 "$folder/all" | tr ' ' '\n' | grep -qxF -e "$unit" && continue
    echo "make test UNIT=$*: no test knows the unit $unit; there are: $(cut -f 2 "$folder/all" | tr ' ' '\n' | sort -u | tr '\n' ' ')" >&2
    exit 2
done
[ -z "${SETUP-}" ] || run_make "$SETUP" || exit 1
[ $# != 0 ] || sim/timed.sh program sh -c "make --no-print-directory -s -j$JOBS BUILD='$BUILD' program" || exit 1
awk -F'\t' -v folder="$folder" '
    function quoted(text) { gsub(/\047/, "\047\\\047\047", text); gsub(/\$/, "$$", text); return "\047" text "\047" }
    { target = folder "/" $3 ".ok"; tests = tests " " target
      printf "%s: %s\n\t@sim/job.sh %s %s %s %s\n", target, $4, folder, $1, $3, quoted($5) }
    END { print ".PHONY: run-tests\nrun-tests:" tests }' "$folder/list" >"$folder/rules.mk"

# a verdict of another command is none
awk -F'\t' -v folder="$folder" '{
    file = folder "/" $3 ".ok"; command = ""
    while ((getline command <file) > 0) {}
    close(file)
    if (command != "" && command != $5) print file }' "$folder/list" | xargs -r rm
touch "$folder/begin"
find "$folder" -maxdepth 1 -name '*.failed' -delete
# what make would still run could not be, for something was not built: an earlier verdict says nothing of it
: >"$folder/unbuilt"
run_make -k TESTS="$folder/rules.mk" run-tests ||
    run_make -k -n TESTS="$folder/rules.mk" run-tests 2>/dev/null | sed -n 's/^ *sim\/job\.sh [^ ]* [^ ]* \([^ ]*\) .*/\1/p' >"$folder/unbuilt"

# a verdict for each test of the list; one that could not be run, for what it needs was not built, is a failure
while IFS='	' read -r phase _ name _; do
    if [ -e "$folder/$name.failed" ]; then file=$folder/$name.failed
    elif [ -e "$folder/$name.ok" ] && [ "$folder/$name.ok" -nt "$folder/begin" ]; then file=$folder/$name.ok
    elif [ -e "$folder/$name.ok" ] && ! grep -qxF "$name" "$folder/unbuilt"; then echo "earlier $name $(head -n 1 "$folder/$name.ok")"; continue
    else echo "now $name 0 1 0 0 $phase"; echo "  FAIL  $name: not run, for what it needs was not built" >&2; continue
    fi
    echo "now $name $(head -n 1 "$file")"
done <"$folder/list" >"$folder/verdicts"
awk '$5 > 0 { print $2 }' "$folder/verdicts" | while read -r name; do sed -n "s/^SKIP /    $name: /p" "$folder/$name.log"; done | sort >"$folder/skipped"
[ ! -s "$folder/skipped" ] || { echo "skipped:"; cat "$folder/skipped"; }

# seconds of work (of JOBS processes at a time), and the budget of each phase of `make test` on two quiet cores
budgets="program=310 machines=180 benches=160 lockstep=95 model=30 checks=85 mutants=50"
awk -v budgets="$([ "$ALL" != 0 ] || echo "${BUDGETS:-$budgets}")" -v jobs="$JOBS" -v elapsed=$(($(date +%s) - begin)) '
    BEGIN { n = split(budgets, words, " "); for (i = 1; i <= n; i++) { split(words[i], part, "="); budget[part[1]] = part[2] } }
    NF == 2 { took[$1] += $2; next }
    $1 == "now" { took[$7] += $6; p += $3; f += $4; s += $5 }
    $1 == "earlier" { p += $3; s += $5; before += $3 }
    END {
        for (phase in took) {
            over = budget[phase] && took[phase] > 2 * budget[phase] ? sprintf(": more than twice its budget of %d s", budget[phase]) : ""
            printf "%-10s %6.0f s of work%s\n", phase, took[phase], over | "sort"
        }
        close("sort")
        printf "%-10s %6d s on %d cores\n", "together", elapsed, jobs
        printf "%d passed%s, %d failed%s\n", p, before ? sprintf(" (%d of them earlier)", before) : "", f, s ? sprintf(", %d skipped", s) : ""
        exit f > 0 || p == 0
    }' "$TIMES" "$folder/verdicts"
