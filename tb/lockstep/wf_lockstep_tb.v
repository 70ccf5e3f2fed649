// SPDX-License-Identifier: Apache-2.0
// wf_lockstep_tb - the whole machine in lock step with the golden model: one text for Verilator (C through DPI) and Icarus (VPI).
//   Every event of a cycle is handed to C in the order launch, request, retire, arrive, release, end, group done; C answers
//   with what to stall in the next cycle and when an answer of global memory may leave.  Options: c_model/cosim/wf_bench.h.
//   Spec: docs/lockstep.md   Test: tb/lockstep/test_lockstep.c, tb/cli/test_rtl.sh
`ifndef VERILATOR
`timescale 1ns/1ps
`endif
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"
// WF_ALONE: without the events that only the model and observers need; the machine is then simulated without what makes them
// WF_SYSTEM: wf_system over a memory of lines in C, in place of wf_top over one of lanes
`ifdef WF_SYSTEM
`include "wf_line.vh"
`define WF_DUT wf_system
`define WF_TOP u_top.u_top
`else
`define WF_DUT wf_top
`define WF_TOP u_top
`endif

module wf_lockstep_tb #(
    parameter integer LANES      = 32,
    parameter integer WAVES      = 64,
    parameter integer GROUPS     = 16,
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
    parameter integer CORES      = 1,
    parameter integer L1_LINES   = 64            // of a system
)
`ifdef VERILATOR
    (input wire clk);                            // wf_rtl.cpp is the clock
`else
    ;
    reg clk = 1'b0;
    initial #0.5 forever #0.5 clk = !clk;       // a cycle is 1 ns, edge n at n ns: wf_fst_axis.h
`endif
    localparam integer SLOT_W  = (WAVES > 1) ? $clog2(WAVES) : 1;
    localparam integer TAG_W   = SLOT_W + ((INFLIGHT > 1) ? $clog2(INFLIGHT) : 1);
    localparam integer ID_W    = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1;
    localparam integer GSLOT_W = (GROUPS > 1) ? $clog2(GROUPS) : 1;

    `include "wf_lockstep_dpi.vh"

    localparam integer DESC_WORDS = (`WF_DESC_W + 31) / 32;
    localparam integer DO_CODE = 1, DO_BUFFER = 2, DO_DESC = 3, DO_RUN = 4, DO_SETTLE = 5;     // wf_bench.h: what to do next; else stop
    localparam [2:0] RESET = 3'd0, NEXT = 3'd1, SEND = 3'd2, RUN = 3'd3, SETTLE = 3'd4, OVER = 3'd5;

    reg                    rst;
    reg  [2:0]             state;
    reg  [7:0]             pause;                   // cycles left of reset or of settling
    integer                todo, answer_tag, word, k;
    reg  [9*CORES-1:0]     holds;
    reg  [31:0]            n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, x, y, z;     // what is passed to C
    reg  [63:0]            insn, lanes_faulted, counted;
    reg  [LANES-1:0]       mask, written, folded;
    reg  [32*LANES-1:0]    address, data, compare;
    reg  [128*LANES-1:0]   result;
    reg  [`WF_LAUNCH_W-1:0] launched;               // the record in hand
    reg  [`WF_RT_W-1:0]    retired;
    reg  [`WF_GDONE_W-1:0] over;
    reg  [`WF_FAULT_W-1:0] faulted;
    reg  [WAVES-1:0]       released;
    reg  [31:0]            control;                 // answer of wf_cycle: stalls of the next cycle
    reg                    observe;
    reg  [32*LANES-1:0]    answer_data;
`ifndef VERILATOR
    reg  [8*1024-1:0]      wave_file;
`endif

    reg                    quad_valid;
    reg  [31:0]            next_quad, quad;                    // wf_bench.h: {coverage, y, x} with marks in the lowest bits of y and x
    wire                   quad_ready;
    reg  [191:0]           walk_from;                          // wf_bench.h: group x, y, z, thread x, y, z; 0 but for --first-group
    reg                    leapt;
    reg                    desc_valid, cancel_valid, done_ready, imem_we, buf_we, buf_robust;
    reg  [32*DESC_WORDS-1:0] desc;
    wire                   desc_ready, done_valid;
    // of cores, one after the other
    wire [CORES-1:0]       mreq_valid, rt_valid, rt_fold, ev_launch_valid, ev_lds_valid, ev_arrive_valid, ev_release_valid, ev_end_valid, ev_gdone_valid;
    reg  [7:0]             buf_index;
    reg  [15:0]            imem_addr;
    reg  [31:0]            buf_base, buf_size;
`ifdef WF_SYSTEM
    localparam integer LINES_W = 7, INDEX_W = L1_LINES > 1 ? $clog2(L1_LINES) : 1;
    localparam integer CORE_W = CORES > 1 ? $clog2(CORES) : 0;
    localparam integer LTAG_W = 2 + CORE_W + (LINES_W > INDEX_W ? LINES_W : INDEX_W);     // as wf_system has it
    wire                   lreq_valid;
    wire [LTAG_W-1:0]      lreq_tag;
    wire [`WF_LREQ_W-1:0]  lreq;
    reg  [LTAG_W-1:0]      lrsp_tag;
    reg  [`WF_LRSP_W-1:0]  lrsp;
    reg  [63:0]            line_bytes;
    reg  [511:0]           line_data;
    localparam integer CHANNELS = 1;
`else
    localparam integer CHANNELS = CORES;
`endif
    reg  [CHANNELS-1:0]    mreq_ready, mrsp_valid;              // of the memory of this build
    wire [CHANNELS-1:0]    mrsp_ready;
    reg  [31:0]            more;                                // wf_bench.h: {ready, answers} of cores
    reg  [ID_W-1:0]        buf_id, cancel_id;
    wire [ID_W-1:0]        done_id;
    wire [DISPATCHES-1:0]  fault_valid, id_busy;
    wire [`WF_FAULT_W*DISPATCHES-1:0] fault;                   // by id
    wire [1:0]             done_ending;
    wire [7:0]             done_code, done_wave_size;
    wire [15:0]            done_waves;
    reg  [63:0]            imem_data;
    wire [`WF_LAUNCH_W*CORES-1:0] ev_launch;
    wire [`WF_MREQ_W*CORES-1:0] mreq, ev_lds;
    reg  [`WF_MRSP_W*CORES-1:0] mrsp;
    wire [`WF_RT_W*CORES-1:0] rt;
    wire [`WF_GDONE_W*CORES-1:0] ev_gdone;
    wire [SLOT_W*CORES-1:0] ev_arrive_slot, ev_end_slot;
    wire [64*DISPATCHES-1:0] instructions;                     // by id
    wire [`WF_CNT_W*CORES-1:0] counters;
    wire [WAVES*CORES-1:0] ev_release_slots, st_valid, st_waiting;
    wire [16*WAVES*CORES-1:0] st_pc;
    wire [16*GROUPS*CORES-1:0] st_launched, st_arrived, st_ended;

    `WF_DUT #(
`ifdef WF_SYSTEM
             .L1_LINES(L1_LINES), .LINES_W(LINES_W),
`endif
             .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS),
             .LDS_BANKS(LDS_BANKS), .COALESCE(COALESCE), .FPU_LANES(FPU_LANES),
             .IMEM_WORDS(IMEM_WORDS), .POLICY(POLICY), .INFLIGHT(INFLIGHT), .DISPATCHES(DISPATCHES), .CORES(CORES)) u_top (
        .clk(clk), .rst(rst),
        .desc_valid(desc_valid), .desc_ready(desc_ready),
        .quad_valid(quad_valid), .quad_ready(quad_ready), .quad_last(quad[0]), .quad_coverage(quad[31:28]),
        .quad_x({quad[13:1], 1'b0}), .quad_y({quad[27:15], 1'b0}),
        .desc(desc[`WF_DESC_W-1:0]),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id), .done_code(done_code),
        .done_ending(done_ending), .cancel_valid(cancel_valid), .cancel_id(cancel_id), .id_busy(id_busy), .done_wave_size(done_wave_size),
        .done_waves(done_waves), .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data), .buf_we(buf_we),
        .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size), .buf_robust(buf_robust),
`ifdef WF_SYSTEM
        .restart(1'b0), .restarting(), .bus_busy(1'b0), .lreq_valid(lreq_valid), .lreq_ready(mreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(mrsp_valid), .lrsp_ready(mrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp),
`else
        .mreq_valid(mreq_valid), .mreq_ready(mreq_ready), .mreq(mreq), .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp(mrsp), .acquire(),
`endif
        .rt_valid(rt_valid), .rt(rt), .fault_valid(fault_valid), .fault(fault), .retired(instructions), .counters(counters),
        .ev_launch_valid(ev_launch_valid), .ev_launch(ev_launch),
        .ev_lds_valid(ev_lds_valid), .ev_lds(ev_lds), .ev_arrive_valid(ev_arrive_valid), .ev_arrive_slot(ev_arrive_slot), .ev_release_valid(ev_release_valid),
        .ev_release_slots(ev_release_slots), .ev_end_valid(ev_end_valid), .ev_end_slot(ev_end_slot), .ev_gdone_valid(ev_gdone_valid), .ev_gdone(ev_gdone),
        .st_valid(st_valid), .st_waiting(st_waiting), .st_pc(st_pc), .st_launched(st_launched), .st_arrived(st_arrived), .st_ended(st_ended));

`ifdef WF_SYSTEM
    // what the machine asks of its memory path, and the shared memory below the cores' caches
    wire [CORES-1:0] mreq_taken = u_top.mreq_valid & u_top.mreq_take;
    assign mreq_valid = u_top.mreq_valid;
    assign mreq       = u_top.mreq;
`define WF_SHARED u_top.u_memory.u_atomic
`else
    wire [CORES-1:0] mreq_taken = mreq_valid & mreq_ready;
`endif
    wire [CHANNELS-1:0] room = ~mrsp_valid | mrsp_ready;        // a wire: Icarus 11 passes the expression itself wrongly
    // room, not mrsp_ready: whether an answer is taken depends on its tag, which means nothing before there is one
    wire known = (^{rt_valid, mreq_valid, room, desc_ready, done_valid, ev_launch_valid, ev_lds_valid, ev_arrive_valid,
                    ev_release_valid, ev_end_valid, ev_gdone_valid, fault_valid}) !== 1'bx;
`ifdef WF_TRACE
    `include "wf_waves.vh"
`endif

`ifdef WF_COVER
    genvar b;
    generate
        for (b = 0; b < CORES; b = b + 1) begin : g_bins
            wf_top_bins #(.WAVES(WAVES), .GROUPS(GROUPS), .DISPATCHES(DISPATCHES), .SLOT_W(SLOT_W), .GSLOT_W(GSLOT_W)) u_bins (
                .clk(clk), .reset(rst), .id_busy(id_busy),
                .launch(ev_launch_valid[b]), .launch_first(ev_launch[`WF_LAUNCH_W*b + `WF_LAUNCH_WAVE] == 16'd0),
                .launch_slot(ev_launch[`WF_LAUNCH_W*b + `WF_LAUNCH_SLOT]), .launch_group(ev_launch[`WF_LAUNCH_W*b + `WF_LAUNCH_GSLOT]),
                .arrive(ev_arrive_valid[b]), .arrive_slot(ev_arrive_slot[SLOT_W*b +: SLOT_W]),
                .over(ev_end_valid[b]), .over_slot(ev_end_slot[SLOT_W*b +: SLOT_W]));
        end
    endgenerate
`endif

    initial begin
        rst = 1'b1;
        state = RESET;
        pause = 8'd8;
        quad_valid = 1'b0;
        observe = 1'b0;
        cancel_valid = 1'b0;
        {desc_valid, done_ready, imem_we, buf_we} = 4'd0;
        mreq_ready = {CHANNELS{1'b0}};
        mrsp_valid = {CHANNELS{1'b0}};
        for (k = 0; k < CORES; k = k + 1)
            mrsp[`WF_MRSP_W*k + `WF_MRSP_ERROR] = 0;
        holds = {9*CORES{1'b0}};
`ifdef WF_SYSTEM
        `WF_C(system)(1 << LTAG_W);
`endif
`ifdef WF_ALONE
        `WF_C(alone)(0);
`endif
        `WF_C(start)(LANES, WAVES, GROUPS, REGS, REG_ROWS, LDS_WORDS, LDS_BANKS, IMEM_WORDS, COALESCE, INFLIGHT, DISPATCHES, CORES, FPU_LANES);
`ifndef VERILATOR
        if ($value$plusargs("waves=%s", wave_file)) begin
            $dumpfile(wave_file);
            $dumpvars(0, wf_lockstep_tb);
        end
`endif
    end

    function [31:0] unit_of(input [6:0] onehot);     // WF_UNIT_*: its class is one-hot
        integer u;
        begin
            unit_of = 32'd0;
            for (u = 0; u < 7; u = u + 1)
                if (onehot[u]) unit_of = u;
        end
    endfunction

    // what each core issues, and its stalls
    wire [CORES-1:0]        insn_valid, insn_fold, flow_fold;
    wire [SLOT_W*CORES-1:0] flow_slot;
    wire [SLOT_W*CORES-1:0] insn_slot;
    wire [7*CORES-1:0]      insn_class;
    // ... for profile and timeline: what each picks, why it picks nothing, banks of its LDS that serve
    wire [CORES-1:0]        pick_valid;
    wire [32*CORES-1:0]     pick_index, pick_causes, pick_banks;
    genvar g, h;
    generate
        for (g = 0; g < CORES; g = g + 1) begin : g_cores
            assign insn_valid[g]                   = `WF_TOP.g_core[g].u_cu.u_core.insn_valid;
            assign insn_fold[g]                    = `WF_TOP.g_core[g].u_cu.u_core.insn_fold;
            assign flow_fold[g]                    = `WF_TOP.g_core[g].u_cu.u_core.next_fold;
            assign flow_slot[SLOT_W*g +: SLOT_W]   = `WF_TOP.g_core[g].u_cu.u_core.flow_slot;
            assign insn_slot[SLOT_W*g +: SLOT_W]   = `WF_TOP.g_core[g].u_cu.u_core.insn_slot;
            assign insn_class[7*g +: 7]            = `WF_TOP.g_core[g].u_cu.u_core.insn_class;
            // while observed: else nobody computes them for this
            assign pick_valid[g]                   = observe && `WF_TOP.g_core[g].u_cu.u_core.pick_valid;
            assign pick_index[32*g +: 32]          = observe ? `WF_TOP.g_core[g].u_cu.u_core.u_sched.pick_index : 32'd0;
            assign pick_causes[32*g +: 32]         = observe ? `WF_TOP.g_core[g].u_cu.u_counters.stall_d : 32'd0;
            assign pick_banks[32*g +: 32]          = observe ? `WF_TOP.g_core[g].u_cu.lds_stat_ops : 32'd0;
            for (h = 0; h < 9; h = h + 1) begin : g_hold
                always @* `WF_TOP.g_core[g].u_cu.u_channels[h].u_stall.hold = holds[9*g + h];
            end
        end
    endgenerate

    // a dispatch taken up at a later group: when its walk begins, it leaps there
    always @(negedge clk)
        if (!`WF_TOP.u_dispatch.u_walk.on)
            leapt <= 1'b0;
        else if (!leapt) begin
            leapt <= 1'b1;
            if (walk_from != 192'd0)
                {`WF_TOP.u_dispatch.u_walk.w_tz, `WF_TOP.u_dispatch.u_walk.w_ty, `WF_TOP.u_dispatch.u_walk.w_tx,
                 `WF_TOP.u_dispatch.u_walk.w_z, `WF_TOP.u_dispatch.u_walk.w_y, `WF_TOP.u_dispatch.u_walk.w_x} <= walk_from;
        end

    /* verilator lint_off WIDTH */                  // C takes 32-bit numbers: fields are widened, numbers are cut to the field
    /* verilator lint_off BLKSEQ */                 // what C answers is used in the same cycle
    task take_request(input integer core, input [`WF_MREQ_W-1:0] record);
        begin
            n1      = record[`WF_MREQ_TAG];
            n0      = core*WAVES + (n1 >> (TAG_W - SLOT_W));
            n2      = record[`WF_MREQ_KIND];
            n3      = record[`WF_MREQ_ATOM];
            mask    = record[`WF_MREQ_MASK];
            address = record[`WF_MREQ_ADDR];
            data    = record[`WF_MREQ_DATA];
            compare = record[`WF_MREQ_COMPARE];
        end
    endtask

    always @(posedge clk) begin
        imem_we <= 1'b0;
        buf_we  <= 1'b0;

        if (!rst) begin
            if (!known) `WF_C(unknown)(0);
            // what is passed has a variable of its own: Icarus passes a part of a vector wrongly
`ifndef WF_ALONE
            for (k = 0; k < CORES; k = k + 1)
                if (ev_launch_valid[k]) begin
                    launched = ev_launch[`WF_LAUNCH_W*k +: `WF_LAUNCH_W];
                    n0 = k*WAVES + launched[`WF_LAUNCH_SLOT];
                    n1 = launched[`WF_LAUNCH_ID];
                    {z, y, x} = launched[`WF_LAUNCH_GID];
                    n2 = launched[`WF_LAUNCH_WAVE];
                    n3 = launched[`WF_LAUNCH_COUNT];
                    n4 = launched[`WF_LAUNCH_WAVE_LOG2];
                    n5 = launched[`WF_LAUNCH_LIVE];
                    n6 = launched[`WF_LAUNCH_REG_BASE];
                    n7 = launched[`WF_LAUNCH_REGS];
                    n8 = launched[`WF_LAUNCH_LDS_BASE];
                    n9 = launched[`WF_LAUNCH_LDS_WORDS];
                    `WF_C(launch)(n0, n1, x, y, z, n2, n3, n4, n5, n6, n7, n8, n9);
                end
            for (k = 0; k < CORES; k = k + 1)
                if (ev_lds_valid[k]) begin
                    take_request(k, ev_lds[`WF_MREQ_W*k +: `WF_MREQ_W]);
                    `WF_C(request)(0, n0, 0, n2, n3, mask, address, data, compare);
                end
`endif
            for (k = 0; k < CORES; k = k + 1)
                if (mreq_taken[k]) begin
                    take_request(k, mreq[`WF_MREQ_W*k +: `WF_MREQ_W]);
                    `WF_C(request)(1, n0, n1, n2, n3, mask, address, data, compare);
                end
`ifdef WF_SYSTEM
            if (`WF_SHARED.ureq_valid && `WF_SHARED.ureq_ready) begin
                n0 = `WF_SHARED.ureq_tag >> (LTAG_W - 1 - CORE_W);
                n1 = `WF_SHARED.ureq[`WF_LREQ_KIND];
                n2 = `WF_SHARED.ureq[`WF_AREQ_ATOM];
                n3 = `WF_SHARED.ureq[`WF_LREQ_LINE];
                line_bytes = `WF_SHARED.ureq[`WF_LREQ_BYTES];
                line_data  = `WF_SHARED.ureq[`WF_LREQ_DATA];
                `WF_C(line)(n0, n1, n2, n3, line_bytes, line_data);
            end
            if (lreq_valid && mreq_ready[0]) begin
                n0 = lreq_tag;
                n1 = lreq[`WF_LREQ_KIND];
                n2 = lreq[`WF_LREQ_LINE];
                line_bytes = lreq[`WF_LREQ_BYTES];
                line_data  = lreq[`WF_LREQ_DATA];
                `WF_C(line_request)(n0, n1, n2, line_bytes, line_data);
            end
            for (k = 0; k < CORES; k = k + 1)
                if (u_top.mrsp_go[k] && u_top.mrsp_ready[k]) begin
                    n0   = u_top.mrsp[`WF_MRSP_W*k + `WF_MRSP_TAG];
                    data = u_top.mrsp[`WF_MRSP_W*k + `WF_MRSP_DATA];
                    `WF_C(returned)(k, n0, data);
                end
            for (k = 0; k < CORES; k = k + 1)
                if (u_top.u_memory.stat_hit[k] || u_top.u_memory.stat_joined[k] || u_top.u_memory.stat_missed[k]) begin
                    n0 = u_top.u_memory.stat_hit[k];
                    n1 = u_top.u_memory.stat_joined[k];
                    n2 = u_top.u_memory.stat_missed[k];
                    `WF_C(cache)(n0, n1, n2);
                end
`endif
`ifndef WF_ALONE
            for (k = 0; k < CORES; k = k + 1)
                if (rt_valid[k]) begin
                    retired = rt[`WF_RT_W*k +: `WF_RT_W];
                    n0      = k*WAVES + retired[`WF_RT_SLOT];
                    n1      = retired[`WF_RT_ID];
                    {z, y, x} = retired[`WF_RT_GID];
                    n2      = retired[`WF_RT_WAVE];
                    n3      = retired[`WF_RT_PC];
                    insn    = retired[`WF_RT_WORD];
                    mask    = retired[`WF_RT_EXEC];
                    written = retired[`WF_RT_WRITE];
                    n4      = insn[`WF_INSN_DST];
                    n5      = retired[`WF_RT_WORDS];
                    result  = retired[`WF_RT_DATA];
                    n6      = retired[`WF_RT_FOLD];
                    folded  = retired[`WF_RT_FOLD_EXEC];
                    `WF_C(retire)(n0, n1, x, y, z, n2, n3, insn, mask, written, n4, n5, result, n6, folded);
                end
            for (k = 0; k < CORES; k = k + 1)       // for trace, profile and timeline alone
                if (insn_valid[k]) begin
                    {n0, n1} = {k*WAVES + insn_slot[SLOT_W*k +: SLOT_W], unit_of(insn_class[7*k +: 7])};
                    `WF_C(issue)(n0, n1);
                    if (insn_fold[k]) `WF_C(fold)(n0);
                end
            for (k = 0; k < CORES; k = k + 1)
                if (flow_fold[k]) begin
                    n0 = k*WAVES + flow_slot[SLOT_W*k +: SLOT_W];
                    `WF_C(fold)(n0);
                end
            for (k = 0; k < CORES; k = k + 1)
                if (ev_arrive_valid[k]) begin
                    n0 = k*WAVES + ev_arrive_slot[SLOT_W*k +: SLOT_W];
                    `WF_C(arrive)(n0);
                end
            for (k = 0; k < CORES; k = k + 1)
                if (ev_release_valid[k]) begin
                    released = ev_release_slots[WAVES*k +: WAVES];
                    `WF_C(release)(k, released);
                end
            for (k = 0; observe && k < CORES; k = k + 1) begin      // for profile and timeline: wf_bench.h
                n0 = k*WAVES + pick_index[32*k +: 32];
                if (pick_valid[k])
                    `WF_C(pick)(n0);
                {n1, n2} = {pick_causes[32*k +: 32], pick_banks[32*k +: 32]};
                `WF_C(observe)(k, n1, n2);
            end
            for (k = 0; k < CORES; k = k + 1)
                if (ev_end_valid[k]) begin
                    n0 = k*WAVES + ev_end_slot[SLOT_W*k +: SLOT_W];
                    `WF_C(end)(n0);
                end
            for (k = 0; k < CORES; k = k + 1)
                if (ev_gdone_valid[k]) begin
                    over = ev_gdone[`WF_GDONE_W*k +: `WF_GDONE_W];
                    n0   = over[`WF_GDONE_ID];
                    {z, y, x} = over[`WF_GDONE_GID];
                    `WF_C(gdone)(n0, x, y, z);
                end
`endif
        end

`ifdef WF_ALONE
        if (!rst && (rt_valid != {CORES{1'b0}} || ev_launch_valid != {CORES{1'b0}})) `WF_C(alive)(0);
`endif
        control = `WF_C(cycle)(room);
        more = CHANNELS > 1 ? `WF_C(more)(room) : 32'd0;
        for (k = 0; k < CORES; k = k + 1)           // each core has the stalls of another channel of the first
            for (word = 0; word < 9; word = word + 1)
                holds[9*k + word] <= control[(word + k) % 9];
        mreq_ready[0] <= control[9];
        for (k = 1; k < CHANNELS; k = k + 1)
            mreq_ready[k] <= more[16 + k];
        done_ready <= control[10];
        observe    <= control[14];
        cancel_valid <= control[16];
        cancel_id    <= control[17 +: ID_W];
        for (k = 0; k < CHANNELS; k = k + 1) begin
            if (mrsp_ready[k])
                mrsp_valid[k] <= 1'b0;
            if (k == 0 ? control[11] : more[k]) begin       // the channel is free and an answer leaves
                mrsp_valid[k] <= 1'b1;
`ifdef WF_SYSTEM
                `WF_C(line_answer)(answer_tag, line_data);
                lrsp_tag   <= answer_tag;
                lrsp       <= line_data;             // no error
`else
                `WF_C(answer)(k, answer_tag, answer_data);
                mrsp[`WF_MRSP_W*k + `WF_MRSP_TAG]  <= answer_tag;
                mrsp[`WF_MRSP_W*k + `WF_MRSP_DATA] <= answer_data;
`endif
            end
        end

        if (!quad_valid || quad_ready) begin        // of a pixel shader
            next_quad  = `WF_C(quad)(0);
            quad       <= next_quad;
            quad_valid <= next_quad[14];
        end

        case (state)
            RESET: begin
                pause <= pause - 8'd1;
                if (pause == 8'd4) rst <= 1'b0;
                if (pause == 8'd0) state <= NEXT;
            end
            NEXT: begin
                todo = `WF_C(next)(0);
                case (todo)
                    DO_CODE: begin
                        imem_we   <= 1'b1;
                        imem_addr <= `WF_C(field)(0);
                        imem_data <= {`WF_C(field)(2), `WF_C(field)(1)};
                    end
                    DO_BUFFER: begin
                        buf_we    <= 1'b1;
                        buf_index <= `WF_C(field)(0);
                        buf_base  <= `WF_C(field)(1);
                        buf_size  <= `WF_C(field)(2);
                        buf_id    <= `WF_C(field)(3);
                        buf_robust <= `WF_C(field)(4);
                    end
                    DO_DESC: begin
                        for (word = 0; word < DESC_WORDS; word = word + 1)
                            desc[32*word +: 32] <= `WF_C(field)(word);
                        for (word = 0; word < 6; word = word + 1)
                            walk_from[32*word +: 32] <= `WF_C(field)(DESC_WORDS + word);
                        desc_valid <= 1'b1;
                        state      <= SEND;
                    end
                    DO_RUN:  state <= RUN;
                    DO_SETTLE: begin
                        pause <= 8'd16;
                        state <= SETTLE;
                    end
                    default: state <= OVER;
                endcase
            end
            SEND: if (desc_ready) begin
                `WF_C(accepted)(0);
                desc_valid <= 1'b0;
                state      <= RUN;
            end
            RUN: if (control[15]) state <= NEXT;
            SETTLE: begin                           // counters come to rest
                pause <= pause - 8'd1;
                if (pause == 8'd0) begin
                    `WF_C(finish)(counters);
                    state <= NEXT;
                end
            end
            default: `WF_C(finish)(counters);       // after a failure: what the counters say now
        endcase
        if (!rst && done_valid && done_ready) begin
            faulted       = fault[`WF_FAULT_W*done_id +: `WF_FAULT_W];
            lanes_faulted = faulted[`WF_FAULT_COUNT];
            n0 = fault_valid[done_id];
            n1 = faulted[`WF_FAULT_KIND];
            n2 = faulted[`WF_FAULT_WAVE];
            {z, y, x} = faulted[`WF_FAULT_GID];
            n3 = faulted[`WF_FAULT_LANE];
            n4 = faulted[`WF_FAULT_ADDR];
            n5 = faulted[`WF_FAULT_PC];
            n6 = faulted[`WF_FAULT_BUFFER];
            `WF_C(faults)(lanes_faulted, n0, n1, n2, x, y, z, n3, n4, n5, n6);
            counted = instructions[64*done_id +: 64];
            `WF_C(done)(done_id, done_code, done_ending, done_wave_size, done_waves, counted);
        end
        if (control[13]) begin                      // reset, whatever is under way
            rst        <= 1'b1;
            desc_valid <= 1'b0;
            quad_valid <= 1'b0;
            mrsp_valid <= {CHANNELS{1'b0}};
            pause      <= 8'd8;
            state      <= RESET;
        end
        if (control[12])
            state <= OVER;
`ifndef VERILATOR
        `WF_C(clock)(0);                            // wf_icarus.h: this clock is over
`endif
    end
    /* verilator lint_on BLKSEQ */
    /* verilator lint_on WIDTH */
endmodule

`default_nettype wire
