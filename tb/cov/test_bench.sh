#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Only in `make test-all`: a bench built for coverage, of a module whose counts are known: each way of a case in a function, bits that rise and fall, what a
# clock gate, a reset and a generate block do to them, channels, events, values.
set -u
command -v verilator >/dev/null || { echo "SKIP coverage of a bench: verilator is not installed (make setup-test)"; exit 0; }
status=0 dir=$(mktemp -d) here=$(pwd)
trap 'rm -rf "$dir"' EXIT
check() {       # NAME EXPECTED GOT
    if [ "$2" = "$3" ]; then echo "PASS coverage $1"; else printf 'FAIL coverage %s: expected\n%s\ngot\n%s\n' "$1" "$2" "$3"; status=1; fi
}
ln -s "$here/sim" "$dir/sim"
mkdir -p "$dir/rtl/fp" "$dir/rtl/lds" "$dir/rtl/common" "$dir/tb/fp" "$dir/tb/cov" "$dir/run"
cd "$dir" || exit 1
: >tb/cov/unseen.list
: >tb/cov/also.list
cat >rtl/fp/wf_a.v <<'END'
module wf_a (input wire clk, input wire rst, input wire in_valid, output wire in_ready, input wire [2:0] kind, output wire [3:0] out,
             input wire s_axi_awvalid, output wire s_axi_awready);
    integer i;
    reg [3:0] held_q [0:1];
    reg [3:0] sum_q;
    reg       never_q, late_q, full_q;
    assign s_axi_awready = !full_q;
    always @(posedge clk) full_q <= s_axi_awvalid && !full_q && !rst;
    wire      unused_bit = late_q;
    genvar g;
    function [1:0] class_of(input [7:0] k);
        case (k)
        8'd0, 8'd4: class_of = 2'd0;
        8'd1:       class_of = 2'd1;
        8'd2:       class_of = 2'd2;
        default:    class_of = 2'd3;
        endcase
    endfunction
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_part
            wire here = kind[g] && in_valid;
            wire twice = here && never_q;
        end
    endgenerate
    assign in_ready = kind != 3'd2;
    assign out = held_q[1] ^ sum_q;
    always @(posedge clk) begin
        if (in_valid && in_ready) held_q[kind[0]] <= {2'd0, class_of({5'd0, kind})};
        if (never_q) sum_q <= 4'd15;
        late_q <= 1'b1;
        if (rst) begin
            never_q <= 1'b0;
            late_q <= 1'b0;
            sum_q <= 4'd0;
        end
    end
endmodule
END
printf 'module wf_a_bins (input wire valid, input wire [2:0] kind);\n    wire odd = kind[0];\nendmodule\n' >tb/fp/wf_a_bins.v
cat >tb/fp/wf_a_tb.v <<'END'
`timescale 1ns/1ps
module wf_a_tb;
    reg clk = 0, rst = 1, valid = 0, address = 0;
    // offered from one falling edge to the next: taken at once, and no stall after the rising edge
    initial begin repeat (3) @(negedge clk); address = 1; @(negedge clk); address = 0; end
    reg [2:0] kind = 0;
    integer n;
    always #5 clk = !clk;
    genvar l;
    generate
        for (l = 0; l < 1; l = l + 1) begin : g_loop
            wf_a_bins u_bins (.valid(valid), .kind(kind));
        end
    endgenerate
    wf_a u_dut (.clk(clk), .rst(rst), .in_valid(valid), .in_ready(), .kind(kind), .out(), .s_axi_awvalid(address), .s_axi_awready());
    initial begin
        repeat (2) @(posedge clk);
        rst <= 0;
        for (n = 0; n < 6; n = n + 1) begin
            valid <= 1; kind <= n == 5 ? 7 : n;
            @(posedge clk);
        end
        valid <= 0; kind <= 0;
        repeat (2) @(posedge clk);
        $display("PASS a");
        $finish;
    end
endmodule
END
printf 'a wf_a_tb.v - - none\n' >tb/fp/bench.list
export BUILD="$dir/build" COVER=1
{ sim/bench.sh runtime && sim/bench.sh verilator a; } >log 2>&1 || { cat log; echo "FAIL coverage: the bench is not built"; exit 1; }
printf 'event wf_a go in_valid in_ready\nevent wf_a first !in_valid\nevent wf_a part in_valid kind\nvalue wf_a kind kind in_valid in_ready\nvalue wf_a_bins odd odd,kind valid\n' >functional.def
awk -f sim/cov/scopes.awk build/bench/a/signals functional.def >scopes
check "verdict" "PASS a" "$(build/bench/a/tb +seed=1 +coverage=run/a +bins=scopes | head -n 1)"
awk -f sim/cov/bits.awk -f sim/cov/points.awk build/bench/a/signals run/a.toggles run/a.bins run/a.lines >points
# 0, 4: one way; 1; 2 is stalled; 3 and 7
line_of() { grep -n "$1" rtl/fp/wf_a.v | cut -d: -f1; }
taken() { awk -F '\t' -v line="$(line_of "$1")" '$1 == "line" && $3 == line { print $4 }' points; }
check "ways of a case" "2 1 0 2" "$(taken '8.d0, 8') $(taken '8.d1:') $(taken '8.d2:') $(taken 'default:')"
check "ways of an if" "else 1 if 0" "$(awk -F '\t' -v line="$(line_of 'if (never_q)')" '$1 == "branch" && $3 == line { print $5, ($6 > 0) }' points | sort | xargs)"
toggled() { awk -F '\t' -v name="$1" '$1 == "toggle" && $4 == name { print $5, $6, $7 }' points; }
check "an input" "3 07 07" "$(toggled kind)"
check "an array" "4 03 00" "$(toggled held_q | sed 's/ [^ ]*$/ 00/')"
check "what only rises" "1 01 00" "$(toggled late_q)"
check "what never changes" "1 00 00" "$(toggled never_q)"
check "a generate block" "1 01 01 and 1 00 00" "$(toggled g_part.here) and $(toggled g_part.twice)"
check "no variable of a loop, nothing unused" "" "$(toggled i)$(toggled unused_bit)"
check "bins" "channel in - channel in stalled channel in taken channel in waiting channel s_axi_aw - channel s_axi_aw taken channel s_axi_aw waiting \
event first event go event part pair go+part value kind 0 value kind 1 value kind 3 value kind 4 value kind 7 value odd 0,0 value odd 0,2 value odd 0,4 value odd 1,1 value odd 1,3 value odd 1,7" \
    "$(awk -F '\t' '$1 == "bin" { print $2, $4, $5 }' points | sed 's/ $//' | sort | xargs)"
check "signals of a module of bins are no bits that count" "" "$(toggled odd)"
printf 'event wf_a go in_valid in_redy\n' >functional.def
awk -f sim/cov/scopes.awk build/bench/a/signals functional.def >scopes
build/bench/a/tb +seed=1 +bins=scopes >log 2>&1
check "an event of no signal is refused" "1 1" "$(grep -c 'PASS' log | sed 's/0/1/') $(grep -c 'in_redy: no such signal' log)"
exit $status
