// SPDX-License-Identifier: Apache-2.0
// match.v - wf_xlane_match on 4 lanes against a comparison of whole keys.
//   Ghost: by lane, the active lanes with the same key; two operations in flight, oldest first.
//   Environment: keys have 1 to WORDS words; a row counts in active lanes.
// prove equal: the row of an active lane is the active lanes whose key is the same, with the tag of the operation
// prove stable: an answer holds until it is taken
// prove order: an answer comes 2 cycles per word and 1 after its operation was taken, if none is stalled, and not without one
// reach two: an operation is taken while the answer before it is stalled
// run match: bmc 9, 20 s, LANES=4, WORDS=2
// run match-four: bmc 11, 20 s, LANES=4, WORDS=4
`default_nettype none

module formal_match #(
    parameter integer LANES = 4,
    parameter integer WORDS = 2              // of a key, at most
) (
    input  wire                 clk,
    input  wire                 in_valid, out_ready, in_tag,
    input  wire [2:0]           in_words,
    input  wire [LANES-1:0]     in_active,
    input  wire [128*LANES-1:0] in_key,
    output wire                 p_equal, p_stable, p_order, w_two
);
    `include "wf_formal.vh"
    wire                   in_ready, out_valid, out_tag;
    wire [LANES*LANES-1:0] out_data;
    wf_xlane_match #(.LANES(LANES), .TAG_W(1)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .in_words(in_words),
        .in_active(in_active), .in_key(in_key), .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
        .out_data(out_data));
    assign legal = !(rst && in_valid) && in_words != 3'd0 && in_words <= WORDS;

    reg  [LANES*LANES-1:0] want;
    reg  [127:0]           part;
    integer                i, j;
    always @* begin
        part = {128{1'b1}} >> (32 * (4 - in_words));
        want = 0;
        for (i = 0; i < LANES; i = i + 1)
            for (j = 0; j < LANES; j = j + 1)
                want[LANES*i + j] = in_active[i] && in_active[j] && ((in_key[128*i +: 128] ^ in_key[128*j +: 128]) & part) == 128'd0;
    end
    reg  [LANES*LANES-1:0] old_q, new_q, was_q;
    reg                    old_tag_q, new_tag_q, was_tag_q, stalled_q = 0;
    reg  [1:0]             held_q = 0;
    reg  [4:0]             due_q = 0;                // cycles until the answer of the older one
    reg  [2:0]             words_q;
    wire                   put  = ok && in_valid && in_ready, got = ok && out_valid && out_ready;
    wire [1:0]             left = held_q - {1'b0, got};
    always @(posedge clk) begin
        held_q <= left + {1'b0, put};
        {old_q, old_tag_q} <= left == 2'd0 ? {want, in_tag} : got ? {new_q, new_tag_q} : {old_q, old_tag_q};
        if (!(held_q == 2'd2 && !got)) {new_q, new_tag_q} <= {want, in_tag};
        if (put && left == 2'd0) due_q <= {1'b0, in_words, 1'b0};
        else if (got) due_q <= 5'd31;                // of one that was taken during a stall: not asked
        else if (due_q != 5'd0 && due_q != 5'd31) due_q <= due_q - 5'd1;
        stalled_q <= ok && out_valid && !out_ready;
        was_q     <= out_data;
        was_tag_q <= out_tag;
    end
    reg     wrong;
    integer m;
    always @* begin
        wrong = out_tag != old_tag_q;
        for (m = 0; m < LANES; m = m + 1)
            if (old_q[LANES*m + m] && out_data[LANES*m +: LANES] != old_q[LANES*m +: LANES]) wrong = 1'b1;
    end
    assign p_equal  = ok && out_valid && held_q != 2'd0 && wrong;
    assign p_stable = ok && stalled_q && !(out_valid && out_data == was_q && out_tag == was_tag_q);
    assign p_order  = ok && (held_q > 2'd2 || (out_valid && held_q == 2'd0) ||
                             (held_q != 2'd0 && due_q != 5'd31 && out_valid != (due_q == 5'd0)));
    assign w_two    = ok && stalled_q && held_q == 2'd2;
endmodule

`default_nettype wire
