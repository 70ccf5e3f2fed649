// SPDX-License-Identifier: Apache-2.0
// wf_xlane_link - first stage of every scan: each lane finds the next lane of its chain and the lane of its result.
//   Latency 1, throughput 1/cycle.  link: the highest member of the lane's mask below it.  last: the lane whose
//   inclusive result the lane will be given (itself, its link, or the highest member of its mask).  Values of minimum
//   and maximum become keys whose unsigned minimum is wanted, so that the scan steps know one comparison only.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module wf_xlane_link #(
    parameter integer LANES = 32,            // lanes, a power of two 4..128
    parameter integer TAG_W = 4              // request tag bits
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire [TAG_W-1:0]       in_tag,
    input  wire [7:0]             in_op,
    input  wire [7:0]             in_mod,
    input  wire [LANES-1:0]       in_active,
    input  wire [32*LANES-1:0]    in_value,
    input  wire [128*LANES-1:0]   in_q,      // mask operand

    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [`WF_CHAIN_W-1:0] out_chain  // wf_link.vh
);
    localparam integer LANE_W = $clog2(LANES);

    wire unused = &{1'b0, in_mod, in_q};     // bit 7 says nothing; no lane stands at or above LANES

    localparam integer SET_W = LANES;
    `include "wf_bits.vh"

    function [7:0] highest_member(input [LANES-1:0] m);     // a link to it: any bit, zeros, index of the highest one
        highest_member = {|m, {`WF_LINK_SOME-LANE_W{1'b0}}, end_index(m, 1'b1)};
    endfunction

    reg                valid_q;
    reg [TAG_W-1:0]    tag_q;
    reg [7:0]          op_q;
    reg [32*LANES-1:0] value_q;
    reg [8*LANES-1:0]  link_q, last_q;
    reg [LANES-1:0]    nan_q;

    wire advance = !valid_q || out_ready;
    assign in_ready  = advance;
    assign out_valid = valid_q;
    assign out_chain = {tag_q, op_q, nan_q, last_q, link_q, value_q};

    wire [1:0] mode     = in_mod[`WF_MOD_SCAN_MODE];
    wire [1:0] scope    = in_mod[`WF_MOD_SCAN_SCOPE];
    wire       is_multi = scope == `WF_SCOPE_MULTI;
    wire [2:0] cluster  = scope == `WF_SCOPE_CLUSTER ? in_mod[`WF_MOD_CLUSTER] : 3'd7;  // the wave: a great cluster
    wire       is_count = in_op == `WF_OP_WCOUNT;            // a sum of truths from here on
    wire       is_float = in_op == `WF_OP_WFMIN || in_op == `WF_OP_WFMAX;
    wire       is_sign  = in_op == `WF_OP_WMINS || in_op == `WF_OP_WMAXS || is_float;
    wire       is_max   = in_op == `WF_OP_WMAXS || in_op == `WF_OP_WMAXU || in_op == `WF_OP_WFMAX;
    wire       is_not   = is_max || in_op == `WF_OP_WAND;      // an and is an or of the inverted words

    integer         l, k;
    reg [LANES-1:0] t_mask, t_near, t_one, t_under;
    reg [31:0]      t_value, t_flip;
    reg [7:0]       t_link, t_last;
    reg             t_nan;

    /* verilator lint_off BLKSEQ */          // t_* are temporaries of this block alone: nothing is evaluated while idle
    always @(posedge clk) begin
        if (advance) valid_q <= in_valid;
        if (advance && in_valid) begin
            tag_q       <= in_tag;
            op_q        <= is_count ? `WF_OP_WADD : in_op;
            for (l = 0; l < LANES; l = l + 1) begin
                t_one  = {{LANES-1{1'b0}}, 1'b1} << l;
                t_mask = t_one;
                for (k = 0; k < LANE_W; k = k + 1) begin
                    t_near = ({LANES{1'b1}} >> (LANES - (2 << k))) << (l >> (k + 1) << (k + 1));   // a constant
                    if (cluster > k[2:0]) t_mask = t_mask | t_near;
                end
                if (is_multi) t_mask = in_q[128*l +: LANES];
                t_mask = t_mask & in_active;
                t_under = t_one - 1;
                t_link = highest_member(t_mask & t_under & {LANES{in_active[l]}});  // no chain of others is asked for
                t_last = mode == `WF_SCAN_EXCLUSIVE ? t_link :
                         mode == `WF_SCAN_INCLUSIVE ? 8'd1 << `WF_LINK_SOME | l[7:0] : highest_member(t_mask);
                t_value = in_value[32*l +: 32];
                if (is_count) t_value = {31'd0, t_value != 32'd0};
                t_nan   = is_float && t_value[30:0] > 31'h7f800000;
                t_flip  = is_float && t_value[31] ? 32'hffffffff : {is_sign, 31'd0};
                link_q[8*l +: 8]    <= t_link;
                last_q[8*l +: 8]    <= t_last;
                nan_q[l]            <= t_nan && !t_link[`WF_LINK_SOME];
                // A NaN that has a predecessor can only end as the quiet NaN: the greatest key of all.
                value_q[32*l +: 32] <= t_nan && t_link[`WF_LINK_SOME] ? 32'hffc00000 : t_value ^ t_flip ^ {32{is_not}};
            end
        end
        if (rst) valid_q <= 1'b0;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
