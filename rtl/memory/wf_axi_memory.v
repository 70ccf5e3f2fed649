// SPDX-License-Identifier: Apache-2.0
// wf_axi_memory - a line channel on an AXI4 bus: loads and stores of lines as aligned INCR bursts of 64 / (DATA / 8)
//   beats; a request whose bytes are in one beat is a burst of that beat alone.  No atomics: wf_mem_atomic is before
//   it.  2^SLOT_W requests in flight; beats of different reads may be interleaved, answers in any order between IDs.  A
//   read has an ID of its own.  Stores to one line share an ID while one of them is in flight: AXI performs and answers
//   writes of one ID in the order sent, so none waits.
//   A load waits for the writes of its line, a store for the reads of its line: so requests of one line are performed
//   in the order taken, with any memory on the bus.  Requests after a waiting one wait too.
//   Latency: 2 cycles to ARVALID or AWVALID, 4 from the last beat or the response to the answer.  A line every 64 /
//   (DATA / 8) cycles.  Errors: a response other than OKAY is kept, the first one, until it is forgotten; the line is
//   answered with its error.  The requester may be reset alone: it takes no answer then, and waits until `busy` is 0,
//   because requests in flight still return.
//   Page: docs/memory.md   Test: tb/memory/wf_axi_memory_tb.v
`default_nettype none
`include "wf_line.vh"
`include "wf_record.vh"

module wf_axi_memory #(
    parameter integer TAG_W  = 8,            // bits of a line tag
    parameter integer DATA   = 128,          // bits of the data bus: 64 or 128
    parameter integer SLOT_W = 5,            // 2^SLOT_W requests under way; bits of an ID
    parameter integer STRB   = DATA / 8      // derived: bytes of a beat
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       lreq_valid,    // a line channel without atomics: docs/memory.md
    output wire                       lreq_ready,
    input  wire [TAG_W-1:0]           lreq_tag,
    input  wire [`WF_LREQ_W-1:0]      lreq,
    output wire                       lrsp_valid,
    input  wire                       lrsp_ready,
    output wire [TAG_W-1:0]           lrsp_tag,
    output wire [`WF_LRSP_W-1:0]      lrsp,          // ERROR: a response was not OKAY; a read then has no data

    output wire                       busy,          // from the cycle after a request is taken until its answer is
    input  wire                       forget,        // fault becomes 0
    output reg                        fault,         // a response was not OKAY
    output reg                        fault_write,   // the first one: of a write,
    output reg  [1:0]                 fault_resp,    // what it said
    output reg  [`WF_LINE_ADDR_W-1:0] fault_line,

    output reg                        m_axi_awvalid,
    input  wire                       m_axi_awready,
    output reg  [SLOT_W-1:0]          m_axi_awid,
    output reg  [31:0]                m_axi_awaddr,
    output reg  [7:0]                 m_axi_awlen,
    output wire [2:0]                 m_axi_awsize,
    output wire [1:0]                 m_axi_awburst,
    output wire                       m_axi_awlock,
    output wire [3:0]                 m_axi_awcache,
    output wire [2:0]                 m_axi_awprot,
    output wire [3:0]                 m_axi_awqos,
    output reg                        m_axi_wvalid,
    input  wire                       m_axi_wready,
    output wire [DATA-1:0]            m_axi_wdata,
    output wire [STRB-1:0]            m_axi_wstrb,
    output reg                        m_axi_wlast,
    input  wire                       m_axi_bvalid,
    output wire                       m_axi_bready,  // always
    input  wire [SLOT_W-1:0]          m_axi_bid,
    input  wire [1:0]                 m_axi_bresp,
    output reg                        m_axi_arvalid,
    input  wire                       m_axi_arready,
    output reg  [SLOT_W-1:0]          m_axi_arid,
    output reg  [31:0]                m_axi_araddr,
    output reg  [7:0]                 m_axi_arlen,
    output wire [2:0]                 m_axi_arsize,
    output wire [1:0]                 m_axi_arburst,
    output wire                       m_axi_arlock,
    output wire [3:0]                 m_axi_arcache,
    output wire [2:0]                 m_axi_arprot,
    output wire [3:0]                 m_axi_arqos,
    input  wire                       m_axi_rvalid,
    output wire                       m_axi_rready,  // always
    input  wire [SLOT_W-1:0]          m_axi_rid,
    input  wire [DATA-1:0]            m_axi_rdata,
    input  wire [1:0]                 m_axi_rresp,
    input  wire                       m_axi_rlast
);
    localparam integer LINE_W = `WF_LINE_ADDR_W;
    localparam integer BITS   = `WF_LINE_BITS;
    localparam integer BYTES  = `WF_LINE_BYTES;
    localparam integer BEATS  = BITS / DATA;
    localparam integer BEAT_W = $clog2(BEATS);
    localparam integer SIZE   = $clog2(STRB);
    localparam integer SLOTS  = 1 << SLOT_W;
    localparam [BEAT_W-1:0] LAST = {BEAT_W{1'b1}};

    generate
        if (DATA != 64 && DATA != 128) begin : g_check_data
            wf_axi_memory_DATA_must_be_64_or_128 u_error ();
        end
        if (TAG_W < 1 || SLOT_W < 1) begin : g_check_widths
            wf_axi_memory_TAG_W_and_SLOT_W_must_be_at_least_1 u_error ();
        end
    endgenerate

    assign m_axi_awsize  = SIZE[2:0];
    assign m_axi_arsize  = SIZE[2:0];
    assign m_axi_awburst = 2'b01;            // INCR
    assign m_axi_arburst = 2'b01;
    assign m_axi_awlock  = 1'b0;
    assign m_axi_arlock  = 1'b0;
    assign m_axi_awcache = 4'b0010;          // normal memory, neither buffered nor cached: a response means performed
    assign m_axi_arcache = 4'b0010;
    assign m_axi_awprot  = 3'b010;           // data, unprivileged, not secure
    assign m_axi_arprot  = 3'b010;
    assign m_axi_awqos   = 4'd0;
    assign m_axi_arqos   = 4'd0;
    assign m_axi_bready  = 1'b1;
    assign m_axi_rready  = 1'b1;

    // ---- the head, and what of it needs a beat ----
    wire               head_valid, head_leaves;
    wire [TAG_W-1:0]   head_tag;
    wire [`WF_LREQ_W-1:0] head;
    wf_skid #(.WIDTH(TAG_W + `WF_LREQ_W)) u_head (
        .clk(clk), .rst(rst), .in_valid(lreq_valid), .in_ready(lreq_ready), .in_data({lreq_tag, lreq}),
        .out_valid(head_valid), .out_ready(head_leaves), .out_data({head_tag, head}));
    wire               head_store = head[`WF_LREQ_KIND] == `WF_ACCESS_STORE;
    wire [LINE_W-1:0]  head_line  = head[`WF_LREQ_LINE];
    wire [BYTES-1:0]   head_bytes = head[`WF_LREQ_BYTES];
    wire [BITS-1:0]    head_data  = head[`WF_LREQ_DATA];

    wire [BEATS-1:0]   some;
    wire               alone = (some & (some - 1'b1)) == {BEATS{1'b0}};
    reg  [BEAT_W-1:0]  first;                // of one beat alone; else 0
    integer            b;
    always @* begin
        first = {BEAT_W{1'b0}};
        for (b = 0; b < BEATS; b = b + 1)
            if (alone && some[b]) first = first | b[BEAT_W-1:0];
    end
    genvar s;
    generate
        for (s = 0; s < BEATS; s = s + 1) begin : g_some
            assign some[s] = |head_bytes[STRB*s +: STRB];
        end
    endgenerate
    wire [31:0]        address = {head_line, 6'd0} | ({{(32-BEAT_W){1'b0}}, first} << SIZE);
    wire [7:0]         length  = alone ? 8'd0 : {{(8-BEAT_W){1'b0}}, LAST};

    // ---- slots: requests under way ----
    // The slot of a read is its ID.  Stores of one line are a chain of slots: the first is its ID, and holds the tag of
    // the oldest store.  A response answers the oldest; the tag of the next moves to the first slot, its own is free.
    reg  [SLOTS-1:0]        busy_q, store_q; // IDs: under way, of a chain
    reg  [LINE_W*SLOTS-1:0] line_q;          // of an ID
    reg  [TAG_W-1:0]        tag_m [0:SLOTS-1];
    reg  [SLOT_W-1:0]       next_m [0:SLOTS-1];      // of a slot in a chain that is not the last: the next
    reg  [SLOT_W*SLOTS-1:0] last_q;          // of the ID of a chain: its last slot
    wire [SLOTS-1:0]        same;
    generate
        for (s = 0; s < SLOTS; s = s + 1) begin : g_same
            assign same[s] = busy_q[s] && line_q[LINE_W*s +: LINE_W] == head_line;
        end
    endgenerate
    wire [SLOTS-1:0]   meets   = same & (head_store ? ~store_q : store_q);
    wire [SLOTS-1:0]   chains  = same & store_q;     // of a store: one at most
    wire               chained = |chains;
    reg  [SLOT_W-1:0]  chain, chain_last;
    integer            k;
    always @* begin
        chain      = {SLOT_W{1'b0}};
        chain_last = {SLOT_W{1'b0}};
        for (k = 0; k < SLOTS; k = k + 1)
            if (chains[k]) begin
                chain      = chain | k[SLOT_W-1:0];
                chain_last = chain_last | last_q[SLOT_W*k +: SLOT_W];
            end
    end

    wire               slot_valid;
    wire [SLOT_W-1:0]  slot;
    wire               ar_free = !m_axi_arvalid || m_axi_arready;
    wire               w_free  = (!m_axi_awvalid || m_axi_awready) && (!m_axi_wvalid || (m_axi_wready && m_axi_wlast));
    wire               starts  = head_valid && slot_valid && !(|meets);
    wire               reads   = starts && !head_store && ar_free;
    wire               writes  = starts && head_store && w_free;
    wire               joins   = writes && chained;
    wire               answered;
    wire [SLOT_W-1:0]  answer_slot;
    assign head_leaves = reads || writes;

    wf_free_list #(.COUNT(SLOTS)) u_slots (
        .clk(clk), .rst(rst), .in_valid(answered), .in_number(answer_slot),
        .out_valid(slot_valid), .out_ready(head_leaves), .out_number(slot));

    wire               read_done  = m_axi_rvalid && m_axi_rlast;
    wire               write_done = m_axi_bvalid;
    wire [SLOT_W-1:0]  done_last  = last_q[SLOT_W*m_axi_bid +: SLOT_W];
    wire [SLOT_W-1:0]  done_next  = next_m[m_axi_bid];
    wire               done_more  = done_last != m_axi_bid;
    wire               done_two   = done_last == done_next;                  // with done_more: two stores are left
    wire               done_joins = joins && chains[m_axi_bid];              // a store joins the chain in this cycle
    wire [SLOT_W-1:0]  done_slot  = done_more ? done_next : done_joins ? slot : m_axi_bid;   // free with this answer
    always @(posedge clk) begin
        if (head_leaves) tag_m[slot] <= head_tag;
        if (head_leaves && !joins) begin
            line_q[LINE_W*slot +: LINE_W] <= head_line;
            last_q[SLOT_W*slot +: SLOT_W] <= slot;
            store_q[slot] <= head_store;
            busy_q[slot]  <= 1'b1;
        end
        if (read_done) busy_q[m_axi_rid] <= 1'b0;
        if (write_done && done_more) begin
            tag_m[m_axi_bid]  <= tag_m[done_next];
            next_m[m_axi_bid] <= next_m[done_next];
            if (done_two) last_q[SLOT_W*m_axi_bid +: SLOT_W] <= m_axi_bid;
        end
        if (write_done && !done_more) begin
            if (done_joins) tag_m[m_axi_bid]  <= head_tag;
            else busy_q[m_axi_bid] <= 1'b0;
        end
        if (joins && !(write_done && done_joins && !done_more)) begin
            last_q[SLOT_W*chain +: SLOT_W] <= slot;
            next_m[write_done && done_joins && done_two ? m_axi_bid : chain_last] <= slot;
        end
        if (rst) busy_q <= {SLOTS{1'b0}};
    end

    reg  [SLOT_W:0]    open_q;               // slots taken
    always @(posedge clk) begin
        if (head_leaves != answered) open_q <= head_leaves ? open_q + 1'b1 : open_q - 1'b1;
        if (rst) open_q <= {(SLOT_W+1){1'b0}};
    end
    assign busy = head_valid || open_q != {(SLOT_W+1){1'b0}} || lrsp_valid;

    // ---- addresses and data out ----
    reg  [BITS-1:0]    wdata_q;              // the beat that is due is the lowest
    reg  [BYTES-1:0]   wstrb_q;
    reg  [BEAT_W-1:0]  wleft_q;              // beats after this one
    assign m_axi_wdata = wdata_q[DATA-1:0];
    assign m_axi_wstrb = wstrb_q[STRB-1:0];
    always @(posedge clk) begin
        if (ar_free) m_axi_arvalid <= reads;
        if (reads) begin
            m_axi_arid   <= slot;
            m_axi_araddr <= address;
            m_axi_arlen  <= length;
        end
        if (m_axi_awready) m_axi_awvalid <= 1'b0;
        if (m_axi_wready) begin
            if (m_axi_wlast) m_axi_wvalid <= 1'b0;
            if (m_axi_wvalid) begin
                wdata_q     <= wdata_q >> DATA;
                wstrb_q     <= wstrb_q >> STRB;
                wleft_q     <= wleft_q - 1'b1;
                m_axi_wlast <= wleft_q == {{(BEAT_W-1){1'b0}}, 1'b1};
            end
        end
        if (writes) begin
            m_axi_awvalid <= 1'b1;
            m_axi_awid    <= chained ? chain : slot;
            m_axi_awaddr  <= address;
            m_axi_awlen   <= length;
            m_axi_wvalid  <= 1'b1;
            m_axi_wlast   <= alone;
            wleft_q       <= alone ? {BEAT_W{1'b0}} : LAST;
            wdata_q       <= head_data;
            wstrb_q       <= head_bytes;
            if (alone) begin
                wdata_q[DATA-1:0] <= head_data[DATA*first +: DATA];
                wstrb_q[STRB-1:0] <= head_bytes[STRB*first +: STRB];
            end
        end
        if (rst) begin
            m_axi_arvalid <= 1'b0;
            m_axi_awvalid <= 1'b0;
            m_axi_wvalid  <= 1'b0;
        end
    end

    // ---- data in: each read has a row, its beats fill it ----
    reg  [BEAT_W*SLOTS-1:0] beat_q;          // next beat of each slot
    wire [BEAT_W-1:0]  beat = beat_q[BEAT_W*m_axi_rid +: BEAT_W];
    wire [BEATS-1:0]   beats;
    wire [BITS-1:0]    row;
    wire               picks_read;
    wire [SLOT_W-1:0]  read_slot;
    generate
        for (s = 0; s < BEATS; s = s + 1) begin : g_beat
            localparam [31:0] BEAT = s;
            assign beats[s] = m_axi_rvalid && beat == BEAT[BEAT_W-1:0];
        end
    endgenerate
    wf_ram #(.WIDTH(BITS), .PARTS(BEATS), .ROWS(SLOTS)) u_rows (
        .clk(clk), .read(picks_read), .read_row(read_slot), .read_data(row), .write(beats), .write_row(m_axi_rid),
        .write_data({BEATS{m_axi_rdata}}));
    always @(posedge clk) begin
        if (m_axi_rvalid) beat_q[BEAT_W*m_axi_rid +: BEAT_W] <= beat + 1'b1;
        if (reads) beat_q[BEAT_W*slot +: BEAT_W] <= first;
    end

    // ---- answers: reads and writes by turns ----
    reg                answer_valid_q, answer_read_q, turn_q;
    reg  [SLOT_W-1:0]  answer_slot_q;
    reg  [TAG_W-1:0]   answer_tag_q;
    reg                answer_error_q;
    reg  [SLOTS-1:0]   wrong_q;              // of a read: a beat of it had an error
    wire               answer_ready, read_valid, write_valid;
    wire [SLOT_W-1:0]  write_slot;
    wire [TAG_W-1:0]   write_tag;
    wire               write_wrong;
    wire               pick        = !answer_valid_q || answer_ready;
    wire               picks_write;
    assign picks_read  = pick && read_valid && !(write_valid && turn_q);
    assign picks_write = pick && write_valid && !picks_read;
    wire [SLOT_W:0]    unused_reads, unused_writes;          // a slot is in one of them once
    wf_queue #(.WIDTH(SLOT_W), .DEPTH(SLOTS), .DIRECT(0)) u_reads (
        .clk(clk), .rst(rst), .in_valid(read_done), .in_data(m_axi_rid),
        .out_valid(read_valid), .out_ready(picks_read), .out_data(read_slot), .count(unused_reads));
    wf_queue #(.WIDTH(1 + TAG_W + SLOT_W), .DEPTH(SLOTS), .DIRECT(0)) u_writes (
        .clk(clk), .rst(rst), .in_valid(write_done), .in_data({m_axi_bresp != 2'b00, tag_m[m_axi_bid], done_slot}),
        .out_valid(write_valid), .out_ready(picks_write), .out_data({write_wrong, write_tag, write_slot}),
        .count(unused_writes));
    always @(posedge clk) begin
        if (pick) begin
            answer_valid_q <= read_valid || write_valid;
            answer_read_q  <= picks_read;
            answer_slot_q  <= picks_read ? read_slot : write_slot;
            answer_tag_q   <= picks_read ? tag_m[read_slot] : write_tag;
            answer_error_q <= picks_read ? wrong_q[read_slot] : write_wrong;
            turn_q         <= picks_read;
        end
        if (rst) answer_valid_q <= 1'b0;
    end
    always @(posedge clk) begin
        if (m_axi_rvalid && m_axi_rresp != 2'b00) wrong_q[m_axi_rid] <= 1'b1;
        if (reads) wrong_q[slot] <= 1'b0;
    end
    assign answer_slot = answer_slot_q;
    assign answered    = answer_valid_q && answer_ready;
    wire [`WF_LRSP_W-1:0] answer;
    assign answer[`WF_LRSP_DATA]  = row & {BITS{answer_read_q}};
    assign answer[`WF_LRSP_ERROR] = answer_error_q;
    wf_skid #(.WIDTH(TAG_W + `WF_LRSP_W)) u_answer (
        .clk(clk), .rst(rst), .in_valid(answer_valid_q), .in_ready(answer_ready), .in_data({answer_tag_q, answer}),
        .out_valid(lrsp_valid), .out_ready(lrsp_ready), .out_data({lrsp_tag, lrsp}));

    // ---- errors ----
    wire read_error  = m_axi_rvalid && m_axi_rresp != 2'b00;
    wire write_error = m_axi_bvalid && m_axi_bresp != 2'b00;
    wire [SLOT_W-1:0] wrong = read_error ? m_axi_rid : m_axi_bid;
    always @(posedge clk) begin
        if (!fault && (read_error || write_error)) begin
            fault       <= 1'b1;
            fault_write <= !read_error;
            fault_resp  <= read_error ? m_axi_rresp : m_axi_bresp;
            fault_line  <= line_q[LINE_W*wrong +: LINE_W];
        end
        if (rst || forget) begin
            fault       <= 1'b0;
            fault_write <= 1'b0;
            fault_resp  <= 2'b00;
            fault_line  <= {`WF_LINE_ADDR_W{1'b0}};
        end
    end
endmodule

`default_nettype wire
