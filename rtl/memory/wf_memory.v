// SPDX-License-Identifier: Apache-2.0
// wf_memory - the memory path of all cores: a coalescer and a first-level cache each, then one place where all meet and
//   atomics are performed, then a line channel for the memory (wf_axi_memory puts it on a bus).
//   Latency of a load alone: what hits max(log2(LANES), 4) + 20 cycles; what misses max(log2(LANES), 4) + 25 (CORES
//   > 1: 26) and the memory's.  A line a cycle goes down.  Order: instructions of one core to one word happen in the
//   order taken, atomics of all cores one after the other.  Stores of another core are seen by loads taken after an
//   invalidate (acquire) that follows the store's answer (release: wait for settled or for the answers).  The memory
//   performs the requests of one line in the order sent.  Addresses are aligned to words.  No errors of its own.
//   Page: docs/memory.md   Test: tb/memory/wf_memory_tb.v
`default_nettype none
`include "wf_record.vh"

module wf_memory #(
    parameter integer CORES     = 1,         // 1 to 16
    parameter integer LANES     = 32,        // lanes a wave: 4, 8, .. 128
    parameter integer TAG_W     = 6,         // bits of an instruction's tag
    parameter integer ENTRY_W   = 6,         // 2^ENTRY_W instructions of a core out at a time
    parameter integer OPERAND_W = 3,         // 2^OPERAND_W of them atomics
    parameter integer LINES_W   = 7,         // 2^LINES_W lines of a core out at a time
    parameter integer L1_LINES  = 64,        // lines of a core's cache: 0: none, or a power of two from 2
    parameter integer SLOT_W    = 3,         // 2^SLOT_W lines of atomics under way, of all cores
    parameter integer RUN       = 16,        // atomics performed on a line before it is written
    parameter integer MARKS     = 1,         // marks of lines of atomics, each of its own
    parameter integer INDEX_W   = L1_LINES > 1 ? $clog2(L1_LINES) : 1,          // derived: wf_mem_l1, _merge, _atomic
    parameter integer L1TAG_W   = 1 + (LINES_W > INDEX_W ? LINES_W : INDEX_W),       // derived
    parameter integer ATAG_W    = (CORES > 1 ? $clog2(CORES) : 0) + L1TAG_W,          // derived
    parameter integer LTAG_W    = 1 + (ATAG_W > SLOT_W ? ATAG_W : SLOT_W)       // derived: bits of a tag below
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire [CORES-1:0]           invalidate,    // a core's cache forgets everything
    output wire [CORES-1:0]           settled,       // stores and atomics whose lines were asked for are all answered
    output wire                       busy,          // lines of atomics are not yet written to the memory
    input  wire [MARKS-1:0]           mark,          // pulse: from the next cycle on ...
    output wire [MARKS-1:0]           marked,        // ... lines of atomics that were under way in that cycle are not
    output wire [CORES-1:0]           stat_hit,      // a cycle ago: a line of loads was here, ...
    output wire [CORES-1:0]           stat_joined,   // ... on its way, ...
    output wire [CORES-1:0]           stat_missed,   // ... went on to the memory

    input  wire [CORES-1:0]           mreq_valid,    // as wf_core has it, a core after the other
    output wire [CORES-1:0]           mreq_ready,
    input  wire [`WF_MREQ_W*CORES-1:0] mreq,         // records: docs/isa.md
    output wire [CORES-1:0]           mrsp_valid,
    input  wire [CORES-1:0]           mrsp_ready,
    output wire [`WF_MRSP_W*CORES-1:0] mrsp,

    output wire                       lreq_valid,    // loads and stores of lines
    input  wire                       lreq_ready,
    output wire [LTAG_W-1:0]          lreq_tag,
    output wire [`WF_LREQ_W-1:0]      lreq,
    input  wire                       lrsp_valid,
    output wire                       lrsp_ready,
    input  wire [LTAG_W-1:0]          lrsp_tag,
    input  wire [`WF_LRSP_W-1:0]      lrsp           // ERROR: the instructions that asked are told
);
    // ---- a core's own part ----
    wire [CORES-1:0]         c_valid, c_ready, d_valid, d_ready;
    wire [L1TAG_W*CORES-1:0] c_tag, d_tag;
    wire [`WF_AREQ_W*CORES-1:0] c_req;
    wire [`WF_LRSP_W*CORES-1:0] d_rsp;
    genvar c;
    generate
        for (c = 0; c < CORES; c = c + 1) begin : g_core
            wire                  req_valid, req_ready, rsp_valid, rsp_ready;
            wire [LINES_W-1:0]    req_tag, rsp_tag;
            wire [`WF_AREQ_W-1:0] req;
            wire [`WF_LRSP_W-1:0] rsp;
            wf_mem_coalesce #(.LANES(LANES), .TAG_W(TAG_W), .ENTRY_W(ENTRY_W), .OPERAND_W(OPERAND_W),
                              .LTAG_W(LINES_W)) u_coalesce (
                .clk(clk), .rst(rst),
                .mreq_valid(mreq_valid[c]), .mreq_ready(mreq_ready[c]), .mreq(mreq[`WF_MREQ_W*c +: `WF_MREQ_W]),
                .mrsp_valid(mrsp_valid[c]), .mrsp_ready(mrsp_ready[c]), .mrsp(mrsp[`WF_MRSP_W*c +: `WF_MRSP_W]),
                .lreq_valid(req_valid), .lreq_ready(req_ready), .lreq_tag(req_tag), .lreq(req),
                .lrsp_valid(rsp_valid), .lrsp_ready(rsp_ready), .lrsp_tag(rsp_tag), .lrsp(rsp));
            wf_mem_l1 #(.UTAG_W(LINES_W), .LINES(L1_LINES)) u_l1 (
                .clk(clk), .rst(rst), .invalidate(invalidate[c]), .settled(settled[c]),
                .ureq_valid(req_valid), .ureq_ready(req_ready), .ureq_tag(req_tag), .ureq(req),
                .ursp_valid(rsp_valid), .ursp_ready(rsp_ready), .ursp_tag(rsp_tag), .ursp(rsp),
                .lreq_valid(c_valid[c]), .lreq_ready(c_ready[c]), .lreq_tag(c_tag[L1TAG_W*c +: L1TAG_W]),
                .lreq(c_req[`WF_AREQ_W*c +: `WF_AREQ_W]), .lrsp_valid(d_valid[c]), .lrsp_ready(d_ready[c]),
                .lrsp_tag(d_tag[L1TAG_W*c +: L1TAG_W]), .lrsp(d_rsp[`WF_LRSP_W*c +: `WF_LRSP_W]),
                .stat_hit(stat_hit[c]), .stat_joined(stat_joined[c]), .stat_missed(stat_missed[c]));
        end
    endgenerate

    // ---- what all share ----
    wire                  a_valid, a_ready, b_valid, b_ready;
    wire [ATAG_W-1:0]     a_tag, b_tag;
    wire [`WF_AREQ_W-1:0] a_req;
    wire [`WF_LRSP_W-1:0] b_rsp;
    wf_mem_merge #(.CORES(CORES), .UTAG_W(L1TAG_W)) u_merge (
        .clk(clk), .rst(rst), .ureq_valid(c_valid), .ureq_ready(c_ready), .ureq_tag(c_tag), .ureq(c_req),
        .ursp_valid(d_valid), .ursp_ready(d_ready), .ursp_tag(d_tag), .ursp(d_rsp),
        .lreq_valid(a_valid), .lreq_ready(a_ready), .lreq_tag(a_tag), .lreq(a_req),
        .lrsp_valid(b_valid), .lrsp_ready(b_ready), .lrsp_tag(b_tag), .lrsp(b_rsp));
    wf_mem_atomic #(.UTAG_W(ATAG_W), .SLOT_W(SLOT_W), .RUN(RUN), .MARKS(MARKS)) u_atomic (
        .clk(clk), .rst(rst), .busy(busy), .mark(mark), .marked(marked),
        .ureq_valid(a_valid), .ureq_ready(a_ready), .ureq_tag(a_tag), .ureq(a_req),
        .ursp_valid(b_valid), .ursp_ready(b_ready), .ursp_tag(b_tag), .ursp(b_rsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));
endmodule

`default_nettype wire
