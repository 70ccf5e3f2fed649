#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench_vulkan.sh - times of the same programs on this driver and on lavapipe, the software driver of Debian's mesa-vulkan-drivers: milliseconds by the
# clock and of all threads, from submission to fence; of "pipeline" from module to pipeline.  Environment: BUILD, THREADS (of the host; default: all).
set -eu
BUILD=${BUILD:-build}
log=$(mktemp) && trap 'rm -f "$log" "$log.other"' EXIT
run() { VK_DRIVER_FILES=$1 VK_ICD_FILENAMES=$1 WAVEFOLD_THREADS=${THREADS:-0} "$BUILD/tb/vulkan/bench/bench_vulkan" 2>/dev/null; }
run "$PWD/$BUILD/vulkan/wavefold_icd.json" >"$log" || { cat "$log"; exit 1; }
other=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json 2>/dev/null | head -n 1)
if [ -n "$other" ]; then run "$other" >"$log.other" || { cat "$log.other"; exit 1; }
else echo "bench-vulkan: lavapipe is not there (Debian's mesa-vulkan-drivers)" >&2; : >"$log.other"; fi
awk '
    BEGIN { print "| program | Wavefold, ms | its threads, ms | lavapipe, ms | its threads, ms | ratio of threads |"; print "|---|---|---|---|---|---|" }
    $1 == "PASS" { next }
    NR == FNR { clock[$1] = $2; threads[$1] = $3; next }
    !($1 in clock) { printf "| %s | %.3f | %.3f | | | |\n", $1, 1e3 * $2, 1e3 * $3; next }
    { printf "| %s | %.3f | %.3f | %.3f | %.3f | %.1f |\n", $1, 1e3 * $2, 1e3 * $3, 1e3 * clock[$1], 1e3 * threads[$1], $3 / threads[$1] }' "$log.other" "$log"
