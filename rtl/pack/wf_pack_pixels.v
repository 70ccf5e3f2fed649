// SPDX-License-Identifier: Apache-2.0
// wf_pack_pixels - the quads of one pixel dispatch as waves: wf_pack_quads with positions, and an end.
//   Quads are taken while `open`.  The one marked last completes the last wave, full or not; after that wave the
//   channel reports that none follows (wave_end), and then takes the quads of the next dispatch.
//   Latency 1 from the quad that completes a wave to wave_valid; throughput 1 quad per cycle while waves are taken.
//   Spec: docs/pack.md   Test: tb/pack/wf_pack_pixels_tb.v
`default_nettype none

module wf_pack_pixels #(
    parameter integer LANES = 32             // widest wave, a power of two 4..128
) (
    input  wire                 clk,
    input  wire                 rst,         // synchronous, active high

    input  wire                 open,        // a pixel dispatch takes waves; falls after its wave_end
    input  wire [2:0]           wave_log2,   // stable while open

    input  wire                 quad_valid,
    output wire                 quad_ready,
    input  wire                 quad_last,       // of its dispatch
    input  wire [3:0]           quad_coverage,   // bit 2*row + column; 0: the quad is dropped, a last one still ends
    input  wire [13:0]          quad_x,          // of pixel 0, even
    input  wire [13:0]          quad_y,

    output wire                 wave_valid,
    input  wire                 wave_ready,
    output wire                 wave_end,        // no wave: the dispatch has no more
    output wire [7:0]           wave_live,       // lanes, from lane 0, whole quads
    output wire [LANES-1:0]     wave_helper,     // of them: uncovered
    output wire [7*LANES-1:0]   wave_at          // {y, x} of quad q at 28*q; 0 where there is none
);
    reg                  ended_q;            // the last quad was taken, its wave_end was not
    wire                 take_quads = open && !ended_q;
    wire                 pack_ready, flush_ready, pack_valid;
    wire [LANES-1:0]     pack_live;

    // A last quad brings a flush in the same cycle; the packer takes the flush whenever it takes that quad.
    assign quad_ready = take_quads && pack_ready;
    wire   unused     = &{1'b0, flush_ready};

    wf_pack_quads #(.LANES(LANES), .QUAD_W(28)) u_quads (
        .clk(clk), .rst(rst), .wave_log2(wave_log2), .quad_valid(take_quads && quad_valid),
        .quad_ready(pack_ready), .quad_coverage(quad_coverage), .quad_payload({quad_y, quad_x}),
        .flush_valid(take_quads && quad_valid && quad_last), .flush_ready(flush_ready), .out_valid(pack_valid),
        .out_ready(wave_ready), .out_live(pack_live), .out_helper(wave_helper), .out_payload(wave_at));

    reg [7:0] lanes;
    integer   q;
    always @* begin
        lanes = 8'd0;
        for (q = 0; q < LANES / 4; q = q + 1) lanes = lanes + {5'd0, pack_live[4*q], 2'd0};
    end

    assign wave_valid = pack_valid || ended_q;
    assign wave_end   = !pack_valid;
    assign wave_live  = lanes;

    always @(posedge clk) begin
        if (quad_valid && quad_ready && quad_last) ended_q <= 1'b1;
        if (wave_valid && wave_ready && wave_end) ended_q <= 1'b0;
        if (rst) ended_q <= 1'b0;
    end
endmodule

`default_nettype wire
