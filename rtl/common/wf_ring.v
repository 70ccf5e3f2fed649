// SPDX-License-Identifier: Apache-2.0
// wf_ring - round-robin choice of one request among N, given as row and column.
//   Request n is in row n / COLUMNS, column n % COLUMNS.  Combinational choice: the requests above the last one taken
//   go first, then all, the lowest of them each time.  So first what is left of the row of the last choice, then the
//   next row that has one.  A request that stays is taken after at most N-1 others.
//   Depth: an or over a row, the lowest of the rows, an or over the rows, the lowest of the columns.  Area grows as N.
//   Page: docs/common.md   Test: tb/common/wf_common_tb.v, tb/core/wf_core_sched_tb.v
`default_nettype none

module wf_ring #(
    parameter integer N       = 16,                              // requests, 1 to 256
    parameter integer COLUMNS = (N < 16) ? N : 16,               // derived
    parameter integer ROWS    = (N + COLUMNS - 1) / COLUMNS      // derived
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [N-1:0]       req,
    input  wire               take,          // the choice is used: move on
    output wire               any,
    output reg  [ROWS-1:0]    row,           // one-hot; 0 without a request
    output reg  [COLUMNS-1:0] column
);
    generate
        if (N < 1 || N > 256) wf_ring_N_must_be_1_to_256 u_error ();
    endgenerate

    reg [ROWS-1:0]    row_q;                 // the last choice; 0 after reset
    reg [COLUMNS-1:0] column_q;

    reg [ROWS*COLUMNS-1:0] places;           // the requests, filled up to whole rows
    reg [ROWS-1:0]         filled, later, next;      // rows with a request, those after the last choice, the next one
    reg [COLUMNS-1:0]      rest, fresh;      // requests after the last choice in its row; the lowest of the next row
    reg                    stay;             // there is a rest

    localparam integer SET_W = 16;           // rows, columns: at most so many
    `include "wf_bits.vh"
    reg [SET_W-1:0] alone;                   // the lowest of a row or of the rows
    wire unused = &{1'b0, alone};            // above the last row or column

    // bits above the only one; none above none
    function [ROWS-1:0] rows_above(input [ROWS-1:0] only);
        rows_above = ~(only | (only - 1'b1));
    endfunction
    function [COLUMNS-1:0] columns_above(input [COLUMNS-1:0] only);
        columns_above = ~(only | (only - 1'b1));
    endfunction

    assign any = req != {N{1'b0}};

    integer r;
    always @* begin
        places = {ROWS*COLUMNS{1'b0}};
        filled = {ROWS{1'b0}};
        later  = {ROWS{1'b0}};
        next   = {ROWS{1'b0}};
        rest   = {COLUMNS{1'b0}};
        fresh  = {COLUMNS{1'b0}};
        stay   = 1'b0;
        alone  = {SET_W{1'b0}};
        row    = {ROWS{1'b0}};
        column = {COLUMNS{1'b0}};
        if (any) begin                       // an idle ring costs a simulator nothing
            places[N-1:0] = req;
            for (r = 0; r < ROWS; r = r + 1) begin
                filled[r] = |places[COLUMNS*r +: COLUMNS];
                rest      = rest | (places[COLUMNS*r +: COLUMNS] & columns_above(column_q) & {COLUMNS{row_q[r]}});
            end
            stay  = rest != {COLUMNS{1'b0}};
            later = filled & rows_above(row_q);
            alone = lowest({{SET_W-ROWS{1'b0}}, later != {ROWS{1'b0}} ? later : filled});
            next  = alone[ROWS-1:0];
            for (r = 0; r < ROWS; r = r + 1) begin    // the lowest of each row first: which row it is is known late
                alone = lowest({{SET_W-COLUMNS{1'b0}}, places[COLUMNS*r +: COLUMNS]});
                fresh = fresh | (alone[COLUMNS-1:0] & {COLUMNS{next[r]}});
            end
            alone  = lowest({{SET_W-COLUMNS{1'b0}}, rest});
            row    = stay ? row_q : next;
            column = stay ? alone[COLUMNS-1:0] : fresh;
        end
    end

    always @(posedge clk) begin
        if (take) begin
            row_q    <= row;
            column_q <= column;
        end
        if (rst) begin
            row_q    <= {ROWS{1'b0}};
            column_q <= {COLUMNS{1'b0}};
        end
    end
endmodule

`default_nettype wire
