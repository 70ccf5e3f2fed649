// SPDX-License-Identifier: Apache-2.0
// wf_pack - thread ids of the lanes of a wave: SV_GroupThreadID, SV_GroupIndex, SV_DispatchThreadID.
//   Latency 8, throughput 1 request per cycle.  A stalled response stalls the pipeline once another one waits after it:
//   rsp_ready moves the last stage alone, and no path leads from it to req_ready.  No divider on the path:
//   reciprocals and a table of lane offsets are made once per dispatch, while its descriptor is checked and its
//   first waves are launched: its requests are taken max(LANES/4 + 5, 17) cycles after cfg (21 with 128 lanes).
//   Spec: docs/pack.md   Test: tb/pack/wf_pack_tb.v
//
//   A group is a box of A x B x Z places, A and B being X/2 and Y/2 quads when X and Y are even, else X and Y threads.
//   Place u is row u div A, slice u div (A*B).  The wave's first place u is split once by reciprocals; lane offsets
//   were split at cfg; adding the two by digits (x below A, y below B, z) needs one conditional subtraction a digit.
//
//   Why the reciprocal is exact: let r = ceil(2^20/d) and e = r*d - 2^20, so 0 <= e < d.  For u = q*d + m with m < d:
//   u*r = q*2^20 + q*e + m*r, and (q*e + m*r)*d = q*d*e + m*(2^20 + e) = u*e + m*2^20 <= u*e + (d-1)*2^20.  So u*r/2^20
//   has the integer part q whenever u*e < 2^20; with u <= 1023 and e < d <= 1024 it is at most 1023*1023 < 2^20.
`default_nettype none
`include "wf_isa.vh"

module wf_pack #(
    parameter integer LANES = 32,            // widest wave, a power of two 4..128
    parameter integer TAG_W = 4,             // bits of the tag
    parameter integer DISPATCHES = 1,        // ids: 1, 2, 4 or 8
    parameter integer ID_W  = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1     // derived
) (
    input  wire                 clk,
    input  wire                 rst,         // synchronous, active high

    // shape of the groups of a dispatch, a pulse when none of its requests is in flight; no Z: places above are dead
    input  wire                 cfg_valid,
    input  wire [ID_W-1:0]      cfg_id,
    input  wire [10:0]          cfg_x,       // 1..1024, X*Y*Z <= 1024; else the answers mean nothing
    input  wire [10:0]          cfg_y,
    input  wire                 cfg_numwaves,// ids are (place, 0, 0)
    output wire                 busy,        // tables are being made: the clock must run

    input  wire                 req_valid,
    output wire                 req_ready,   // once the tables of its dispatch are made
    input  wire [TAG_W-1:0]     req_tag,
    input  wire [ID_W-1:0]      req_id,
    input  wire [2:0]           req_sv,      // WF_SV_TID_X .. WF_SV_DTID_Z
    input  wire [15:0]          req_place,   // of lane 0 in the group, a multiple of 4
    input  wire [95:0]          req_base,    // group id * (X,Y,Z): {z, y, x}

    output wire                 rsp_valid,
    input  wire                 rsp_ready,
    output wire [TAG_W-1:0]     rsp_tag,
    output wire [32*LANES-1:0]  rsp_data     // lanes at or above the wave size, and dead ones: any value, never X
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0)
            wf_pack_LANES_must_be_a_power_of_two_4_to_128 u_error ();
        if (TAG_W < 1) wf_pack_TAG_W_must_be_at_least_1 u_error ();
        if (DISPATCHES < 1 || DISPATCHES > 8 || (DISPATCHES & (DISPATCHES - 1)) != 0)
            wf_pack_DISPATCHES_must_be_1_2_4_or_8 u_error ();
    endgenerate

    // what a request wants
    localparam [1:0] DIM_X = 2'd0, DIM_Y = 2'd1, DIM_Z = 2'd2, INDEX = 2'd3;

    // ---- once a dispatch --------------------------------------------------------------------------------------------
    localparam integer BOX_W = 1 + 1 + 11 + 11, TABLE_W = 27*LANES;
    wire [DISPATCHES-1:0]         ready, making;
    wire [BOX_W*DISPATCHES-1:0]   boxes;             // by id: {quads, numwaves, B, A}
    wire [42*DISPATCHES-1:0]      reciprocals;       // {slice, row}
    wire [TABLE_W*DISPATCHES-1:0] offsets;           // {z, y, x} of all lanes
    genvar d;
    generate
        for (d = 0; d < DISPATCHES; d = d + 1) begin : g_tables
            wf_pack_tables #(.LANES(LANES)) u_tables (
                .clk(clk), .rst(rst), .cfg_valid(cfg_valid && cfg_id == d[ID_W-1:0]), .cfg_x(cfg_x), .cfg_y(cfg_y),
                .cfg_numwaves(cfg_numwaves), .ready(ready[d]), .busy(making[d]), .quads(boxes[BOX_W*d+23]),
                .numwaves(boxes[BOX_W*d+22]), .a(boxes[BOX_W*d +: 11]), .b(boxes[BOX_W*d+11 +: 11]),
                .row_r(reciprocals[42*d +: 21]), .slice_r(reciprocals[42*d+21 +: 21]),
                .off_x(offsets[TABLE_W*d +: 10*LANES]),
                .off_y(offsets[TABLE_W*d+10*LANES +: 10*LANES]), .off_z(offsets[TABLE_W*d+20*LANES +: 7*LANES]));
        end
    endgenerate

    // ---- the pipeline -----------------------------------------------------------------------------------------------
    // what goes along with a request: {tag, id, box, dim, base, place of lane 0}; stage s at [META_W*(s-1) +: META_W]
    localparam integer META_W = TAG_W + ID_W + BOX_W + 2 + 32 + 16;
    localparam integer PLACE = 0, BASE = 16, DIM = 48, BOX_A = 50, BOX_B = 61,
                      NUMWAVES = 72, QUADS = 73, ID = 74, TAG = 74 + ID_W;
    reg  [8:1]           valid_q;
    reg  [7*META_W-1:0]  meta_q;
    reg  [TAG_W-1:0]     tag8_q;
    reg  [20:0]          row_r, slice_r;             // of the request in stage 1

    // Stages 1 to 7 move together, and after stage 7 is a spare for what finds stage 8 stalled.  They stop while it is
    // in use.  So the many registers of the pipeline wait for a register, not for rsp_ready.
    reg                  spare_valid_q;
    wire                 go   = !spare_valid_q;
    wire                 go8  = !valid_q[8] || rsp_ready;
    wire                 for8 = spare_valid_q || valid_q[7];
    assign req_ready = go && (!req_valid || ready[req_id]);      // who asks is known only with a request
    assign busy      = making != {DISPATCHES{1'b0}};
    assign rsp_valid = valid_q[8];
    assign rsp_tag   = tag8_q;

    integer s;
    always @(posedge clk) begin
        if (go) valid_q[7:1] <= {valid_q[6:1], req_valid && ready[req_id]};
        if (go8) valid_q[8] <= for8;
        spare_valid_q <= for8 && !go8;
        for (s = 2; s <= 7; s = s + 1)
            if (go && valid_q[s-1]) meta_q[META_W*(s-1) +: META_W] <= meta_q[META_W*(s-2) +: META_W];
        if (go) {slice_r, row_r} <= reciprocals[42*req_id +: 42];
        if (go) meta_q[0 +: META_W] <= {req_tag, req_id, boxes[BOX_W*req_id +: BOX_W], dim_of({5'd0, req_sv}),
                                        base_of({5'd0, req_sv}, req_base), req_place};
        if (rst) begin
            valid_q       <= 8'd0;
            spare_valid_q <= 1'b0;
        end
    end

    function [1:0] dim_of(input [7:0] sv);
        case (sv)
        `WF_SV_TID_X, `WF_SV_DTID_X: dim_of = DIM_X;
        `WF_SV_TID_Y, `WF_SV_DTID_Y: dim_of = DIM_Y;
        `WF_SV_TID_Z, `WF_SV_DTID_Z: dim_of = DIM_Z;
        default:                     dim_of = INDEX;
        endcase
    endfunction

    function [31:0] base_of(input [7:0] sv, input [95:0] base);
        case (sv)
        `WF_SV_DTID_X: base_of = base[31:0];
        `WF_SV_DTID_Y: base_of = base[63:32];
        `WF_SV_DTID_Z: base_of = base[95:64];
        default:       base_of = 32'd0;
        endcase
    endfunction

    // 1: first place of the wave, a multiple of 4
    wire [15:0] place1 = meta_q[META_W*0 + PLACE +: 16];
    wire [9:0]  u1     = meta_q[META_W*0 + QUADS] ? place1[11:2] : place1[9:0];

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
            u2_q       <= u1;
            row_lo_q   <= u1[4:0] * row_r;
            row_hi_q   <= u1[9:5] * row_r;
            slice_lo_q <= u1[4:0] * slice_r;
            slice_hi_q <= u1[9:5] * slice_r;
        end

    always @(posedge clk)
        if (go && valid_q[2]) begin
            u3_q     <= u2_q;
            row3_q   <= quotient(row_lo_q, row_hi_q);
            slice3_q <= quotient(slice_lo_q, slice_hi_q);
        end

    // 4, 5: what is left: x = u - row*A, y = row - slice*B; both are below 1024, so 10 bits do
    reg [9:0]  row_a_lo_q, slice_b_lo_q, u4_q, row4_q, x5_q, y5_q;
    reg [4:0]  row_a_hi_q;
    reg [5:0]  slice_b_hi_q;
    reg [6:0]  slice4_q, slice5_q;
    wire [10:0] box_a3 = meta_q[META_W*2 + BOX_A +: 11];
    wire [10:0] box_b3 = meta_q[META_W*2 + BOX_B +: 11];

    always @(posedge clk)
        if (go && valid_q[3]) begin
            u4_q         <= u3_q;
            row4_q       <= row3_q;
            slice4_q     <= slice3_q;
            row_a_lo_q   <= row3_q[4:0] * box_a3;
            row_a_hi_q   <= row3_q[9:5] * box_a3;
            slice_b_lo_q <= slice3_q[3:0] * box_b3;
            slice_b_hi_q <= slice3_q[6:4] * box_b3;
        end

    always @(posedge clk)
        if (go && valid_q[4]) begin
            slice5_q <= slice4_q;
            x5_q     <= u4_q - row_a_lo_q - {row_a_hi_q, 5'd0};
            y5_q     <= row4_q - slice_b_lo_q - {slice_b_hi_q, 4'd0};
        end
    /* verilator lint_on WIDTH */

    // 5 too: the offsets of its dispatch
    reg [10*LANES-1:0] off5_x_q, off5_y_q;
    reg [7*LANES-1:0]  off5_z_q, off6_z_q;
    always @(posedge clk) begin
        if (go && valid_q[4])
            {off5_z_q, off5_y_q, off5_x_q} <= offsets[TABLE_W*meta_q[META_W*3 + ID +: ID_W] +: TABLE_W];
        if (go && valid_q[5]) off6_z_q <= off5_z_q;
    end

    // 6: x digit of every lane, with its carry, the y digit without it; the quad of every four lanes in the group
    reg [10*LANES-1:0] x6_q;
    reg [LANES-1:0]    carry6_q;
    reg [11*LANES-1:0] y6_q;
    reg [6:0]          slice6_q;
    reg [9*LANES/4-1:0] block6_q;
    wire [15:0]        place5 = meta_q[META_W*4 + PLACE +: 16];
    wire [10:0]        box_a5 = meta_q[META_W*4 + BOX_A +: 11];
    wire unused = &{1'b0, place1, place5};       // a place has at most 16 bits, in numthreads groups 11

    function [10:0] add_x(input [9:0] first, input [9:0] offset, input [10:0] limit);  // {carry, digit}
        reg [10:0] sum;
        begin
            sum   = {1'b0, first} + {1'b0, offset};      // below 2 * limit
            add_x = {sum >= limit, sum >= limit ? sum[9:0] - limit[9:0] : sum[9:0]};
        end
    endfunction

    integer i, q;
    always @(posedge clk)
        if (go && valid_q[5]) begin
            for (q = 0; q < LANES/4; q = q + 1) block6_q[9*q +: 9] <= place5[10:2] + q[8:0];
            slice6_q <= slice5_q;
            for (i = 0; i < LANES; i = i + 1) begin
                {carry6_q[i], x6_q[10*i +: 10]} <= add_x(x5_q, off5_x_q[10*i +: 10], box_a5);
                y6_q[11*i +: 11] <= {1'b0, y5_q} + {1'b0, off5_y_q[10*i +: 10]};
            end
        end

    // 7: y and z digits; the id asked for
    reg [11*LANES-1:0] id7_q;
    reg [10:0]         width6_q;                         // X, for the index of the lower row of a quad
    wire               quads6 = meta_q[META_W*5 + QUADS];
    wire [10:0]        box_b6 = meta_q[META_W*5 + BOX_B +: 11];

    always @(posedge clk)
        if (go && valid_q[5]) width6_q <= meta_q[META_W*4 + QUADS] ? {box_a5[9:0], 1'b0} : box_a5;

    function [10:0] id_of(input [1:0] dim, input quad, input [1:0] p, input [9:0] x, input carry, input [10:0] ysum,
                          input [10:0] limit, input [6:0] slice, input [6:0] offset, input [8:0] block,
                          input [10:0] width);
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
            for (j = 0; j < LANES; j = j + 1)
                id7_q[11*j +: 11] <= id_of(meta_q[META_W*5 + DIM +: 2], quads6, j[1:0], x6_q[10*j +: 10], carry6_q[j],
                                           y6_q[11*j +: 11], box_b6, slice6_q, off6_z_q[7*j +: 7],
                                           block6_q[9*(j/4) +: 9],
                                           width6_q);
        end

    // the spare: while it is free it takes what is in stage 7, needed or not
    localparam integer LAST_W = TAG_W + 1 + 2 + 32 + 16 + 11*LANES;
    wire [META_W-1:0]  meta7 = meta_q[META_W*6 +: META_W];
    wire               unused7 = &{1'b0, meta7};     // its box and id have served
    wire [LAST_W-1:0]  made7 = {meta7[TAG +: TAG_W], meta7[NUMWAVES], meta7[DIM +: 2], meta7[BASE +: 32], meta7[PLACE +: 16], id7_q};
    reg  [LAST_W-1:0]  spare_q;

    always @(posedge clk)
        if (go && valid_q[7]) spare_q <= made7;

    // 8: add the group's place
    reg [32*LANES-1:0] data8_q;
    assign rsp_data = data8_q;

    integer k;
    reg [TAG_W-1:0]    tag;                  // temporaries of the clocked block: nothing is evaluated while idle
    reg                numwaves;
    reg [1:0]          dim;
    reg [31:0]         base;
    reg [15:0]         first;
    reg [11*LANES-1:0] id;
    /* verilator lint_off BLKSEQ */
    always @(posedge clk)
        if (go8 && for8) begin
            {tag, numwaves, dim, base, first, id} = spare_valid_q ? spare_q : made7;
            tag8_q <= tag;
            for (k = 0; k < LANES; k = k + 1)   // numWaves: waves are full, so first places have zeros for lanes
                data8_q[32*k +: 32] <= base +
                    (!numwaves ? {21'd0, id[11*k +: 11]} :
                     (dim == DIM_X || dim == INDEX) ? {16'd0, first | k[15:0]} : 32'd0);
        end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
