// SPDX-License-Identifier: Apache-2.0
// votes.v - wf_xlane_fast on 4 lanes against a page of plain Verilog: votes, ballot, reads, shuffles, quads, masks.
//   Ghost: the answer of each operation, lane by lane, as docs/isa.md words it; two operations in flight, oldest first.
//   Environment: the operation keeps until it is taken is not asked for; active lanes run. An answer counts in active
//   lanes, of quad.any and quad.all in running ones, and of first, last and readfirst with an active lane.
// prove equal: an answer is that of the page, in each lane that counts, with its tag
// prove stable: an answer holds until it is taken
// prove order: an answer is on offer 2 cycles after its operation was taken, if none is stalled, and not without one
// reach two: two operations are in flight and the first is stalled
// reach quad: a helper lane decides a quad vote
// run votes: bmc 6, 20 s, LANES=4
`default_nettype none
`include "wf_isa.vh"

module formal_votes #(
    parameter integer LANES = 4              // 4: the wave has all lanes
) (
    input  wire                 clk,
    input  wire                 in_valid, out_ready,
    input  wire                 in_tag,
    input  wire [7:0]           in_op,
    input  wire [LANES-1:0]     in_exec, in_active,
    input  wire [32*LANES-1:0]  in_a, in_b,
    input  wire [LANES*LANES-1:0] in_mask,
    output wire                 p_equal, p_stable, p_order, w_two, w_quad
);
    `include "wf_formal.vh"
    wire                in_ready, out_valid, out_tag;
    wire [32*LANES-1:0] out_data;
    reg  [128*LANES-1:0] in_q;
    integer             l, j;
    always @* begin
        in_q = 0;
        for (l = 0; l < LANES; l = l + 1) in_q[128*l +: LANES] = in_mask[LANES*l +: LANES];
    end
    wf_xlane_fast #(.LANES(LANES), .TAG_W(1)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .in_op(in_op), .in_wave_log2(3'd2),
        .in_exec(in_exec), .in_active(in_active), .in_a(in_a), .in_b(in_b), .in_q(in_q), .out_valid(out_valid),
        .out_ready(out_ready), .out_tag(out_tag), .out_data(out_data));
    assign legal = (in_active & ~in_exec) == 0 && !(rst && in_valid);

    // ---- the page -----------------------------------------------------------------------------------------------------
    function is_nan(input [31:0] f);
        is_nan = f[30:23] == 8'hff && f[22:0] != 23'd0;
    endfunction
    function same(input [31:0] x, input [31:0] y);       // as values of floats
        same = !is_nan(x) && !is_nan(y) && (x == y || (x[30:0] == 31'd0 && y[30:0] == 31'd0));
    endfunction
    reg  [32*LANES-1:0] want;
    reg  [LANES-1:0]    counts;              // lanes whose answer means something
    reg  [LANES-1:0]    yes, mask;
    reg  [31:0]         b, word, first, last, number;
    reg                 bits, values;
    integer             n;
    always @* begin
        first  = 32'd0;
        last   = 32'd0;
        bits   = 1'b1;
        values = 1'b1;
        for (n = LANES - 1; n >= 0; n = n - 1) if (in_active[n]) first = n;
        for (n = 0; n < LANES; n = n + 1) begin
            yes[n] = in_b[32*n +: 32] != 32'd0;
            if (in_active[n]) last = n;
        end
        for (n = 0; n < LANES; n = n + 1)
            if (in_active[n]) begin
                if (in_b[32*n +: 32] != in_b[32*first[1:0] +: 32]) bits = 1'b0;
                if (!same(in_b[32*n +: 32], in_b[32*first[1:0] +: 32])) values = 1'b0;
            end
        for (l = 0; l < LANES; l = l + 1) begin
            b      = in_b[32*l +: 32];
            mask   = in_mask[LANES*l +: LANES];
            number = 32'd0;
            word   = 32'd0;
            case (in_op)
                `WF_OP_ANY:       word[0] = (yes & in_active) != 0;
                `WF_OP_ALL:       word[0] = (~yes & in_active) == 0;
                `WF_OP_ALLEQ:     word[0] = bits;
                `WF_OP_ALLEQF:    word[0] = values;
                `WF_OP_BALLOT:    word = yes & in_active;
                `WF_OP_MATCHB:    word = in_active & (yes[l] ? yes : ~yes);
                `WF_OP_BCOUNT:    for (j = 0; j < LANES; j = j + 1) word = word + (yes[j] && in_active[j]);
                `WF_OP_BPREFIX:   for (j = 0; j < l; j = j + 1) word = word + (yes[j] && in_active[j]);
                `WF_OP_ISFIRST:   word[0] = first == l;
                `WF_OP_FIRSTLANE: word = first;
                `WF_OP_LASTLANE:  word = last;
                `WF_OP_READFIRST: word = in_b[32*first[1:0] +: 32];
                `WF_OP_READLANE:  word = b < LANES ? in_a[32*b[1:0] +: 32] : 32'd0;
                `WF_OP_SHUFXOR:   begin number = l ^ b; word = number < LANES ? in_a[32*number[1:0] +: 32] : 32'd0; end
                `WF_OP_SHUFUP:    begin number = l - b; word = b <= l ? in_a[32*number[1:0] +: 32] : 32'd0; end
                `WF_OP_SHUFDOWN:  begin number = l + b[2:0]; word = b < LANES && number < LANES ? in_a[32*number[1:0] +: 32] : 32'd0; end
                `WF_OP_QBCAST:    word = in_a[32*b[1:0] +: 32];
                `WF_OP_QSWAPX:    word = in_b[32*(l ^ 1) +: 32];
                `WF_OP_QSWAPY:    word = in_b[32*(l ^ 2) +: 32];
                `WF_OP_QSWAPD:    word = in_b[32*(l ^ 3) +: 32];
                `WF_OP_QANY:      word[0] = (yes & in_exec) != 0;
                `WF_OP_QALL:      word[0] = (~yes & in_exec) == 0;
                `WF_OP_MLSB:      begin word = 32'hffffffff; for (j = LANES - 1; j >= 0; j = j - 1) if (mask[j]) word = j; end
                `WF_OP_MMSB:      begin word = 32'hffffffff; for (j = 0; j < LANES; j = j + 1) if (mask[j]) word = j; end
                `WF_OP_MCOUNT:    for (j = 0; j < LANES; j = j + 1) word = word + mask[j];
                `WF_OP_MCOUNTX:   for (j = 0; j < l; j = j + 1) word = word + mask[j];
                `WF_OP_MCOUNTI:   for (j = 0; j <= l; j = j + 1) word = word + mask[j];
                `WF_OP_MINVERSE:  word[0] = mask[l];
                `WF_OP_MBIT:      word[0] = b < LANES && mask[b[1:0]];
                default:          word = 32'd0;
            endcase
            want[32*l +: 32] = word;
        end
        counts = in_op == `WF_OP_QANY || in_op == `WF_OP_QALL ? in_exec : in_active;
    end

    // ---- in flight ------------------------------------------------------------------------------------------------------
    reg  [32*LANES-1:0] old_q, new_q, was_q;
    reg  [LANES:0]      old_counts_q, new_counts_q;      // {tag, lanes}
    reg  [1:0]          held_q = 0, age_q = 0;           // operations in flight; cycles of the older one
    reg                 stalled_q = 0, was_tag_q;
    wire                put  = ok && in_valid && in_ready, got = ok && out_valid && out_ready;
    wire [1:0]          left = held_q - {1'b0, got};
    always @(posedge clk) begin
        held_q <= left + {1'b0, put};
        age_q  <= left == 2'd0 ? 2'd1 : got ? 2'd2 : age_q == 2'd2 ? age_q : age_q + 2'd1;
        {old_q, old_counts_q} <= left == 2'd0 ? {want, in_tag, counts} : got ? {new_q, new_counts_q} : {old_q, old_counts_q};
        if (!(held_q == 2'd2 && !got)) {new_q, new_counts_q} <= {want, in_tag, counts};
        stalled_q <= ok && out_valid && !out_ready;
        was_q     <= out_data;
        was_tag_q <= out_tag;
    end
    reg     wrong;
    integer m;
    always @* begin
        wrong = out_tag != old_counts_q[LANES];
        for (m = 0; m < LANES; m = m + 1)
            if (old_counts_q[m] && out_data[32*m +: 32] != old_q[32*m +: 32]) wrong = 1'b1;
    end
    assign p_equal  = ok && out_valid && held_q != 2'd0 && wrong;
    assign p_stable = ok && stalled_q && !(out_valid && out_data == was_q && out_tag == was_tag_q);
    assign p_order  = ok && (out_valid != (held_q != 2'd0 && age_q == 2'd2) || held_q > 2'd2);
    assign w_two    = ok && held_q == 2'd2 && stalled_q;
    assign w_quad   = put && in_op == `WF_OP_QANY && (yes & in_exec & ~in_active) != 0 && (yes & in_active) == 0 && in_active != 0;
endmodule

`default_nettype wire
