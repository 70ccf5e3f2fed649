// SPDX-License-Identifier: Apache-2.0
// wf_pack_quads - packs 2x2 pixel quads, 4 lanes per quad, into waves; uncovered pixels become helper lanes.
//   A wave leaves when it is full or on a flush; a quad is never split over waves.
//   Latency 1 from the quad (or flush) that completes a wave to out_valid; 1 quad per cycle while waves are taken.
//   Spec: docs/pack.md   Test: tb/pack/wf_pack_quads_tb.v
`default_nettype none

module wf_pack_quads #(
    parameter integer LANES  = 32,           // widest wave, a power of two 4..128
    parameter integer QUAD_W = 32            // payload bits a quad
) (
    input  wire                      clk,
    input  wire                      rst,            // synchronous, active high

    input  wire [2:0]                wave_log2,      // 2..log2(LANES); changes only while empty

    input  wire                      quad_valid,
    output wire                      quad_ready,
    input  wire [3:0]                quad_coverage,  // bit 2*row + column: the pixel is covered; 0: the quad is dropped
    input  wire [QUAD_W-1:0]         quad_payload,

    // what came before, and a quad of the same cycle, leaves as a wave; nothing does when there is nothing
    input  wire                      flush_valid,
    output wire                      flush_ready,

    output reg                       out_valid,
    input  wire                      out_ready,
    output reg  [LANES-1:0]          out_live,       // lanes that run, from lane 0, whole quads
    output reg  [LANES-1:0]          out_helper,     // of them: uncovered
    output reg  [QUAD_W*LANES/4-1:0] out_payload     // of quad q at QUAD_W*q
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0)
            wf_pack_quads_LANES_must_be_a_power_of_two_4_to_128 u_error ();
    endgenerate

    localparam integer QUADS = LANES / 4;

    // the wave being filled; it moves to the output register with the quad or flush that completes it
    reg  [QUADS-1:0]        here_q;                  // quads held, from quad 0
    reg  [LANES-1:0]        helper_q;
    reg  [QUAD_W*QUADS-1:0] payload_q;

    wire [QUADS-1:0] free    = ~here_q;
    wire [QUADS-1:0] next    = free & ~(free << 1);                                // the first free place, one hot
    wire [5:0]       last    = (6'd1 << (wave_log2 - 3'd2)) - 6'd1;                // place that completes a wave
    wire             room    = !out_valid || out_ready;
    wire             counts  = quad_coverage != 4'd0;
    wire             fills   = counts && |(next >> last);
    wire             some    = here_q[0] || (quad_valid && counts);

    // a quad that completes a wave, and a flush of something, wait for the output register
    assign quad_ready  = room || !(fills || flush_valid);
    assign flush_ready = room || !some;

    wire take   = quad_valid && quad_ready && counts;
    wire leave  = (take && fills) || (flush_valid && flush_ready && some);

    integer q;
    always @(posedge clk) begin
        if (out_ready) out_valid <= 1'b0;
        if (take && !leave) begin
            here_q <= here_q | next;
            for (q = 0; q < QUADS; q = q + 1)
                if (next[q]) begin
                    helper_q [4*q +: 4]           <= ~quad_coverage;
                    payload_q[QUAD_W*q +: QUAD_W] <= quad_payload;
                end
        end
        if (leave) begin
            here_q    <= {QUADS{1'b0}};
            out_valid <= 1'b1;
            for (q = 0; q < QUADS; q = q + 1) begin
                out_live[4*q +: 4]              <= {4{here_q[q] || (take && next[q])}};
                out_helper[4*q +: 4]            <= here_q[q] ? helper_q[4*q +: 4] :
                                                   take && next[q] ? ~quad_coverage : 4'd0;
                out_payload[QUAD_W*q +: QUAD_W] <= here_q[q] ? payload_q[QUAD_W*q +: QUAD_W] :
                                                   take && next[q] ? quad_payload : {QUAD_W{1'b0}};
            end
        end
        if (rst) begin
            here_q    <= {QUADS{1'b0}};
            out_valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
