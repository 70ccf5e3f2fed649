// SPDX-License-Identifier: Apache-2.0
// wf_cu - a compute unit: a core with its lane packer, cross-lane unit, LDS and counters, for the dispatcher.
//   Waves come in, memory instructions, ends and arrivals go out; what a checker needs leaves as in wf_top.
//   Latency: that of its parts.  Every channel is valid/ready.
//   Page: docs/top.md   Test: tb/top/wf_top_smoke_tb.v
`default_nettype none
`include "wf_access.vh"
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_cu #(
    parameter integer LANES      = 32,       // as in wf_top
    parameter integer WAVES      = 16,
    parameter integer GROUPS     = 8,
    parameter integer REGS       = 64,
    parameter integer REG_ROWS   = WAVES * REGS,
    parameter integer LDS_WORDS  = 8192,
    parameter integer LDS_BANKS  = 32,
    parameter integer COALESCE   = 1,
    parameter integer FPU_LANES  = LANES,
    parameter integer IMEM_WORDS = 4096,
    parameter integer POLICY     = 0,
    parameter integer INFLIGHT   = 4,
    parameter integer DISPATCHES = 4,
    parameter integer SLOT_BASE  = 0,        // number of its first slot among those of all cores
    parameter integer CORES      = 1,        // of the machine
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1,   // derived
    parameter integer SLOT_W     = (WAVES > 1) ? $clog2(WAVES) : 1,     // derived
    parameter integer TAG_W      = SLOT_W + ((INFLIGHT > 1) ? $clog2(INFLIGHT) : 1),    // derived
    parameter integer GSLOT_W    = (GROUPS > 1) ? $clog2(GROUPS) : 1    // derived
) (
    input  wire                  clk,
    input  wire                  rst,                        // synchronous, active high

    // from the dispatcher: waves, ranges of the LDS to clear, constants of the dispatches, as wf_dispatch has them
    input  wire                  launch_valid,
    output wire                  launch_take,
    input  wire [`WF_LAUNCH_W-1:0] launch,
    output wire                  end_go,
    input  wire                  end_ready,
    output wire [SLOT_W-1:0]     end_slot,
    output wire                  arrive_go,
    input  wire                  arrive_ready,
    output wire [SLOT_W-1:0]     arrive_slot,
    input  wire                  release_valid,
    input  wire [WAVES-1:0]      release_slots,
    input  wire                  clear_valid,
    output wire                  clear_ready,
    input  wire [15:0]           clear_base,
    input  wire [15:0]           clear_words,
    input  wire                  cfg_valid,
    input  wire [ID_W-1:0]       cfg_id,
    input  wire [10:0]           cfg_x,
    input  wire [10:0]           cfg_y,
    input  wire                  cfg_numwaves,
    input  wire [DISPATCHES-1:0] dead,
    input  wire                  settle,
    output wire                  settled,
    input  wire [96*DISPATCHES-1:0] grid_size,
    input  wire [63:0]           cycles,                     // since the reset
    input  wire [17*DISPATCHES-1:0] code_words,
    input  wire [16*DISPATCHES-1:0] code_base,
    input  wire                  begin_valid,                // for the counters: a descriptor is taken,
    input  wire                  finish_valid,               // is answered: none of its buffers is bound any more
    input  wire [ID_W-1:0]       finish_id,
    input  wire                  first_wave,                 // pulse: the first wave of a dispatch was launched

    // loading
    input  wire                  imem_we,
    input  wire [15:0]           imem_addr,
    input  wire [63:0]           imem_data,
    input  wire                  buf_we,
    input  wire [ID_W-1:0]       buf_id,
    input  wire [7:0]            buf_index,
    input  wire [31:0]           buf_base,
    input  wire [31:0]           buf_size,
    input  wire                  buf_robust,               // an access beyond it is no fault

    // global memory: one request and one response a memory instruction
    output wire                  mreq_valid,
    input  wire                  mreq_ready,
    output wire [`WF_MREQ_W-1:0] mreq,
    input  wire                  mrsp_valid,
    output wire                  mrsp_ready,
    input  wire [`WF_MRSP_W-1:0] mrsp,
    output reg                   acquire,                    // for one cycle: caches forget what they hold

    // retire record, one a cycle
    output wire                  rt_valid,
    output wire [`WF_RT_W-1:0]   rt,

    // by id: the first fault of the dispatch, and how many lanes faulted, until another begins
    input  wire [DISPATCHES-1:0] fault_elsewhere,            // some core has a fault record of it
    output wire [DISPATCHES-1:0] fault_found,
    output wire [DISPATCHES-1:0] fault_settled,
    output wire [16*DISPATCHES-1:0] fault_time,
    output wire [`WF_FAULT_W*DISPATCHES-1:0] fault,

    // what was counted, until reset; isa.def lists the fields
    output wire [`WF_CNT_W-1:0]  counters,

    // a request to the LDS, in the cycle in which it is taken
    output wire                  ev_lds_valid,
    output wire [`WF_MREQ_W-1:0] ev_lds,

    // who is where, for a hang report
    output wire [WAVES-1:0]      st_valid,                   // slot holds a wave
    output wire [WAVES-1:0]      st_waiting,                 // ... that waits at a barrier
    output wire [16*WAVES-1:0]   st_pc                       // next instruction
);
    localparam integer LDS_AW  = $clog2(LDS_WORDS);
    localparam integer LANE_W  = $clog2(LANES);
    localparam integer OPS_W   = $clog2(LDS_BANKS) + 1;

    // ---- to and from the dispatcher ----
    wire launch_go, launch_ready, end_valid, end_take, arrive_valid, arrive_take;

    // ---- core ----
    wire                 xreq_valid, xreq_ready, xreq_go, xreq_take, xrsp_valid, xrsp_ready, xrsp_go, xrsp_take;
    wire [TAG_W-1:0]     xreq_tag, xrsp_tag;
    wire [7:0]           xreq_op, xreq_mod;
    wire [2:0]           xreq_wave_log2;
    wire [LANES-1:0]     xreq_exec, xreq_active;
    wire [32*LANES-1:0]  xreq_a, xreq_b;
    wire [128*LANES-1:0] xreq_q, xrsp_data;
    wire                 row_wanted, rreq_valid, rreq_ready, rreq_go, rreq_take, rsoon_valid, rrsp_valid;
    wire [2:0]           rreq_tag, rsoon_tag;
    wire [7:0]           rreq_op;
    wire [LANES-1:0]     rreq_active;
    wire [32*LANES-1:0]  rreq_a, rreq_b, rrsp_data;
    wire                 preq_valid, preq_ready, preq_go, preq_take, prsp_valid, prsp_ready, prsp_go, prsp_take;
    wire [TAG_W-1:0]     preq_tag, prsp_tag;
    wire [ID_W-1:0]      preq_id;
    wire [2:0]           preq_sv;
    wire [15:0]          preq_place;
    wire [95:0]          preq_base;
    wire [32*LANES-1:0]  prsp_data;
    wire                 lreq_valid, lreq_ready, lreq_go, lreq_take, lrsp_valid, lrsp_ready, lrsp_go, lrsp_take;
    wire [`WF_MREQ_W-1:0] lreq;
    wire [15:0]          lreq_base, lreq_words;
    wire [32*LANES-1:0]  lrsp_data;
    wire [`WF_REPORT_W-1:0] lrsp_report;
    wire [LANE_W:0]      lrsp_faults;
    wire [LANE_W-1:0]    lrsp_fault_lane;
    wire                 core_issue, core_blocked;

    wf_core #(.LANES(LANES), .FPU_LANES(FPU_LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS), .IMEM_WORDS(IMEM_WORDS),
              .POLICY(POLICY), .INFLIGHT(INFLIGHT), .DISPATCHES(DISPATCHES), .SLOT_BASE(SLOT_BASE), .CORES(CORES)) u_core (
        .clk(clk), .rst(rst), .launch_valid(launch_go), .launch_ready(launch_ready), .launch(launch),
        .end_valid(end_valid), .end_ready(end_take), .end_slot(end_slot),
        .arrive_valid(arrive_valid), .arrive_ready(arrive_take), .arrive_slot(arrive_slot),
        .release_valid(release_valid), .release_slots(release_slots),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data),
        .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size),
        .buf_robust(buf_robust),
        .finish_valid(finish_valid), .finish_id(finish_id), .begin_valid(cfg_valid), .begin_id(cfg_id), .dead(dead),
        .settle(settle), .settled(settled), .code_words(code_words), .code_base(code_base), .grid_size(grid_size),
        .cycles(cycles),
        .xlane_req_valid(xreq_valid), .xlane_req_ready(xreq_take), .xlane_req_tag(xreq_tag), .xlane_req_op(xreq_op),
        .xlane_req_mod(xreq_mod), .xlane_req_wave_log2(xreq_wave_log2), .xlane_req_exec(xreq_exec),
        .xlane_req_active(xreq_active), .xlane_req_a(xreq_a), .xlane_req_b(xreq_b), .xlane_req_q(xreq_q),
        .xlane_rsp_valid(xrsp_go), .xlane_rsp_ready(xrsp_ready), .xlane_rsp_tag(xrsp_tag), .xlane_rsp_data(xrsp_data),
        .row_wanted(row_wanted), .row_req_valid(rreq_go), .row_req_ready(rreq_ready), .row_req_tag(rreq_tag),
        .row_req_op(rreq_op), .row_req_active(rreq_active), .row_req_a(rreq_a), .row_req_b(rreq_b),
        .row_soon_valid(rsoon_valid), .row_soon_tag(rsoon_tag), .row_rsp_valid(rrsp_valid), .row_rsp_data(rrsp_data),
        .pack_req_valid(preq_valid), .pack_req_ready(preq_take), .pack_req_tag(preq_tag), .pack_req_id(preq_id),
        .pack_req_sv(preq_sv), .pack_req_place(preq_place), .pack_req_base(preq_base),
        .pack_rsp_valid(prsp_go), .pack_rsp_ready(prsp_ready), .pack_rsp_tag(prsp_tag), .pack_rsp_data(prsp_data),
        .lds_req_valid(lreq_valid), .lds_req_ready(lreq_take), .lds_req(lreq), .lds_req_base(lreq_base),
        .lds_req_words(lreq_words),
        .lds_rsp_valid(lrsp_go), .lds_rsp_ready(lrsp_ready), .lds_rsp_data(lrsp_data), .lds_rsp_report(lrsp_report),
        .mreq_valid(mreq_valid), .mreq_ready(mreq_ready), .mreq(mreq),
        .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp(mrsp), .rt_valid(rt_valid), .rt(rt),
        .fault_elsewhere(fault_elsewhere), .fault_found(fault_found), .fault_settled(fault_settled),
        .fault_time(fault_time), .fault(fault), .st_valid(st_valid), .st_waiting(st_waiting), .st_pc(st_pc),
        .stat_issue(core_issue), .stat_blocked(core_blocked));

    // ---- the units' clocks: work that is no request, the channels ----
    wire xlane_clk, pack_clk, lds_clk, pack_busy;
    wf_unit_clock #(.COUNT_W(TAG_W + 1)) u_xlane_clock (.clk(clk), .rst(rst), .unit_clk(xlane_clk), .other(1'b0),
        .req_valid(xreq_go), .req_ready(xreq_ready), .rsp_valid(xrsp_valid), .rsp_ready(xrsp_take));
    wf_unit_clock #(.COUNT_W(TAG_W + 1)) u_pack_clock  (.clk(clk), .rst(rst), .unit_clk(pack_clk),
        .other(cfg_valid || pack_busy),
        .req_valid(preq_go), .req_ready(preq_ready), .rsp_valid(prsp_valid), .rsp_ready(prsp_take));
    wf_unit_clock #(.COUNT_W(TAG_W + 1)) u_lds_clock   (.clk(clk), .rst(rst), .unit_clk(lds_clk), .other(clear_valid),
        .req_valid(lreq_go), .req_ready(lreq_ready), .rsp_valid(lrsp_valid), .rsp_ready(lrsp_take));

    // ---- the units around it ----
    wf_xlane #(.LANES(LANES), .TAG_W(TAG_W)) u_xlane (
        .clk(xlane_clk), .rst(rst), .req_valid(xreq_go), .req_ready(xreq_ready), .req_tag(xreq_tag), .req_op(xreq_op),
        .req_mod(xreq_mod), .req_wave_log2(xreq_wave_log2),
        .req_exec(xreq_exec), .req_active(xreq_active), .req_a(xreq_a), .req_b(xreq_b), .req_q(xreq_q),
        .row_wanted(row_wanted), .row_req_valid(rreq_valid), .row_req_ready(rreq_take), .row_req_tag(rreq_tag),
        .row_req_op(rreq_op), .row_req_active(rreq_active), .row_req_a(rreq_a), .row_req_b(rreq_b),
        .row_soon_valid(rsoon_valid), .row_soon_tag(rsoon_tag), .row_rsp_valid(rrsp_valid), .row_rsp_data(rrsp_data),
        .rsp_valid(xrsp_valid), .rsp_ready(xrsp_take), .rsp_tag(xrsp_tag), .rsp_data(xrsp_data));

    wf_pack #(.LANES(LANES), .TAG_W(TAG_W), .DISPATCHES(DISPATCHES)) u_pack (
        .clk(pack_clk), .rst(rst),
        .cfg_valid(cfg_valid), .cfg_id(cfg_id), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_numwaves(cfg_numwaves),
        .busy(pack_busy), .req_valid(preq_go), .req_ready(preq_ready), .req_tag(preq_tag), .req_id(preq_id),
        .req_sv(preq_sv), .req_place(preq_place), .req_base(preq_base),
        .rsp_valid(prsp_valid), .rsp_ready(prsp_take), .rsp_tag(prsp_tag), .rsp_data(prsp_data));

    wire             lds_stat_busy, lds_stat_more;
    wire [OPS_W-1:0] lds_stat_ops;
    wf_lds #(.LANES(LANES), .WORDS(LDS_WORDS), .BANKS(LDS_BANKS), .TAG_W(TAG_W), .COALESCE(COALESCE)) u_lds (
        .clk(lds_clk), .rst(rst), .clear_valid(clear_valid), .clear_ready(clear_ready),
        .clear_base(clear_base[LDS_AW-1:0]), .clear_words(clear_words[LDS_AW:0]),
        .req_valid(lreq_go), .req_ready(lreq_ready), .req_tag(lreq[`WF_MREQ_TAG]), .req_kind(lreq[`WF_MREQ_KIND]),
        .req_atom(lreq[`WF_MREQ_ATOM]), .req_base(lreq_base[LDS_AW-1:0]), .req_words(lreq_words[LDS_AW:0]),
        .req_mask(lreq[`WF_MREQ_MASK]), .req_addr(lreq[`WF_MREQ_ADDR]),
        .req_data(lreq[`WF_MREQ_DATA]), .req_compare(lreq[`WF_MREQ_COMPARE]),
        .rsp_valid(lrsp_valid), .rsp_ready(lrsp_take), .rsp_tag(lrsp_report[`WF_REPORT_TAG]), .rsp_data(lrsp_data),
        .rsp_faults(lrsp_faults), .rsp_fault_kind(lrsp_report[`WF_REPORT_KIND]), .rsp_fault_lane(lrsp_fault_lane),
        .rsp_fault_addr(lrsp_report[`WF_REPORT_ADDR]),
        .stat_busy(lds_stat_busy), .stat_more(lds_stat_more), .stat_ops(lds_stat_ops));
    assign lrsp_report[`WF_REPORT_COUNT] = {{(7-LANE_W){1'b0}}, lrsp_faults};
    assign lrsp_report[`WF_REPORT_BUFFER] = 9'd0;
    assign lrsp_report[`WF_REPORT_LANE]  = {{(8-LANE_W){1'b0}}, lrsp_fault_lane};
    // bases and sizes have 16 bits, whatever LDS_WORDS is
    wire unused = &{1'b0, lreq_base, lreq_words, clear_base, clear_words};

    // ---- the channels between dispatch, core and units: sender's valid and ready, receiver's valid and ready ----
    wf_channel u_channels [9:0] (.clk(clk), .rst(rst),
        .in_valid({rreq_valid, preq_valid, end_valid, xreq_valid, lreq_valid, lrsp_valid, prsp_valid, xrsp_valid,
                   arrive_valid, launch_valid}),
        .in_ready({rreq_take, preq_take, end_take, xreq_take, lreq_take, lrsp_take, prsp_take, xrsp_take,
                   arrive_take, launch_take}),
        .out_valid({rreq_go, preq_go, end_go, xreq_go, lreq_go, lrsp_go, prsp_go, xrsp_go, arrive_go, launch_go}),
        .out_ready({rreq_ready, preq_ready, end_ready, xreq_ready, lreq_ready, lrsp_ready, prsp_ready, xrsp_ready,
                    arrive_ready, launch_ready}));

    // ---- events ----
    assign ev_lds_valid = lreq_go && lreq_ready;
    assign ev_lds       = lreq;
    wire launched = launch_go && launch_ready, arrived = arrive_go && arrive_ready;

    // Fences of workgroup scope invalidate nothing: a group's waves share the cache, which keeps the order of a line.
    reg  [WAVES-1:0] device_q;           // the slot's last barrier is of device scope
    wire [63:0]      rt_word   = rt[`WF_RT_WORD];
    wire             unused_word = &{1'b0, rt_word};
    wire             rt_device = rt_word[`WF_INSN_DEVICE];
    wire             fenced    = rt_valid && rt_word[`WF_INSN_OP] == `WF_OP_MEMBAR && rt_device;
    wire             let_go    = release_valid && (release_slots & device_q) != {WAVES{1'b0}};
    always @(posedge clk)
        if (rt_valid && rt_word[`WF_INSN_OP] == `WF_OP_BARRIER) device_q[rt[`WF_RT_SLOT]] <= rt_device;

    // A fence of device scope has retired, a wave left a barrier of that scope, a dispatch began: long before a load.
    always @(posedge clk)
        acquire <= fenced || let_go || first_wave;

    // A 64-bit atomic asks with two lanes of the request for one of the wave: the even ones count.
    wire [1:0]       memory_kind   = mreq[`WF_MREQ_KIND], lds_kind = lreq[`WF_MREQ_KIND];
    wire [LANES-1:0] even          = {LANES/2{2'b01}};
    wire [LANES-1:0] memory_lanes  = mreq[`WF_MREQ_MASK] & (memory_kind == `WF_ACCESS_PAIRS ? even : {LANES{1'b1}});
    wire [LANES-1:0] lds_lanes     = lreq[`WF_MREQ_MASK] & (lds_kind == `WF_ACCESS_PAIRS ? even : {LANES{1'b1}});
    wf_counters #(.LANES(LANES), .WAVES(WAVES), .OPS_W(OPS_W)) u_counters (
        .clk(clk), .rst(rst), .begin_valid(begin_valid), .finish_valid(finish_valid), .launch_valid(launched),
        .retire_valid(rt_valid), .retire_fold(rt[`WF_RT_FOLD]), .issue(core_issue), .blocked(core_blocked),
        .slots_valid(st_valid), .slots_waiting(st_waiting), .arrive_valid(arrived),
        .release_valid(release_valid), .release_slots(release_slots), .memory_offered(mreq_valid),
        .memory_taken(mreq_valid && mreq_ready), .memory_answered(mrsp_valid && mrsp_ready),
        .memory_atomic(memory_kind[`WF_ACCESS_ATOMICS]), .memory_mask(memory_lanes),
        .lds_offered(lreq_valid), .lds_taken(ev_lds_valid), .lds_answered(lrsp_go && lrsp_ready),
        .lds_atomic(lds_kind[`WF_ACCESS_ATOMICS]), .lds_mask(lds_lanes),
        .xlane_offered(xreq_valid), .xlane_taken(xreq_go && xreq_ready), .xlane_answered(xrsp_go && xrsp_ready),
        .bank_busy(lds_stat_busy), .bank_more(lds_stat_more), .bank_ops(lds_stat_ops), .counters(counters));
endmodule

`default_nettype wire
