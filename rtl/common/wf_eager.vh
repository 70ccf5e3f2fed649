// SPDX-License-Identifier: Apache-2.0
// wf_eager.vh - `WF_EAGER || condition: a condition that only saves a simulator time, for what it guards is not looked at
//   while it is false.  In synthesis it is true: its gates would be in the way of wide words.
//   Docs: docs/design.md
`ifndef WF_EAGER
`ifdef SYNTHESIS
`define WF_EAGER 1'b1
`else
`define WF_EAGER 1'b0
`endif
`endif
