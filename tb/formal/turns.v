// SPDX-License-Identifier: Apache-2.0
// turns.v - choices by one bit: hits and fills of wf_mem_l1, answers of wf_mem_atomic, reads and writes of wf_axi_memory.
//   Ghost: how many of the other kind went while one waits. Looks at the wires of the choice.
//   Environment: for `hits` and `atomics` answers are taken at once: after a stall the count begins anew.
// prove fills: while a line from below waits in the cache, one hit goes before it at most
// prove hits: while a hit waits, one answer from below goes before it at most
// prove atomics: while the answer of an atomic waits, one answer that passes goes before it at most
// prove passes: while an answer that passes waits, that of one atomic goes before it at most
// prove reads: while the answer of a load waits at the bus, that of one store goes before it at most
// prove writes: while the answer of a store waits at the bus, that of one load goes before it at most
// reach cache: a hit and a line from below wait
// reach atomic: the answer of an atomic and one that passes wait
// reach bus: the answers of a load and of a store wait
// run turns: pdr, 20 s, LINES=2
`default_nettype none
`include "wf_record.vh"

module formal_turns #(
    parameter integer LINES = 2
) (
    input  wire                  clk,
    input  wire                  u_valid, u_ready, d_ready, d_valid, n_valid, n_ready, m_ready, m_valid, n_tag, u_tag,
    input  wire                  q_valid, q_tag, q_ready, awready, wready, arready, bvalid, bid, rvalid, rid, rlast,
    input  wire [1:0]            d_tag, m_tag,
    input  wire [`WF_AREQ_W-1:0] ureq,
    input  wire [`WF_LRSP_W-1:0] drsp,
    output wire                  p_fills, p_hits, p_atomics, p_passes, p_reads, p_writes, w_cache, w_atomic, w_bus
);
    `include "wf_formal.vh"
    assign legal = 1'b1;
    // what the units answer is looked at by nothing, but the units stay
    wire [2:0]               offers, takes;
    (* keep *) wire [5:0]    kept = {offers, takes};
    wf_mem_l1 #(.UTAG_W(1), .LINES(LINES)) u_l1 (
        .clk(clk), .rst(rst), .invalidate(1'b0), .settled(), .ureq_valid(u_valid), .ureq_ready(), .ureq_tag(u_tag), .ureq(ureq),
        .ursp_valid(offers[0]), .ursp_ready(u_ready), .ursp_tag(), .ursp(), .lreq_valid(), .lreq_ready(d_ready), .lreq_tag(), .lreq(),
        .lrsp_valid(d_valid), .lrsp_ready(takes[0]), .lrsp_tag(d_tag), .lrsp(drsp), .stat_hit(), .stat_joined(), .stat_missed());
    wf_mem_atomic #(.UTAG_W(1), .SLOT_W(1), .RUN(2), .MARKS(1)) u_atomic (
        .clk(clk), .rst(rst), .busy(), .mark(1'b0), .marked(), .ureq_valid(n_valid), .ureq_ready(), .ureq_tag(n_tag), .ureq(ureq),
        .ursp_valid(offers[1]), .ursp_ready(n_ready), .ursp_tag(), .ursp(), .lreq_valid(), .lreq_ready(m_ready), .lreq_tag(), .lreq(),
        .lrsp_valid(m_valid), .lrsp_ready(takes[1]), .lrsp_tag(m_tag), .lrsp(drsp));
    wf_axi_memory #(.TAG_W(1), .DATA(128), .SLOT_W(1)) u_axi (
        .clk(clk), .rst(rst), .lreq_valid(q_valid), .lreq_ready(takes[2]), .lreq_tag(q_tag), .lreq(ureq[`WF_AREQ_LREQ]),
        .lrsp_valid(offers[2]), .lrsp_ready(q_ready), .lrsp_tag(), .lrsp(), .busy(), .forget(1'b0), .fault(), .fault_write(), .fault_resp(), .fault_line(),
        .m_axi_awvalid(), .m_axi_awready(awready), .m_axi_awid(), .m_axi_awaddr(), .m_axi_awlen(), .m_axi_awsize(), .m_axi_awburst(),
        .m_axi_awlock(), .m_axi_awcache(), .m_axi_awprot(), .m_axi_awqos(), .m_axi_wvalid(), .m_axi_wready(wready), .m_axi_wdata(),
        .m_axi_wstrb(), .m_axi_wlast(), .m_axi_bvalid(bvalid), .m_axi_bready(), .m_axi_bid(bid), .m_axi_bresp(2'b00),
        .m_axi_arvalid(), .m_axi_arready(arready), .m_axi_arid(), .m_axi_araddr(), .m_axi_arlen(), .m_axi_arsize(), .m_axi_arburst(),
        .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos(), .m_axi_rvalid(rvalid), .m_axi_rready(), .m_axi_rid(rid),
        .m_axi_rdata(drsp[127:0]), .m_axi_rresp(2'b00), .m_axi_rlast(rlast));

    wire l1_hits, l1_fill, l1_choose, l1_room, at_answer, at_passes, at_choose, at_room, bus_read, bus_write, bus_picks_read, bus_picks_write;
    // see l1_hits: u_l1.g_cache.hits
    // see l1_fill: u_l1.g_cache.fill_valid_q
    // see l1_choose: u_l1.g_cache.choose
    // see l1_room: u_l1.g_cache.up_ready
    // see at_answer: u_atomic.answer_valid_q
    // see at_passes: u_atomic.passes
    // see at_choose: u_atomic.choose
    // see at_room: u_atomic.up_ready
    // see bus_read: u_axi.read_valid
    // see bus_write: u_axi.write_valid
    // see bus_picks_read: u_axi.picks_read
    // see bus_picks_write: u_axi.picks_write
    // by pair: who waits, and whose word goes
    wire [5:0] waits = {bus_write, bus_read, at_passes, at_answer, l1_hits, l1_fill};
    wire [5:0] goes  = {bus_picks_write, bus_picks_read, at_room && !at_choose && at_passes, at_room && at_choose,
                        l1_room && l1_choose, l1_room && !l1_choose && l1_fill};
    wire [5:0] other = {goes[4], goes[5], goes[2], goes[3], goes[0], goes[1]};
    reg  [5:0] once_q = 0;                   // one of the other kind went while it waits
    wire [5:0] twice = once_q & waits & other;
    wire [5:0] anew  = {3'd0, !at_room, !l1_room, 1'b0};      // a stall begins a new turn
    always @(posedge clk) once_q <= ok ? waits & ~goes & ~anew & (other | once_q) : 6'd0;
    assign {p_writes, p_reads, p_passes, p_atomics, p_hits, p_fills} = twice & {6{ok}};
    assign w_cache  = ok && l1_hits && l1_fill;
    assign w_atomic = ok && at_answer && at_passes;
    assign w_bus    = ok && bus_read && bus_write;
endmodule

`default_nettype wire
