// SPDX-License-Identifier: Apache-2.0
// hold.v - stalled answers of units that end in a register of their own: wf_valu, wf_vfpu, wf_pack, wf_fpu, wf_vfpu_serial.
//   Ghost: the answer on offer, a cycle ago.
//   Environment: none; of wf_vfpu no answer is promised early, and there is no second client. In wf_fpu and wf_vfpu_serial there is one, which asks
//   when it likes.
//   Groups of wf_pack have 4 x 2 threads, and waves begin at multiples of 4.
// prove stable: valid, tag and data hold while the answer is stalled
// reach stalled: an answer is taken that was stalled
// run hold: pdr, 5 s, UNIT=0
// run hold-fpu: pdr, 20 s, UNIT=1, LANES=1
// run hold-pack: pdr, 10 s, UNIT=2
// run hold-shared: pdr, 20 s, UNIT=3, LANES=1
// run hold-serial: pdr, 20 s, UNIT=4, LANES=2
`default_nettype none
`include "wf_isa.vh"

module formal_hold #(
    parameter integer UNIT  = 0,             // as they stand above
    parameter integer LANES = 4,
    parameter integer TAG_W = 2
) (
    input  wire                clk,
    input  wire                valid, ready, shape,
    input  wire [TAG_W-1:0]    tag,
    input  wire [7:0]          op,
    input  wire [LANES-1:0]    active,
    input  wire [32*LANES-1:0] a, b, c,
    output wire                p_stable, w_stalled
);
    `include "wf_formal.vh"
    wire                rsp_valid, unused_ready, unused_early, unused_valid, unused_busy;
    wire [TAG_W-1:0]    rsp_tag, unused_tag;
    wire [32*LANES-1:0] rsp_data;
    generate
        if (UNIT == 0) begin : g_valu
            wf_valu #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
                .clk(clk), .rst(rst), .req_valid(valid), .req_ready(unused_ready), .req_tag(tag), .req_op(op), .req_active(active), .req_a(a),
                .req_b(b), .req_c(c), .rsp_valid(rsp_valid), .rsp_ready(ready), .rsp_tag(rsp_tag), .rsp_data(rsp_data));
        end else if (UNIT == 1) begin : g_vfpu
            wf_vfpu #(.LANES(LANES), .TAG_W(TAG_W), .GATED(0)) u_dut (
                .clk(clk), .rst(rst), .req_valid(valid), .req_ready(unused_ready), .req_row(1'b0), .req_tag(tag), .req_op(op), .req_active(active),
                .req_a(a), .req_b(b), .req_c(c), .early_ok(1'b0), .early_valid(unused_valid), .early_tag(unused_tag), .row_soon(),
                .soon_tag(), .row_valid(), .rsp_valid(rsp_valid),
                .rsp_ready(ready), .rsp_early(unused_early), .rsp_tag(rsp_tag), .rsp_data(rsp_data));
        end else if (UNIT == 3) begin : g_shared
            wf_fpu #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
                .clk(clk), .rst(rst), .in_valid(valid), .in_tag(tag), .in_op(op), .in_active(active), .in_a(a), .in_b(b), .in_c(c),
                .credit_return(), .row_wanted(1'b1), .row_req_valid(shape), .row_req_ready(unused_ready), .row_req_tag(a[2:0]), .row_req_op(op),
                .row_req_active(active), .row_req_a(a), .row_req_b(b), .row_soon_valid(), .row_soon_tag(), .row_rsp_valid(), .lend(), .lent(2'd2),
                .early_ok(1'b0), .early_valid(unused_valid), .early_tag(unused_tag), .rsp_valid(rsp_valid), .rsp_ready(ready),
                .rsp_early(unused_early), .rsp_tag(rsp_tag), .rsp_data(rsp_data));
        end else if (UNIT == 4) begin : g_serial
            wf_vfpu_serial #(.LANES(LANES), .COMPUTE(1), .TAG_W(TAG_W), .GATED(0)) u_dut (
                .clk(clk), .rst(rst), .req_valid(valid), .req_ready(unused_ready), .req_row(shape), .req_tag(tag), .req_op(op), .req_active(active),
                .req_a(a), .req_b(b), .req_c(c), .early_ok(1'b0), .early_valid(unused_valid), .early_tag(unused_tag), .row_soon(),
                .soon_tag(), .row_valid(), .rsp_valid(rsp_valid), .rsp_ready(ready), .rsp_early(unused_early), .rsp_tag(rsp_tag),
                .rsp_data(rsp_data));
        end else begin : g_pack
            wf_pack #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
                .clk(clk), .rst(rst), .cfg_valid(shape), .cfg_id(1'b0), .cfg_x(11'd4), .cfg_y(11'd2), .cfg_numwaves(c[0]),
                .busy(unused_busy), .req_valid(valid), .req_ready(unused_ready), .req_tag(tag), .req_id(1'b0), .req_sv(op[2:0]),
                .req_place({a[15:2], 2'b00}), .req_base({c[31:0], b[31:0], a[31:0]}), .rsp_valid(rsp_valid), .rsp_ready(ready), .rsp_tag(rsp_tag),
                .rsp_data(rsp_data));
        end
    endgenerate
    assign legal = !(rst && (valid || shape));

    reg                stalled_q = 0;
    reg [TAG_W-1:0]    was_tag_q;
    reg [32*LANES-1:0] was_q;
    always @(posedge clk) begin
        stalled_q <= ok && rsp_valid && !ready;
        was_tag_q <= rsp_tag;
        was_q     <= rsp_data;
    end
    assign p_stable  = ok && stalled_q && !(rsp_valid && rsp_tag == was_tag_q && rsp_data == was_q);
    assign w_stalled = ok && stalled_q && rsp_valid && ready;
endmodule

`default_nettype wire
