// SPDX-License-Identifier: Apache-2.0
// wf_mem_match - which lanes go into one line request: one line per cycle, led by its lowest lane.
//   Two stages: `en` loads the rows of an instruction and moves the instruction before to the output, with its first
//   line chosen; `next` chooses its next line.  A lane that is `alone` has a line request of its own: another lane's
//   operation on its word goes before.
//   1 all comparisons of lines   2 the leaders; the first of them
//   Page: docs/memory.md   Test: tb/memory/wf_mem_coalesce_tb.v
`default_nettype none
`include "wf_line.vh"

module wf_mem_match #(
    parameter integer LANES = 32,            // lanes, a power of two
    parameter integer ADDR_W = 30            // bits of a word number
) (
    input  wire                    clk,
    input  wire                    en,
    input  wire                    in_valid,
    input  wire [LANES-1:0]        in_ok,
    input  wire [LANES-1:0]        in_alone,
    input  wire                    in_pairs,     // lanes 2i and 2i+1 go together, alone or not
    /* verilator lint_off UNUSEDSIGNAL */    // lines only
    input  wire [ADDR_W*LANES-1:0] in_word,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire                    mid_valid,    // an instruction is between the two stages
    input  wire                    next,         // a line of the instruction at the output is done

    output reg                     some_q,       // there is a line ...
    output reg                     more_q,       // ... and others wait behind it
    output reg  [LANES-1:0]        lead_q,       // its lowest lane, alone
    output reg  [LANES*LANES-1:0]  row_q         // bit LANES*i+j: lane j goes with lane i, if that leads
);
    reg [LANES*LANES-1:0] mid_row_q;
    reg [LANES-1:0]       mid_ok_q, rest_q;

    localparam integer SET_W = LANES;
    `include "wf_bits.vh"

    wire choose = (en && mid_valid) || next;

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer               i, k;
    reg [LANES-1:0]       ballot, waiting, lead;
    reg [LANES*LANES-1:0] row;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) begin
        if (en && in_valid) begin
            for (i = 0; i < LANES; i = i + 1)
                row[LANES*i +: LANES] = in_alone[i] ? {LANES{1'b0}} : in_ok & ~in_alone;
            for (k = `WF_LINE_WORD_W; k < ADDR_W; k = k + 1) begin
                for (i = 0; i < LANES; i = i + 1) ballot[i] = in_word[ADDR_W*i+k];
                for (i = 0; i < LANES; i = i + 1)
                    row[LANES*i +: LANES] = row[LANES*i +: LANES] & ~(ballot ^ {LANES{ballot[i]}});
            end
            for (i = 0; i < LANES; i = i + 1) begin
                row[LANES*i+i] = in_ok[i];
                if (in_pairs) row[LANES*i+(i ^ 1)] = in_ok[i];
            end
            mid_row_q <= row;
            mid_ok_q  <= in_ok;
        end
        if (en && mid_valid) row_q <= mid_row_q;
        if (choose) begin
            waiting = rest_q;
            if (en)                          // those with nobody below them in their row
                for (i = 0; i < LANES; i = i + 1)
                    waiting[i] = mid_ok_q[i] && (mid_row_q[LANES*i +: LANES] & ~({LANES{1'b1}} << i)) == {LANES{1'b0}};
            lead = lowest(waiting);
            lead_q <= lead;
            rest_q <= waiting & ~lead;
            some_q <= |waiting;
            more_q <= |(waiting & ~lead);
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
