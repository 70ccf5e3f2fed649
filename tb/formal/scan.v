// SPDX-License-Identifier: Apache-2.0
// scan.v - wf_xlane_link and wf_xlane_scan on 4 lanes, as wf_xlane joins them, against the rule of docs/semantics.md, section 5.
//   Ghost: each lane's result, from the lowest lane up; one operation of those in flight is looked at, any.
//   Environment: an integer operation but the product, or a float minimum or maximum; no scan of the ring
//   ends meanwhile. A result counts in active lanes; that of a reduction over the wave in all.
// prove equal: a result is that of the page, in each lane that counts, with its tag
// prove stable: a result holds until it is taken
// prove order: results come in the order taken, each once and none without an operation; 4 cycles later if none is stalled
// reach chain: a lane's chain leads through lanes whose masks differ, and a mask lacks its own lane
// reach four: four operations are in flight
// run scan: bmc 7, 15 s, OPS=0
// run scan-flow: bmc 12, 20 s, OPS=0, only=stable+order
// run scan-order: bmc 6, 40 s, OPS=1, only=equal
// run scan-float: bmc 6, 40 s, OPS=2, only=equal
// run scan-add: bmc 6, 40 s, OPS=3, only=equal
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module formal_scan #(
    parameter integer OPS   = 0,             // 0: and, or, xor, count; 1: integer minimum and maximum; 2: those of floats; 3: sum
    parameter integer LANES = 4,
    parameter integer TAG_W = 1
) (
    input  wire                   clk,
    input  wire                   in_valid, in_tag, out_ready, look,
    input  wire [1:0]             which,
    input  wire [6:0]             in_mod,
    input  wire [LANES-1:0]       in_active,
    input  wire [32*LANES-1:0]    in_value,
    input  wire [LANES*LANES-1:0] in_mask,
    output wire                   p_equal, p_stable, p_order, w_chain, w_four
);
    `include "wf_formal.vh"
    wire                    in_ready, link_valid, link_ready, out_valid, out_tag, unused_ready;
    wire [`WF_CHAIN_W-1:0]  chain;
    wire [32*LANES-1:0]     out_data;
    wire [31:0]             ops   = OPS == 0 ? {`WF_OP_WAND, `WF_OP_WOR, `WF_OP_WXOR, `WF_OP_WCOUNT} :
                                    OPS == 1 ? {`WF_OP_WMINS, `WF_OP_WMAXS, `WF_OP_WMINU, `WF_OP_WMAXU} :
                                    OPS == 2 ? {2{`WF_OP_WFMIN, `WF_OP_WFMAX}} : {4{`WF_OP_WADD}};
    wire [7:0]              in_op = ops[8*which +: 8];
    reg  [128*LANES-1:0]    in_q;
    integer                 i, j;
    always @* begin
        in_q = 0;
        for (i = 0; i < LANES; i = i + 1) in_q[128*i +: LANES] = in_mask[LANES*i +: LANES];
    end
    wf_xlane_link #(.LANES(LANES), .TAG_W(TAG_W)) u_link (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_tag(in_tag), .in_op(in_op), .in_mod({1'b0, in_mod}),
        .in_active(in_active), .in_value(in_value), .in_q(in_q), .out_valid(link_valid), .out_ready(link_ready), .out_chain(chain));
    wf_xlane_scan #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
        .clk(clk), .rst(rst), .in_valid(link_valid), .in_ready(link_ready), .in_chain(chain), .end_valid(1'b0),
        .end_ready(unused_ready), .end_chain({`WF_CHAIN_W{1'b0}}), .out_valid(out_valid), .out_ready(out_ready), .out_tag(out_tag),
        .out_data(out_data));
    assign legal = !(rst && in_valid);

    // ---- the page -----------------------------------------------------------------------------------------------------
    function is_nan(input [31:0] f);
        is_nan = f[30:23] == 8'hff && f[22:0] != 23'd0;
    endfunction
    function below(input [31:0] x, input [31:0] y);      // as floats, -0 below +0
        below = x[31] != y[31] ? x[31] : x[31] ? x[30:0] > y[30:0] : x[30:0] < y[30:0];
    endfunction
    function [31:0] combine(input [31:0] x, input [31:0] y);     // of truths for a count
        case (in_op)
            `WF_OP_WADD, `WF_OP_WCOUNT: combine = x + y;
            `WF_OP_WMINS: combine = $signed(x) < $signed(y) ? x : y;
            `WF_OP_WMAXS: combine = $signed(x) > $signed(y) ? x : y;
            `WF_OP_WMINU: combine = x < y ? x : y;
            `WF_OP_WMAXU: combine = x > y ? x : y;
            `WF_OP_WAND:  combine = x & y;
            `WF_OP_WOR:   combine = x | y;
            `WF_OP_WXOR:  combine = x ^ y;
            `WF_OP_WFMIN: combine = is_nan(x) ? (is_nan(y) ? 32'h7fc00000 : y) : is_nan(y) || below(x, y) ? x : y;
            default:      combine = is_nan(x) ? (is_nan(y) ? 32'h7fc00000 : y) : is_nan(y) || below(y, x) ? x : y;
        endcase
    endfunction
    wire [31:0] identity = in_op == `WF_OP_WMINS ? 32'h7fffffff : in_op == `WF_OP_WMAXS ? 32'h80000000 :
                           in_op == `WF_OP_WMINU || in_op == `WF_OP_WAND ? 32'hffffffff :
                           in_op == `WF_OP_WFMIN ? 32'h7f800000 : in_op == `WF_OP_WFMAX ? 32'hff800000 : 32'd0;
    wire [1:0]  mode  = in_mod[`WF_MOD_SCAN_MODE], scope = in_mod[`WF_MOD_SCAN_SCOPE];
    wire [2:0]  size  = in_mod[`WF_MOD_CLUSTER];         // log2
    reg  [32*LANES-1:0] total, want;         // total: a lane's value with those of its chain
    reg  [LANES-1:0]    mask;
    reg  [31:0]         own, at_link, at_top;
    reg                 some;
    always @* begin
        total = 0;
        for (i = 0; i < LANES; i = i + 1) begin
            own = in_op == `WF_OP_WCOUNT ? in_value[32*i +: 32] != 32'd0 : in_value[32*i +: 32];
            for (j = 0; j < LANES; j = j + 1)
                mask[j] = in_active[j] && (scope == `WF_SCOPE_MULTI ? in_mask[LANES*i + j] :
                                           scope != `WF_SCOPE_CLUSTER || j >> size == i >> size);
            some    = 1'b0;
            at_link = identity;
            for (j = 0; j < i; j = j + 1) if (mask[j]) {some, at_link} = {1'b1, total[32*j +: 32]};      // the highest below
            total[32*i +: 32] = some ? combine(at_link, own) : own;
            want[32*i +: 32]  = mode == `WF_SCAN_EXCLUSIVE ? at_link : total[32*i +: 32];
        end
        if (mode != `WF_SCAN_EXCLUSIVE && mode != `WF_SCAN_INCLUSIVE)
            for (i = 0; i < LANES; i = i + 1) begin
                at_top = identity;
                for (j = 0; j < LANES; j = j + 1)
                    if (in_active[j] && (scope == `WF_SCOPE_MULTI ? in_mask[LANES*i + j] : scope != `WF_SCOPE_CLUSTER || j >> size == i >> size))
                        at_top = total[32*j +: 32];
                want[32*i +: 32] = at_top;
            end
    end
    wire everywhere = mode != `WF_SCAN_EXCLUSIVE && mode != `WF_SCAN_INCLUSIVE && scope != `WF_SCOPE_MULTI && scope != `WF_SCOPE_CLUSTER;

    // ---- the operation that is looked at --------------------------------------------------------------------------------
    reg  [32*LANES-1:0] want_q, was_q;
    reg  [LANES-1:0]    counts_q;
    reg                 looks_q = 0, tag_q, stalled_q = 0, was_tag_q, free_q = 0;     // free: nothing was stalled since it was taken
    reg  [2:0]          held_q = 0, ahead_q = 0, age_q = 0;              // in flight; before the one looked at; its cycles
    wire                put = ok && in_valid && in_ready, got = ok && out_valid && out_ready;
    wire                mine = looks_q && ahead_q == 3'd0, begins = put && look && !looks_q;
    always @(posedge clk) begin
        held_q    <= held_q + {2'd0, put} - {2'd0, got};
        stalled_q <= ok && out_valid && !out_ready;
        was_q     <= out_data;
        was_tag_q <= out_tag;
        age_q     <= age_q == 3'd7 ? age_q : age_q + 3'd1;
        if (begins) begin
            looks_q  <= 1'b1;
            ahead_q  <= held_q - {2'd0, got};
            want_q   <= want;
            counts_q <= in_active | {LANES{everywhere}};
            tag_q    <= in_tag;
            age_q    <= 3'd1;
            free_q   <= 1'b1;
        end else if (got && looks_q) begin
            looks_q <= !mine;
            ahead_q <= ahead_q - 3'd1;
        end
        if (ok && out_valid && !out_ready) free_q <= 1'b0;
    end
    reg     wrong;
    integer m;
    always @* begin
        wrong = out_tag != tag_q;
        for (m = 0; m < LANES; m = m + 1)
            if (counts_q[m] && out_data[32*m +: 32] != want_q[32*m +: 32]) wrong = 1'b1;
    end
    assign p_equal  = ok && out_valid && mine && wrong;
    assign p_stable = ok && stalled_q && !(out_valid && out_data == was_q && out_tag == was_tag_q);
    assign p_order  = ok && ((out_valid && held_q == 3'd0) || held_q > 3'd4 || (looks_q && free_q && (out_valid && mine) != (age_q == 3'd4)));
    assign w_chain  = put && scope == `WF_SCOPE_MULTI && in_active == 4'hf && in_mask == 16'h2712;
    assign w_four   = ok && held_q == 3'd4 && stalled_q;
endmodule

`default_nettype wire
