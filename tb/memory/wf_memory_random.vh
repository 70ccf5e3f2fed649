// SPDX-License-Identifier: Apache-2.0
// wf_memory_random.vh - for the benches of the memory path: random numbers, the same in every simulator, values, and where lines lie.

`include "wf_random.vh"

task value(output [31:0] x);
    reg [31:0] r, s;
    begin
        random(r);
        random(s);
        case (r[2:0])
            0, 1:    x = s;
            2:       x = s & 32'h3;
            3:       x = {32{s[0]}} ^ {s[1], 31'd0};                     // extremes of integers
            4:       x = {s[31], s[30] ? 8'hff : 8'h00, s[29] ? 23'd0 : s[22:0]};       // infinities, NaN, zeros, subnormals
            default: x = {s[31], 8'd120 + {4'd0, s[30:27]}, s[22:0]};    // floats of like size
        endcase
    end
endtask

// The bench uses a few lines, anywhere in the address space: bit b of a line's number in the bench is bit place_of[b] of its number.
localparam integer AREA = 1 << AREA_W;
integer place_of [0:AREA_W-1];
reg [AREA-1:0] broken = {AREA{1'b0}};            // lines that cannot be read: loads and atomics on them meet an error
task break_lines;                                // some, and one of the first 16 always
    integer i, n;
    begin
        for (n = 0; n < AREA; n = n + 1) begin
            below(8, i);
            broken[n] = i == 0;
        end
        below(16, i);
        broken[i] = 1'b1;
    end
endtask
task any_places;                                 // in every other case lines 0 and 1 differ in the highest bit alone
    integer b, c;
    for (b = 0; b < AREA_W; b = b + 1) begin
        below((b == 0 ? 2 : 1) * `WF_LINE_ADDR_W, place_of[b]);
        if (place_of[b] >= `WF_LINE_ADDR_W) place_of[b] = `WF_LINE_ADDR_W - 1;
        for (c = 0; c < b; c = c + 1)
            if (place_of[c] == place_of[b]) begin
                place_of[b] = (place_of[b] + 1) % `WF_LINE_ADDR_W;
                c = -1;
            end
    end
endtask

task near_places;                                // one after the other
    integer b;
    for (b = 0; b < AREA_W; b = b + 1) place_of[b] = b;
endtask

function [`WF_LINE_ADDR_W-1:0] line_of(input integer number);
    integer b;
    begin
        line_of = 0;
        for (b = 0; b < AREA_W; b = b + 1) line_of[place_of[b]] = (number >> b) & 1;
    end
endfunction

function integer number_of(input [`WF_LINE_ADDR_W-1:0] line);    // -1: none of ours
    integer b;
    begin
        number_of = 0;
        for (b = 0; b < AREA_W; b = b + 1) if (line[place_of[b]]) number_of = number_of + (1 << b);
        if (line !== line_of(number_of)) number_of = -1;
    end
endfunction
