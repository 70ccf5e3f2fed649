// SPDX-License-Identifier: Apache-2.0
// wf_axi_model.vh - wf_axi_memory on a memory for the benches, and wf_axi_checker, which watches the bus between them.
//   The memory answers in any order between IDs, those of writes of one ID in the order sent, beats of different reads mixed, stalls at random, errors
//   where asked.  A write is performed when its response begins, each beat of a read when it is given: as late as may be.  Payload whose valid
//   is 0 is anything.
//   The bench has LTAG_W, AXI_ID_W, DATA, AREA, cycle, fail(what); forgets: wf_axi_memory forgets its first error.

wire              lreq_valid, lreq_ready, lrsp_valid, lrsp_ready;
wire [LTAG_W-1:0] lreq_tag, lrsp_tag;
wire [`WF_LREQ_W-1:0] lreq;
wire [`WF_LRSP_W-1:0] lrsp;
wire              axi_busy, axi_fault, axi_fault_write, quiet_bus;
wire [1:0]        axi_fault_resp;
wire [25:0]       axi_fault_line;

wire              m_axi_awvalid, m_axi_wvalid, m_axi_wlast, m_axi_bready, m_axi_arvalid, m_axi_rready;
reg               m_axi_awready = 1'b0, m_axi_wready = 1'b0, m_axi_bvalid = 1'b0, m_axi_arready = 1'b0, m_axi_rvalid = 1'b0, m_axi_rlast = 1'b0;
wire [AXI_ID_W-1:0] m_axi_awid, m_axi_arid;
reg [AXI_ID_W-1:0] m_axi_bid = 0, m_axi_rid = 0;
wire [31:0]       m_axi_awaddr, m_axi_araddr;
wire [7:0]        m_axi_awlen, m_axi_arlen;
wire [2:0]        m_axi_awsize, m_axi_arsize;
wire [1:0]        m_axi_awburst, m_axi_arburst;
wire [DATA-1:0]   m_axi_wdata;
wire [DATA/8-1:0] m_axi_wstrb;
reg [1:0]         m_axi_bresp = 0, m_axi_rresp = 0;
reg [DATA-1:0]    m_axi_rdata = 0;

wf_axi_memory #(.TAG_W(LTAG_W), .DATA(DATA), .SLOT_W(AXI_ID_W)) u_axi (
    .clk(clk), .rst(rst), .busy(axi_busy), .forget(forgets),
    .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
    .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp),
    .fault(axi_fault), .fault_write(axi_fault_write), .fault_resp(axi_fault_resp), .fault_line(axi_fault_line),
    .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr),
    .m_axi_awlen(m_axi_awlen), .m_axi_awsize(m_axi_awsize), .m_axi_awburst(m_axi_awburst), .m_axi_awlock(), .m_axi_awcache(),
    .m_axi_awprot(), .m_axi_awqos(), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
    .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready), .m_axi_bid(m_axi_bid),
    .m_axi_bresp(m_axi_bresp), .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid),
    .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_arsize(m_axi_arsize), .m_axi_arburst(m_axi_arburst),
    .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos(), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready),
    .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast));
wf_axi_checker #(.ID_W(AXI_ID_W), .DATA(DATA)) u_checker (
    .clk(clk), .rst(rst), .idle(quiet_bus), .awvalid(m_axi_awvalid), .awready(m_axi_awready), .awid(m_axi_awid), .awaddr(m_axi_awaddr),
    .awlen(m_axi_awlen), .awsize(m_axi_awsize), .awburst(m_axi_awburst), .wvalid(m_axi_wvalid), .wready(m_axi_wready), .wdata(m_axi_wdata),
    .wstrb(m_axi_wstrb), .wlast(m_axi_wlast), .bvalid(m_axi_bvalid), .bready(m_axi_bready), .bid(m_axi_bid), .bresp(m_axi_bresp),
    .arvalid(m_axi_arvalid), .arready(m_axi_arready), .arid(m_axi_arid), .araddr(m_axi_araddr), .arlen(m_axi_arlen), .arsize(m_axi_arsize),
    .arburst(m_axi_arburst), .rvalid(m_axi_rvalid), .rready(m_axi_rready), .rid(m_axi_rid), .rdata(m_axi_rdata), .rresp(m_axi_rresp),
    .rlast(m_axi_rlast));

reg [31:0]    store [0:16*AREA-1];
localparam integer IDS = 1 << AXI_ID_W, BEAT_WORDS = DATA / 32, BEATS = 512 / DATA, W_QUEUE = 256;
reg           r_here [0:IDS-1], b_here [0:IDS-1];
integer       r_left [0:IDS-1], r_word [0:IDS-1], r_due [0:IDS-1], r_order [0:IDS-1];
integer       b_due [0:IDS-1], b_id [0:IDS-1], b_number [0:IDS-1];       // a write whose data came: of its ID so many came before
integer       b_came [0:IDS-1], b_given [0:IDS-1];                       // writes of an ID
reg [511:0]   b_data [0:IDS-1];
reg [63:0]    b_strb [0:IDS-1];
integer       b_base [0:IDS-1];                  // first word of the burst
integer       aw_word [0:W_QUEUE-1], aw_id [0:W_QUEUE-1];
reg [511:0]   w_data [0:W_QUEUE-1];
reg [63:0]    w_strb [0:W_QUEUE-1];
integer       aws = 0, ws = 0, w_beat = 0, joined_writes = 0, reads = 0, writes = 0, latency = 1, longest = 1;
integer       refuse_percent = 0, hold_percent = 0, error_percent = 0, singles = 0;
reg           in_turn = 1'b0;                    // reads answered in the order taken, none mixed
reg [25:0]    r_line [0:IDS-1], b_line [0:IDS-1], aw_line [0:W_QUEUE-1];         // of an ID; of an address

task clear_memory;
    integer i;
    begin
        for (i = 0; i < IDS; i = i + 1) begin
            r_here[i] = 1'b0;
            b_here[i] = 1'b0;
            b_came[i] = 0;
            b_given[i] = 0;
        end
        aws = 0;
        ws  = 0;
        w_beat = 0;
        joined_writes = 0;
        m_axi_rvalid <= 1'b0;
        m_axi_bvalid <= 1'b0;
    end
endtask

// What a phase begins with: every request is taken, and answered in the next cycle.
task calm_memory;
    begin
        refuse_percent = 0;
        hold_percent   = 0;
        error_percent  = 0;
        latency = 1;
        longest = 1;
        in_turn = 1'b0;
        reads   = 0;
        writes  = 0;
        singles = 0;
    end
endtask

task any_mood(input integer slow);               // now fast, now slow
    integer i;
    begin
        below(3, i);
        refuse_percent = i == 0 ? 60 : i == 1 ? 20 : 0;
        below(3, i);
        hold_percent = i == 0 ? 60 : 0;
        below(3, i);
        longest = i == 0 ? 1 : i == 1 ? 20 : slow;
    end
endtask

function integer word_of(input [31:0] address);
    word_of = number_of(address[31:6]) < 0 ? -1 : 16 * number_of(address[31:6]) + address[5:2];
endfunction

task any_due(output integer due);
    begin
        below(longest - latency + 1, due);
        due = due + cycle + latency;
    end
endtask

// The oldest address and the oldest data are a write.
task join_write;
    integer e, id;
    begin
        e = 0;
        while (e < IDS && b_here[e]) e = e + 1;
        if (e == IDS) fail("more writes than IDs");
        id = aw_id[joined_writes % W_QUEUE];
        b_here[e]   = 1'b1;
        b_id[e]     = id;
        b_number[e] = b_came[id];
        b_came[id]  = b_came[id] + 1;
        b_data[e]   = w_data[joined_writes % W_QUEUE];
        b_strb[e]   = w_strb[joined_writes % W_QUEUE];
        b_base[e]   = aw_word[joined_writes % W_QUEUE];
        b_line[id]  = aw_line[joined_writes % W_QUEUE];
        any_due(b_due[e]);
        joined_writes = joined_writes + 1;
    end
endtask

task take_requests;
    begin
        if (m_axi_arvalid && m_axi_arready) begin
            r_here[m_axi_arid]  = 1'b1;
            r_left[m_axi_arid]  = m_axi_arlen;
            r_word[m_axi_arid]  = word_of(m_axi_araddr);
            r_line[m_axi_arid]  = m_axi_araddr[31:6];
            r_order[m_axi_arid] = reads;
            any_due(r_due[m_axi_arid]);
            if (r_word[m_axi_arid] < 0) fail("a read that nobody asked for");
            reads = reads + 1;
            if (m_axi_arlen == 0) singles = singles + 1;
        end
        if (m_axi_awvalid && m_axi_awready) begin
            aw_word[aws % W_QUEUE] = word_of(m_axi_awaddr);
            aw_line[aws % W_QUEUE] = m_axi_awaddr[31:6];
            aw_id[aws % W_QUEUE]   = m_axi_awid;
            if (word_of(m_axi_awaddr) < 0) fail("a write that nobody asked for");
            aws    = aws + 1;
            writes = writes + 1;
            if (m_axi_awlen == 0) singles = singles + 1;
        end
        if (m_axi_wvalid && m_axi_wready) begin
            if (w_beat == 0) w_strb[ws % W_QUEUE] = 64'd0;
            w_data[ws % W_QUEUE][DATA*w_beat +: DATA] = m_axi_wdata;
            w_strb[ws % W_QUEUE][DATA/8*w_beat +: DATA/8] = m_axi_wstrb;
            w_beat = w_beat + 1;
            if (m_axi_wlast) begin
                w_beat = 0;
                ws = ws + 1;
            end
        end
        while (joined_writes < aws && joined_writes < ws) join_write;
    end
endtask

reg [1:0]  r_resp, b_resp;
reg [31:0] anything;
task any_resp(output [1:0] resp);
    integer i;
    begin
        below(100, i);
        resp = i < error_percent ? 1 + i % 3 : 0;    // EXOKAY (without a request for it), SLVERR, DECERR
    end
endtask

task give_read;
    integer i, t, chosen;
    if (!m_axi_rvalid || m_axi_rready) begin
        m_axi_rvalid <= 1'b0;
        random(anything);
        {m_axi_rid, m_axi_rresp, m_axi_rlast} <= anything;
        m_axi_rdata <= {BEAT_WORDS{anything}};
        below(100, i);
        chosen = -1;
        below(IDS, t);
        if (i >= hold_percent)
            for (i = 0; i < IDS; i = i + 1) begin
                if (r_here[t] && r_due[t] <= cycle + 1 && (chosen < 0 || (in_turn && r_order[t] < r_order[chosen]))) chosen = t;
                t = (t + 1) % IDS;
            end
        if (chosen >= 0) begin
            m_axi_rvalid <= 1'b1;
            m_axi_rid    <= chosen;
            for (i = 0; i < BEAT_WORDS; i = i + 1) m_axi_rdata[32*i +: 32] <= store[r_word[chosen]+i];
            any_resp(r_resp);
            m_axi_rresp <= r_resp;
            m_axi_rlast <= r_left[chosen] == 0;
            if (r_left[chosen] == 0) r_here[chosen] = 1'b0;
            r_left[chosen] = r_left[chosen] - 1;
            r_word[chosen] = r_word[chosen] + BEAT_WORDS;
        end
    end
endtask

task give_response;
    integer i, t, chosen;
    if (!m_axi_bvalid || m_axi_bready) begin
        m_axi_bvalid <= 1'b0;
        random(anything);
        {m_axi_bid, m_axi_bresp} <= anything;
        below(100, i);
        chosen = -1;
        below(IDS, t);
        if (i >= hold_percent)
            for (i = 0; i < IDS; i = i + 1) begin
                if (b_here[t] && b_due[t] <= cycle + 1 && b_number[t] == b_given[b_id[t]] && chosen < 0) chosen = t;
                t = (t + 1) % IDS;
            end
        if (chosen >= 0) begin
            b_here[chosen] = 1'b0;
            for (i = 0; i < 64; i = i + 1)
                if (b_strb[chosen][i]) store[b_base[chosen]+i/4][8*(i%4) +: 8] = b_data[chosen][8*i +: 8];
            any_resp(b_resp);
            m_axi_bvalid <= 1'b1;
            m_axi_bid    <= b_id[chosen];
            m_axi_bresp  <= b_resp;
            b_given[b_id[chosen]] = b_given[b_id[chosen]] + 1;
        end
    end
endtask

task serve_axi;
    integer i;
    begin
        take_requests;
        give_read;
        give_response;
        below(100, i);
        m_axi_arready <= i >= refuse_percent;
        below(100, i);
        m_axi_awready <= i >= refuse_percent;
        below(100, i);
        m_axi_wready  <= i >= refuse_percent;
    end
endtask
