// SPDX-License-Identifier: Apache-2.0
// wf_xlane_fast - votes, ballot, reads, shuffles, quads and mask operations of a wave.
//   Latency 2, throughput 1 operation/cycle.  Stage 1: lane predicates, source lane of every lane, mask rows reduced to
//   counts of 4.  Stage 2: gather, sum, encode.  Opcodes of the other cross-lane classes give 0.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module wf_xlane_fast #(
    parameter integer LANES = 32,            // lanes, a power of two 4..128
    parameter integer TAG_W = 4,             // request tag bits
    parameter integer OUT_W = 32             // result bits a lane: the greater of 32 and LANES
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire [TAG_W-1:0]       in_tag,
    input  wire [7:0]             in_op,
    input  wire [2:0]             in_wave_log2,
    input  wire [LANES-1:0]       in_exec,   // running lanes
    input  wire [LANES-1:0]       in_active, // running and not helper
    input  wire [32*LANES-1:0]    in_a,
    input  wire [32*LANES-1:0]    in_b,
    input  wire [128*LANES-1:0]   in_q,      // mask operand

    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [TAG_W-1:0]       out_tag,
    output wire [OUT_W*LANES-1:0] out_data
);
    localparam integer LANE_W = $clog2(LANES);

    wire unused = &{1'b0, in_q};             // no lane stands at or above LANES

    localparam integer SET_W = LANES;
    `include "wf_bits.vh"

    function [LANES-1:0] nibble_counts(input [LANES-1:0] m);   // 4 bits each: how many of those 4 are ones
        reg [LANES-1:0] s0, c0, n0, n1, n2;
        begin
            s0 = (m ^ (m >> 1)) & {LANES/2{2'b01}};
            c0 = (m & (m >> 1)) & {LANES/2{2'b01}};
            n0 = (s0 ^ (s0 >> 2)) & {LANES/4{4'b0001}};
            n1 = (c0 ^ (c0 >> 2) ^ (s0 & (s0 >> 2))) & {LANES/4{4'b0001}};
            n2 = (c0 & (c0 >> 2)) & {LANES/4{4'b0001}};
            nibble_counts = n0 | (n1 << 1) | (n2 << 2);
        end
    endfunction

    // ---- stage 1
    reg                   s1_valid_q;
    reg [TAG_W-1:0]       s1_tag_q;
    reg [7:0]             s1_op_q;
    reg [LANES-1:0]       s1_vote_q, s1_among_q;      // lanes that say yes, lanes that were asked
    reg [8*LANES-1:0]     s1_from_q;                  // source lane, as a link
    reg [32*LANES-1:0]    s1_value_q;
    reg [LANES*LANES-1:0] s1_row_q;                   // mask row, or its counts of 4
    // ---- stage 2
    reg                   s2_valid_q;
    reg [TAG_W-1:0]       s2_tag_q;
    reg [OUT_W*LANES-1:0] s2_data_q;

    wire s2_advance = !s2_valid_q || out_ready;
    wire s1_advance = !s1_valid_q || s2_advance;

    assign in_ready  = s1_advance;
    assign out_valid = s2_valid_q;
    assign out_tag   = s2_tag_q;
    assign out_data  = s2_data_q;

    wire is_quad   = in_op == `WF_OP_QANY || in_op == `WF_OP_QALL;
    wire reads_a   = in_op == `WF_OP_READLANE || in_op == `WF_OP_SHUFXOR || in_op == `WF_OP_SHUFUP ||
                     in_op == `WF_OP_SHUFDOWN || in_op == `WF_OP_QBCAST;
    wire is_sum    = in_op == `WF_OP_BCOUNT || in_op == `WF_OP_BPREFIX || in_op == `WF_OP_MCOUNT ||
                     in_op == `WF_OP_MCOUNTX || in_op == `WF_OP_MCOUNTI;
    wire is_row    = is_sum || in_op == `WF_OP_MLSB || in_op == `WF_OP_MMSB || in_op == `WF_OP_MINVERSE ||
                     in_op == `WF_OP_MBIT;
    wire of_ballot = in_op == `WF_OP_BCOUNT || in_op == `WF_OP_BPREFIX;
    wire is_below  = in_op == `WF_OP_BPREFIX || in_op == `WF_OP_MCOUNTX;

    // temporaries of the clocked block
    integer         l, j;
    reg [LANES-1:0] t_vote, t_among, t_inside, t_row, t_below;
    reg [LANE_W-1:0]   t_size_1, t_lane, t_one, t_from;
    reg [LANE_W:0]     t_down;
    reg [31:0]      t_a, t_b, t_xor;
    reg             t_ok;

    /* verilator lint_off BLKSEQ */          // t_*, u_* are temporaries of a block each: none is evaluated while idle
    always @(posedge clk) begin
        if (s1_advance) s1_valid_q <= in_valid;
        if (s1_advance && in_valid) begin
            s1_tag_q <= in_tag;
            s1_op_q  <= in_op;
            for (j = 0; j < LANES; j = j + 1) t_inside[j] = (j >> in_wave_log2) == 0;
            for (j = 0; j < LANE_W; j = j + 1)   t_size_1[j] = j < {29'd0, in_wave_log2};
            t_among = is_quad ? in_exec : in_active;
            for (l = 0; l < LANES; l = l + 1) begin
                t_b = in_b[32*l +: 32];
                t_vote[l] = in_op == `WF_OP_ALLEQF ? t_b[30:0] > 31'h7f800000 : t_b != 32'd0;   // is a NaN
            end
            t_vote     = t_vote & t_among;
            s1_vote_q  <= t_vote;
            s1_among_q <= t_among;
            t_one = index_of(in_op == `WF_OP_LASTLANE ? highest(in_active) : lowest(in_active));
            for (l = 0; l < LANES; l = l + 1) begin
                t_lane = l[LANE_W-1:0];
                t_a    = in_a[32*l +: 32];
                t_b    = in_b[32*l +: 32];
                t_xor  = t_b ^ l;
                t_down = {1'b0, t_lane} + {1'b0, t_b[LANE_W-1:0]};
                t_ok   = 1'b1;
                case (in_op)
                    `WF_OP_SHUFXOR: begin
                        t_from = t_xor[LANE_W-1:0];
                        t_ok   = (t_xor >> LANE_W) == 0 && (t_xor[LANE_W-1:0] & ~t_size_1) == 0;
                    end
                    `WF_OP_SHUFUP: begin
                        t_from = t_lane - t_b[LANE_W-1:0];
                        t_ok   = (t_b >> LANE_W) == 0 && t_b[LANE_W-1:0] <= t_lane;
                    end
                    `WF_OP_SHUFDOWN: begin
                        t_from = t_down[LANE_W-1:0];
                        t_ok   = (t_b >> LANE_W) == 0 && (t_down & ~{1'b0, t_size_1}) == 0;
                    end
                    `WF_OP_QBCAST:   t_from = t_lane ^ {{LANE_W-1{1'b0}}, t_b[0] ^ t_lane[0]} ^
                                              {{LANE_W-2{1'b0}}, t_b[1] ^ t_lane[1], 1'b0};
                    `WF_OP_QSWAPX:   t_from = t_lane ^ 1;
                    `WF_OP_QSWAPY:   t_from = t_lane ^ 2;
                    `WF_OP_QSWAPD:   t_from = t_lane ^ 3;
                    `WF_OP_MINVERSE: t_from = t_lane;
                    `WF_OP_READLANE, `WF_OP_MBIT: begin
                        t_from = t_b[LANE_W-1:0];
                        t_ok   = (t_b >> LANE_W) == 0 && (t_b[LANE_W-1:0] & ~t_size_1) == 0;
                    end
                    default:         t_from = t_one;
                endcase
                s1_from_q[8*l +: 8] <= {t_ok, {`WF_LINK_SOME-LANE_W{1'b0}}, t_from};
                s1_value_q[32*l +: 32] <= reads_a ? t_a :
                    in_op == `WF_OP_ALLEQF && t_b[30:0] == 31'd0 ? 32'd0 : t_b;       // -0 == +0
                if (is_row) begin
                    t_row = of_ballot ? t_vote : in_q[128*l +: LANES] & t_inside;
                    t_below = {{LANES-1{1'b0}}, 1'b1} << l;
                    t_below = t_below - 1;
                    if (is_below) t_row = t_row & t_below;
                    if (in_op == `WF_OP_MCOUNTI) t_row = t_row & {t_below[LANES-2:0], 1'b1};
                    s1_row_q[LANES*l +: LANES] <= is_sum ? nibble_counts(t_row) : t_row;
                end
            end
        end
        if (rst) s1_valid_q <= 1'b0;
    end

    // ---- stage 2
    integer         m, n;
    reg [OUT_W-1:0] u_word;
    reg [31:0]      u_or, u_and, u_value;
    reg [LANES-1:0] u_row;
    reg [LANE_W-1:0]   u_from;
    reg [LANE_W:0]     u_sum;
    reg             u_any, u_all, u_equal, u_ok;

    always @(posedge clk) begin
        if (s2_advance) s2_valid_q <= s1_valid_q;
        if (s2_advance && s1_valid_q) begin
            s2_tag_q <= s1_tag_q;
            u_any = |s1_vote_q;
            u_all = s1_vote_q == s1_among_q;
            u_or  = 32'd0;
            u_and = 32'hffffffff;
            if (s1_op_q == `WF_OP_ALLEQ || s1_op_q == `WF_OP_ALLEQF)
                for (m = 0; m < LANES; m = m + 1)
                    if (s1_among_q[m]) begin
                        u_or  = u_or  | s1_value_q[32*m +: 32];
                        u_and = u_and & s1_value_q[32*m +: 32];
                    end
            u_equal = (u_or & ~u_and) == 32'd0 && !(s1_op_q == `WF_OP_ALLEQF && u_any);
            for (m = 0; m < LANES; m = m + 1) begin
                u_from = s1_from_q[8*m +: LANE_W];
                u_ok   = s1_from_q[8*m+`WF_LINK_SOME];
                u_row  = s1_row_q[LANES*m +: LANES];
                u_word = {OUT_W{1'b0}};
                case (s1_op_q)
                    `WF_OP_ANY:    u_word[0] = u_any;
                    `WF_OP_ALL:    u_word[0] = u_all;
                    `WF_OP_ALLEQ, `WF_OP_ALLEQF: u_word[0] = u_equal;
                    `WF_OP_BALLOT: u_word[LANES-1:0] = s1_vote_q;
                    `WF_OP_MATCHB: u_word[LANES-1:0] = s1_vote_q[m] ? s1_vote_q : s1_among_q & ~s1_vote_q;
                    `WF_OP_QANY:   u_word[0] = |s1_vote_q[m/4*4 +: 4];
                    `WF_OP_QALL:   u_word[0] = s1_vote_q[m/4*4 +: 4] == s1_among_q[m/4*4 +: 4];
                    `WF_OP_ISFIRST: u_word[0] = u_from == m[LANE_W-1:0];
                    `WF_OP_FIRSTLANE, `WF_OP_LASTLANE: u_word[LANE_W-1:0] = u_from;
                    `WF_OP_READFIRST, `WF_OP_READLANE, `WF_OP_SHUFXOR, `WF_OP_SHUFUP, `WF_OP_SHUFDOWN,
                    `WF_OP_QBCAST, `WF_OP_QSWAPX, `WF_OP_QSWAPY, `WF_OP_QSWAPD: begin
                        u_value = s1_value_q[{u_from, 5'd0} +: 32];
                        u_word[31:0] = u_ok ? u_value : 32'd0;
                    end
                    `WF_OP_BCOUNT, `WF_OP_BPREFIX, `WF_OP_MCOUNT, `WF_OP_MCOUNTX, `WF_OP_MCOUNTI: begin
                        u_sum = {LANE_W+1{1'b0}};
                        for (n = 0; n < LANES/4; n = n + 1) u_sum = u_sum + {{LANE_W-2{1'b0}}, u_row[4*n +: 3]};
                        u_word[LANE_W:0] = u_sum;
                    end
                    `WF_OP_MLSB, `WF_OP_MMSB: begin
                        u_word[31:0] = u_row == {LANES{1'b0}} ? 32'hffffffff : {{32-LANE_W{1'b0}}, end_index(u_row, s1_op_q == `WF_OP_MMSB)};
                    end
                    `WF_OP_MINVERSE, `WF_OP_MBIT: u_word[0] = u_ok && u_row[u_from];
                    default: u_word = {OUT_W{1'b0}};
                endcase
                s2_data_q[OUT_W*m +: OUT_W] <= u_word;
            end
        end
        if (rst) s2_valid_q <= 1'b0;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
