// SPDX-License-Identifier: Apache-2.0
// memories.v - for yosys techmap: an array of at least MACRO_BITS bits and 16 rows, all of whose reads have a register, is a macro.
// All else is made of flip-flops: what is read in the cycle of its address, and what is too small for a macro.
(* techmap_celltype = "$mem_v2" *)
module wf_memory_as_macro (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
    parameter MEMID = "";
    parameter SIZE = 0;
    parameter OFFSET = 0;
    parameter ABITS = 0;
    parameter WIDTH = 0;
    parameter INIT = 0;
    parameter RD_PORTS = 0;
    parameter RD_CLK_ENABLE = 0;
    parameter RD_CLK_POLARITY = 0;
    parameter RD_TRANSPARENCY_MASK = 0;
    parameter RD_COLLISION_X_MASK = 0;
    parameter RD_WIDE_CONTINUATION = 0;
    parameter RD_CE_OVER_SRST = 0;
    parameter RD_ARST_VALUE = 0;
    parameter RD_SRST_VALUE = 0;
    parameter RD_INIT_VALUE = 0;
    parameter WR_PORTS = 0;
    parameter WR_CLK_ENABLE = 0;
    parameter WR_CLK_POLARITY = 0;
    parameter WR_PRIORITY_MASK = 0;
    parameter WR_WIDE_CONTINUATION = 0;
    input  [RD_PORTS-1:0]       RD_CLK, RD_EN, RD_ARST, RD_SRST;
    input  [RD_PORTS*ABITS-1:0] RD_ADDR;
    output [RD_PORTS*WIDTH-1:0] RD_DATA;
    input  [WR_PORTS-1:0]       WR_CLK;
    input  [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;
    input  [WR_PORTS*ABITS-1:0] WR_ADDR;
    wire _TECHMAP_FAIL_ = SIZE < 16 || SIZE * WIDTH < `MACRO_BITS || RD_CLK_ENABLE != {RD_PORTS{1'b1}} || WR_PORTS != 1;
    wf_macro #(.ROWS(SIZE), .WIDTH(WIDTH), .READS(RD_PORTS), .ROW_W(ABITS)) u_macro (
        .clk(WR_CLK[0]), .read(RD_EN), .read_row(RD_ADDR), .read_data(RD_DATA), .write(WR_EN), .write_row(WR_ADDR), .write_data(WR_DATA));
endmodule
