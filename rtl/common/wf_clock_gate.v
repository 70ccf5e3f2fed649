// SPDX-License-Identifier: Apache-2.0
// wf_clock_gate - the clock of registers that keep their values while `en` is low.
//   Without WF_CLOCK_GATE it is a wire, for FPGAs and for flows that gate clocks themselves: those registers have
//   enables too, so nothing depends on the gate.  With WF_CLOCK_GATE it is a latch and an AND gate, like a gating cell
//   of a library; replace it by one.  The simulators of `make sims` define it: idle logic costs them no time.
//   `en` must come before the rising edge like any input of a register.
//   Page: docs/top.md   Test: tb/top/wf_unit_clock_tb.v, tb/cli/test_rtl.sh
`default_nettype none

module wf_clock_gate (
    input  wire clk,
    input  wire en,              // of the coming rising edge
    output wire gated
);
`ifdef WF_CLOCK_GATE
    reg open;

    /* verilator lint_off LATCH */           // it is one
    always @*
        if (!clk) open = en;
    /* verilator lint_on LATCH */
    assign gated = clk & open;
`else
    assign gated = clk;
    wire unused = &{1'b0, en};
`endif
endmodule

`default_nettype wire
