// SPDX-License-Identifier: Apache-2.0
// sums.v - wf_lds_fadd on 4 lanes: which values are added, and in which order (docs/semantics.md, sections 5 and 6).
//   Ghost: an adder is any function of two values: a table of four values by four, any, which stays. So a sum is right only when
//   the same values are added in the same order. By lane of one f32 add, any of them, the sums of the page, two bits of each.
//   Environment: as that of `fadd`; the link of a lane is the next lower lane of its word. An adder answers three enabled
//   cycles after its operands, and answers anything when it has none.
// prove sum: a lane's sum is the old value and all up to its own, combined in the order of the scan
// prove result: a lane's result is the old value and all below its own, or of the lowest lane of a word the old value as it is
// reach four: the results of an f32 add are there whose lanes share a word
// reach pairs: those of one whose lanes share two words, in turn, and which waited for another
// run sums: bmc 22, 18 s, LANES=4
`default_nettype none
`include "wf_link.vh"

// In place of the adder: what it is given, three enabled cycles later, beside an answer that is free.
module wf_fp_add #(
    parameter integer EXP  = 8,
    parameter integer MANT = 23
) (
    input  wire              clk, en, in_valid, subtract,
    input  wire [EXP+MANT:0] a, b,
    output wire [EXP+MANT:0] result
);
    (* anyseq *) wire [EXP+MANT:0] any;
    (* keep *) reg           has3_q = 0;
    (* keep *) reg [3:0]     both3_q;
    reg                      has1_q = 0, has2_q = 0;
    reg [3:0]                both1_q, both2_q;
    assign result = any;
    always @(posedge clk) if (en) begin
        {has3_q, has2_q, has1_q}    <= {has2_q, has1_q, in_valid && !subtract};
        {both3_q, both2_q, both1_q} <= {both2_q, both1_q, a[1:0], b[1:0]};
    end
endmodule

module formal_sums #(
    parameter integer LANES = 4,
    parameter integer W     = 2              // bits of a value
) (
    input  wire                   clk,
    input  wire                   starts, takes, old_comes, read_taken, look,
    input  wire [2*LANES-1:0]     word,      // of each lane
    input  wire [W*LANES-1:0]     data, old,
    input  wire [(W<<2*W)-1:0]    adder,     // at reset
    output wire                   p_sum, p_result, w_four, w_pairs
);
    `include "wf_formal.vh"
    wire                busy, full, reads, done;
    wire [1:0]          held;
    wire [32*LANES-1:0] sum, result;
    reg  [32*LANES-1:0] data_in, old_in;
    reg  [8*LANES-1:0]  prev;
    integer             i, j, k, r;
    always @* begin
        {prev, data_in, old_in} = 0;
        for (i = 0; i < LANES; i = i + 1) begin
            data_in[32*i +: W] = data[W*i +: W];
            old_in[32*i +: W]  = old[W*i +: W];
            for (j = 0; j < i; j = j + 1)
                if (word[2*j +: 2] == word[2*i +: 2]) begin
                    prev[8*i +: 8]            = j;
                    prev[8*i + `WF_LINK_SOME] = 1'b1;
                end
        end
    end
    wf_lds_fadd #(.LANES(LANES), .IDX_W(2), .HOLD_W(2)) u_dut (
        .clk(clk), .rst(rst), .start(starts), .prev(prev), .data(data_in), .hold(2'd0), .busy(busy), .full(full), .reads(reads),
        .read_taken(read_taken), .old_valid(old_comes), .old(old_in), .done(done), .taken(takes), .held(held), .sum(sum), .result(result));

    // ---- the adders ----
    // see has0: u_dut.g_lane[0].u_add.has3_q
    // see has1: u_dut.g_lane[1].u_add.has3_q
    // see has2: u_dut.g_lane[2].u_add.has3_q
    // see has3: u_dut.g_lane[3].u_add.has3_q
    // see both0: u_dut.g_lane[0].u_add.both3_q
    // see both1: u_dut.g_lane[1].u_add.both3_q
    // see both2: u_dut.g_lane[2].u_add.both3_q
    // see both3: u_dut.g_lane[3].u_add.both3_q
    // see added: u_dut.added
    wire                has0, has1, has2, has3;
    wire [2*W-1:0]      both0, both1, both2, both3;
    (* keep *) wire [32*LANES-1:0] added;
    wire [LANES-1:0]    has  = {has3, has2, has1, has0};
    wire [2*W*LANES-1:0] both = {both3, both2, both1, both0};
    reg  [(W<<2*W)-1:0] adder_q;
    reg                 answers;
    function [W-1:0] plus(input [W-1:0] x, input [W-1:0] y);
        plus = adder_q[W*{x, y} +: W];
    endfunction
    always @* begin
        answers = 1'b1;
        for (i = 0; i < LANES; i = i + 1)
            if (has[i] && added[32*i +: W] != plus(both[2*W*i + W +: W], both[2*W*i +: W])) answers = 1'b0;
    end
    always @(posedge clk) if (rst) adder_q <= adder;

    // ---- the environment ----
    reg  [1:0]          count_q = 0;
    reg                 due_q = 0, ask_q = 0;
    assign legal = !(rst && (starts || takes || old_comes || read_taken)) && !(starts && (count_q == 2'd2 || done || ask_q)) &&
                   !(takes && !done) && !(read_taken && !ask_q) && !(old_comes && !due_q) && (rst || answers);

    // ---- the f32 add that is looked at ----
    reg                 looking_q = 0, next_q = 0, second_q;                 // next: it waits for another
    reg  [2*LANES-1:0]  word_q;
    reg  [W*LANES-1:0]  data_q, old_q, all, below;
    wire                looks = starts && look && !looking_q;
    wire                its   = ok && done && looking_q && !next_q;
    always @(posedge clk) begin
        if (ok) count_q <= count_q + starts - takes;
        ask_q <= ok && ((takes && count_q == 2'd2) || (ask_q && !read_taken));
        due_q <= ok && ((starts && count_q == 2'd0) || read_taken || (due_q && !old_comes));
        if (ok && looks) begin
            {looking_q, next_q, second_q} <= {1'b1, {2{count_q != 2'd0}}};
            {word_q, data_q} <= {word, data};
        end else if (takes) begin
            looking_q <= looking_q && next_q;
            next_q    <= 1'b0;
        end
        if (old_comes && looking_q && !next_q) old_q <= old;
    end

    // ---- its sums: members by number, v(k+1)[r] = r >= 2^k ? v(k)[r-2^k] (+) v(k)[r] : v(k)[r] ----
    reg  [W*LANES-1:0]  v, was;
    always @* begin
        all   = 0;
        below = old_q;
        for (i = 0; i < LANES; i = i + 1) begin
            v = 0;
            r = 0;
            for (j = 0; j <= i; j = j + 1)
                if (word_q[2*j +: 2] == word_q[2*i +: 2]) begin
                    v[W*r +: W] = data_q[W*j +: W];
                    r = r + 1;
                end
            for (k = 1; k < LANES; k = 2 * k) begin
                was = v;
                for (j = k; j < LANES; j = j + 1) v[W*j +: W] = plus(was[W*(j-k) +: W], was[W*j +: W]);
            end
            all[W*i +: W] = plus(old_q[W*i +: W], v[W*(r-1) +: W]);
            if (r > 1) below[W*i +: W] = plus(old_q[W*i +: W], v[W*(r-2) +: W]);
        end
    end
    reg                 other_sum, other_result;
    always @* begin
        {other_sum, other_result} = 0;
        for (i = 0; i < LANES; i = i + 1) begin
            if (sum[32*i +: W] != all[W*i +: W]) other_sum = 1'b1;
            if (result[32*i +: W] != below[W*i +: W]) other_result = 1'b1;
        end
    end
    assign p_sum    = its && other_sum;
    assign p_result = its && other_result;
    assign w_four   = its && word_q == 8'h00;
    assign w_pairs  = its && word_q == 8'h44 && second_q;
endmodule

`default_nettype wire
