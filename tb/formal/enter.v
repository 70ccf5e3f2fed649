// SPDX-License-Identifier: Apache-2.0
// enter.v - how long a scan waits to enter wf_xlane_fscan, with wf_fpu, 4 lanes and no float instructions of the core. Lanes are cut.
//   Ghost: the cycles that a scan waits at the input while a place is free.
//   Environment: two places of the float unit's queue are lent. Results are taken at once. A scan keeps until it is taken, and a link leads to a lower lane.
// prove soon: while fewer than six are in flight, a scan enters after at most BOUND cycles
// reach late: a scan enters after BOUND cycles
// reach full: six are in flight
// run enter: bmc 30, 20 s, BOUND=5
// cut wf_fp_fma
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module formal_enter #(
    parameter integer LANES = 4,
    parameter integer TAG_W = 1,
    parameter integer BOUND = 5
) (
    input  wire               clk,
    input  wire               in_valid,
    input  wire [LANES-1:0]   in_some,
    input  wire [2*LANES-1:0] in_to,
    output wire               p_soon, w_late, w_full
);
    `include "wf_formal.vh"
    reg  [`WF_CHAIN_W-1:0] chain;
    reg                    upward;
    wire                   in_ready, busy, req_valid, req_ready, soon_valid, row_valid, out_valid;
    wire [2:0]             req_tag, soon_tag;
    wire [7:0]             req_op;
    wire [LANES-1:0]       req_active;
    wire [32*LANES-1:0]    req_a, req_b, data;
    integer                i;
    always @* begin
        chain  = 0;
        upward = 1'b0;
        for (i = 0; i < LANES; i = i + 1) begin
            chain[32*LANES + 8*i +: 2]            = in_to[2*i +: 2];
            chain[32*LANES + 8*i + `WF_LINK_SOME] = in_some[i];
            if (in_some[i] && in_to[2*i +: 2] >= i) upward = 1'b1;
        end
        chain[`WF_CHAIN_OP] = `WF_OP_WFADD;
    end
    wf_xlane_fscan #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_chain(chain), .busy(busy), .row_req_valid(req_valid),
        .row_req_ready(req_ready), .row_req_tag(req_tag), .row_req_op(req_op), .row_req_active(req_active), .row_req_a(req_a),
        .row_req_b(req_b), .row_soon_valid(soon_valid), .row_soon_tag(soon_tag), .row_rsp_valid(row_valid), .row_rsp_data(data),
        .out_valid(out_valid), .out_ready(1'b1), .out_chain());
    wf_fpu #(.LANES(LANES), .TAG_W(3)) u_row (
        .clk(clk), .rst(rst), .in_valid(1'b0), .in_tag(3'd0), .in_op(8'd0), .in_active({LANES{1'b0}}), .in_a({32*LANES{1'b0}}),
        .in_b({32*LANES{1'b0}}), .in_c({32*LANES{1'b0}}), .credit_return(), .row_wanted(1'b1), .row_req_valid(req_valid),
        .row_req_ready(req_ready), .row_req_tag(req_tag), .row_req_op(req_op), .row_req_active(req_active), .row_req_a(req_a),
        .row_req_b(req_b), .row_soon_valid(soon_valid), .row_soon_tag(soon_tag), .row_rsp_valid(row_valid), .lend(), .lent(2'd2),
        .early_ok(1'b0), .early_valid(), .early_tag(), .rsp_valid(), .rsp_ready(1'b1), .rsp_early(), .rsp_tag(), .rsp_data(data));
    // see used: u_dut.used_q
    wire [5:0] used;

    reg                 stalled_q = 0;
    reg [3*LANES-1:0]   was_q;
    reg [3:0]           waited_q = 0;
    wire                waits = in_valid && !in_ready && used != 6'h3f;
    assign legal = !(rst && in_valid) && !upward && !(stalled_q && !(in_valid && {in_some, in_to} == was_q));
    always @(posedge clk) begin
        stalled_q <= ok && in_valid && !in_ready;
        was_q     <= {in_some, in_to};
        waited_q  <= ok && waits ? waited_q + (waited_q != 4'd15) : 4'd0;
    end
    assign p_soon = ok && waited_q > BOUND;
    assign w_late = ok && waited_q == BOUND && in_valid && in_ready;
    assign w_full = ok && used == 6'h3f;
endmodule

`default_nettype wire
