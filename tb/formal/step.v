// SPDX-License-Identifier: Apache-2.0
// step.v - wf_xlane_step on 4 lanes: a lane combines the value at its link with its own, and takes its link's link.
//   Ghost: the registers after the step, each lane by plain arithmetic (docs/design.md, Scans).
//   Environment: the link of a lane is at least 2^STEP lanes below it, and links have no bits but those of 4 lanes.
//   Values of minimum and maximum are keys: the least wins; with `nan` the value at the link loses. Words of `and` come
//   inverted. The opcode is one of the scans that have steps.
// prove equal: values and links are those of the page, and all else is as it came
// prove order: it is valid when its input was in the last enabled cycle
// prove holds: nothing changes without enable
// reach loses: the lower value is a NaN, and the greater key wins
// reach linked: all lanes that may have links have them
// run step: sweep, 20 s, STEP=0
// run step-second: sweep, 20 s, STEP=1
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module formal_step #(
    parameter integer STEP  = 0,
    parameter integer LANES = 4,
    parameter integer TAG_W = 1
) (
    input  wire                clk,
    input  wire                en, in_valid, in_tag,
    input  wire [7:0]          in_op,
    input  wire [32*LANES-1:0] in_value,
    input  wire [LANES-1:0]    in_some, in_nan,
    input  wire [2*LANES-1:0]  in_link,
    input  wire [8*LANES-1:0]  in_last,
    output wire                p_equal, p_order, p_holds, w_loses, w_linked
);
    `include "wf_formal.vh"
    wire                   out_valid;
    wire [`WF_CHAIN_W-1:0] out_chain;
    reg  [8*LANES-1:0]     links;
    reg                    good;
    integer                i;
    wire known = in_op == `WF_OP_WADD || in_op == `WF_OP_WAND || in_op == `WF_OP_WOR || in_op == `WF_OP_WXOR || in_op == `WF_OP_WMINS ||
                 in_op == `WF_OP_WMAXS || in_op == `WF_OP_WMINU || in_op == `WF_OP_WMAXU || in_op == `WF_OP_WFMIN || in_op == `WF_OP_WFMAX;
    always @* begin
        good = 1'b1;
        for (i = 0; i < LANES; i = i + 1) begin
            links[8*i +: 8] = {in_some[i], 5'd0, in_some[i] ? in_link[2*i +: 2] : 2'd0};
            if (in_some[i] && in_link[2*i +: 2] + (1 << STEP) > i) good = 1'b0;
        end
    end
    assign legal = good && known && (in_last & {LANES{8'h7c}}) == 0 && !(rst && in_valid);
    wire [`WF_CHAIN_W-1:0] in_chain = {in_tag, in_op, in_nan, in_last, links, in_value};
    wf_xlane_step #(.LANES(LANES), .TAG_W(TAG_W), .STEP(STEP)) u_dut (
        .clk(clk), .rst(rst), .en(en), .in_valid(in_valid), .in_chain(in_chain), .out_valid(out_valid), .out_chain(out_chain));

    // ---- the page -----------------------------------------------------------------------------------------------------
    reg  [32*LANES-1:0] value;
    reg  [8*LANES-1:0]  next;
    reg  [1:0]          from;
    reg  [31:0]         low, own;
    always @* begin
        for (i = 0; i < LANES; i = i + 1) begin
            from = in_link[2*i +: 2];
            low  = in_value[32*from +: 32];
            own  = in_value[32*i +: 32];
            if (!in_some[i]) begin
                value[32*i +: 32] = own;
                next[8*i +: 8]    = 8'd0;
            end else begin
                next[8*i +: 8] = links[8*from +: 8];
                case (in_op)
                    `WF_OP_WADD: value[32*i +: 32] = low + own;
                    `WF_OP_WAND: value[32*i +: 32] = low | own;      // of inverted words
                    `WF_OP_WOR:  value[32*i +: 32] = low | own;
                    `WF_OP_WXOR: value[32*i +: 32] = low ^ own;
                    default:     value[32*i +: 32] = in_nan[from] || own < low ? own : low;
                endcase
            end
        end
    end
    reg                    valid_q = 0, begun_q = 0, still_q = 0;
    reg  [`WF_CHAIN_W-1:0] want_q, was_q;
    always @(posedge clk) begin
        if (rst) valid_q <= 1'b0;
        else if (en) valid_q <= in_valid;
        if (en && in_valid) want_q <= {in_tag, in_op, in_nan, in_last, next, value};
        begun_q <= ok;
        still_q <= ok && !en;
        was_q   <= out_chain;
    end
    assign p_equal  = ok && valid_q && out_chain != want_q;
    assign p_order  = ok && out_valid != valid_q;
    assign p_holds  = ok && still_q && out_chain != was_q;
    assign w_loses  = ok && en && in_valid && in_op == `WF_OP_WFMIN && in_some[3] && in_nan[in_link[7:6]] &&
                      in_value[127:96] > in_value[32*in_link[7:6] +: 32];
    assign w_linked = ok && en && in_valid && in_some == (STEP == 0 ? 4'he : 4'hc) && begun_q;
endmodule

`default_nettype wire
