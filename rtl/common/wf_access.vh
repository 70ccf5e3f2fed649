// SPDX-License-Identifier: Apache-2.0
// wf_access.vh - what a request to groupshared or global memory does: its kind, the two low bits of the opcode.
//   Docs: docs/lds.md, docs/core.md
`ifndef WF_ACCESS_VH
`define WF_ACCESS_VH
`define WF_ACCESS_LOAD   2'd0
`define WF_ACCESS_STORE  2'd1
`define WF_ACCESS_ATOMIC 2'd2          // the operation: WF_ATOM_*
`define WF_ACCESS_PAIRS  2'd3          // a 64-bit atomic: low word in lane 2i, high word in lane 2i+1; not the float operations
`define WF_ACCESS_ATOMICS 1             // the bit of the kind that ATOMIC and PAIRS have
// Errors of the bus in the answer to an instruction: {there is one, lanes with one, the lowest, its address}
`define WF_ACCESS_ERROR_W       49
`define WF_ACCESS_ERROR_VALID   48
`define WF_ACCESS_ERROR_LANES   47:40
`define WF_ACCESS_ERROR_LANE    39:32
`define WF_ACCESS_ERROR_ADDRESS 31:0
`endif
