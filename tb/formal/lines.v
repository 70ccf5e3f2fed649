// SPDX-License-Identifier: Apache-2.0
// lines.v - wf_mem_match and wf_mem_lines on 4 lanes, as wf_mem_coalesce joins them: instructions become line requests.
//   Ghost: the instruction at the output of the match, and which of its lanes went; one line, any of them, with what its request carries.
//   Environment: lanes of a pair are of one line, ask both or neither, and are both alone or neither.
//   One of two lanes of one word serves, or both do and the higher goes alone. Values have one bit, line numbers two.
// prove note: what is noted of a line is its number, its tag, its instruction, and the lanes and words that it is for
// prove lanes: when an instruction leaves, each of its lanes went into one line, and no other lane did
// prove begins: an instruction begins once, with its first line or without one
// prove numbers: an entry, operands, a line tag and a place among the complete are taken only when there is one
// prove goes: `goes_on` is 1 for each line of an instruction but the first and the last
// prove order: requests leave in the order asked for, each once, with the tag and the line asked for
// prove carries: a request carries kind and operation, and of each word the enable and the operands of the lane that serves it
// prove stable: a request holds until it is taken
// prove soon: a request is on offer 3 cycles after it was asked for, while none is stalled
// prove moves: an instruction asks or leaves in each cycle in which numbers are free and no request was stalled the cycle before
// reach four: an instruction leaves that has four lines
// reach both: the lines of two instructions are in flight, and a request is stalled
// run lines: bmc 10, 30 s, LANES=4
`default_nettype none
`include "wf_access.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module formal_lines #(
    parameter integer LANES   = 4,
    parameter integer IDX_W   = 2,
    parameter integer LINE_W  = 2,           // bits of a line number that are free
    parameter integer ENTRY_W = 1,
    parameter integer LTAG_W  = 2
) (
    input  wire                    clk,
    input  wire                    in_valid, in_pairs, entry_valid, operand_valid, ltag_valid, empty_ready, lreq_ready, mark,
    input  wire [1:0]              in_kind,
    input  wire                    in_op,
    input  wire [LANES-1:0]        in_ok, in_alone, in_serves, in_value, in_compare,
    input  wire [LINE_W*LANES-1:0] in_line,
    input  wire [4*LANES-1:0]      in_low,
    input  wire [ENTRY_W-1:0]      entry,
    input  wire [LTAG_W-1:0]       ltag,
    input  wire [3:0]              watch,    // a word
    output wire                    p_note, p_lanes, p_begins, p_numbers, p_goes, p_order, p_carries, p_stable, p_soon, p_moves, w_four, w_both
);
    `include "wf_formal.vh"
    localparam integer ADDR_W = `WF_LINE_WORD_W + `WF_LINE_ADDR_W;
    // the instruction goes through the stage beside that of the match, and is at its output
    localparam integer W = 1 + 2 + 1 + 5*LANES + LINE_W*LANES + 4*LANES;
    reg  [W-1:0]              mid_all_q, all_q;
    reg                       mid_q = 0, out_q = 0;
    wire                      pairs, op;
    wire [1:0]                kind;
    wire [LANES-1:0]          asked, alone, serves, value, compare;
    wire [LINE_W*LANES-1:0]   line;
    wire [4*LANES-1:0]        low;
    assign {pairs, kind, op, asked, alone, serves, value, compare, line, low} = all_q;

    wire                      move, next, some, more, begins, goes_on, asks, note_valid, lreq_valid;
    wire [LANES-1:0]          lead, note_takers;
    wire [LANES*LANES-1:0]    row;
    wire [ENTRY_W-1:0]        of_entry, note_entry;
    wire [LTAG_W-1:0]         note_ltag, lreq_tag;
    wire [4*LANES-1:0]        note_low;
    wire [`WF_LINE_ADDR_W-1:0] note_line;
    wire [`WF_AREQ_W-1:0]     lreq;
    reg  [ADDR_W*LANES-1:0]   in_word, word;
    reg  [IDX_W*LANES-1:0]    server;
    reg  [32*LANES-1:0]       values, compares;
    integer                   i, j;
    always @* begin
        {in_word, word, values, compares} = 0;
        for (i = 0; i < LANES; i = i + 1) begin
            in_word[ADDR_W*i +: 4 + LINE_W] = {in_line[LINE_W*i +: LINE_W], in_low[4*i +: 4]};
            word[ADDR_W*i +: 4 + LINE_W]    = {line[LINE_W*i +: LINE_W], low[4*i +: 4]};
            server[IDX_W*i +: IDX_W]        = serves[i] ? i : i ^ 1;
            values[32*i]                    = value[i];
            compares[32*i]                  = compare[i];
        end
    end
    wf_mem_match #(.LANES(LANES), .ADDR_W(ADDR_W)) u_match (
        .clk(clk), .en(move), .in_valid(in_valid), .in_ok(in_ok), .in_alone(in_alone), .in_pairs(in_pairs), .in_word(in_word),
        .mid_valid(mid_q), .next(next), .some_q(some), .more_q(more), .lead_q(lead), .row_q(row));
    wf_mem_lines #(.LANES(LANES), .IDX_W(IDX_W), .ADDR_W(ADDR_W), .ENTRY_W(ENTRY_W), .LTAG_W(LTAG_W)) u_dut (
        .clk(clk), .rst(rst), .move(move), .in_valid(out_q), .in_kind(kind), .in_op({3'd0, op}), .in_ok(asked), .in_word(word), .in_server(server),
        .in_value(values), .in_compare(compares), .in_some(some), .in_more(more), .in_lead(lead), .in_row(row), .next(next),
        .entry_valid(entry_valid), .entry(entry), .operand_valid(operand_valid), .ltag_valid(ltag_valid), .ltag(ltag),
        .empty_ready(empty_ready), .begins(begins), .goes_on(goes_on), .asks(asks), .of_entry(of_entry), .note_valid(note_valid),
        .note_ltag(note_ltag), .note_entry(note_entry), .note_takers(note_takers), .note_low(note_low), .note_line(note_line),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq));

    reg apart;                               // what the front does not make
    always @* begin
        apart = 1'b0;
        for (i = 0; i < LANES; i = i + 2)
            if (in_ok[i] != in_ok[i+1] || in_alone[i] != in_alone[i+1] || in_line[LINE_W*i +: LINE_W] != in_line[LINE_W*(i+1) +: LINE_W] ||
                in_low[4*i +: 4] == in_low[4*(i+1) +: 4])
                apart = in_pairs;
        for (i = 0; i < LANES; i = i + 1)
            for (j = 0; j < i; j = j + 1)
                if (in_ok[i] && in_ok[j] && in_serves[i] && in_serves[j] && !in_alone[i] && in_line[LINE_W*i +: LINE_W] == in_line[LINE_W*j +: LINE_W] &&
                    in_low[4*i +: 4] == in_low[4*j +: 4]) apart = 1'b1;
    end
    assign legal = !(rst && in_valid) && !(in_valid && apart);

    // ---- the line that is due: of the lowest lane that did not go ----
    reg  [LANES-1:0]       went_q, want;
    reg                    begun_q = 0, en, data, comp;
    reg  [ENTRY_W-1:0]     entry_q;
    reg  [LINE_W-1:0]      number;
    wire [LANES-1:0]       left = asked & ~went_q, lowest = left & (~left + 1'b1);
    reg  [3:0]             word_q;           // watched
    always @* begin
        want   = 0;
        number = 0;
        {en, data, comp} = 0;
        for (i = 0; i < LANES; i = i + 1)
            if (lowest[i]) begin
                number = line[LINE_W*i +: LINE_W];
                for (j = 0; j < LANES; j = j + 1)
                    want[j] = i == j || (asked[j] && ((pairs && (i ^ 1) == j) ||
                                         (!alone[i] && !alone[j] && line[LINE_W*i +: LINE_W] == line[LINE_W*j +: LINE_W])));
            end
        for (i = 0; i < LANES; i = i + 1)
            if (want[i] && serves[i] && low[4*i +: 4] == word_q) {en, data, comp} = {1'b1, value[i], compare[i]};
    end
    wire                   last = (left & ~want) == 0;

    // ---- the note, and the watched request ----
    localparam integer     NOTE_W = LTAG_W + ENTRY_W + LANES + LINE_W;
    reg  [NOTE_W-1:0]      note_q;
    reg  [4*LANES-1:0]     low_q;
    reg                    watching_q = 0, en_q, data_q, comp_q, op_q, stalled_q = 0, wrong_low;
    reg  [1:0]             kind_q;
    reg  [LTAG_W-1:0]      tag_q;
    reg  [LINE_W-1:0]      line_q;
    reg  [2:0]             pending_q = 0, ahead_q = 0, asked_q = 0, lines_q = 0, quiet_q = 0;
    reg  [LTAG_W+`WF_AREQ_W-1:0] was_q;
    reg                    another_q = 0;
    wire                   sent = lreq_valid && lreq_ready;
    wire                   due  = watching_q && ahead_q == 3'd0 && lreq_valid;
    always @* begin
        wrong_low = 1'b0;
        for (i = 0; i < LANES; i = i + 1) if (note_takers[i] && note_low[4*i +: 4] != low_q[4*i +: 4]) wrong_low = 1'b1;
    end
    always @(posedge clk) begin
        if (move) begin
            mid_q     <= in_valid;
            out_q     <= mid_q;
            mid_all_q <= {in_pairs, in_kind, in_op, in_ok, in_alone, in_serves, in_value, in_compare, in_line, in_low};
            all_q     <= mid_all_q;
        end
        if (rst) {mid_q, out_q} <= 2'b00;
        if (rst) word_q <= watch;
        went_q  <= rst || move ? 0 : asks ? went_q | want : went_q;
        begun_q <= ok && !move && (begun_q || begins);
        lines_q <= rst || move ? 0 : lines_q + asks;
        if (begins) entry_q <= entry;
        if (asks) begin
            note_q <= {ltag, begun_q ? entry_q : entry, want, number};
            low_q  <= low;
        end
        pending_q <= ok ? pending_q + asks - sent : 3'd0;
        asked_q   <= ok ? {asked_q[1:0], asks} : 3'd0;
        if (ok && asks && mark && !watching_q) begin
            watching_q <= 1'b1;
            ahead_q    <= pending_q - sent;
            {en_q, data_q, comp_q, kind_q, op_q, tag_q, line_q} <= {en, data, comp, kind, op, ltag, number};
        end else if (sent) begin
            if (due) watching_q <= 1'b0;
            ahead_q <= ahead_q - 1'b1;
        end
        another_q <= ok && (another_q ? !(watching_q && due && sent) : watching_q && begins);
        quiet_q   <= {quiet_q[1:0], !(lreq_valid && !lreq_ready)};
        stalled_q <= ok && lreq_valid && !lreq_ready;
        was_q     <= {lreq_tag, lreq};
    end
    wire [3:0]  bytes = lreq[512 + 4*word_q +: 4];
    wire [31:0] its_data = lreq[32*word_q +: 32], its_compare = lreq[`WF_LREQ_W + 4 + 32*word_q +: 32];
    assign p_note    = ok && note_valid && ({note_ltag, note_entry, note_takers, note_line} !=
                                            {note_q[NOTE_W-1:LINE_W], {`WF_LINE_ADDR_W-LINE_W{1'b0}}, note_q[LINE_W-1:0]} || wrong_low);
    assign p_lanes   = ok && out_q && ((move && !(asks ? last : left == 0)) || (asks && left == 0));
    assign p_begins  = ok && ((begins && (begun_q || !out_q)) || (move && out_q && !begun_q && !begins) || (asks && !begun_q && !begins) ||
                              (begins && asked != 0 && !asks));
    assign p_numbers = ok && ((begins && !(entry_valid && (!kind[1] || operand_valid))) || (asks && !ltag_valid) ||
                              (begins && !asks && !empty_ready));
    assign p_goes    = ok && goes_on != (asks && begun_q && !last);
    assign p_order   = ok && ((lreq_valid && pending_q == 3'd0) || pending_q > 3'd4 ||
                              (due && {lreq_tag, lreq[`WF_LREQ_LINE]} != {tag_q, {`WF_LINE_ADDR_W-LINE_W{1'b0}}, line_q}));
    assign p_carries = ok && due && ({lreq[`WF_LREQ_KIND], lreq[`WF_AREQ_ATOM]} != {kind_q, 3'd0, op_q} || bytes != {4{en_q}} ||
                                     its_data != {31'd0, data_q} || its_compare != {31'd0, comp_q});
    assign p_stable  = ok && stalled_q && !(lreq_valid && was_q == {lreq_tag, lreq});
    assign p_soon    = ok && asked_q[2] && (&quiet_q) && !lreq_valid;
    assign p_moves   = ok && out_q && !stalled_q && entry_valid && operand_valid && ltag_valid && empty_ready && !(begins || asks);
    assign w_four    = ok && move && lines_q == 3'd3 && asks;
    assign w_both    = ok && another_q && stalled_q && asked_q[0];
endmodule

`default_nettype wire
