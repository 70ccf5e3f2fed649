#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_pages.sh - what the pages show under a command is what it prints; and a page that shows something else is found, and mended.
# Needs: sim/libwavefold_sim_l32.so vulkan/wavefold_icd.json tb/vulkan/prefix_sum tb/vulkan/reports
# Needs in `make test-all`: sim/libwavefold_sim_l32_serial.so sim/libwavefold_sim_l32_trace.so sim/libwavefold_device_l8_trace.so
# Reads: docs/*.md README.md sim/pages.sh
set -u
BUILD=${BUILD:-build} status=0
sim/pages.sh check || status=1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
check() { if [ "$2" = 0 ]; then echo "PASS pages: $1"; else echo "FAIL pages: $1"; status=1; fi; }
# the example with the table of occupancy, alone
awk '/^    \$ wavefold occupancy/ { inside = 1 } inside && /^[^ ]/ { exit } inside' docs/program.md >"$dir/page.md"
sim/pages.sh check "$dir/page.md" >"$dir/out" 2>&1
check "a page of its own: as it is" $?
for change in 's/75.0%/76.0%/' 's/ slots$/ slot/' '/ 93.8%/d' 's/^    wave size/    size wave/'; do
    sed "$change" "$dir/page.md" >"$dir/wrong.md"
    sim/pages.sh check "$dir/wrong.md" >"$dir/out" 2>&1
    check "changed by $change: found" "$([ $? = 1 ] && grep -q '^FAIL pages: ' "$dir/out"; echo $?)"
done
sed 's/75.0%/6.0%/' "$dir/page.md" >"$dir/wrong.md"
sim/pages.sh write "$dir/wrong.md" >"$dir/out" 2>&1
check "written again" "$(cmp -s "$dir/wrong.md" "$dir/page.md"; echo $?)"
exit $status
