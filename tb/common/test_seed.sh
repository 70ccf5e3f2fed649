#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_seed.sh - the seed of the suite: another one at each commit, printed first and with each failure, in every seeded job of the list; numbers
# given to make and the scripts, held to their range before anything runs; the jobs of make -jN.
set -u
BUILD=${BUILD:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0
check() { name=$1; shift; if "$@"; then echo "PASS seed $name"; else echo "FAIL seed $name"; status=1; fi; }

mkdir "$dir/sim"
cp sim/seed.sh "$dir/sim"
check "without git: 1" test "$(GIT_CEILING_DIRECTORIES=$dir "$dir/sim/seed.sh")" = 1
if command -v git >/dev/null; then
    commit() { git -C "$dir" -c user.name=n -c user.email=e -c commit.gpgsign=false commit -q --no-verify --allow-empty -m "$1"; }
    git -C "$dir" init -q 2>/dev/null
    commit first
    first=$("$dir/sim/seed.sh") again=$("$dir/sim/seed.sh")
    commit second
    second=$("$dir/sim/seed.sh")
    check "the same at one commit" test "$first" = "$again"
    check "another at the next" test "$first" != "$second"
    check "in range" test "$first" -ge 1 -a "$first" -le 1000000 -a "$second" -ge 1 -a "$second" -le 1000000
fi

printf 'good\techo PASS good\nbad\tfalse\n' | SEED=4711 sim/run_tests.sh "$dir/log" 1 >"$dir/out"
check "printed first" test "$(head -n 1 "$dir/out")" = "SEED=4711"
check "named in a failure" grep -q '^  FAIL  bad  *SEED=4711 ' "$dir/out"

refused() {     # WHAT WANTED COMMAND...: status 2, that on standard error, nothing built
    what=$1 wanted=$2
    shift 2
    timeout 20 env -u MAKEFLAGS -u MFLAGS "$@" >"$dir/out" 2>"$dir/err"
    check "refused: $what" test $? = 2 -a ! -s "$dir/out" -a ! -e "$dir/none"
    check "... and why" grep -q -e "$wanted" "$dir/err"
}
number="expected a number from 0 to 4294967295"
for seed in abc -1 1x 007 0x1 "1 2" "it's" 4294967296 99999999999999999999 ""; do
    refused "make run SEED=$seed" "SEED=$seed: $number" make BUILD="$dir/none" run SEED="$seed"
done
for target in test lockstep waves icarus-fp mutants; do
    refused "make $target SEED=abc" "SEED=abc: $number" make BUILD="$dir/none" $target SEED=abc
done
refused "SEED=abc in the environment" "SEED=abc: $number" env SEED=abc make BUILD="$dir/none" run
refused "make run JOBS=two" "JOBS=two: expected a number from 1 to 1024" make BUILD="$dir/none" run JOBS=two
refused "make lockstep RANDOM_COUNT=many" "RANDOM_COUNT=many: expected a number from 1 to" make BUILD="$dir/none" lockstep RANDOM_COUNT=many
refused "make fuzz FUZZ_SECONDS=1m" "FUZZ_SECONDS=1m: expected a number from 0 to" make BUILD="$dir/none" fuzz FUZZ_SECONDS=1m
refused "random.sh 8 abc 1" "SEED=abc: $number" env BUILD="$dir/none" sim/random.sh 8 abc 1
refused "random.sh 8 1 few" "COUNT=few: expected a number from 1 to" env BUILD="$dir/none" sim/random.sh 8 1 few
refused "kernel.sh FILE model 8 abc" "SEED=abc: $number" env BUILD="$dir/none" sim/kernel.sh tb/kernels/query_8.wfk model 8 abc
refused "run_kernels.sh with SEED=abc" "SEED=abc: $number" env BUILD="$dir/none" SEED=abc sim/run_kernels.sh
for seed in 0 4294967295; do
    check "taken: $seed" sim/number.sh SEED $seed 0 4294967295
done

# make -j2 shares its jobs with the makes it starts; -n: nothing is built
for target in run speed waves sims-profiled; do
    env -u MAKEFLAGS -u MFLAGS make -n -j2 BUILD="$dir/none" $target >/dev/null 2>"$dir/err"
    grep -i 'jobserver' "$dir/err" >"$dir/warned"
    check "make -j2 $target says nothing of its jobs" test ! -s "$dir/warned"
done

BUILD=$BUILD SEED=4711 sim/list_tests.sh >"$dir/list"
check "given to random programs, kernels, benches and C tests" test "$(grep -c -e '^random-.*4711' -e '^kernel-.*4711' -e '^bench-.*seed=4711' \
    -e '^icarus-.*4711' -e '^c-.*4711' "$dir/list")" = "$(grep -c -e '^random-' -e '^kernel-' -e '^bench-' -e '^icarus-' -e '^c-' "$dir/list")"
exit $status
