// SPDX-License-Identifier: Apache-2.0
// wf_mem_coalesce - memory instructions of lanes become requests for lines of 64 bytes; their answers come together.
//   Lanes in one line share a request; lanes of an atomic that hit one word are combined first, by the modules
//   of wf_lds, so that a request holds one operation per word at most.  One line request per cycle.  Latency:
//   max(log2(LANES), 4) + 6 cycles from a request to its first line, 11 from the last line's answer to the
//   instruction's.  Order: line requests leave in the order of the instructions, those of one instruction in the order
//   of their lowest lanes.  The parts after it must perform the requests of one line in the order sent, an answer
//   meaning performed; all else may come in any order.  Then each word sees the instructions in the order taken, and
//   the lanes of one in ascending order; f32 adds as well, which are not combined: one operation per lane and word.
//   Addresses are aligned to words.  No errors of its own.
//   Page: docs/memory.md   Test: tb/memory/wf_mem_coalesce_tb.v
`default_nettype none
`include "wf_record.vh"
`include "wf_isa.vh"
`include "wf_lds.vh"
`include "wf_line.vh"
`include "wf_link.vh"

module wf_mem_coalesce #(
    parameter integer LANES     = 32,        // lanes a wave: 4, 8, .. 128
    parameter integer TAG_W     = 6,         // bits of an instruction's tag
    parameter integer ENTRY_W   = 6,         // 2^ENTRY_W instructions out at a time
    parameter integer OPERAND_W = 3,         // 2^OPERAND_W of them atomics
    parameter integer LTAG_W    = 7          // 2^LTAG_W lines out at a time
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       mreq_valid,
    output wire                       mreq_ready,
    input  wire [`WF_MREQ_W-1:0]      mreq,          // MASK may be empty; ADDR of lanes outside of it: any
    output wire                       mrsp_valid,    // one answer an instruction, in any order, when all is performed
    input  wire                       mrsp_ready,
    output wire [`WF_MRSP_W-1:0]      mrsp,          // DATA 0: stores, lanes masked out or whose line is in ERROR

    output wire                       lreq_valid,
    input  wire                       lreq_ready,
    output wire [LTAG_W-1:0]          lreq_tag,      // not out twice at a time
    output wire [`WF_AREQ_W-1:0]      lreq,          // BYTES: four alike a word
    input  wire                       lrsp_valid,    // one answer a line request
    output wire                       lrsp_ready,    // always
    input  wire [LTAG_W-1:0]          lrsp_tag,
    input  wire [`WF_LRSP_W-1:0]      lrsp
);
    localparam integer IDX_W  = $clog2(LANES);
    localparam integer ADDR_W = `WF_LINE_ADDR_W + `WF_LINE_WORD_W;
    localparam integer DEPTH  = IDX_W < 4 ? 4 : IDX_W;
    localparam integer CTL_W  = `WF_LDS_CTL_ANSWER + TAG_W;

    generate
        if (LANES < 4 || LANES > 128 || LANES != (1 << IDX_W)) begin : g_check_lanes
            wf_mem_coalesce_LANES_must_be_a_power_of_two_from_4_to_128 u_error ();
        end
        if (TAG_W < 1 || ENTRY_W < 1 || OPERAND_W < 1 || LTAG_W < 1) begin : g_check_widths
            wf_mem_coalesce_TAG_W_ENTRY_W_OPERAND_W_and_LTAG_W_must_be_at_least_1 u_error ();
        end
    endgenerate

    wire move, next;

    // ---- stages 1 to 3: which lanes share a word ----
    wire                    front_valid, front_combines;
    wire [TAG_W-1:0]        front_tag;
    wire [2:0]              front_does;
    wire [3:0]              front_op;
    wire [LANES-1:0]        front_ok, front_has;
    wire [ADDR_W*LANES-1:0] front_word;
    wire [32*LANES-1:0]     front_data, front_compare;
    wire [IDX_W*LANES-1:0]  front_prev, front_last;

    /* verilator lint_off UNUSEDSIGNAL */    // the core has checked the addresses; f32 adds wait for nobody here
    wire                    float2, faulty2, front_align;
    wire [LANES-1:0]        ok2;
    wire [ADDR_W*LANES-1:0] word2;
    wire [IDX_W:0]          front_faults;
    wire [IDX_W-1:0]        front_fault_lane;
    wire [31:0]             front_fault_addr;
    /* verilator lint_on UNUSEDSIGNAL */
    wf_lds_front #(.LANES(LANES), .TAG_W(TAG_W), .IDX_W(IDX_W), .ADDR_W(ADDR_W)) u_front (
        .clk(clk), .rst(rst), .en(move), .req_valid(mreq_valid), .req_tag(mreq[`WF_MREQ_TAG]),
        .req_kind(mreq[`WF_MREQ_KIND]), .req_atom(mreq[`WF_MREQ_ATOM]), .req_base({ADDR_W{1'b0}}),
        .req_words({1'b1, {ADDR_W{1'b0}}}), .req_mask(mreq[`WF_MREQ_MASK]), .req_addr(mreq[`WF_MREQ_ADDR]),
        .req_data(mreq[`WF_MREQ_DATA]), .req_compare(mreq[`WF_MREQ_COMPARE]),
        .float2(float2), .faulty2(faulty2), .ok2_q(ok2), .word2_q(word2), .valid_q(front_valid), .tag_q(front_tag),
        .does_q(front_does), .op_q(front_op), .combines_q(front_combines), .ok_q(front_ok), .word_q(front_word),
        .data_q(front_data), .compare_q(front_compare), .has_prev_q(front_has),
        .prev_q(front_prev), .last_q(front_last), .faults_q(front_faults),
        .fault_align_q(front_align), .fault_lane_q(front_fault_lane), .fault_addr_q(front_fault_addr));
    assign mreq_ready = move;

    // f32 adds of one word: their sum depends on the order, so each lane makes an operation, one after the other.
    wire                   front_float = front_does == `WF_LDS_FREAD;
    wire [2:0]             does        = front_float ? `WF_LDS_ATOMIC : front_does;
    wire [3:0]             lane_op     = front_float ? `WF_ATOM_FADD : front_op;
    wire [CTL_W-1:0]       front_ctl   = {front_tag, front_combines, does, lane_op};
    wire [7:0]             front_work  = {front_combines, front_does, front_op};     // earlier, and the same to the scan: an f32 add combines nothing
    wire                   front_atomic = front_ctl[`WF_LDS_CTL_ATOMICS];
    wire [LANES-1:0]       front_plain = front_atomic && !front_float ? ~front_has : {LANES{1'b1}};
    wire [IDX_W*LANES-1:0] front_server;
    wire [8*LANES-1:0]     front_link;
    genvar n;
    generate
        for (n = 0; n < LANES; n = n + 1) begin : g_link
            localparam [31:0] LANE = n;
            assign front_server[IDX_W*n +: IDX_W] = front_float ? LANE[IDX_W-1:0] : front_last[IDX_W*n +: IDX_W];
            assign front_link[8*n+`WF_LINK_SOME] = front_has[n];
            assign front_link[8*n +: IDX_W]      = front_prev[IDX_W*n +: IDX_W];
            if (IDX_W < `WF_LINK_SOME) begin : g_pad
                assign front_link[8*n+IDX_W +: `WF_LINK_SOME-IDX_W] = {(`WF_LINK_SOME-IDX_W){1'b0}};
            end
        end
    endgenerate

    // ---- scan inside each set ----
    genvar d;
    generate
        for (d = 0; d <= DEPTH; d = d + 1) begin : g_scan
            wire                    valid;
            /* verilator lint_off UNUSEDSIGNAL */   // no stage follows the last one
            wire [CTL_W-1:0]        ctl;
            wire [LANES-1:0]        ok, plain;
            wire [ADDR_W*LANES-1:0] word;
            wire [IDX_W*LANES-1:0]  server, prev;
            wire [32*LANES-1:0]     value, compare;
            wire [LANES-1:0]        differs;
            wire [8*LANES-1:0]      link;
            // What the next stage takes: as the wires above, but for the split after stage 2.
            wire [LANES-1:0]        plain_to;
            wire [IDX_W*LANES-1:0]  server_to;
            /* verilator lint_on UNUSEDSIGNAL */

            if (d == 0) begin : g_from_front
                assign valid   = front_valid;
                assign ctl     = front_ctl;
                assign ok      = front_ok;
                assign plain   = front_plain;
                assign word    = front_word;
                assign server  = front_server;
                assign prev    = front_prev;
                assign link    = front_link;
                assign differs = {LANES{1'b0}};
                assign value   = front_data;
                assign compare = front_compare;
            end else begin : g_stage
                wf_lds_scan_stage #(.LANES(LANES), .IDX_W(IDX_W), .ADDR_W(ADDR_W), .CTL_W(CTL_W),
                                    .STEP(d <= IDX_W ? 1 << (d - 1) : 0)) u_stage (
                    .clk(clk), .rst(rst), .en(move), .in_valid(g_scan[d-1].valid), .in_ctl(g_scan[d-1].ctl),
                    .in_work(d == 1 ? front_work : g_scan[d-1].ctl[7:0]),
                    .in_ok(g_scan[d-1].ok), .in_plain(g_scan[d-1].plain_to), .in_word(g_scan[d-1].word),
                    .in_server(g_scan[d-1].server_to), .in_prev(g_scan[d-1].prev), .in_link(g_scan[d-1].link),
                    .in_value(g_scan[d-1].value), .in_compare(g_scan[d-1].compare), .in_given(1'b0),
                    .in_given_value({32*LANES{1'b0}}), .in_given_compare({32*LANES{1'b0}}), .out_valid(valid),
                    .out_ctl(ctl), .out_ok(ok), .out_plain(plain), .out_word(word), .out_server(server),
                    .out_prev(prev), .out_link(link), .out_value(value), .out_compare(compare), .out_differs(differs));
            end

            if (d == 2) begin : g_split
                wf_lds_split #(.LANES(LANES), .IDX_W(IDX_W)) u_split (
                    .clk(clk), .en(move),
                    .in_valid(front_valid && front_atomic && lane_op == `WF_ATOM_CAS),
                    .differs1(g_scan[1].differs), .server1(g_scan[1].server), .plain(plain), .server(server), .plain_to(plain_to),
                    .server_to(server_to));
            end else begin : g_straight
                assign plain_to  = plain;
                assign server_to = server;
            end
        end
    endgenerate

    // ---- lanes a line, in parallel to the last two scan stages ----
    // Where each lane makes an operation of its own, all but the lowest lane of a word go alone: they keep their links.
    wire [3:0]             match_op = g_scan[DEPTH-2].ctl[`WF_LDS_CTL_OP];
    wire                   serial   = g_scan[DEPTH-2].ctl[`WF_LDS_CTL_ATOMICS] &&
                                      (match_op == `WF_ATOM_CAS || match_op == `WF_ATOM_FADD);
    wire [LANES-1:0]       by_itself;
    wire                   some, more;
    wire [LANES-1:0]       lead;
    wire [LANES*LANES-1:0] row;
    generate
        for (n = 0; n < LANES; n = n + 1) begin : g_alone
            assign by_itself[n] = serial && g_scan[DEPTH-2].plain_to[n] && g_scan[DEPTH-2].link[8*n+`WF_LINK_SOME];
        end
    endgenerate

    wf_mem_match #(.LANES(LANES), .ADDR_W(ADDR_W)) u_match (
        .clk(clk), .en(move), .in_valid(g_scan[DEPTH-2].valid), .in_ok(g_scan[DEPTH-2].ok), .in_alone(by_itself),
        .in_pairs(g_scan[DEPTH-2].ctl[`WF_LDS_CTL_DOES] == `WF_LDS_PAIRS), .in_word(g_scan[DEPTH-2].word),
        .mid_valid(g_scan[DEPTH-1].valid), .next(next), .some_q(some), .more_q(more), .lead_q(lead), .row_q(row));

    // ---- line requests, and what is kept for the answers ----
    /* verilator lint_off UNUSEDSIGNAL */    // it has been combined
    wire [CTL_W-1:0]    ctl = g_scan[DEPTH].ctl;
    /* verilator lint_on UNUSEDSIGNAL */
    wire                entry_valid, operand_valid, ltag_valid, empty_ready, begins, goes_on, asks, note_valid;
    wire [ENTRY_W-1:0]  entry, of_entry, note_entry;
    wire [LTAG_W-1:0]   ltag, note_ltag;
    wire [LANES-1:0]    note_takers;
    wire [`WF_LINE_WORD_W*LANES-1:0] note_low;
    wire [`WF_LINE_ADDR_W-1:0] note_line;

    wf_mem_lines #(.LANES(LANES), .IDX_W(IDX_W), .ADDR_W(ADDR_W), .ENTRY_W(ENTRY_W), .LTAG_W(LTAG_W)) u_lines (
        .clk(clk), .rst(rst), .move(move),
        .in_valid(g_scan[DEPTH].valid), .in_kind(ctl[5:4]), .in_op(ctl[`WF_LDS_CTL_OP]), .in_ok(g_scan[DEPTH].ok),
        .in_word(g_scan[DEPTH].word), .in_server(g_scan[DEPTH].server), .in_value(g_scan[DEPTH].value),
        .in_compare(g_scan[DEPTH].compare), .in_some(some), .in_more(more), .in_lead(lead), .in_row(row), .next(next),
        .entry_valid(entry_valid), .entry(entry), .operand_valid(operand_valid), .ltag_valid(ltag_valid), .ltag(ltag),
        .empty_ready(empty_ready), .begins(begins), .goes_on(goes_on), .asks(asks), .of_entry(of_entry),
        .note_valid(note_valid), .note_ltag(note_ltag), .note_entry(note_entry), .note_takers(note_takers),
        .note_low(note_low), .note_line(note_line),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq));

    wf_mem_gather #(.LANES(LANES), .IDX_W(IDX_W), .TAG_W(TAG_W), .ENTRY_W(ENTRY_W), .OPERAND_W(OPERAND_W),
                    .LTAG_W(LTAG_W)) u_gather (
        .clk(clk), .rst(rst), .entry_valid(entry_valid), .entry(entry), .operand_valid(operand_valid),
        .ltag_valid(ltag_valid), .ltag(ltag),
        .empty_ready(empty_ready), .begins(begins), .begins_some(some), .begins_more(some && more),
        .in_tag(ctl[CTL_W-1:`WF_LDS_CTL_ANSWER]), .in_does(ctl[`WF_LDS_CTL_DOES]), .in_op(ctl[`WF_LDS_CTL_OP]),
        .in_ok(g_scan[DEPTH].ok), .in_plain(g_scan[DEPTH].plain), .in_prev(g_scan[DEPTH].prev),
        .in_value(g_scan[DEPTH].value), .in_compare(g_scan[DEPTH].compare),
        .goes_on(goes_on), .asks(asks), .of_entry(of_entry), .note_valid(note_valid), .note_ltag(note_ltag),
        .note_entry(note_entry), .note_takers(note_takers), .note_low(note_low), .note_line(note_line),
        .lrsp_valid(lrsp_valid), .lrsp_tag(lrsp_tag), .lrsp(lrsp),
        .rsp_valid(mrsp_valid), .rsp_ready(mrsp_ready), .rsp(mrsp));
    assign lrsp_ready = 1'b1;
endmodule

`default_nettype wire
