// SPDX-License-Identifier: Apache-2.0
// wf_lds_front - first three stages of wf_lds: check the addresses, then find which lanes share a word.
//   Latency 3, throughput 1/cycle; `en` moves all three stages.
//   1 request as it came   2 lane in order or faulty; which lanes have the same word   3 neighbours, first fault
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"

module wf_lds_front #(
    parameter integer LANES = 32,            // lanes, a power of two, 4..128
    parameter integer TAG_W = 4,             // bits of the tag
    parameter integer COALESCE = 1,          // 0: no operands are added up
    parameter integer IDX_W = 5,             // derived: bits of a lane number
    parameter integer ADDR_W = 13            // derived: bits of a word number
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     en,

    input  wire                     req_valid,
    input  wire [TAG_W-1:0]         req_tag,
    input  wire [1:0]               req_kind,
    input  wire [3:0]               req_atom,
    input  wire [ADDR_W-1:0]        req_base,
    input  wire [ADDR_W:0]          req_words,
    input  wire [LANES-1:0]         req_mask,
    input  wire [32*LANES-1:0]      req_addr,
    input  wire [32*LANES-1:0]      req_data,
    input  wire [32*LANES-1:0]      req_compare,

    output wire                     float2,      // stage 2: an f32 add, lanes that are faulty, that access; their words
    output wire                     faulty2,
    output reg  [LANES-1:0]         ok2_q,
    output reg  [ADDR_W*LANES-1:0]  word2_q,

    output reg                      valid_q,
    output reg  [TAG_W-1:0]         tag_q,
    output reg  [2:0]               does_q,      // WF_LDS_*; an f32 add begins with WF_LDS_FREAD
    output reg  [3:0]               op_q,        // what the banks do: WF_ATOM_*
    output reg                      combines_q,  // the scan adds up operands
    output reg  [LANES-1:0]         ok_q,        // lanes that access memory
    output reg  [ADDR_W*LANES-1:0]  word_q,      // their words
    output reg  [32*LANES-1:0]      data_q,      // of other lanes that of 0; if the scan adds up: keys (wf_lds_key.vh)
    output reg  [32*LANES-1:0]      compare_q,
    output reg  [LANES-1:0]         has_prev_q,  // a lower lane shares the word ...
    output reg  [IDX_W*LANES-1:0]   prev_q,      // ... the highest such
    output reg  [IDX_W*LANES-1:0]   last_q,      // highest lane of the own set
    output reg  [IDX_W:0]           faults_q,    // faulty lanes, and the lowest of them
    output reg                      fault_align_q,
    output reg  [IDX_W-1:0]         fault_lane_q,
    output reg  [31:0]              fault_addr_q
);
    reg                    valid1_q;
    reg [TAG_W-1:0]        tag1_q;
    reg [1:0]              kind1_q;
    reg [3:0]              atom1_q;
    reg [ADDR_W-1:0]       base1_q;
    reg [ADDR_W:0]         words1_q;
    reg [LANES-1:0]        mask1_q;
    reg [32*LANES-1:0]     addr1_q, data1_q, compare1_q;
    reg                    valid2_q;
    reg [TAG_W-1:0]        tag2_q;
    reg [1:0]              kind2_q;
    reg [3:0]              atom2_q;
    reg [LANES-1:0]        bad2_q, misaligned2_q;
    reg [32*LANES-1:0]     data2_q, compare2_q;      // data: of other lanes than those the address
    reg [LANES*LANES-1:0]  same2_q;

    wire pairs1  = kind1_q == `WF_ACCESS_PAIRS;
    wire atomic2 = kind2_q[`WF_ACCESS_ATOMICS];
    assign float2  = atomic2 && atom2_q == `WF_ATOM_FADD;
    assign faulty2 = |bad2_q;

    localparam integer SET_W = LANES;
    `include "wf_bits.vh"
    `include "wf_lds_key.vh"
    // words become keys: of minima, maxima and AND that the scan combines
    wire       combines2 = COALESCE != 0 && atomic2 && !float2 && atom2_q != `WF_ATOM_XCHG && atom2_q != `WF_ATOM_CAS;
    wire [3:0] key_op2   = combines2 ? atom2_q : `WF_ATOM_XCHG;
    wire       pairs2    = kind2_q == `WF_ACCESS_PAIRS;

    function [IDX_W:0] count(input [LANES-1:0] set);
        integer i;
        begin
            count = {(IDX_W+1){1'b0}};
            for (i = 0; i < LANES; i = i + 1) count = count + {{IDX_W{1'b0}}, set[i]};
        end
    endfunction

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer                i, k;
    reg [LANES-1:0]        misaligned, bad, ok, ballot, row, has_prev, lowest_bad;
    reg [ADDR_W*LANES-1:0] word;
    reg [32*LANES-1:0]     data, compare;
    reg [LANES*LANES-1:0]  same;
    reg [IDX_W*LANES-1:0]  prev, last;
    reg [31:0]             bad_addr;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) begin
        if (en) begin
            valid1_q <= req_valid;
            if (req_valid) begin
                tag1_q     <= req_tag;
                kind1_q    <= req_kind;
                atom1_q    <= req_atom;
                base1_q    <= req_base;
                words1_q   <= req_words;
                mask1_q    <= req_mask;
                addr1_q    <= req_addr;
                data1_q    <= req_data;
                compare1_q <= req_compare;
            end

            valid2_q <= valid1_q;
            if (valid1_q) begin
                tag2_q     <= tag1_q;
                kind2_q    <= kind1_q;
                atom2_q    <= atom1_q;
                for (i = 0; i < LANES; i = i + 1) begin
                    misaligned[i] = |addr1_q[32*i +: 2] || (pairs1 && i % 2 == 0 && addr1_q[32*i+2]);
                    bad[i] = misaligned[i] || {2'd0, addr1_q[32*i+2 +: 30]} >= {{(31-ADDR_W){1'b0}}, words1_q};
                end
                if (pairs1)                  // either word is bad: both are
                    for (i = 0; i < LANES; i = i + 2) bad[i +: 2] = {2{|bad[i +: 2]}};
                ok = mask1_q & ~bad;
                for (i = 0; i < LANES; i = i + 1) begin
                    word[ADDR_W*i +: ADDR_W] = (base1_q + addr1_q[32*i+2 +: ADDR_W]) & {ADDR_W{ok[i]}};
                    data[32*i +: 32]         = ok[i] ? data1_q[32*i +: 32] : addr1_q[32*i +: 32];
                    compare[32*i +: 32]      = compare1_q[32*i +: 32] & {32{ok[i]}};
                    same[LANES*i +: LANES]   = ok & {LANES{ok[i]}};
                end
                // All comparisons of word offsets, a bit at a time: a row keeps the lanes whose bit is its own.
                for (k = 2; k < ADDR_W + 2; k = k + 1) begin
                    for (i = 0; i < LANES; i = i + 1) ballot[i] = addr1_q[32*i+k];
                    for (i = 0; i < LANES; i = i + 1)
                        same[LANES*i +: LANES] = same[LANES*i +: LANES] & ~(ballot ^ {LANES{ballot[i]}});
                end
                ok2_q      <= ok;
                bad2_q     <= mask1_q & bad;
                misaligned2_q <= misaligned;
                word2_q    <= word;
                data2_q    <= data;
                compare2_q <= compare;
                same2_q    <= same;
            end

            valid_q <= valid2_q;
            if (valid2_q) begin
                tag_q         <= tag2_q;
                does_q        <= float2 ? `WF_LDS_FREAD : {1'b0, kind2_q};
                op_q          <= atomic2 && !float2 ? atom2_q : `WF_ATOM_XCHG;
                combines_q    <= combines2;
                ok_q          <= ok2_q;
                word_q        <= word2_q;
                compare_q     <= compare2_q;
                for (i = 0; i < LANES; i = i + 1) begin
                    data[32*i +: 32] = key_of(key_op2, !pairs2 || i % 2 == 1, data2_q[32*i +: 32] & {32{ok2_q[i]}});
                    last[IDX_W*i +: IDX_W] = end_index(same2_q[LANES*i +: LANES], 1'b1);
                    row = same2_q[LANES*i +: LANES] & ~({LANES{1'b1}} << i);
                    has_prev[i] = |row;
                    prev[IDX_W*i +: IDX_W] = end_index(row, 1'b1);
                end
                has_prev_q    <= has_prev;
                data_q        <= data;
                prev_q        <= prev;
                last_q        <= last;
                faults_q      <= {(IDX_W+1){1'b0}};
                fault_align_q <= 1'b0;
                fault_lane_q  <= {IDX_W{1'b0}};
                fault_addr_q  <= 32'd0;
                if (|bad2_q) begin
                    lowest_bad = lowest(bad2_q);
                    bad_addr   = 32'd0;
                    for (i = 0; i < LANES; i = i + 1)
                        bad_addr = bad_addr | (data2_q[32*i +: 32] & {32{lowest_bad[i]}});
                    faults_q      <= count(bad2_q);
                    fault_align_q <= |(misaligned2_q & lowest_bad);
                    fault_lane_q  <= index_of(lowest_bad);
                    fault_addr_q  <= bad_addr;
                end
            end
        end
        if (rst) begin
            valid1_q <= 1'b0;
            valid2_q <= 1'b0;
            valid_q  <= 1'b0;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
