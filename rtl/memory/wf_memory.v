// SPDX-License-Identifier: Apache-2.0
// wf_memory - the memory path of all cores: a coalescer and a first-level cache each, then one place where all meet and atomics are
//   performed, then a line channel for the memory (wf_axi_memory puts it on a bus).
//   Latency of a load alone: what hits max(log2(LANES), 4) + 20 cycles; what misses max(log2(LANES), 4) + 25 (CORES > 1: 26) and the memory's.
//   A line a cycle goes down.
//   Order: instructions of one core to one word happen in the order taken, atomics of all cores one after the other.  Stores of another core
//   are seen by loads taken after an invalidate (acquire) that follows the store's answer (release: wait for settled or for the answers).
//   The memory performs the requests of one line in the order sent.  Addresses are aligned to words.  No errors of its own.
//   Page: docs/memory.md   Test: tb/memory/wf_memory_tb.v
`default_nettype none
`include "wf_line.vh"
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
    parameter integer INDEX_W   = L1_LINES > 1 ? $clog2(L1_LINES) : 1,          // derived, as in wf_mem_l1, wf_mem_merge, wf_mem_atomic
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
    output wire [1:0]                 lreq_kind,
    output wire [`WF_LINE_ADDR_W-1:0] lreq_line,
    output wire [`WF_LINE_BYTES-1:0]  lreq_bytes,
    output wire [`WF_LINE_BITS-1:0]   lreq_data,
    input  wire                       lrsp_valid,
    output wire                       lrsp_ready,
    input  wire [LTAG_W-1:0]          lrsp_tag,
    input  wire [`WF_LINE_BITS-1:0]   lrsp_data,
    input  wire                       lrsp_error     // the memory met an error: the instructions that asked are told
);
    localparam integer LINE_W = `WF_LINE_ADDR_W;
    localparam integer BYTES  = `WF_LINE_BYTES;
    localparam integer BITS   = `WF_LINE_BITS;

    // ---- a core's own part ----
    wire [CORES-1:0]         c_valid, c_ready, d_valid, d_ready, d_error;
    wire [L1TAG_W*CORES-1:0] c_tag, d_tag;
    wire [2*CORES-1:0]       c_kind;
    wire [4*CORES-1:0]       c_atom;
    wire [LINE_W*CORES-1:0]  c_line;
    wire [BYTES*CORES-1:0]   c_bytes;
    wire [BITS*CORES-1:0]    c_data, c_compare, d_data;
    genvar c;
    generate
        for (c = 0; c < CORES; c = c + 1) begin : g_core
            wire               req_valid, req_ready, rsp_valid, rsp_ready, rsp_error;
            wire [LINES_W-1:0] req_tag, rsp_tag;
            wire [1:0]         req_kind;
            wire [3:0]         req_atom;
            wire [LINE_W-1:0]  req_line;
            wire [BYTES-1:0]   req_bytes;
            wire [BITS-1:0]    req_data, req_compare, rsp_data;
            wf_mem_coalesce #(.LANES(LANES), .TAG_W(TAG_W), .ENTRY_W(ENTRY_W), .OPERAND_W(OPERAND_W), .LTAG_W(LINES_W)) u_coalesce (
                .clk(clk), .rst(rst), .mreq_valid(mreq_valid[c]), .mreq_ready(mreq_ready[c]), .mreq(mreq[`WF_MREQ_W*c +: `WF_MREQ_W]),
                .mrsp_valid(mrsp_valid[c]), .mrsp_ready(mrsp_ready[c]), .mrsp(mrsp[`WF_MRSP_W*c +: `WF_MRSP_W]),
                .lreq_valid(req_valid), .lreq_ready(req_ready), .lreq_tag(req_tag), .lreq_kind(req_kind), .lreq_atom(req_atom),
                .lreq_line(req_line), .lreq_bytes(req_bytes), .lreq_data(req_data), .lreq_compare(req_compare),
                .lrsp_valid(rsp_valid), .lrsp_ready(rsp_ready), .lrsp_tag(rsp_tag), .lrsp_data(rsp_data), .lrsp_error(rsp_error));
            wf_mem_l1 #(.UTAG_W(LINES_W), .LINES(L1_LINES)) u_l1 (
                .clk(clk), .rst(rst), .invalidate(invalidate[c]), .settled(settled[c]),
                .ureq_valid(req_valid), .ureq_ready(req_ready), .ureq_tag(req_tag), .ureq_kind(req_kind), .ureq_atom(req_atom),
                .ureq_line(req_line), .ureq_bytes(req_bytes), .ureq_data(req_data), .ureq_compare(req_compare),
                .ursp_valid(rsp_valid), .ursp_ready(rsp_ready), .ursp_tag(rsp_tag), .ursp_data(rsp_data), .ursp_error(rsp_error),
                .lreq_valid(c_valid[c]), .lreq_ready(c_ready[c]), .lreq_tag(c_tag[L1TAG_W*c +: L1TAG_W]), .lreq_kind(c_kind[2*c +: 2]),
                .lreq_atom(c_atom[4*c +: 4]), .lreq_line(c_line[LINE_W*c +: LINE_W]), .lreq_bytes(c_bytes[BYTES*c +: BYTES]),
                .lreq_data(c_data[BITS*c +: BITS]), .lreq_compare(c_compare[BITS*c +: BITS]),
                .lrsp_valid(d_valid[c]), .lrsp_ready(d_ready[c]), .lrsp_tag(d_tag[L1TAG_W*c +: L1TAG_W]), .lrsp_data(d_data[BITS*c +: BITS]), .lrsp_error(d_error[c]),
                .stat_hit(stat_hit[c]), .stat_joined(stat_joined[c]), .stat_missed(stat_missed[c]));
        end
    endgenerate

    // ---- what all share ----
    wire              a_valid, a_ready, b_valid, b_ready, b_error;
    wire [ATAG_W-1:0] a_tag, b_tag;
    wire [1:0]        a_kind;
    wire [3:0]        a_atom;
    wire [LINE_W-1:0] a_line;
    wire [BYTES-1:0]  a_bytes;
    wire [BITS-1:0]   a_data, a_compare, b_data;
    wf_mem_merge #(.CORES(CORES), .UTAG_W(L1TAG_W)) u_merge (
        .clk(clk), .rst(rst), .ureq_valid(c_valid), .ureq_ready(c_ready), .ureq_tag(c_tag), .ureq_kind(c_kind), .ureq_atom(c_atom),
        .ureq_line(c_line), .ureq_bytes(c_bytes), .ureq_data(c_data), .ureq_compare(c_compare), .ursp_valid(d_valid), .ursp_ready(d_ready),
        .ursp_tag(d_tag), .ursp_data(d_data), .ursp_error(d_error), .lreq_valid(a_valid), .lreq_ready(a_ready), .lreq_tag(a_tag), .lreq_kind(a_kind),
        .lreq_atom(a_atom), .lreq_line(a_line), .lreq_bytes(a_bytes), .lreq_data(a_data), .lreq_compare(a_compare),
        .lrsp_valid(b_valid), .lrsp_ready(b_ready), .lrsp_tag(b_tag), .lrsp_data(b_data), .lrsp_error(b_error));
    wf_mem_atomic #(.UTAG_W(ATAG_W), .SLOT_W(SLOT_W), .RUN(RUN), .MARKS(MARKS)) u_atomic (
        .clk(clk), .rst(rst), .busy(busy), .mark(mark), .marked(marked), .ureq_valid(a_valid), .ureq_ready(a_ready), .ureq_tag(a_tag), .ureq_kind(a_kind), .ureq_atom(a_atom),
        .ureq_line(a_line), .ureq_bytes(a_bytes), .ureq_data(a_data), .ureq_compare(a_compare), .ursp_valid(b_valid), .ursp_ready(b_ready),
        .ursp_tag(b_tag), .ursp_data(b_data), .ursp_error(b_error), .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq_kind(lreq_kind),
        .lreq_line(lreq_line), .lreq_bytes(lreq_bytes), .lreq_data(lreq_data), .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready),
        .lrsp_tag(lrsp_tag), .lrsp_data(lrsp_data), .lrsp_error(lrsp_error));
endmodule

`default_nettype wire
