// SPDX-License-Identifier: Apache-2.0
// wf_xlane_scan - integer scans, float minimum and maximum: log2(LANES) steps of pointer doubling and the last gather.
//   Latency log2(LANES) + 1 after wf_xlane_link, throughput 1/cycle.  Stalls as a whole while its result waits.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module wf_xlane_scan #(
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
    localparam integer STEPS  = LANE_W;

    reg                valid_q;
    reg [TAG_W-1:0]    tag_q;
    reg [32*LANES-1:0] data_q;

    wire en = !valid_q || out_ready;
    assign in_ready  = en;
    assign out_valid = valid_q;
    assign out_tag   = tag_q;
    assign out_data  = data_q;

    genvar k;
    generate
        for (k = 0; k <= STEPS; k = k + 1) begin : g_step        // before step k
            wire                   valid;
            wire [`WF_CHAIN_W-1:0] chain;
            if (k == 0) begin : g_in
                assign valid = in_valid;
                assign chain = in_chain;
            end else begin : g_next
                wf_xlane_step #(.LANES(LANES), .TAG_W(TAG_W), .STEP(k - 1)) u_step (
                    .clk(clk), .rst(rst), .en(en), .in_valid(g_step[k-1].valid), .in_chain(g_step[k-1].chain),
                    .out_valid(valid), .out_chain(chain));
            end
        end
    endgenerate

    wire                   end_valid = g_step[STEPS].valid;
    wire [`WF_CHAIN_W-1:0] end_chain = g_step[STEPS].chain;
    wire [7:0]             end_op    = end_chain[`WF_CHAIN_OP];
    wire [32*LANES-1:0]    end_value = end_chain[`WF_CHAIN_VALUE];
    wire [8*LANES-1:0]     end_last  = end_chain[`WF_CHAIN_LAST];
    wire [LANES-1:0]       end_nan   = end_chain[`WF_CHAIN_NAN];
    wire                   unused    = &{1'b0, end_chain, end_last};     // no links any more

    wire is_float = end_op == `WF_OP_WFMIN || end_op == `WF_OP_WFMAX;
    wire is_sign  = end_op == `WF_OP_WMINS || end_op == `WF_OP_WMAXS || is_float;
    wire is_max   = end_op == `WF_OP_WMAXS || end_op == `WF_OP_WMAXU || end_op == `WF_OP_WFMAX;
    wire is_not   = is_max || end_op == `WF_OP_WAND;         // as wf_xlane_link

    integer       l;
    reg [LANE_W-1:0] t_from;
    reg [31:0]    t_key, t_value, t_identity;
    reg           t_quiet;

    /* verilator lint_off BLKSEQ */          // t_* are temporaries of this block alone: nothing is evaluated while idle
    always @(posedge clk) begin
        if (en) valid_q <= end_valid;
        if (en && end_valid) begin
            tag_q <= end_chain[`WF_CHAIN_TAG];
            case (end_op)
                `WF_OP_WMINS: t_identity = 32'h7fffffff;
                `WF_OP_WMAXS: t_identity = 32'h80000000;
                `WF_OP_WMINU, `WF_OP_WAND: t_identity = 32'hffffffff;
                `WF_OP_WFMIN: t_identity = 32'h7f800000;
                `WF_OP_WFMAX: t_identity = 32'hff800000;
                default:      t_identity = 32'd0;
            endcase
            for (l = 0; l < LANES; l = l + 1) begin
                t_from  = end_last[8*l +: LANE_W];
                t_key   = end_value[{t_from, 5'd0} +: 32];
                t_quiet = is_float && !end_nan[t_from] && (&t_key[31:22]);   // two NaNs: the greatest key
                t_value = t_key ^ {32{is_not}};
                t_value = t_value ^ (is_float && !t_value[31] ? 32'hffffffff : {is_sign, 31'd0});
                data_q[32*l +: 32] <= !end_last[8*l+`WF_LINK_SOME] ? t_identity : t_quiet ? 32'h7fc00000 : t_value;
            end
        end
        if (rst) valid_q <= 1'b0;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
