// SPDX-License-Identifier: Apache-2.0
// wf_predecode.vh - what each row of the instruction memory has next to the instruction.  wf_core_predecode makes it at the load.
//   Docs: docs/core.md
`ifndef WF_PREDECODE_VH
`define WF_PREDECODE_VH
`define WF_PREDECODE_UNIT   0 +: 3     // WF_UNIT_*: SYNC of a fence, FLOW of other control flow and of what is no instruction
`define WF_PREDECODE_A      3          // register a is read,
`define WF_PREDECODE_B      4
`define WF_PREDECODE_C      5          // c, or its quad
`define WF_PREDECODE_QUAD   6          // c as a quad
`define WF_PREDECODE_WRITES 7          // there is a destination
`define WF_PREDECODE_QUAD_DST 8        // ... a quad
`define WF_PREDECODE_FIRST  9          // it may be the first of a pair
`define WF_PREDECODE_NOOP   10 +: 2    // WF_SECOND_*: when it changes nothing; it may be the second of a pair unless NEVER
`define WF_PREDECODE_LOOPS  12         // it ends a loop
`define WF_PREDECODE_ENDS   13         // the wave ends
`define WF_PREDECODE_W      14
`define WF_PREDECODE_END    14'h2000   // of an end, and of what is no instruction
`endif
