// SPDX-License-Identifier: Apache-2.0
// wf_mem_atomic - the atomics of lines, for all cores: reads a line, operates on its words, writes them back.
//   Loads and stores pass: 1 cycle down, 1 up.  Atomics: up to 2^SLOT_W lines are read at a time; one is open, and
//   atomics to the open line that are next are performed on it one after another, each 2 cycles (f32 add 5), at most
//   RUN, before it is written.  Order: nothing comes between the read and the write of a line: requests to it wait at
//   the head, and with them the later ones.  The memory below performs the requests of one line in the order sent.  An
//   atomic is answered when it is performed for all that pass here; busy: lines are not written yet, marked: lines that
//   were in flight at a mark are not.  No errors of its own: that of a line that is read goes to the atomics on it,
//   that of a line that is written to none, because they are answered.
//   Bound: with a memory that takes a request every cycle and answers within M cycles, and where answers are taken at
//   once, marked falls within 2*M + 2^SLOT_W*(5*RUN + 4) + 8 cycles of the mark, with any requests meanwhile.
//   Page: docs/memory.md   Test: tb/memory/wf_mem_atomic_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_mem_atomic #(
    parameter integer UTAG_W = 7,            // bits of a tag from above
    parameter integer SLOT_W = 3,            // 2^SLOT_W lines of atomics under way
    parameter integer RUN    = 16,           // atomics performed on a line before it is written
    parameter integer MARKS  = 1,            // marks, each of its own
    parameter integer LTAG_W = 1 + (UTAG_W > SLOT_W ? UTAG_W : SLOT_W)      // derived: bits of a tag below
) (
    input  wire                       clk,
    input  wire                       rst,
    output wire                       busy,          // a line of atomics is under way, or its write not answered
    input  wire [MARKS-1:0]           mark,          // pulse: from the next cycle on ...
    output wire [MARKS-1:0]           marked,        // ... a line that was under way in the cycle of the mark is still

    input  wire                       ureq_valid,    // a line channel: docs/memory.md
    output wire                       ureq_ready,
    input  wire [UTAG_W-1:0]          ureq_tag,
    input  wire [`WF_AREQ_W-1:0]      ureq,
    output wire                       ursp_valid,
    input  wire                       ursp_ready,
    output wire [UTAG_W-1:0]          ursp_tag,
    output wire [`WF_LRSP_W-1:0]      ursp,

    output wire                       lreq_valid,    // the same below, without atomics
    input  wire                       lreq_ready,
    output wire [LTAG_W-1:0]          lreq_tag,
    output wire [`WF_LREQ_W-1:0]      lreq,
    input  wire                       lrsp_valid,
    output wire                       lrsp_ready,
    input  wire [LTAG_W-1:0]          lrsp_tag,
    input  wire [`WF_LRSP_W-1:0]      lrsp           // ERROR of a line of atomics: all are answered so, none is written
);
    localparam integer LINE_W = `WF_LINE_ADDR_W;
    localparam integer WORDS  = `WF_LINE_WORDS;
    localparam integer BITS   = `WF_LINE_BITS;
    localparam integer SLOTS  = 1 << SLOT_W;
    localparam integer RUN_W  = $clog2(RUN + 1);
    localparam [2:0] IDLE = 3'd0, READ = 3'd1, OPERATE = 3'd2, ADD = 3'd3, NEXT = 3'd4, WRITE = 3'd5;
    localparam [1:0] ADDED = 2'd2;           // wf_fp_add: the sums come 3 cycles after the operands

    generate
        if (UTAG_W < 1 || SLOT_W < 1 || RUN < 1 || MARKS < 1) begin : g_check
            wf_mem_atomic_UTAG_W_SLOT_W_RUN_and_MARKS_must_be_at_least_1 u_error ();
        end
    endgenerate

    `include "wf_lds_op.vh"

    // ---- the head ----
    wire                      head_valid, head_leaves;
    wire [UTAG_W-1:0]         head_tag;
    wire [`WF_AREQ_W-1:0]     head;
    wf_skid #(.WIDTH(UTAG_W + `WF_AREQ_W)) u_head (
        .clk(clk), .rst(rst), .in_valid(ureq_valid), .in_ready(ureq_ready), .in_data({ureq_tag, ureq}),
        .out_valid(head_valid), .out_ready(head_leaves), .out_data({head_tag, head}));
    wire [1:0]                head_kind   = head[`WF_LREQ_KIND];
    wire [LINE_W-1:0]         head_line   = head[`WF_LREQ_LINE];
    wire [`WF_LINE_BYTES-1:0] head_bytes  = head[`WF_LREQ_BYTES];
    wire                      head_atomic = head_kind[`WF_ACCESS_ATOMICS];

    wire [WORDS-1:0] head_words;
    genvar w;
    generate
        for (w = 0; w < WORDS; w = w + 1) begin : g_words
            assign head_words[w] = |head_bytes[4*w +: 4];
        end
    endgenerate

    // ---- slots: lines between the read that was sent and the write that was sent ----
    reg  [SLOTS-1:0]   held_q;
    reg  [LINE_W*SLOTS-1:0] lines_q;
    wire [SLOTS-1:0]   meets;
    generate
        for (w = 0; w < SLOTS; w = w + 1) begin : g_meets
            assign meets[w] = held_q[w] && lines_q[LINE_W*w +: LINE_W] == head_line;
        end
    endgenerate

    reg  [2:0]         state_q;
    reg  [LINE_W-1:0]  open_line_q;
    reg  [SLOT_W-1:0]  open_q;
    reg  [RUN_W-1:0]   run_q;
    wire               slot_valid;
    wire [SLOT_W-1:0]  slot;
    wire               own          = lrsp_tag[LTAG_W-1];
    wire               back         = lrsp_valid && own;
    wire               came         = back && held_q[lrsp_tag[SLOT_W-1:0]];      // else its write is performed
    wire               acknowledged = back && !held_q[lrsp_tag[SLOT_W-1:0]];
    wire               down_ready;
    wire               write    = state_q == WRITE;
    wire               clear    = head_valid && !(|meets);
    wire               pass     = clear && !head_atomic && !write;
    wire               fetch    = clear && head_atomic && slot_valid && !write;
    wire               joins    = state_q == NEXT && head_valid && head_atomic &&
                                  head_line == open_line_q && run_q != RUN[RUN_W-1:0];
    wire               fetched  = fetch && down_ready;
    wire               written  = write && down_ready;
    assign head_leaves = ((pass || fetch) && down_ready) || joins;

    wf_free_list #(.COUNT(SLOTS)) u_slots (
        .clk(clk), .rst(rst), .in_valid(acknowledged), .in_number(lrsp_tag[SLOT_W-1:0]),
        .out_valid(slot_valid), .out_ready(fetched), .out_number(slot));

    // ---- down ----
    reg  [BITS-1:0]    open_data_q;          // the open line, what was done to it
    reg  [WORDS-1:0]   dirty_q;
    wire [`WF_LINE_BYTES-1:0] dirty_bytes;
    generate
        for (w = 0; w < WORDS; w = w + 1) begin : g_dirty
            assign dirty_bytes[4*w +: 4] = {4{dirty_q[w]}};
        end
    endgenerate
    wire [LTAG_W-1:0]  own_tag  = {1'b1, {(LTAG_W-1-SLOT_W){1'b0}}, write ? open_q : slot};
    wire [LTAG_W-1:0]  pass_tag = {1'b0, {(LTAG_W-1-UTAG_W){1'b0}}, head_tag};
    reg  [`WF_LREQ_W-1:0] down;
    always @* begin
        down = head[`WF_AREQ_LREQ];
        if (!pass) begin
            down[`WF_LREQ_KIND]  = `WF_ACCESS_LOAD;
            down[`WF_LREQ_BYTES] = {`WF_LINE_BYTES{1'b1}};
        end
        if (write) begin
            down[`WF_LREQ_KIND]  = `WF_ACCESS_STORE;
            down[`WF_LREQ_LINE]  = open_line_q;
            down[`WF_LREQ_BYTES] = dirty_bytes;
            down[`WF_LREQ_DATA]  = open_data_q;
        end
    end
    wf_skid #(.WIDTH(LTAG_W + `WF_LREQ_W)) u_down (
        .clk(clk), .rst(rst), .in_valid(write || pass || fetch), .in_ready(down_ready),
        .in_data({pass ? pass_tag : own_tag, down}),
        .out_valid(lreq_valid), .out_ready(lreq_ready), .out_data({lreq_tag, lreq}));

    // ---- up: what passes, and answers of atomics, by turns ----
    reg                answer_valid_q, turn_q;
    reg  [UTAG_W-1:0]  answer_tag_q;
    reg  [`WF_LRSP_W-1:0] answer_q;
    reg  [SLOTS-1:0]   wrong_q;              // the line was read with an error
    reg                open_wrong_q;
    wire               up_ready;
    wire               passes   = lrsp_valid && !own;
    wire               choose   = answer_valid_q && (turn_q || !passes);
    wire               answered = choose && up_ready;
    assign lrsp_ready = own || (up_ready && !choose);
    wf_skid #(.WIDTH(UTAG_W + `WF_LRSP_W)) u_up (
        .clk(clk), .rst(rst), .in_valid(choose || passes), .in_ready(up_ready),
        .in_data(choose ? {answer_tag_q, answer_q} : {lrsp_tag[UTAG_W-1:0], lrsp}),
        .out_valid(ursp_valid), .out_ready(ursp_ready), .out_data({ursp_tag, ursp}));

    // ---- lines that were read, and their operands ----
    wire               ready_valid;
    wire [SLOT_W-1:0]  ready_slot;
    wire               opens = state_q == IDLE && ready_valid;
    wire [SLOT_W:0]    unused_count;         // a slot is in it once
    wf_queue #(.WIDTH(SLOT_W), .DEPTH(SLOTS), .DIRECT(0)) u_ready (
        .clk(clk), .rst(rst), .in_valid(came), .in_data(lrsp_tag[SLOT_W-1:0]),
        .out_valid(ready_valid), .out_ready(state_q == IDLE), .out_data(ready_slot), .count(unused_count));

    localparam integer KEEP_W = UTAG_W + 1 + 4 + WORDS + 2 * BITS;
    wire [BITS-1:0]      read_line;
    wire [KEEP_W-1:0]    kept;
    wire [KEEP_W-1:0]    head_operands = {head_tag, head_kind == `WF_ACCESS_PAIRS, head[`WF_AREQ_ATOM], head_words,
                                          head[`WF_AREQ_COMPARE], head[`WF_LREQ_DATA]};
    wf_ram #(.WIDTH(BITS), .ROWS(SLOTS)) u_lines (
        .clk(clk), .read(opens), .read_row(ready_slot), .read_data(read_line),
        .write(came), .write_row(lrsp_tag[SLOT_W-1:0]), .write_data(lrsp[`WF_LRSP_DATA]));
    wf_ram #(.WIDTH(KEEP_W), .ROWS(SLOTS)) u_operands (
        .clk(clk), .read(opens), .read_row(ready_slot), .read_data(kept), .write(fetched), .write_row(slot),
        .write_data(head_operands));

    // ---- the open line ----
    reg  [UTAG_W-1:0]  tag_q;
    reg                pairs_q;              // words 2i and 2i+1 are one
    reg  [3:0]         op_q;
    reg  [WORDS-1:0]   words_q;
    reg  [BITS-1:0]    operand_q, compare_q;
    reg  [1:0]         count_q;
    wire               real_add = op_q == `WF_ATOM_FADD;
    wire               free     = !answer_valid_q || answered;
    wire               operate  = state_q == OPERATE && free;
    wire [BITS-1:0]    added;
    generate
        for (w = 0; w < WORDS; w = w + 1) begin : g_add
            wf_fp_add u_add (
                .clk(clk), .en(real_add && (state_q == OPERATE || state_q == ADD)), .in_valid(operate && words_q[w]),
                .a(open_data_q[32*w +: 32]), .b(operand_q[32*w +: 32]), .subtract(1'b0), .result(added[32*w +: 32]));
        end
    endgenerate

    integer    s;
    reg [63:0] fresh;                        // temporary of the clocked block
    always @(posedge clk) begin              // control
        case (state_q)
            IDLE:    if (ready_valid) state_q <= READ;
            READ:    state_q <= OPERATE;
            OPERATE: if (free) state_q <= real_add ? ADD : NEXT;
            ADD:     if (count_q == ADDED) state_q <= NEXT;
            NEXT:    state_q <= joins ? OPERATE : WRITE;
            default: if (down_ready) state_q <= IDLE;
        endcase
        count_q <= state_q == ADD ? count_q + 2'd1 : 2'd0;
        if (operate) answer_valid_q <= 1'b1;
        else if (answered) answer_valid_q <= 1'b0;
        turn_q <= passes && answer_valid_q ? (up_ready ? !choose : turn_q) : 1'b0;
        if (fetched) held_q[slot] <= 1'b1;
        if (written) held_q[open_q] <= 1'b0;
        if (rst) begin
            state_q        <= IDLE;
            answer_valid_q <= 1'b0;
            turn_q         <= 1'b0;
            held_q         <= {SLOTS{1'b0}};
        end
    end

    /* verilator lint_off BLKSEQ */          // the temporary above is blocking on purpose
    always @(posedge clk) begin
        if (came) wrong_q[lrsp_tag[SLOT_W-1:0]] <= lrsp[`WF_LRSP_ERROR];
        if (fetched) lines_q[LINE_W*slot +: LINE_W] <= head_line;
        if (opens) begin
            open_q      <= ready_slot;
            open_line_q <= lines_q[LINE_W*ready_slot +: LINE_W];
            run_q       <= {{(RUN_W-1){1'b0}}, 1'b1};
            dirty_q     <= {WORDS{1'b0}};
            open_wrong_q <= wrong_q[ready_slot];
        end
        if (state_q == READ) begin
            open_data_q <= read_line;
            {tag_q, pairs_q, op_q, words_q, compare_q, operand_q} <= kept;
        end
        if (joins) begin
            {tag_q, pairs_q, op_q, words_q, compare_q, operand_q} <= head_operands;
            run_q <= run_q + 1'b1;
        end
        if (operate) begin
            answer_tag_q <= tag_q;
            answer_q[`WF_LRSP_DATA]  <= open_data_q;
            answer_q[`WF_LRSP_ERROR] <= open_wrong_q;
            dirty_q      <= dirty_q | (words_q & {WORDS{!open_wrong_q}});
            if (!real_add)
                for (s = 0; s < WORDS; s = s + 2)
                    if (|words_q[s +: 2]) begin
                        fresh = wf_lds_op(op_q, pairs_q, open_data_q[32*s +: 64], operand_q[32*s +: 64],
                                          compare_q[32*s +: 64]);
                        if (words_q[s])   open_data_q[32*s +: 32]    <= fresh[31:0];
                        if (words_q[s+1]) open_data_q[32*s+32 +: 32] <= fresh[63:32];
                    end
        end
        if (state_q == ADD && count_q == ADDED)
            for (s = 0; s < WORDS; s = s + 1)
                if (words_q[s]) open_data_q[32*s +: 32] <= added[32*s +: 32];
    end
    /* verilator lint_on BLKSEQ */

    // ---- lines under way: from the read that was sent to the answer of the write; and those that were at a mark ----
    reg  [SLOTS-1:0]   away_q;
    localparam [SLOTS-1:0] ONE = {{(SLOTS-1){1'b0}}, 1'b1};
    wire [SLOTS-1:0]   home = acknowledged ? ONE << lrsp_tag[SLOT_W-1:0] : {SLOTS{1'b0}};
    always @(posedge clk) begin
        away_q <= (away_q & ~home) | (fetched ? ONE << slot : {SLOTS{1'b0}});
        if (rst) away_q <= {SLOTS{1'b0}};
    end
    assign busy = |away_q;

    genvar m;
    generate
        for (m = 0; m < MARKS; m = m + 1) begin : g_mark
            reg [SLOTS-1:0] left_q;
            always @(posedge clk) begin
                left_q <= (mark[m] ? away_q : left_q) & ~home;
                if (rst) left_q <= {SLOTS{1'b0}};
            end
            assign marked[m] = |left_q;
        end
    endgenerate
endmodule

`default_nettype wire
