#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_gates.sh - a netlist passes its bench, in the cells of a small library; with a wrong cell planted in it the bench fails.  In Icarus and in Verilator.
# Reads: sim/synth/gates.sh sim/synth/gates.list tb/common/cells.lib rtl/dispatch/wf_dispatch_allocate.v tb/dispatch/wf_dispatch_allocate_tb.v
set -u
for tool in yosys iverilog; do
    command -v $tool >/dev/null || { echo "SKIP gates: $tool is not installed (make setup-test)"; exit 0; }
done
dir=$(mktemp -d) status=0 caught=0 runtime=$(realpath "${BUILD:-build}")/bench/runtime
trap 'rm -rf "$dir"' EXIT
export BUILD="$dir" LIB=tb/common/cells.lib
verdict() { if [ "$1" = 0 ]; then echo "PASS gates: $2"; else echo "FAIL gates: $2"; cat "$dir/said"; status=1; fi; }

sim/synth/gates.sh allocate >"$dir/said" 2>&1 && grep -q '^PASS gates allocate: ' "$dir/said" && grep -qx '1 passed, 0 failed, 0 skipped' "$dir/said"
verdict $? 'a netlist passes its bench'
awk '/^  wfc_/ { cells++ } /^  wf_/ { other = 1 } END { exit cells < 100 || other }' "$dir/gates/cells/allocate/netlist_1.v"
verdict $? 'the netlist has cells of the library alone'
# a register begins as X, and with +start as 0 or 1
cat >"$dir/start.v" <<'END'
module start;
    wire [31:0] q;
    genvar      i;
    generate for (i = 0; i < 32; i = i + 1) wfc_ff u_ff (.C(1'b0), .I(1'b0), .O(q[i])); endgenerate
    initial #1 $display("%b", q);
endmodule
END
iverilog -g2005 -s start -s wf_start -o "$dir/start.vvp" "$dir/start.v" "$dir/gates/cells/allocate/models.v" >"$dir/said" 2>&1
for start in '' +start=1 +start=2; do vvp -n "$dir/start.vvp" $start; done >>"$dir/said"
[ "$(head -n 1 "$dir/said")" = "$(printf '%032d' 0 | tr 0 x)" ] && [ "$(grep -cx '[01]*' "$dir/said")" = 2 ] && [ "$(sort -u "$dir/said" | wc -l)" = 3 ]
verdict $? 'registers begin as X, or at random with +start'
# one of them may be where the bench cannot see it
for place in 1/8 4/8 7/8; do
    PLANT=$place sim/synth/gates.sh allocate >"$dir/said" 2>&1
    if grep -q '^FAIL gates allocate: .*FAIL wf_dispatch_allocate seed=.*line [0-9]*: wfc_[a-z]* is wfc_[a-z]*$' "$dir/said"; then caught=$((caught + 1)); fi
done
[ $caught -ge 2 ]
verdict $? "the bench finds $caught of 3 wrong cells"
awk '/^  (input|output) \[/ { bad = 1 } END { exit bad }' "$dir/gates/cells-plant/allocate/netlist_1.v"
verdict $? 'a netlist has a port for each bit'
if [ -e "$runtime/${SIM_CXX:-clang++-15}" ]; then
    mkdir "$dir/bench" && ln -s "$runtime" "$dir/bench/runtime"
    export SIMULATOR=verilator
    sim/synth/gates.sh allocate >"$dir/said" 2>&1 && grep -q '^allocate .* verilator *PASS ' "$dir/said" && grep -qx '1 passed, 0 failed, 0 skipped' "$dir/said"
    verdict $? 'a netlist passes its bench in Verilator'
    grep -q 'initial.*[$]random' "$dir/gates/cells/allocate/random.v"
    verdict $? 'its registers begin at random'
    PLANT=4/8 sim/synth/gates.sh allocate >"$dir/said" 2>&1
    grep -q '^FAIL gates allocate: .*FAIL wf_dispatch_allocate seed=.*line [0-9]*: wfc_[a-z]* is wfc_[a-z]*$' "$dir/said"
    verdict $? 'its bench finds a wrong cell in Verilator'
    unset SIMULATOR
else
    echo 'SKIP gates: what Verilator links to each bench is not built (make bench-runtime)'
fi
sim/synth/gates.sh cycles >"$dir/said" 2>&1
[ $? = 1 ] && grep -q 'skipped: wf_cycles_tb sets the counter inside it' "$dir/said" && grep -qx '0 passed, 0 failed, 1 skipped' "$dir/said"
verdict $? 'a module that cannot be replaced is skipped by name'
sim/synth/gates.sh nothere >"$dir/said" 2>&1
[ $? = 2 ] && grep -q 'nothere: expected some of fault-pick\|nothere: expected some of cycles' "$dir/said"
verdict $? 'a name that is none is refused'
LIB=nothere.lib sim/synth/gates.sh allocate >"$dir/said" 2>&1
[ $? = 2 ] && grep -q 'LIB=nothere.lib: expected a Liberty file' "$dir/said"
verdict $? 'a library that is not there is refused'
exit $status
