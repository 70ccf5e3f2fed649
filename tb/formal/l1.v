// SPDX-License-Identifier: Apache-2.0
// l1.v - wf_mem_l1: loads see the last store in the order taken; an invalidate, the stores of others.
//   Ghost: by line, the bit that the requests of this core leave, in the order taken; the memory below, by line.
//   Environment: a request keeps until it is taken; a tag comes again when it was answered. The memory performs the
//   requests of one line in the order sent, and answers in any order, loads also with an error. An atomic exchanges.
//   One bit of a line is looked at, with the enable of its byte; four lines.
// prove last: a load or an atomic returns what the last store or atomic before it left, while no other core writes
// prove acquire: a load taken after an invalidate returns what another core had written before it
// prove once: an answer is of a request that has none yet
// prove stable: requests below and answers above hold until they are taken
// prove tags: a request below has a tag that is not in use
// prove settled: `settled` is 1 exactly while each store and atomic that was taken is answered
// reach hit: a load is answered while nothing was asked below for it
// reach joined: two loads of one line are answered by one request below
// reach replaced: a line takes the place of another
// run l1: bmc 14, 120 s, LINES=2
// run l1-none: pdr, 20 s, LINES=0
`default_nettype none
`include "wf_record.vh"

module formal_l1 #(
    parameter integer LINES  = 2,
    parameter integer LTAG_W = 2
) (
    input  wire              clk,
    input  wire              invalidate, ureq_valid, ureq_tag, ursp_ready, lreq_ready, lrsp_valid, bit, enable, other, other_bit, error,
    input  wire [1:0]        kind, line, other_line,
    input  wire [LTAG_W-1:0] lrsp_tag,
    output wire              p_last, p_acquire, p_once, p_stable, p_tags, p_settled, w_hit, w_joined, w_replaced
);
    `include "wf_formal.vh"
    wire                  ureq_ready, ursp_valid, ursp_tag, lreq_valid, lrsp_ready, settled, stat_hit, stat_joined, stat_missed;
    wire [LTAG_W-1:0]     lreq_tag;
    wire [`WF_AREQ_W-1:0] lreq;
    wire [`WF_LRSP_W-1:0] ursp;
    reg  [`WF_AREQ_W-1:0] ureq;
    reg  [`WF_LRSP_W-1:0] lrsp;
    localparam integer TAGS = 1 << LTAG_W;
    // ---- the memory below: what is performed and not answered, by tag ----
    reg  [3:0]            mem_q = 0;
    reg  [TAGS-1:0]       open_q = 0, value_q = 0, load_q = 0;
    always @* begin
        ureq                     = 0;
        ureq[0]                  = bit;
        ureq[`WF_LREQ_BYTES]     = enable;
        ureq[`WF_LREQ_LINE]      = line;
        ureq[`WF_LREQ_KIND]      = kind;
        lrsp                     = 0;
        lrsp[0]                  = value_q[lrsp_tag];
        lrsp[`WF_LRSP_ERROR]     = error;
    end
    wf_mem_l1 #(.UTAG_W(1), .LINES(LINES)) u_dut (
        .clk(clk), .rst(rst), .invalidate(invalidate), .settled(settled), .ureq_valid(ureq_valid), .ureq_ready(ureq_ready),
        .ureq_tag(ureq_tag), .ureq(ureq), .ursp_valid(ursp_valid), .ursp_ready(ursp_ready), .ursp_tag(ursp_tag), .ursp(ursp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq), .lrsp_valid(lrsp_valid),
        .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp), .stat_hit(stat_hit), .stat_joined(stat_joined),
        .stat_missed(stat_missed));

    wire [1:0] low_line = lreq[576 +: 2], low_kind = lreq[`WF_LREQ_KIND];
    wire       low_bit = lreq[0], low_enable = lreq[512];
    wire       sends = ok && lreq_valid && lreq_ready, returns = ok && lrsp_valid && lrsp_ready;
    wire       takes = ok && ureq_valid && ureq_ready, gives = ok && ursp_valid && ursp_ready;

    // ---- the ghost ----
    reg  [3:0]  seq_q = 0, written_q = 0, other_q = 0, seen_q = 0;       // seen: an invalidate came after the other's store
    reg  [1:0]  busy_q = 0, change_q = 0, want_q = 0, must_q = 0, any_q = 0;     // by tag
    reg  [3:0]  line_q = 0;
    reg         others_q = 0, u_stalled_q = 0, l_stalled_q = 0, r_stalled_q = 0, q_stalled_q = 0, ends_q = 0;
    reg  [6:0]  u_q;
    reg  [LTAG_W+5:0] l_q;
    reg  [LTAG_W+1:0] r_q;
    reg  [2:0]  q_q;
    reg  [3:0]  sent_q = 0;
    reg         begun_q = 0;
    assign legal =
        !(rst && (ureq_valid || lrsp_valid || invalidate || other)) &&
        !(ureq_valid && busy_q[ureq_tag]) &&
        !(u_stalled_q && !(ureq_valid && u_q == {ureq_tag, bit, enable, line, kind})) &&
        !(lrsp_valid && (!open_q[lrsp_tag] || (error && !load_q[lrsp_tag]))) &&
        !(r_stalled_q && !(lrsp_valid && r_q == {lrsp_tag, error, lrsp[0]}));
    always @(posedge clk) begin
        begun_q     <= !rst;
        u_stalled_q <= ok && ureq_valid && !ureq_ready;
        u_q         <= {ureq_tag, bit, enable, line, kind};
        l_stalled_q <= ok && lreq_valid && !lreq_ready;
        l_q         <= {lreq_tag, low_bit, low_enable, low_line, low_kind};
        r_stalled_q <= ok && lrsp_valid && !lrsp_ready;
        r_q         <= {lrsp_tag, error, lrsp[0]};
        q_stalled_q <= ok && ursp_valid && !ursp_ready;
        q_q         <= {ursp_tag, ursp[`WF_LRSP_ERROR], ursp[0]};
        // memory
        if (ok && other) begin
            mem_q[other_line]   <= other_bit;
            other_q[other_line] <= 1'b1;
            seen_q[other_line]  <= 1'b0;
            others_q            <= 1'b1;
        end
        if (returns) open_q[lrsp_tag] <= 1'b0;
        if (sends) begin
            open_q[lreq_tag]  <= 1'b1;
            load_q[lreq_tag]  <= low_kind == `WF_ACCESS_LOAD;
            value_q[lreq_tag] <= mem_q[low_line];
            if (low_kind != `WF_ACCESS_LOAD && low_enable) mem_q[low_line] <= low_bit;
            sent_q            <= sent_q + (low_kind == `WF_ACCESS_LOAD);
        end
        if (invalidate && ok) seen_q <= other_q;
        // requests
        if (gives) busy_q[ursp_tag] <= 1'b0;
        if (takes) begin
            busy_q[ureq_tag]         <= 1'b1;
            change_q[ureq_tag]       <= kind != `WF_ACCESS_LOAD;
            any_q[ureq_tag]          <= kind == `WF_ACCESS_STORE;
            want_q[ureq_tag]         <= seq_q[line];
            must_q[ureq_tag]         <= seen_q[line] && other_q[line] && !written_q[line] && kind == `WF_ACCESS_LOAD;
            line_q[2*ureq_tag +: 2]  <= line;
            if (kind != `WF_ACCESS_LOAD) begin
                written_q[line] <= 1'b1;
                if (enable) seq_q[line] <= bit;
            end
        end
    end
    wire wrong = ursp[`WF_LRSP_ERROR];
    // another core writes a line once, and this core never does
    assign p_last    = ok && ursp_valid && busy_q[ursp_tag] && !others_q && !wrong && !any_q[ursp_tag] && ursp[0] != want_q[ursp_tag];
    assign p_acquire = ok && ursp_valid && busy_q[ursp_tag] && !wrong && must_q[ursp_tag] && !twice_q[line_q[2*ursp_tag +: 2]] &&
                       !written_q[line_q[2*ursp_tag +: 2]] && ursp[0] != mem_q[line_q[2*ursp_tag +: 2]];
    reg [3:0] once_q = 0, twice_q = 0;
    always @(posedge clk) if (ok && other) begin
        if (once_q[other_line]) twice_q[other_line] <= 1'b1;
        once_q[other_line]  <= 1'b1;
    end
    assign p_once    = ok && ursp_valid && !busy_q[ursp_tag];
    assign p_stable  = ok && ((l_stalled_q && !(lreq_valid && l_q == {lreq_tag, low_bit, low_enable, low_line, low_kind})) ||
                              (q_stalled_q && !(ursp_valid && q_q == {ursp_tag, wrong, ursp[0]})));
    assign p_tags    = ok && lreq_valid && open_q[lreq_tag];
    assign p_settled = ok && settled != ((busy_q & change_q) == 2'd0);
    assign w_hit     = ok && begun_q && stat_hit || (ok && LINES == 0 && stat_missed);
    assign w_joined  = ok && begun_q && stat_joined || (ok && LINES == 0 && stat_missed);
    assign w_replaced = ok && sent_q > 4'd2 && !others_q;
endmodule

`default_nettype wire
