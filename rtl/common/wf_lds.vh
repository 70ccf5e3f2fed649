// SPDX-License-Identifier: Apache-2.0
// wf_lds.vh - what travels through the pipeline of wf_lds with an instruction ("ctl"), lowest bits first:
//
//   | op 4 | does 3 | combines 1 | what the answer carries beside the data, packed and unpacked in wf_lds: tag, faults |
//   Docs: docs/lds.md
`ifndef WF_LDS_VH
`define WF_LDS_VH
`define WF_LDS_CTL_OP       3:0    // WF_ATOM_*: what the banks do
`define WF_LDS_CTL_DOES     6:4    // WF_LDS_*
`define WF_LDS_CTL_COMBINES 7      // the scan adds up operands
`define WF_LDS_CTL_ANSWER   8      // from this bit up

// The first three are req_kind.
`define WF_LDS_LOAD   3'd0
`define WF_LDS_STORE  3'd1
`define WF_LDS_ATOMIC 3'd2
`define WF_LDS_FREAD  3'd4         // f32 add, first pass: read the old values, no response
`define WF_LDS_FWRITE 3'd5         // f32 add, second pass: write the sums, respond
`endif
