// SPDX-License-Identifier: Apache-2.0
// wf_host_queue - descriptors that the machine has not taken yet, first in first out.
//   Page: docs/host.md   Test: tb/host/wf_host_tb.v
`default_nettype none

module wf_host_queue #(
    parameter integer WIDTH   = 32,          // bits of a descriptor
    parameter integer DEPTH   = 4,           // 1..128
    parameter integer COUNT_W = $clog2(DEPTH + 1)        // derived
) (
    input  wire               clk,
    input  wire               rst,           // synchronous, active high
    input  wire               push,          // never while full
    input  wire [WIDTH-1:0]   push_desc,
    output wire               full,
    output wire [COUNT_W-1:0] count,
    output wire               desc_valid,
    input  wire               desc_ready,
    output wire [WIDTH-1:0]   desc
);
    generate
        if (DEPTH < 1 || DEPTH > 128) begin : g_check
            wf_host_queue_DEPTH_must_be_1_to_128 u_error ();
        end
    endgenerate
    localparam integer PLACE_W = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam integer LAST_PLACE = DEPTH - 1, ONE = 1;
    localparam [PLACE_W-1:0] LAST = LAST_PLACE[PLACE_W-1:0];

    reg [WIDTH-1:0]   place_q [0:DEPTH-1];
    reg [PLACE_W-1:0] in_q, out_q;
    reg [COUNT_W-1:0] count_q;
    reg               full_q, valid_q;
    wire              take = desc_valid && desc_ready;

    assign full       = full_q;
    assign count      = count_q;
    assign desc_valid = valid_q;
    assign desc       = place_q[out_q];

    always @(posedge clk) begin
        if (push) begin
            place_q[in_q] <= push_desc;
            in_q          <= (in_q == LAST) ? {PLACE_W{1'b0}} : in_q + 1'b1;
        end
        if (take)
            out_q <= (out_q == LAST) ? {PLACE_W{1'b0}} : out_q + 1'b1;
        if (push && !take) begin
            count_q <= count_q + 1'b1;
            full_q  <= count_q == LAST_PLACE[COUNT_W-1:0];
            valid_q <= 1'b1;
        end else if (take && !push) begin
            count_q <= count_q - 1'b1;
            full_q  <= 1'b0;
            valid_q <= count_q != ONE[COUNT_W-1:0];
        end
        if (rst) begin
            in_q    <= {PLACE_W{1'b0}};
            out_q   <= {PLACE_W{1'b0}};
            count_q <= {COUNT_W{1'b0}};
            full_q  <= 1'b0;
            valid_q <= 1'b0;
        end
    end

`ifdef WF_ASSERT
    always @(posedge clk)
        if (!rst && push && full_q) $fatal(1, "%m: a descriptor pushed into a full queue");
`endif
endmodule

`default_nettype wire
