// SPDX-License-Identifier: Apache-2.0
// runtime.v - the least bench: what Verilator links to every bench is compiled beside it, once.
`timescale 1ns/1ps
module runtime;
    initial #1 $finish;
endmodule
