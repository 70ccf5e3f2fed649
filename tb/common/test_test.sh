#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_test.sh - what `make test` does with the verdicts of tests: counts, closing lines, what is run again, units, a budget that was exceeded.
set -u
dir=$(mktemp -d) status=0 SETUP=
trap 'rm -rf "$dir"' EXIT
check() { name=$1; shift; if "$@"; then echo "PASS test: $name"; else echo "FAIL test: $name"; cat "$dir/out"; status=1; fi; }
run() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL ALL=0 BUILD="$dir/build" JOBS=1 LIST="cat $dir/list" SEED="${SEED-}" SETUP="${SETUP-}" sim/test.sh "$@" >"$dir/out" 2>&1; }
ends() { [ "$(tail -n 1 "$dir/out")" = "$1" ]; }
has() { grep -q -e "$1" "$dir/out"; }
job() { printf '%s\t%s\t%s\t%s\t%s\n' "$@"; }

sim/build_folder.sh "$dir/build" make
: >"$dir/file"
{
    job program 'a b' good "$dir/file" "echo PASS one; echo PASS two; echo it ran >>$dir/ran"
    job program a skips '' 'echo PASS x; echo SKIP tool: one is missing'
    job program a nothing '' 'echo NONE here: nothing to run'
} >"$dir/list"
SEED='' run a
check "passed" test $? = 0
check "the seed comes first" sh -c "head -n 1 '$dir/out' | grep -q '^SEED=[0-9]*$'"
check "what was left out is named" has '^    skips: tool: one is missing'
check "... and counted at the end" ends "3 passed, 0 failed, 1 skipped"
SEED='' run a
check "what passed is not run again" test "$(wc -l <"$dir/ran")" = 1
check "... and is counted" ends "3 passed (3 of them earlier), 0 failed, 1 skipped"
sed 's/echo it ran/echo it has run/' "$dir/list" >"$dir/other" && mv "$dir/other" "$dir/list"
SEED='' run b
check "run again when its command is another" test "$(wc -l <"$dir/ran")" = 2
SEED='' run b
check "one unit alone" ends "2 passed (2 of them earlier), 0 failed"
sleep 0.1
touch "$dir/file"
SEED='' run a
check "run again when what it needs is newer" test "$(wc -l <"$dir/ran")" = 3
check "... alone" ends "3 passed (1 of them earlier), 0 failed, 1 skipped"
SEED=4711 run b
check "another seed of the caller's: run anew" test "$(wc -l <"$dir/ran")" = 4
check "... with it" has '^SEED=4711$'
SEED=4711 run b
check "... once" ends "2 passed (2 of them earlier), 0 failed"
SETUP=notarget SEED='' run nowhere
check "a unit that no test knows" test $? = 2
check "... says which there are" has 'UNIT=nowhere: no test knows the unit nowhere; there are: a b'
SEED='' run a nowhere
check "... among others that it knows" test $? = 2
SETUP=notarget SEED='' run a
check "the set-up comes after the units" has "No rule to make target 'notarget'"

{
    job program a good '' 'echo PASS one'
    job program a bad '' 'echo PASS two; echo FAIL three; echo FAIL four; exit 1'
    job program a silent '' 'true'
    job program a broken '' 'echo PASS five; exit 3'
    job program a unbuilt "$dir/nothere" 'echo PASS six'
} >"$dir/list"
SEED=12 run a
check "failed: status 1" test $? = 1
check "each verdict is counted, no verdict is one, a status is one, what cannot be built is one" ends "3 passed, 5 failed"
check "a failure names its seed" has '^  FAIL  bad  *SEED=12 see '
check "... and what could not be run" has '^  FAIL  unbuilt: not run, for what it needs was not built'
{
    job program a builds "$dir/part" 'echo PASS six'
    job program a other '' 'echo PASS seven'
} >"$dir/list"
printf '%s: %s\n\t@grep good <$< >$@\n' "$dir/part" "$dir/source" >"$dir/part.mk"
echo good >"$dir/source"
MAKEFILES="$dir/part.mk" SEED=13 run a
check "what it needs is built" ends "2 passed, 0 failed"
sleep 0.1
echo bad >"$dir/source"
MAKEFILES="$dir/part.mk" SEED=13 run a
check "what it needs can no longer be built: the earlier verdict does not count" ends "1 passed (1 of them earlier), 1 failed"
check "... and it is named" has '^  FAIL  builds: not run, for what it needs was not built'
job program a bad '' 'echo PASS mended' >"$dir/list"
SEED=12 run a
check "a failure is run again" ends "1 passed, 0 failed"

job mutants a slow '' 'sleep 2.2; echo PASS slow' >"$dir/list"
BUDGETS='mutants=1' SEED='' run a
check "a phase that took twice its budget" has '^mutants .* more than twice its budget of 1 s'
exit $status
