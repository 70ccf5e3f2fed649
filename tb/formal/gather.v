// SPDX-License-Identifier: Apache-2.0
// gather.v - wf_mem_gather on 4 lanes: instructions with lines in flight, from their begin to what wf_lds_return is handed.
//   Ghost: by tag, the instructions in flight; by line tag, the lanes of the line; of one instruction, any of them, the lines
//   without an answer, the word of one lane, any of them, and the errors that it met.
//   Environment: what `lines` proves of begins, goes_on, asks and the notes. Tags of instructions in flight differ. A line is answered
//   once, 4 cycles after it was asked for at the earliest. A word has one bit, a line number two.
// prove free: numbers on offer are of no instruction and of no line in flight
// prove once: an instruction that is handed on is in flight, and was not handed on before
// prove whole: it is handed on when all its lines are answered, and not before
// prove kept: it has the kind, operation and lanes that it began with
// prove word: two cycles of `go` later a lane has its word of its line, or 0 of a line in error
// prove error: it has the number of lanes of lines in error, the lowest of them and its address
// prove soon: it is handed on after eight cycles of `go` at most from the answer of its last line
// reach three: an instruction of three lines, answered in another order than asked for, is handed on
// reach wrong: two lines of an instruction have errors, and the lowest lane is of the second
// reach both: two instructions are in flight, and an answer of one comes as the other begins
// run gather: bmc 17, 60 s, LANES=4
`default_nettype none
`include "wf_lds.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module formal_gather #(
    parameter integer LANES     = 4,
    parameter integer IDX_W     = 2,
    parameter integer TAG_W     = 2,
    parameter integer ENTRY_W   = 1,
    parameter integer OPERAND_W = 1,
    parameter integer LTAG_W    = 2
) (
    input  wire               clk,
    input  wire               begins, goes, atomic, lrsp_valid, lrsp_error, rsp_ready, mark,       // goes: a line of the instruction that has begun
    input  wire [TAG_W-1:0]   tag,
    input  wire               op,
    input  wire [LANES-1:0]   lanes, takers, plain,
    input  wire [4*LANES-1:0] lows,
    input  wire [1:0]         number,        // of the line
    input  wire [LTAG_W-1:0]  lrsp_tag,
    input  wire [15:0]        bits,          // the lowest bits of the words of a line
    input  wire [IDX_W-1:0]   watch,         // a lane
    output wire               p_free, p_once, p_whole, p_kept, p_word, p_error, p_soon, w_three, w_wrong, w_both
);
    `include "wf_formal.vh"
    localparam integer LOW_W = `WF_LINE_WORD_W, LINE_W = `WF_LINE_ADDR_W, LTAGS = 1 << LTAG_W, TAGS = 1 << TAG_W, ENTRIES = 1 << ENTRY_W;
    localparam integer WRONG_W = 1 + (IDX_W + 1) + IDX_W + LINE_W + LOW_W;

    // ---- the instruction that asks for lines, as wf_mem_lines does ----
    reg                     open_q = 0;      // it has begun, and has lines to ask for
    reg  [ENTRY_W-1:0]      entry_q;
    reg  [LANES-1:0]        left_q;
    reg  [4*LANES-1:0]      lows_q;
    wire                    entry_valid, operand_valid, ltag_valid, empty_ready;
    wire [ENTRY_W-1:0]      entry, of_entry = open_q ? entry_q : entry;
    wire [LTAG_W-1:0]       ltag;
    wire                    asks  = begins ? lanes != 0 : goes;
    wire [LANES-1:0]        left  = (begins ? lanes : left_q) & ~takers;
    reg                     note_q = 0;
    reg  [LTAG_W-1:0]       note_ltag_q;
    reg  [ENTRY_W-1:0]      note_entry_q;
    reg  [LANES-1:0]        note_takers_q;
    reg  [1:0]              note_number_q;
    reg  [`WF_LRSP_W-1:0]   lrsp;
    (* keep *) wire [`WF_MRSP_W:0] kept;
    integer                 i, n;
    always @* begin
        lrsp = 0;
        for (i = 0; i < 16; i = i + 1) lrsp[32*i] = bits[i];
        lrsp[`WF_LRSP_ERROR] = lrsp_error;
    end
    wf_mem_gather #(.LANES(LANES), .IDX_W(IDX_W), .TAG_W(TAG_W), .ENTRY_W(ENTRY_W), .OPERAND_W(OPERAND_W), .LTAG_W(LTAG_W)) u_dut (
        .clk(clk), .rst(rst), .entry_valid(entry_valid), .entry(entry), .operand_valid(operand_valid), .ltag_valid(ltag_valid), .ltag(ltag),
        .empty_ready(empty_ready), .begins(begins), .begins_some(lanes != 0), .begins_more(left != 0), .in_tag(tag),
        .in_does(atomic ? `WF_LDS_ATOMIC : `WF_LDS_LOAD), .in_op({3'd0, op}), .in_ok(lanes), .in_plain(plain), .in_prev({IDX_W*LANES{1'b0}}),
        .in_value({32*LANES{1'b0}}), .in_compare({32*LANES{1'b0}}), .goes_on(goes && left != 0), .asks(asks), .of_entry(of_entry),
        .note_valid(note_q), .note_ltag(note_ltag_q), .note_entry(note_entry_q), .note_takers(note_takers_q), .note_low(lows_q),
        .note_line({{LINE_W-2{1'b0}}, note_number_q}), .lrsp_valid(lrsp_valid), .lrsp_tag(lrsp_tag), .lrsp(lrsp), .rsp_valid(kept[0]),
        .rsp_ready(rsp_ready), .rsp(kept[`WF_MRSP_W:1]));
    // see go: u_dut.go
    // see handed: u_dut.valid5_q
    // see its_tag: u_dut.tag5_q
    // see its_does: u_dut.does5_q
    // see its_op: u_dut.op5_q
    // see its_lanes: u_dut.ok5_q
    // see its_plain: u_dut.plain5_q
    // see its_wrong: u_dut.wrong5_q
    // see its_words: u_dut.old7_q
    // see its_entry: u_dut.entry5_q
    wire                    go, handed;
    wire [TAG_W-1:0]        its_tag;
    (* keep *) wire [2:0]   its_does;
    (* keep *) wire [3:0]   its_op;
    wire [LANES-1:0]        its_lanes, its_plain;
    wire [WRONG_W-1:0]      its_wrong;
    (* keep *) wire [32*LANES-1:0] its_words;
    wire [ENTRY_W-1:0]      its_entry;

    // ---- what is in flight ----
    reg  [TAGS-1:0]         flying_q = 0;
    reg  [ENTRIES-1:0]      entries_q = 0;
    reg  [LTAGS-1:0]        lines_q = 0, new1_q = 0, new2_q = 0, new3_q = 0, mine_q = 0;      // new: it cannot be answered yet
    reg  [LANES*LTAGS-1:0]  takers_q;
    reg  [2*LTAGS-1:0]      number_q;
    wire                    gives = handed && go;
    assign legal = !(rst && (begins || goes || lrsp_valid)) && !(begins && (goes || open_q || flying_q[tag] || !entry_valid)) &&
                   !(begins && atomic && !operand_valid) && !(goes && !open_q) && !(asks && !ltag_valid) &&
                   !(begins && lanes == 0 && !empty_ready) && !(asks && (takers == 0 || (takers & ~(begins ? lanes : left_q)) != 0)) &&
                   !(begins && lanes == 0 && takers != 0) &&
                   !(lrsp_valid && (!lines_q[lrsp_tag] || new1_q[lrsp_tag] || new2_q[lrsp_tag] || new3_q[lrsp_tag]));

    // ---- the watched instruction ----
    reg                     watching_q = 0, asking_q = 0, bit_q, one_q = 0, two_q = 0, some_q, late_q = 0, swapped_q = 0;
    reg  [IDX_W-1:0]        lane_q, lowest_q;
    reg  [TAG_W-1:0]        tag_q;
    reg  [2*LANES+1:0]      fields_q;
    reg  [2:0]              missing_q, count_q, wrong;
    reg  [1:0]              wrong_number_q;
    reg  [4*LANES-1:0]      low_q;
    reg  [3:0]              age_q, other_q = 0;
    reg  [IDX_W-1:0]        first;
    reg  [2:0]              met_q, lines_of_q;
    wire                    its     = lrsp_valid && mine_q[lrsp_tag];
    wire [LANES-1:0]        its_takers = takers_q[LANES*lrsp_tag +: LANES];
    wire                    starts  = ok && begins && mark && !watching_q;
    wire                    leaves  = gives && watching_q && its_tag == tag_q;
    always @* begin
        wrong = 3'd0;
        first = 2'd0;
        for (i = LANES - 1; i >= 0; i = i - 1)
            if (its_takers[i]) begin
                wrong = wrong + 1'b1;
                first = i;
            end
    end
    always @(posedge clk) begin
        if (rst) lane_q <= watch;
        open_q <= ok && (begins || goes ? left != 0 : open_q);
        if (begins) {entry_q, lows_q} <= {entry, lows};
        if (asks || begins) left_q <= left;
        note_q <= ok && asks;
        {note_ltag_q, note_entry_q, note_takers_q, note_number_q} <= {ltag, of_entry, takers, number};
        new1_q <= ok && asks ? 1 << ltag : 0;
        new2_q <= new1_q;
        new3_q <= new2_q;
        lines_q <= !ok ? 0 : (lines_q & ~(lrsp_valid ? 1 << lrsp_tag : 0)) | (asks ? 1 << ltag : 0);
        if (ok && asks) begin
            takers_q[LANES*ltag +: LANES] <= takers;
            number_q[2*ltag +: 2]         <= number;
        end
        flying_q  <= !ok ? 0 : (flying_q & ~(gives ? 1 << its_tag : 0)) | (begins ? 1 << tag : 0);
        entries_q <= !ok ? 0 : (entries_q & ~(gives ? 1 << its_entry : 0)) | (begins ? 1 << entry : 0);
        // the watched one
        if (starts) begin
            watching_q <= 1'b1;
            {tag_q, fields_q, low_q} <= {tag, atomic, op, lanes, plain, lows};
            {count_q, some_q, bit_q, met_q, swapped_q} <= 0;
        end else if (leaves) watching_q <= 1'b0;
        asking_q  <= ok && (starts ? left != 0 : asking_q && !(goes && left == 0));
        if (starts) lines_of_q <= asks; else if (goes && asking_q) lines_of_q <= lines_of_q + 1'b1;
        missing_q <= (starts ? 3'd0 : missing_q - its) + (asks && (starts || asking_q));
        mine_q    <= !ok ? 0 : (mine_q & ~(lrsp_valid ? 1 << lrsp_tag : 0)) | (asks && (starts || asking_q) ? 1 << ltag : 0);
        if (its) begin
            met_q <= met_q + 1'b1;
            if (met_q == 0 && missing_q > 1 && !its_takers[0]) swapped_q <= 1'b1;
            if (its_takers[lane_q]) bit_q <= bits[low_q[4*lane_q +: 4]] && !lrsp_error;
            if (lrsp_error) begin
                count_q <= count_q + wrong;
                some_q  <= 1'b1;
                if (!some_q || first < lowest_q) {lowest_q, wrong_number_q} <= {first, number_q[2*lrsp_tag +: 2]};
                late_q  <= some_q && first < lowest_q;
            end
        end
        if (starts) late_q <= 1'b0;
        age_q <= starts || asking_q || missing_q != 3'd0 ? 4'd0 : age_q + (go && age_q != 4'd15);
        if (go) {two_q, one_q} <= {one_q, leaves};
        if (rst) {two_q, one_q} <= 2'd0;
    end
    wire        due  = handed && watching_q && its_tag == tag_q;
    wire [3:0]  low  = low_q[4*lowest_q +: 4];
    reg         last_bit_q, last_has_q;      // of the one that was handed on
    always @(posedge clk)
        if (leaves) {last_bit_q, last_has_q} <= {bit_q, fields_q[LANES + lane_q]};
    assign p_free  = ok && ((entry_valid && entries_q[entry]) || (ltag_valid && lines_q[ltag]));
    assign p_once  = ok && handed && (!flying_q[its_tag] || !entries_q[its_entry]);
    assign p_whole = ok && due && (asking_q || missing_q != 3'd0);
    assign p_kept  = ok && due && {its_does, its_op, its_lanes, its_plain} !=
                                  {fields_q[2*LANES+1] ? `WF_LDS_ATOMIC : `WF_LDS_LOAD, 3'd0, fields_q[2*LANES], fields_q[2*LANES-1:0]};
    assign p_word  = ok && two_q && last_has_q && its_words[32*lane_q] != last_bit_q;
    assign p_error = ok && due && its_wrong != (some_q ? {1'b1, count_q, lowest_q, {LINE_W-2{1'b0}}, wrong_number_q, low} : {WRONG_W{1'b0}});
    assign p_soon  = ok && watching_q && !asking_q && missing_q == 3'd0 && age_q > 4'd8;
    assign w_three = ok && leaves && swapped_q && lines_of_q == 3'd3;
    assign w_wrong = ok && due && late_q;
    assign w_both  = ok && begins && lrsp_valid && mine_q[lrsp_tag];
endmodule

`default_nettype wire
