// SPDX-License-Identifier: Apache-2.0
// wf_xlane_match - per lane, the active lanes whose key has the same bits, for keys of 1 to 4 words.
//   Latency 3 and one request each 2 cycles for one word; each further word adds 2 to both.  Radix partition: a key
//   bit splits every set by its ballot, 16 bits per cycle.  A lane keeps its set below itself; the rest is mirrored.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none

module wf_xlane_match #(
    parameter integer LANES = 32,            // lanes, a power of two 4..128
    parameter integer TAG_W = 4              // request tag bits
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire [TAG_W-1:0]       in_tag,
    input  wire [2:0]             in_words,  // 1..4
    input  wire [LANES-1:0]       in_active,
    input  wire [128*LANES-1:0]   in_key,    // 4 words a lane, the first lowest

    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [TAG_W-1:0]       out_tag,
    output wire [LANES*LANES-1:0] out_data   // row of LANES bits a lane
);
    localparam integer BITS = 16;            // key bits a cycle

    wire unused = in_words[2];               // 4 is 0 there

    reg                   busy_q, out_valid_q;
    reg [2:0]             left_q;            // steps after this one
    reg [TAG_W-1:0]       tag_q, out_tag_q;
    reg [128*LANES-1:0]   key_q;             // shifted right by BITS in each lane
    reg [LANES*LANES-1:0] below_q;           // row of lane l: lanes up to l whose key was the same so far
    reg [LANES*LANES-1:0] out_data_q;

    wire last     = busy_q && left_q == 3'd0;
    wire finish   = last && (!out_valid_q || out_ready);
    wire step     = busy_q && (!last || finish);
    wire take     = in_valid && in_ready;

    assign in_ready  = !busy_q || finish;
    assign out_valid = out_valid_q;
    assign out_tag   = out_tag_q;
    assign out_data  = out_data_q;

    integer               l, j, b;
    reg [LANES*BITS-1:0]  t_ballot;          // row of LANES bits a key bit
    reg [LANES*LANES-1:0] t_below;
    reg [LANES-1:0]       t_set;

    /* verilator lint_off BLKSEQ */          // t_* are temporaries of this block alone: nothing is evaluated while idle
    always @(posedge clk) begin
        if (step) begin
            for (b = 0; b < BITS; b = b + 1)
                for (l = 0; l < LANES; l = l + 1) t_ballot[LANES*b + l] = key_q[128*l + b];
            for (l = 0; l < LANES; l = l + 1) begin
                t_set = below_q[LANES*l +: LANES] & {LANES{1'b1}} >> (LANES - 1 - l);  // a constant: no gate
                for (b = 0; b < BITS; b = b + 1)
                    t_set = t_set & (t_ballot[LANES*b +: LANES] ^ {LANES{!key_q[128*l + b]}});
                t_below[LANES*l +: LANES] = t_set;
                key_q[128*l +: 128] <= key_q[128*l +: 128] >> BITS;
            end
            below_q <= t_below;
            left_q  <= left_q - 3'd1;
        end
        if (finish) begin
            for (l = 0; l < LANES; l = l + 1) begin
                t_set = t_below[LANES*l +: LANES];
                for (j = l + 1; j < LANES; j = j + 1) t_set[j] = t_below[LANES*j + l];
                out_data_q[LANES*l +: LANES] <= t_set;
            end
            out_valid_q <= 1'b1;
            out_tag_q   <= tag_q;
            busy_q      <= 1'b0;
        end else if (out_ready) begin
            out_valid_q <= 1'b0;
        end
        if (take) begin
            busy_q <= 1'b1;
            left_q <= {in_words[1:0] - 2'd1, 1'b1};
            tag_q  <= in_tag;
            key_q  <= in_key;
            for (l = 0; l < LANES; l = l + 1) below_q[LANES*l +: LANES] <= in_active & {LANES{in_active[l]}};
        end
        if (rst) begin
            busy_q      <= 1'b0;
            out_valid_q <= 1'b0;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
