#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_planted.sh - a program that knows Vulkan alone shows what is wrong below it and in itself: a bug that is planted in the RTL, by a difference in
# lock step; a barrier that is left out of its shader, and those between its dispatches, by races with their lines.
# A program that does not run on the driver fails.
#
# Needs: vulkan/wavefold_icd.json sim/libwavefold_sim_l8.so tb/mutants/wf_mutate
# Reads: tb/clients/*.py tb/clients/*.comp tb/clients/common.glsl tb/clients/run.sh tb/mutants/xlane.list rtl/*/*.v
# Only in `make test-all`, whose set-up installs the package.
set -u
BUILD=$(realpath "${BUILD:-build}") && export BUILD
work=$(mktemp -d) failed=0
trap 'rm -rf "$work"' EXIT

# WHAT RESULT PATTERN...: the last run said RESULT for the program, and the driver said all that
says() {
    what=$1 problem=
    grep -q "^$2" "$work/said" || problem="the program: $(tail -n 1 "$work/said"), expected $2"
    shift 2
    for pattern; do grep -q -e "$pattern" "$work/log" || problem="$problem; the driver does not say $pattern"; done
    [ -n "$problem" ] || { echo "PASS planted: $what"; return; }
    failed=1
    echo "FAIL planted: $what: $problem"
    head -n 20 "$work/log"
}
run() { : >"$work/log" && WAVEFOLD_LOG=$work/log "$@" >"$work/said" 2>&1; }
line_of() { grep -n "$1" "$2" | head -n 1 | cut -d : -f 1; }

run env WAVEFOLD_RACES=1 tb/clients/run.sh --sizes 8 vulkan scan
if grep -q '^SKIP' "$work/said"; then cat "$work/said" && exit 0; fi
says "nothing: no race" "PASS client vulkan scan"
[ ! -s "$work/log" ] || { failed=1; echo "FAIL planted: the driver reports races of a program that has none"; head -n 5 "$work/log"; }

mkdir "$work/shader"
cp tb/clients/*.py tb/clients/*.comp tb/clients/common.glsl "$work/shader"
awk '/barrier\(\);/ && !n++ { sub(/barrier/, "memoryBarrierShared") } { print }' tb/clients/scan.comp >"$work/shader/scan.comp"
store=$(line_of 'sum\[gl_SubgroupID\] = scan' tb/clients/scan.comp) load=$(line_of 'sum\[n\] += sum' tb/clients/scan.comp)
run env SOURCES="$work/shader" WAVEFOLD_RACES=1 tb/clients/run.sh --sizes 8 vulkan scan
says "a shader without a barrier" "FAIL client vulkan scan" "race: groupshared memory" "scan.comp:$store: .*lds.store" "scan.comp:$load: .*lds"

mkdir "$work/dispatches"
cp tb/clients/*.py tb/clients/*.comp tb/clients/common.glsl "$work/dispatches"
sed '/vk.vkCmdPipelineBarrier(commands, vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, after/d' tb/clients/client_vulkan.py >"$work/dispatches/client_vulkan.py"
run env SOURCES="$work/dispatches" WAVEFOLD_RACES=1 tb/clients/run.sh --sizes 8 vulkan scan
store=$(line_of 'before\[i\] = ' tb/clients/scan.comp) load=$(line_of 'value\[gl_GlobalInvocationID.x\] +=' tb/clients/add.comp)
says "dispatches without a barrier" ".* client vulkan scan" "race with dispatch 1" "scan.comp:$store: .*store" "add.comp:$load: .*load"

# ---- a program whose results are right, but not from the driver ----
mkdir "$work/elsewhere"
cp tb/clients/*.py tb/clients/*.comp tb/clients/common.glsl "$work/elsewhere"
sed 's/^def product(.*/&\n    return [1], [1]/' tb/clients/client_vulkan.py >"$work/elsewhere/client_vulkan.py"
run env SOURCES="$work/elsewhere" tb/clients/run.sh --sizes 8 vulkan scan product
says "results from elsewhere" "FAIL client vulkan product the driver ran no dispatch"

# ---- the RTL with a bug: a tree of links, but for rtl/ ----
mkdir -p "$work/tree/build"
for entry in *; do
    [ "$entry" = rtl ] || [ "$entry" = build ] || [ "$(realpath "$entry")" = "$BUILD" ] || ln -s "$PWD/$entry" "$work/tree/$entry"
done
cp -rp rtl "$work/tree"
"$BUILD/tb/mutants/wf_mutate" plant xlane-reach tb/mutants/xlane.list >"$work/tree/rtl/xlane/wf_xlane_step.v" &&
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u TIMES make -s -C "$work/tree" BUILD=build build/sim/libwavefold_sim_l8.so >"$work/made" 2>&1 || {
    echo "FAIL planted: the RTL with a bug is not built"; tail -n 5 "$work/made"; exit 1; }
run env WAVEFOLD_LANES=8 tb/clients/run.sh --on lockstep --sizes "4 8" vulkan scan
says "the RTL without a bug" "PASS client vulkan scan"
run env WAVEFOLD_LANES=8 WAVEFOLD_SIM="$work/tree/build/sim/libwavefold_sim_l8.so" tb/clients/run.sh --on lockstep --sizes "4 8" vulkan scan
says "a bug of the RTL" "FAIL client vulkan scan .*VkErrorDeviceLost" "hardware and model differ" "wadd.inclusive" "lane   2   hardware 0x"
exit $failed
