#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# timing.sh MODULE [PARAMETER=VALUE...] - synthesize for the OSU 0.18 um library and report cells, area and slack at 5 ns.
# yosys, buffer trees (fanout.awk), OpenSTA on the netlist without wires.  The float units are synthesized each on its own, once for
# all lanes, then the netlist is made flat: given all lanes at once, abc leaves some of them slow.
# Inputs arrive 0.4 ns after the edge, as out of a flip-flop;
# outputs must be there OUTPUT_DELAY ns (default 1.0) before the next: what is left to the module that reads them.
# Memories that are macros of a technology stay out: what they read arrives 2.5 ns after the edge, what goes in is an output.
# Environment: BUILD, OUTPUT_DELAY.
set -eu
[ $# -ge 1 ] || { echo "usage: $0 MODULE [PARAMETER=VALUE...]" >&2; exit 2; }
top=$1; shift
: "${OUTPUT_DELAY:=1.0}"
echo "$OUTPUT_DELAY" | grep -Eqx '[0-9]*\.?[0-9]+' || { echo "OUTPUT_DELAY=$OUTPUT_DELAY: expected nanoseconds, such as 1.0" >&2; exit 2; }
lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
dir=${BUILD:-build}/synth/$(echo "$top $*" | sed "s, *$,,; s,[ =],_,g")
# The mapping follows the order of names, and names hold files and line numbers: so yosys reads what the module needs, without comments and
# empty lines, and a figure changes only when code does.
rm -rf "$dir"
mkdir -p "$dir/rtl"
list=$(sim/file_lists.sh "$top")
for file in rtl/common/*.vh $(echo "$list" | grep '\.v$'); do sed 's,/\*[^*]*\*/,,g; s,//.*,,; s, *$,,; /^$/d' "$file" >"$dir/rtl/${file##*/}"; done
printf 'set_driving_cell BUFX4\nset_load 0.1\n' >"$dir/constr"
memories=wf_ram
units='wf_fp_add wf_fp_mul wf_fp_fma wf_fp_convert'
parameters=
for p in "$@"; do parameters="$parameters -chparam ${p%=*} ${p#*=}"; done
map='+strash;dch;map,-B,0.9,-D,5000;topo;buffer,-c;upsize,-D,5000;dnsize,-D,5000;stime,-p'
coarse="read_verilog -defer -Irtl $(ls "$dir/rtl" | sed -n 's,.*\.v$,rtl/&,p' | tr '\n' ' '); hierarchy -top $top $parameters;
    blackbox *$memories*; setattr -mod -set keep_hierarchy 1 $units; proc; flatten;
    expose -evert $top/t:*$memories*; delete -port $top/w:*.clk; synth -flatten -run :fine -top $top;"
# gather.v is for those that it changes: a pass more moves the figures of all others too
cp sim/synth/gather.v "$dir"
(cd "$dir" && yosys -q -p "$coarse tee -q -o before select -count t:\$shiftx; techmap -map gather.v; tee -q -o after select -count t:\$shiftx") >"$dir/yosys.log" 2>&1 ||
    { tail -n 5 "$dir/yosys.log" >&2; exit 1; }
cmp -s "$dir/before" "$dir/after" || coarse="$coarse techmap -map gather.v;"
(cd "$dir" && yosys -q -p "$coarse synth -flatten -run fine: -top $top;
    dfflibmap -liberty $lib; abc -D 5000 -constr constr -liberty $lib -script $map;
    setattr -mod -unset keep_hierarchy $units; flatten; opt_clean -purge; splitnets -ports; opt_clean -purge;
    tee -o stat stat -liberty $lib; rename -top $top; write_verilog -noattr mapped.v") >"$dir/yosys.log" 2>&1 ||
    { tail -n 5 "$dir/yosys.log" >&2; exit 1; }
# OpenSTA takes no escaped names
sed -E 's/\\([A-Za-z0-9_.$:]+)\[([0-9]+)\] /\1__\2 /g' "$dir/mapped.v" >"$dir/plain.v"
awk -v loads=10 -f sim/synth/fanout.awk "$dir/plain.v" "$dir/plain.v" >"$dir/net.v"
cat >"$dir/sta.tcl" <<TCL
read_liberty $lib
read_verilog $dir/net.v
link_design $top
create_clock -name clk -period 5 [get_ports clk]
set_input_delay 0.4 -clock clk [all_inputs]
set_input_delay 2.5 -clock clk [get_ports -quiet *read_data*]
set_output_delay $OUTPUT_DELAY -clock clk [all_outputs]
set_driving_cell -lib_cell DFFPOSX1 -pin Q [all_inputs]
set_load 0.05 [all_outputs]
report_checks -path_delay max -fields {fanout} -digits 2
report_wns
puts "worst slack [worst_slack -max]"
TCL
sta -no_splash -exit "$dir/sta.tcl" >"$dir/sta.log" 2>&1
grep -hE "Number of cells|Chip area" "$dir/stat" | sed "s/^ */  /"
slack=$(sed -n "s/^worst slack //p" "$dir/sta.log")
[ -n "$slack" ] || { tail -n 5 "$dir/sta.log" >&2; exit 1; }
printf "  %s %s: worst slack %.2f ns at 5 ns (%s)\n" "$top" "$*" "$slack" "$dir/sta.log"
