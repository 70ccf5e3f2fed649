// SPDX-License-Identifier: Apache-2.0
// wf_fpu - the core's float unit with its queue, and the way by which wf_xlane uses the same lanes.
//   The core's instructions have credits for the places of the queue.  While the cross-lane unit needs the row, the
//   scheduler lends it up to two of them (`lend`, `lent`), so its requests find room too.  They enter in cycles in which
//   the core brings nothing: one per cycle of an idle core, at least two of any five of a busy one.
//   Latency 6 from the queue's input, throughput 1 per cycle; with COMPUTE below LANES 6 + LANES / COMPUTE, and 1 per
//   LANES / COMPUTE cycles.  Answers to wf_xlane come in order and are taken at once.
//   Page: docs/core.md   Test: tb/xlane/wf_xlane_tb.v, tb/core/wf_core_tb.v
`default_nettype none

module wf_fpu #(
    parameter integer LANES = 32,            // lanes, 1..128
    parameter integer COMPUTE = LANES,       // lanes that it computes at a time: divides LANES
    parameter integer TAG_W = 4,             // bits of the core's tag
    parameter integer DEPTH = 5              // places of the queue
) (
    input  wire                clk,
    input  wire                rst,          // synchronous, active high

    // from the core, which has a credit
    input  wire                in_valid,
    input  wire [TAG_W-1:0]    in_tag,
    input  wire [7:0]          in_op,
    input  wire [LANES-1:0]    in_active,
    input  wire [32*LANES-1:0] in_a,
    input  wire [32*LANES-1:0] in_b,
    input  wire [32*LANES-1:0] in_c,
    output wire                credit_return,    // an instruction of the core left the queue

    // from the cross-lane unit
    input  wire                row_wanted,   // requests come, at the earliest in the next cycle
    input  wire                row_req_valid,
    output wire                row_req_ready,    // from registers
    input  wire [2:0]          row_req_tag,
    input  wire [7:0]          row_req_op,
    input  wire [LANES-1:0]    row_req_active,
    input  wire [32*LANES-1:0] row_req_a,
    input  wire [32*LANES-1:0] row_req_b,
    output wire                row_soon_valid,   // an answer in the next cycle, or later if the float unit stalls
    output wire [2:0]          row_soon_tag,
    output wire                row_rsp_valid,
    output wire                lend,         // to the scheduler: credits are asked for
    input  wire [1:0]          lent,         // so many of them it keeps back

    // as wf_vfpu has them
    input  wire                early_ok,
    output wire                early_valid,
    output wire [TAG_W-1:0]    early_tag,
    output wire                rsp_valid,
    input  wire                rsp_ready,
    output wire                rsp_early,
    output wire [TAG_W-1:0]    rsp_tag,
    output wire [32*LANES-1:0] rsp_data      // of both
);
    localparam integer BOTH_W = TAG_W > 3 ? TAG_W : 3;       // a tag of either
    localparam integer WIDTH  = 1 + BOTH_W + 8 + LANES + 3*32*LANES;

    reg  [1:0] waiting_q;                    // requests of wf_xlane in the queue
    wire       row_go = row_req_valid && row_req_ready;
    assign lend          = row_wanted;
    assign row_req_ready = !in_valid && waiting_q < lent;

    wire                 req_valid, req_ready, req_row;
    wire [BOTH_W-1:0]    req_tag, both_early_tag, both_soon_tag, both_tag;
    wire [7:0]           req_op;
    wire [LANES-1:0]     req_active;
    wire [32*LANES-1:0]  req_a, req_b, req_c;
    wire [BOTH_W-1:0]    core_tag = {{(BOTH_W-TAG_W){1'b0}}, in_tag};
    wire [BOTH_W-1:0]    row_tag  = {{(BOTH_W-3){1'b0}}, row_req_tag};
    wire [$clog2(DEPTH+1)-1:0] unused_count; // credits bound it
    wire                 unused   = &{1'b0, both_early_tag, both_soon_tag, both_tag, unused_count};

    wf_queue #(.WIDTH(WIDTH), .DEPTH(DEPTH), .GATED(1)) u_queue (
        .clk(clk), .rst(rst), .in_valid(in_valid || row_go),
        .in_data({!in_valid, in_valid ? {core_tag, in_op, in_active, in_a, in_b}
                                      : {row_tag, row_req_op, row_req_active, row_req_a, row_req_b}, in_c}),
        .out_valid(req_valid), .out_ready(req_ready),
        .out_data({req_row, req_tag, req_op, req_active, req_a, req_b, req_c}), .count(unused_count));
    wire leaves = req_valid && req_ready;
    assign credit_return = leaves && !req_row;

    always @(posedge clk)
        if (rst) waiting_q <= 2'd0;
        else     waiting_q <= waiting_q + {1'b0, row_go} - {1'b0, leaves && req_row};

    generate
        if (COMPUTE == LANES) begin : g_whole
            wf_vfpu #(.LANES(LANES), .TAG_W(BOTH_W)) u_vfpu (
                .clk(clk), .rst(rst), .req_valid(req_valid), .req_ready(req_ready), .req_row(req_row), .req_tag(req_tag),
                .req_op(req_op), .req_active(req_active), .req_a(req_a), .req_b(req_b), .req_c(req_c),
                .early_ok(early_ok), .early_valid(early_valid), .early_tag(both_early_tag), .row_soon(row_soon_valid), .soon_tag(both_soon_tag), .row_valid(row_rsp_valid),
                .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_early(rsp_early), .rsp_tag(both_tag), .rsp_data(rsp_data));
        end else begin : g_serial
            wf_vfpu_serial #(.LANES(LANES), .COMPUTE(COMPUTE), .TAG_W(BOTH_W)) u_vfpu (
                .clk(clk), .rst(rst), .req_valid(req_valid), .req_ready(req_ready), .req_row(req_row), .req_tag(req_tag),
                .req_op(req_op), .req_active(req_active), .req_a(req_a), .req_b(req_b), .req_c(req_c),
                .early_ok(early_ok), .early_valid(early_valid), .early_tag(both_early_tag), .row_soon(row_soon_valid), .soon_tag(both_soon_tag), .row_valid(row_rsp_valid),
                .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_early(rsp_early), .rsp_tag(both_tag), .rsp_data(rsp_data));
        end
    endgenerate
    assign early_tag   = both_early_tag[TAG_W-1:0];
    assign rsp_tag     = both_tag[TAG_W-1:0];
    assign row_soon_tag = both_soon_tag[2:0];
endmodule

`default_nettype wire
