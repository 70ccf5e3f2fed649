// SPDX-License-Identifier: Apache-2.0
// wf_lds_guard - which instructions must wait while an f32 add is between its two passes: another f32 add, one with a faulty lane
//   (faults are answered in request order), and one that may touch a word of the f32 add.
//   A word is two halves of its number, high and low; the words of an f32 add are kept as the sets of their halves.  That is exact while
//   they lie in one block (one high half) or have one low half; else words that pair one's high with another's low half wait too.
//   Looks at the instruction in stage 2 of the front; the answer stands beside stage 3.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none

module wf_lds_guard #(
    parameter integer LANES  = 32,           // lanes, a power of two
    parameter integer ADDR_W = 13            // bits of a word number, at least 2
) (
    input  wire                    clk,
    input  wire                    en,           // the front moves

    input  wire                    in_float,     // stage 2: an f32 add
    input  wire                    in_faulty,    // some lane is faulty
    input  wire [LANES-1:0]        in_ok,
    input  wire [ADDR_W*LANES-1:0] in_word,

    input  wire                    float3,       // stage 3: an f32 add ...
    input  wire                    start,        // ... begins its first pass
    input  wire                    busy,         // an f32 add is under way

    output reg                     waits_q       // stage 3: waits while busy
);
    localparam integer HIGH_W = ADDR_W / 2;
    localparam integer LOW_W  = ADDR_W - HIGH_W;
    localparam integer HIGHS  = 1 << HIGH_W;
    localparam integer LOWS   = 1 << LOW_W;

    reg [HIGHS-1:0] high3_q, held_high_q;
    reg [LOWS-1:0]  low3_q, held_low_q;

    // Temporaries of the clocked block: an idle unit costs no simulation time.
    integer          i;
    reg [LOW_W-1:0]  low_half;
    reg [HIGH_W-1:0] high_half;
    reg [HIGHS-1:0]  high;
    reg [LOWS-1:0]   low;
    reg              hit;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) begin
        if (en && in_float) begin
            high = {HIGHS{1'b0}};
            low  = {LOWS{1'b0}};
            for (i = 0; i < LANES; i = i + 1) begin
                {high_half, low_half} = in_word[ADDR_W*i +: ADDR_W];
                high = high | ({{(HIGHS-1){1'b0}}, in_ok[i]} << high_half);
                low  = low  | ({{(LOWS-1){1'b0}}, in_ok[i]} << low_half);
            end
            high3_q <= high;
            low3_q  <= low;
        end
        if (en && (float3 || busy)) begin
            high = float3 ? high3_q : held_high_q;
            low  = float3 ? low3_q : held_low_q;
            hit  = in_float || in_faulty;
            for (i = 0; i < LANES; i = i + 1) begin
                {high_half, low_half} = in_word[ADDR_W*i +: ADDR_W];
                hit = hit || (in_ok[i] && high[high_half] && low[low_half]);
            end
            waits_q <= hit;
        end
        if (start) begin
            held_high_q <= high3_q;
            held_low_q  <= low3_q;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
