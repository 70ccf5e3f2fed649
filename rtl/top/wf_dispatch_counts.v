// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_counts - instructions of each dispatch id, over all cores, from its descriptor until the next one with the id.
//   An instruction counts two cycles after its retirement.  A wave ends two cycles after its last one at the earliest, and
//   the answer of its dispatch comes later: it finds all of them counted.
//   Spec: docs/top.md   Test: tb/top/wf_dispatch_counts_tb.v
`default_nettype none

module wf_dispatch_counts #(
    parameter integer DISPATCHES = 4,        // 1, 2, 4 or 8
    parameter integer CORES      = 1,        // 1..16
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1    // derived
) (
    input  wire                     clk,
    input  wire                     rst,             // synchronous, active high
    input  wire                     begin_valid,     // a dispatch with this id begins: its count is 0
    input  wire [ID_W-1:0]          begin_id,
    input  wire [CORES-1:0]         retire_valid,
    input  wire [CORES-1:0]         retire_fold,     // two retire: the second was issued with the first
    input  wire [ID_W*CORES-1:0]    retire_id,
    output wire [64*DISPATCHES-1:0] retired          // of each id
);
    genvar n;
    generate
        for (n = 0; n < DISPATCHES; n = n + 1) begin : g_id
            localparam integer NUMBER = n;
            localparam [ID_W-1:0] ME = NUMBER[ID_W-1:0];
            reg [63:0] count_q;
            reg [5:0]  sum_d, sum_q;         // of all cores in a cycle: two each at most
            integer    c;

            assign retired[64*n +: 64] = count_q;
            always @* begin
                sum_d = 6'd0;
                for (c = 0; c < CORES; c = c + 1)
                    if (retire_valid[c] && retire_id[ID_W*c +: ID_W] == ME)
                        sum_d = sum_d + {4'd0, retire_fold[c], !retire_fold[c]};
            end
            always @(posedge clk) begin
                sum_q <= sum_d;
                if (sum_q != 6'd0)                 count_q <= count_q + {58'd0, sum_q};
                if (begin_valid && begin_id == ME) count_q <= 64'd0;
                if (rst) begin
                    sum_q   <= 6'd0;
                    count_q <= 64'd0;
                end
            end
`ifdef WF_ASSERT
            always @(posedge clk)
                if (!rst && begin_valid && begin_id == ME && (sum_d != 6'd0 || sum_q != 6'd0))
                    $fatal(1, "%m: a dispatch begins while instructions of the one before with its id are not counted");
`endif
        end
    endgenerate
endmodule

`default_nettype wire
