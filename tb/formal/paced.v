// SPDX-License-Identifier: Apache-2.0
// paced.v - wf_pack while its answers are stalled: requests stay in order, and they wait no longer than they must.
//   Ghost: which of the stages 1 to 7 has a request, how many answers are made and not taken, and the tags of all.
//   Environment: the tables of a dispatch are ready at any time.
// prove pace: a request is taken, if its tables are ready, unless two answers wait; 8 cycles later, not counting those in which two wait, its answer is on offer
// prove order: answers have the tags of the requests, in their order
// shared pace: the tags of the ghost move at its pace, so that an answer at another time has another tag
// reach two: two answers wait, and a request after them
// run paced: pdr, 10 s, LANES=4
// cut wf_pack_tables
`default_nettype none
`include "wf_isa.vh"

module formal_paced #(
    parameter integer LANES = 4
) (
    input  wire       clk,
    input  wire       valid, tag, rsp_ready,
    output wire       p_pace, p_order, w_two
);
    `include "wf_formal.vh"
    wire                req_ready, rsp_valid, rsp_tag, made;
    (* keep *) wire [32*LANES-1:0] kept;
    (* keep *) wire                busy;
    wf_pack #(.LANES(LANES), .TAG_W(1)) u_dut (
        .clk(clk), .rst(rst), .cfg_valid(1'b0), .cfg_id(1'b0), .cfg_x(11'd1), .cfg_y(11'd1), .cfg_numwaves(1'b0), .busy(busy),
        .req_valid(valid), .req_ready(req_ready), .req_tag(tag), .req_id(1'b0), .req_sv(3'd0), .req_place(16'd0), .req_base(96'd0),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_tag(rsp_tag), .rsp_data(kept));
    // see made: u_dut.ready

    reg  [7:1] in_q   = 0, tag_q = 0;
    reg  [1:0] wait_q = 0, tags_q = 0;       // answers that are made and not taken; their tags, the oldest at 0
    wire       moves = wait_q < 2'd2, comes = moves && in_q[7], answer = rsp_valid && rsp_ready;
    wire [1:0] left  = wait_q - answer;
    assign legal = !(rst && valid);
    always @(posedge clk)
        if (ok) begin
            if (moves) {tag_q, in_q} <= {tag_q[6:1], tag, in_q[6:1], valid && req_ready};
            wait_q <= left + comes;
            if (answer) tags_q[0] <= tags_q[1];
            if (comes)  tags_q[left[0]] <= tag_q[7];
        end
    assign p_pace  = ok && (rsp_valid != (wait_q != 0) || req_ready != (moves && (!valid || made)));
    assign p_order = ok && rsp_valid && rsp_tag != tags_q[0];
    assign w_two   = ok && wait_q == 2'd2 && in_q != 0;
endmodule

`default_nettype wire
