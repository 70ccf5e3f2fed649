// SPDX-License-Identifier: Apache-2.0
// wf_mem_lines - an instruction becomes line requests: one per cycle, in lane order of their lowest lanes.
//   Three stages after the match: 1 the lanes of the line, and its number   2 words, enables   3 a skid register
//   A line takes a free line tag, an instruction a free entry, an atomic also a place for its operands; else it waits.
//   Page: docs/memory.md   Test: tb/memory/wf_mem_coalesce_tb.v
`default_nettype none
`include "wf_access.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_mem_lines #(
    parameter integer LANES   = 32,          // lanes, a power of two
    parameter integer IDX_W   = 5,           // bits of a lane number
    parameter integer ADDR_W  = 30,          // bits of a word number
    parameter integer ENTRY_W = 6,           // bits of an entry
    parameter integer LTAG_W  = 7            // bits of a line tag
) (
    input  wire                      clk,
    input  wire                      rst,
    output wire                      move,           // the instruction leaves: the next one may come

    input  wire                      in_valid,
    input  wire [1:0]                in_kind,        // WF_ACCESS_*
    input  wire [3:0]                in_op,          // WF_ATOM_*
    input  wire [LANES-1:0]          in_ok,
    input  wire [ADDR_W*LANES-1:0]   in_word,
    input  wire [IDX_W*LANES-1:0]    in_server,
    input  wire [32*LANES-1:0]       in_value,
    input  wire [32*LANES-1:0]       in_compare,
    input  wire                      in_some,        // wf_mem_match, its output
    input  wire                      in_more,
    input  wire [LANES-1:0]          in_lead,
    input  wire [LANES*LANES-1:0]    in_row,
    output wire                      next,           // a line is done, the instruction stays

    input  wire                      entry_valid,    // free numbers
    input  wire [ENTRY_W-1:0]        entry,
    input  wire                      operand_valid,
    input  wire                      ltag_valid,
    input  wire [LTAG_W-1:0]         ltag,
    input  wire                      empty_ready,    // an instruction without a line may be noted now
    output wire                      begins,         // an instruction takes entry, and operands if it is an atomic
    output wire                      goes_on,        // it has one line more, and not its last: see wf_mem_gather
    output wire                      asks,           // a line takes ltag
    output wire [ENTRY_W-1:0]        of_entry,       // of that line

    output reg                       note_valid,     // which lanes take which words of a line, once a line
    output reg  [LTAG_W-1:0]         note_ltag,
    output reg  [ENTRY_W-1:0]        note_entry,
    output reg  [LANES-1:0]          note_takers,
    output reg  [`WF_LINE_WORD_W*LANES-1:0] note_low,
    output wire [`WF_LINE_ADDR_W-1:0] note_line,

    output wire                      lreq_valid,
    input  wire                      lreq_ready,
    output wire [LTAG_W-1:0]         lreq_tag,
    output wire [`WF_AREQ_W-1:0]     lreq
);
    localparam integer LOW_W  = `WF_LINE_WORD_W;
    localparam integer LINE_W = `WF_LINE_ADDR_W;

    wire               go;                   // the stages move
    reg                begun_q;              // the instruction has its entry
    reg [ENTRY_W-1:0]  entry_q;
    wire               atomic = in_kind[`WF_ACCESS_ATOMICS];
    wire               room   = begun_q || (entry_valid && (!atomic || operand_valid));
    wire               fire   = go && in_valid && room && (in_some ? ltag_valid : empty_ready);

    assign begins   = fire && !begun_q;
    assign asks     = fire && in_some;
    assign goes_on  = asks && begun_q && in_more;
    assign of_entry = begun_q ? entry_q : entry;
    assign next     = fire && in_some && in_more;
    assign move     = in_valid ? fire && !next : go;

    // Stage 1 keeps the instruction, for the one behind it may be at the input by then.
    reg [1:0]              kind1_q;
    reg [3:0]              op1_q;
    reg [LANES-1:0]        server1_q;
    reg [32*LANES-1:0]     value1_q, compare1_q;
    reg [LINE_W-1:0]       line1_q;
    assign note_line = line1_q;
    reg                       valid2_q;
    reg [LTAG_W-1:0]          ltag2_q;
    reg [`WF_AREQ_W-1:0]      request2_q;

    // Temporaries of the clocked blocks: wide functions would cost simulation time in idle cycles too.
    integer                   i, w;
    reg [LANES-1:0]           takers, here;
    reg [LINE_W-1:0]          line;
    reg [`WF_LINE_BYTES-1:0]  bytes;
    reg [`WF_LINE_BITS-1:0]   data, compare;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) begin
        if (go) begin
            note_valid <= asks;
            if (begins) begin
                kind1_q    <= in_kind;
                op1_q      <= in_op;
                value1_q   <= in_value;
                compare1_q <= in_compare;
                for (i = 0; i < LANES; i = i + 1) begin
                    server1_q[i] <= in_ok[i] && in_server[IDX_W*i +: IDX_W] == i[IDX_W-1:0];
                    note_low[LOW_W*i +: LOW_W] <= in_word[ADDR_W*i +: LOW_W];
                end
            end
            if (asks) begin
                takers = {LANES{1'b0}};
                line   = {LINE_W{1'b0}};
                for (i = 0; i < LANES; i = i + 1) begin
                    takers = takers | (in_row[LANES*i +: LANES] & {LANES{in_lead[i]}});
                    line   = line | (in_word[ADDR_W*i+LOW_W +: LINE_W] & {LINE_W{in_lead[i]}});
                end
                note_takers <= takers;
                note_ltag   <= ltag;
                note_entry  <= of_entry;
                line1_q     <= line;
            end

            valid2_q <= note_valid;
            if (note_valid) begin
                for (w = 0; w < `WF_LINE_WORDS; w = w + 1) begin
                    data[32*w +: 32]    = 32'd0;
                    compare[32*w +: 32] = 32'd0;
                    for (i = 0; i < LANES; i = i + 1) begin
                        here[i] = note_takers[i] && server1_q[i] && note_low[LOW_W*i +: LOW_W] == w[LOW_W-1:0];
                        data[32*w +: 32]    = data[32*w +: 32] | (value1_q[32*i +: 32] & {32{here[i]}});
                        compare[32*w +: 32] = compare[32*w +: 32] | (compare1_q[32*i +: 32] & {32{here[i]}});
                    end
                    bytes[4*w +: 4] = {4{|here}};
                end
                ltag2_q <= note_ltag;
                request2_q[`WF_LREQ_KIND]    <= kind1_q;
                request2_q[`WF_LREQ_LINE]    <= line1_q;
                request2_q[`WF_LREQ_BYTES]   <= bytes;
                request2_q[`WF_LREQ_DATA]    <= data;
                request2_q[`WF_AREQ_ATOM]    <= op1_q;
                request2_q[`WF_AREQ_COMPARE] <= compare;
            end
        end
        if (fire) begin
            begun_q <= next;
            entry_q <= of_entry;
        end
        if (rst) begin
            begun_q    <= 1'b0;
            note_valid <= 1'b0;
            valid2_q   <= 1'b0;
        end
    end
    /* verilator lint_on BLKSEQ */

    wf_skid #(.WIDTH(LTAG_W + `WF_AREQ_W)) u_skid (
        .clk(clk), .rst(rst), .in_valid(valid2_q), .in_ready(go), .in_data({ltag2_q, request2_q}),
        .out_valid(lreq_valid), .out_ready(lreq_ready), .out_data({lreq_tag, lreq}));
endmodule

`default_nettype wire
