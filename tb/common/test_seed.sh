#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_seed.sh - the seed of the suite: another one at each commit, printed first and with each failure, in every seeded job of the list.
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

BUILD=$BUILD SEED=4711 sim/list_tests.sh >"$dir/list"
check "given to random programs, kernels, benches and C tests" test "$(grep -c -e '^random-.*4711' -e '^kernel-.*4711' -e '^bench-.*seed=4711' \
    -e '^icarus-.*4711' -e '^c-.*4711' "$dir/list")" = "$(grep -c -e '^random-' -e '^kernel-' -e '^bench-' -e '^icarus-' -e '^c-' "$dir/list")"
exit $status
