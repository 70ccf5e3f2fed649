#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_refused.sh - each module of refused.list is refused with the words that are written there, in one line: the instruction, its place in
# the module, the line of the source where the module tells it, the variable.  None takes long, but for SPIRV-Tools, which
# asm does not ask.  Environment: BUILD.
# Reads: tb/spirv/refused.list tb/common/frame.spvasm sim/spirv/frame.awk
set -u
BUILD=${BUILD:-build} passed=0 failed=0
command -v spirv-as >/dev/null || { echo "SKIP spirv-refused: spirv-as is not there (Debian's spirv-tools)"; exit 0; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
fail() { failed=$((failed + 1)); echo "FAIL spirv-refused: $1"; }
awk -v folder="$work" '/^; module / { file = folder "/" substr($3, 1, length($3) - 1) ".list" } file { print >file }' tb/spirv/refused.list
for entry in "$work"/*.list; do
    module=${entry%.list}.spv
    if ! { awk -f sim/spirv/frame.awk tb/common/frame.spvasm "$entry" >"$work/whole" &&
        spirv-as --target-env spv1.3 -o "$module" "$work/whole"; } 2>"$work/err"; then
        fail "$entry is not assembled: $(head -n 1 "$work/err")"
        continue
    fi
    wanted="^$module: error: $(sed -n 's/^; refused: //p' "$entry")\$"
    timeout 60 "$BUILD/bin/wavefold" asm "$module" >/dev/null 2>"$work/err"
    status=$?
    if [ $status = 1 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q "$wanted" "$work/err"; then passed=$((passed + 1))
    else fail "$module: status $status: $(head -n 1 "$work/err"); wanted $wanted"; fi
done
[ $failed = 0 ] && [ $passed -ge 45 ] || { echo "FAIL spirv-refused: $failed of $((passed + failed)) checks"; exit 1; }
echo "PASS spirv-refused: $passed checks"
