// SPDX-License-Identifier: Apache-2.0
// marked.v - `marked` and `busy` of wf_mem_atomic: which lines of atomics are in flight, and which were at a mark.
//   Ghost: by slot, whether its line is in flight, from the read that goes down to the answer of its write; at the last mark, which
//   were then. Memories and adders are cut.
//   Environment: the memory answers a request below once, and after it was sent. Requests above may be any, in any order.
//   For `bound` it takes a request every cycle and answers within M cycles, and answers above are taken at once.
// prove exact: `marked` is 1 exactly while a line that was in flight in the cycle of the last mark has no answer to its write
// prove busy: `busy` is 1 exactly while a line is in flight
// prove apart: a slot gets another line only when its last one is written
// prove rises: `marked` becomes 1 only in the cycle after its mark
// prove bound: `marked` falls within 2 M + 2^SLOT_W * (5 RUN + 4) + 8 cycles of the mark
// implied rises: by exact
// reach later: a line that came after a mark is in flight, and `marked` has fallen
// reach two: a mark waits for the lines of two slots
// run marked: pdr, 20 s, SLOT_W=1, only=exact+busy+apart+rises
// run marked-bound: bmc 36, 20 s, SLOT_W=1, RUN=1, M=2, only=bound
// cut wf_ram wf_fp_add
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module formal_marked #(
    parameter integer SLOT_W = 1,
    parameter integer UTAG_W = 1,
    parameter integer RUN    = 2,
    parameter integer M      = 0             // cycles in which the memory answers; 0: any number
) (
    input  wire              clk,
    input  wire              ureq_valid, ursp_ready, lreq_ready, lrsp_valid, line, atomic, error, mark,
        input  wire [UTAG_W-1:0] ureq_tag,
    input  wire [UTAG_W:0]   lrsp_tag,
    output wire              p_exact, p_busy, p_apart, p_rises, p_bound, w_later, w_two
);
    `include "wf_formal.vh"
    localparam integer    SLOTS = 1 << SLOT_W, LTAG_W = UTAG_W + 1;
    wire                  lreq_valid, lrsp_ready, busy, fetched, marked;
    wire [SLOT_W-1:0]     slot;
    wire [LTAG_W-1:0]     lreq_tag;
    reg  [`WF_AREQ_W-1:0] ureq;
    reg  [`WF_LRSP_W-1:0] lrsp;
    (* keep *) wire [1:0] kept;
    always @* begin
        ureq                     = 0;
        ureq[`WF_LREQ_LINE]      = line;
        ureq[`WF_LREQ_KIND]      = atomic ? `WF_ACCESS_ATOMIC : `WF_ACCESS_LOAD;
        lrsp                     = 0;
        lrsp[`WF_LRSP_ERROR]     = error;
    end
    wf_mem_atomic #(.UTAG_W(UTAG_W), .SLOT_W(SLOT_W), .RUN(RUN), .MARKS(1)) u_dut (
        .clk(clk), .rst(rst), .busy(busy), .mark(mark), .marked(marked), .ureq_valid(ureq_valid), .ureq_ready(kept[0]),
        .ureq_tag(ureq_tag), .ureq(ureq), .ursp_valid(kept[1]), .ursp_ready(ursp_ready), .ursp_tag(), .ursp(),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(), .lrsp_valid(lrsp_valid),
        .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));
    // see fetched: u_dut.fetched
    // see slot: u_dut.slot

    reg  [2*SLOTS-1:0] open_q = 0;           // requests below without an answer, by tag
    reg  [SLOTS-1:0]   away_q = 0, read_q = 0, left_q = 0;     // read: its read is answered
    reg                was_q = 0, mark_q = 0;
    wire               sends = lreq_valid && lreq_ready, returns = lrsp_valid && lrsp_ready;
    wire               own   = returns && lrsp_tag[LTAG_W-1];
    wire [SLOT_W-1:0]  which = lrsp_tag[SLOT_W-1:0];
    wire [SLOTS-1:0]   home  = own && read_q[which] ? 1 << which : 0;
    // cycles since a request was sent, but for those in which the unit does not take the answer on offer
    localparam integer BOUND = 2*M + SLOTS*(5*RUN + 4) + 8;
    reg  [3*2*SLOTS-1:0] age_q = 0;
    reg  [5:0]           waits_q = 0;        // cycles since the mark
    reg                  late;
    integer              t;
    always @* begin
        late = 1'b0;
        for (t = 0; t < 2*SLOTS; t = t + 1) if (open_q[t] && age_q[3*t +: 3] >= M && !(lrsp_valid && lrsp_tag == t)) late = 1'b1;
        if (lrsp_valid && !lrsp_ready) late = 1'b0;
    end
    assign legal = !(rst && (ureq_valid || lrsp_valid || mark)) && !(lrsp_valid && !open_q[lrsp_tag]) &&
                   (M == 0 || rst || (lreq_ready && ursp_ready && !late));
    always @(posedge clk) begin
        if (ok && returns) open_q[lrsp_tag] <= 1'b0;
        if (ok && sends)   open_q[lreq_tag] <= 1'b1;
        if (ok && own)     read_q[which] <= !read_q[which];
        if (ok) begin
            away_q  <= (away_q & ~home) | (fetched ? 1 << slot : 0);
            left_q <= (mark ? away_q : left_q) & ~home;
        end
        for (t = 0; t < 2*SLOTS; t = t + 1)
            if (sends && lreq_tag == t) age_q[3*t +: 3] <= 3'd1;
            else if (!(lrsp_valid && !lrsp_ready) && age_q[3*t +: 3] != 3'd7) age_q[3*t +: 3] <= age_q[3*t +: 3] + 1'b1;
        waits_q <= ok && !mark && (marked || mark_q) ? waits_q + (waits_q != 6'd63) : 6'd0;
        was_q  <= !rst && marked;
        mark_q <= !rst && mark;
    end
    assign p_exact = ok && marked != (left_q != 0);
    assign p_busy  = ok && busy != (away_q != 0);
    assign p_apart = ok && fetched && away_q[slot];
    assign p_rises = ok && marked && !was_q && !mark_q;
    assign p_bound = ok && marked && waits_q > BOUND;
    assign w_later = ok && busy && !marked && was_q;
    assign w_two   = ok && left_q == 3;
endmodule

`default_nettype wire
