// SPDX-License-Identifier: Apache-2.0
// wf_lds_select - which lane each bank serves in each cycle: every bank takes its serving lanes in ascending order.
//   Two stages: `en` loads the bank rows of an instruction and moves the instruction before to the output, with the
//   first lane of each bank chosen; `next` chooses the next lanes of the instruction at the output.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none

module wf_lds_select #(
    parameter integer LANES  = 32,           // lanes, a power of two
    parameter integer BANKS  = 32,           // banks, a power of two
    parameter integer IDX_W  = 5,            // bits of a lane number
    parameter integer BANK_W = 5,            // bits of a bank number
    parameter integer ADDR_W = 13            // bits of a word number
) (
    input  wire                    clk,
    input  wire                    en,
    input  wire                    in_valid,
    input  wire [LANES-1:0]        in_ok,
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [IDX_W*LANES-1:0]  in_server,
    input  wire                    mid_valid,    // an instruction is between the two stages
    input  wire                    out_valid,    // one is at the output
    input  wire                    next,         // a cycle of the instruction at the output is done

    output reg                     more_q,       // lanes wait beyond the ones chosen
    output reg  [BANKS-1:0]        serve_q,      // bank serves ...
    output reg  [IDX_W*BANKS-1:0]  lane_q        // ... this lane
);
    reg [LANES*BANKS-1:0] row_q, rest_q;     // bank b: lanes still to serve

    localparam integer SET_W = LANES;
    `include "wf_bits.vh"

    wire choose = (en && mid_valid) || next;
    wire rests  = out_valid && more_q;       // from registers: `en` and `next` come late, and 1024 bits wait for the choice

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer                i, b, k;
    reg [LANES-1:0]        serves, ballot, row, lane_bit;
    reg [LANES*BANKS-1:0]  rows, rest;
    reg [BANKS-1:0]        serve;
    reg [IDX_W*BANKS-1:0]  lane;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) begin
        if (en && in_valid) begin
            for (i = 0; i < LANES; i = i + 1) serves[i] = in_ok[i] && in_server[IDX_W*i +: IDX_W] == i[IDX_W-1:0];
            for (b = 0; b < BANKS; b = b + 1) rows[LANES*b +: LANES] = serves;
            for (k = 0; k < BANK_W; k = k + 1) begin
                for (i = 0; i < LANES; i = i + 1) ballot[i] = in_word[ADDR_W*i+k];
                for (b = 0; b < BANKS; b = b + 1)
                    rows[LANES*b +: LANES] = rows[LANES*b +: LANES] & ~(ballot ^ {LANES{b[k]}});
            end
            row_q <= rows;
        end
        if (choose) begin
            for (b = 0; b < BANKS; b = b + 1) begin
                row  = rests ? rest_q[LANES*b +: LANES] : row_q[LANES*b +: LANES];
                lane_bit = lowest(row);
                rest[LANES*b +: LANES] = row & ~lane_bit;
                serve[b] = |row;
                lane[IDX_W*b +: IDX_W] = index_of(lane_bit);
            end
            serve_q <= serve;
            lane_q  <= lane;
            rest_q  <= rest;
            more_q  <= |rest;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
