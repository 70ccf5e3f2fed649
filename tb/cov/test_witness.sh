#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Only in `make test-all`: witnesses of a proof, found by yosys and abc, replayed under Verilator: they need values in registers without reset, in an array,
# answers of a module that is cut, a register that the harness sees.  What they cover is known.  A trace that leads elsewhere, and one that violates a
# property, are refused.
# Reads: sim/formal.sh sim/cov/* tb/formal/wf_formal.vh
set -u
for tool in yosys berkeley-abc verilator; do command -v $tool >/dev/null || { echo "SKIP coverage of witnesses: $tool is not installed (make setup-cov)"; exit 0; }; done
status=0 dir=$(mktemp -d) here=$(pwd)
trap 'rm -rf "$dir"' EXIT
check() {       # NAME EXPECTED GOT
    if [ "$2" = "$3" ]; then echo "PASS coverage of witnesses: $1"; else printf 'FAIL coverage of witnesses: %s: expected\n%s\ngot\n%s\n' "$1" "$2" "$3"; status=1; fi
}
mkdir -p "$dir/rtl/fp" "$dir/rtl/common" "$dir/tb/fp" "$dir/tb/cov" "$dir/tb/formal/check"
ln -s "$here/sim" "$dir/sim"
cp tb/formal/wf_formal.vh "$dir/tb/formal"
cd "$dir" || exit 1
: >tb/fp/bench.list
: >tb/cov/functional.def
cat >rtl/fp/wf_a.v <<'END'
module wf_a #(parameter integer KIND = 0) (input wire clk, input wire rst, input wire go, input wire [1:0] at, output wire [3:0] out, output wire far);
    reg [3:0]  sum_q;
    reg [3:0]  held_q [0:3];
    reg [1:0]  count_q;
    wire [3:0] more;
    assign out = held_q[at];
    assign far = sum_q == 4'd9 && count_q != 2'd3;
    generate
        if (KIND == 0) begin : g_none
            assign more = 4'd0;
        end else if (KIND == 1) begin : g_cut
            wf_cut u_cut (.clk(clk), .more(more));
        end
    endgenerate
    always @(posedge clk) begin
        if (go && more == 4'd5) sum_q <= sum_q + 4'd1;
        if (go && more == 4'd6)
            held_q[at] <= sum_q;
        if (go) count_q <= count_q + 2'd1;
        if (rst) count_q <= 2'd0;
    end
endmodule
END
cat >rtl/fp/wf_cut.v <<'END'
module wf_cut (
    input  wire       clk,
    output wire [3:0] more
);
    assign more = 4'd0;
endmodule
END
cat >tb/formal/a.v <<'END'
// a.v - a unit
// prove three: the count is never 3
// prove two: nor 2
// reach nine: the sum becomes 9 as the count becomes 2
// reach words: word 3 is 12, and another one was 11
// run a: bmc 2, 5 s, KIND=1, only=three
// cut wf_cut
module formal_a #(
    parameter integer KIND = 0
) (
    input  wire       clk, go,
    input  wire [1:0] at,
    output wire       p_three, p_two, w_nine, w_words
);
    `include "wf_formal.vh"
    assign legal = 1'b1;
    wire [3:0] out;
    wire       far;
    // see count: u_dut.count_q
    wire [1:0] count;
    wf_a #(.KIND(KIND)) u_dut (.clk(clk), .rst(rst), .go(go), .at(at), .out(out), .far(far));
    reg [3:0] out_q;
    reg       far_q;
    always @(posedge clk) {out_q, far_q} <= {out, far};
    assign p_three = ok && count == 2'd3;
    assign p_two   = ok && count == 2'd2;
    assign w_nine  = ok && far && !far_q && count == 2'd2;
    assign w_words = ok && at == 2'd3 && out == 4'd12 && out_q == 4'd11;
endmodule
END
export BUILD="$dir/build"
COVER=1 BUILD="$BUILD/cov" sim/bench.sh runtime >log 2>&1 || { cat log; echo "FAIL coverage of witnesses: no runtime"; exit 1; }
check "by units" "a|" "$(sim/cov/witness.sh names fp lds)|$(sim/cov/witness.sh names lds)"
check "replayed" "PASS witness a/nine in cycle 3 PASS witness a/words in cycle 1" "$(sim/cov/witness.sh a "$BUILD/cov/a.points" | xargs)"
# ways out of an if; bits that rose and fell in one run, and not only from what the trace began with
point() { awk -F '\t' -v kind="$1" -v name="$2" '$1 == kind && $4 == name { print $5, $6, $7 }' "$BUILD/cov/a.points"; }
check "an if" "else 1 if 1" "$(awk -F '\t' -v line="$(grep -n "more == 4'd5" rtl/fp/wf_a.v | cut -d: -f1)" '$1 == "branch" && $3 == line { print $5, ($6 > 0) }' "$BUILD/cov/a.points" | sort | xargs)"
check "bits" "2 01 01 and 1 00 00" "$(point toggle count_q) and $(point toggle far)"
again() { "$BUILD/cov/a/replay" a "$BUILD/cov/a/w.aim" "$1" "$BUILD/cov/a" "$BUILD/cov/a/scopes" "$2"; echo $?; }
check "in another cycle" "FAIL witness a/nine: it is not there in cycle 2; expected in cycle 2 1" "$(again three nine:2 | xargs)"
check "a property that is violated" "FAIL witness a/nine: p_two is violated in cycle 3; expected in cycle 3 1" "$(again "three two" nine:3 | xargs)"
sed -i '2,$s/1/0/g' "$BUILD/cov/a/nine.trace"
check "another trace" "FAIL witness a/nine: it is not there in cycle 3; expected in cycle 3 1" "$(again three nine:3 | xargs)"
exit $status
