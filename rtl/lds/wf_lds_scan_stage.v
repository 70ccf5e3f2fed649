// SPDX-License-Identifier: Apache-2.0
// wf_lds_scan_stage - one register of the scan pipeline of wf_lds; with STEP, one step of pointer doubling before it.
//   Latency 1, throughput 1/cycle.  Each lane combines the value of the lane it links to (a lower member of its set,
//   already holding everything up to its own link) with its own, then takes that lane's link.  The last turns keys back.  In the step after links
//   have doubled to STEP members, the link of lane i is STEP lanes below it or lower: gathers reach lanes 0 .. i-STEP.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"
`include "wf_link.vh"
`include "wf_eager.vh"

module wf_lds_scan_stage #(
    parameter integer LANES  = 32,           // lanes, a power of two
    parameter integer IDX_W  = 5,            // bits of a lane number
    parameter integer ADDR_W = 13,           // bits of a word number
    parameter integer CTL_W  = 50,           // bits of ctl: wf_lds.vh
    parameter integer STEP   = 1             // 1, 2, 4 ..: distance of its links at least; 0: only a register
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    en,

    input  wire                    in_valid,
    input  wire [CTL_W-1:0]        in_ctl,
    input  wire [7:0]              in_work,      // the low fields of in_ctl; with in_given not used, so it may be another's
    input  wire [LANES-1:0]        in_ok,
    input  wire [LANES-1:0]        in_plain,     // the lane returns the old value as it is
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [IDX_W*LANES-1:0]  in_server,    // lane that performs the memory operation for this one
    input  wire [IDX_W*LANES-1:0]  in_prev,      // next lower member, kept for the end
    input  wire [8*LANES-1:0]      in_link,      // links of the scan (wf_link.vh)
    input  wire [32*LANES-1:0]     in_value,     // to combine: keys (wf_lds_key.vh)
    input  wire [32*LANES-1:0]     in_compare,
    input  wire                    in_given,     // STEP 1: hand on these values instead
    input  wire [32*LANES-1:0]     in_given_value,
    input  wire [32*LANES-1:0]     in_given_compare,

    output reg                     out_valid,
    output reg  [CTL_W-1:0]        out_ctl,
    output reg  [LANES-1:0]        out_ok,
    output reg  [LANES-1:0]        out_plain,
    output reg  [ADDR_W*LANES-1:0] out_word,
    output reg  [IDX_W*LANES-1:0]  out_server,
    output reg  [IDX_W*LANES-1:0]  out_prev,
    output reg  [8*LANES-1:0]      out_link,
    output reg  [32*LANES-1:0]     out_value,
    output reg  [32*LANES-1:0]     out_compare,
    output reg  [LANES-1:0]        out_differs   // STEP 1, compare-exchange: operands unlike those of the linked lane
);
    `include "wf_lds_op.vh"
    `include "wf_lds_key.vh"

    wire [3:0] op       = in_work[`WF_LDS_CTL_OP];
    wire       combines = in_work[`WF_LDS_CTL_COMBINES];
    wire       pairs    = in_work[`WF_LDS_CTL_DOES] == `WF_LDS_PAIRS;
    wire       compares = STEP == 1 && in_work[`WF_LDS_CTL_ATOMICS] && op == `WF_ATOM_CAS;
    wire       given    = STEP == 1 && in_given;

    localparam integer NEAR = STEP > 0 ? STEP : 1;
    localparam LAST = 2 * STEP == LANES;
    localparam [31:0] LINK_BITS = (1 << `WF_LINK_SOME) | (LANES - 1);
    localparam [7:0]  LINK = LINK_BITS[7:0];               // those that a link can have

    // ---- a word is a key: minima and maxima are one comparison, AND is an OR ----
    wire is_add = op == `WF_ATOM_ADD || op == `WF_ATOM_SUB;
    wire is_sum = is_add || op == `WF_ATOM_XOR;          // a sum without carries
    wire is_or  = op == `WF_ATOM_OR || op == `WF_ATOM_AND;
    wire keys   = !is_sum && op != `WF_ATOM_OR && op != `WF_ATOM_MINU;
    wire [3:0] key_op = combines ? op : `WF_ATOM_XCHG;   // else the words are no keys

    // Of two lanes, or of a pair: what lower lanes give and the own keys; has: those with a link.
    // alone: the own ones of a lane without a link.
    function [63:0] combined(input sums, input adds, input ors, input pair, input [1:0] has, input [63:0] other, input [63:0] own,
                            input [63:0] alone);
        /*verilator no_inline_task*/             // one copy, not one a lane
        reg [63:0] operand, carries, sum;
        reg [1:0]  greater, takes, keeps;    // takes the word of the other lane, keeps the own
        begin
            operand  = own ^ {64{!sums}};      // other + ~own carries where other is greater; the own word is there early
            carries  = wf_lds_carries(pair, 1'b0, other, operand);
            sum      = wf_lds_sum(pair, 1'b0, other, operand, carries[62:0]);
            operand  = operand ^ other;
            sum      = operand ^ ((sum ^ operand) & {64{adds}});
            greater  = {carries[63], pair ? carries[63] : carries[31]};
            takes    = ~greater | {2{ors}};
            keeps    = greater | {2{ors}};
            combined = (other & {{32{has[1] && !sums && takes[1]}}, {32{has[0] && !sums && takes[0]}}}) |
                       (alone & {{32{!has[1] || (!sums && keeps[1])}}, {32{!has[0] || (!sums && keeps[0])}}}) |
                       (sum & {{32{has[1] && sums}}, {32{has[0] && sums}}});
        end
    endfunction

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer             i, k;
    reg [63:0]          other;                   // of lanes k and k + 1
    reg [1:0]           has, joins;              // a link, with an operation that combines
    reg [IDX_W-1:0]     from;
    reg [32*LANES-1:0]  next_value, own_value;  // own: of a lane that takes nothing from another; known early
    reg [32*LANES-1:0]  near_value, near_compare;        // what lane i can reach, constant zeros above: no gate for them
    reg [8*LANES-1:0]   near_link, next_link;
    reg [LANES-1:0]     differs;

    // The conditions below save simulation time.  A lane without a link keeps its own word with or without them.
    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) begin
        if (en) begin
            out_valid <= in_valid;
            if (in_valid) begin
                out_ctl     <= in_ctl;
                out_ok      <= in_ok;
                out_plain   <= in_plain;
                out_word    <= in_word;
                out_server  <= in_server;
                out_prev    <= in_prev;
                out_compare <= given ? in_given_compare : in_compare;
                own_value  = given ? in_given_value : in_value;
                next_value = own_value;
                next_link  = in_link & {LANES{LINK}};
                differs    = {LANES{1'b0}};
                if (STEP != 0 && (`WF_EAGER || combines || compares)) begin
                    near_value   = in_value   & {32*LANES{1'b1}} >> 32 * (NEAR - 1);
                    near_compare = in_compare & {32*LANES{1'b1}} >> 32 * (NEAR - 1);
                    near_link    = in_link    & {LANES{LINK}} << 8 * NEAR;        // lanes below have none
                    for (k = LANES - 2; k >= NEAR / 2 * 2; k = k - 2) begin
                        has = {in_link[8*k+8+`WF_LINK_SOME], in_link[8*k+`WF_LINK_SOME] && k >= NEAR};
                        joins = has & {2{combines && !given}};
                        for (i = k + 1; i >= k && i >= NEAR; i = i - 1) begin
                            near_value[32*(i+1-NEAR) +: 32] = 32'd0;
                            near_link[8*(i+1-NEAR) +: 8]    = 8'd0;
                            from = in_link[8*i +: IDX_W];
                            other[32*(i-k) +: 32] = near_value[{from, 5'd0} +: 32];
                            if (combines) next_link[8*i +: 8] = has[i-k] ? near_link[{from, 3'd0} +: 8] : 8'd0;
                            if (STEP == 1) begin
                                near_compare[32*(i+1-NEAR) +: 32] = 32'd0;
                                differs[i] = compares && has[i-k] &&
                                             (other[32*(i-k) +: 32] != in_value[32*i +: 32] ||
                                              near_compare[{from, 5'd0} +: 32] != in_compare[32*i +: 32]);
                            end
                        end
                        if (pairs) differs[k +: 2] = {2{|differs[k +: 2]}};
                        // A pair links to a pair, twice as many lanes below.
                        if (`WF_EAGER || joins != 2'b00)
                            next_value[32*k +: 64] = combined(is_sum, is_add, is_or, pairs && k >= 2 * NEAR, joins, other, in_value[32*k +: 64],
                                                             own_value[32*k +: 64]);
                    end
                    if (LAST && (`WF_EAGER || (combines && keys)))
                        for (i = 0; i < LANES; i = i + 1)
                            next_value[32*i +: 32] = word_of(key_op, !pairs || i % 2 == 1, next_value[32*i +: 32]);
                end
                out_value   <= next_value;
                out_link    <= next_link;
                out_differs <= differs;
            end
        end
        if (rst) out_valid <= 1'b0;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
