#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_axi_checker.sh - the checker of the AXI4 bus names each rule that is broken, and is silent when none is.
set -u
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
iverilog -g2005 -Wall -Wno-timescale -y tb/memory -s wf_axi_checker_tb -o "$work/tb" tb/memory/wf_axi_checker_tb.v || exit 1
number=0 failed=0
for rule in AW_RESET W_RESET AR_RESET B_RESET R_RESET AW_X W_X AR_X B_X R_X AW_HELD W_HELD AR_HELD AR_HELD B_HELD R_HELD - - - BURST SIZE ALIGNED \
            LENGTH BOUNDARY ID AW_MISSING WLAST WLAST ORDER ORDER R_ID B_ID RLAST RLAST B_EARLY ORDER ID B_EARLY; do
    number=$((number + 1))
    [ "$rule" != - ] || continue
    vvp -n "$work/tb" "+rule=$number" >"$work/out" 2>&1
    grep -q "FAIL axi rule $rule\$" "$work/out" || { echo "FAIL axi-checker: rule $number, $rule, got: $(head -n 1 "$work/out")"; failed=1; }
done
for whole in 0 98 99; do   # address first, two writes under one ID, data first
    vvp -n "$work/tb" "+rule=$whole" | grep -q '^PASS' || { echo "FAIL axi-checker: a complaint without a cause"; failed=1; }
done
[ $failed = 0 ] && echo "PASS axi-checker: each rule is named"
exit $failed
