// SPDX-License-Identifier: Apache-2.0
// leads.v - wf_mem_match on 4 lanes: which lanes go into one line request, and in what order lines are asked for.
//   Ghost: lanes of the instruction at the output, their lines, and which of them went.
//   Environment: `en` comes when nothing is at the output or its last line is done. `next` comes when another line is done.
//   Lanes of a pair are of one line, ask both or neither, and are both alone or neither.
// prove leads: the lane that leads is the lowest that did not go, and there is one while any is left
// prove row: with it go the lanes of its line that are not alone; a lane that is alone goes by itself, or with its pair
// prove more: `more` is 1 exactly while a lane is left beyond this line
// prove once: when an instruction leaves, each of its lanes went once
// prove holds: the choice holds until the line is done
// implied once: by leads, row and more
// implied holds: by leads and row
// reach four: an instruction has four lines
// reach single: a lane that is alone goes by itself though another one has its line
// run leads: pdr, 10 s, LANES=4
`default_nettype none
`include "wf_line.vh"

module formal_leads #(
    parameter integer LANES  = 4,
    parameter integer LINE_W = 2,            // bits of a line number
    parameter integer ADDR_W = `WF_LINE_WORD_W + LINE_W
) (
    input  wire                    clk,
    input  wire                    in_valid, go, done, in_pairs,
    input  wire [LANES-1:0]        in_ok, in_alone,
    input  wire [LINE_W*LANES-1:0] in_line,
    output wire                    p_leads, p_row, p_more, p_once, p_holds, w_four, w_single
);
    `include "wf_formal.vh"
    wire                    some, more;
    wire [LANES-1:0]        lead;
    wire [LANES*LANES-1:0]  row;
    reg                     mid_q = 0, out_q = 0, held_q = 0;    // an instruction is between the stages, at the output
    wire                    issue = out_q && done;
    wire                    next  = issue && more;
    wire                    en    = out_q ? issue && !more : go;
    reg  [ADDR_W*LANES-1:0] in_word;
    integer                 i;
    always @* begin
        in_word = 0;
        for (i = 0; i < LANES; i = i + 1) in_word[ADDR_W*i + `WF_LINE_WORD_W +: LINE_W] = in_line[LINE_W*i +: LINE_W];
    end
    wf_mem_match #(.LANES(LANES), .ADDR_W(ADDR_W)) u_dut (
        .clk(clk), .en(en), .in_valid(in_valid), .in_ok(in_ok), .in_alone(in_alone), .in_pairs(in_pairs), .in_word(in_word),
        .mid_valid(mid_q), .next(next), .some_q(some), .more_q(more), .lead_q(lead), .row_q(row));

    reg apart;                               // a pair that is none
    always @* begin
        apart = 1'b0;
        for (i = 0; i < LANES; i = i + 2)
            if (in_ok[i] != in_ok[i+1] || in_alone[i] != in_alone[i+1] || in_line[LINE_W*i +: LINE_W] != in_line[LINE_W*(i+1) +: LINE_W])
                apart = 1'b1;
    end
    assign legal = !(rst && (in_valid || go || done)) && !(in_valid && in_pairs && apart);

    localparam integer W = 1 + 2*LANES + LINE_W*LANES;
    reg  [W-1:0]            mid_all_q, all_q;
    wire                    pairs;
    wire [LANES-1:0]        asks, alone;
    wire [LINE_W*LANES-1:0] line;
    assign {pairs, asks, alone, line} = all_q;
    reg  [LANES-1:0]        went_q, goes, want;
    reg  [1:0]              lines_q;
    reg  [LANES+1:0]        was_q;
    reg  [LANES-1:0]        was_row_q;
    wire [LANES-1:0]        left = asks & ~went_q, lowest = left & (~left + 1'b1);
    integer                 j;
    always @* begin
        goes = 0;
        want = 0;
        for (i = 0; i < LANES; i = i + 1) begin
            if (lead[i]) goes = goes | row[LANES*i +: LANES];
            if (lowest[i])
                for (j = 0; j < LANES; j = j + 1)
                    want[j] = i == j || (asks[j] && ((pairs && (i ^ 1) == j) ||
                                         (!alone[i] && !alone[j] && line[LINE_W*i +: LINE_W] == line[LINE_W*j +: LINE_W])));
        end
    end
    always @(posedge clk) begin
        if (en) begin
            mid_q     <= in_valid;
            out_q     <= mid_q;
            mid_all_q <= {in_pairs, in_ok, in_alone, in_line};
            all_q     <= mid_all_q;
            went_q    <= 0;
            lines_q   <= 2'd0;
        end else if (next) begin
            went_q  <= went_q | goes;
            lines_q <= lines_q + 2'd1;
        end
        held_q    <= ok && out_q && !issue;
        was_q     <= {some, more, lead};
        was_row_q <= goes;
        if (rst) {mid_q, out_q} <= 2'b00;
    end
    assign p_leads  = ok && out_q && (some != (left != 0) || lead != lowest);
    assign p_row    = ok && out_q && some && goes != want;
    assign p_more   = ok && out_q && more != ((left & ~goes) != 0);
    assign p_once   = ok && issue && ((goes & went_q) != 0 || (!more && (went_q | goes) != asks));
    assign p_holds  = ok && held_q && (was_q != {some, more, lead} || was_row_q != goes);
    assign w_four   = ok && issue && !more && lines_q == 2'd3;
    assign w_single = ok && issue && (goes & (goes - 1'b1)) == 0 && alone != 0 && !pairs && asks == 4'hf && line == 0;
endmodule

`default_nettype wire
