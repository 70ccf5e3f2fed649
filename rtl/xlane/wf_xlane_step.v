// SPDX-License-Identifier: Apache-2.0
// wf_xlane_step - one step of pointer doubling: every lane combines the value at its link with its own, and takes its
//   link's link.  Latency 1, throughput 1/cycle; `en` freezes it.  Longest path: gather, 32-bit adder (whose carry is
//   the comparison), choice of result.  After k steps a link lies at least 2^k lanes below: gathers reach no others.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module wf_xlane_step #(
    parameter integer LANES = 32,            // lanes, a power of two 4..128
    parameter integer TAG_W = 4,             // request tag bits
    parameter integer STEP  = 0              // number of this step, 0..log2(LANES)-1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                en,

    input  wire                in_valid,
    input  wire [`WF_CHAIN_W-1:0] in_chain,  // wf_link.vh

    output wire                out_valid,
    output wire [`WF_CHAIN_W-1:0] out_chain
);
    localparam integer LANE_W = $clog2(LANES);
    localparam integer NEAR   = 1 << STEP;   // a link lies at least so many lanes below

    localparam integer REST_W = `WF_CHAIN_W - 40*LANES;      // what no step changes: all but values and links
    localparam [31:0]  LINK_BITS = (1 << `WF_LINK_SOME) | (LANES - 1);
    localparam [7:0]   LINK = LINK_BITS[7:0];                // those that a link can have
    localparam [REST_W-1:0] REST = {{(REST_W-8*LANES){1'b1}}, {LANES{LINK}}};   // `last` is a link too: no flip-flops for more

    wire [7:0]          in_op    = in_chain[`WF_CHAIN_OP];
    wire [32*LANES-1:0] in_value = in_chain[`WF_CHAIN_VALUE];
    wire [8*LANES-1:0]  in_link  = in_chain[`WF_CHAIN_LINK];
    wire [LANES-1:0]    in_nan   = in_chain[`WF_CHAIN_NAN];
    reg                 valid_q;
    reg [32*LANES-1:0]  value_q;
    reg [8*LANES-1:0]   link_q;
    reg [REST_W-1:0]    rest_q;
    assign out_valid = valid_q;
    assign out_chain = {rest_q, link_q, value_q};

    wire is_add = in_op == `WF_OP_WADD;
    wire is_or  = in_op == `WF_OP_WOR || in_op == `WF_OP_WAND;     // wf_xlane_link and wf_xlane_scan invert the words of WAND
    wire is_xor = in_op == `WF_OP_WXOR;
    wire is_sum = is_add || is_xor;                                // a sum without carries; all others are minima of keys

    integer             l, k;
    reg [32*LANES-1:0]  t_values;            // what lane l can reach, constant zeros above: no gate for them
    reg [8*LANES-1:0]   t_links;
    reg [LANES-1:0]     t_nans;
    reg [LANE_W-1:0]    t_reach, t_from;     // ones in the bits that a link of lane l can have
    reg [7:0]           t_next;
    reg [31:0]          t_own, t_low, t_operand, t_total, t_sum;
    reg                 t_has, t_greater, t_takes;

    /* verilator lint_off BLKSEQ */          // t_* are temporaries of this block alone: nothing is evaluated while idle
    always @(posedge clk) begin
        if (en) valid_q <= in_valid;
        if (en && in_valid) begin
            rest_q <= in_chain[`WF_CHAIN_W-1 -: REST_W] & REST;
            t_values = in_value & {32*LANES{1'b1}} >> 32 * (NEAR - 1);
            t_links  = in_link  & {LANES{LINK}} << 8 * NEAR;              // lanes below have none
            t_nans   = in_nan   & {LANES{1'b1}} >> (NEAR - 1);
            for (l = LANES - 1; l >= 0; l = l - 1) begin
                for (k = 0; k < LANE_W; k = k + 1) t_reach[k] = (l - NEAR) >> k > 0;
                if (l + 1 > NEAR) begin
                    t_values[32*(l+1-NEAR) +: 32] = 32'd0;
                    t_links[8*(l+1-NEAR) +: 8]    = 8'd0;
                    t_nans[l+1-NEAR]              = 1'b0;
                end
                t_has  = l >= NEAR && in_link[8*l+`WF_LINK_SOME];
                t_from = in_link[8*l +: LANE_W] & t_reach;
                t_own  = in_value[32*l +: 32];
                t_low  = t_values[{t_from, 5'd0} +: 32];
                t_next = t_links[{t_from, 3'd0} +: 8];
                // One adder: low + ~own carries where low is greater.  Its carries are what an exclusive or leaves out.
                t_operand = t_own ^ {32{!is_sum}};
                {t_greater, t_total} = {1'b0, t_low} + {1'b0, t_operand};
                t_sum   = t_low ^ t_operand;
                t_sum   = t_sum ^ ((t_total ^ t_sum) & {32{is_add}});
                t_takes = !t_greater && !t_nans[t_from];
                value_q[32*l +: 32] <= (t_low & {32{t_has && !is_sum && (is_or || t_takes)}}) |
                                       (t_own & {32{!t_has || (!is_sum && (is_or || !t_takes))}}) |
                                       (t_sum & {32{t_has && is_sum}});
                link_q[8*l +: 8]    <= t_has ? t_next : 8'd0;
            end
        end
        if (rst) valid_q <= 1'b0;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
