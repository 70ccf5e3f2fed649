// SPDX-License-Identifier: Apache-2.0
// wf_link.vh - a link of a scan, one byte per lane: to the lane whose value comes before its own.  Docs: docs/xlane.md
`ifndef WF_LINK_VH
`define WF_LINK_VH
`define WF_LINK_LANE 6:0                     // number of that lane
`define WF_LINK_SOME 7                       // there is one
// A scan in wf_xlane_*, lowest bits first; LANES and TAG_W are parameters of the module.
`define WF_CHAIN_VALUE 0 +: 32*LANES
`define WF_CHAIN_LINK  32*LANES +: 8*LANES   // of each lane
`define WF_CHAIN_LAST  40*LANES +: 8*LANES   // the lane of its result, as a link
`define WF_CHAIN_NAN   48*LANES +: LANES     // fmin, fmax: the chain's first member is a NaN, which loses every time
`define WF_CHAIN_OP    49*LANES +: 8
`define WF_CHAIN_TAG   8 + 49*LANES +: TAG_W
`define WF_CHAIN_W     (8 + 49*LANES + TAG_W)
`endif
