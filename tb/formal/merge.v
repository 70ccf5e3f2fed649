// SPDX-License-Identifier: Apache-2.0
// merge.v - wf_mem_merge: the line channels of several cores on one, and the answers back.
//   Ghost: for one core, any of them, its requests that are inside; which cores went before it.
//   Environment: a core keeps its request until it is taken; memory keeps an answer until it is taken.
//   One bit of the records is looked at, BIT: each is carried like the others.
// prove stable: lreq holds while it is stalled
// prove order: the requests of a core come out in their order, whole, with the number of the core
// prove turns: a core waits for one request of each other core at most
// prove one: at most one core is taken in a cycle
// prove back: an answer goes to the core whose number it has, and to no other, with tag and data
// prove taken: an answer is taken when that core takes it
// shared one: of two cores that are taken in one cycle one loses its request, and order is violated
// reach last: a core waits for one request of each other
// reach two: two requests of the core are inside
// run merge: pdr, 5 s, CORES=2
// run merge-three: pdr, 5 s, CORES=3, BIT=7
// run merge-eight: pdr, 10 s, CORES=8
`default_nettype none
`include "wf_record.vh"

module formal_merge #(
    parameter integer CORES  = 3,
    parameter integer UTAG_W = 2,
    parameter integer BIT    = 0,
    parameter integer CORE_W = $clog2(CORES)             // derived
) (
    input  wire                         clk,
    input  wire [CORES-1:0]             ureq_valid, ursp_ready, bit,
    input  wire [UTAG_W*CORES-1:0]      ureq_tag,
    input  wire                         lreq_ready, lrsp_valid, answer,
    input  wire [CORE_W+UTAG_W-1:0]     lrsp_tag,
    input  wire [CORE_W-1:0]            pick,
    output wire                         p_stable, p_order, p_turns, p_one, p_back, p_taken, w_last, w_two
);
    `include "wf_formal.vh"
    localparam integer IN_W = UTAG_W + 1;
    wire [CORES-1:0]               ureq_ready, ursp_valid;
    wire [UTAG_W*CORES-1:0]        ursp_tag;
    wire [`WF_LRSP_W*CORES-1:0]    ursp;
    reg  [`WF_AREQ_W*CORES-1:0]    ureq;
    wire                           lreq_valid, lrsp_ready;
    wire [CORE_W+UTAG_W-1:0]       lreq_tag;
    wire [`WF_AREQ_W-1:0]          lreq;
    wf_mem_merge #(.CORES(CORES), .UTAG_W(UTAG_W)) u_dut (
        .clk(clk), .rst(rst), .ureq_valid(ureq_valid), .ureq_ready(ureq_ready), .ureq_tag(ureq_tag), .ureq(ureq),
        .ursp_valid(ursp_valid), .ursp_ready(ursp_ready), .ursp_tag(ursp_tag), .ursp(ursp), .lreq_valid(lreq_valid),
        .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq), .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready),
        .lrsp_tag(lrsp_tag), .lrsp({`WF_LRSP_W{answer}}));

    reg [CORE_W-1:0]          me_q;
    reg [CORES-1:0]           held_q = {CORES{1'b0}}, bit_q, passed_q = {CORES{1'b0}};
    reg [UTAG_W*CORES-1:0]    tag_q;
    reg                       twice_q = 1'b0, stalled_q = 1'b0, was_bit_q;
    reg [CORE_W+UTAG_W-1:0]   was_tag_q;
    reg [IN_W-1:0]            old_q, new_q;
    reg [1:0]                 in_q = 2'd0;
    reg                       keeps, routed;
    wire [CORES-1:0]          taken = ureq_valid & ureq_ready;
    wire                      put   = ok && taken[me_q];
    wire                      mine  = lreq_tag[UTAG_W +: CORE_W] == me_q;
    wire                      got   = ok && lreq_valid && lreq_ready && mine;
    wire [1:0]                left  = in_q - {1'b0, got};
    wire [IN_W-1:0]           word  = {ureq_tag[UTAG_W*me_q +: UTAG_W], bit[me_q]};
    wire [CORE_W-1:0]         to    = lrsp_tag[UTAG_W +: CORE_W];
    integer                   c;
    always @* begin
        keeps  = 1'b1;
        routed = 1'b1;
        for (c = 0; c < CORES; c = c + 1) begin
            ureq[`WF_AREQ_W*c +: `WF_AREQ_W] = {`WF_AREQ_W{bit[c]}};
            if (held_q[c] && !(ureq_valid[c] && bit[c] == bit_q[c] && ureq_tag[UTAG_W*c +: UTAG_W] == tag_q[UTAG_W*c +: UTAG_W]))
                keeps = 1'b0;
            if (ursp_valid[c] != (lrsp_valid && to == c)) routed = 1'b0;
            if (ursp_valid[c] && (ursp_tag[UTAG_W*c +: UTAG_W] != lrsp_tag[UTAG_W-1:0] ||
                                  ursp[`WF_LRSP_W*c] != answer)) routed = 1'b0;
        end
    end
    assign legal = keeps && (!rst || pick < CORES) && !(lrsp_valid && to >= CORES);
    wire   waits = ok && ureq_valid[me_q] && !ureq_ready[me_q];
    always @(posedge clk) begin
        if (rst) me_q <= pick;
        held_q    <= rst ? 0 : ureq_valid & ~ureq_ready;
        bit_q     <= bit;
        tag_q     <= ureq_tag;
        passed_q  <= waits ? passed_q | taken : 0;
        twice_q   <= waits && (twice_q || (passed_q & taken) != 0);
        in_q      <= left + {1'b0, put};
        old_q     <= left == 2'd0 ? word : got ? new_q : old_q;
        if (!(in_q == 2'd2 && !got)) new_q <= word;
        stalled_q <= ok && lreq_valid && !lreq_ready;
        was_tag_q <= lreq_tag;
        was_bit_q <= lreq[BIT];
    end
    assign p_stable = ok && stalled_q && !(lreq_valid && lreq_tag == was_tag_q && lreq[BIT] == was_bit_q);
    assign p_order  = ok && lreq_valid && mine &&
                      (in_q == 2'd0 || {lreq_tag[UTAG_W-1:0], lreq[BIT]} != old_q);
    assign p_turns  = ok && twice_q;
    assign p_one    = ok && (taken & (taken - 1'b1)) != 0;
    assign p_back   = ok && !routed;
    assign p_taken  = ok && lrsp_valid && lrsp_ready != ursp_ready[to];
    assign w_last   = waits && (passed_q | ({{(CORES-1){1'b0}}, 1'b1} << me_q)) == {CORES{1'b1}};
    assign w_two    = ok && in_q == 2'd2;
endmodule

`default_nettype wire
