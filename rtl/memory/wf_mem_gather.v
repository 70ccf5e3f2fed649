// SPDX-License-Identifier: Apache-2.0
// wf_mem_gather - instructions with lines in flight: which lane takes which word of an answer, how many lines are still
//   missing, and the answer of the instruction when all are there.  It never refuses the answer of a line.
//   From the last line's answer to the instruction's 11 cycles; throughput 1 line and 1 instruction per cycle.
//   1 what was noted of the line   2 words to their lanes   3 kept; nothing missing: queue   then control and operands,
//   two stages before wf_lds_return, which applies the operations of the lanes below
//   Page: docs/memory.md   Test: tb/memory/wf_mem_coalesce_tb.v
`default_nettype none
`include "wf_lds.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_mem_gather #(
    parameter integer LANES     = 32,        // lanes, a power of two
    parameter integer IDX_W     = 5,         // bits of a lane number
    parameter integer TAG_W     = 6,         // bits of an instruction's tag
    parameter integer ENTRY_W   = 6,         // 2^ENTRY_W instructions out
    parameter integer OPERAND_W = 3,         // 2^OPERAND_W of them atomics
    parameter integer LTAG_W    = 7          // 2^LTAG_W lines out
) (
    input  wire                      clk,
    input  wire                      rst,

    output wire                      entry_valid,    // numbers that are free
    output wire [ENTRY_W-1:0]        entry,
    output wire                      operand_valid,
    output wire                      ltag_valid,
    output wire [LTAG_W-1:0]         ltag,
    output wire                      empty_ready,    // an instruction without lines may begin

    input  wire                      begins,         // an instruction takes entry, an atomic a place for operands too
    input  wire                      begins_some,    // it has lines ...
    input  wire                      begins_more,    // ... more than one
    input  wire [TAG_W-1:0]          in_tag,
    input  wire [2:0]                in_does,        // WF_LDS_*
    input  wire [3:0]                in_op,          // WF_ATOM_*
    input  wire [LANES-1:0]          in_ok,
    input  wire [LANES-1:0]          in_plain,       // the lane's answer is its word as it was
    input  wire [IDX_W*LANES-1:0]    in_prev,
    input  wire [32*LANES-1:0]       in_value,
    input  wire [32*LANES-1:0]       in_compare,
    input  wire                      goes_on,        // of_entry's instruction has a line more out, and more to come
    input  wire                      asks,           // a line takes ltag
    input  wire [ENTRY_W-1:0]        of_entry,

    input  wire                      note_valid,
    input  wire [LTAG_W-1:0]         note_ltag,
    input  wire [ENTRY_W-1:0]        note_entry,
    input  wire [LANES-1:0]          note_takers,
    input  wire [`WF_LINE_WORD_W*LANES-1:0] note_low,
    input  wire [`WF_LINE_ADDR_W-1:0] note_line,

    input  wire                      lrsp_valid,     // always taken
    input  wire [LTAG_W-1:0]         lrsp_tag,
    input  wire [`WF_LRSP_W-1:0]     lrsp,

    output wire                      rsp_valid,
    input  wire                      rsp_ready,
    output wire [`WF_MRSP_W-1:0]     rsp             // ERROR: of its lines
);
    localparam integer LOW_W    = `WF_LINE_WORD_W;
    localparam integer LINE_W   = `WF_LINE_ADDR_W;
    localparam integer NOTE_W   = LINE_W + ENTRY_W + LANES + LOW_W * LANES;
    localparam integer KEEP_W   = TAG_W + 3 + 4 + 2 * LANES;
    localparam integer OPERANDS_W = IDX_W * LANES + 64 * LANES;
    localparam integer WRONG_W  = 1 + (IDX_W + 1) + IDX_W + LINE_W + LOW_W;     // {some, lanes, lowest lane, its word}
    localparam integer CTL_W    = `WF_LDS_CTL_ANSWER + TAG_W + WRONG_W;
    localparam integer MISSING_W = IDX_W + 1;
    localparam [MISSING_W-1:0] ONE = 1;
    localparam integer SET_W = LANES;
    `include "wf_bits.vh"

    // ---- numbers ----
    wire                 atomic = in_does[`WF_ACCESS_ATOMICS];
    wire [OPERAND_W-1:0] operand;
    wire                 freed;
    wire [ENTRY_W-1:0]   freed_entry;
    wire                 freed_operands;
    wire [OPERAND_W-1:0] freed_operand;

    wf_free_list #(.COUNT(1 << ENTRY_W)) u_entries (
        .clk(clk), .rst(rst), .in_valid(freed), .in_number(freed_entry),
        .out_valid(entry_valid), .out_ready(begins), .out_number(entry));
    wf_free_list #(.COUNT(1 << OPERAND_W)) u_operands (
        .clk(clk), .rst(rst), .in_valid(freed_operands), .in_number(freed_operand),
        .out_valid(operand_valid), .out_ready(begins && atomic), .out_number(operand));
    wf_free_list #(.COUNT(1 << LTAG_W)) u_ltags (
        .clk(clk), .rst(rst), .in_valid(lrsp_valid), .in_number(lrsp_tag),
        .out_valid(ltag_valid), .out_ready(asks), .out_number(ltag));

    // ---- answers of lines ----
    wire [LANES-1:0]      noted_takers;
    wire [LOW_W*LANES-1:0] noted_low;
    wire [ENTRY_W-1:0]    noted_entry;
    wire [LINE_W-1:0]     noted_line;
    reg                   valid1_q, valid2_q, valid3_q;
    reg [`WF_LINE_BITS-1:0] data1_q, data2_q;
    reg [ENTRY_W-1:0]     entry2_q, entry3_q;
    reg [LANES-1:0]       takers2_q, takers3_q;
    reg [LOW_W*LANES-1:0] low2_q;
    reg [32*LANES-1:0]    word3_q;
    reg                   wrong1_q, wrong2_q, wrong3_q;       // the line had an error
    reg [LINE_W-1:0]      line2_q, line3_q;
    reg [LOW_W*LANES-1:0] low3_q;

    wf_ram #(.WIDTH(NOTE_W), .ROWS(1 << LTAG_W)) u_notes (
        .clk(clk),
        .read(lrsp_valid), .read_row(lrsp_tag), .read_data({noted_line, noted_entry, noted_takers, noted_low}),
        .write(note_valid), .write_row(note_ltag), .write_data({note_line, note_entry, note_takers, note_low}));

    // A line more than are out while the instruction has others to ask for: so 0 is reached once, with its last answer.
    reg [MISSING_W-1:0]   missing_m [0:(1<<ENTRY_W)-1];
    reg [OPERAND_W-1:0]   operand_m [0:(1<<ENTRY_W)-1];
    wire [MISSING_W-1:0]  missing3 = missing_m[entry3_q];
    wire                  complete = valid3_q && missing3 == ONE;
    wire                  empty    = begins && !begins_some;
    assign empty_ready = !valid3_q;

    integer i;
    always @(posedge clk) begin
        valid1_q <= lrsp_valid;
        if (lrsp_valid) begin
            data1_q  <= lrsp[`WF_LRSP_DATA];
            wrong1_q <= lrsp[`WF_LRSP_ERROR];
        end
        valid2_q <= valid1_q;
        if (valid1_q) begin
            data2_q   <= data1_q & {`WF_LINE_BITS{!wrong1_q}};
            entry2_q  <= noted_entry;
            takers2_q <= noted_takers;
            low2_q    <= noted_low;
            wrong2_q  <= wrong1_q;
            line2_q   <= noted_line;
        end
        valid3_q <= valid2_q;
        if (valid2_q) begin
            entry3_q  <= entry2_q;
            takers3_q <= takers2_q;
            wrong3_q  <= wrong2_q;
            line3_q   <= line2_q;
            if (wrong2_q) low3_q <= low2_q;
            for (i = 0; i < LANES; i = i + 1)
                word3_q[32*i +: 32] <= data2_q[{low2_q[LOW_W*i +: LOW_W], 5'd0} +: 32];
        end
        if (begins) begin
            operand_m[entry] <= operand;
            missing_m[entry] <= begins_more ? ONE + ONE : ONE;
        end
        if (goes_on && !(valid3_q && of_entry == entry3_q)) missing_m[of_entry] <= missing_m[of_entry] + ONE;
        if (valid3_q && !(goes_on && of_entry == entry3_q)) missing_m[entry3_q] <= missing3 - ONE;
        if (rst) begin
            valid1_q <= 1'b0;
            valid2_q <= 1'b0;
            valid3_q <= 1'b0;
        end
    end

    // ---- errors: of an instruction the lowest lane that met one, and how many did ----
    // The record of an instruction without errors is of an earlier one.  Two memories: it is read for the next line, and for the answer.
    localparam integer RECORD_W = WRONG_W - 1;
    reg  [(1<<ENTRY_W)-1:0] wrong_q;                         // instructions that met an error
    reg                noted_q;                              // a record is written a cycle after it is made: one that is due
    reg  [ENTRY_W-1:0] noted_entry_q;                        // may be the last or the one before it, and not in the memory yet
    reg                due_last_q, due_older_q;
    reg  [RECORD_W-1:0] last_q, older_q;
    wire [RECORD_W-1:0] before_read, answer_record;
    reg  [IDX_W:0]     wrong_lanes;
    reg  [LOW_W-1:0]   wrong_low;
    reg  [IDX_W-1:0]   wrong_lane;
    reg  [LANES-1:0]   wrong_first;
    integer            e;
    always @* begin
        wrong_lanes = {(IDX_W+1){1'b0}};
        wrong_low   = {LOW_W{1'b0}};
        wrong_lane  = {IDX_W{1'b0}};
        wrong_first = {LANES{1'b0}};
        if (valid3_q && wrong3_q) begin
            wrong_first = lowest(takers3_q);
            wrong_lane  = end_index(takers3_q, 1'b0);
            for (e = 0; e < LANES; e = e + 1) begin
                wrong_lanes = wrong_lanes + {{IDX_W{1'b0}}, takers3_q[e]};
                wrong_low   = wrong_low | (low3_q[LOW_W*e +: LOW_W] & {LOW_W{wrong_first[e]}});
            end
        end
    end
    wire               before_some = wrong_q[entry3_q];
    wire [IDX_W:0]     before_lanes;
    wire [IDX_W-1:0]   before_lane;
    wire [LINE_W+LOW_W-1:0] before_word;
    assign {before_lanes, before_lane, before_word} = due_last_q ? last_q : due_older_q ? older_q : before_read;
    wire               before_stays = before_some && before_lane < wrong_lane;
    wire               note_wrong   = valid3_q && wrong3_q;
    wire [RECORD_W-1:0] record = {(before_some ? before_lanes : {(IDX_W+1){1'b0}}) + wrong_lanes, before_stays ? before_lane : wrong_lane,
                                  before_stays ? before_word : {line3_q, wrong_low}};
    wf_ram #(.WIDTH(RECORD_W), .ROWS(1 << ENTRY_W)) u_before (
        .clk(clk), .read(valid2_q), .read_row(entry2_q), .read_data(before_read),
        .write(noted_q), .write_row(noted_entry_q), .write_data(last_q));
    always @(posedge clk) begin
        noted_q       <= note_wrong;
        noted_entry_q <= entry3_q;
        due_last_q    <= note_wrong && entry2_q == entry3_q;
        due_older_q   <= noted_q && entry2_q == noted_entry_q;
        last_q        <= record;
        older_q       <= last_q;
        if (note_wrong) wrong_q[entry3_q] <= 1'b1;
        if (begins) wrong_q[entry] <= 1'b0;
    end

    // ---- instructions that are complete ----
    wire                  go, head_valid;
    wire [ENTRY_W-1:0]    head_entry;
    wire [OPERAND_W-1:0]  head_operand;
    reg                   valid4_q, valid5_q;
    reg [ENTRY_W-1:0]     entry4_q, entry5_q;
    reg [OPERAND_W-1:0]   operand4_q, operand5_q;
    wire                  take = head_valid && go;

    wire [ENTRY_W:0]      unused_count;      // an instruction is in it once
    wf_queue #(.WIDTH(OPERAND_W + ENTRY_W), .DEPTH(1 << ENTRY_W), .DIRECT(0)) u_complete (
        .clk(clk), .rst(rst),
        .in_valid(complete || empty), .in_data(empty ? {operand, entry} : {operand_m[entry3_q], entry3_q}),
        .out_valid(head_valid), .out_ready(go), .out_data({head_operand, head_entry}), .count(unused_count));

    wire [KEEP_W-1:0]     kept;
    wire [OPERANDS_W-1:0] kept_operands;
    wf_ram #(.WIDTH(KEEP_W), .ROWS(1 << ENTRY_W)) u_kept (
        .clk(clk), .read(take), .read_row(head_entry), .read_data(kept), .write(begins), .write_row(entry),
        .write_data({in_tag, in_does, in_op, in_ok, in_plain}));
    wf_ram #(.WIDTH(OPERANDS_W), .ROWS(1 << OPERAND_W)) u_kept_operands (
        .clk(clk), .read(take), .read_row(head_operand), .read_data(kept_operands),
        .write(begins && atomic), .write_row(operand), .write_data({in_prev, in_compare, in_value}));

    wf_ram #(.WIDTH(RECORD_W), .ROWS(1 << ENTRY_W)) u_record (
        .clk(clk), .read(take), .read_row(head_entry), .read_data(answer_record),
        .write(noted_q), .write_row(noted_entry_q), .write_data(last_q));

    reg [TAG_W-1:0]       tag5_q;
    reg [WRONG_W-1:0]     wrong5_q;
    reg [2:0]             does5_q;
    reg [3:0]             op5_q;
    reg [LANES-1:0]       ok5_q, plain5_q;
    reg [IDX_W*LANES-1:0] prev5_q;
    reg [32*LANES-1:0]    value5_q, compare5_q, old7_q;
    reg                   valid6_q;
    wire [32*LANES-1:0]   old6;

    always @(posedge clk) begin
        if (go) begin
            valid4_q <= head_valid;
            if (head_valid) begin
                entry4_q   <= head_entry;
                operand4_q <= head_operand;
            end
            valid5_q <= valid4_q;
            if (valid4_q) begin
                entry5_q   <= entry4_q;
                operand5_q <= operand4_q;
                wrong5_q   <= {wrong_q[entry4_q], answer_record & {RECORD_W{wrong_q[entry4_q]}}};
                {tag5_q, does5_q, op5_q, ok5_q, plain5_q} <= kept;
                {prev5_q, compare5_q, value5_q} <= kept_operands;
            end
            valid6_q <= valid5_q;
            if (valid6_q) old7_q <= old6;
        end
        if (rst) begin
            valid4_q <= 1'b0;
            valid5_q <= 1'b0;
            valid6_q <= 1'b0;
        end
    end

    // Each lane's old value; it is due beside stage 2 of wf_lds_return.
    wf_ram #(.WIDTH(32 * LANES), .PARTS(LANES), .ROWS(1 << ENTRY_W)) u_gathered (
        .clk(clk), .read(valid5_q && go), .read_row(entry5_q), .read_data(old6),
        .write(takers3_q & {LANES{valid3_q}}), .write_row(entry3_q), .write_data(word3_q));

    assign freed          = valid5_q && go;
    assign freed_entry    = entry5_q;
    assign freed_operands = freed && does5_q[`WF_ACCESS_ATOMICS];
    assign freed_operand  = operand5_q;

    // As if each lane had a bank of its own.
    wire [IDX_W*LANES-1:0] self;
    genvar n;
    generate
        for (n = 0; n < LANES; n = n + 1) begin : g_self
            localparam [31:0] LANE = n;
            assign self[IDX_W*n +: IDX_W] = LANE[IDX_W-1:0];
        end
    endgenerate

    /* verilator lint_off UNUSEDSIGNAL */    // what is below the tag ends here; no passes of f32 adds come this way
    wire [CTL_W-1:0]    rsp_ctl;
    wire                read_valid;
    wire [32*LANES-1:0] read_old;
    /* verilator lint_on UNUSEDSIGNAL */
    wf_lds_return #(.LANES(LANES), .BANKS(LANES), .IDX_W(IDX_W), .BANK_W(IDX_W),
                    .ADDR_W(IDX_W), .CTL_W(CTL_W)) u_return (
        .clk(clk), .rst(rst), .go(go), .in_valid(valid5_q), .in_last(1'b1),
        .in_ctl({wrong5_q, tag5_q, 1'b0, does5_q, op5_q}), .in_ok(ok5_q), .in_plain(plain5_q), .in_word(self),
        .in_server(self), .in_prev(prev5_q), .in_value(value5_q), .in_compare(compare5_q),
        .in_serve({LANES{1'b1}}), .in_lane(self), .bank_old(old7_q), .bank_same({LANES{1'b0}}), .read_valid(read_valid), .read_old(read_old),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_ctl(rsp_ctl), .rsp_data(rsp[`WF_MRSP_DATA]));
    assign rsp[`WF_MRSP_TAG] = rsp_ctl[`WF_LDS_CTL_ANSWER +: TAG_W];
    wire                    rsp_some;
    wire [IDX_W:0]          rsp_lanes;
    wire [IDX_W-1:0]        rsp_lane;
    wire [LINE_W+LOW_W-1:0] rsp_word;
    assign {rsp_some, rsp_lanes, rsp_lane, rsp_word} = rsp_ctl[CTL_W-1 -: WRONG_W];
    assign rsp[`WF_MRSP_ERROR] = {rsp_some, {(7-IDX_W){1'b0}}, rsp_lanes, {(8-IDX_W){1'b0}}, rsp_lane, rsp_word, 2'b00};
endmodule

`default_nettype wire
