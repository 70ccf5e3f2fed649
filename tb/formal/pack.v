// SPDX-License-Identifier: Apache-2.0
// pack.v - wf_pack: each place of a group is one thread, and each thread has one place.
//   Ghost: the inverse of the packing: from x, y and z back to the place, by multiplication; no two places have one thread.
//   Environment: the shape comes after reset; then the three ids of one wave are asked for, x, y, z.
//   Any wave: the places from any multiple of 4 on. Answers are taken at once.
// prove inverse: the place of the thread that a lane gets is the place of the lane
// prove inside: x is below X and y below Y
// prove index: the index of the thread in the group is x + X * (y + Y * z)
// prove answers: each request is answered once, with its tag, 8 cycles later
// reach far: a lane gets a thread that is neither in the first row nor in the first slice, or in a line beyond the first
// run pack: bmc 36, 10 s, X=2, Y=2
// run pack-wide: bmc 36, 10 s, X=4, Y=2
// run pack-tall: bmc 36, 10 s, X=2, Y=4
// run pack-odd: bmc 36, 10 s, X=3, Y=2
// run pack-line: bmc 36, 10 s, X=5, Y=1
// run pack-three: bmc 36, 10 s, X=3, Y=3
`default_nettype none
`include "wf_isa.vh"

module formal_pack #(
    parameter integer LANES = 4,
    parameter integer X     = 2,             // threads in x and in y, 1 to 7
    parameter integer Y     = 2
) (
    input  wire        clk,
    input  wire        cfg_valid, ask,
    input  wire [3:0]  wave,
    input  wire [1:0]  look,                 // the lane that is looked at: the first value holds
    output wire        p_inverse, p_inside, p_index, p_answers, w_far
);
    `include "wf_formal.vh"
    wire [2:0]  x_q = X, y_q = Y, cfg_x = X, cfg_y = Y;
    reg  [3:0]  wave_q = 0;
    reg         shaped_q = 0;
    reg  [2:0]  asked_q = 0, got_q = 0;      // requests that were taken, answers: 0 to 4
    reg  [1:0]  look_q = 0;
    reg  [4:0]  since_q = 0;
    wire        asks = asked_q != 3'd0 ? asked_q != 3'd4 : ask && shaped_q;
    wire [3:0]  place_wave = asked_q == 3'd0 ? wave : wave_q;
    wire        req_ready, rsp_valid, busy;
    wire [1:0]  rsp_tag;
    wire [32*LANES-1:0] rsp_data;
    wire [7:0]  sv = asked_q == 3'd0 ? `WF_SV_TID_X : asked_q == 3'd1 ? `WF_SV_TID_Y : asked_q == 3'd2 ? `WF_SV_TID_Z : `WF_SV_GINDEX;
    wf_pack #(.LANES(LANES), .TAG_W(2)) u_dut (
        .clk(clk), .rst(rst), .cfg_valid(cfg_valid), .cfg_id(1'b0), .cfg_x({8'd0, cfg_x}), .cfg_y({8'd0, cfg_y}),
        .cfg_numwaves(1'b0), .busy(busy), .req_valid(asks), .req_ready(req_ready), .req_tag(asked_q[1:0]), .req_id(1'b0),
        .req_sv(sv[2:0]), .req_place({10'd0, place_wave, 2'd0}), .req_base(96'd0), .rsp_valid(rsp_valid), .rsp_ready(1'b1),
        .rsp_tag(rsp_tag), .rsp_data(rsp_data));
    wire take = asks && req_ready;
    assign legal = !(cfg_valid && (rst || shaped_q )) && !(rst && ask);

    wire [7:0] id = rsp_data[32*look_q +: 8];
    reg  [7:0] tx_q, ty_q, tz_q;
    reg  [8:0] due_q = 0;
    always @(posedge clk) begin
        if (rst) look_q <= look;
        if (cfg_valid) begin
            shaped_q <= 1'b1;
        end
        if (take) begin
            asked_q <= asked_q + 3'd1;
            wave_q  <= place_wave;
        end
        due_q <= {due_q[7:0], take};
        if (ok && rsp_valid) begin
            got_q <= got_q + 3'd1;
            if (got_q == 3'd0) tx_q <= id;
            if (got_q == 3'd1) ty_q <= id;
            if (got_q == 3'd2) tz_q <= id;
        end
    end
    // the place, by multiplication
    wire       even  = !x_q[0] && !y_q[0];
    wire [7:0] quad  = (tz_q * y_q[2:1] + ty_q[7:1]) * x_q[2:1] + tx_q[7:1];
    wire [7:0] place = even ? {quad[5:0], ty_q[0], tx_q[0]} : (tz_q * y_q + ty_q) * x_q + tx_q;
    wire [7:0] index = tx_q + x_q * (ty_q + y_q * tz_q);
    wire       high  = rsp_valid && rsp_data[32*look_q + 8 +: 24] != 0;
    assign p_inverse = ok && got_q == 3'd3 && (place != {2'd0, wave_q, look_q} || high);
    assign p_inside  = ok && got_q >= 3'd3 && (tx_q >= x_q || ty_q >= y_q);
    assign p_index   = ok && got_q == 3'd3 && rsp_valid && id != index;
    assign p_answers = ok && (rsp_valid != due_q[7] || (rsp_valid && rsp_tag != got_q[1:0]));
    assign w_far     = ok && got_q == 3'd3 && tz_q != 0 && (ty_q != 0 || Y == 1) && tx_q != 0;
endmodule

`default_nettype wire
