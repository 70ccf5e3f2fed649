// SPDX-License-Identifier: Apache-2.0
// wf_pack_tables - the tables of wf_pack, of a dispatch: the box of a group, two reciprocals, digits of lanes' offsets.
//   Lane l is `o` places after lane 0: o = l, in quads o = l/4 (the quad's number).  Its digits are x = o mod A, y =
//   (o div A) mod B, z = o div (A*B).  A part of four lanes per cycle, of eight with 128 lanes: the digits of the part
//   before plus those of the way between them, with one conditional subtraction per digit.  y follows x by one cycle
//   and z follows y, each with the carry of the digit before.  The reciprocals are made at the same time.
//   Ready max(LANES/4 + 5, 17) cycles (21 with 128 lanes) after cfg, when the first wave asks; a new cfg starts over.
//   Spec: docs/pack.md   Test: tb/pack/wf_pack_tb.v
`default_nettype none

module wf_pack_tables #(
    parameter integer LANES = 32             // a power of two 4..128
) (
    input  wire                 clk,
    input  wire                 rst,         // synchronous, active high
    input  wire                 cfg_valid,   // pulse
    input  wire [10:0]          cfg_x,
    input  wire [10:0]          cfg_y,
    input  wire                 cfg_numwaves,

    output reg                  ready,       // 0 from cfg until all below are there
    output wire                 busy,        // they are being made
    output reg                  quads,       // four lanes are a 2x2 block
    output reg                  numwaves,
    output reg  [10:0]          a,           // box of the group, in quads when they are formed
    output reg  [10:0]          b,
    output wire [20:0]          row_r,       // ceil(2^20 / A)
    output wire [20:0]          slice_r,     // ceil(2^20 / (A*B))
    output reg  [10*LANES-1:0]  off_x,       // by lane
    output reg  [10*LANES-1:0]  off_y,
    output reg  [7*LANES-1:0]   off_z
);
    localparam [2:0] AREA0 = 3'd0, AREA1 = 3'd1, AREA2 = 3'd2, DIVIDE = 3'd3, MAKE = 3'd4;
    localparam integer PER   = LANES < 128 ? 4 : 8;     // lanes per cycle
    localparam integer SHARES = LANES / PER;
    localparam [4:0]   PARTS = SHARES[4:0];

    reg  [2:0]  state_q;
    reg         busy_q;
    reg  [21:0] area_q;
    wire        row_done, slice_done, filled;
    assign      busy    = busy_q;
    wire        start   = busy_q && state_q == DIVIDE;
    wire        in_quads = !cfg_x[0] && !cfg_y[0] && !cfg_numwaves;

    wf_pack_reciprocal u_row (
        .clk(clk), .rst(rst), .start(start), .divisor(a), .done(row_done), .result(row_r));
    wf_pack_reciprocal u_slice (
        .clk(clk), .rst(rst), .start(start), .divisor(area_q[10:0]), .done(slice_done), .result(slice_r));

    /* verilator lint_off WIDTH */           // products take the width of the register they go to
    always @(posedge clk) begin
        if (busy_q)
            case (state_q)                   // A*B, four bits of B a cycle
            AREA0:   begin area_q <= a * b[3:0];                          state_q <= AREA1; end
            AREA1:   begin area_q <= area_q + ((a * b[7:4]) << 4);       state_q <= AREA2; end
            AREA2:   begin area_q <= area_q + ((a * b[10:8]) << 8);       state_q <= DIVIDE; end
            DIVIDE:  state_q <= MAKE;
            default: if (row_done && slice_done && filled) begin
                ready  <= 1'b1;
                busy_q <= 1'b0;
            end
            endcase
        if (cfg_valid) begin
            quads    <= in_quads;
            numwaves <= cfg_numwaves;
            a        <= in_quads ? cfg_x >> 1 : cfg_x;
            b        <= in_quads ? cfg_y >> 1 : cfg_y;
            state_q  <= AREA0;
            busy_q   <= 1'b1;
            ready    <= 1'b0;
        end
        if (rst) begin
            busy_q <= 1'b0;
            ready  <= 1'b0;
        end
    end
    /* verilator lint_on WIDTH */

    // ---- digits of the offsets --------------------------------------------------------------------------------------
    reg  [4:0]        filled_x_q, filled_y_q, filled_z_q;      // parts of the lanes whose digit is in its table
    reg  [10*PER-1:0] x_q, y_q;                                // of the next part
    reg  [7*PER-1:0]  z_q;
    reg  [3:0]        step_x_q, step_y_q, step_z_q;            // digits of the way from a part to the next
    reg  [PER-1:0]    carry_x_q, carry_y_q;
    wire [10*(LANES+PER)-1:0] grown_x = {x_q, off_x};          // a table is filled by shifting
    wire [10*(LANES+PER)-1:0] grown_y = {y_q, off_y};
    wire [7*(LANES+PER)-1:0]  grown_z = {z_q, off_z};
    wire                      unused  = &{1'b0, grown_x, grown_y, grown_z};

    assign filled = filled_z_q == PARTS;

    // n up to 8 by d, which is at least 1: {quotient, rest}
    function [7:0] divide(input [3:0] n, input [10:0] d);
        case (d)
        11'd1:   divide = {n, 4'd0};
        11'd2:   divide = {1'b0, n[3:1], 3'd0, n[0]};
        11'd3:   divide = n >= 4'd6 ? {4'd2, n - 4'd6} : n >= 4'd3 ? {4'd1, n - 4'd3} : {4'd0, n};
        11'd4:   divide = {2'd0, n[3:2], 2'd0, n[1:0]};
        11'd5:   divide = n >= 4'd5 ? {4'd1, n - 4'd5} : {4'd0, n};
        11'd6:   divide = n >= 4'd6 ? {4'd1, n - 4'd6} : {4'd0, n};
        11'd7:   divide = n >= 4'd7 ? {4'd1, n - 4'd7} : {4'd0, n};
        11'd8:   divide = {3'd0, n[3], 1'b0, n[2:0]};
        default: divide = {4'd0, n};
        endcase
    endfunction

    function [11:0] digits(input [3:0] n, input [10:0] box_a, input [10:0] box_b);     // {z, y, x}
        reg [7:0] row, slice;
        begin
            row    = divide(n, box_a);
            slice  = divide(row[7:4], box_b);
            digits = {slice, row[3:0]};
        end
    endfunction

    function [10:0] add_digit(input [9:0] digit, input [3:0] step, input carry, input [10:0] limit);  // {carry, digit}
        reg [10:0] sum;
        begin
            sum       = {1'b0, digit} + {7'd0, step} + {10'd0, carry};       // below 2 * limit
            add_digit = {sum >= limit, sum >= limit ? sum[9:0] - limit[9:0] : sum[9:0]};
        end
    endfunction

    integer p;
    always @(posedge clk) begin
        if (filled_x_q != PARTS) begin
            off_x      <= grown_x[10*PER +: 10*LANES];
            filled_x_q <= filled_x_q + 5'd1;
            for (p = 0; p < PER; p = p + 1)
                {carry_x_q[p], x_q[10*p +: 10]} <= add_digit(x_q[10*p +: 10], step_x_q, 1'b0, a);
        end
        if (filled_y_q != filled_x_q) begin
            off_y      <= grown_y[10*PER +: 10*LANES];
            filled_y_q <= filled_y_q + 5'd1;
            for (p = 0; p < PER; p = p + 1)
                {carry_y_q[p], y_q[10*p +: 10]} <= add_digit(y_q[10*p +: 10], step_y_q, carry_x_q[p], b);
        end
        if (filled_z_q != filled_y_q) begin
            off_z      <= grown_z[7*PER +: 7*LANES];
            filled_z_q <= filled_z_q + 5'd1;
            for (p = 0; p < PER; p = p + 1) z_q[7*p +: 7] <= z_q[7*p +: 7] + {3'd0, step_z_q} + {6'd0, carry_y_q[p]};
        end
        if (busy_q && state_q == AREA0) begin
            filled_x_q <= 5'd0;
            filled_y_q <= 5'd0;
            filled_z_q <= 5'd0;
            {step_z_q, step_y_q, step_x_q} <= digits(quads ? PER[5:2] : PER[3:0], a, b);
            x_q <= {10*PER{1'b0}};
            y_q <= {10*PER{1'b0}};
            z_q <= {7*PER{1'b0}};
            for (p = 0; p < PER; p = p + 1)
                {z_q[7*p +: 4], y_q[10*p +: 4], x_q[10*p +: 4]} <= digits(quads ? p[5:2] : p[3:0], a, b);
        end
        if (rst) begin
            filled_x_q <= PARTS;
            filled_y_q <= PARTS;
            filled_z_q <= PARTS;
        end
    end
endmodule

`default_nettype wire
