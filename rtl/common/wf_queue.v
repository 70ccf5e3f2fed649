// SPDX-License-Identifier: Apache-2.0
// wf_queue - a queue: first in, first out, the head in a register.
//   It has no ready: the writer holds a credit for one of the DEPTH words, or looks at `count`.
//   Latency 1 with DIRECT, else 2; throughput 1 word per cycle.
//   Page: docs/common.md   Test: tb/common/wf_common_tb.v
`default_nettype none

module wf_queue #(
    parameter integer WIDTH   = 8,           // bits of a word, 1 or more
    parameter integer DEPTH   = 4,           // words, the head included: 1 or more, without DIRECT 2 or more
    parameter integer DIRECT  = 1,           // into an empty head at once; 0: in_data reaches no more than the body
    parameter integer GATED   = 0,           // 1: its clock stops while it is empty, for wide words
    parameter integer COUNT_W = $clog2(DEPTH + 1)        // derived
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               in_valid,      // with `count` = DEPTH only in the cycle in which the head leaves
    input  wire [WIDTH-1:0]   in_data,
    output reg                out_valid,
    input  wire               out_ready,
    output reg  [WIDTH-1:0]   out_data,
    output wire [COUNT_W-1:0] count          // words that it holds
);
    generate
        if (WIDTH < 1) wf_queue_WIDTH_must_be_at_least_1 u_error ();
        if (DIRECT != 0 && DIRECT != 1) wf_queue_DIRECT_must_be_0_or_1 u_error ();
        if (DEPTH < 2 - DIRECT) wf_queue_DEPTH_must_be_at_least_1_without_DIRECT_2 u_error ();
    endgenerate

    wire load = !out_valid || out_ready;     // the head can be replaced

    // while it is empty and nothing comes it needs no clock
    wire run_clk, waiting;                   // words behind the head
    generate
        if (GATED != 0) begin : g_gated
            wf_clock_gate u_clock (.clk(clk), .en(rst || in_valid || out_valid || waiting), .gated(run_clk));
        end else begin : g_free
            assign run_clk = clk;
            wire unused = waiting;
        end
    endgenerate

    generate
        if (DEPTH <= 1) begin : g_head
            assign count   = out_valid;
            assign waiting = 1'b0;
            always @(posedge run_clk) begin
                if (load) begin
                    out_valid <= in_valid;
                    if (in_valid) out_data <= in_data;
                end
                if (rst) out_valid <= 1'b0;
            end
        end else begin : g_body
            localparam integer BODY   = DEPTH - 1;
            localparam integer PTR_W  = (BODY > 1) ? $clog2(BODY) : 1;
            localparam integer BODY_W = $clog2(BODY + 1);
            localparam integer LAST_PLACE = BODY - 1;
            localparam [PTR_W-1:0] LAST = LAST_PLACE[PTR_W-1:0];

            reg [WIDTH-1:0]  body_m [0:BODY-1];
            reg [PTR_W-1:0]  read_q, write_q;
            reg [BODY_W-1:0] body_q;         // words after the head

            wire empty  = body_q == {BODY_W{1'b0}};
            assign waiting = !empty;
            wire direct = DIRECT != 0 && load && empty;
            wire pop    = load && !empty;
            wire push   = in_valid && !direct;

            assign count = {{(COUNT_W-1){1'b0}}, out_valid} + {{(COUNT_W-BODY_W){1'b0}}, body_q};

            always @(posedge run_clk) begin
                if (load) out_valid <= !empty || (direct && in_valid);
                if (pop) out_data <= body_m[read_q];
                else if (direct && in_valid) out_data <= in_data;
                // the place is free: what goes direct may be left in it, so a late out_ready moves no enable of a word
                if (in_valid) body_m[write_q] <= in_data;
                if (push) write_q <= (write_q == LAST) ? {PTR_W{1'b0}} : write_q + 1'b1;
                if (pop) read_q <= (read_q == LAST) ? {PTR_W{1'b0}} : read_q + 1'b1;
                if (push && !pop) body_q <= body_q + 1'b1;
                else if (pop && !push) body_q <= body_q - 1'b1;
                if (rst) begin
                    out_valid <= 1'b0;
                    read_q    <= {PTR_W{1'b0}};
                    write_q   <= {PTR_W{1'b0}};
                    body_q    <= {BODY_W{1'b0}};
                end
            end
        end
    endgenerate

`ifdef WF_ASSERT
    always @(posedge clk)
        if (!rst && in_valid && count == DEPTH[COUNT_W-1:0] && !out_ready)
            $fatal(1, "%m: a word put into a full queue");
`endif
endmodule

`default_nettype wire
