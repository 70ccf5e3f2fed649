// SPDX-License-Identifier: Apache-2.0
// wf_lds.vh - the record that goes through the pipeline of wf_lds with an instruction ("ctl"), lowest bits first:
//
//   | op 4 | does 3 | combines 1 | more fields of the answer (packed in wf_lds): tag, faults |
//   Docs: docs/lds.md
`ifndef WF_LDS_VH
`define WF_LDS_VH
`include "wf_access.vh"
`define WF_LDS_CTL_OP       3:0    // WF_ATOM_*: what the banks do
`define WF_LDS_CTL_DOES     6:4    // WF_LDS_*
`define WF_LDS_CTL_ATOMICS  5      // in DOES: the bit that WF_LDS_ATOMIC and WF_LDS_PAIRS alone have
`define WF_LDS_CTL_COMBINES 7      // the scan adds up operands
`define WF_LDS_CTL_ANSWER   8      // from this bit up

`define WF_LDS_LOAD   {1'b0, `WF_ACCESS_LOAD}
`define WF_LDS_STORE  {1'b0, `WF_ACCESS_STORE}
`define WF_LDS_ATOMIC {1'b0, `WF_ACCESS_ATOMIC}
`define WF_LDS_PAIRS  {1'b0, `WF_ACCESS_PAIRS}
`define WF_LDS_FREAD  3'd4         // f32 add, first pass: read the old values, no response
`define WF_LDS_FWRITE 3'd5         // f32 add, second pass: write the sums, respond
`endif
