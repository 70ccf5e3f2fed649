// SPDX-License-Identifier: Apache-2.0
// wf_core_operands - what an LDS or memory instruction asks for, as the units take it.  Combinational.
//   Loads, stores and atomics: lane by lane.  A 64-bit atomic of half of the lanes has its low words in the even lanes
//   of the request and its high words in the odd ones, 4 bytes above: lane i of that half is the pair of 2i and 2i+1.
//   So no channel is wider than for 32 bits.  What selects is known a cycle before: one more choice for the operands.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_eager.vh"

module wf_core_operands #(
    parameter integer LANES = 32
) (
    input  wire                  valid,
    input  wire                  pairs,          // a 64-bit atomic,
    input  wire                  high,           // ... of the upper half of the lanes
    input  wire                  numbers,        // each lane has the number of its buffer, in c, of pairs in b,
    input  wire                  number_q,       // ... or, without pairs, in word 0 of the quad, whose word 1 is the compare value

    // by lane of the wave
    input  wire [LANES-1:0]      in_lanes,
    input  wire [32*LANES-1:0]   in_a,
    input  wire [32*LANES-1:0]   in_b,
    input  wire [32*LANES-1:0]   in_c,
    input  wire [128*LANES-1:0]  in_q,           // 64-bit atomic: {compare, operand}

    // by lane of the request
    output reg  [LANES-1:0]      lanes,
    output reg  [32*LANES-1:0]   address,
    output reg  [32*LANES-1:0]   data,
    output reg  [32*LANES-1:0]   compare,
    output reg  [9*LANES-1:0]    number          // bit 8: no number of a buffer, whatever the others
);
    localparam integer HALF = LANES / 2;
    integer l, k;

    // Where the numbers are. Operands come late in their cycle, so whether a number has upper bits does not wait for this choice.
    wire each    = valid && numbers && !pairs && !number_q;
    wire in_quad = valid && numbers && number_q;
    wire lower   = valid && numbers && pairs && !high;
    wire upper   = valid && numbers && pairs && high;
    function [8:0] number_of(input [31:0] n);
        number_of = {n[31:8] != 24'd0, n[7:0]};
    endfunction
    always @* begin
        lanes   = in_lanes;
        address = in_a;
        data    = in_b;
        compare = in_c;
        number  = {LANES{9'd0}};
        k       = 0;
        if (`WF_EAGER || (valid && numbers))
            for (l = 0; l < LANES; l = l + 1)
                number[9*l +: 9] = (each    ? number_of(in_c[32*l +: 32]) : 9'd0)
                                 | (in_quad ? number_of(in_q[128*l +: 32]) : 9'd0)
                                 | (lower   ? number_of(in_b[32*(l/2) +: 32]) : 9'd0)
                                 | (upper   ? number_of(in_b[32*(HALF + l/2) +: 32]) : 9'd0);
        if (valid) begin
            if (number_q)
                for (l = 0; l < LANES; l = l + 1) compare[32*l +: 32] = in_q[128*l + 32 +: 32];
            if (pairs)
                for (l = 0; l < LANES; l = l + 1) begin
                    k = l/2;                     // its lane of the half; the word is that of l % 2
                    lanes[l]            = high ? in_lanes[HALF + k] : in_lanes[k];
                    address[32*l +: 32] = (high ? in_a[32*(HALF + k) +: 32] : in_a[32*k +: 32])
                                          | (l % 2 == 1 ? 32'd4 : 32'd0);
                    data[32*l +: 32]    = high ? in_q[128*(HALF + k) + 32*(l % 2) +: 32]
                                               : in_q[128*k + 32*(l % 2) +: 32];
                    compare[32*l +: 32] = high ? in_q[128*(HALF + k) + 32*(l % 2) + 64 +: 32]
                                               : in_q[128*k + 32*(l % 2) + 64 +: 32];
                end
        end
    end
endmodule

`default_nettype wire
