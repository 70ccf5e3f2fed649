// SPDX-License-Identifier: Apache-2.0
// guard.v - wf_lds_guard on 2 lanes: what goes by f32 adds in flight touches none of their words.
//   Ghost: stages 2 and 3 of the front, and the words of the f32 add in flight and of the one that waits, as sets.
//   Environment: as wf_lds has it. An f32 add starts as it leaves stage 3, when none waits. The front stalls while results
//   wait to be taken, and while the one that waited reads. It also stalls while the instruction in stage 3 has to wait.
// prove safe: an instruction that leaves stage 3 touches no word of an f32 add that is in flight or waits
// prove faults: none with a faulty lane leaves while an f32 add is in flight
// prove halves: one waits only when it is faulty, or has a word whose halves are both among those of the f32 adds
// prove exact: while their words are of one block, or all have one low half, it waits only for a word of theirs
// implied exact: by halves
// reach by: an instruction goes by two f32 adds
// reach again: an instruction that waited for the first of two f32 adds goes by the second
// run guard: pdr, 20 s, ADDR_W=2
// run guard-wide: pdr, 20 s, ADDR_W=3
`default_nettype none

module formal_guard #(
    parameter integer ADDR_W = 3,
    parameter integer LANES  = 2
) (
    input  wire                    clk,
    input  wire                    in_valid, in_float, in_faulty, move, ends,
    input  wire [LANES-1:0]        in_ok,
    input  wire [ADDR_W*LANES-1:0] in_word,
    output wire                    p_safe, p_faults, p_halves, p_exact, w_by, w_again
);
    `include "wf_formal.vh"
    localparam integer WORDS = 1 << ADDR_W, LOW_W = ADDR_W - ADDR_W / 2;
    // ---- the front, and the state of wf_lds_fadd ----
    reg                     valid2_q = 0, float2_q, faulty2_q, valid3_q = 0, float3_q, faulty3_q, done_q = 0, reads_q = 0, waited_q = 0;
    reg  [LANES-1:0]        ok2_q, ok3_q;
    reg  [ADDR_W*LANES-1:0] word2_q, word3_q;
    reg  [1:0]              adds_q = 0;              // f32 adds under way
    wire                    waits;
    wire                    busy = adds_q != 2'd0, full = adds_q == 2'd2;
    wire                    float3 = valid3_q && float3_q;
    wire                    stands = float3 ? full : waits && busy;
    wire                    pass   = done_q || reads_q;
    wire                    en     = move && !pass && !(valid3_q && stands);
    wire                    start  = float3 && en, taken = done_q && move;
    wf_lds_guard #(.LANES(LANES), .ADDR_W(ADDR_W)) u_dut (
        .clk(clk), .en(en), .float2(valid2_q && float2_q), .faulty2(faulty2_q), .ok2(ok2_q), .word2(word2_q), .float3(float3),
        .start(start), .faulty3(faulty3_q), .ok3(ok3_q), .word3(word3_q), .busy(busy), .full(full), .done(done_q), .waits_q(waits));
    assign legal = !(rst && move) && !(ends && (!busy || pass));

    // ---- the ghost ----
    reg  [WORDS-1:0] words3, under_q = 0, next_q = 0, all;
    reg  [WORDS-1:0] block, column;
    reg              near, one_block, one_low, highs, lows;
    integer          i, j, k;
    always @* begin
        words3 = 0;
        for (i = 0; i < LANES; i = i + 1) if (ok3_q[i]) words3 = words3 | (1 << word3_q[ADDR_W*i +: ADDR_W]);
        all       = under_q | (full ? next_q : 0);
        near      = 1'b0;
        one_block = 1'b1;
        one_low   = 1'b1;
        for (j = 0; j < WORDS; j = j + 1) begin
            highs = 1'b0;
            lows  = 1'b0;
            for (k = 0; k < WORDS; k = k + 1) begin
                if (all[k] && k >> LOW_W == j >> LOW_W) highs = 1'b1;
                if (all[k] && k % (1 << LOW_W) == j % (1 << LOW_W)) lows = 1'b1;
                if (all[j] && all[k] && k >> LOW_W != j >> LOW_W) one_block = 1'b0;
                if (all[j] && all[k] && k % (1 << LOW_W) != j % (1 << LOW_W)) one_low = 1'b0;
            end
            if (words3[j] && highs && lows) near = 1'b1;
        end
    end
    always @(posedge clk) begin
        if (en) begin
            {valid2_q, float2_q, faulty2_q, ok2_q, word2_q} <= {in_valid, in_float, in_faulty, in_ok, in_word};
            {valid3_q, float3_q, faulty3_q, ok3_q, word3_q} <= {valid2_q, float2_q, faulty2_q, ok2_q, word2_q};
        end
        if (start && !busy) under_q <= words3;
        if (start && busy) next_q <= words3;
        if (taken) under_q <= next_q;
        adds_q   <= adds_q + start - taken;
        done_q   <= (ends && ok) || (done_q && !move);
        reads_q  <= (taken && full) || (reads_q && !move);
        waited_q <= ok && (full ? valid3_q && !float3_q && waits : waited_q && !en);
        if (rst) {valid2_q, valid3_q, adds_q, done_q, reads_q} <= 0;
    end
    wire other = ok && valid3_q && !float3_q && busy;
    assign p_safe   = other && en && (words3 & all) != 0;
    assign p_faults = other && en && faulty3_q;
    assign p_halves = other && !pass && waits && !faulty3_q && !near;
    assign p_exact  = other && !pass && waits && !faulty3_q && (one_block || one_low) && (words3 & all) == 0;
    assign w_by     = other && en && full && words3 != 0;
    assign w_again  = other && en && !full && waited_q && words3 != 0;
endmodule

`default_nettype wire
