// SPDX-License-Identifier: Apache-2.0
// free.v - wf_free_list: each number is free or taken, free ones come out in the order of their return.
//   Ghost: the free numbers in order, and the cycle in which each came back.
//   Environment: a number returns only after it was taken.
// prove stable: out_valid and out_number hold while out is stalled
// prove once: no number is offered that is taken
// prove order: the number on offer is the one that is free for longest; after reset 0, 1, 2 ..
// prove soon: a free number is on offer, from two cycles after its return on
// implied stable: by order and soon
// implied once: by order
// reach none: all are taken
// reach around: all were taken, and one is on offer again
// run free: pdr, 5 s, COUNT=3
// run free-four: pdr, 5 s, COUNT=4
// run free-one: pdr, 1 s, COUNT=1
`default_nettype none

module formal_free #(
    parameter integer COUNT = 3,
    parameter integer W     = (COUNT > 1) ? $clog2(COUNT) : 1    // derived
) (
    input  wire         clk,
    input  wire         in_valid, out_ready,
    input  wire [W-1:0] in_number,
    output wire         p_stable, p_once, p_order, p_soon, w_none, w_around
);
    `include "wf_formal.vh"
    wire         out_valid;
    wire [W-1:0] out_number;
    wf_free_list #(.COUNT(COUNT)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_number(in_number), .out_valid(out_valid), .out_ready(out_ready),
        .out_number(out_number));

    // the ghost: `order` has the free numbers, the first to go lowest
    reg [W*(COUNT+1)-1:0] order_q;
    reg [COUNT-1:0]       taken_q = {COUNT{1'b0}};
    reg [3:0]             free_q = COUNT, aged_q = COUNT;
    reg [W-1:0]           was_q;
    reg                   stalled_q = 1'b0, dry_q = 1'b0, begun_q = 1'b0;
    wire                  got  = ok && out_valid && out_ready, put = ok && in_valid;
    wire [3:0]            left = free_q - {3'd0, got};
    integer               n;
    initial for (n = 0; n <= COUNT; n = n + 1) order_q[W*n +: W] = n;
    assign legal = !(rst && in_valid) && !(in_valid && (in_number >= COUNT || !taken_q[in_number]));
    always @(posedge clk) begin
        begun_q   <= !rst;
        free_q    <= left + {3'd0, put};
        aged_q    <= left;
        stalled_q <= ok && out_valid && !out_ready;
        was_q     <= out_number;
        dry_q     <= dry_q || taken_q == {COUNT{1'b1}};
        if (put) taken_q[in_number] <= 1'b0;
        if (got) taken_q[out_number] <= 1'b1;
        if (got) order_q <= order_q >> W;
        for (n = 0; n <= COUNT; n = n + 1) if (put && left == n) order_q[W*n +: W] <= in_number;
    end

    assign p_stable = ok && stalled_q && !(out_valid && out_number == was_q);
    assign p_once   = ok && out_valid && (out_number >= COUNT || taken_q[out_number]);
    assign p_order  = ok && out_valid && (free_q == 4'd0 || out_number != order_q[W-1:0]);
    assign p_soon   = ok && begun_q && !out_valid && aged_q != 4'd0;
    assign w_none   = ok && taken_q == {COUNT{1'b1}};
    assign w_around = ok && dry_q && out_valid;
endmodule

`default_nettype wire
