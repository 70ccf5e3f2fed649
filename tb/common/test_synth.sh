#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_synth.sh - make synth on a machine of three blocks, of which all figures but area and slack follow from the source: the netlist behaves as the RTL,
# figures are reproducible, an unchanged block is kept, more area and less slack fail, another library does, a wrong one is refused.
# Reads: sim/synth/synth.sh sim/synth/block.sh sim/synth/assemble.sh sim/synth/sta.sh
# Reads: sim/synth/report.sh sim/synth/budget.awk sim/synth/budget.head sim/synth/library.awk sim/synth/netlist.awk
# Reads: sim/synth/gather.v
# Reads: sim/synth/parts.awk sim/synth/macro.awk sim/synth/memories.v sim/synth/wf_ram.v sim/synth/wf_macro.v sim/synth/dissolved.list sim/synth/mapping.list rtl/common/wf_ram.v
set -u
installed=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
for tool in yosys sta iverilog; do
    command -v $tool >/dev/null || { echo "SKIP synth: $tool is not installed (make setup-test)"; exit 0; }
done
[ -r $installed ] || { echo 'SKIP synth: the library OSU 0.18 um is not installed (make setup-test)'; exit 0; }
dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
verdict() { if [ "$1" = 0 ]; then echo "PASS synth: $2"; else echo "FAIL synth: $2"; tail -n 15 "$dir/said"; status=1; fi; }
mkdir -p "$dir/rtl/common" "$dir/sim"
cp -r sim/synth "$dir/sim"
echo 'wf_toy_sum balanced area' >"$dir/sim/synth/mapping.list"
cp rtl/common/wf_ram.v rtl/common/wf_bits.vh "$dir/rtl/common"

# 8 + 16 flip-flops in the sum, 8 more and a memory of 64 x 16 with two enables outside of it, 2 x 8 in the two delays
cat >"$dir/rtl/common/wf_toy_sum.v" <<'END'
module wf_toy_sum #(parameter integer W = 8) (input wire clk, input wire rst, input wire [W-1:0] a, input wire [2*W-1:0] b, output wire [2*W-1:0] sum
);
    reg [W-1:0]   a_q;
    reg [2*W-1:0] sum_q;
    assign sum = sum_q;
    always @(posedge clk) begin
        a_q <= a;
        sum_q <= {a_q, a_q} + b;
        if (rst) sum_q <= {2*W{1'b0}};
    end
endmodule
END
cat >"$dir/rtl/common/wf_toy_delay.v" <<'END'
module wf_toy_delay #(parameter integer W = 8) (input wire clk, input wire [W-1:0] d, output reg [W-1:0] q
);
    always @(posedge clk) q <= d;
endmodule
END
cat >"$dir/rtl/common/wf_toy.v" <<'END'
module wf_toy (input wire clk, input wire rst, input wire go, input wire [7:0] a, input wire [1:0] write, output wire [15:0] y
);
    reg  [7:0]  at_q;
    wire [15:0] kept, sum;
    wire [7:0]  late, later;
    wf_toy_delay #(.W(8)) u_late (.clk(clk), .d(a), .q(late));
    wf_toy_delay #(.W(8)) u_later (.clk(clk), .d(late), .q(later));
    wf_toy_sum u_sum (.clk(clk), .rst(rst), .a(later), .b(kept), .sum(sum));
    wf_ram #(.WIDTH(16), .PARTS(2), .ROWS(64)) u_ram (
        .clk(clk), .read(1'b1), .read_row(at_q[5:0]), .read_data(kept), .write(write), .write_row(a[5:0]), .write_data({late, a}));
    always @(posedge clk) begin
        if (go) at_q <= at_q + 1'b1;
        if (rst) at_q <= 8'd0;
    end
    assign y = sum ^ {16{at_q[7]}};     // that register has some 17 loads
endmodule
END
echo 'toy wf_toy' >"$dir/sim/synth/units.list"
synth() {       # BUILD MODE, variables before
    (cd "$dir" && BUILD=$1 UNITS=sim/synth/units.list BUDGET=budget.list JOBS=2 nice -n 10 sim/synth/synth.sh "$2") >"$dir/said" 2>&1
}
table() { grep -v '^synthesized in\|^wrote' "$dir/said"; }

synth first write && table >"$dir/first.table"
verdict $? 'three blocks are measured'
awk '$1 == "wf_toy" { top = $4 " " $5 " " $6 } $1 == "wf_toy_sum" { sum = $4 } $1 == "wf_toy_delay" { delay = $4 }
    $1 == "toy" { ram = $2 " " $3 " " $4 " " $5 " " $6 }
    END { exit !(top == "8 48 1024" && sum == 24 && delay == 8 && ram == "1 64 16 1 2") }' "$dir/first.table"
verdict $? 'flip-flops and memory are those of the source'
awk -F'\t' '!/^#/ { own[$1] = $2; all[$1] = $3 }
    END { sum = own["wf_toy"] + own["wf_toy_sum"] + 2 * own["wf_toy_delay W=8"]; exit !(sum > 0 && sum == all["wf_toy"]) }' "$dir/budget.list"
verdict $? 'the area of the whole is that of its blocks, as often as they are there'
synth second check && table | grep -v '^PASS' | cmp -s - "$dir/first.table" && [ "$(grep -c '^PASS' "$dir/said")" = 3 ]
verdict $? 'a run in another folder has the same table, and is within the budget'
synth second run && [ "$(sed -n 's/synthesized in \([0-9]*\) s.*/\1/p' "$dir/said")" -lt 20 ] && table | cmp -s - "$dir/first.table"
verdict $? 'a run of what is kept has it too'

# the netlist against the RTL
nets=$(echo "$dir"/first/synth/*/map/*/net.v) top=$(basename "$dir"/first/synth/*/map/wf_toy-* | tr -- - _)
awk '{ while (match($0, /\.[A-Za-z_0-9]+\([A-Za-z_0-9]+\)/)) { pin = substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH)
        net = pin; sub(/.*\(/, "", net); sub(/\(.*/, "", pin); if (pin !~ /^(Y|Q|YC|YS)$/ && net != "clk") { uses[FILENAME, net]++ } } }
    END { for (n in uses) { if (uses[n] > 10) bad = 1; if (uses[n] == 10) some = 1 } exit bad || !some }' $nets
verdict $? 'no net has more than 10 loads'
yosys -q -p "read_liberty -ignore_miss_func $installed; write_verilog -noattr $dir/models.v" >"$dir/said" 2>&1
cat >"$dir/tb.v" <<'END'
module wf_macro_64x16_1r2 (
    input clk, input read, READ_ROWS, WRITE_ROWS, output reg READ_DATA, input WRITES, input WRITE_DATA);
END
pins() { for k in $(seq 0 "$2"); do printf '%s_%s_%s' "$1" "$k" "${3-}"; [ "$k" = "$2" ] || printf ', '; done; }
set_of() { for k in $(seq "$2" -1 0); do printf '%s_%s_' "$1" "$k"; [ "$k" = 0 ] || printf ', '; done; }
sed -i "s/input READ_ROWS/X/; s/read, READ_ROWS/read, $(pins read_row 5)/; s/ WRITE_ROWS/ $(pins write_row 5)/
    s/output reg READ_DATA/output $(pins read_data 15)/
    s/input WRITES/input $(pins write 15)/; s/input WRITE_DATA/input $(pins write_data 15)/" "$dir/tb.v"
cat >>"$dir/tb.v" <<END
    reg [15:0] memory [0:63];
    reg [15:0] data;
    assign {$(set_of read_data 15)} = data;
    integer k;
    wire [15:0] writes = {$(set_of write 15)}, in = {$(set_of write_data 15)};
    wire [5:0] write_row = {$(set_of write_row 5)};
    always @(posedge clk) begin
        if (read) data <= memory[{$(set_of read_row 5)}];
        for (k = 0; k < 16; k = k + 1) if (writes[k]) memory[write_row][k] <= in[k];
    end
endmodule
module tb;
    reg clk = 1'b0, rst = 1'b1, go = 1'b0;
    reg [7:0] a = 8'd0;
    reg [1:0] write = 2'd3;
    wire [15:0] want, got;
    integer seed = 1, n, wrong = 0, same = 0;
    wf_toy u_rtl (.clk(clk), .rst(rst), .go(go), .a(a), .write(write), .y(want));
    $top u_gates (.clk(clk), .rst(rst), .go(go), $(for k in 0 1 2 3 4 5 6 7; do printf '.a_%s_(a[%s]), ' $k $k; done) .write_0_(write[0]), .write_1_(write[1]),
        $(for k in $(seq 0 14); do printf '.y_%s_(got[%s]), ' "$k" "$k"; done) .y_15_(got[15]));
    always #5 clk = !clk;
    initial begin
        for (n = 0; n < 2000; n = n + 1) begin
            @(posedge clk);
            #1 rst = n < 3; a = n < 70 ? n : \$random(seed); write = n < 70 ? 2'd3 : \$random(seed); go = n > 80 && (\$random(seed) & 3) != 0;
            #3 if (n > 90) begin if (got !== want) wrong = wrong + 1; else same = same + 1; end
        end
        \$display("wrong %0d same %0d", wrong, same);
        \$finish;
    end
endmodule
END
# shellcheck disable=SC2086  # a list of files
iverilog -g2005 -o "$dir/tb.vvp" -s tb "$dir/tb.v" "$dir/models.v" $nets "$dir"/rtl/common/*.v >"$dir/said" 2>&1 && vvp -n "$dir/tb.vvp" >>"$dir/said"
grep -qx 'wrong 0 same 1909' "$dir/said"
verdict $? 'the netlist behaves as the RTL'

# a change of one block
edit() { sed -i "$2" "$dir/rtl/common/$1.v"; }
edit wf_toy_sum 's/{a_q, a_q} + b/({a_q, a_q} + b) ^ (b * a_q)/'
touch "$dir/now"
synth first check
[ $? = 1 ] && grep -q '^FAIL synth wf_toy_sum: area 0[.0-9]* mm2, in the budget 0[.0-9]*: +[0-9.]* %, 3 % are allowed' "$dir/said" &&
    grep -q '^FAIL synth wf_toy: area with its parts ' "$dir/said" && grep -q '^PASS synth wf_toy_delay W=8: ' "$dir/said"
verdict $? 'a block that grows fails by name, and what has it'
[ "$(find "$dir"/first/synth/*/map/*/block.blif -newer "$dir/now" | sed 's/.*map.\(wf_toy[a-z_]*\)-.*/\1/')" = wf_toy_sum ]
verdict $? 'it alone was synthesized again'
edit wf_toy_sum 's/ ^ (b \* a_q)//'
awk -F'\t' -v OFS='\t' '$1 == "wf_toy_sum" { $8 = 4.9 } { print }' "$dir/budget.list" >"$dir/lost" && mv "$dir/lost" "$dir/budget.list"
(cd "$dir" && MARGIN=99 BUILD=first UNITS=sim/synth/units.list BUDGET=budget.list sim/synth/synth.sh check) >"$dir/said" 2>&1
[ $? = 1 ] && grep -q '^FAIL synth wf_toy_sum: slack +[0-9.]* ns, in the budget +4.90: under the margin of 4.95 ns for wires; from ' "$dir/said" &&
    [ "$(grep -c '^FAIL' "$dir/said")" = 1 ]
verdict $? 'slack that is lost fails, with its path'
synth first check
verdict $? 'slack above the margin may be lost'
sed -i '/^wf_toy_delay/d' "$dir/budget.list"
synth first check
[ $? = 1 ] && grep -q '^FAIL synth wf_toy_delay W=8: the budget budget.list has no line of it' "$dir/said"
verdict $? 'a block without a budget fails'

# the library with all its names changed
sed 's/cell (\([A-Z0-9]*\))/cell (any_\1)/' $installed >"$dir/any.lib"
export LIB="$dir/any.lib"
synth any run && sed 's/any.lib/osu018_stdcells.lib/' "$dir/said" >"$dir/said.any" && grep -v '^synthesized' "$dir/said.any" | cut -c1-70 >"$dir/any.table" &&
    cut -c1-70 "$dir/first.table" | cmp -s - "$dir/any.table"
verdict $? 'a library with other names of cells has the same figures'
synth any check
[ $? = 1 ] && grep -q '^FAIL synth: the budget is for osu018_stdcells.lib at 5 ns, this is any.lib at 5 ns' "$dir/said"
verdict $? 'a budget is that of its library'
export LIB=nothere.lib
synth any run
[ $? = 2 ] && grep -q 'LIB=nothere.lib: expected a Liberty file' "$dir/said"
verdict $? 'a library that is not there is refused'
export LIB=$installed
printf '%s\n' '# a list' 'wf_toy_sum balanced slow' 'wf_toy_nothing area' >"$dir/sim/synth/mapping.list"
synth any run
[ $? = 2 ] && grep -q '^synth.sh: sim/synth/mapping.list:2: wf_toy_sum balanced slow: expected balanced, area' "$dir/said" &&
    grep -q '^synth.sh: sim/synth/mapping.list:3: wf_toy_nothing: expected a module of rtl' "$dir/said"
verdict $? 'a way of mapping that is unknown is refused, and a module'
exit $status
