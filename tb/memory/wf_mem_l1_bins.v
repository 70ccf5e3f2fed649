// SPDX-License-Identifier: Apache-2.0
// wf_mem_l1_bins - only for `make cov`: in which state an acquire finds a line, and the next access to it; tb/cov/functional.def.
//   The state is what a core can know of a line: nothing of it was loaded since the acquire before, or it was, or a load is in flight; and whether a store or
//   an atomic is in flight.
`default_nettype none
`include "wf_access.vh"

module wf_mem_l1_bins #(parameter integer AREA = 64, LINES = 16) (
    input wire        clk, rst, invalidate,
    input wire        asks, answers, answers_load,
    input wire [1:0]  kind,
    input wire [31:0] line, answers_line
);
    reg  [7:0] loads [0:AREA-1], changes [0:AREA-1];     // on their way
    reg        here [0:AREA-1], fenced [0:AREA-1];       // an acquire came, and nothing behind it
    reg  [2:0] found [0:AREA-1];                         // absent, loaded, on its way; with 3 more: and a change is on its way
    // what a cycle brings is entered in its middle, when all is settled; bins.h looks at these two after that
    reg        first = 1'b0;
    reg  [2:0] state = 3'd0;
    integer    i;
    always @(negedge clk) begin
        first = asks && LINES != 0 && fenced[line];
        state = found[line];
        for (i = 0; i < AREA; i = i + 1) begin
            if (asks && line == i) fenced[i] = 1'b0;
            if (invalidate) begin
                fenced[i] = 1'b1;
                found[i]  = (loads[i] != 8'd0 ? 3'd2 : here[i] ? 3'd1 : 3'd0) + (changes[i] != 8'd0 ? 3'd3 : 3'd0);
                here[i]   = 1'b0;
            end
        end
        if (answers && answers_load) begin
            loads[answers_line] = loads[answers_line] - 8'd1;
            here[answers_line]  = !invalidate;
        end else if (answers) changes[answers_line] = changes[answers_line] - 8'd1;
        if (asks && kind == `WF_ACCESS_LOAD) loads[line] = loads[line] + 8'd1;
        else if (asks) changes[line] = changes[line] + 8'd1;
        if (asks && kind[`WF_ACCESS_ATOMICS]) here[line] = 1'b0;
        for (i = 0; i < AREA; i = i + 1)
            if (rst) begin
                fenced[i]  = 1'b0;
                here[i]    = 1'b0;
                found[i]   = 3'd0;
                loads[i]   = 8'd0;
                changes[i] = 8'd0;
            end
    end
endmodule

`default_nettype wire
