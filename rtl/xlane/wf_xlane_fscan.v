// SPDX-License-Identifier: Apache-2.0
// wf_xlane_fscan - float sums and products, integer products: pointer doubling around a row of adders and multipliers.
//   Goes round until no lane has a link left: rounds = log2 of the longest chain, rounded up.  Latency 4 * rounds + 1
//   after wf_xlane_link; up to four requests go round at once, so one per rounds + 1 cycles.  A round: gather into the
//   operand registers (1 cycle), add or multiply (3 cycles).  After the last the results are gathered.
//   Stalls as a whole while a result waits.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module wf_xlane_fscan #(
    parameter integer LANES = 32,            // lanes, a power of two 4..128
    parameter integer TAG_W = 4              // request tag bits
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                in_valid,
    output wire                in_ready,
    input  wire [`WF_CHAIN_W-1:0] in_chain,  // wf_link.vh

    output wire                out_valid,
    input  wire                out_ready,
    output wire [TAG_W-1:0]    out_tag,
    output wire [32*LANES-1:0] out_data
);
    localparam integer LANE_W = $clog2(LANES);

    wire [TAG_W-1:0]    in_tag   = in_chain[`WF_CHAIN_TAG];
    wire [7:0]          in_op    = in_chain[`WF_CHAIN_OP];
    wire [32*LANES-1:0] in_value = in_chain[`WF_CHAIN_VALUE];
    wire [8*LANES-1:0]  in_link  = in_chain[`WF_CHAIN_LINK];
    wire [8*LANES-1:0]  in_last  = in_chain[`WF_CHAIN_LAST];
    wire                unused   = &{1'b0, in_chain};        // a NaN is one as any other here

    // The ring: the operands of the row of adders, then three places beside its stages.
    reg                gather_valid_q, gather_end_q, row1_valid_q, row2_valid_q, row3_valid_q;
    reg [TAG_W-1:0]    gather_tag_q;
    reg [7:0]          gather_op_q;
    reg [32*LANES-1:0] gather_value_q;
    reg [8*LANES-1:0]  gather_link_q, gather_last_q;         // links after this round
    reg [LANES-1:0]    gather_has_q;                         // had a link in this round
    reg [32*LANES-1:0] gather_low_q;                         // what stands at the link
    localparam integer ROW_W = 1 + 49*LANES + 8 + TAG_W;
    reg [ROW_W-1:0]    row1_q, row2_q, row3_q;               // {some lane has a link after this round, the above}
    wire               row3_more;
    wire [TAG_W-1:0]   row3_tag;
    wire [7:0]         row3_op;
    wire [32*LANES-1:0] row3_value;
    wire [8*LANES-1:0] row3_link, row3_last;
    wire [LANES-1:0]   row3_has;
    assign {row3_more, row3_tag, row3_op, row3_has, row3_last, row3_link, row3_value} = row3_q;

    wire [32*LANES-1:0] sum, product;
    reg                 gather_sum_q, gather_integer_q;    // decoded: the multiplier has no time for it

    wire en = !(gather_valid_q && gather_end_q) || out_ready;
    wire gather_free = !row3_valid_q;        // this turn of the gather is free
    assign in_ready  = en && gather_free;
    assign out_valid = gather_valid_q && gather_end_q;
    assign out_tag   = gather_tag_q;
    assign out_data  = gather_low_q;

    wire gather_run  = gather_valid_q && !gather_end_q;
    wire row_en = en && (gather_run || row1_valid_q || row2_valid_q);    // an empty row stands still

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_lane
            wf_fp_add u_add (
                .clk(clk), .en(row_en), .in_valid(gather_run && gather_has_q[i] && gather_sum_q),
                .a(gather_low_q[32*i +: 32]), .b(gather_value_q[32*i +: 32]), .subtract(1'b0),
                .result(sum[32*i +: 32]));
            wf_fp_mul u_mul (
                .clk(clk), .en(row_en), .in_valid(gather_run && gather_has_q[i] && !gather_sum_q),
                .a(gather_low_q[32*i +: 32]), .b(gather_value_q[32*i +: 32]), .is_integer(gather_integer_q),
                .result(product[32*i +: 32]));
        end
    endgenerate

    integer            l;
    reg [32*LANES-1:0] t_value;
    reg [8*LANES-1:0]  t_link, t_links, t_last;   // t_links: those that lane l can reach, zeros above
    reg [LANE_W-1:0]   t_from, t_next;
    reg [7:0]          t_far, t_op;
    reg [31:0]         t_low, t_identity;
    reg                t_end, t_more;

    /* verilator lint_off BLKSEQ */          // t_* are temporaries of this block alone: nothing is evaluated while idle
    always @(posedge clk) begin
        if (en) begin
            gather_valid_q  <= row3_valid_q || in_valid;
            row1_valid_q <= gather_run;
            row2_valid_q <= row1_valid_q;
            row3_valid_q <= row2_valid_q;
        end
        if (en && (row3_valid_q || in_valid)) begin
            t_op    = row3_valid_q ? row3_op : in_op;
            t_more  = 1'b0;
            for (l = 0; l < LANES; l = l + 1) t_more = t_more || in_link[8*l+`WF_LINK_SOME];
            t_end   = row3_valid_q ? !row3_more : !t_more;
            t_link  = row3_valid_q ? row3_link : in_link;
            t_last  = row3_valid_q ? row3_last : in_last;
            t_value = row3_valid_q ? row3_value : in_value;
            for (l = 0; l < LANES; l = l + 1)
                if (row3_valid_q && row3_has[l])
                    t_value[32*l +: 32] = row3_op == `WF_OP_WFADD ? sum[32*l +: 32] : product[32*l +: 32];
            t_identity  = t_op == `WF_OP_WFMUL ? 32'h3f800000 : {31'd0, t_op == `WF_OP_WMUL};
            gather_end_q     <= t_end;
            gather_sum_q     <= t_op == `WF_OP_WFADD;
            gather_integer_q <= t_op == `WF_OP_WMUL;
            gather_tag_q     <= row3_valid_q ? row3_tag : in_tag;
            gather_op_q      <= t_op;
            gather_value_q   <= t_value;
            gather_last_q    <= t_last;
            t_links     = t_link;
            for (l = LANES - 1; l >= 0; l = l - 1) begin
                t_links[8*l +: 8] = 8'd0;    // a link names a lane below: no gate is built for the others
                t_next = t_link[8*l +: LANE_W];
                t_from = t_end ? t_last[8*l +: LANE_W] : t_next;
                t_far  = t_links[{t_next, 3'd0} +: 8];
                t_low  = t_value[{t_from, 5'd0} +: 32];
                gather_low_q[32*l +: 32] <= t_end && !t_last[8*l+`WF_LINK_SOME] ? t_identity : t_low;
                gather_link_q[8*l +: 8]  <= {t_link[8*l+`WF_LINK_SOME] && t_far[`WF_LINK_SOME], t_far[`WF_LINK_LANE]};
                gather_has_q[l]          <= t_link[8*l+`WF_LINK_SOME];
            end
        end
        if (en && gather_run) begin
            t_more = 1'b0;
            for (l = 0; l < LANES; l = l + 1) t_more = t_more || gather_link_q[8*l+`WF_LINK_SOME];
            row1_q <= {t_more, gather_tag_q, gather_op_q, gather_has_q, gather_last_q, gather_link_q, gather_value_q};
        end
        if (en && row1_valid_q) row2_q <= row1_q;
        if (en && row2_valid_q) row3_q <= row2_q;
        if (rst) begin
            gather_valid_q  <= 1'b0;
            row1_valid_q <= 1'b0;
            row2_valid_q <= 1'b0;
            row3_valid_q <= 1'b0;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
