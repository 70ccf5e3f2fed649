// SPDX-License-Identifier: Apache-2.0
// skid.v - wf_skid: the channel holds while it is stalled, and it is a queue of two words.
//   Ghost: the words that went in and did not come out, oldest first.
//   Environment: none; the payload may change while `in` is stalled, for the register takes it only in a transfer.
// prove stable: out_valid and out_data hold while out is stalled
// prove order: the word on offer is the oldest of those that went in and did not come out
// prove early: a word is on offer in the cycle after it went in, and none without a word
// prove room: it takes a word unless it holds two
// implied stable: by order and early
// reach full: it holds two words
// reach both: a word goes in as another leaves
// run skid: pdr, 1 s, WIDTH=4
`default_nettype none

module formal_skid #(
    parameter integer WIDTH = 4
) (
    input  wire             clk,
    input  wire             in_valid, out_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             p_stable, p_order, p_early, p_room, w_full, w_both
);
    `include "wf_formal.vh"
    assign legal = 1'b1;

    wire             in_ready, out_valid;
    wire [WIDTH-1:0] out_data;
    wf_skid #(.WIDTH(WIDTH)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data));

    wire put = ok && in_valid && in_ready, got = ok && out_valid && out_ready;

    // the ghost: two words, and how many
    reg [WIDTH-1:0] old_q, new_q, was_q;
    reg [1:0]       held_q = 2'd0;
    reg             stalled_q = 1'b0;
    wire [1:0]      left = held_q - {1'b0, got};
    always @(posedge clk) begin
        held_q    <= left + {1'b0, put};
        old_q     <= left == 2'd0 ? in_data : got ? new_q : old_q;
        new_q     <= in_data;
        stalled_q <= ok && out_valid && !out_ready;
        was_q     <= out_data;
        if (held_q == 2'd2 && !got) new_q <= new_q;
    end

    assign p_stable = ok && stalled_q && !(out_valid && out_data == was_q);
    assign p_order  = ok && out_valid && out_data != old_q;
    assign p_early  = ok && out_valid != (held_q != 2'd0);
    assign p_room   = ok && in_ready != (held_q < 2'd2);
    assign w_full   = ok && held_q == 2'd2;
    assign w_both   = put && got;
endmodule

`default_nettype wire
