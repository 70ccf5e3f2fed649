// SPDX-License-Identifier: Apache-2.0
// wf_lds.vh - what the pipeline of wf_lds does with an instruction; the first three are req_kind.
//   Docs: docs/lds.md
`ifndef WF_LDS_VH
`define WF_LDS_VH
`define WF_LDS_LOAD   3'd0
`define WF_LDS_STORE  3'd1
`define WF_LDS_ATOMIC 3'd2
`define WF_LDS_FREAD  3'd4  // f32 add, first pass: read the old values, no response
`define WF_LDS_FWRITE 3'd5  // f32 add, second pass: write the sums, respond
`endif
