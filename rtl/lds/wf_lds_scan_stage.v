// SPDX-License-Identifier: Apache-2.0
// wf_lds_scan_stage - one register of the scan pipeline of wf_lds; with STEP, one step of pointer doubling before it.
//   Latency 1, throughput 1/cycle.  Each lane combines the value of the lane it links to (a lower member of its set,
//   already holding everything up to its own link) with its own, then takes that lane's link.  In the step after links
//   have doubled to STEP members, the link of lane i is STEP lanes below it or lower: gathers reach lanes 0 .. i-STEP.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"
`include "wf_link.vh"

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
    input  wire [LANES-1:0]        in_ok,
    input  wire [LANES-1:0]        in_plain,     // the lane returns the old value as it is
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [IDX_W*LANES-1:0]  in_server,    // lane that performs the memory operation for this one
    input  wire [IDX_W*LANES-1:0]  in_prev,      // next lower member, kept for the end
    input  wire [8*LANES-1:0]      in_link,      // links of the scan (wf_link.vh)
    input  wire [32*LANES-1:0]     in_value,
    input  wire [32*LANES-1:0]     in_compare,
    input  wire                    in_given,     // hand on these values instead; not with an instruction that combines
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

    wire [3:0] op       = in_ctl[`WF_LDS_CTL_OP];
    wire [3:0] scan_op  = op == `WF_ATOM_SUB ? `WF_ATOM_ADD : op;
    wire       combines = in_ctl[`WF_LDS_CTL_COMBINES];
    wire       pairs    = in_ctl[`WF_LDS_CTL_DOES] == `WF_LDS_PAIRS;
    wire       compares = STEP == 1 && in_ctl[`WF_LDS_CTL_ATOMICS] && op == `WF_ATOM_CAS;

    localparam integer DISTANCE = STEP > 0 ? STEP : 1;
    `include "wf_lds_pick.vh"

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer             i, k;
    reg [63:0]          other, result;           // of lanes k and k + 1
    reg [32*LANES-1:0]  next_value;
    reg [8*LANES-1:0]   next_link;
    reg [LANES-1:0]     differs;

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
                out_compare <= in_given ? in_given_compare : in_compare;
                next_value = in_given ? in_given_value : in_value;
                next_link  = in_link;
                differs    = {LANES{1'b0}};
                if (STEP != 0 && (combines || compares))
                    for (k = DISTANCE / 2 * 2; k < LANES; k = k + 2) begin
                        other = 64'd0;
                        for (i = k; i < k + 2; i = i + 1)
                            if (i >= DISTANCE && in_link[8*i+`WF_LINK_SOME]) begin
                                `WF_LDS_PICK_FROM(i, in_link[8*i +: IDX_W])
                                other[32*(i-k) +: 32] = `WF_LDS_PICK(in_value, 5);
                                if (combines) next_link[8*i +: 8] = `WF_LDS_PICK(in_link, 3);
                                differs[i] = compares && (other[32*(i-k) +: 32] != in_value[32*i +: 32] ||
                                                          `WF_LDS_PICK(in_compare, 5) != in_compare[32*i +: 32]);
                            end
                        if (pairs) differs[k +: 2] = {2{|differs[k +: 2]}};
                        // A pair links to a pair, twice as many lanes below.
                        if (combines && (in_link[8*k+`WF_LINK_SOME] || in_link[8*k+8+`WF_LINK_SOME])) begin
                            result = wf_lds_op(scan_op, pairs && k >= 2 * DISTANCE, other, in_value[32*k +: 64], 64'd0);
                            for (i = k; i < k + 2; i = i + 1)
                                if (i >= DISTANCE && in_link[8*i+`WF_LINK_SOME])
                                    next_value[32*i +: 32] = result[32*(i-k) +: 32];
                        end
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
