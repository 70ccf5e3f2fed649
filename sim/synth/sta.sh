#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sta.sh MODULE FOLDER - OpenSTA on a block and all blocks in it, without wires: in its folder sta.log, and timing: slack, levels, start, end of the worst path.
# Inputs arrive 0.4 ns after the edge, as out of a flip-flop.  Outputs are there OUTPUT_DELAY ns before the next: what is left to their reader.
# Environment: SHARED (of synth.sh), LIB, PERIOD, OUTPUT_DELAY.
set -eu
top=$1 dir=$2
key=$({ while read -r each; do cat "$each/net.key"; done <"$dir/tree"; cat sim/synth/sta.sh sim/synth/macro.awk; echo "$PERIOD $OUTPUT_DELAY"; } | sha256sum)
[ ! -s "$dir/timing" ] || [ "$key" != "$(cat "$dir/timing.key" 2>/dev/null)" ] || exit 0
while read -r each; do cat "$each/figures"; done <"$dir/tree" | awk -v access=2.5 -v setup=0.5 -f sim/synth/macro.awk >"$dir/memories.lib"
{
    echo "read_liberty $LIB"
    echo "read_liberty $dir/memories.lib"
    sed 's|.*|read_verilog &/net.v|' "$dir/tree"
    flop=$(cat "$SHARED/flop") flop_out=${flop#* } flop=${flop% *}
    cat <<TCL
link_design $top
set_cmd_units -time ns -capacitance pF
if {[llength [get_ports -quiet clk]]} { create_clock -name clk -period $PERIOD [get_ports clk] } else { create_clock -name clk -period $PERIOD }
set_input_delay 0.4 -clock clk [all_inputs]
set_output_delay $OUTPUT_DELAY -clock clk [all_outputs]
set_driving_cell -lib_cell $flop -pin $flop_out [all_inputs]
set_load 0.05 [all_outputs]
report_checks -path_delay max -fields {fanout} -digits 3
puts "worst slack [worst_slack -max]"
TCL
} >"$dir/sta.tcl"
sta -no_splash -exit "$dir/sta.tcl" >"$dir/sta.log" 2>&1
! grep '^Error' "$dir/sta.log" >&2 || exit 1
awk '/^Startpoint:/ { start = $2 } /^Endpoint:/ { end = $2 }
    / [v^] [^ ]+ \(/ { pins++ }
    /^worst slack/ { slack = $3 }
    END {
        if (slack == "") exit 1
        if (start == "") { start = end = "-" }
        printf "%.2f %d %s %s\n", slack, (pins > 1 ? pins - 1 : 0), start, end }' "$dir/sta.log" >"$dir/timing" ||
    { tail -n 5 "$dir/sta.log" >&2; exit 1; }
echo "$key" >"$dir/timing.key"
