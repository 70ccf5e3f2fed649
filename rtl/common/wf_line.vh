// SPDX-License-Identifier: Apache-2.0
// wf_line.vh - the line channel: what a request to an aligned line of 64 bytes carries.  Docs: docs/memory.md
`ifndef WF_LINE_VH
`define WF_LINE_VH
`define WF_LINE_ADDR_W 26                    // line number: bits 31..6 of a byte address
`define WF_LINE_WORDS  16
`define WF_LINE_WORD_W 4                     // bits of a word number in its line
`define WF_LINE_BYTES  64
`define WF_LINE_BITS   512
`endif
