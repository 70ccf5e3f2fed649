// SPDX-License-Identifier: Apache-2.0
// wf_xlane_fscan - float sums and products, and integer products: pointer doubling around one row of adders and multipliers.
//   Latency 4 * wave_log2 + 1 after wf_xlane_link; up to four requests go round at once, so one each wave_log2 + 1 cycles.
//   A step: gather into the operand registers (1 cycle), add or multiply (3 cycles).  The last round gathers the results.
//   Stands still as a whole while a result waits.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_xlane_fscan #(
    parameter integer LANES = 32,            // lanes, a power of two 4..128
    parameter integer TAG_W = 4              // request tag bits
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                in_valid,
    output wire                in_ready,
    input  wire [TAG_W-1:0]    in_tag,
    input  wire [7:0]          in_op,
    input  wire [2:0]          in_wave_log2,
    input  wire [32*LANES-1:0] in_value,
    input  wire [8*LANES-1:0]  in_link,
    input  wire [8*LANES-1:0]  in_last,

    output wire                out_valid,
    input  wire                out_ready,
    output wire [TAG_W-1:0]    out_tag,
    output wire [32*LANES-1:0] out_data
);
    localparam integer LOG = $clog2(LANES);
    localparam integer CTL_W = TAG_W + 8 + 3;

    // The ring: g (operands of the row), then three places beside the stages of the row.
    reg                g_valid_q, g_end_q, r1_valid_q, r2_valid_q, r3_valid_q;
    reg [CTL_W-1:0]    g_ctl_q,   r1_ctl_q,   r2_ctl_q,   r3_ctl_q;       // {tag, op, steps left}
    reg [32*LANES-1:0] g_value_q, r1_value_q, r2_value_q, r3_value_q;
    reg [8*LANES-1:0]  g_link_q,  r1_link_q,  r2_link_q,  r3_link_q;      // links after this step
    reg [8*LANES-1:0]  g_last_q,  r1_last_q,  r2_last_q,  r3_last_q;
    reg [LANES-1:0]    g_has_q,   r1_has_q,   r2_has_q,   r3_has_q;       // had a link in this step
    reg [32*LANES-1:0] g_low_q;                                           // what stands at the link

    wire [32*LANES-1:0] sum, product;
    reg                 g_sum_q, g_integer_q;    // decoded: the multiplier has no time for it
    wire [7:0]          r3_op = r3_ctl_q[10:3];

    wire en = !(g_valid_q && g_end_q) || out_ready;
    wire enter = !r3_valid_q;                // this turn of the gather is free
    assign in_ready  = en && enter;
    assign out_valid = g_valid_q && g_end_q;
    assign out_tag   = g_ctl_q[CTL_W-1:11];
    assign out_data  = g_low_q;

    wire g_run  = g_valid_q && !g_end_q;
    wire row_en = en && (g_run || r1_valid_q || r2_valid_q);    // an empty row stands still

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_lane
            wf_fp_add u_add (
                .clk(clk), .en(row_en), .in_valid(g_run && g_has_q[i] && g_sum_q),
                .a(g_low_q[32*i +: 32]), .b(g_value_q[32*i +: 32]), .subtract(1'b0), .result(sum[32*i +: 32]));
            wf_fp_mul u_mul (
                .clk(clk), .en(row_en), .in_valid(g_run && g_has_q[i] && !g_sum_q),
                .a(g_low_q[32*i +: 32]), .b(g_value_q[32*i +: 32]), .is_integer(g_integer_q),
                .result(product[32*i +: 32]));
        end
    endgenerate

    integer            l;
    reg [32*LANES-1:0] t_value;
    reg [8*LANES-1:0]  t_link, t_last;
    reg [LOG-1:0]      t_from, t_next;
    reg [7:0]          t_far;
    reg [31:0]         t_low, t_identity;
    reg [CTL_W-1:0]    t_ctl;
    reg                t_end;

    /* verilator lint_off BLKSEQ */          // t_* are temporaries of this block alone: nothing is evaluated while idle
    always @(posedge clk) begin
        if (en) begin
            g_valid_q  <= r3_valid_q || in_valid;
            r1_valid_q <= g_run;
            r2_valid_q <= r1_valid_q;
            r3_valid_q <= r2_valid_q;
        end
        if (en && (r3_valid_q || in_valid)) begin
            t_ctl   = r3_valid_q ? r3_ctl_q : {in_tag, in_op, in_wave_log2};
            t_link  = r3_valid_q ? r3_link_q : in_link;
            t_last  = r3_valid_q ? r3_last_q : in_last;
            t_value = r3_valid_q ? r3_value_q : in_value;
            for (l = 0; l < LANES; l = l + 1)
                if (r3_valid_q && r3_has_q[l])
                    t_value[32*l +: 32] = r3_op == `WF_OP_WFADD ? sum[32*l +: 32] : product[32*l +: 32];
            t_end     = t_ctl[2:0] == 3'd0;
            t_identity = t_ctl[10:3] == `WF_OP_WFMUL ? 32'h3f800000 : {31'd0, t_ctl[10:3] == `WF_OP_WMUL};
            g_end_q   <= t_end;
            g_sum_q     <= t_ctl[10:3] == `WF_OP_WFADD;
            g_integer_q <= t_ctl[10:3] == `WF_OP_WMUL;
            g_ctl_q   <= {t_ctl[CTL_W-1:3], t_ctl[2:0] - 3'd1};
            g_value_q <= t_value;
            g_last_q  <= t_last;
            for (l = 0; l < LANES; l = l + 1) begin
                t_next = t_link[8*l +: LOG];
                t_from = t_end ? t_last[8*l +: LOG] : t_next;
                t_far  = t_link[{t_next, 3'd0} +: 8];
                t_low  = t_value[{t_from, 5'd0} +: 32];
                g_low_q[32*l +: 32] <= t_end && !t_last[8*l+7] ? t_identity : t_low;
                g_link_q[8*l +: 8]  <= {t_link[8*l+7] && t_far[7], t_far[6:0]};
                g_has_q[l]          <= t_link[8*l+7];
            end
        end
        if (en && g_run) begin
            r1_ctl_q   <= g_ctl_q;
            r1_value_q <= g_value_q;
            r1_link_q  <= g_link_q;
            r1_last_q  <= g_last_q;
            r1_has_q   <= g_has_q;
        end
        if (en && r1_valid_q) begin
            r2_ctl_q   <= r1_ctl_q;
            r2_value_q <= r1_value_q;
            r2_link_q  <= r1_link_q;
            r2_last_q  <= r1_last_q;
            r2_has_q   <= r1_has_q;
        end
        if (en && r2_valid_q) begin
            r3_ctl_q   <= r2_ctl_q;
            r3_value_q <= r2_value_q;
            r3_link_q  <= r2_link_q;
            r3_last_q  <= r2_last_q;
            r3_has_q   <= r2_has_q;
        end
        if (rst) begin
            g_valid_q  <= 1'b0;
            r1_valid_q <= 1'b0;
            r2_valid_q <= 1'b0;
            r3_valid_q <= 1'b0;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
