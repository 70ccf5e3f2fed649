// SPDX-License-Identifier: Apache-2.0
// wf_lds_select - which lane each bank serves in each cycle: every bank takes its serving lanes in ascending order.
//   Two stages: `en` loads the bank rows of an instruction and moves the instruction before to the output, with the first lane
//   of each bank chosen; `next` chooses the next lanes of the instruction at the output.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none

module wf_lds_select #(
    parameter integer LANES  = 32,           // lanes, a power of two
    parameter integer BANKS  = 32,           // banks, a power of two
    parameter integer IDX_W  = 5,            // bits of a lane number
    parameter integer BANK_W = 5,            // bits of a bank number
    parameter integer ADDR_W = 13            // bits of a word number
) (
    input  wire                    clk,
    input  wire                    en,
    input  wire                    in_valid,
    input  wire [LANES-1:0]        in_ok,
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [IDX_W*LANES-1:0]  in_server,
    input  wire                    mid_valid,    // an instruction is between the two stages
    input  wire                    next,         // a cycle of the instruction at the output is done

    output reg                     more_q,       // lanes wait beyond the ones chosen
    output reg  [BANKS-1:0]        serve_q,      // bank serves ...
    output reg  [IDX_W*BANKS-1:0]  lane_q        // ... this lane
);
    reg [LANES*BANKS-1:0] row_q, rest_q;     // bank b: lanes still to serve

    function [LANES-1:0] servers(input [LANES-1:0] ok, input [IDX_W*LANES-1:0] server);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            servers[i] = ok[i] && server[IDX_W*i +: IDX_W] == i[IDX_W-1:0];
    endfunction

    function [LANES*BANKS-1:0] rows(input [LANES-1:0] set, input [ADDR_W*LANES-1:0] word);
        integer i, k, b;
        reg [LANES-1:0] ballot;
        begin
            for (b = 0; b < BANKS; b = b + 1)
                rows[LANES*b +: LANES] = set;
            for (k = 0; k < BANK_W; k = k + 1) begin
                for (i = 0; i < LANES; i = i + 1)
                    ballot[i] = word[ADDR_W*i+k];
                for (b = 0; b < BANKS; b = b + 1)
                    rows[LANES*b +: LANES] = rows[LANES*b +: LANES] & ~(ballot ^ {LANES{b[k]}});
            end
        end
    endfunction

    // Each row without its lowest member.
    function [LANES*BANKS-1:0] without(input [LANES*BANKS-1:0] x);
        integer b, k;
        reg [LANES-1:0] smear;
        for (b = 0; b < BANKS; b = b + 1) begin
            smear = x[LANES*b +: LANES];
            for (k = 0; k < IDX_W; k = k + 1)
                smear = smear | (smear << (1 << k));
            without[LANES*b +: LANES] = x[LANES*b +: LANES] & (smear << 1);
        end
    endfunction

    function [IDX_W*LANES-1:0] number_bits(input integer zero);
        integer i, k;
        for (k = 0; k < IDX_W; k = k + 1)
            for (i = 0; i < LANES; i = i + 1)
                number_bits[LANES*k+i] = ((i >> k) & 1) != zero;
    endfunction
    localparam [IDX_W*LANES-1:0] NUMBER_BITS = number_bits(0);

    function [IDX_W*BANKS-1:0] encode(input [LANES*BANKS-1:0] onehot);
        integer b, k;
        for (b = 0; b < BANKS; b = b + 1)
            for (k = 0; k < IDX_W; k = k + 1)
                encode[IDX_W*b+k] = |(onehot[LANES*b +: LANES] & NUMBER_BITS[LANES*k +: LANES]);
    endfunction

    function [BANKS-1:0] any(input [LANES*BANKS-1:0] x);
        integer b;
        for (b = 0; b < BANKS; b = b + 1)
            any[b] = |x[LANES*b +: LANES];
    endfunction

    wire choose = (en && mid_valid) || next;
    // Temporaries of the clocked block.
    reg [LANES*BANKS-1:0] pool, left;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose: an idle stage costs nothing
    always @(posedge clk) begin
        if (en && in_valid)
            row_q <= rows(servers(in_ok, in_server), in_word);
        if (choose) begin
            pool = en ? row_q : rest_q;
            left = without(pool);
            serve_q <= any(pool);
            lane_q  <= encode(pool & ~left);
            rest_q  <= left;
            more_q  <= |left;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
