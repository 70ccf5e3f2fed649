// SPDX-License-Identifier: Apache-2.0
// wf_pack - thread ids of the lanes of a wave: SV_GroupThreadID, SV_GroupIndex, SV_DispatchThreadID.
//   Latency 8, throughput 1 request a cycle; a stalled response stalls the whole pipeline.  No divider on the path:
//   reciprocals and a table of lane offsets are made once a dispatch (cfg, at most max(LANES, 24) + 15 cycles).
//   Spec: docs/pack.md   Test: tb/pack/wf_pack_tb.v
//
//   A group is a box of A x B x Z places, A and B being X/2 and Y/2 quads when X and Y are even, else X and Y threads.  Place u is
//   row u div A, slice u div (A*B).  The wave's first place u is split once by reciprocals; lane offsets were split at cfg;
//   adding the two digit by digit (x below A, then y below B, then z) needs one conditional subtraction a digit.
//
//   Why the reciprocal is exact: let r = ceil(2^20/d) and e = r*d - 2^20, so 0 <= e < d.  For u = q*d + m with m < d:
//   u*r = q*2^20 + q*e + m*r, and (q*e + m*r)*d = q*d*e + m*(2^20 + e) = u*e + m*2^20 <= u*e + (d-1)*2^20.  So u*r/2^20
//   has the integer part q whenever u*e < 2^20; with u <= 1023 and e < d <= 1024 it is at most 1023*1023 < 2^20.
`default_nettype none
`include "wf_isa.vh"

module wf_pack #(
    parameter integer LANES = 32,            // widest wave, a power of two 4..128
    parameter integer TAG_W = 4              // bits of the tag
) (
    input  wire                 clk,
    input  wire                 rst,         // synchronous, active high

    // shape of the group; no request may be in flight.  Ready when the tables are made.
    input  wire                 cfg_valid,
    output wire                 cfg_ready,
    input  wire [10:0]          cfg_x,       // 1..1024, X*Y*Z <= 1024
    input  wire [10:0]          cfg_y,
    input  wire [10:0]          cfg_z,       // not needed: places above the box are dead
    input  wire                 cfg_numwaves,// ids are (place, 0, 0)

    input  wire                 req_valid,
    output wire                 req_ready,
    input  wire [TAG_W-1:0]     req_tag,
    input  wire [2:0]           req_sv,      // WF_SV_TID_X .. WF_SV_DTID_Z
    input  wire [15:0]          req_wave,    // index in the group
    input  wire [2:0]           req_wave_log2,
    input  wire [31:0]          req_base_x,  // group id * (X,Y,Z)
    input  wire [31:0]          req_base_y,
    input  wire [31:0]          req_base_z,

    output wire                 rsp_valid,
    input  wire                 rsp_ready,
    output wire [TAG_W-1:0]     rsp_tag,
    output wire [32*LANES-1:0]  rsp_data     // lanes at or above the wave size, and dead ones: any value, never X
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : g_check
            wf_pack_LANES_must_be_a_power_of_two_4_to_128 u_error ();
        end
    endgenerate

    localparam [1:0] IDLE = 2'd0, AREA = 2'd1, TABLES = 2'd2, READY = 2'd3;
    localparam [7:0] LAST_LANE = LANES[7:0] - 8'd1;

    // what a request wants
    localparam [1:0] DIM_X = 2'd0, DIM_Y = 2'd1, DIM_Z = 2'd2, INDEX = 2'd3;

    // ---- once a dispatch ----------------------------------------------------------------------------------------------
    reg  [1:0]           state_q;
    reg                  quads_q, numwaves_q;
    reg  [10:0]          a_q, b_q, area_q, shifted_q, factor_q;
    reg                  start_q, lanes_done_q;
    reg  [7:0]           lane_q;
    reg  [9:0]           x_q, y_q;                       // digits of the lane's offset
    reg  [6:0]           z_q;
    reg  [10*LANES-1:0]  off_x_q, off_y_q;               // tables, filled by shifting
    reg  [7*LANES-1:0]   off_z_q;
    wire                 row_done, slice_done;
    wire [20:0]          row_r, slice_r;

    wire                 quads  = !cfg_x[0] && !cfg_y[0] && !cfg_numwaves;
    wire [10:0]          a      = quads ? cfg_x >> 1 : cfg_x;
    wire [10:0]          b      = quads ? cfg_y >> 1 : cfg_y;
    wire                 step   = !quads_q || lane_q[1:0] == 2'd3;
    wire                 end_x  = {1'b0, x_q} + 11'd1 == a_q;
    wire                 end_y  = {1'b0, y_q} + 11'd1 == b_q;
    wire                 unused = &{1'b0, cfg_z};

    assign cfg_ready = state_q == READY;

    wf_pack_reciprocal u_row   (.clk(clk), .rst(rst), .start(start_q), .divisor(a_q),    .done(row_done),   .result(row_r));
    wf_pack_reciprocal u_slice (.clk(clk), .rst(rst), .start(start_q), .divisor(area_q), .done(slice_done), .result(slice_r));

    always @(posedge clk) begin
        start_q <= 1'b0;
        case (state_q)
        IDLE:
            if (cfg_valid) begin
                quads_q    <= quads;
                numwaves_q <= cfg_numwaves;
                a_q        <= a;
                b_q        <= b;
                shifted_q  <= a;
                factor_q   <= b;
                area_q     <= 11'd0;
                state_q    <= AREA;
            end
        AREA: begin                                      // A*B <= 1024, by shift and add
            if (factor_q[0]) area_q <= area_q + shifted_q;
            shifted_q <= shifted_q << 1;
            factor_q  <= factor_q >> 1;
            if (factor_q == 11'd0) begin
                start_q      <= 1'b1;
                lanes_done_q <= 1'b0;
                lane_q       <= 8'd0;
                x_q          <= 10'd0;
                y_q          <= 10'd0;
                z_q          <= 7'd0;
                state_q      <= TABLES;
            end
        end
        TABLES: begin
            if (!lanes_done_q) begin
                off_x_q <= {x_q, off_x_q[10*LANES-1:10]};
                off_y_q <= {y_q, off_y_q[10*LANES-1:10]};
                off_z_q <= {z_q, off_z_q[7*LANES-1:7]};
                if (step) begin
                    x_q <= end_x ? 10'd0 : x_q + 10'd1;
                    if (end_x) begin
                        y_q <= end_y ? 10'd0 : y_q + 10'd1;
                        if (end_y) z_q <= z_q + 7'd1;
                    end
                end
                lane_q       <= lane_q + 8'd1;
                lanes_done_q <= lane_q == LAST_LANE;
            end
            if (lanes_done_q && row_done && slice_done && !start_q) state_q <= READY;
        end
        default: state_q <= IDLE;
        endcase
        if (rst) begin
            state_q <= IDLE;
            start_q <= 1'b0;
        end
    end

    // ---- the pipeline -------------------------------------------------------------------------------------------------
    reg  [8:1]           valid_q;
    reg  [TAG_W-1:0]     tag1_q, tag2_q, tag3_q, tag4_q, tag5_q, tag6_q, tag7_q, tag8_q;
    reg  [1:0]           dim1_q, dim2_q, dim3_q, dim4_q, dim5_q, dim6_q, dim7_q;
    reg  [31:0]          base1_q, base2_q, base3_q, base4_q, base5_q, base6_q, base7_q;
    reg  [22:0]          t1_q, t2_q, t3_q, t4_q, t5_q, t6_q, t7_q;   // place of lane 0, in threads

    wire                 go = !valid_q[8] || rsp_ready;
    assign req_ready = go;
    assign rsp_valid = valid_q[8];
    assign rsp_tag   = tag8_q;

    always @(posedge clk) begin
        if (go) valid_q <= {valid_q[7:1], req_valid};
        if (rst) valid_q <= 8'd0;
    end

    // 1: first place of the wave
    wire [9:0] u1 = quads_q ? t1_q[11:2] : t1_q[9:0];
    always @(posedge clk)
        if (go && req_valid) begin
            tag1_q <= req_tag;
            t1_q   <= {7'd0, req_wave} << req_wave_log2;
            case ({5'd0, req_sv})
            `WF_SV_TID_X , `WF_SV_DTID_X: dim1_q <= DIM_X;
            `WF_SV_TID_Y , `WF_SV_DTID_Y: dim1_q <= DIM_Y;
            `WF_SV_TID_Z , `WF_SV_DTID_Z: dim1_q <= DIM_Z;
            default:                                    dim1_q <= INDEX;
            endcase
            case ({5'd0, req_sv})
            `WF_SV_DTID_X: base1_q <= req_base_x;
            `WF_SV_DTID_Y: base1_q <= req_base_y;
            `WF_SV_DTID_Z: base1_q <= req_base_z;
            default:              base1_q <= 32'd0;
            endcase
        end

    // 2, 3: row and slice of that place, each product in two halves
    reg [25:0] row_lo_q, row_hi_q, slice_lo_q, slice_hi_q;
    reg [9:0]  u2_q, u3_q, row3_q;
    reg [6:0]  slice3_q;

    /* verilator lint_off WIDTH */ // products take the width of the register they go to, quotients lose their fraction
    function [9:0] quotient(input [25:0] lo, input [25:0] hi);
        quotient = ({5'd0, lo} + {hi, 5'd0}) >> 20;
    endfunction

    always @(posedge clk)
        if (go && valid_q[1]) begin
            tag2_q     <= tag1_q;
            dim2_q     <= dim1_q;
            base2_q    <= base1_q;
            t2_q       <= t1_q;
            u2_q       <= u1;
            row_lo_q   <= u1[4:0] * row_r;
            row_hi_q   <= u1[9:5] * row_r;
            slice_lo_q <= u1[4:0] * slice_r;
            slice_hi_q <= u1[9:5] * slice_r;
        end

    always @(posedge clk)
        if (go && valid_q[2]) begin
            tag3_q   <= tag2_q;
            dim3_q   <= dim2_q;
            base3_q  <= base2_q;
            t3_q     <= t2_q;
            u3_q     <= u2_q;
            row3_q   <= quotient(row_lo_q, row_hi_q);
            slice3_q <= quotient(slice_lo_q, slice_hi_q);
        end

    // 4, 5: what is left: x = u - row*A, y = row - slice*B; both are below 1024, so 10 bits do
    reg [9:0]  row_a_lo_q, slice_b_lo_q, u4_q, row4_q, x5_q, y5_q;
    reg [4:0]  row_a_hi_q;
    reg [5:0]  slice_b_hi_q;
    reg [6:0]  slice4_q, slice5_q;

    always @(posedge clk)
        if (go && valid_q[3]) begin
            tag4_q       <= tag3_q;
            dim4_q       <= dim3_q;
            base4_q      <= base3_q;
            t4_q         <= t3_q;
            u4_q         <= u3_q;
            row4_q       <= row3_q;
            slice4_q     <= slice3_q;
            row_a_lo_q   <= row3_q[4:0] * a_q;
            row_a_hi_q   <= row3_q[9:5] * a_q;
            slice_b_lo_q <= slice3_q[3:0] * b_q;
            slice_b_hi_q <= slice3_q[6:4] * b_q;
        end

    always @(posedge clk)
        if (go && valid_q[4]) begin
            tag5_q   <= tag4_q;
            dim5_q   <= dim4_q;
            base5_q  <= base4_q;
            t5_q     <= t4_q;
            slice5_q <= slice4_q;
            x5_q     <= u4_q - row_a_lo_q - {row_a_hi_q, 5'd0};
            y5_q     <= row4_q - slice_b_lo_q - {slice_b_hi_q, 4'd0};
        end
    /* verilator lint_on WIDTH */

    // 6: x digit of every lane, with its carry, and the y digit without it
    reg [10*LANES-1:0] x6_q;
    reg [LANES-1:0]    carry6_q;
    reg [11*LANES-1:0] y6_q;
    reg [6:0]          slice6_q;

    function [10:0] add_x(input [9:0] first, input [9:0] offset, input [10:0] limit);    // {carry, digit}
        reg [10:0] sum;
        begin
            sum   = {1'b0, first} + {1'b0, offset};      // below 2 * limit
            add_x = {sum >= limit, sum >= limit ? sum[9:0] - limit[9:0] : sum[9:0]};
        end
    endfunction

    integer i;
    always @(posedge clk)
        if (go && valid_q[5]) begin
            tag6_q   <= tag5_q;
            dim6_q   <= dim5_q;
            base6_q  <= base5_q;
            t6_q     <= t5_q;
            slice6_q <= slice5_q;
            for (i = 0; i < LANES; i = i + 1) begin
                {carry6_q[i], x6_q[10*i +: 10]} <= add_x(x5_q, off_x_q[10*i +: 10], a_q);
                y6_q[11*i +: 11] <= {1'b0, y5_q} + {1'b0, off_y_q[10*i +: 10]};
            end
        end

    // 7: y and z digits; the id asked for
    reg [11*LANES-1:0] id7_q;
    reg [10:0]         width_q;                          // X, for the index of the lower row of a quad

    always @(posedge clk) if (state_q == AREA) width_q <= quads_q ? {a_q[9:0], 1'b0} : a_q;

    function [10:0] id_of(input [1:0] dim, input quad, input [1:0] p, input [9:0] x, input carry, input [10:0] ysum,
                          input [10:0] limit, input [6:0] slice, input [6:0] offset, input [8:0] block, input [10:0] width);
        reg [10:0] y, z;
        reg        over;
        begin
            y    = ysum + {10'd0, carry};
            over = y >= limit;
            if (over) y = y - limit;
            z = {4'd0, slice} + {4'd0, offset} + {10'd0, over};
            case (dim)
            DIM_X:   id_of = quad ? {x, p[0]} : {1'b0, x};
            DIM_Y:   id_of = quad ? {y[9:0], p[1]} : y;
            DIM_Z:   id_of = z;
            default: id_of = quad ? {block, 2'd0} - {x, 1'b0} + (p[1] ? width : 11'd0) + {10'd0, p[0]}
                                  : {block, p};          // linear: the place itself
            endcase
        end
    endfunction

    integer j;
    always @(posedge clk)
        if (go && valid_q[6]) begin
            tag7_q  <= tag6_q;
            dim7_q  <= dim6_q;
            base7_q <= base6_q;
            t7_q    <= t6_q;
            for (j = 0; j < LANES; j = j + 1)
                id7_q[11*j +: 11] <= id_of(dim6_q, quads_q, j[1:0], x6_q[10*j +: 10], carry6_q[j], y6_q[11*j +: 11], b_q,
                                           slice6_q, off_z_q[7*j +: 7], t6_q[10:2] | j[10:2], width_q);
        end

    // 8: add the group's place
    reg [32*LANES-1:0] data8_q;
    assign rsp_data = data8_q;

    integer k;
    always @(posedge clk)
        if (go && valid_q[7]) begin
            tag8_q <= tag7_q;
            for (k = 0; k < LANES; k = k + 1)
                data8_q[32*k +: 32] <= base7_q +
                    (!numwaves_q ? {21'd0, id7_q[11*k +: 11]} :
                     (dim7_q == DIM_X || dim7_q == INDEX) ? {9'd0, t7_q | k[22:0]} : 32'd0);
        end
endmodule

`default_nettype wire
