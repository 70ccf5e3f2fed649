// SPDX-License-Identifier: Apache-2.0
// quads.v - wf_pack_quads: quads of pixels into waves, in order, each once.
//   Ghost: the quads that were taken and did not leave, oldest first; where a wave has to end.
//   Environment: the wave size changes only while nothing is held, and is one of the unit.
// prove stable: a wave on offer holds until it is taken
// prove order: the quads of a wave are the oldest that were taken and did not leave, and all up to a full wave or a flush
// prove helper: the helper lanes of a quad are its pixels that are not covered, and no other lane is one
// prove whole: a wave has at least one quad, and live lanes are whole quads from lane 0
// prove dropped: a quad without a covered pixel is taken and in no wave
// prove soon: a wave is on offer in the cycle after the quad or the flush that completes it
// prove taken: a quad that completes no wave, without a flush, is taken at once
// reach full: a wave of all quads leaves as another is begun
// reach part: a wave of a flush leaves that is not full
// reach both: a quad and a flush come in one cycle, and the quad is in that wave
// run quads: pdr, 20 s, LANES=16
// run quads-eight: pdr, 20 s, LANES=8
`default_nettype none

module formal_quads #(
    parameter integer LANES  = 8,
    parameter integer QUAD_W = 2,
    parameter integer QUADS  = LANES / 4     // derived
) (
    input  wire              clk,
    input  wire [2:0]        wave_log2,
    input  wire              quad_valid, flush_valid, out_ready,
    input  wire [3:0]        quad_coverage,
    input  wire [QUAD_W-1:0] quad_payload,
    output wire              p_stable, p_order, p_helper, p_whole, p_dropped, p_soon, p_taken, w_full, w_part, w_both
);
    `include "wf_formal.vh"
    wire                    quad_ready, flush_ready, out_valid;
    wire [LANES-1:0]        out_live, out_helper;
    wire [QUAD_W*QUADS-1:0] out_payload;
    wf_pack_quads #(.LANES(LANES), .QUAD_W(QUAD_W)) u_dut (
        .clk(clk), .rst(rst), .wave_log2(wave_log2), .quad_valid(quad_valid), .quad_ready(quad_ready),
        .quad_coverage(quad_coverage), .quad_payload(quad_payload), .flush_valid(flush_valid), .flush_ready(flush_ready),
        .out_valid(out_valid), .out_ready(out_ready), .out_live(out_live), .out_helper(out_helper), .out_payload(out_payload));

    // the ghost: the wave that is filled, and the one that has to be on offer
    reg  [3:0]                  held_q = 0, due_q = 0;   // quads of each; due 0: none
    reg  [(4+QUAD_W)*QUADS-1:0] words_q, due_words_q;    // {coverage, payload}
    reg  [2:0]                  log2_q;
    reg                         stalled_q = 0, part_q = 0;
    reg  [LANES-1:0]            live_q, helper_q;
    reg  [QUAD_W*QUADS-1:0]     payload_q;
    wire [3:0]                  most  = 4'd1 << (wave_log2 - 3'd2);
    wire                        take  = ok && quad_valid && quad_ready && quad_coverage != 4'd0;
    wire                        flush = ok && flush_valid && flush_ready;
    wire [3:0]                  now   = held_q + {3'd0, take};
    wire                        leave = now != 4'd0 && (now == most || flush);
    reg  [(4+QUAD_W)*QUADS-1:0] words;
    integer                     n;
    always @* begin
        words = words_q;
        for (n = 0; n < QUADS; n = n + 1)
            if (take && held_q == n) words[(4+QUAD_W)*n +: 4+QUAD_W] = {quad_coverage, quad_payload};
    end
    assign legal = wave_log2 >= 3'd2 && wave_log2 <= $clog2(LANES) && !(rst && (quad_valid || flush_valid)) &&
                   !(!rst && (held_q != 0 || due_q != 0) && wave_log2 != log2_q);
    always @(posedge clk) begin
        log2_q  <= wave_log2;
        words_q <= words;
        held_q  <= leave ? 4'd0 : now;
        if (ok && out_valid && out_ready) due_q <= 4'd0;
        if (leave) begin
            due_q       <= now;
            due_words_q <= words;
        end
        part_q    <= ok && leave && now != most;
        stalled_q <= ok && out_valid && !out_ready;
        live_q    <= out_live;
        helper_q  <= out_helper;
        payload_q <= out_payload;
    end
    reg wrong_order, wrong_helper, wrong_whole;
    integer q;
    always @* begin
        wrong_order  = due_q == 4'd0;
        wrong_helper = 1'b0;
        wrong_whole  = out_live[0] != 1'b1;
        for (q = 0; q < QUADS; q = q + 1) begin
            if (out_live[4*q] != (q < due_q)) wrong_order = 1'b1;
            if (q < due_q && out_payload[QUAD_W*q +: QUAD_W] != due_words_q[(4+QUAD_W)*q +: QUAD_W]) wrong_order = 1'b1;
            if (out_helper[4*q +: 4] != (out_live[4*q] ? ~due_words_q[(4+QUAD_W)*q + QUAD_W +: 4] : 4'd0)) wrong_helper = 1'b1;
            if (out_live[4*q +: 4] != {4{out_live[4*q]}}) wrong_whole = 1'b1;
            if (q > 0 && out_live[4*q] && !out_live[4*q-1]) wrong_whole = 1'b1;
        end
    end
    assign p_stable  = ok && stalled_q && !(out_valid && out_live == live_q && out_helper == helper_q && out_payload == payload_q);
    assign p_order   = ok && out_valid && wrong_order;
    assign p_helper  = ok && out_valid && due_q != 4'd0 && wrong_helper;
    assign p_whole   = ok && out_valid && wrong_whole;
    assign p_dropped = ok && quad_valid && quad_coverage == 4'd0 && !flush_valid && !quad_ready;
    assign p_soon    = ok && due_q != 4'd0 && !out_valid;
    assign p_taken   = ok && quad_valid && !flush_valid && held_q + 4'd1 < most && !quad_ready;
    assign w_full    = ok && out_valid && out_ready && out_live == {LANES{1'b1}} && held_q != 4'd0;
    assign w_part    = ok && out_valid && part_q && held_q == 4'd0 && due_q > 4'd0 && due_q < most;
    assign w_both    = take && flush && held_q == 4'd0;
endmodule

`default_nettype wire
