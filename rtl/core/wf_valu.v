// SPDX-License-Identifier: Apache-2.0
// wf_valu - vector ALU: the operations of unit ALU on LANES lanes.
//   Latency 1, throughput 1/cycle.  Reset clears control, not data.  Lanes not active keep their last result.
//   Page: docs/fp.md   Test: tb/core/wf_valu_tb.v
`default_nettype none

module wf_valu #(
    parameter integer LANES = 32,            // lanes, 1..128
    parameter integer TAG_W = 4              // bits of the tag that travels with a request, >= 1
) (
    input  wire                clk,
    input  wire                rst,          // synchronous, active high

    input  wire                req_valid,
    output wire                req_ready,    // from rsp_ready, combinational
    input  wire [TAG_W-1:0]    req_tag,
    input  wire [7:0]          req_op,
    input  wire [LANES-1:0]    req_active,   // lanes to compute
    input  wire [32*LANES-1:0] req_a,
    input  wire [32*LANES-1:0] req_b,
    input  wire [32*LANES-1:0] req_c,

    output wire                rsp_valid,
    input  wire                rsp_ready,
    output wire [TAG_W-1:0]    rsp_tag,
    output wire [32*LANES-1:0] rsp_data
);
    generate
        if (TAG_W < 1) wf_valu_TAG_W_must_be_at_least_1 u_error ();
    endgenerate

    reg             valid_q;
    reg [TAG_W-1:0] tag_q;

    wire take = req_valid && req_ready;

    assign req_ready = !valid_q || rsp_ready;
    assign rsp_valid = valid_q;
    assign rsp_tag   = tag_q;

    always @(posedge clk) begin
        if (req_ready) valid_q <= req_valid;
        if (take)      tag_q   <= req_tag;
        if (rst)       valid_q <= 1'b0;
    end

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wf_valu_lane u_lane (
                .clk(clk), .en(take && req_active[l]), .op(req_op),
                .a(req_a[32*l +: 32]), .b(req_b[32*l +: 32]), .c(req_c[32*l +: 32]), .result(rsp_data[32*l +: 32]));
        end
    endgenerate
endmodule

`default_nettype wire
