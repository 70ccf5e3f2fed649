// SPDX-License-Identifier: Apache-2.0
// stage.v - the two steps of wf_lds_scan_stage on 4 lanes, as wf_lds joins them: the scan of each word.
//   Ghost: the lanes after both steps by plain arithmetic (docs/design.md, lds). Between them a word may be a key.
//   Environment: a link leads to a lower lane, that of a pair to a pair, half for half. An atomic combines that is
//   neither an exchange nor a compare-exchange, and with it no value is given; its words come as keys. Where values are
//   given, the operation of the step is any, and the links are not looked at. All NaN count as one value.
// prove equal: the result is that of the page: in each step a linked lane has both values, and then its link's link
// prove differs: a lane of a compare-exchange differs when an operand of its own or of its pair is not that at its link
// prove order: it is valid when its input was in the last enabled cycle but one
// prove holds: nothing changes without enable
// reach pair: a pair combines with another, and the sum of the low words has a carry
// reach given: values are given to an instruction with links
// run stage: bmc 5, 60 s, LANES=4
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"
`include "wf_link.vh"

module formal_stage #(
    parameter integer LANES  = 4,
    parameter integer ADDR_W = 1
) (
    input  wire                    clk,
    input  wire                    en, in_valid, in_combines, in_extra, in_given,
    input  wire [3:0]              in_op,
    input  wire [7:0]              other,
    input  wire [2:0]              in_does,
    input  wire [LANES-1:0]        in_ok, in_plain, in_some,
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [2*LANES-1:0]      in_server, in_prev, in_link,
    input  wire [32*LANES-1:0]     in_value, in_compare, in_given_value, in_given_compare,
    output wire                    p_equal, p_differs, p_order, p_holds, w_pair, w_given
);
    `include "wf_formal.vh"
    localparam integer CTL_W = `WF_LDS_CTL_ANSWER + 1, ALL_W = CTL_W + 2*LANES + ADDR_W*LANES + 4*LANES + 8*LANES + 64*LANES;
    wire               out_valid;
    wire [ALL_W-1:0]   out_all;
    wire [LANES-1:0]   unused_differs;
    localparam integer PLAIN_AT = (76 + ADDR_W) * LANES, OK_AT = PLAIN_AT + LANES, CTL_AT = OK_AT + LANES;
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
            if (in_some[i] && in_link[2*i +: 2] >= i) good = 1'b0;
        end
        if (pairs)
            for (i = 0; i < LANES; i = i + 2)
                if (in_some[i] != in_some[i+1] || (in_some[i] && (in_link[2*i] || !in_link[2*i+2] || in_link[2*i+1] != in_link[2*i+3] ||
                    in_link[2*i +: 2] + 2 > i))) good = 1'b0;
    end
    assign legal = good && !(rst && in_valid) && in_does <= `WF_LDS_FWRITE && !(pairs && float) &&
                   (in_combines ? atomic && (sums || whole || bits || float) && !in_given : 1'b1);
    // as wf_lds_front gives them: what is combined by its least, or as an OR, is a key
    function [31:0] key(input high, input [31:0] x);
        reg [31:0] number;
        begin
            number = x[31] ? ~x : x + 32'h80000000;      // floats in their order
            case (in_op)
                `WF_ATOM_MINS: key = high ? x + 32'h80000000 : x;
                `WF_ATOM_MAXS: key = high ? 32'h7fffffff - x : ~x;
                `WF_ATOM_MAXU, `WF_ATOM_AND: key = ~x;
                `WF_ATOM_FMIN, `WF_ATOM_FMAX: key = is_nan(x) ? 32'hffffffff : in_op == `WF_ATOM_FMIN ? number : ~number;
                default: key = x;
            endcase
        end
    endfunction
    reg  [32*LANES-1:0] keys;
    always @*
        for (i = 0; i < LANES; i = i + 1)
            keys[32*i +: 32] = in_combines ? key(!pairs || i % 2 == 1, in_value[32*i +: 32]) : in_value[32*i +: 32];
    wire [ALL_W-1:0] mid_all;
    wire [LANES-1:0] mid_differs;
    wire             mid_valid;
    wf_lds_scan_stage #(.LANES(LANES), .IDX_W(2), .ADDR_W(ADDR_W), .CTL_W(CTL_W), .STEP(1)) u_first (
        .clk(clk), .rst(rst), .en(en), .in_valid(in_valid), .in_ctl(ctl), .in_work(in_given ? other : ctl[7:0]),
        .in_ok(in_ok), .in_plain(in_plain), .in_word(in_word),
        .in_server(in_server), .in_prev(in_prev), .in_link(links), .in_value(keys), .in_compare(in_compare), .in_given(in_given),
        .in_given_value(in_given_value), .in_given_compare(in_given_compare), .out_valid(mid_valid),
        .out_ctl(mid_all[CTL_AT +: CTL_W]), .out_ok(mid_all[OK_AT +: LANES]), .out_plain(mid_all[PLAIN_AT +: LANES]),
        .out_word(mid_all[76*LANES +: ADDR_W*LANES]), .out_server(mid_all[74*LANES +: 2*LANES]),
        .out_prev(mid_all[72*LANES +: 2*LANES]), .out_link(mid_all[64*LANES +: 8*LANES]), .out_value(mid_all[32*LANES +: 32*LANES]),
        .out_compare(mid_all[0 +: 32*LANES]), .out_differs(mid_differs));
    wf_lds_scan_stage #(.LANES(LANES), .IDX_W(2), .ADDR_W(ADDR_W), .CTL_W(CTL_W), .STEP(2)) u_second (
        .clk(clk), .rst(rst), .en(en), .in_valid(mid_valid), .in_ctl(mid_all[CTL_AT +: CTL_W]), .in_work(mid_all[CTL_AT +: 8]),
        .in_ok(mid_all[OK_AT +: LANES]),
        .in_plain(mid_all[PLAIN_AT +: LANES]), .in_word(mid_all[76*LANES +: ADDR_W*LANES]), .in_server(mid_all[74*LANES +: 2*LANES]),
        .in_prev(mid_all[72*LANES +: 2*LANES]), .in_link(mid_all[64*LANES +: 8*LANES]), .in_value(mid_all[32*LANES +: 32*LANES]),
        .in_compare(mid_all[0 +: 32*LANES]), .in_given(1'b0), .in_given_value({32*LANES{1'b0}}), .in_given_compare({32*LANES{1'b0}}),
        .out_valid(out_valid), .out_ctl(out_all[CTL_AT +: CTL_W]), .out_ok(out_all[OK_AT +: LANES]),
        .out_plain(out_all[PLAIN_AT +: LANES]), .out_word(out_all[76*LANES +: ADDR_W*LANES]), .out_server(out_all[74*LANES +: 2*LANES]),
        .out_prev(out_all[72*LANES +: 2*LANES]), .out_link(out_all[64*LANES +: 8*LANES]), .out_value(out_all[32*LANES +: 32*LANES]),
        .out_compare(out_all[0 +: 32*LANES]), .out_differs(unused_differs));

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
    reg  [32*LANES-1:0] value, before;
    reg  [8*LANES-1:0]  link, link_before;
    reg  [LANES-1:0]    differs;
    reg  [1:0]          from;
    integer             s;
    always @* begin
        value   = in_value;
        link    = links;
        differs = 0;
        for (s = 0; s < 2; s = s + 1) begin
            before      = value;
            link_before = link;
            for (i = 0; i < LANES; i = i + 1) begin
                from = link_before[8*i +: 2];
                if (in_combines && link_before[8*i + `WF_LINK_SOME]) begin
                    link[8*i +: 8] = link_before[8*from +: 8];
                    if (!pairs) value[32*i +: 32] = combine(before[32*from +: 32], before[32*i +: 32]);
                    else if (i % 2 == 0) value[32*i +: 64] = combine64(before[32*from +: 64], before[32*i +: 64]);
                end
            end
        end
        if (in_given) value = in_given_value;
        for (i = 0; i < LANES; i = i + 1) begin
            from = in_link[2*i +: 2];
            if (atomic && in_op == `WF_ATOM_CAS && in_some[i])
                differs[i] = in_value[32*from +: 32] != in_value[32*i +: 32] || in_compare[32*from +: 32] != in_compare[32*i +: 32];
        end
        if (pairs) differs = {{2{differs[3] || differs[2]}}, {2{differs[1] || differs[0]}}};
    end
    reg              valid1_q = 0, valid2_q = 0, still_q = 0, given1_q = 0, given2_q = 0, wrong;
    reg  [ALL_W-1:0] want1_q, want2_q, was_q;
    reg  [LANES-1:0] differs_q, was_differs_q;
    always @(posedge clk) begin
        if (en) begin
            {valid2_q, valid1_q} <= {valid1_q, in_valid};
            want1_q   <= {ctl, in_ok, in_plain, in_word, in_server, in_prev, link, value, in_given ? in_given_compare : in_compare};
            want2_q   <= want1_q;
            differs_q <= differs;
            {given2_q, given1_q} <= {given1_q, in_given};
        end
        if (rst) {valid2_q, valid1_q} <= 2'b00;
        still_q       <= ok && !en;
        was_q         <= out_all;
        was_differs_q <= mid_differs;
    end
    wire [3:0] op2 = want2_q[CTL_AT +: 4];
    always @* begin
        wrong = out_all[ALL_W-1:72*LANES] != want2_q[ALL_W-1:72*LANES] || out_all[32*LANES-1:0] != want2_q[32*LANES-1:0];
        for (i = 0; i < LANES; i = i + 1) begin
            if (out_all[32*LANES+32*i +: 32] != want2_q[32*LANES+32*i +: 32] &&
                !(want2_q[CTL_AT+`WF_LDS_CTL_COMBINES] && (op2 == `WF_ATOM_FMIN || op2 == `WF_ATOM_FMAX) &&
                  is_nan(out_all[32*LANES+32*i +: 32]) && is_nan(want2_q[32*LANES+32*i +: 32]))) wrong = 1'b1;
            // a link that is none names nobody
            if (!given2_q && (out_all[64*LANES+8*i+7] != want2_q[64*LANES+8*i+7] ||
                (want2_q[64*LANES+8*i+7] && out_all[64*LANES+8*i +: 8] != want2_q[64*LANES+8*i +: 8]))) wrong = 1'b1;
        end
    end
    assign p_equal   = ok && valid2_q && wrong;
    assign p_differs = ok && valid1_q && !given1_q && mid_differs != differs_q;
    assign p_order   = ok && out_valid != valid2_q;
    assign p_holds   = ok && still_q && {out_all, mid_differs} != {was_q, was_differs_q};
    assign w_pair    = ok && en && in_valid && in_combines && pairs && in_op == `WF_ATOM_ADD && in_some[2] &&
                       {1'b0, in_value[31:0]} + {1'b0, in_value[95:64]} > 33'hffffffff;
    assign w_given   = ok && en && in_valid && in_given && in_some[3];
endmodule

`default_nettype wire
