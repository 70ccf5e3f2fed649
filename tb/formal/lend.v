// SPDX-License-Identifier: Apache-2.0
// lend.v - wf_fpu and wf_core_sched as wf_core joins them: the cross-lane unit shares the lanes of a core that picks float instructions. Lanes are cut.
//   Ghost: what the queue holds, by client, oldest first; the cycles that a request waits; what the core brought in the last five cycles.
//   Environment: waves are ready when they like. An instruction reaches the queue three cycles after its pick. A request keeps until it is taken. It comes
//   a cycle after `row_wanted` at the earliest, which stays until all answers came. Answers of the core's instructions wait as long as they like.
// prove room: the queue holds no more than its places
// prove wait: a request waits for at most BOUND cycles in which the lanes move
// prove share: while two places are lent, the core brings at most three instructions in any five cycles
// prove once: each answer is of the oldest that waits for one, and goes to the client that asked for it
// prove soon: a request of which the answer comes was announced in the cycle before, with its tag
// reach late: a request waits for BOUND cycles in which the lanes move
// reach full: the queue holds all its places, and two are of requests
// run lend: pdr, 20 s, DEPTH=5, BOUND=24
// cut wf_fp_fma
`default_nettype none
`include "wf_isa.vh"

module formal_lend #(
    parameter integer WAVES = 2,
    parameter integer DEPTH = 5,
    parameter integer BOUND = 24
) (
    input  wire             clk,
    input  wire [WAVES-1:0] ready,
    input  wire             row_wanted, row_valid, rsp_ready, early_ok,
    input  wire [2:0]       row_tag,
    input  wire [1:0]       tag,
    output wire             p_room, p_wait, p_share, p_once, p_soon, w_late, w_full
);
    `include "wf_formal.vh"
    wire             pick_valid, issue_valid, lend, credit, row_ready, soon_valid, row_answer, rsp_valid, rsp_early;
    wire             issue_slot;
    wire [1:0]       lent, rsp_tag;
    wire [2:0]       soon_tag;
    wire [7*WAVES-1:0] head_class = {WAVES{1'b1}} << (WAVES*`WF_UNIT_FPU);
    reg              read_q = 0, push_q = 0; // the instruction: in the registers' read, before the queue
    wf_core_sched #(.WAVES(WAVES), .POLICY(0), .STAY(1), .DEPTH(DEPTH)) u_sched (
        .clk(clk), .rst(rst), .launch_valid(1'b0), .launch_slot(1'b0), .ready(ready), .head_class(head_class), .waiting({WAVES{1'b0}}),
        .results_waiting(3'd0), .credit_return({6'd0, credit} << `WF_UNIT_FPU), .fpu_lend(lend), .fpu_lent(lent), .pick_valid(pick_valid),
        .issue_valid(issue_valid), .issue_slot(issue_slot), .blocked());
    wf_fpu #(.LANES(1), .TAG_W(2), .DEPTH(DEPTH)) u_dut (
        .clk(clk), .rst(rst), .in_valid(push_q), .in_tag(tag), .in_op(`WF_OP_FADD), .in_active(1'b1), .in_a(32'd0), .in_b(32'd0), .in_c(32'd0),
        .credit_return(credit), .row_wanted(row_wanted), .row_req_valid(row_valid), .row_req_ready(row_ready), .row_req_tag(row_tag),
        .row_req_op(`WF_OP_FADD), .row_req_active(1'b1), .row_req_a(32'd0), .row_req_b(32'd0), .row_soon_valid(soon_valid),
        .row_soon_tag(soon_tag), .row_rsp_valid(row_answer), .lend(lend), .lent(lent), .early_ok(early_ok), .early_valid(), .early_tag(),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_early(rsp_early), .rsp_tag(rsp_tag), .rsp_data());

    // the ghost: of the words that wait for an answer, 10 at most, word 0 is the oldest: {of the row, tag}
    reg  [4*12-1:0] words_q;
    reg  [3:0]      held_q = 0, row_held_q = 0, queue_q = 0, row_queue_q = 0;        // of all; of the row; those in the queue
    reg             was_wanted_q = 0, kept_q1 = 0, soon_q = 0;
    reg  [2:0]      kept_tag_q, soon_tag_q;
    reg  [4:0]      waited_q = 0;
    reg  [4:0]      brought_q = 0, lent_q = 0;           // by cycle, the last at the lowest bit
    wire            row_goes = row_valid && row_ready;
    wire            put      = ok && (push_q || row_goes);
    wire            got      = ok && ((rsp_valid && rsp_ready) || row_answer);
    wire [3:0]      word     = push_q ? {2'd0, tag} : {1'b1, row_tag};
    wire [3:0]      left     = held_q - got;
    wire            leaves, of_row;                      // the queue's head goes
    // see leaves: u_dut.leaves
    // see of_row: u_dut.req_row
    wire            moves    = !rsp_valid || rsp_ready;
    integer         n;
    assign legal = !(rst && (ready != 0 || row_valid)) && !(row_valid && !(row_wanted && was_wanted_q)) &&
                   !(kept_q1 && !(row_valid && row_tag == kept_tag_q)) && !(row_held_q != 0 && !row_wanted) &&
                   !(rsp_valid && rsp_early && !rsp_ready);
    always @(posedge clk) begin
        read_q       <= ok && issue_valid;
        push_q       <= ok && read_q;
        was_wanted_q <= ok && row_wanted;
        kept_q1      <= ok && row_valid && !row_ready;
        kept_tag_q   <= row_tag;
        soon_q       <= ok && soon_valid;
        soon_tag_q   <= soon_tag;
        if (ok) begin
            held_q      <= left + put;
            row_held_q  <= row_held_q + row_goes - row_answer;
            queue_q     <= queue_q + put - leaves;
            row_queue_q <= row_queue_q + row_goes - (leaves && of_row);
        end
        if (got) words_q <= words_q >> 4;
        for (n = 0; n < 12; n = n + 1) if (put && left == n) words_q[4*n +: 4] <= word;
        waited_q  <= ok && row_valid && !row_ready ? waited_q + (moves && waited_q != 5'd31) : 5'd0;
        brought_q <= {brought_q[3:0], push_q};
        lent_q    <= {lent_q[3:0], lent == 2'd2};
    end
    wire [2:0] brought = brought_q[0] + brought_q[1] + brought_q[2] + brought_q[3] + push_q;
    assign p_room  = ok && queue_q > DEPTH;
    assign p_wait  = ok && waited_q > BOUND;
    assign p_share = ok && lent == 2'd2 && lent_q[3:0] == 4'hf && brought > 3'd3;
    assign p_once  = ok && ((row_answer && !(held_q != 0 && words_q[3])) || (rsp_valid && !(held_q != 0 && words_q[3:0] == {2'd0, rsp_tag})));
    assign p_soon  = ok && row_answer && !(soon_q && words_q[2:0] == soon_tag_q);
    assign w_late  = ok && waited_q == BOUND;
    assign w_full  = ok && queue_q == DEPTH && row_queue_q == 4'd2;
endmodule

`default_nettype wire
