// SPDX-License-Identifier: Apache-2.0
// wf_record.vh - fields of the records that cross the hardware as one bus each, as part-selects.  Made from record.def by wf_gen; do not edit.
//   LANES, SLOT_W and so on are parameters of the module.  rt[`WF_RT_PC]; of core c rt[`WF_RT_W*c + `WF_RT_PC].  Docs: docs/isa.md
`ifndef WF_RECORD_VH
`define WF_RECORD_VH
`include "wf_access.vh"
`define WF_LAUNCH_GID       0 +: 96
`define WF_LAUNCH_TBASE     96 +: 96
`define WF_LAUNCH_WAVE      192 +: 16
`define WF_LAUNCH_FIRST     208 +: 16
`define WF_LAUNCH_COUNT     224 +: 16
`define WF_LAUNCH_ENTRY     240 +: 16
`define WF_LAUNCH_LDS_BASE  256 +: 16
`define WF_LAUNCH_LDS_WORDS 272 +: 16
`define WF_LAUNCH_REG_BASE  288 +: 16
`define WF_LAUNCH_REGS      304 +: 8
`define WF_LAUNCH_LIVE      312 +: 8
`define WF_LAUNCH_WAVE_LOG2 320 +: 3
`define WF_LAUNCH_PIXEL     323 +: 1
`define WF_LAUNCH_HELPER    324 +: LANES
`define WF_LAUNCH_AT        324 + LANES +: 7*LANES
`define WF_LAUNCH_SLOT      324 + 8*LANES +: SLOT_W
`define WF_LAUNCH_GSLOT     324 + 8*LANES + SLOT_W +: GSLOT_W
`define WF_LAUNCH_ID        324 + 8*LANES + SLOT_W + GSLOT_W +: ID_W
`define WF_LAUNCH_W         (324 + 8*LANES + SLOT_W + GSLOT_W + ID_W)
`define WF_MREQ_ADDR      0 +: 32*LANES
`define WF_MREQ_DATA      32*LANES +: 32*LANES
`define WF_MREQ_COMPARE   64*LANES +: 32*LANES
`define WF_MREQ_MASK      96*LANES +: LANES
`define WF_MREQ_KIND      97*LANES +: 2
`define WF_MREQ_ATOM      2 + 97*LANES +: 4
`define WF_MREQ_TAG       6 + 97*LANES +: TAG_W
`define WF_MREQ_W         (6 + 97*LANES + TAG_W)
`define WF_MRSP_DATA      0 +: 32*LANES
`define WF_MRSP_TAG       32*LANES +: TAG_W
`define WF_MRSP_ERROR     32*LANES + TAG_W +: `WF_ACCESS_ERROR_W
`define WF_MRSP_W         (32*LANES + TAG_W + `WF_ACCESS_ERROR_W)
`define WF_LREQ_DATA      0 +: 512
`define WF_LREQ_BYTES     512 +: 64
`define WF_LREQ_LINE      576 +: 26
`define WF_LREQ_KIND      602 +: 2
`define WF_LREQ_W         (604)
`define WF_AREQ_LREQ      0 +: `WF_LREQ_W
`define WF_AREQ_ATOM      `WF_LREQ_W +: 4
`define WF_AREQ_COMPARE   4 + `WF_LREQ_W +: 512
`define WF_AREQ_W         (516 + `WF_LREQ_W)
`define WF_LRSP_DATA      0 +: 512
`define WF_LRSP_ERROR     512 +: 1
`define WF_LRSP_W         (513)
`define WF_RT_GID       0 +: 96
`define WF_RT_WORD      96 +: 64
`define WF_RT_PC        160 +: 16
`define WF_RT_WAVE      176 +: 16
`define WF_RT_DATA      192 +: 128*LANES
`define WF_RT_EXEC      192 + 128*LANES +: LANES
`define WF_RT_WRITE     192 + 129*LANES +: LANES
`define WF_RT_FOLD_EXEC 192 + 130*LANES +: LANES
`define WF_RT_FOLD      192 + 131*LANES +: 1
`define WF_RT_WORDS     193 + 131*LANES +: 3
`define WF_RT_SLOT      196 + 131*LANES +: SLOT_W
`define WF_RT_GSLOT     196 + 131*LANES + SLOT_W +: GSLOT_W
`define WF_RT_ID        196 + 131*LANES + SLOT_W + GSLOT_W +: ID_W
`define WF_RT_W         (196 + 131*LANES + SLOT_W + GSLOT_W + ID_W)
`define WF_FAULT_COUNT     0 +: 64
`define WF_FAULT_GID       64 +: 96
`define WF_FAULT_ADDR      160 +: 32
`define WF_FAULT_WAVE      192 +: 16
`define WF_FAULT_PC        208 +: 16
`define WF_FAULT_SLOT      224 +: 12
`define WF_FAULT_LANE      236 +: 8
`define WF_FAULT_KIND      244 +: 3
`define WF_FAULT_BUFFER    247 +: 9
`define WF_FAULT_W         (256)
`define WF_REPORT_ADDR      0 +: 32
`define WF_REPORT_LANE      32 +: 8
`define WF_REPORT_COUNT     40 +: 8
`define WF_REPORT_KIND      48 +: 3
`define WF_REPORT_BUFFER    51 +: 9
`define WF_REPORT_TAG       60 +: TAG_W
`define WF_REPORT_W         (60 + TAG_W)
`define WF_GDONE_GID       0 +: 96
`define WF_GDONE_ID        96 +: ID_W
`define WF_GDONE_W         (96 + ID_W)
`endif
