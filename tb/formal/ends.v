// SPDX-License-Identifier: Apache-2.0
// ends.v - the last gather of wf_xlane_scan on 4 lanes, which its own scans share with those of wf_xlane_fscan.
//   Ghost: the tags of the scans in the steps, oldest first; the gather of the last scan that came for it alone; which side waits.
//   Environment: a scan of either side keeps until it is taken. One that comes for the last gather is a sum or a product, and its links have no bits but
//   those of 4 lanes.
// prove stable: a result holds until it is taken
// prove result: a scan that came for the last gather has its result in the next cycle, in each lane
// prove order: the other results are of the scans in the steps, in the order taken, each once and none without a scan
// prove ends: while a scan of wf_xlane_fscan waits, one of the steps goes before it at most
// prove steps: while a scan waits at the end of the steps, one of wf_xlane_fscan goes before it at most
// prove moves: while the register of the result is free, one that waits is taken
// reach turns: one of each side goes while the other waits, twice in a row
// reach stalled: a result is taken that was stalled, while both sides wait
// run ends: pdr, 20 s, LANES=4
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module formal_ends #(
    parameter integer LANES = 4,
    parameter integer TAG_W = 2
) (
    input  wire                clk,
    input  wire                in_valid, end_valid, out_ready,
    input  wire [TAG_W-1:0]    in_tag, end_tag,
    input  wire [7:0]          in_op,
    input  wire [1:0]          end_which,
    input  wire [LANES-1:0]    in_nan, end_some,
    input  wire [2*LANES-1:0]  end_lane,
    input  wire [8*LANES-1:0]  in_link, in_last,
    input  wire [32*LANES-1:0] in_value, end_value,
    output wire                p_stable, p_result, p_order, p_ends, p_steps, p_moves, w_turns, w_stalled
);
    `include "wf_formal.vh"
    wire                   in_ready, end_ready, out_valid;
    wire [TAG_W-1:0]       out_tag;
    wire [32*LANES-1:0]    out_data;
    wire [7:0]             end_op = end_which == 2'd0 ? `WF_OP_WFADD : end_which == 2'd1 ? `WF_OP_WFMUL : `WF_OP_WMUL;
    wire [31:0]            identity = end_which == 2'd0 ? 32'd0 : end_which == 2'd1 ? 32'h3f800000 : 32'd1;
    reg  [8*LANES-1:0]     end_last;
    reg  [32*LANES-1:0]    want, want_q, was_q;
    integer                i;
    always @*
        for (i = 0; i < LANES; i = i + 1) begin
            end_last[8*i +: 8] = {end_some[i], 5'd0, end_lane[2*i +: 2]};
            want[32*i +: 32]   = end_some[i] ? end_value[32*end_lane[2*i +: 2] +: 32] : identity;
        end
    wire [`WF_CHAIN_W-1:0] in_chain  = {in_tag, in_op, in_nan, in_last, in_link, in_value};
    wire [`WF_CHAIN_W-1:0] end_chain = {end_tag, end_op, {LANES{1'b0}}, end_last, {8*LANES{1'b0}}, end_value};
    wf_xlane_scan #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_chain(in_chain), .end_valid(end_valid), .end_ready(end_ready),
        .end_chain(end_chain), .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag), .out_data(out_data));
    wire waits;                              // a scan is at the end of the steps
    // see waits: u_dut.steps_valid

    // the ghost
    reg              in_stalled_q = 0, end_stalled_q = 0, stalled_q = 0, ended_q = 0, before_end_q = 0, before_step_q = 0, due_q = 0;
    reg              again_q = 0;
    reg  [TAG_W-1:0] want_tag_q, was_tag_q;
    reg  [3*TAG_W-1:0] tags_q;
    reg  [1:0]       held_q = 0;
    wire             put      = ok && in_valid && in_ready;
    wire             end_goes = ok && end_valid && end_ready;
    wire             goes     = ok && waits && in_ready;             // that scan leaves the steps
    wire             its      = ok && out_valid && !stalled_q && !ended_q;
    wire [1:0]       left     = held_q - its;
    // a scan that is stalled keeps its valid; of its fields only those that the ghost looks at have to keep, and all may
    reg  [TAG_W-1:0] in_was_q, end_was_q;
    assign legal = !(rst && (in_valid || end_valid)) && !(in_stalled_q && !(in_valid && in_was_q == in_tag)) &&
                   !(end_stalled_q && !(end_valid && end_was_q == end_tag));
    always @(posedge clk) begin
        in_stalled_q  <= ok && in_valid && !in_ready;
        end_stalled_q <= ok && end_valid && !end_ready;
        in_was_q      <= in_tag;
        end_was_q     <= end_tag;
        stalled_q     <= ok && out_valid && !out_ready;
        {was_tag_q, was_q} <= {out_tag, out_data};
        ended_q       <= end_goes;
        if (end_goes) {want_tag_q, want_q} <= {end_tag, want};
        held_q        <= left + put;
        if (its) tags_q <= tags_q >> TAG_W;
        for (i = 0; i < 3; i = i + 1) if (put && left == i) tags_q[TAG_W*i +: TAG_W] <= in_tag;
        before_end_q  <= ok && end_valid && !end_ready && (before_end_q || goes);
        before_step_q <= ok && waits && !goes && (before_step_q || end_goes);
        due_q         <= ok && (waits || end_valid) && (!out_valid || out_ready);
        again_q       <= (goes && before_step_q) || (again_q && !end_goes && end_valid);
    end
    assign p_stable  = ok && stalled_q && !(out_valid && out_data == was_q && out_tag == was_tag_q);
    assign p_result  = ok && ended_q && !(out_valid && out_tag == want_tag_q && out_data == want_q);
    assign p_order   = its && (held_q == 2'd0 || out_tag != tags_q[TAG_W-1:0]);
    assign p_ends    = before_end_q && goes;
    assign p_steps   = before_step_q && end_goes;
    assign p_moves   = ok && due_q && !out_valid;
    assign w_turns   = again_q && end_goes;
    assign w_stalled = ok && stalled_q && out_valid && out_ready && waits && end_valid;
endmodule

`default_nettype wire
