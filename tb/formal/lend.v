// SPDX-License-Identifier: Apache-2.0
// lend.v - wf_fpu and wf_core_sched as wf_core joins them, with requests of the cross-lane unit. Lanes are cut.
//   Ghost: what the queue holds, by client; the cycles that a request waits; what the core brought in the last five cycles.
//   Environment: waves are ready when they like, for float instructions. An instruction reaches the queue three cycles after its pick. A request keeps until it is taken. It comes
//   a cycle after `row_wanted` at the earliest, which stays while one is in the queue. Answers of the core's instructions wait as long as they like.
// prove room: the queue holds no more than its places
// prove inside: each place is lent, or a credit, or of an instruction that was picked and did not leave the queue; no more requests wait than are lent
// prove wait: a request waits for at most BOUND cycles in which the lanes move
// prove share: while two places are lent, the core brings at most three instructions in any five cycles
// implied room: by inside
// reach late: a request waits for BOUND cycles in which the lanes move
// reach full: the queue holds all its places, and two are of requests
// run lend: pdr, 20 s, DEPTH=5, BOUND=7
// cut wf_fp_fma
`default_nettype none
`include "wf_isa.vh"

module formal_lend #(
    parameter integer WAVES = 2,
    parameter integer DEPTH = 5,
    parameter integer BOUND = 7
) (
    input  wire             clk,
    input  wire [WAVES-1:0] ready,
    input  wire             row_wanted, row_valid, rsp_ready,
    output wire             p_room, p_inside, p_wait, p_share, w_late, w_full
);
    `include "wf_formal.vh"
    wire                pick_valid, issue_valid, issue_slot, lend, credit, row_ready, rsp_valid, row_answer;
    wire [1:0]          lent;
    wire [7*WAVES-1:0]  head_class = {WAVES{1'b1}} << (WAVES*`WF_UNIT_FPU);
    reg                 read_q = 0, push_q = 0;          // the instruction: in the read of the registers, before the queue
    wf_core_sched #(.WAVES(WAVES), .POLICY(0), .STAY(1), .DEPTH(DEPTH)) u_sched (
        .clk(clk), .rst(rst), .launch_valid(1'b0), .launch_slot(1'b0), .ready(ready), .head_class(head_class), .waiting({WAVES{1'b0}}),
        .results_waiting(3'd0), .credit_return({6'd0, credit} << `WF_UNIT_FPU), .fpu_lend(lend), .fpu_lent(lent), .pick_valid(pick_valid),
        .issue_valid(issue_valid), .issue_slot(issue_slot), .blocked());
    wf_fpu #(.LANES(1), .TAG_W(2), .DEPTH(DEPTH)) u_dut (
        .clk(clk), .rst(rst), .in_valid(push_q), .in_tag(2'd0), .in_op(`WF_OP_FADD), .in_active(1'b1), .in_a(32'd0), .in_b(32'd0), .in_c(32'd0),
        .credit_return(credit), .row_wanted(row_wanted), .row_req_valid(row_valid), .row_req_ready(row_ready), .row_req_tag(3'd0),
        .row_req_op(`WF_OP_FADD), .row_req_active(1'b1), .row_req_a(32'd0), .row_req_b(32'd0), .row_soon_valid(),
        .row_soon_tag(), .row_rsp_valid(row_answer), .lend(lend), .lent(lent), .early_ok(1'b0), .early_valid(), .early_tag(),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_early(), .rsp_tag(), .rsp_data());
    // see leaves: u_dut.leaves
    // see of_row: u_dut.req_row
    // see s_credits: u_sched.credit_q
    // see s_waiting: u_dut.waiting_q
    wire            leaves, of_row;                      // the queue's head goes; it is a request
    wire [20:0]     s_credits;
    wire [1:0]      s_waiting;

    // the ghost
    reg  [3:0]      queue_q = 0, row_queue_q = 0;        // in the queue; of the row
    reg             was_wanted_q = 0, stalled_q = 0;
    reg  [4:0]      waited_q = 0, brought_q = 0, lent_q = 0;         // the latter by cycle, the last at the lowest bit
    wire            row_goes = row_valid && row_ready;
    wire            moves    = !rsp_valid || rsp_ready;
    wire [20:0]     others   = ~(21'd7 << (3*`WF_UNIT_FPU));         // nothing is picked of them
    wire [5:0]      placed   = lent + s_credits[3*`WF_UNIT_FPU +: 3] + issue_valid + read_q + push_q + queue_q - row_queue_q;
    wire            inside   = placed == DEPTH && (s_credits & others) == ({7{DEPTH[2:0]}} & others) && s_waiting == row_queue_q &&
                               row_queue_q <= lent && queue_q >= row_queue_q && lent <= (DEPTH > 3 ? 2 : 1);
    assign legal = !(rst && (ready != 0 || row_valid)) && !(row_valid && !(row_wanted && was_wanted_q)) && !(stalled_q && !row_valid) &&
                   !(row_queue_q != 0 && !row_wanted);
    always @(posedge clk) begin
        read_q       <= ok && issue_valid;
        push_q       <= ok && read_q;
        was_wanted_q <= ok && row_wanted;
        stalled_q    <= ok && row_valid && !row_ready;
        if (ok) queue_q     <= queue_q + (push_q || row_goes) - leaves;
        if (ok) row_queue_q <= row_queue_q + row_goes - (leaves && of_row);
        waited_q  <= ok && row_valid && !row_ready ? waited_q + (moves && waited_q != 5'd31) : 5'd0;
        brought_q <= {brought_q[3:0], ok && push_q};
        lent_q    <= {lent_q[3:0], ok && lent == 2'd2};
    end
    wire [2:0] brought = brought_q[0] + brought_q[1] + brought_q[2] + brought_q[3] + push_q;
    assign p_room   = ok && queue_q > DEPTH;
    assign p_inside = ok && !inside;
    assign p_wait   = ok && waited_q > BOUND;
    assign p_share  = ok && lent == 2'd2 && lent_q[3:0] == 4'hf && brought > 3'd3;
    assign w_late   = ok && waited_q == BOUND;
    assign w_full   = ok && queue_q == DEPTH && row_queue_q == 4'd2;
endmodule

`default_nettype wire
