// SPDX-License-Identifier: Apache-2.0
// atomic.v - wf_mem_atomic: nothing comes between the read and the write of a line of atomics.
//   Ghost: by line, the bit that the requests leave in the order taken; the memory below, by line, and whether a line
//   was read for atomics and is not written yet.
//   Environment: a request keeps until it is taken; a tag comes again when it was answered. The memory performs the
//   requests of one line in the order sent, and answers in any order. Atomics exchange, compare and exchange, or xor.
//   One bit of a word is looked at, of two lines; 2^UTAG_W requests in flight, two lines of atomics.
// prove between: from the read of a line to its write no other request to the line is sent
// prove last: a load or an atomic returns what the last store or atomic before it left, in the order taken
// prove once: an answer is of a request that has none yet
// prove written: when all requests are answered and `busy` is 0, memory has what they left
// prove stable: requests below and answers above hold until they are taken
// prove tags: a request below has a tag that is not in use
// reach joined: two atomics of a line are answered by one read
// reach waits: a load of a line waits until its atomics are written
// reach two: two lines are read and not written
// run atomic: bmc 16, 20 s, UTAG_W=1, only=between+once+tags
// run atomic-data: bmc 15, 60 s, UTAG_W=1, only=last+written+stable
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module formal_atomic #(
    parameter integer RUN    = 2,
    parameter integer UTAG_W = 1,
    parameter integer SLOT_W = 1
) (
    input  wire              clk,
    input  wire              ureq_valid, ursp_ready, lreq_ready, lrsp_valid, bit, compare, enable, line,
    input  wire [UTAG_W-1:0] ureq_tag,
    input  wire [1:0]        kind, which,
    input  wire [UTAG_W:0]   lrsp_tag,
    output wire              p_between, p_last, p_once, p_written, p_stable, p_tags, w_joined, w_waits, w_two
);
    `include "wf_formal.vh"
    localparam integer    LTAG_W = UTAG_W + 1, TAGS = 1 << UTAG_W, LTAGS = 1 << LTAG_W;
    wire                  ureq_ready, ursp_valid, lreq_valid, lrsp_ready, busy, marked;
    wire [UTAG_W-1:0]     ursp_tag;
    wire [LTAG_W-1:0]     lreq_tag;
    wire [`WF_LREQ_W-1:0] lreq;
    wire [`WF_LRSP_W-1:0] ursp;
    reg  [`WF_AREQ_W-1:0] ureq;
    reg  [`WF_LRSP_W-1:0] lrsp;
    wire [3:0]            op = which[1] ? `WF_ATOM_XCHG : which[0] ? `WF_ATOM_CAS : `WF_ATOM_XOR;
    // ---- the memory below: what is performed and not answered, by tag ----
    reg  [1:0]            mem_q = 0, read_q = 0;             // by line; read: for atomics, and not written yet
    reg  [LTAGS-1:0]      open_q = 0, value_q = 0;
    always @* begin
        ureq                     = 0;
        ureq[0]                  = bit;
        ureq[`WF_LREQ_BYTES]     = {60'd0, {4{enable}}};
        ureq[`WF_LREQ_LINE]      = line;
        ureq[`WF_LREQ_KIND]      = kind;
        ureq[`WF_AREQ_ATOM]      = op;
        ureq[4 + `WF_LREQ_W]     = compare;
        lrsp                     = 0;
        lrsp[0]                  = value_q[lrsp_tag];
    end
    wf_mem_atomic #(.UTAG_W(UTAG_W), .SLOT_W(SLOT_W), .RUN(RUN), .MARKS(1)) u_dut (
        .clk(clk), .rst(rst), .busy(busy), .mark(1'b0), .marked(marked), .ureq_valid(ureq_valid), .ureq_ready(ureq_ready),
        .ureq_tag(ureq_tag), .ureq(ureq), .ursp_valid(ursp_valid), .ursp_ready(ursp_ready), .ursp_tag(ursp_tag), .ursp(ursp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq), .lrsp_valid(lrsp_valid),
        .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));

    wire low_line = lreq[576], low_bit = lreq[0], low_enable = lreq[512], low_store = lreq[`WF_LREQ_KIND] == `WF_ACCESS_STORE;
    wire low_own  = lreq_tag[LTAG_W-1];      // of the unit: reads and writes of lines of atomics
    wire sends = ok && lreq_valid && lreq_ready, returns = ok && lrsp_valid && lrsp_ready;
    wire takes = ok && ureq_valid && ureq_ready, gives = ok && ursp_valid && ursp_ready;

    // ---- the ghost ----
    reg  [1:0]        seq_q = 0;
    reg  [TAGS-1:0]   pending_q = 0, want_q = 0, any_q = 0;  // by tag; any: a store, whose answer has no data
    reg               u_stalled_q = 0, l_stalled_q = 0, r_stalled_q = 0, q_stalled_q = 0;
    reg  [UTAG_W+7:0] u_q;
    reg  [LTAG_W+3:0] l_q;
    reg  [LTAG_W-1:0] r_q;
    reg  [UTAG_W:0]   q_q;
    reg  [2:0]        reads_q = 0, atomics_q = 0;            // sent for atomics; atomics answered
    reg               met_q = 0;
    wire              old = seq_q[line];
    wire [UTAG_W+7:0] u = {ureq_tag, bit, compare, enable, line, kind, which};
    assign legal = !(rst && (ureq_valid || lrsp_valid)) && !(ureq_valid && (pending_q[ureq_tag] || kind == `WF_ACCESS_PAIRS)) &&
                   !(u_stalled_q && !(ureq_valid && u_q == u)) && !(lrsp_valid && !open_q[lrsp_tag]) &&
                   !(r_stalled_q && !(lrsp_valid && r_q == lrsp_tag));
    always @(posedge clk) begin
        u_stalled_q <= ok && ureq_valid && !ureq_ready;
        u_q         <= u;
        l_stalled_q <= ok && lreq_valid && !lreq_ready;
        l_q         <= {lreq_tag, low_bit, low_enable, low_line, low_store};
        r_stalled_q <= ok && lrsp_valid && !lrsp_ready;
        r_q         <= lrsp_tag;
        q_stalled_q <= ok && ursp_valid && !ursp_ready;
        q_q         <= {ursp_tag, ursp[0]};
        if (returns) open_q[lrsp_tag] <= 1'b0;
        if (sends) begin
            open_q[lreq_tag]  <= 1'b1;
            value_q[lreq_tag] <= mem_q[low_line];
            if (low_store && low_enable) mem_q[low_line] <= low_bit;
            if (low_own) read_q[low_line] <= !low_store;
            if (low_own && !low_store) reads_q <= reads_q + (reads_q != 3'd7);
        end
        if (gives) begin
            pending_q[ursp_tag] <= 1'b0;
            atomics_q           <= atomics_q + (change_q[ursp_tag] && atomics_q != 3'd7);
        end
        if (takes) begin
            pending_q[ureq_tag] <= 1'b1;
            want_q[ureq_tag]    <= old;
            any_q[ureq_tag]     <= kind == `WF_ACCESS_STORE;
            change_q[ureq_tag]  <= kind == `WF_ACCESS_ATOMIC;
            if (enable && kind == `WF_ACCESS_STORE) seq_q[line] <= bit;
            if (enable && kind == `WF_ACCESS_ATOMIC)
                seq_q[line] <= op == `WF_ATOM_XCHG ? bit : op == `WF_ATOM_XOR ? old ^ bit : old == compare ? bit : old;
            if (kind == `WF_ACCESS_LOAD && read_q[line]) met_q <= 1'b1;
        end
    end
    reg  [TAGS-1:0] change_q = 0;
    assign p_between = sends && read_q[low_line] && !(low_own && low_store);
    assign p_last    = ok && ursp_valid && pending_q[ursp_tag] && !any_q[ursp_tag] && ursp[0] != want_q[ursp_tag];
    assign p_once    = ok && ursp_valid && !pending_q[ursp_tag];
    assign p_written = ok && !busy && pending_q == 0 && mem_q != seq_q;
    assign p_stable  = ok && ((l_stalled_q && !(lreq_valid && l_q == {lreq_tag, low_bit, low_enable, low_line, low_store})) ||
                              (q_stalled_q && !(ursp_valid && q_q == {ursp_tag, ursp[0]})));
    assign p_tags    = ok && lreq_valid && open_q[lreq_tag];
    assign w_joined  = ok && reads_q == 3'd1 && atomics_q == 3'd2;
    assign w_waits   = ok && met_q && pending_q == 0;
    assign w_two     = ok && (&read_q);
endmodule

`default_nettype wire
