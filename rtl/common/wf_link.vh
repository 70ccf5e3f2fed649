// SPDX-License-Identifier: Apache-2.0
// wf_link.vh - a link of a scan, one byte a lane: to the lane whose value comes before its own.  Docs: docs/xlane.md
`ifndef WF_LINK_VH
`define WF_LINK_VH
`define WF_LINK_LANE 6:0                     // number of that lane
`define WF_LINK_SOME 7                       // there is one
`endif
