#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_refused.sh - each module of tb/spirv/refused is refused with the words that its source says, in one line: the instruction, its place in
# the module, the line of the source where the module tells it, the variable.  None takes long, but for SPIRV-Tools, which
# asm does not ask.  Environment: BUILD.
set -u
BUILD=${BUILD:-build} dir=tb/spirv/refused passed=0 failed=0
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAIL spirv-refused: $1"; }
for source in "$dir"/*.spvasm; do
    module=${source%.spvasm}.spv
    wanted="^$module: error: $(sed -n 's/^; refused: //p' "$source")\$"
    timeout 60 "$BUILD/bin/wavefold" asm "$module" >/dev/null 2>"$work/err"
    status=$?
    if [ $status = 1 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q "$wanted" "$work/err"; then pass
    else fail "$module: status $status: $(head -n 1 "$work/err"); wanted $wanted"; fi
done
for module in "$dir"/*.spv; do [ -f "${module%.spv}.spvasm" ] && pass || fail "$module has no source"; done
sim/shaders.sh check "$dir"/*.spvasm >"$work/compiled"
passed=$((passed + $(grep -c '^PASS' "$work/compiled"))) failed=$((failed + $(grep -c '^FAIL' "$work/compiled")))
grep '^FAIL' "$work/compiled"
[ $failed = 0 ] && [ $passed -ge 90 ] || { echo "FAIL spirv-refused: $failed of $((passed + failed)) checks"; exit 1; }
echo "PASS spirv-refused: $passed checks"
