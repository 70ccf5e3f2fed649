// SPDX-License-Identifier: Apache-2.0
// wf_core_regs - the lane registers and the operands made of them.
//   Four banks by register number mod 4, and one written bit per register of a slot.  A wave's registers are the rows of the register file that its
//   launch names.  Ports a and b read one register, port c one register or a quad; the write may be a quad.  A register that was
//   not written since the launch reads 0, and the first write to it clears the lanes it does not write, so a launch clears only
//   the written bits.  A register at or above the wave's number is never written, so it reads 0: no wave reaches another's rows.
//   Read in cycle 0, operands in cycle 1 (combinational, after the banks' output registers).  One read set and one write per cycle; a read
//   in the cycle of the write gives the written value.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_regs #(
    parameter integer LANES  = 32,
    parameter integer WAVES  = 16,
    parameter integer REGS   = 64,
    parameter integer REG_ROWS = WAVES * REGS,
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire                  clk,
    input  wire                  launch_valid,
    input  wire [SLOT_W-1:0]     launch_slot,
    input  wire [15:0]           launch_base,    // first row, a multiple of 8
    input  wire [7:0]            launch_regs,    // rows, a multiple of 8

    // cycle 0: what to read
    input  wire [SLOT_W-1:0]     read_slot,
    input  wire                  a_enable,
    input  wire [6:0]            a_number,
    input  wire                  b_enable,
    input  wire [6:0]            b_number,
    input  wire                  c_enable,
    input  wire                  c_quad,
    input  wire [6:0]            c_number,

    // cycle 1: operands
    input  wire                  form_valid,
    input  wire [15:0]           form_offset,    // added to a
    input  wire [32*LANES-1:0]   form_value,     // b when it is no register
    output reg  [32*LANES-1:0]   op_a,
    output reg  [32*LANES-1:0]   op_b,
    output reg  [32*LANES-1:0]   op_c,
    output reg  [128*LANES-1:0]  op_q,           // word j of a lane: register c_number+j within the quad, at (4*l+j)*32

    input  wire                  write_enable,
    input  wire [SLOT_W-1:0]     write_slot,
    input  wire [6:0]            write_number,
    input  wire                  write_quad,
    input  wire [LANES-1:0]      write_mask,
    input  wire [128*LANES-1:0]  write_data      // word k of lane l at (4*l+k)*32
);
    localparam integer QUADS  = REGS / 4;
    localparam integer QUAD_W = $clog2(QUADS);
    localparam integer ROWS   = REG_ROWS / 4;      // of a bank: a quad each
    localparam integer ROW_W  = $clog2(ROWS);

    generate
        if (REGS < 16 || REGS > 128 || REGS % 8 != 0) begin : g_check
            wf_core_REGS_must_be_a_multiple_of_8_from_16_to_128 u_error ();
        end
        if (REG_ROWS < REGS || REG_ROWS > 32768 || REG_ROWS % 8 != 0) begin : g_check_rows
            wf_core_REG_ROWS_must_be_a_multiple_of_8_from_REGS_to_32768 u_error ();
        end
    endgenerate

    wire [QUAD_W-1:0] a_quad_n     = a_number[2 +: QUAD_W];
    wire [QUAD_W-1:0] b_quad_n     = b_number[2 +: QUAD_W];
    wire [QUAD_W-1:0] c_quad_n     = c_number[2 +: QUAD_W];
    wire [QUAD_W-1:0] write_quad_n = write_number[2 +: QUAD_W];
    // where a slot's rows begin, and how many quads they are; the rows of a bank are quads
    reg  [ROW_W-1:0]  base_q  [0:WAVES-1];
    reg  [QUAD_W:0]   quads_q [0:WAVES-1];
    always @(posedge clk)
        if (launch_valid) begin
            base_q[launch_slot]  <= launch_base[2 +: ROW_W];
            quads_q[launch_slot] <= launch_regs[2 +: QUAD_W+1];
        end
    wire              unused_launch = &{1'b0, launch_base, launch_regs};
    wire [ROW_W-1:0]  read_base    = base_q[read_slot];
    wire [ROW_W-1:0]  a_row        = read_base + {{(ROW_W-QUAD_W){1'b0}}, a_quad_n};
    wire [ROW_W-1:0]  b_row        = read_base + {{(ROW_W-QUAD_W){1'b0}}, b_quad_n};
    wire [ROW_W-1:0]  c_row        = read_base + {{(ROW_W-QUAD_W){1'b0}}, c_quad_n};
    wire [ROW_W-1:0]  write_row    = base_q[write_slot] + {{(ROW_W-QUAD_W){1'b0}}, write_quad_n};
    wire              same_slot    = write_slot == read_slot;    // not by rows: those above a wave's own are another's
    wire              write_own    = {1'b0, write_quad_n} < quads_q[write_slot];
    wire [QUADS-1:0]  write_bit    = {{(QUADS-1){1'b0}}, 1'b1} << write_quad_n;
    wire [QUADS-1:0]  a_bit        = {{(QUADS-1){1'b0}}, 1'b1} << a_quad_n;
    wire [QUADS-1:0]  b_bit        = {{(QUADS-1){1'b0}}, 1'b1} << b_quad_n;
    wire [QUADS-1:0]  c_bit        = {{(QUADS-1){1'b0}}, 1'b1} << c_quad_n;

    generate
        if (QUAD_W < 5) begin : g_unused
            wire unused = &{1'b0, a_number[6:2+QUAD_W], b_number[6:2+QUAD_W],      // the loader checks register numbers
                            c_number[6:2+QUAD_W], write_number[6:2+QUAD_W]};
        end
    endgenerate

    // which bank answers, and whether it holds anything
    reg       a_enable_q, b_enable_q, c_enable_q, c_quad_q;
    reg [1:0] a_bank_q, b_bank_q, c_bank_q;
    always @(posedge clk) begin
        a_enable_q <= a_enable;
        b_enable_q <= b_enable;
        c_enable_q <= c_enable;
        c_quad_q   <= c_quad;
        a_bank_q   <= a_number[1:0];
        b_bank_q   <= b_number[1:0];
        c_bank_q   <= c_number[1:0];
    end

    genvar k;
    generate
        for (k = 0; k < 4; k = k + 1) begin : g_bank
            localparam [1:0] NUMBER = k[1:0];
            reg  [QUADS-1:0] written [0:WAVES-1];
            reg              a_written, b_written, c_written;
            wire [QUADS-1:0] was   = written[write_slot];
            wire [QUADS-1:0] now   = written[read_slot];
            wire             hit   = write_enable && write_own && (write_quad || write_number[1:0] == NUMBER);
            wire             first = (was & write_bit) == {QUADS{1'b0}};
            wire [32*LANES-1:0] a_data, b_data, c_data;

            always @(posedge clk) begin
                if (hit)
                    written[write_slot] <= was | write_bit;
                if (launch_valid)
                    written[launch_slot] <= {QUADS{1'b0}};
                a_written <= (now & a_bit) != {QUADS{1'b0}} || (hit && same_slot && write_quad_n == a_quad_n);
                b_written <= (now & b_bit) != {QUADS{1'b0}} || (hit && same_slot && write_quad_n == b_quad_n);
                c_written <= (now & c_bit) != {QUADS{1'b0}} || (hit && same_slot && write_quad_n == c_quad_n);
            end

            wf_core_bank #(.LANES(LANES), .ROWS(ROWS), .WORD(k)) u_bank (
                .clk(clk),
                .a_enable(a_enable && a_number[1:0] == NUMBER), .a_row(a_row), .a_data(a_data),
                .b_enable(b_enable && b_number[1:0] == NUMBER), .b_row(b_row), .b_data(b_data),
                .c_enable(c_enable && (c_quad || c_number[1:0] == NUMBER)), .c_row(c_row), .c_data(c_data),
                .write_enable(hit), .write_row(write_row), .write_quad(write_quad), .write_first(first),
                .write_mask(write_mask), .write_data(write_data));
        end
    endgenerate

    wire [3:0] a_written = {g_bank[3].a_written, g_bank[2].a_written, g_bank[1].a_written, g_bank[0].a_written};
    wire [3:0] b_written = {g_bank[3].b_written, g_bank[2].b_written, g_bank[1].b_written, g_bank[0].b_written};
    wire [3:0] c_written = {g_bank[3].c_written, g_bank[2].c_written, g_bank[1].c_written, g_bank[0].c_written};

    // operands: only formed when used, which is also what makes an idle cycle cheap to simulate
    integer l;
    always @* begin
        op_a = {LANES{32'd0}};
        if (form_valid && a_enable_q && a_written[a_bank_q])
            case (a_bank_q)
                2'd0:    op_a = g_bank[0].a_data;
                2'd1:    op_a = g_bank[1].a_data;
                2'd2:    op_a = g_bank[2].a_data;
                default: op_a = g_bank[3].a_data;
            endcase
        if (form_valid && form_offset != 16'd0)
            for (l = 0; l < LANES; l = l + 1)
                op_a[32*l +: 32] = op_a[32*l +: 32] + {16'd0, form_offset};
    end

    always @* begin
        op_b = {LANES{32'd0}};
        if (form_valid && !b_enable_q)
            op_b = form_value;
        else if (form_valid && b_written[b_bank_q])
            case (b_bank_q)
                2'd0:    op_b = g_bank[0].b_data;
                2'd1:    op_b = g_bank[1].b_data;
                2'd2:    op_b = g_bank[2].b_data;
                default: op_b = g_bank[3].b_data;
            endcase
    end

    always @* begin
        op_c = {LANES{32'd0}};
        if (form_valid && c_enable_q && !c_quad_q && c_written[c_bank_q])
            case (c_bank_q)
                2'd0:    op_c = g_bank[0].c_data;
                2'd1:    op_c = g_bank[1].c_data;
                2'd2:    op_c = g_bank[2].c_data;
                default: op_c = g_bank[3].c_data;
            endcase
    end

    integer lq;
    reg [1:0] turn;
    always @* begin
        op_q = {LANES{128'd0}};
        turn = 2'd0;
        if (form_valid && c_enable_q && c_quad_q)
            for (lq = 0; lq < 4*LANES; lq = lq + 1) begin
                turn = lq[1:0] + c_bank_q;
                case (turn)
                    2'd0:    op_q[32*lq +: 32] = c_written[0] ? g_bank[0].c_data[32*(lq/4) +: 32] : 32'd0;
                    2'd1:    op_q[32*lq +: 32] = c_written[1] ? g_bank[1].c_data[32*(lq/4) +: 32] : 32'd0;
                    2'd2:    op_q[32*lq +: 32] = c_written[2] ? g_bank[2].c_data[32*(lq/4) +: 32] : 32'd0;
                    default: op_q[32*lq +: 32] = c_written[3] ? g_bank[3].c_data[32*(lq/4) +: 32] : 32'd0;
                endcase
            end
    end
endmodule

`default_nettype wire
