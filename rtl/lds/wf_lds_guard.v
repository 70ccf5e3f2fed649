// SPDX-License-Identifier: Apache-2.0
// wf_lds_guard - which instructions must wait for the f32 adds in wf_lds_fadd, one in the adder and one that may wait
//   for it: those with a faulty lane (faults are answered in request order), and those that may touch a word of an
//   f32 add.  A word is two halves of its number, high and low; the words of an f32 add are kept as the sets of their
//   halves.  That is exact while they are in one block (one high half) or have one low half; else words that pair one's
//   high with another's low half wait too.
//   Looks at the instruction in stage 2 of the front; the answer is valid with stage 3.  When the f32 add in the adder
//   ends, it looks at the one in stage 3 again: only the other one is left to wait for.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none

module wf_lds_guard #(
    parameter integer LANES  = 32,           // lanes, a power of two
    parameter integer ADDR_W = 13            // bits of a word number, at least 2
) (
    input  wire                    clk,
    input  wire                    en,           // the front moves

    input  wire                    float2,       // stage 2: an f32 add
    input  wire                    faulty2,      // some lane is faulty
    input  wire [LANES-1:0]        ok2,
    input  wire [ADDR_W*LANES-1:0] word2,

    input  wire                    float3,       // stage 3: an f32 add ...
    input  wire                    start,        // ... goes to wf_lds_fadd
    input  wire                    faulty3,
    input  wire [LANES-1:0]        ok3,
    input  wire [ADDR_W*LANES-1:0] word3,

    input  wire                    busy,         // an f32 add is under way ...
    input  wire                    full,         // ... and another waits
    input  wire                    done,         // the one under way has its results; the front stands

    output reg                     waits_q       // stage 3, no f32 add: waits while busy
);
    localparam integer HIGH_W = ADDR_W / 2;
    localparam integer LOW_W  = ADDR_W - HIGH_W;
    localparam integer HIGHS  = 1 << HIGH_W;
    localparam integer LOWS   = 1 << LOW_W;

    reg [HIGHS-1:0] high3_q, high_q, waiting_high_q;         // of the one in stage 3, under way, waiting
    reg [LOWS-1:0]  low3_q, low_q, waiting_low_q;
    wire            behind   = float3 && !done;              // the one in stage 2 is behind an f32 add in stage 3
    wire [HIGHS-1:0] high_of = (busy && !done ? high_q : {HIGHS{1'b0}}) |
                               (behind ? high3_q : full ? waiting_high_q : {HIGHS{1'b0}});
    wire [LOWS-1:0]  low_of  = (busy && !done ? low_q : {LOWS{1'b0}}) |
                               (behind ? low3_q : full ? waiting_low_q : {LOWS{1'b0}});
    wire [LANES-1:0]        ok   = done ? ok3 : ok2;
    wire [ADDR_W*LANES-1:0] word = done ? word3 : word2;

    // Temporaries of the clocked block: an idle unit costs no simulation time.
    integer          i;
    reg [LOW_W-1:0]  low_half;
    reg [HIGH_W-1:0] high_half;
    reg [HIGHS-1:0]  high;
    reg [LOWS-1:0]   low;
    reg              hit;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) begin
        if (en && float2) begin
            high = {HIGHS{1'b0}};
            low  = {LOWS{1'b0}};
            for (i = 0; i < LANES; i = i + 1) begin
                {high_half, low_half} = word2[ADDR_W*i +: ADDR_W];
                high = high | ({{(HIGHS-1){1'b0}}, ok2[i]} << high_half);
                low  = low  | ({{(LOWS-1){1'b0}}, ok2[i]} << low_half);
            end
            high3_q <= high;
            low3_q  <= low;
        end
        if (done || (en && (float3 || busy))) begin
            hit = done ? faulty3 : faulty2;
            for (i = 0; i < LANES; i = i + 1) begin
                {high_half, low_half} = word[ADDR_W*i +: ADDR_W];
                hit = hit || (ok[i] && high_of[high_half] && low_of[low_half]);
            end
            waits_q <= hit;
        end
        if (start && busy) begin
            waiting_high_q <= high3_q;
            waiting_low_q  <= low3_q;
        end
        if (done || (start && !busy)) begin
            high_q <= done ? waiting_high_q : high3_q;
            low_q  <= done ? waiting_low_q : low3_q;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
