// SPDX-License-Identifier: Apache-2.0
// wf_xlane_scan - integer scans, float minimum and maximum: log2(LANES) steps of pointer doubling and the last gather.
//   Latency log2(LANES) + 1 after wf_xlane_link, throughput 1/cycle.  A step moves unless the last one has a result that waits.
//   Scans of wf_xlane_fscan come for the last gather alone (`end_*`), latency 1: they and the others take turns.
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

    input  wire                end_valid,    // a scan without links, of wf_xlane_fscan
    output wire                end_ready,
    input  wire [`WF_CHAIN_W-1:0] end_chain,

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
    reg                end_turn_q;           // the last gather was of the steps

    wire steps_valid;                        // at the end of the steps
    wire ends = end_valid && (!steps_valid || end_turn_q);
    wire free = !valid_q || out_ready;       // the last gather
    wire en   = !steps_valid || (free && !ends);     // the steps: to their end they go on, whoever gathers
    assign in_ready  = en;
    assign end_ready = free && ends;
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

    // ---- the last gather: of the steps, or of wf_xlane_fscan ----
    assign steps_valid = g_step[STEPS].valid;
    // As `ends`, or anything when there is none: the choice of a thousand bits is then another net than end_ready, which is late.
    wire                   is_end     = !steps_valid || (end_valid && end_turn_q);
    wire [`WF_CHAIN_W-1:0] last_chain = is_end ? end_chain : g_step[STEPS].chain;
    wire [7:0]             last_op    = last_chain[`WF_CHAIN_OP];
    wire [32*LANES-1:0]    last_value = last_chain[`WF_CHAIN_VALUE];
    wire [8*LANES-1:0]     last_last  = last_chain[`WF_CHAIN_LAST];
    wire [LANES-1:0]       last_nan   = last_chain[`WF_CHAIN_NAN];
    wire                   unused     = &{1'b0, last_chain, last_last};     // no links any more

    wire is_float = last_op == `WF_OP_WFMIN || last_op == `WF_OP_WFMAX;
    wire is_sign  = last_op == `WF_OP_WMINS || last_op == `WF_OP_WMAXS || is_float;
    wire is_max   = last_op == `WF_OP_WMAXS || last_op == `WF_OP_WMAXU || last_op == `WF_OP_WFMAX;
    wire is_not   = is_max || last_op == `WF_OP_WAND;        // as wf_xlane_link

    integer       l;
    reg [LANE_W-1:0] t_from;
    reg [31:0]    t_key, t_value, t_identity;
    reg           t_quiet;

    /* verilator lint_off BLKSEQ */          // t_* are temporaries of this block alone: nothing is evaluated while idle
    always @(posedge clk) begin
        if (free) valid_q <= steps_valid || end_valid;
        if (free && (steps_valid || end_valid)) begin
            end_turn_q <= !ends;
            tag_q <= last_chain[`WF_CHAIN_TAG];
            case (last_op)
                `WF_OP_WMINS: t_identity = 32'h7fffffff;
                `WF_OP_WMAXS: t_identity = 32'h80000000;
                `WF_OP_WMINU, `WF_OP_WAND: t_identity = 32'hffffffff;
                `WF_OP_WFMIN: t_identity = 32'h7f800000;
                `WF_OP_WFMAX: t_identity = 32'hff800000;
                `WF_OP_WFMUL: t_identity = 32'h3f800000;
                `WF_OP_WMUL:  t_identity = 32'd1;
                default:      t_identity = 32'd0;
            endcase
            for (l = 0; l < LANES; l = l + 1) begin
                t_from  = last_last[8*l +: LANE_W];
                t_key   = last_value[{t_from, 5'd0} +: 32];
                t_quiet = is_float && !last_nan[t_from] && (&t_key[31:22]);   // two NaNs: the greatest key
                t_value = t_key ^ {32{is_not}};
                t_value = t_value ^ (is_float && !t_value[31] ? 32'hffffffff : {is_sign, 31'd0});
                data_q[32*l +: 32] <= !last_last[8*l+`WF_LINK_SOME] ? t_identity : t_quiet ? 32'h7fc00000 : t_value;
            end
        end
        if (rst) begin
            valid_q    <= 1'b0;
            end_turn_q <= 1'b0;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
