// SPDX-License-Identifier: Apache-2.0
// wf_ram_check - part of wf_common_tb: reads and writes a wf_ram at random.
//   What was read is what was written last, a part of a row at a time, and holds until the next read, with any values on the ports.
//   Of a part that is written in the cycle of its read, either value is right.
`default_nettype none

module wf_ram_check #(
    parameter integer STREAM = 0,            // number among the checks
    parameter integer WIDTH  = 32,
    parameter integer PARTS  = 1,
    parameter integer ROWS   = 16
) (
    input  wire       clk,
    output reg [31:0] reads                  // parts that were read and compared
);
    `include "wf_random.vh"
    localparam integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1, PART_W = WIDTH / PARTS;

    reg              read, yes;
    reg  [31:0]      r;                      // WIDTH is 32 at most
    reg  [ROW_W-1:0] read_row, write_row;
    reg  [PARTS-1:0] write;
    reg  [WIDTH-1:0] write_data;
    wire [WIDTH-1:0] read_data;
    wf_ram #(.WIDTH(WIDTH), .PARTS(PARTS), .ROWS(ROWS)) u_dut (
        .clk(clk), .read(read), .read_row(read_row), .read_data(read_data), .write(write), .write_row(write_row), .write_data(write_data));

    reg [WIDTH-1:0] rows [0:ROWS-1];
    reg [PARTS-1:0] some [0:ROWS-1];         // parts that were ever written
    reg [PARTS-1:0] known, either;           // of what was read last: parts of known value; parts that were written meanwhile
    reg [WIDTH-1:0] want, other;
    integer         n, p, cycle;

    initial begin
        start_random;
        prng   = seeded(seed + 7919 * (STREAM + 1));
        reads  = 0;
        cycle  = 0;
        read   = 1'b0;
        write  = {PARTS{1'b0}};
        known  = {PARTS{1'b0}};
        either = {PARTS{1'b0}};
        for (n = 0; n < ROWS; n = n + 1) some[n] = {PARTS{1'b0}};
    end

    always @(posedge clk) begin
        cycle = cycle + 1;
        for (p = 0; p < PARTS; p = p + 1)
            if (known[p]) begin
                if (read_data[PART_W*p +: PART_W] !== want[PART_W*p +: PART_W] &&
                    !(either[p] && read_data[PART_W*p +: PART_W] === other[PART_W*p +: PART_W]))
                    $fatal(1, "FAIL wf_common seed=%0d: ram %0d, cycle %0d, part %0d: read %h, expected %h", seed, STREAM, cycle, p, read_data, want);
                reads = reads + 1;
            end
        if (read) begin
            known  = some[read_row];
            want   = rows[read_row];
            either = write_row == read_row ? write : {PARTS{1'b0}};
            other  = write_data;
        end
        for (p = 0; p < PARTS; p = p + 1)
            if (write[p]) begin
                rows[write_row][PART_W*p +: PART_W] = write_data[PART_W*p +: PART_W];
                some[write_row][p] = 1'b1;
            end
        chance(60, yes);
        read <= yes;
        below(ROWS, n);
        read_row <= n[ROW_W-1:0];
        chance(50, yes);
        if (yes) below(ROWS, n);             // else the row that is read
        write_row <= n[ROW_W-1:0];
        random(r);
        write <= r;
        random(r);
        write_data <= r;
    end
endmodule

`default_nettype wire
