// SPDX-License-Identifier: Apache-2.0
// wf_lockstep_tb - the whole machine in lock step with the golden model: one text for Verilator (C through DPI) and Icarus (VPI).
//   Every event of a cycle is handed to C in the order launch, request, retire, arrive, release, end, group done; C answers
//   with what to stall in the next cycle and when an answer of global memory may leave.  Options: c_model/cosim/wf_bench.h.
//   Spec: docs/lockstep.md   Test: tb/lockstep/test_lockstep.c, tb/cli/test_rtl.sh
`ifndef VERILATOR
`timescale 1ns/1ps
`endif
`default_nettype none
`include "wf_access.vh"
`include "wf_isa.vh"
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
    reg  [63:0]            insn, lanes_faulted;
    reg  [LANES-1:0]       mask, written, folded;
    reg  [32*LANES-1:0]    address, data, compare;
    reg  [128*LANES-1:0]   result;
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
    reg                    desc_valid, cancel_valid, done_ready, imem_we, buf_we;
    reg  [32*DESC_WORDS-1:0] desc;
    wire                   desc_ready, done_valid;
    // of cores, one after the other
    wire [CORES-1:0]       mreq_valid, rt_valid, rt_fold, ev_launch_valid, ev_lds_valid, ev_arrive_valid, ev_release_valid, ev_end_valid, ev_gdone_valid;
    reg  [3:0]             buf_index;
    reg  [15:0]            imem_addr;
    reg  [31:0]            buf_base, buf_size;
`ifdef WF_SYSTEM
    localparam integer LINES_W = 7, INDEX_W = L1_LINES > 1 ? $clog2(L1_LINES) : 1;
    localparam integer CORE_W = CORES > 1 ? $clog2(CORES) : 0;
    localparam integer LTAG_W = 2 + CORE_W + (LINES_W > INDEX_W ? LINES_W : INDEX_W);     // as wf_system has it
    wire                   lreq_valid;
    wire [LTAG_W-1:0]      lreq_tag;
    wire [1:0]             lreq_kind;
    wire [25:0]            lreq_line;
    wire [63:0]            lreq_bytes;
    wire [511:0]           lreq_data;
    reg  [LTAG_W-1:0]      lrsp_tag;
    reg  [511:0]           lrsp_data, line_data;
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
    wire [3*DISPATCHES-1:0]  fault_kind;                       // by id
    wire [8*DISPATCHES-1:0]  fault_lane;
    wire [16*DISPATCHES-1:0] fault_wave, fault_pc;
    wire [32*DISPATCHES-1:0] fault_gid_x, fault_gid_y, fault_gid_z, fault_addr;
    wire [64*DISPATCHES-1:0] fault_count;
    wire [16*DISPATCHES-1:0] fault_slot;
    wire [1:0]             done_ending;
    wire [7:0]             done_code, done_wave_size;
    wire [15:0]            done_waves;
    reg  [63:0]            imem_data;
    wire [8*CORES-1:0]     ev_launch_live, ev_launch_regs;
    wire [16*CORES-1:0]    rt_wave, rt_pc, ev_launch_wave, ev_launch_count, ev_launch_reg_base, ev_launch_lds_base, ev_launch_lds_words;
    wire [TAG_W*CORES-1:0] mreq_tag;
    wire [ID_W*CORES-1:0]  rt_id, ev_launch_id, ev_gdone_id;
    wire [SLOT_W*CORES-1:0] rt_slot, ev_launch_slot, ev_lds_slot, ev_arrive_slot, ev_end_slot;
    wire [2*CORES-1:0]     mreq_kind, ev_lds_kind;
    wire [4*CORES-1:0]     mreq_atom, ev_lds_atom;
    wire [LANES*CORES-1:0] mreq_mask, rt_exec, rt_write, rt_fold_exec, ev_lds_mask;
    wire [32*LANES*CORES-1:0] mreq_addr, mreq_data, mreq_compare, ev_lds_addr, ev_lds_data, ev_lds_compare;
    reg  [TAG_W*CORES-1:0] mrsp_tag;
    reg  [32*LANES*CORES-1:0] mrsp_data;
    wire [GSLOT_W*CORES-1:0] rt_gslot, ev_launch_gslot;
    wire [32*CORES-1:0]    rt_gid_x, rt_gid_y, rt_gid_z, ev_launch_gid_x, ev_launch_gid_y, ev_launch_gid_z,
                           ev_gdone_gid_x, ev_gdone_gid_y, ev_gdone_gid_z;
    wire [64*CORES-1:0]    rt_word;
    wire [`WF_CNT_W*CORES-1:0] counters;
    wire [7*CORES-1:0]     rt_dst;
    wire [3*CORES-1:0]     rt_words, ev_launch_wave_log2;
    wire [128*LANES*CORES-1:0] rt_data;
    wire [WAVES*CORES-1:0] ev_release_slots, st_valid, st_waiting;
    wire [16*WAVES*CORES-1:0] st_pc;
    wire [16*GROUPS*CORES-1:0] st_launched, st_arrived, st_ended;

    `WF_DUT #(
`ifdef WF_SYSTEM
             .AXI_DATA(0), .L1_LINES(L1_LINES), .LINES_W(LINES_W),
`endif
             .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS),
             .LDS_BANKS(LDS_BANKS), .COALESCE(COALESCE),
             .IMEM_WORDS(IMEM_WORDS), .POLICY(POLICY), .INFLIGHT(INFLIGHT), .DISPATCHES(DISPATCHES), .CORES(CORES)) u_top (
        .clk(clk), .rst(rst),
        .desc_valid(desc_valid), .desc_ready(desc_ready),
        .quad_valid(quad_valid), .quad_ready(quad_ready), .quad_last(quad[0]), .quad_coverage(quad[31:28]),
        .quad_x({quad[13:1], 1'b0}), .quad_y({quad[27:15], 1'b0}),
        .desc(desc[`WF_DESC_W-1:0]),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id), .done_code(done_code),
        .done_ending(done_ending), .cancel_valid(cancel_valid), .cancel_id(cancel_id), .id_busy(id_busy), .done_wave_size(done_wave_size),
        .done_waves(done_waves), .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data), .buf_we(buf_we),
        .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size),
`ifdef WF_SYSTEM
        .restart(1'b0), .restarting(), .lreq_valid(lreq_valid), .lreq_ready(mreq_ready), .lreq_tag(lreq_tag), .lreq_kind(lreq_kind), .lreq_line(lreq_line),
        .lreq_bytes(lreq_bytes), .lreq_data(lreq_data), .lrsp_valid(mrsp_valid), .lrsp_ready(mrsp_ready), .lrsp_tag(lrsp_tag), .lrsp_data(lrsp_data), .lrsp_error(1'b0),
        .m_axi_awvalid(), .m_axi_awready(1'b0), .m_axi_awid(), .m_axi_awaddr(), .m_axi_awlen(), .m_axi_awsize(), .m_axi_awburst(), .m_axi_awlock(),
        .m_axi_awcache(), .m_axi_awprot(), .m_axi_awqos(), .m_axi_wvalid(), .m_axi_wready(1'b0), .m_axi_wdata(), .m_axi_wstrb(), .m_axi_wlast(),
        .m_axi_bvalid(1'b0), .m_axi_bready(), .m_axi_bid(5'd0), .m_axi_bresp(2'd0), .m_axi_arvalid(), .m_axi_arready(1'b0), .m_axi_arid(),
        .m_axi_araddr(), .m_axi_arlen(), .m_axi_arsize(), .m_axi_arburst(), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos(),
        .m_axi_rvalid(1'b0), .m_axi_rready(), .m_axi_rid(5'd0), .m_axi_rdata(64'd0), .m_axi_rresp(2'd0), .m_axi_rlast(1'b0),
        .axi_fault(), .axi_fault_write(), .axi_fault_resp(), .axi_fault_line(),
`else
        .mreq_valid(mreq_valid), .mreq_ready(mreq_ready),
        .mreq_tag(mreq_tag), .mreq_kind(mreq_kind), .mreq_atom(mreq_atom), .mreq_mask(mreq_mask), .mreq_addr(mreq_addr),
        .mreq_data(mreq_data), .mreq_compare(mreq_compare), .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready),
        .mrsp_tag(mrsp_tag), .mrsp_data(mrsp_data), .mrsp_error({`WF_ACCESS_ERROR_W*CORES{1'b0}}), .acquire(),
`endif
        .rt_valid(rt_valid), .rt_slot(rt_slot), .rt_gslot(rt_gslot), .rt_id(rt_id),
        .rt_wave(rt_wave), .rt_gid_x(rt_gid_x), .rt_gid_y(rt_gid_y), .rt_gid_z(rt_gid_z), .rt_pc(rt_pc), .rt_word(rt_word),
        .rt_exec(rt_exec), .rt_write(rt_write), .rt_dst(rt_dst), .rt_words(rt_words), .rt_data(rt_data), .rt_fold(rt_fold), .rt_fold_exec(rt_fold_exec),
        .fault_valid(fault_valid), .fault_kind(fault_kind), .fault_slot(fault_slot), .fault_wave(fault_wave),
        .fault_gid_x(fault_gid_x), .fault_gid_y(fault_gid_y), .fault_gid_z(fault_gid_z), .fault_lane(fault_lane),
        .fault_pc(fault_pc), .fault_addr(fault_addr), .fault_count(fault_count), .counters(counters), .ev_launch_valid(ev_launch_valid),
        .ev_launch_slot(ev_launch_slot), .ev_launch_gslot(ev_launch_gslot), .ev_launch_id(ev_launch_id), .ev_launch_gid_x(ev_launch_gid_x),
        .ev_launch_gid_y(ev_launch_gid_y), .ev_launch_gid_z(ev_launch_gid_z), .ev_launch_wave(ev_launch_wave),
        .ev_launch_count(ev_launch_count), .ev_launch_wave_log2(ev_launch_wave_log2), .ev_launch_live(ev_launch_live),
        .ev_launch_reg_base(ev_launch_reg_base), .ev_launch_regs(ev_launch_regs), .ev_launch_lds_base(ev_launch_lds_base),
        .ev_launch_lds_words(ev_launch_lds_words),
        .ev_lds_valid(ev_lds_valid), .ev_lds_slot(ev_lds_slot), .ev_lds_kind(ev_lds_kind), .ev_lds_atom(ev_lds_atom),
        .ev_lds_mask(ev_lds_mask), .ev_lds_addr(ev_lds_addr), .ev_lds_data(ev_lds_data), .ev_lds_compare(ev_lds_compare),
        .ev_arrive_valid(ev_arrive_valid), .ev_arrive_slot(ev_arrive_slot), .ev_release_valid(ev_release_valid),
        .ev_release_slots(ev_release_slots), .ev_end_valid(ev_end_valid), .ev_end_slot(ev_end_slot),
        .ev_gdone_valid(ev_gdone_valid), .ev_gdone_id(ev_gdone_id), .ev_gdone_gid_x(ev_gdone_gid_x), .ev_gdone_gid_y(ev_gdone_gid_y),
        .ev_gdone_gid_z(ev_gdone_gid_z), .st_valid(st_valid), .st_waiting(st_waiting), .st_pc(st_pc),
        .st_launched(st_launched), .st_arrived(st_arrived), .st_ended(st_ended));

`ifdef WF_SYSTEM
    // what the machine asks of its memory path, and the shared memory below the cores' caches
    wire [CORES-1:0]     mreq_taken = u_top.mreq_valid & u_top.mreq_take;
    assign mreq_valid   = u_top.mreq_valid;
    assign mreq_tag     = u_top.mreq_tag;
    assign mreq_kind    = u_top.mreq_kind;
    assign mreq_atom    = u_top.mreq_atom;
    assign mreq_mask    = u_top.mreq_mask;
    assign mreq_addr    = u_top.mreq_addr;
    assign mreq_data    = u_top.mreq_data;
    assign mreq_compare = u_top.mreq_compare;
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
        holds = {9*CORES{1'b0}};
`ifdef WF_SYSTEM
        `WF_C(system)(1 << LTAG_W);
`endif
        `WF_C(start)(LANES, WAVES, GROUPS, REGS, REG_ROWS, LDS_WORDS, LDS_BANKS, IMEM_WORDS, COALESCE, INFLIGHT, DISPATCHES, CORES);
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
    genvar g;
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
            always @* begin
                `WF_TOP.g_core[g].u_cu.u_launch_channel.u_stall.hold    = holds[9*g];
                `WF_TOP.g_core[g].u_cu.u_arrive_channel.u_stall.hold    = holds[9*g + 1];
                `WF_TOP.g_core[g].u_cu.u_xlane_rsp_channel.u_stall.hold = holds[9*g + 2];
                `WF_TOP.g_core[g].u_cu.u_pack_rsp_channel.u_stall.hold  = holds[9*g + 3];
                `WF_TOP.g_core[g].u_cu.u_lds_rsp_channel.u_stall.hold   = holds[9*g + 4];
                `WF_TOP.g_core[g].u_cu.u_lds_req_channel.u_stall.hold   = holds[9*g + 5];
                `WF_TOP.g_core[g].u_cu.u_xlane_req_channel.u_stall.hold = holds[9*g + 6];
                `WF_TOP.g_core[g].u_cu.u_end_channel.u_stall.hold       = holds[9*g + 7];
                `WF_TOP.g_core[g].u_cu.u_pack_req_channel.u_stall.hold  = holds[9*g + 8];
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
    always @(posedge clk) begin
        imem_we <= 1'b0;
        buf_we  <= 1'b0;

        if (!rst) begin
            if (!known) `WF_C(unknown)(0);
            // what is passed has a variable of its own: Icarus passes a part of a vector wrongly
            for (k = 0; k < CORES; k = k + 1)
                if (ev_launch_valid[k]) begin
                    {n0, n1, n2, n3} = {k*WAVES + ev_launch_slot[SLOT_W*k +: SLOT_W], {(32-ID_W){1'b0}}, ev_launch_id[ID_W*k +: ID_W],
                                        16'd0, ev_launch_wave[16*k +: 16], 16'd0, ev_launch_count[16*k +: 16]};
                    {x, y, z} = {ev_launch_gid_x[32*k +: 32], ev_launch_gid_y[32*k +: 32], ev_launch_gid_z[32*k +: 32]};
                    {n4, n5} = {29'd0, ev_launch_wave_log2[3*k +: 3], 24'd0, ev_launch_live[8*k +: 8]};
                    {n6, n7} = {16'd0, ev_launch_reg_base[16*k +: 16], 24'd0, ev_launch_regs[8*k +: 8]};
                    {n8, n9} = {16'd0, ev_launch_lds_base[16*k +: 16], 16'd0, ev_launch_lds_words[16*k +: 16]};
                    `WF_C(launch)(n0, n1, x, y, z, n2, n3, n4, n5, n6, n7, n8, n9);
                end
            for (k = 0; k < CORES; k = k + 1)
                if (ev_lds_valid[k]) begin
                    {n0, n1, n2} = {k*WAVES + ev_lds_slot[SLOT_W*k +: SLOT_W], 30'd0, ev_lds_kind[2*k +: 2], 28'd0, ev_lds_atom[4*k +: 4]};
                    mask    = ev_lds_mask[LANES*k +: LANES];
                    address = ev_lds_addr[32*LANES*k +: 32*LANES];
                    data    = ev_lds_data[32*LANES*k +: 32*LANES];
                    compare = ev_lds_compare[32*LANES*k +: 32*LANES];
                    `WF_C(request)(0, n0, 0, n1, n2, mask, address, data, compare);
                end
            for (k = 0; k < CORES; k = k + 1)
                if (mreq_taken[k]) begin
                    {n0, n1} = {k*WAVES + mreq_tag[TAG_W*k + TAG_W - SLOT_W +: SLOT_W], {(32-TAG_W){1'b0}}, mreq_tag[TAG_W*k +: TAG_W]};
                    {n2, n3} = {30'd0, mreq_kind[2*k +: 2], 28'd0, mreq_atom[4*k +: 4]};
                    mask    = mreq_mask[LANES*k +: LANES];
                    address = mreq_addr[32*LANES*k +: 32*LANES];
                    data    = mreq_data[32*LANES*k +: 32*LANES];
                    compare = mreq_compare[32*LANES*k +: 32*LANES];
                    `WF_C(request)(1, n0, n1, n2, n3, mask, address, data, compare);
                end
`ifdef WF_SYSTEM
            if (`WF_SHARED.ureq_valid && `WF_SHARED.ureq_ready) begin
                n0 = `WF_SHARED.ureq_tag >> (LTAG_W - 1 - CORE_W);
                {n1, n2, n3} = {30'd0, `WF_SHARED.ureq_kind, 28'd0, `WF_SHARED.ureq_atom, 6'd0, `WF_SHARED.ureq_line};
                `WF_C(line)(n0, n1, n2, n3, `WF_SHARED.ureq_bytes, `WF_SHARED.ureq_data);
            end
            if (lreq_valid && mreq_ready[0]) begin
                {n0, n1, n2} = {{32-LTAG_W{1'b0}}, lreq_tag, 30'd0, lreq_kind, 6'd0, lreq_line};
                `WF_C(line_request)(n0, n1, n2, lreq_bytes, lreq_data);
            end
            for (k = 0; k < CORES; k = k + 1)
                if (u_top.mrsp_go[k] && u_top.mrsp_ready[k]) begin
                    n0   = u_top.mrsp_tag[TAG_W*k +: TAG_W];
                    data = u_top.mrsp_data[32*LANES*k +: 32*LANES];
                    `WF_C(returned)(k, n0, data);
                end
`endif
            for (k = 0; k < CORES; k = k + 1)
                if (rt_valid[k]) begin
                    {n0, n1, n2} = {k*WAVES + rt_slot[SLOT_W*k +: SLOT_W], {(32-ID_W){1'b0}}, rt_id[ID_W*k +: ID_W], 16'd0, rt_wave[16*k +: 16]};
                    {x, y, z} = {rt_gid_x[32*k +: 32], rt_gid_y[32*k +: 32], rt_gid_z[32*k +: 32]};
                    {n3, n4, n5} = {16'd0, rt_pc[16*k +: 16], 25'd0, rt_dst[7*k +: 7], 29'd0, rt_words[3*k +: 3]};
                    insn    = rt_word[64*k +: 64];
                    mask    = rt_exec[LANES*k +: LANES];
                    written = rt_write[LANES*k +: LANES];
                    result  = rt_data[128*LANES*k +: 128*LANES];
                    n6      = {31'd0, rt_fold[k]};
                    folded  = rt_fold_exec[LANES*k +: LANES];
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
                    n0 = ev_gdone_id[ID_W*k +: ID_W];
                    {x, y, z} = {ev_gdone_gid_x[32*k +: 32], ev_gdone_gid_y[32*k +: 32], ev_gdone_gid_z[32*k +: 32]};
                    `WF_C(gdone)(n0, x, y, z);
                end
        end

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
                lrsp_data  <= line_data;
`else
                `WF_C(answer)(k, answer_tag, answer_data);
                mrsp_tag[TAG_W*k +: TAG_W]           <= answer_tag;
                mrsp_data[32*LANES*k +: 32*LANES]    <= answer_data;
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
            {lanes_faulted, n0, n1, n2} = {fault_count[64*done_id +: 64], 31'd0, fault_valid[done_id], 29'd0, fault_kind[3*done_id +: 3],
                                           16'd0, fault_wave[16*done_id +: 16]};
            {x, y, z} = {fault_gid_x[32*done_id +: 32], fault_gid_y[32*done_id +: 32], fault_gid_z[32*done_id +: 32]};
            {n3, n4, n5} = {24'd0, fault_lane[8*done_id +: 8], fault_addr[32*done_id +: 32], 16'd0, fault_pc[16*done_id +: 16]};
            `WF_C(faults)(lanes_faulted, n0, n1, n2, x, y, z, n3, n4, n5);
            `WF_C(done)(done_id, done_code, done_ending, done_wave_size, done_waves);
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
