// SPDX-License-Identifier: Apache-2.0
// wf_vfpu - vector float unit: the operations of unit FPU (products, float arithmetic, conversions) on LANES lanes.
//   Latency 5, throughput 1/cycle; the pipeline stalls as a whole while a response is not taken.
//   The responses of requests with `req_row` come at row_valid, of all others at rsp_valid.  Row responses are taken at once:
//   they stall nothing.
//   A response may be promised two cycles before it comes (early_*), where `early_ok` means that it will be taken then
//   and nothing before it can stall: rsp_early marks it, and the receiver takes it in its first cycle.
//   Reset clears control, not data.  Lanes not active give a stale value.
//   Page: docs/fp.md   Test: tb/core/wf_valu_tb.v
`default_nettype none

module wf_vfpu #(
    parameter integer LANES = 32,            // lanes, 1..128
    parameter integer TAG_W = 4,             // bits of the tag that travels with a request, >= 1
    parameter integer GATED = 1              // 0: the clocks of the lanes never stop; they give the same
) (
    input  wire                clk,
    input  wire                rst,          // synchronous, active high

    input  wire                req_valid,
    output wire                req_ready,    // from rsp_ready, combinational
    input  wire                req_row,      // of the second client, whose response is taken in its first cycle
    input  wire [TAG_W-1:0]    req_tag,
    input  wire [7:0]          req_op,
    input  wire [LANES-1:0]    req_active,   // lanes to compute
    input  wire [32*LANES-1:0] req_a,
    input  wire [32*LANES-1:0] req_b,
    input  wire [32*LANES-1:0] req_c,

    input  wire                early_ok,     // the response of two cycles from now will be taken
    output wire                early_valid,  // it is promised
    output wire [TAG_W-1:0]    early_tag,

    output wire                row_soon,     // one is there in the next cycle in which the unit moves: soon_tag
    output wire [TAG_W-1:0]    soon_tag,
    output wire                row_valid,    // a response to the second client: rsp_tag, rsp_data
    output wire                rsp_valid,
    input  wire                rsp_ready,
    output wire                rsp_early,    // was promised
    output wire [TAG_W-1:0]    rsp_tag,
    output wire [32*LANES-1:0] rsp_data
);
    generate
        if (TAG_W < 1) wf_vfpu_TAG_W_must_be_at_least_1 u_error ();
    endgenerate

    reg [5:1]         valid_q, row_q;        // index: stage; of the first client, of the second
    reg [5*TAG_W-1:0] tags_q;                // stage 5 at the top

    wire en   = req_ready && (req_valid || |{valid_q, row_q});

    assign req_ready = !valid_q[5] || rsp_ready;
    assign rsp_valid = valid_q[5];
    assign row_soon  = row_q[4];
    assign soon_tag  = tags_q[4*TAG_W-1:3*TAG_W];
    assign row_valid = row_q[5];             // then stage 5 moves
    assign rsp_tag   = tags_q[5*TAG_W-1:4*TAG_W];

    reg [5:4] early_q;                       // promised
    assign early_valid = early_ok && valid_q[3] && (!valid_q[4] || early_q[4]) && (!valid_q[5] || early_q[5]);
    assign early_tag   = tags_q[3*TAG_W-1:2*TAG_W];
    assign rsp_early   = early_q[5];

    always @(posedge clk) begin
        if (en) begin
            early_q   <= {early_q[4], early_valid};
            valid_q   <= {valid_q[4:1], req_valid && !req_row};
            row_q     <= {row_q[4:1], req_valid && req_row};
            tags_q    <= {tags_q[4*TAG_W-1:0], req_tag};
        end
        if (rst) begin
            early_q   <= 2'd0;
            valid_q   <= 5'd0;
            row_q     <= 5'd0;
        end
    end

    // what a lane needs no edge for gets none
    wire lane_clk;
    wf_clock_gate u_lane_clock (.clk(clk), .en(GATED == 0 || rst || en), .gated(lane_clk));

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wf_fp_fma #(.CONVERT(1)) u_lane (
                .clk(lane_clk), .en(en), .in_valid(req_valid && req_active[l]), .op(req_op),
                .a(req_a[32*l +: 32]), .b(req_b[32*l +: 32]), .c(req_c[32*l +: 32]), .result(rsp_data[32*l +: 32]));
        end
    endgenerate
endmodule

`default_nettype wire
