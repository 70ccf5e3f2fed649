// SPDX-License-Identifier: Apache-2.0
// axi.v - wf_axi_memory: lines on an AXI4 bus, whatever order the memory on it takes.
//   Ghost: the rules of AXI4, wf_check_axi; by line, the bit that the requests leave in the order taken. The memory
//   performs a read between its address and its first beat, a write between its data and its response, whenever it likes;
//   writes of one ID in the order sent.
//   Environment: a request keeps until it is taken; a tag comes again when it was answered. The slave keeps the rules.
//   Two lines, one bit of each, whole lines or the first byte; two requests in flight.
// prove rules: the master keeps the rules of AXI4
// prove last: a load returns what the last store to its line before it left, in the order taken
// prove once: an answer is of a request that has none yet
// prove stable: an answer holds until it is taken
// prove busy: `busy` is 1 from the cycle after a request is taken until its answer is
// reach chain: two stores of one line are in flight with one ID
// reach mixed: beats of two reads are interleaved
// reach short: a load of one beat is answered
// run axi: bmc 20, 120 s, SLOT_W=1
`default_nettype none
`include "wf_record.vh"

module formal_axi #(
    parameter integer SLOT_W = 1,
    parameter integer DATA   = 128
) (
    input  wire clk,
    input  wire valid, tag, store, line, bit, full, enable, ready, awready, wready, arready, bvalid, rvalid, perform_read, perform_write, which,
    input  wire bid, rid,
    output wire p_rules, p_last, p_once, p_stable, p_busy, w_chain, w_mixed, w_short
);
    `include "wf_formal.vh"
    reg  [`WF_LREQ_W-1:0] lreq;
    wire [`WF_LRSP_W-1:0] lrsp;
    wire                  lreq_ready, lrsp_valid, lrsp_tag, busy, fault, fault_write;
    wire [1:0]            fault_resp;
    wire [25:0]           fault_line;
    wire                  awvalid, wvalid, wlast, bready, arvalid, rready, awid, arid, awlock, arlock, master_ok, slave_ok, aw_open, w_open;
    wire [31:0]           awaddr, araddr;
    wire [7:0]            awlen, arlen, beat;
    wire [2:0]            awsize, arsize, awprot, arprot;
    wire [1:0]            awburst, arburst, read_open, write_due;
    wire [3:0]            awcache, arcache, awqos, arqos;
    wire [DATA-1:0]       wdata;
    wire [DATA/8-1:0]     wstrb;
    // ---- the memory: by ID ----
    reg  [1:0]            r_line_q = 0, r_done_q = 0, r_bit_q = 0, r_first_q = 0;      // its line, performed, what it read, first beat is due
    reg  [15:0]           r_left_q = 0;
    reg  [1:0]            mem_q = 0;
    reg  [3:0]            w_count_q = 0, w_done_q = 0;       // by ID: whole writes; of them performed
    reg  [3:0]            w_line_q = 0, w_bit_q = 0, w_on_q = 0;         // by ID the older, the younger: 2*id + n
    reg                   aw_id_q, aw_line_q, d_bit_q, d_on_q;
    wire                  rdata = r_first_q[rid] && r_bit_q[rid];
    wire                  rlast = r_left_q[8*rid +: 8] == 8'd0;
    always @* begin
        lreq                 = 0;
        lreq[0]              = bit;
        lreq[`WF_LREQ_BYTES] = {{63{full}}, enable};
        lreq[`WF_LREQ_LINE]  = line;
        lreq[`WF_LREQ_KIND]  = store ? `WF_ACCESS_STORE : `WF_ACCESS_LOAD;
    end
    wf_axi_memory #(.TAG_W(1), .DATA(DATA), .SLOT_W(SLOT_W)) u_dut (
        .clk(clk), .rst(rst), .lreq_valid(valid), .lreq_ready(lreq_ready), .lreq_tag(tag), .lreq(lreq), .lrsp_valid(lrsp_valid),
        .lrsp_ready(ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp), .busy(busy), .forget(1'b0), .fault(fault), .fault_write(fault_write),
        .fault_resp(fault_resp), .fault_line(fault_line), .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awid(awid),
        .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst), .m_axi_awlock(awlock),
        .m_axi_awcache(awcache), .m_axi_awprot(awprot), .m_axi_awqos(awqos), .m_axi_wvalid(wvalid), .m_axi_wready(wready),
        .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_bid(bid),
        .m_axi_bresp(2'b00), .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_arid(arid), .m_axi_araddr(araddr),
        .m_axi_arlen(arlen), .m_axi_arsize(arsize), .m_axi_arburst(arburst), .m_axi_arlock(arlock), .m_axi_arcache(arcache),
        .m_axi_arprot(arprot), .m_axi_arqos(arqos), .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rid(rid),
        .m_axi_rdata({{(DATA-1){1'b0}}, rdata}), .m_axi_rresp(2'b00), .m_axi_rlast(rlast));
    wf_check_axi #(.ID_W(1), .DATA(DATA)) u_check (
        .clk(clk), .rst(rst), .awvalid(awvalid), .awready(awready), .wvalid(wvalid), .wready(wready), .wlast(wlast), .bvalid(bvalid),
        .bready(bready), .arvalid(arvalid), .arready(arready), .rvalid(rvalid), .rready(rready), .rlast(rlast), .awid(awid), .bid(bid),
        .arid(arid), .rid(rid), .awaddr(awaddr), .araddr(araddr), .awlen(awlen), .arlen(arlen), .awsize(awsize), .arsize(arsize),
        .awburst(awburst), .arburst(arburst), .bresp(2'b00), .rresp(2'b00), .wdata(wdata[0]), .rdata(rdata), .wstrb(wstrb),
        .master_ok(master_ok), .slave_ok(slave_ok), .aw_open(aw_open), .w_open(w_open), .read_open(read_open), .write_due(write_due),
        .beat(beat));

    wire       took_aw = awvalid && awready, took_w = wvalid && wready, took_ar = arvalid && arready, took_r = rvalid && rready;
    wire       whole = (aw_open || took_aw) && (w_open || (took_w && wlast));
    wire       w_id  = aw_open ? aw_id_q : awid, w_line = aw_open ? aw_line_q : awaddr[6];
    wire       first_beat = took_w && beat == 8'd0;
    wire       w_bit = first_beat ? wdata[0] : d_bit_q, w_on = first_beat ? wstrb[0] : d_on_q;
    wire       takes = ok && valid && lreq_ready, gives = ok && lrsp_valid && ready;
    reg  [1:0] seq_q = 0, open_q = 0, want_q = 0, load_q = 0;            // by line; by tag
    reg        stalled_q = 0, out_stalled_q = 0, was_tag_q, was_bit_q, last_id_q = 0, short_q = 0;
    reg  [6:0] was_q;
    assign legal = slave_ok && !(rst && valid) && !(valid && open_q[tag]) &&
                   !(stalled_q && !(valid && was_q == {tag, store, line, bit, full, enable, 1'b0})) &&
                   !(perform_read && !(read_open[which] && !r_done_q[which])) &&
                   !(perform_write && !(w_done_q[2*which +: 2] < w_count_q[2*which +: 2])) &&
                   !(rvalid && !r_done_q[rid]) && !(bvalid && w_done_q[2*bid +: 2] == 2'd0);
    integer i;
    always @(posedge clk) begin
        stalled_q     <= ok && valid && !lreq_ready;
        was_q         <= {tag, store, line, bit, full, enable, 1'b0};
        out_stalled_q <= ok && lrsp_valid && !ready;
        was_tag_q     <= lrsp_tag;
        was_bit_q     <= lrsp[0];
        if (ok) begin
            // reads
            if (took_ar) begin
                r_line_q[arid]        <= araddr[6];
                r_done_q[arid]        <= 1'b0;
                r_first_q[arid]       <= araddr[5:0] == 6'd0;
                r_left_q[8*arid +: 8] <= arlen;
            end
            if (perform_read) begin
                r_done_q[which] <= 1'b1;
                r_bit_q[which]  <= mem_q[r_line_q[which]];
            end
            if (took_r) begin
                r_first_q[rid]       <= 1'b0;
                r_left_q[8*rid +: 8] <= r_left_q[8*rid +: 8] - 8'd1;
                last_id_q            <= rid;
            end
            // writes
            if (took_aw) {aw_id_q, aw_line_q} <= {awid, awaddr[6]};
            if (first_beat) {d_bit_q, d_on_q} <= {wdata[0], wstrb[0] && awaddr[5:0] == 6'd0};
            for (i = 0; i < 2; i = i + 1) begin
                w_count_q[2*i +: 2] <= w_count_q[2*i +: 2] + (whole && w_id == i) - (bvalid && bready && bid == i);
                w_done_q[2*i +: 2]  <= w_done_q[2*i +: 2] + (perform_write && which == i) - (bvalid && bready && bid == i);
                if (bvalid && bready && bid == i) begin
                    w_line_q[2*i] <= w_line_q[2*i+1];
                    w_bit_q[2*i]  <= w_bit_q[2*i+1];
                    w_on_q[2*i]   <= w_on_q[2*i+1];
                end
                if (whole && w_id == i) begin
                    w_line_q[2*i + (w_count_q[2*i +: 2] - (bvalid && bready && bid == i) != 2'd0)] <= w_line;
                    w_bit_q[2*i + (w_count_q[2*i +: 2] - (bvalid && bready && bid == i) != 2'd0)]  <= w_bit;
                    w_on_q[2*i + (w_count_q[2*i +: 2] - (bvalid && bready && bid == i) != 2'd0)]   <= w_on;
                end
            end
            if (perform_write && w_on_q[2*which + (w_done_q[2*which +: 2] != 2'd0)])
                mem_q[w_line_q[2*which + (w_done_q[2*which +: 2] != 2'd0)]] <= w_bit_q[2*which + (w_done_q[2*which +: 2] != 2'd0)];
            // requests
            if (gives) open_q[lrsp_tag] <= 1'b0;
            if (takes) begin
                open_q[tag] <= 1'b1;
                load_q[tag] <= !store && enable;
                want_q[tag] <= seq_q[line];
                short_q     <= !full;
                if (store && enable) seq_q[line] <= bit;
            end
        end
    end
    assign p_rules  = ok && !master_ok;
    assign p_last   = ok && lrsp_valid && open_q[lrsp_tag] && load_q[lrsp_tag] && lrsp[0] != want_q[lrsp_tag];
    assign p_once   = ok && lrsp_valid && !open_q[lrsp_tag];
    assign p_stable = ok && out_stalled_q && !(lrsp_valid && lrsp_tag == was_tag_q && lrsp[0] == was_bit_q);
    assign p_busy   = ok && busy != (open_q != 2'd0);
    assign w_chain  = ok && w_count_q[1:0] == 2'd2;
    assign w_mixed  = ok && took_r && !rlast && rid != last_id_q && read_open == 2'b11;
    assign w_short  = gives && load_q[lrsp_tag] && short_q;
endmodule

`default_nettype wire
