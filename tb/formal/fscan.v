// SPDX-License-Identifier: Apache-2.0
// fscan.v - wf_xlane_fscan on 4 lanes: its channels and rounds. Each lane of a chain is in its result once, in order.
//   Ghost: a value is the set of lanes that it was made of, and the row answers with both sets together. So whatever is added or
//   multiplied, the order is shown. Of one scan, any of them: the lanes of each chain, and its requests to the row.
//   Environment: a scan keeps until it is taken, with a tag that is not in flight. A link leads to a lower lane. The row takes what
//   it likes when it likes. It announces an answer that is due, keeps it announced until it moves, and answers in the cycle after.
// prove equal: a result has, by lane, all lanes of its chain up to that lane, with its operation and the lanes of the last gather
// prove lanes: in each request to the row the lanes of the left operand are below those of the right, and both have some
// prove once: a result is of a scan that has none yet
// prove rounds: a scan makes no more requests to the row than the logarithm of its longest chain, rounded up
// prove row: a request to the row has a tag that is not there and the operation of its scan
// prove stable: a request to the row, and a result, hold until they are taken
// prove moves: while the row and the way out are free and nothing is announced, one that waits goes every other cycle at least
// reach two: a scan of four lanes in one chain ends after two rounds
// reach full: six scans go round and another waits
// reach stalled: a result is taken that was stalled, while a request to the row is stalled
// run fscan: bmc 11, 60 s, LANES=4
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module formal_fscan #(
    parameter integer LANES = 4,
    parameter integer TAG_W = 3
) (
    input  wire               clk,
    input  wire               in_valid, out_ready, row_ready, soon_valid, rsp_valid, mark,
    input  wire [TAG_W-1:0]   in_tag,
    input  wire [1:0]         in_op,
    input  wire [LANES-1:0]   in_some,
    input  wire [2*LANES-1:0] in_to, in_last,
    input  wire [2:0]         soon_tag,
    input  wire [4*LANES-1:0] junk,          // what the row answers in lanes that were not active
    output wire               p_equal, p_lanes, p_once, p_rounds, p_row, p_stable, p_moves, w_two, w_full, w_stalled
);
    `include "wf_formal.vh"
    localparam integer PLACES = 6;
    reg  [`WF_CHAIN_W-1:0]  chain;
    reg  [32*LANES-1:0]     rsp_data;
    reg  [4*LANES*PLACES-1:0] sum_q;         // by tag, what the row makes
    reg  [LANES*PLACES-1:0] active_q;
    reg  [4*LANES-1:0]      members, a, b;
    reg                     upward;
    wire [7:0]              op = in_op == 2'd0 ? `WF_OP_WFADD : in_op == 2'd1 ? `WF_OP_WFMUL : 8'h7f;
    wire                    in_ready, busy, req_valid, out_valid;
    wire [2:0]              req_tag;
    wire [7:0]              req_op;
    wire [LANES-1:0]        req_active;
    wire [32*LANES-1:0]     req_a, req_b;
    wire [`WF_CHAIN_W-1:0]  out_chain;
    reg                     soon_q = 0;
    reg  [2:0]              soon_tag_q;
    integer                 i, p;
    always @* begin
        chain    = 0;
        rsp_data = 0;
        upward   = 1'b0;
        for (i = 0; i < LANES; i = i + 1) begin
            chain[32*i + i]                         = 1'b1;
            chain[32*LANES + 8*i +: 2]              = in_to[2*i +: 2];
            chain[32*LANES + 8*i + `WF_LINK_SOME]   = in_some[i];
            chain[40*LANES + 8*i +: 2]              = in_last[2*i +: 2];
            chain[40*LANES + 8*i + `WF_LINK_SOME]   = 1'b1;
            if (in_some[i] && in_to[2*i +: 2] >= i) upward = 1'b1;
            members[4*i +: 4] = 4'd1 << i;
            for (p = 0; p < i; p = p + 1)
                if (in_some[i] && in_to[2*i +: 2] == p) members[4*i +: 4] = members[4*i +: 4] | members[4*p +: 4];
            rsp_data[32*i +: 4] = junk[4*i +: 4];
            for (p = 0; p < PLACES; p = p + 1)
                if (soon_tag_q == p && active_q[LANES*p + i]) rsp_data[32*i +: 4] = sum_q[4*(LANES*p + i) +: 4];
            a[4*i +: 4] = req_a[32*i +: 4];
            b[4*i +: 4] = req_b[32*i +: 4];
        end
        chain[`WF_CHAIN_OP]  = op;
        chain[`WF_CHAIN_TAG] = in_tag;
    end
    wf_xlane_fscan #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_chain(chain), .busy(busy), .row_req_valid(req_valid),
        .row_req_ready(row_ready), .row_req_tag(req_tag), .row_req_op(req_op), .row_req_active(req_active), .row_req_a(req_a),
        .row_req_b(req_b), .row_soon_valid(soon_valid), .row_soon_tag(soon_tag), .row_rsp_valid(rsp_valid), .row_rsp_data(rsp_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_chain(out_chain));
    // see used: u_dut.used_q
    // see goes: u_dut.taken
    wire [PLACES-1:0]       used;
    wire                    goes;

    // ---- the environment ----
    localparam integer IN_W = TAG_W + 2 + 5*LANES;
    reg  [PLACES-1:0]       open_q = 0;      // in the row, by tag
    reg  [(1<<TAG_W)-1:0]   flying_q = 0;    // scans, by their tag
    reg                     held_q = 0;
    reg  [IN_W-1:0]         in_q;
    wire [IN_W-1:0]         in_all = {in_tag, in_op, in_some, in_to, in_last};
    wire                    sends = req_valid && row_ready;
    wire [PLACES-1:0]       back  = rsp_valid ? 1 << soon_tag_q : 0;
    wire [PLACES-1:0]       there = open_q & ~back;
    wire [TAG_W-1:0]        out_tag = out_chain[`WF_CHAIN_TAG];
    assign legal = !(rst && (in_valid || soon_valid || rsp_valid)) && !(in_valid && (flying_q[in_tag] || upward || in_op == 2'd3)) &&
                   !(held_q && !(in_valid && in_q == in_all)) && !(rsp_valid && !soon_q) &&
                   !(soon_valid && (soon_tag >= PLACES || !there[soon_tag])) &&
                   !(soon_q && !rsp_valid && !(soon_valid && soon_tag == soon_tag_q));

    // ---- the watched scan ----
    reg                     watching_q = 0, round_q = 0;
    reg  [4*LANES-1:0]      members_q;
    reg  [2*LANES-1:0]      last_q;
    reg  [7:0]              op_q;
    reg  [TAG_W-1:0]        tag_q;
    reg  [2:0]              place_q;
    reg  [2:0]              rounds_q, longest;
    reg  [1:0]              need_q;
    reg                     row_stalled_q = 0, out_stalled_q = 0, idle_q = 0, apart, differs, wrong;
    reg  [12+4*LANES*2+LANES-1:0] was_q;
    reg  [4*LANES-1:0]      values;
    reg  [2*LANES-1:0]      lasts;
    reg  [`WF_CHAIN_W-1:0]  out_q;
    wire                    takes = in_valid && in_ready;
    wire                    ends  = out_valid && out_ready;
    wire                    idle  = in_valid && used != {PLACES{1'b1}} && row_ready && (out_ready || !out_valid) && !soon_valid && !goes;
    always @* begin
        apart   = 1'b0;
        differs = 1'b0;
        longest = 3'd1;
        for (i = 0; i < LANES; i = i + 1) begin
            if (req_active[i] && !(a[4*i +: 4] != 4'd0 && a[4*i +: 4] < (b[4*i +: 4] & (~b[4*i +: 4] + 1'b1)))) apart = 1'b1;
            if (req_active[i] && {a[4*i +: 4], b[4*i +: 4]} != {was_q[4*LANES + 4*i +: 4], was_q[4*i +: 4]}) differs = 1'b1;
            if (members[4*i] + members[4*i+1] + members[4*i+2] + members[4*i+3] > longest)
                longest = members[4*i] + members[4*i+1] + members[4*i+2] + members[4*i+3];
            values[4*i +: 4] = out_chain[32*i +: 4];
            lasts[2*i +: 2]  = out_chain[40*LANES + 8*i +: 2];
        end
    end
    always @(posedge clk) begin
        held_q     <= ok && in_valid && !in_ready;
        in_q       <= in_all;
        soon_q     <= ok && soon_valid;
        soon_tag_q <= soon_tag;
        open_q     <= ok ? there | (sends ? 1 << req_tag : 0) : 0;
        for (p = 0; p < PLACES; p = p + 1)
            if (sends && req_tag == p) {sum_q[4*LANES*p +: 4*LANES], active_q[LANES*p +: LANES]} <= {a | b, req_active};
        if (ok && takes) flying_q[in_tag] <= 1'b1;
        if (ok && ends)  flying_q[out_tag] <= 1'b0;
        if (ok && takes && mark && !watching_q) begin
            watching_q <= 1'b1;
            round_q    <= sends;             // it goes round
            {members_q, last_q, op_q, tag_q, place_q} <= {members, in_last, op, in_tag, req_tag};
            rounds_q   <= sends;
            need_q     <= longest > 3'd2 ? 2'd2 : longest - 1'b1;
        end else begin
            if (sends && round_q && req_tag == place_q && rounds_q != 3'd7) rounds_q <= rounds_q + 1'b1;
            if (ends && out_tag == tag_q) watching_q <= 1'b0;
            if (goes && !sends && used[place_q] && round_q && its_turn) round_q <= 1'b0;
        end
        row_stalled_q <= ok && req_valid && !row_ready;
        out_stalled_q <= ok && out_valid && !out_ready;
        was_q         <= {1'b0, req_tag, req_op, req_active, a, b};
        out_q         <= out_chain;
        idle_q        <= ok && idle;
    end
    // see turn: u_dut.turn_q
    wire [PLACES-1:0] turn;
    wire              its_turn = turn[place_q];
    wire [7:0]        row_op   = op_q == `WF_OP_WFADD ? `WF_OP_FADD : op_q == `WF_OP_WFMUL ? `WF_OP_FMUL : `WF_OP_MUL;
    wire              its      = out_valid && watching_q && out_tag == tag_q;
    assign p_equal   = ok && its && {values, lasts, out_chain[`WF_CHAIN_OP]} != {members_q, last_q, op_q};
    assign p_lanes   = ok && req_valid && apart;
    assign p_once    = ok && out_valid && !flying_q[out_tag];
    assign p_rounds  = ok && watching_q && (round_q || its) && (rounds_q > need_q || (its && rounds_q != need_q));
    assign p_row     = ok && req_valid && (req_tag >= PLACES || there[req_tag] || (round_q && req_tag == place_q && req_op != row_op));
    assign p_stable  = ok && ((row_stalled_q && (!req_valid || {req_tag, req_op, req_active} != was_q[8*LANES +: 11 + LANES] || differs)) ||
                              (out_stalled_q && !(out_valid && out_chain == out_q)));
    assign p_moves   = ok && idle_q && idle;
    assign w_two     = ok && its && need_q == 2'd2 && members_q[4*LANES-1 -: 4] == 4'hf && rounds_q == 3'd2;
    assign w_full    = ok && used == {PLACES{1'b1}} && in_valid;
    assign w_stalled = ok && out_stalled_q && ends && row_stalled_q && req_valid && !row_ready;
endmodule

`default_nettype wire
