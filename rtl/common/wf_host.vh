// SPDX-License-Identifier: Apache-2.0
// wf_host.vh - registers of wf_host: byte offsets, fields as part-selects, states.  Made from host.def by wf_gen; do not edit.
`ifndef WF_HOST_VH
`define WF_HOST_VH
`define WF_HOST_ID                 16'h0000
`define WF_HOST_VERSION            16'h0004
`define WF_HOST_CONTROL            16'h0008
`define WF_HOST_LANES              16'h000c
`define WF_HOST_WAVES              16'h0010
`define WF_HOST_GROUPS             16'h0014
`define WF_HOST_REGS               16'h0018
`define WF_HOST_REG_ROWS           16'h001c
`define WF_HOST_LDS_WORDS          16'h0020
`define WF_HOST_LDS_BANKS          16'h0024
`define WF_HOST_IMEM_WORDS         16'h0028
`define WF_HOST_DISPATCHES         16'h002c
`define WF_HOST_CORES              16'h0030
`define WF_HOST_QUEUE_DEPTH        16'h0034
`define WF_HOST_DESC_WORDS         16'h0038
`define WF_HOST_COUNTERS           16'h003c
`define WF_HOST_FEATURES           16'h0040
`define WF_HOST_IRQ_RAW            16'h0044
`define WF_HOST_IRQ_ENABLE         16'h0048
`define WF_HOST_IRQ_PENDING        16'h004c
`define WF_HOST_DONE               16'h0050
`define WF_HOST_DOORBELL           16'h0054
`define WF_HOST_QUEUE              16'h0058
`define WF_HOST_CANCEL             16'h005c
`define WF_HOST_IMEM_ADDRESS       16'h0060
`define WF_HOST_IMEM_LOW           16'h0064
`define WF_HOST_IMEM_HIGH          16'h0068
`define WF_HOST_BUF_BASE           16'h006c
`define WF_HOST_BUF_SIZE           16'h0070
`define WF_HOST_BUF_SELECT         16'h0074
`define WF_HOST_COUNTER_CORE       16'h0078
`define WF_HOST_MEMORY_FAULT       16'h007c
`define WF_HOST_CLOCK              16'h0080
`define WF_HOST_CLOCK_HIGH         16'h0084
`define WF_HOST_DESC               16'h0100
`define WF_HOST_STATUS             16'h0200
`define WF_HOST_GROUP_WAVES        16'h0204
`define WF_HOST_FAULT              16'h0208
`define WF_HOST_FAULT_PC           16'h020c
`define WF_HOST_FAULT_GID_X        16'h0210
`define WF_HOST_FAULT_GID_Y        16'h0214
`define WF_HOST_FAULT_GID_Z        16'h0218
`define WF_HOST_FAULT_ADDRESS      16'h021c
`define WF_HOST_FAULT_COUNT        16'h0220
`define WF_HOST_FAULT_COUNT_HIGH   16'h0224
`define WF_HOST_BEGUN              16'h0228
`define WF_HOST_BEGUN_HIGH         16'h022c
`define WF_HOST_ENDED              16'h0230
`define WF_HOST_ENDED_HIGH         16'h0234
`define WF_HOST_RETIRED            16'h0238
`define WF_HOST_RETIRED_HIGH       16'h023c
`define WF_HOST_COUNTER            16'h0400
`define WF_HOST_COUNTER_HIGH       16'h0404
`define WF_HOST_FAULT_BUFFER       16'h0500
`define WF_HOST_VERSION_MINOR           0 +: 16
`define WF_HOST_VERSION_MAJOR          16 +: 16
`define WF_HOST_CONTROL_RESET           0 +: 1
`define WF_HOST_FEATURES_WAVE_OPS       0 +: 1
`define WF_HOST_FEATURES_NO_FPU         1 +: 1
`define WF_HOST_IRQ_RAW_DONE            0 +: 1
`define WF_HOST_IRQ_RAW_FAULT           1 +: 1
`define WF_HOST_IRQ_RAW_QUEUE           2 +: 1
`define WF_HOST_IRQ_RAW_LOAD            3 +: 1
`define WF_HOST_IRQ_RAW_MEMORY          4 +: 1
`define WF_HOST_DOORBELL_TAKEN          0 +: 1
`define WF_HOST_DOORBELL_FULL           1 +: 1
`define WF_HOST_DOORBELL_BUSY           2 +: 1
`define WF_HOST_DOORBELL_NO_ID          3 +: 1
`define WF_HOST_DOORBELL_RESET          4 +: 1
`define WF_HOST_QUEUE_COUNT             0 +: 8
`define WF_HOST_QUEUE_EMPTY             8 +: 1
`define WF_HOST_QUEUE_FULL              9 +: 1
`define WF_HOST_CANCEL_ID               0 +: 3
`define WF_HOST_BUF_SELECT_INDEX        0 +: 8
`define WF_HOST_BUF_SELECT_ID           8 +: 3
`define WF_HOST_BUF_SELECT_ROBUST      11 +: 1
`define WF_HOST_STATUS_STATE            0 +: 2
`define WF_HOST_STATUS_FAULTED          2 +: 1
`define WF_HOST_STATUS_ENDING           4 +: 2
`define WF_HOST_STATUS_CODE             8 +: 8
`define WF_HOST_STATUS_WAVE_SIZE       16 +: 8
`define WF_HOST_FAULT_KIND              0 +: 3
`define WF_HOST_FAULT_LANE              8 +: 8
`define WF_HOST_FAULT_SLOT             16 +: 12
`define WF_HOST_FAULT_VALID            31 +: 1
`define WF_HOST_FAULT_PC_PC             0 +: 16
`define WF_HOST_FAULT_PC_WAVE          16 +: 16
`define WF_HOST_COUNTER_CORE_CORE       0 +: 4
`define WF_HOST_MEMORY_FAULT_LINE       0 +: 26
`define WF_HOST_MEMORY_FAULT_RESP      28 +: 2
`define WF_HOST_MEMORY_FAULT_WRITE     30 +: 1
`define WF_HOST_MEMORY_FAULT_VALID     31 +: 1
`define WF_HOST_STATE_IDLE     2'd0
`define WF_HOST_STATE_QUEUED   2'd1
`define WF_HOST_STATE_RUNNING  2'd2
`define WF_HOST_STATE_DONE     2'd3
`endif
