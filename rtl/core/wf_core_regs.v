// SPDX-License-Identifier: Apache-2.0
// wf_core_regs - the lane registers and the operands made of them.  Four banks by register number mod 4, and one
//   written bit per register of a slot.  A wave's registers are the rows of the register file that its launch names.
//   Ports a and b read one register, port c one register or a quad; the write may be a quad.  A register that was not
//   written since the launch reads 0, and the first write to it clears the lanes it does not write, so a launch clears
//   only the written bits.  A register at or above the wave's number is never written, so it reads 0: no wave reaches
//   another's rows.  Read in cycle 0, operands in cycle 1 (combinational, after the banks' output registers).  One read
//   set and one write per cycle; a read in the cycle of the write gives the written value.
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

    // cycle 0: what to read, by port {c, b, a}
    input  wire [SLOT_W-1:0]     read_slot,
    input  wire [2:0]            read_enable,
    input  wire [20:0]           read_number,
    input  wire                  read_quad,      // port c reads a quad

    // cycle 1: operands
    input  wire                  form_valid,
    input  wire [32*LANES-1:0]   form_value,     // b when it is no register
    output wire [32*LANES-1:0]   op_a,
    output reg  [32*LANES-1:0]   op_b,
    output reg  [32*LANES-1:0]   op_c,
    output reg  [128*LANES-1:0]  op_q,           // lane l at (4*l+j)*32: register j after that of port c, in the quad

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
        if (REGS < 16 || REGS > 128 || REGS % 8 != 0) wf_core_REGS_must_be_a_multiple_of_8_from_16_to_128 u_error ();
        if (REG_ROWS < REGS || REG_ROWS > 32768 || REG_ROWS % 8 != 0)
            wf_core_REG_ROWS_must_be_a_multiple_of_8_from_REGS_to_32768 u_error ();
    endgenerate

    localparam integer A = 0, B = 1, C = 2;          // the ports
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
    wire [ROW_W-1:0]  write_row    = base_q[write_slot] + {{(ROW_W-QUAD_W){1'b0}}, write_quad_n};
    wire              same_slot    = write_slot == read_slot;    // not by rows: those above a wave's own are another's
    wire              write_own    = {1'b0, write_quad_n} < quads_q[write_slot];
    wire [QUADS-1:0]  write_bit    = {{(QUADS-1){1'b0}}, 1'b1} << write_quad_n;
    wire              unused       = &{1'b0, write_number};      // the loader checks register numbers

    genvar k, p;
    generate
        for (p = A; p <= C; p = p + 1) begin : g_port
            wire [6:0]          number  = read_number[7*p +: 7];
            wire                unused_number = &{1'b0, number};
            wire [QUAD_W-1:0]   quad    = number[2 +: QUAD_W];
            wire [ROW_W-1:0]    row     = read_base + {{(ROW_W-QUAD_W){1'b0}}, quad};
            wire [QUADS-1:0]    of_quad = {{(QUADS-1){1'b0}}, 1'b1} << quad;
            reg                 enable_q;
            reg  [1:0]          bank_q;          // which bank answers,
            wire [3:0]          written;         // and whether each holds anything
            reg  [32*LANES-1:0] data;            // of one register; 0 if it holds nothing
            always @(posedge clk) begin
                enable_q <= read_enable[p];
                bank_q   <= number[1:0];
            end
            always @* begin
                data = {LANES{32'd0}};
                if (form_valid && enable_q && written[bank_q])   // only when used: idle cycles are cheap to simulate
                    case (bank_q)
                        2'd0:    data = g_bank[0].g_read[p].data;
                        2'd1:    data = g_bank[1].g_read[p].data;
                        2'd2:    data = g_bank[2].g_read[p].data;
                        default: data = g_bank[3].g_read[p].data;
                    endcase
            end
        end
    endgenerate
    reg read_quad_q;
    always @(posedge clk) read_quad_q <= read_quad;

    generate
        for (k = 0; k < 4; k = k + 1) begin : g_bank
            localparam [1:0] NUMBER = k[1:0];
            reg  [QUADS-1:0] written [0:WAVES-1];
            wire [QUADS-1:0] was   = written[write_slot];
            wire [QUADS-1:0] now   = written[read_slot];
            wire             hit   = write_enable && write_own && (write_quad || write_number[1:0] == NUMBER);
            wire             first = (was & write_bit) == {QUADS{1'b0}};

            for (p = A; p <= C; p = p + 1) begin : g_read
                wire                enable = read_enable[p] &&
                                             ((p == C && read_quad) || g_port[p].number[1:0] == NUMBER);
                wire [32*LANES-1:0] data;
                reg                 written_q;
                always @(posedge clk)
                    written_q <= (now & g_port[p].of_quad) != {QUADS{1'b0}} ||
                                 (hit && same_slot && write_quad_n == g_port[p].quad);
                assign g_port[p].written[k] = written_q;
            end
            always @(posedge clk) begin
                if (hit) written[write_slot] <= was | write_bit;
                if (launch_valid) written[launch_slot] <= {QUADS{1'b0}};
            end

            wf_core_bank #(.LANES(LANES), .ROWS(ROWS), .WORD(k)) u_bank (
                .clk(clk), .a_enable(g_read[A].enable), .a_row(g_port[A].row), .a_data(g_read[A].data),
                .b_enable(g_read[B].enable), .b_row(g_port[B].row), .b_data(g_read[B].data),
                .c_enable(g_read[C].enable), .c_row(g_port[C].row), .c_data(g_read[C].data),
                .write_enable(hit), .write_row(write_row), .write_quad(write_quad), .write_first(first),
                .write_mask(write_mask), .write_data(write_data));
        end
    endgenerate

    // operands
    assign op_a = g_port[A].data;
    always @* begin
        op_b = g_port[B].data;
        if (form_valid && !g_port[B].enable_q) op_b = form_value;
    end
    always @* begin
        op_c = {LANES{32'd0}};
        if (!read_quad_q) op_c = g_port[C].data;
    end

    integer lq;
    reg [1:0] turn;
    always @* begin
        op_q = {LANES{128'd0}};
        turn = 2'd0;
        if (form_valid && g_port[C].enable_q && read_quad_q) for (lq = 0; lq < 4*LANES; lq = lq + 1) begin
            turn = lq[1:0] + g_port[C].bank_q;
            case (turn)
                2'd0:    op_q[32*lq +: 32] = g_port[C].written[0] ? g_bank[0].g_read[C].data[32*(lq/4) +: 32] : 32'd0;
                2'd1:    op_q[32*lq +: 32] = g_port[C].written[1] ? g_bank[1].g_read[C].data[32*(lq/4) +: 32] : 32'd0;
                2'd2:    op_q[32*lq +: 32] = g_port[C].written[2] ? g_bank[2].g_read[C].data[32*(lq/4) +: 32] : 32'd0;
                default: op_q[32*lq +: 32] = g_port[C].written[3] ? g_bank[3].g_read[C].data[32*(lq/4) +: 32] : 32'd0;
            endcase
        end
    end
endmodule

`default_nettype wire
