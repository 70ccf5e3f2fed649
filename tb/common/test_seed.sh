#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_seed.sh - the seed of the suite: another one at each commit, printed first and with each failure, in every seeded job of the list; runs of a
# user have none unless one is given; numbers given to make and the scripts, held to their range before anything runs; make -n and make -jN.
set -u
BUILD=${BUILD:-build}
root=$PWD
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

refused() {     # WHAT WANTED COMMAND...: status 2, that on standard error, nothing built
    what=$1 wanted=$2
    shift 2
    timeout 20 env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL "$@" >"$dir/out" 2>"$dir/err"
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
refused "make sims SIM_LANES=7" "SIM_LANES=7: expected some of 4 8" make BUILD="$dir/none" sims SIM_LANES=7
refused "make shader-set SIZES='4 7'" "SIZES=4 7: expected some of 4 8" make BUILD="$dir/none" shader-set SIZES="4 7"
refused "random.sh 8 abc 1" "SEED=abc: $number" env BUILD="$dir/none" sim/random.sh 8 abc 1
refused "random.sh 8 1 few" "COUNT=few: expected a number from 1 to" env BUILD="$dir/none" sim/random.sh 8 1 few
refused "kernel.sh FILE model 8 abc" "SEED=abc: $number" env BUILD="$dir/none" sim/kernel.sh tb/kernels/query.wfk model 8 abc
refused "run_kernels.sh with SEED=abc" "SEED=abc: $number" env BUILD="$dir/none" SEED=abc sim/run_kernels.sh
for seed in 0 4294967295; do
    check "taken: $seed" sim/check_number.sh SEED $seed 0 4294967295
done

# make -n builds nothing and fails nowhere; make -j2 shares its jobs with the makes it starts
dry() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u SEED make -n BUILD="$dir/none" "$@" >"$dir/out" 2>"$dir/err"; }
for target in run speed waves sims program lockstep; do
    dry -j2 $target
    check "make -n $target in a fresh tree" test $? = 0 -a ! -e "$dir/none"
    grep -i 'jobserver' "$dir/err" >"$dir/warned"
    check "make -j2 $target says nothing of its jobs" test ! -s "$dir/warned"
done

# a run of a user has no seed, so the program's own, 0; what looks for bugs has 1; one that is given goes everywhere
given() {       # TARGET SEED-WITHOUT-ONE PATTERN-BEFORE-THE-SEED
    dry "$1"
    check "make $1: SEED=$2" grep -q -e "$3$2\( \|)\|$\)" "$dir/out"
    dry "$1" SEED=4711
    check "make $1 SEED=4711" grep -q -e "${3}4711\( \|)\|$\)" "$dir/out"
}
given run '' 'SEED='
for target in waves waves-fst waves-png; do given $target '' 'SEED='; done
check "empty in the environment: not given" sh -c "env -u MAKEFLAGS -u MAKELEVEL SEED= make -n BUILD='$dir/none' run icarus-top-smoke >'$dir/out' 2>&1"
check "... to make run" grep -q 'SEED= sim/run_kernels.sh' "$dir/out"
check "... to a bench" grep -q "command icarus top-smoke 1)" "$dir/out"
given icarus-top-smoke 1 "command icarus top-smoke "
mkdir -p "$dir/path" && ln -s /bin/true "$dir/path/ccache"
(unset CC && PATH=$dir/path:$PATH && dry "$dir/none/c_model/asm/lex.o")
check "a compiler cache is used where it is installed" grep -q '^ccache gcc ' "$dir/out"
given lockstep 1 'sim/random.sh 8 '
# a program and simulators that only say how they were started
mkdir -p "$dir/stub/bin" "$dir/stub/sim" "$dir/tb/kernels"
cp tb/kernels/lds_cost.wfk "$dir/tb/kernels"          # with two variants
printf '#!/bin/sh\n[ "$1" = sizes ] && echo 32 || echo "$*" >>"%s"\n' "$dir/started" >"$dir/stub/bin/wavefold"
printf '#!/bin/sh\n' | tee "$dir/stub/sim/libwavefold_sim_l32.so" >"$dir/stub/sim/libwavefold_sim_l128.so"
chmod +x "$dir/stub/bin/wavefold" "$dir"/stub/sim/lib*
seeded() { grep '^run ' "$dir/started" | grep -c -e "$1"; }
for seed in '' 4711; do
    : >"$dir/started"
    (cd "$dir" && BUILD=stub SEED=$seed "$root/sim/run_kernels.sh") >"$dir/out" 2>&1
    BUILD="$dir/stub" SEED=$seed sim/gtkwave/waves.sh write tb/kernels/query.wfk >/dev/null 2>&1
    check "each run has the seed it is given: $seed" test "$(seeded "${seed:+ --seed $seed\\( \\|$\\)}")" = 7
    check "... and no other" test "$(seeded ' --seed ')" = $((seed ? 7 : 0))
    check "... and the table says so" grep -q "^seed ${seed:-0}: " "$dir/out"
done

# random kernels: one that the model finds too long gives its place to the next seed; an end, when all are too long
mkdir -p "$dir/stub/tb/top"
printf '#!/bin/sh\necho $2\n' >"$dir/stub/tb/top/wf_random"
printf '#!/bin/sh\nread -r n <$2\ncase $* in *"--on model"*) echo "PASS instructions=$((n %% 3 * 1000)) races" ;; *) echo compared=1 cycles=$n ;; esac\n' >"$dir/stub/bin/wavefold"
chmod +x "$dir/stub/tb/top/wf_random"
short() { BUILD=$dir/stub MOST=$1 sim/random.sh 8 2 3 >"$dir/out"; }
short 1000
check "three seeds of 2 to 6 that are short enough" test $? = 0 -a "$(sed -n 's/.*seed \([0-9]*\):.*=\([0-9]*\)$/\1 \2/p' "$dir/out" | xargs)" = "3 3 4 4 6 6"
short ''
check "... and 2 to 4 without a limit" test "$(sed -n 's/.*seed \([0-9]*\):.*/\1/p' "$dir/out" | xargs)" = "2 3 4"
printf '#!/bin/sh\necho PASS instructions=5000\n' >"$dir/stub/bin/wavefold"
short 1000
check "all are too long: a failure" test $? = 1 -a "$(cat "$dir/out")" = "FAIL random kernel: 100 seeds before 102 have more than 1000 instructions"

mkdir -p "$BUILD/test"
BUILD=$BUILD SEED=4711 ALL=0 sim/list_tests.sh | cut -f 3,5 >"$dir/list"
seeded='random kernel bench icarus c shader system cores corner'
for kind in $seeded; do
    check "given to each $kind test" test "$(grep -c "^$kind-" "$dir/list")" = "$(grep -c "^$kind-.*4711" "$dir/list")"
    check "... and there are some" grep -q "^$kind-" "$dir/list"
done
exit $status
