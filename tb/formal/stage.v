// SPDX-License-Identifier: Apache-2.0
// stage.v - wf_lds_scan_stage on 4 lanes: one step of the scan over the lanes that share a word.
//   Ghost: the registers after the step, each lane by plain arithmetic (docs/design.md, lds).
//   Environment: the link of a lane is at least STEP lanes below it. A pair links to a pair, half for half, at least
//   2 * STEP lanes below. An atomic combines that is neither an exchange nor a compare-exchange, and with it
//   no value is given.
// prove equal: what is handed on is that of the page: a linked lane has both values, and its link's link
// prove differs: a lane of a compare-exchange differs when its operands, with a pair any of its four, are not those at its link
// prove order: it is valid when its input was in the last enabled cycle
// prove holds: nothing changes without enable
// reach pair: a pair combines with another, and the sum of the low words has a carry
// reach given: values are given to an instruction with links
// run stage: sweep, 20 s, STEP=1
// run stage-second: sweep, 20 s, STEP=2
// run stage-plain: sweep, 10 s, STEP=0
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"
`include "wf_link.vh"

module formal_stage #(
    parameter integer STEP   = 1,
    parameter integer LANES  = 4,
    parameter integer ADDR_W = 1
) (
    input  wire                    clk,
    input  wire                    en, in_valid, in_combines, in_extra, in_given,
    input  wire [3:0]              in_op,
    input  wire [2:0]              in_does,
    input  wire [LANES-1:0]        in_ok, in_plain, in_some,
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [2*LANES-1:0]      in_server, in_prev, in_link,
    input  wire [32*LANES-1:0]     in_value, in_compare, in_given_value, in_given_compare,
    output wire                    p_equal, p_differs, p_order, p_holds, w_pair, w_given
);
    `include "wf_formal.vh"
    localparam integer CTL_W = `WF_LDS_CTL_ANSWER + 1, ALL_W = CTL_W + 2*LANES + ADDR_W*LANES + 4*LANES + 8*LANES + 64*LANES;
    localparam integer REACH = STEP == 0 ? 1 : STEP;
    wire               out_valid;
    wire [ALL_W-1:0]   out_all;
    wire [LANES-1:0]   out_differs;
    wire               pairs = in_does == `WF_LDS_PAIRS, atomic = in_does == `WF_LDS_ATOMIC || pairs;
    wire [CTL_W-1:0]   ctl = {in_extra, in_combines, in_does, in_op};
    wire               sums = in_op == `WF_ATOM_ADD || in_op == `WF_ATOM_SUB;
    wire               whole = in_op == `WF_ATOM_MINU || in_op == `WF_ATOM_MAXU || in_op == `WF_ATOM_MINS || in_op == `WF_ATOM_MAXS;
    wire               bits = in_op == `WF_ATOM_AND || in_op == `WF_ATOM_OR || in_op == `WF_ATOM_XOR;
    wire               float = in_op == `WF_ATOM_FMIN || in_op == `WF_ATOM_FMAX;
    reg  [8*LANES-1:0] links;
    reg                good;
    integer            i;
    always @* begin
        good = 1'b1;
        for (i = 0; i < LANES; i = i + 1) begin
            links[8*i +: 8] = {in_some[i], 5'd0, in_link[2*i +: 2]};
            if (in_some[i] && in_link[2*i +: 2] + REACH > i) good = 1'b0;
        end
        if (pairs)
            for (i = 0; i < LANES; i = i + 2)
                if (in_some[i] != in_some[i+1] || (in_some[i] && (in_link[2*i] || !in_link[2*i+2] || in_link[2*i+1] != in_link[2*i+3] ||
                    in_link[2*i +: 2] + 2*REACH > i))) good = 1'b0;
    end
    assign legal = good && !(rst && in_valid) && in_does <= `WF_LDS_FWRITE && !(pairs && float) &&
                   (in_combines ? atomic && (sums || whole || bits || float) && !in_given : 1'b1);
    wf_lds_scan_stage #(.LANES(LANES), .IDX_W(2), .ADDR_W(ADDR_W), .CTL_W(CTL_W), .STEP(STEP)) u_dut (
        .clk(clk), .rst(rst), .en(en), .in_valid(in_valid), .in_ctl(ctl), .in_ok(in_ok), .in_plain(in_plain), .in_word(in_word),
        .in_server(in_server), .in_prev(in_prev), .in_link(links), .in_value(in_value), .in_compare(in_compare), .in_given(in_given),
        .in_given_value(in_given_value), .in_given_compare(in_given_compare), .out_valid(out_valid),
        .out_ctl(out_all[8*LANES+64*LANES+(6+ADDR_W)*LANES +: CTL_W]), .out_ok(out_all[72*LANES+(5+ADDR_W)*LANES +: LANES]),
        .out_plain(out_all[72*LANES+(4+ADDR_W)*LANES +: LANES]), .out_word(out_all[76*LANES +: ADDR_W*LANES]),
        .out_server(out_all[74*LANES +: 2*LANES]), .out_prev(out_all[72*LANES +: 2*LANES]), .out_link(out_all[64*LANES +: 8*LANES]),
        .out_value(out_all[32*LANES +: 32*LANES]), .out_compare(out_all[0 +: 32*LANES]), .out_differs(out_differs));

    // ---- the page -----------------------------------------------------------------------------------------------------
    function is_nan(input [31:0] f);
        is_nan = f[30:23] == 8'hff && f[22:0] != 23'd0;
    endfunction
    function below(input [31:0] x, input [31:0] y);      // as floats, -0 below +0
        below = x[31] != y[31] ? x[31] : x[31] ? x[30:0] > y[30:0] : x[30:0] < y[30:0];
    endfunction
    function [31:0] combine(input [31:0] x, input [31:0] y);
        case (in_op)
            `WF_ATOM_AND:  combine = x & y;
            `WF_ATOM_OR:   combine = x | y;
            `WF_ATOM_XOR:  combine = x ^ y;
            `WF_ATOM_MINU: combine = x < y ? x : y;
            `WF_ATOM_MAXU: combine = x > y ? x : y;
            `WF_ATOM_MINS: combine = $signed(x) < $signed(y) ? x : y;
            `WF_ATOM_MAXS: combine = $signed(x) > $signed(y) ? x : y;
            `WF_ATOM_FMIN: combine = is_nan(x) ? (is_nan(y) ? 32'h7fc00000 : y) : is_nan(y) || below(x, y) ? x : y;
            `WF_ATOM_FMAX: combine = is_nan(x) ? (is_nan(y) ? 32'h7fc00000 : y) : is_nan(y) || below(y, x) ? x : y;
            default:       combine = x + y;              // what is subtracted adds up too
        endcase
    endfunction
    function [63:0] combine64(input [63:0] x, input [63:0] y);
        case (in_op)
            `WF_ATOM_AND:  combine64 = x & y;
            `WF_ATOM_OR:   combine64 = x | y;
            `WF_ATOM_XOR:  combine64 = x ^ y;
            `WF_ATOM_MINU: combine64 = x < y ? x : y;
            `WF_ATOM_MAXU: combine64 = x > y ? x : y;
            `WF_ATOM_MINS: combine64 = $signed(x) < $signed(y) ? x : y;
            `WF_ATOM_MAXS: combine64 = $signed(x) > $signed(y) ? x : y;
            default:       combine64 = x + y;
        endcase
    endfunction
    reg  [32*LANES-1:0] value;
    reg  [8*LANES-1:0]  link;
    reg  [LANES-1:0]    differs;
    reg  [1:0]          from;
    always @* begin
        value   = in_given ? in_given_value : in_value;
        link    = links;
        differs = 0;
        for (i = 0; i < LANES; i = i + 1) begin
            from = in_link[2*i +: 2];
            if (STEP != 0 && in_combines && in_some[i]) begin
                link[8*i +: 8] = links[8*from +: 8];
                if (!pairs) value[32*i +: 32] = combine(in_value[32*from +: 32], in_value[32*i +: 32]);
                else if (i % 2 == 0) value[32*i +: 64] = combine64(in_value[32*from +: 64], in_value[32*i +: 64]);
            end
            if (STEP == 1 && atomic && in_op == `WF_ATOM_CAS && in_some[i])
                differs[i] = in_value[32*from +: 32] != in_value[32*i +: 32] || in_compare[32*from +: 32] != in_compare[32*i +: 32];
        end
        if (pairs) differs = {{2{differs[3] || differs[2]}}, {2{differs[1] || differs[0]}}};
    end
    reg              valid_q = 0, still_q = 0;
    reg  [ALL_W-1:0] want_q, was_q;
    reg  [LANES-1:0] differs_q, was_differs_q;
    always @(posedge clk) begin
        if (rst) valid_q <= 1'b0;
        else if (en) valid_q <= in_valid;
        if (en && in_valid) begin
            want_q    <= {ctl, in_ok, in_plain, in_word, in_server, in_prev, link, value, in_given ? in_given_compare : in_compare};
            differs_q <= differs;
        end
        still_q       <= ok && !en;
        was_q         <= out_all;
        was_differs_q <= out_differs;
    end
    assign p_equal   = ok && valid_q && out_all != want_q;
    assign p_differs = ok && valid_q && out_differs != differs_q;
    assign p_order   = ok && out_valid != valid_q;
    assign p_holds   = ok && still_q && {out_all, out_differs} != {was_q, was_differs_q};
    assign w_pair    = ok && en && in_valid && (STEP != 1 ? in_combines || STEP == 0 : in_combines && pairs && in_op == `WF_ATOM_ADD && in_some[2] &&
                       {1'b0, in_value[31:0]} + {1'b0, in_value[95:64]} > 33'hffffffff);
    assign w_given   = ok && en && in_valid && in_given && in_some[3];
endmodule

`default_nettype wire
