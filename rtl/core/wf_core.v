// SPDX-License-Identifier: Apache-2.0
// wf_core - runs waves: fetch, schedule, registers, control flow, vector ALU and FPU, and the channels to other units.
//   One instruction per cycle, up to INFLIGHT of a wave in flight.  A dependent integer ALU instruction issues 4 cycles
//   after the one before, a float one after 8, control flow's successor after 5, or 7 where it jumps.
//     pick | read instruction | read registers and lanes | operands | unit ... | grant | retire and write registers
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"
`include "wf_eager.vh"

module wf_core #(
    parameter integer LANES      = 32,       // widest wave, a power of two 4..128
    parameter integer WAVES      = 16,       // wave slots, 1..256
    parameter integer GROUPS     = 8,        // resident groups, 1..64
    parameter integer FPU_LANES  = LANES,    // lanes that the float unit computes at a time: divides LANES; 0: none
    parameter integer REGS       = 64,       // registers a lane, 16..128, a multiple of 8
    parameter integer REG_ROWS   = WAVES * REGS,    // each a register of all lanes; a multiple of 8, REGS to 32768
    parameter integer IMEM_WORDS = 4096,     // instructions, 2..65536
    parameter integer POLICY     = 0,        // 0 loose round robin, 1 oldest first
    parameter integer INFLIGHT   = 4,        // instructions of a wave in flight, 1..8
    parameter integer DISPATCHES = 1,        // in flight at once: 1, 2, 4 or 8
    parameter integer SLOT_BASE  = 0,        // number of its first slot among those of all cores
    parameter integer CORES      = 1,        // of the machine
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1,   // derived: of the id of a dispatch
    parameter integer SLOT_W     = (WAVES > 1) ? $clog2(WAVES) : 1,     // derived
    parameter integer TAG_W      = SLOT_W + ((INFLIGHT > 1) ? $clog2(INFLIGHT) : 1),    // derived: {slot, entry}
    parameter integer GSLOT_W    = (GROUPS > 1) ? $clog2(GROUPS) : 1    // derived
) (
    input  wire                  clk,
    input  wire                  rst,

    // waves in and out
    input  wire                  launch_valid,
    output wire                  launch_ready,               // always 1
    input  wire [`WF_LAUNCH_W-1:0] launch,                   // this record and those below: docs/isa.md
    output wire                  end_valid,
    input  wire                  end_ready,
    output wire [SLOT_W-1:0]     end_slot,
    output wire                  arrive_valid,
    input  wire                  arrive_ready,
    output wire [SLOT_W-1:0]     arrive_slot,
    input  wire                  release_valid,
    input  wire [WAVES-1:0]      release_slots,

    // loading
    input  wire                  imem_we,
    input  wire [15:0]           imem_addr,
    input  wire [63:0]           imem_data,
    input  wire                  buf_we,
    input  wire [ID_W-1:0]       buf_id,                     // of this dispatch
    input  wire [7:0]            buf_index,
    input  wire [31:0]           buf_base,
    input  wire [31:0]           buf_size,
    input  wire                  buf_robust,               // an access beyond it is no fault

    // dispatches
    input  wire                  finish_valid,               // pulse: one is over, and none of its buffers is bound
    input  wire [ID_W-1:0]       finish_id,
    input  wire                  begin_valid,                // pulse: one comes, its faults begin at none
    input  wire [ID_W-1:0]       begin_id,
    input  wire [DISPATCHES-1:0] dead,                       // by id: its waves end at their next fetch
    input  wire [17*DISPATCHES-1:0] code_words,              // by id, stable while its waves run: length of the kernel,
    input  wire [16*DISPATCHES-1:0] code_base,               // its place in the instruction memory
    input  wire [96*DISPATCHES-1:0] grid_size,                    // its size in groups, {z, y, x}
    input  wire [63:0]           cycles,                     // since the reset, for `sv r, clock.low`
    input  wire                  settle,                     // pulse: from the next cycle on, ...
    output wire                  settled,                    // ... the stores that were on their way then are there

    // cross-lane unit
    output wire                  xlane_req_valid,
    input  wire                  xlane_req_ready,
    output wire [TAG_W-1:0]      xlane_req_tag,
    output wire [7:0]            xlane_req_op,
    output wire [7:0]            xlane_req_mod,
    output wire [2:0]            xlane_req_wave_log2,
    output wire [LANES-1:0]      xlane_req_exec,
    output wire [LANES-1:0]      xlane_req_active,
    output wire [32*LANES-1:0]   xlane_req_a,
    output wire [32*LANES-1:0]   xlane_req_b,
    output wire [128*LANES-1:0]  xlane_req_q,
    input  wire                  xlane_rsp_valid,
    output wire                  xlane_rsp_ready,
    input  wire [TAG_W-1:0]      xlane_rsp_tag,
    input  wire [128*LANES-1:0]  xlane_rsp_data,

    // the float unit's lanes, as wf_xlane uses them: requests, answers taken at once
    input  wire                  row_wanted,
    input  wire                  row_req_valid,
    output wire                  row_req_ready,
    input  wire [2:0]            row_req_tag,
    input  wire [7:0]            row_req_op,
    input  wire [LANES-1:0]      row_req_active,
    input  wire [32*LANES-1:0]   row_req_a,
    input  wire [32*LANES-1:0]   row_req_b,
    output wire                  row_soon_valid,             // an answer in the next cycle, or later if the float unit stalls
    output wire [2:0]            row_soon_tag,
    output wire                  row_rsp_valid,
    output wire [32*LANES-1:0]   row_rsp_data,

    // lane packer
    output wire                  pack_req_valid,
    input  wire                  pack_req_ready,
    output wire [TAG_W-1:0]      pack_req_tag,
    output wire [ID_W-1:0]       pack_req_id,                // its dispatch
    output wire [2:0]            pack_req_sv,
    output wire [15:0]           pack_req_place,             // of lane 0
    output wire [95:0]           pack_req_base,              // group id * (X, Y, Z), {z, y, x}
    input  wire                  pack_rsp_valid,
    output wire                  pack_rsp_ready,
    input  wire [TAG_W-1:0]      pack_rsp_tag,
    input  wire [32*LANES-1:0]   pack_rsp_data,

    // groupshared memory
    output wire                  lds_req_valid,
    input  wire                  lds_req_ready,
    output wire [`WF_MREQ_W-1:0] lds_req,
    output wire [15:0]           lds_req_base,
    output wire [15:0]           lds_req_words,
    input  wire                  lds_rsp_valid,
    output wire                  lds_rsp_ready,
    input  wire [32*LANES-1:0]   lds_rsp_data,
    input  wire [`WF_REPORT_W-1:0] lds_rsp_report,           // its tag and its faulty lanes, or none

    // global memory
    output wire                  mreq_valid,
    input  wire                  mreq_ready,
    output wire [`WF_MREQ_W-1:0] mreq,
    input  wire                  mrsp_valid,
    output wire                  mrsp_ready,
    input  wire [`WF_MRSP_W-1:0] mrsp,

    // retire record
    output wire                  rt_valid,
    output wire [`WF_RT_W-1:0]   rt,

    // by id: the first fault of the dispatch, and how many lanes faulted, until another begins
    input  wire [DISPATCHES-1:0] fault_elsewhere,            // some core has a record of it: wf_fault_pick
    output wire [DISPATCHES-1:0] fault_found,                // there is a record,
    output wire [DISPATCHES-1:0] fault_settled,              // ... all of it, or none; none that is earlier comes
    output wire [16*DISPATCHES-1:0] fault_time,
    output wire [`WF_FAULT_W*DISPATCHES-1:0] fault,

    // state
    output wire [WAVES-1:0]      st_valid,
    output wire [WAVES-1:0]      st_waiting,
    output wire [16*WAVES-1:0]   st_pc,
    output wire                  stat_issue,                 // an instruction was picked
    output wire                  stat_blocked                // none, though one is there: its unit is full
);
    localparam integer ENTRY_W = TAG_W - SLOT_W;
    localparam integer HALF  = LANES / 2;    // lanes that a 64-bit atomic is for
    localparam integer DEPTH = 5;            // entries an operand queue: hides the loop from credit to credit

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0)
            wf_core_LANES_must_be_a_power_of_two_4_to_128 u_error ();
        if (WAVES < 1 || WAVES > 256) wf_core_WAVES_must_be_1_to_256 u_error ();
        if (GROUPS < 1 || GROUPS > 64) wf_core_GROUPS_must_be_1_to_64 u_error ();
        if (DISPATCHES < 1 || DISPATCHES > 8 || (DISPATCHES & (DISPATCHES - 1)) != 0)
            wf_core_DISPATCHES_must_be_1_2_4_or_8 u_error ();
    endgenerate

    // ---- launch ----
    assign launch_ready = 1'b1;
    wire [SLOT_W-1:0] launch_slot  = launch[`WF_LAUNCH_SLOT];
    wire [7:0]        launch_live  = launch[`WF_LAUNCH_LIVE];
    wire              launch_empty = launch_live == 8'd0;
    reg  [LANES-1:0] launch_lanes;
    integer l;
    always @* begin
        launch_lanes = {LANES{1'b0}};
        if (launch_valid)
            for (l = 0; l < LANES; l = l + 1) launch_lanes[l] = l[7:0] < launch_live;
    end

    // ---- fetch: per slot the head of its buffer; the instruction that is buffered; the instruction that issued ----
    wire [2*WAVES-1:0] fill_onehot;
    wire [WAVES-1:0]   head_valid, head_place, ready, running, converged, waiting, grant_onehot;
    wire [7*WAVES-1:0] head_class;
    wire               fill_place, fill_younger, fill_drain, fill_fence;
    wire [SLOT_W-1:0]  fill_slot;
    wire [35:0]        fill_operands;
    wire               pick_valid, issue_valid;
    wire [SLOT_W-1:0]  issue_slot;
    wire [ENTRY_W-1:0] issue_entry, grant_entry;
    wire               insn_valid, insn_fold;
    wire [SLOT_W-1:0]  insn_slot;
    wire [15:0]        insn_pc;
    wire [63:0]        insn_word;
    wire [6:0]         insn_decoded, insn_class;
    wire [2:0]         insn_fault;
    wire [18:0]        insn_second;
    reg  [ENTRY_W-1:0] insn_entry;

    // later stages, as fetch, the scoreboard and the registers read them
    wire               next_valid, next_jump, next_skips, next_end, next_fold;
    wire [16:0]        next_pc;
    wire [SLOT_W-1:0]  flow_slot;
    reg  [SLOT_W-1:0]  opnd_slot;
    reg  [ENTRY_W-1:0] opnd_entry;
    reg  [6:0]         opnd_push;            // to which unit an instruction goes: a register, since readies of units depend on it
    wire [6:0]         rsp_valid, rsp_ready, credit_return;
    wire [2:0]         results_waiting;
    wire               fpu_early, fpu_rsp_early, mem_answered, mem_posted, post_turn;
    wire               fpu_lend;
    wire [1:0]         fpu_lent;
    wire [TAG_W-1:0]   fpu_early_tag;
    wire [TAG_W-1:0]   mrsp_tag = mrsp[`WF_MRSP_TAG];
    wire [SLOT_W-1:0]  rt_slot;              // of the retire record: to read them in it would be a loop through the bus
    wire [ID_W-1:0]    rt_id;
    wire [63:0]        rt_word;
    wire [2:0]         rt_words;
    wire [LANES-1:0]   rt_exec, rt_write;
    wire [128*LANES-1:0] rt_data;

    wf_core_fetch #(.WAVES(WAVES), .FPU(FPU_LANES), .IMEM_WORDS(IMEM_WORDS), .DISPATCHES(DISPATCHES)) u_fetch (
        .clk(clk), .rst(rst), .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data),
        .code_words(code_words), .code_base(code_base), .dead(dead), .launch_valid(launch_valid && !launch_empty),
        .launch_slot(launch_slot), .launch_pc(launch[`WF_LAUNCH_ENTRY]), .launch_id(launch[`WF_LAUNCH_ID]),
        .next_valid(next_valid), .next_jump(next_jump), .next_skips(next_skips), .next_end(next_end),
        .next_fold(next_fold), .next_slot(flow_slot), .next_pc(next_pc),
        .issue_valid(issue_valid), .issue_slot(issue_slot),
        .fill_onehot(fill_onehot), .fill_slot(fill_slot), .fill_place(fill_place), .fill_younger(fill_younger),
        .fill_operands(fill_operands), .fill_drain(fill_drain), .fill_fence(fill_fence), .running(running),
        .converged(converged), .valid(head_valid), .head(head_place), .head_class(head_class),
        .insn_valid(insn_valid), .insn_slot(insn_slot), .insn_pc(insn_pc), .insn_word(insn_word),
        .insn_decoded(insn_decoded), .insn_fault(insn_fault), .insn_class(insn_class), .insn_fold(insn_fold),
        .insn_second(insn_second), .issue_pc(st_pc));

    // ---- schedule ----
    wf_core_sched #(.WAVES(WAVES), .POLICY(POLICY), .DEPTH(DEPTH)) u_sched (
        .clk(clk), .rst(rst), .launch_valid(launch_valid), .launch_slot(launch_slot),
        .ready(ready), .head_class(head_class), .waiting(waiting), .results_waiting(results_waiting),
        .credit_return(credit_return), .fpu_lend(fpu_lend), .fpu_lent(fpu_lent), .pick_valid(pick_valid),
        .issue_valid(issue_valid), .issue_slot(issue_slot), .blocked(stat_blocked));
    assign stat_issue = pick_valid;

    wf_core_score #(.WAVES(WAVES), .INFLIGHT(INFLIGHT)) u_score (
        .clk(clk), .rst(rst), .in_onehot(fill_onehot), .in_slot(fill_slot), .in_place(fill_place),
        .in_younger(fill_younger), .in_operands(fill_operands), .in_drain(fill_drain), .in_fence(fill_fence),
        .valid(head_valid), .head(head_place), .flow(head_class[`WF_UNIT_FLOW*WAVES +: WAVES]),
        .issue_valid(issue_valid), .issue_slot(issue_slot), .issue_entry(issue_entry),
        .early_valid(opnd_push[`WF_UNIT_ALU] || fpu_early),
        .early_slot(fpu_early ? fpu_early_tag[ENTRY_W +: SLOT_W] : opnd_slot),
        .early_entry(fpu_early ? fpu_early_tag[ENTRY_W-1:0] : opnd_entry),
        .grant_onehot(rsp_ready[`WF_UNIT_ALU] || fpu_rsp_early ? {WAVES{1'b0}} : grant_onehot),
        .grant_entry(grant_entry),
        .grant_flow(rsp_ready[`WF_UNIT_FLOW]), .grant_posted(rsp_ready[`WF_UNIT_MEM] && post_turn),
        .answer_valid(mem_answered && mem_posted), .answer_slot(mrsp_tag[ENTRY_W +: SLOT_W]),
        .answer_entry(mrsp_tag[ENTRY_W-1:0]), .settle(settle), .settled(settled), .ready(ready));

    always @(posedge clk) begin
        if (issue_valid) insn_entry <= issue_entry;
        if (insn_valid)  opnd_entry <= insn_entry;
    end

    // ---- the instruction that issued ----
    wire [7:0] insn_mod     = insn_word[`WF_INSN_MOD];
    wire       insn_memory  = insn_class[`WF_UNIT_LDS] || insn_class[`WF_UNIT_MEM];
    wire       insn_reads_b = insn_decoded[`WF_DECODE_B] && !insn_word[`WF_INSN_IMMEDIATE];
    wire       insn_quad    = insn_decoded[`WF_DECODE_QUAD];
    wire       insn_pair    = insn_quad && insn_word[`WF_INSN_OP] == `WF_OP_TATOM;     // number and compare value
    wire       insn_pairs   = insn_memory && insn_word[1:0] == `WF_ACCESS_PAIRS;       // a 64-bit atomic
    wire       insn_atomic  = insn_class[`WF_UNIT_MEM] && insn_word[`WF_ACCESS_ATOMICS];
    wire [15:0] insn_offset = insn_word[`WF_INSN_IMM16] & {{4{!insn_atomic}}, 9'h1ff, {3{!insn_pairs}}};

    wire [ID_W-1:0] insn_id, mreq_id, lds_req_id, lds_rsp_id;        // dispatches
    wire [15:0]     insn_wave, insn_place, insn_count, insn_lds_base, insn_lds_words;
    wire [2:0]      insn_wave_log2;
    wire [95:0]     insn_gid, insn_tbase;

    // ---- operand stage ----
    reg              opnd_valid, opnd_fold, opnd_pair, opnd_pairs;
    reg [2:0]        opnd_fault;
    reg [ID_W-1:0]   opnd_id;
    reg [15:0]       opnd_pc, opnd_offset, opnd_place, opnd_lds_base, opnd_lds_words;
    reg [63:0]       opnd_word;
    reg [18:0]       opnd_second;
    reg [2:0]        opnd_words, opnd_wave_log2;
    reg [95:0]       opnd_tbase;
    always @(posedge clk) begin
        opnd_valid <= insn_valid && !rst;
        opnd_push  <= insn_class & {7{insn_valid && !rst}};
        if (insn_valid) begin
            opnd_fault     <= insn_fault;
            opnd_slot      <= insn_slot;
            opnd_id        <= insn_id;
            opnd_pc        <= insn_pc;
            opnd_word      <= insn_word;
            opnd_fold      <= insn_fold;
            opnd_second    <= insn_second;
            opnd_words     <= (insn_memory && insn_word[`WF_INSN_NO_DST]) ? 3'd0 : insn_decoded[`WF_DECODE_WORDS];
            opnd_offset    <= insn_offset;
            opnd_pair      <= insn_pair;
            opnd_pairs     <= insn_pairs;
            opnd_place     <= insn_place;
            opnd_wave_log2 <= insn_wave_log2;
            opnd_tbase     <= insn_tbase;
            opnd_lds_base  <= insn_lds_base;
            opnd_lds_words <= insn_lds_words;
        end
    end

    `include "wf_isa_running.vh"
    wire [LANES-1:0] opnd_exec, opnd_helpers;
    wire [LANES-1:0] opnd_active = opnd_exec & ~opnd_helpers;
    wire [7:0]       opnd_op     = opnd_word[`WF_INSN_OP];
    wire [7:0]       opnd_mod    = opnd_word[`WF_INSN_IMMEDIATE] ? 8'd0 : opnd_word[`WF_INSN_MOD];
    wire [1:0]       opnd_kind   = opnd_op[1:0];                 // of LDS and memory instructions: WF_ACCESS_*
    wire             opnd_memory = opnd_push[`WF_UNIT_LDS] || opnd_push[`WF_UNIT_MEM];
    wire             opnd_xlane  = opnd_push[`WF_UNIT_XLANE];
    wire             opnd_private = opnd_op == `WF_OP_GSTP;
    wire             opnd_table  = opnd_op == `WF_OP_TLD || opnd_op == `WF_OP_TST || opnd_op == `WF_OP_TATOM ||
                                   opnd_op == `WF_OP_TATOM64;
    wire             opnd_high   = opnd_word[`WF_INSN_HALF];     // of a 64-bit atomic: the half that performs it
    // All running lanes take part, or the active ones alone.
    wire             opnd_running = opnd_xlane ? wf_isa_running(opnd_op, {opnd_mod[`WF_MOD_SCAN_SCOPE],
                                                                          opnd_mod[`WF_MOD_SCAN_MODE]})
                                  : opnd_memory ? opnd_kind == `WF_ACCESS_LOAD || opnd_private : 1'b1;
    // For cross-lane instructions helper lanes stand for the active ones when no others run.
    wire [LANES-1:0] opnd_voters = opnd_active == {LANES{1'b0}} ? opnd_exec : opnd_active;
    wire [LANES-1:0] opnd_half   = opnd_pairs ? {{HALF{opnd_high}}, {HALF{!opnd_high}}} : {LANES{1'b1}};
    wire [LANES-1:0] opnd_lanes  = opnd_running ? opnd_exec : opnd_xlane ? opnd_voters : opnd_active & opnd_half;
    wire [LANES-1:0] opnd_write  = (opnd_words == 3'd0) ? {LANES{1'b0}} : opnd_lanes;
    wire [TAG_W-1:0] opnd_tag    = {opnd_slot, opnd_entry};

    wire [31:0]          opnd_size;
    wire [32*LANES-1:0]  op_a, op_b, op_c, opnd_value;
    wire [128*LANES-1:0] op_q;

    wf_core_sv #(.LANES(LANES), .WAVES(WAVES), .SLOT_BASE(SLOT_BASE), .CORES(CORES)) u_sv (
        .clk(clk), .launch_valid(launch_valid), .launch_slot(launch_slot), .launch_pixel(launch[`WF_LAUNCH_PIXEL]),
        .launch_at(launch[`WF_LAUNCH_AT]),
        .insn_valid(insn_valid && !insn_reads_b), .insn_slot(insn_slot), .insn_word(insn_word),
        .insn_wave_log2(insn_wave_log2), .insn_wave(insn_wave), .insn_count(insn_count), .insn_gid(insn_gid),
        .grid(grid_size[96*insn_id +: 96]), .cycles(cycles),
        .opnd_helper(opnd_helpers), .value(opnd_value));

    wf_core_regs #(.LANES(LANES), .WAVES(WAVES), .REGS(REGS), .REG_ROWS(REG_ROWS)) u_regs (
        .clk(clk), .launch_valid(launch_valid), .launch_slot(launch_slot), .launch_base(launch[`WF_LAUNCH_REG_BASE]),
        .launch_regs(launch[`WF_LAUNCH_REGS]), .read_slot(insn_slot),
        .read_enable({3{insn_valid}} &
                     {insn_decoded[`WF_DECODE_C] || insn_quad, insn_reads_b, insn_decoded[`WF_DECODE_A]}),
        .read_number({insn_word[`WF_INSN_C], insn_word[`WF_INSN_B], insn_word[`WF_INSN_A]}), .read_quad(insn_quad),
        .form_valid(opnd_valid), .form_value(opnd_value),
        .op_a(op_a), .op_b(op_b), .op_c(op_c), .op_q(op_q),
        .write_enable(rt_valid && rt_words != 3'd0), .write_slot(rt_slot), .write_number(rt_word[`WF_INSN_DST]),
        .write_quad(rt_words == 3'd4), .write_mask(rt_write), .write_data(rt_data));

    reg [LANES-1:0] condition;
    always @* begin
        condition = {LANES{1'b0}};
        if (opnd_push[`WF_UNIT_FLOW])
            for (l = 0; l < LANES; l = l + 1) condition[l] = op_a[32*l +: 32] != 32'd0;
    end

    // ---- flow ----
    wire [ENTRY_W-1:0] flow_entry;
    wire [TAG_W-1:0]  alu_tag, fpu_tag;
    wire              flow_barrier, flow_end, flow_fold, flow_goes_on;
    wire [LANES-1:0]  flow_lanes;
    wire [2:0]        flow_fault;
    wf_core_flow #(.LANES(LANES), .WAVES(WAVES), .DEPTH(DEPTH), .ENTRY_W(ENTRY_W)) u_flow (
        .clk(clk), .rst(rst), .launch_valid(launch_valid), .launch_slot(launch_slot), .launch_lanes(launch_lanes),
        .launch_helper(launch[`WF_LAUNCH_HELPER]),
        .read_valid(insn_valid), .read_slot(insn_slot), .read_level(insn_mod), .exec(opnd_exec), .helper(opnd_helpers),
        .running(running), .converged(converged),
        .in_valid(opnd_push[`WF_UNIT_FLOW]), .in_slot(opnd_slot), .in_entry(opnd_entry), .in_pc(opnd_pc),
        .in_op(opnd_op), .in_level(opnd_word[`WF_INSN_LEVEL]), .in_target(opnd_word[`WF_INSN_IMM16]),
        .in_back(opnd_word[`WF_INSN_BACK]), .in_fault(opnd_fault), .in_condition(condition), .in_second(opnd_second),
        .done_valid(rsp_valid[`WF_UNIT_FLOW]), .done_ready(rsp_ready[`WF_UNIT_FLOW]), .done_slot(flow_slot),
        .done_entry(flow_entry), .done_barrier(flow_barrier), .done_end(flow_end), .done_fault(flow_fault),
        .done_fold(flow_fold), .done_lanes(flow_lanes), .goes_on(flow_goes_on), .next_jump(next_jump),
        .next_skips(next_skips), .next_pc(next_pc));
    // the grant comes late, and inside of wf_core_flow it has all lanes of a slot to write: fetch gets it from here
    wire flow_granted = rsp_valid[`WF_UNIT_FLOW] && rsp_ready[`WF_UNIT_FLOW];
    assign next_valid = flow_granted && flow_goes_on;
    assign next_end   = flow_granted && flow_end;
    assign next_fold  = flow_granted && flow_fold;

    // ---- vector ALU and FPU ----
    wire                opnd_value_moves = opnd_op == `WF_OP_SV || opnd_op == `WF_OP_SIZE;
    wire [7:0]          valu_op = opnd_push[`WF_UNIT_ALU] && opnd_value_moves ? `WF_OP_MOV : opnd_op;
    wire                unused_alu_ready, fpu_credit;
    // A result of the FPU is promised where the ALU has none in that cycle and no other waits; then its entry goes as
    // an ALU instruction's does.
    wire                fpu_early_ok = !opnd_push[`WF_UNIT_ALU] && results_waiting == 3'd0;
    wire [32*LANES-1:0] alu_data, fpu_data;

    // The ALU needs no queue: it takes an instruction a cycle, and its result is granted at once.
    reg                 alu_valid;
    reg  [TAG_W-1:0]    alu_req_tag;
    reg  [7:0]          alu_req_op;
    reg  [LANES-1:0]    alu_req_exec;
    reg  [32*LANES-1:0] alu_a, alu_b, alu_c;
    always @(posedge clk) begin
        alu_valid <= opnd_push[`WF_UNIT_ALU] && !rst;
        if (opnd_push[`WF_UNIT_ALU]) begin
            alu_req_tag  <= opnd_tag;
            alu_req_op   <= valu_op;
            alu_req_exec <= opnd_exec;
            alu_a        <= op_a;
            alu_b        <= opnd_op == `WF_OP_SIZE ? {LANES{opnd_size}} : op_b;    // out of a memory: late, so no other unit has it
            alu_c        <= op_c;
        end
    end
    wf_valu #(.LANES(LANES), .TAG_W(TAG_W)) u_valu (
        .clk(clk), .rst(rst), .req_valid(alu_valid), .req_ready(unused_alu_ready), .req_tag(alu_req_tag),
        .req_op(alu_req_op), .req_active(alu_req_exec), .req_a(alu_a), .req_b(alu_b), .req_c(alu_c),
        .rsp_valid(rsp_valid[`WF_UNIT_ALU]), .rsp_ready(rsp_ready[`WF_UNIT_ALU]), .rsp_tag(alu_tag),
        .rsp_data(alu_data));

    wf_fpu #(.LANES(LANES), .COMPUTE(FPU_LANES), .TAG_W(TAG_W), .DEPTH(DEPTH)) u_fpu (
        .clk(clk), .rst(rst), .in_valid(opnd_push[`WF_UNIT_FPU]), .in_tag(opnd_tag), .in_op(opnd_op),
        .in_active(opnd_exec), .in_a(op_a), .in_b(op_b), .in_c(op_c), .credit_return(fpu_credit),
        .row_wanted(row_wanted), .row_req_valid(row_req_valid), .row_req_ready(row_req_ready),
        .row_req_tag(row_req_tag), .row_req_op(row_req_op), .row_req_active(row_req_active), .row_req_a(row_req_a),
        .row_req_b(row_req_b), .row_soon_valid(row_soon_valid), .row_soon_tag(row_soon_tag), .row_rsp_valid(row_rsp_valid),
        .lend(fpu_lend), .lent(fpu_lent),
        .early_ok(fpu_early_ok), .early_valid(fpu_early), .early_tag(fpu_early_tag),
        .rsp_valid(rsp_valid[`WF_UNIT_FPU]), .rsp_ready(rsp_ready[`WF_UNIT_FPU]), .rsp_early(fpu_rsp_early),
        .rsp_tag(fpu_tag), .rsp_data(fpu_data));
    assign row_rsp_data = fpu_data;

    // credits bound them
    wire [$clog2(DEPTH+1)-1:0] unused_pack_count, unused_xlane_count, unused_lds_count;

    // ---- lane packer, cross-lane, LDS ----
    wf_queue #(.WIDTH(TAG_W+ID_W+3+16 + 96), .DEPTH(DEPTH), .GATED(1)) u_pack_queue (
        .clk(clk), .rst(rst), .in_valid(opnd_push[`WF_UNIT_PACK]),
        .in_data({opnd_tag, opnd_id, opnd_mod[`WF_MOD_THREAD_ID], opnd_place, opnd_tbase}),
        .out_valid(pack_req_valid), .out_ready(pack_req_ready),
        .out_data({pack_req_tag, pack_req_id, pack_req_sv, pack_req_place, pack_req_base}), .count(unused_pack_count));

    wf_queue #(.WIDTH(TAG_W+8+8+3+2*LANES + 6*32*LANES), .DEPTH(DEPTH), .GATED(1)) u_xlane_queue (
        .clk(clk), .rst(rst), .in_valid(opnd_push[`WF_UNIT_XLANE]),
        .in_data({opnd_tag, opnd_op, opnd_mod, opnd_wave_log2, opnd_exec, opnd_voters, op_a, op_b, op_q}),
        .out_valid(xlane_req_valid), .out_ready(xlane_req_ready),
        .out_data({xlane_req_tag, xlane_req_op, xlane_req_mod, xlane_req_wave_log2, xlane_req_exec, xlane_req_active,
                   xlane_req_a, xlane_req_b, xlane_req_q}),
        .count(unused_xlane_count));

    // ---- LDS and memory: what they are asked for ----
    wire [LANES-1:0]    ask_lanes;
    wire [32*LANES-1:0] ask_address, ask_data, ask_compare;
    wire [9*LANES-1:0]  ask_number;
    wf_core_operands #(.LANES(LANES)) u_operands (
        .valid(opnd_memory), .pairs(opnd_pairs), .high(opnd_high), .numbers(opnd_table),
        .number_q(opnd_pair), .in_lanes(opnd_lanes), .in_a(op_a), .in_b(op_b), .in_c(op_c), .in_q(op_q),
        .lanes(ask_lanes), .address(ask_address), .data(ask_data), .compare(ask_compare), .number(ask_number));

    wire [32*LANES-1:0] lds_operand;         // added after the queue: the operands come late in their cycle
    wire [15:0]         lds_offset;
    wf_queue #(.WIDTH(TAG_W+2+4+48+LANES + 3*32*LANES), .DEPTH(DEPTH), .GATED(1)) u_lds_queue (
        .clk(clk), .rst(rst), .in_valid(opnd_push[`WF_UNIT_LDS]),
        .in_data({opnd_tag, opnd_kind, opnd_mod[`WF_MOD_ATOM], opnd_lds_base, opnd_lds_words, opnd_offset,
                  ask_lanes, ask_address, ask_data, ask_compare}),
        .out_valid(lds_req_valid), .out_ready(lds_req_ready),
        .out_data({lds_req[`WF_MREQ_TAG], lds_req[`WF_MREQ_KIND], lds_req[`WF_MREQ_ATOM], lds_req_base, lds_req_words,
                   lds_offset, lds_req[`WF_MREQ_MASK], lds_operand, lds_req[`WF_MREQ_DATA], lds_req[`WF_MREQ_COMPARE]}),
        .count(unused_lds_count));
    reg  [32*LANES-1:0] lds_address;
    always @* begin
        lds_address = lds_operand;
        if (`WF_EAGER || lds_req_valid)
            for (l = 0; l < LANES; l = l + 1) lds_address[32*l +: 32] = lds_operand[32*l +: 32] + {16'd0, lds_offset};
    end
    assign lds_req[`WF_MREQ_ADDR] = lds_address;
    wire [TAG_W-1:0] lds_req_tag = lds_req[`WF_MREQ_TAG];
    wire [TAG_W-1:0] lds_rsp_tag = lds_rsp_report[`WF_REPORT_TAG];
    reg  [1:0]       lds_pairs_m [0:(1<<TAG_W)-1];       // of what is in flight: {a 64-bit atomic, of the upper half}
    always @(posedge clk) if (opnd_push[`WF_UNIT_LDS]) lds_pairs_m[opnd_tag] <= {opnd_pairs, opnd_high};
    wire             lds_pairs, lds_high;
    assign {lds_pairs, lds_high} = lds_pairs_m[lds_rsp_tag];

    // ---- global memory ----
    wire [TAG_W-1:0] mreq_tag = mreq[`WF_MREQ_TAG];
    wire [`WF_ACCESS_ERROR_W-1:0] mrsp_error = mrsp[`WF_MRSP_ERROR];
    wire [LANES-1:0] mem_mask;
    wire             mem_pairs, mem_high;     // of the answer
    wire [15:0]      mreq_wave, bus_wave;     // of the request, of the answer
    wire [95:0]      mreq_gid, bus_gid;
    wire [ID_W-1:0]  bus_id;
    wire [31:0]      bus_base;
    wire             post_valid;
    wire [TAG_W-1:0] post_tag;
    wire             mreq_faulty;
    wire [`WF_REPORT_W-1:0] mreq_report;
    wf_core_mem #(.LANES(LANES), .DEPTH(DEPTH), .TAG_W(TAG_W), .DISPATCHES(DISPATCHES)) u_mem (
        .clk(clk), .rst(rst),
        .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size),
        .buf_robust(buf_robust), .unbind_valid(finish_valid), .unbind_id(finish_id),
        .read_valid(insn_valid && (insn_class[`WF_UNIT_MEM] || insn_word[`WF_INSN_OP] == `WF_OP_SIZE)),
        .read_id(insn_id), .read_index(insn_mod[`WF_MOD_BUFFER]), .read_size(opnd_size),
        .in_valid(opnd_push[`WF_UNIT_MEM]), .in_tag(opnd_tag), .in_id(opnd_id), .in_table(opnd_table),
        .in_kind(opnd_kind), .in_high(opnd_high), .in_atom(opnd_word[`WF_INSN_ATOM]), .in_lanes(ask_lanes),
        .in_operand(ask_address), .in_offset(opnd_offset), .in_data(ask_data), .in_compare(ask_compare), .in_number(ask_number),
        .in_posted(opnd_words == 3'd0), .mreq_valid(mreq_valid), .mreq_ready(mreq_ready),
        .mreq(mreq), .mreq_id(mreq_id), .mreq_wave(mreq_wave), .mreq_gid(mreq_gid),
        .answer_tag(mrsp_tag), .answer_id(bus_id), .answer_wave(bus_wave), .answer_gid(bus_gid), .answer_base(bus_base),
        .answer_mask(mem_mask), .answer_posted(mem_posted), .answer_pairs(mem_pairs), .answer_high(mem_high),
        .post_valid(post_valid), .post_ready(post_turn && rsp_ready[`WF_UNIT_MEM]), .post_tag(post_tag),
        .fault_valid(mreq_faulty), .fault(mreq_report));

    assign credit_return = {mreq_valid && mreq_ready, lds_req_valid && lds_req_ready,
                            xlane_req_valid && xlane_req_ready, pack_req_valid && pack_req_ready,
                            fpu_credit, opnd_push[`WF_UNIT_ALU],
                            rsp_valid[`WF_UNIT_FLOW] && rsp_ready[`WF_UNIT_FLOW]};

    // ---- write-back and retirement ----
    wf_core_answer #(.TAG_W(TAG_W)) u_pack_answer (
        .clk(clk), .rst(rst), .ask_valid(pack_req_valid && pack_req_ready), .ask_tag(pack_req_tag),
        .in_valid(pack_rsp_valid), .in_ready(pack_rsp_ready), .in_tag(pack_rsp_tag),
        .out_valid(rsp_valid[`WF_UNIT_PACK]), .out_ready(rsp_ready[`WF_UNIT_PACK]));
    wf_core_answer #(.TAG_W(TAG_W)) u_xlane_answer (
        .clk(clk), .rst(rst), .ask_valid(xlane_req_valid && xlane_req_ready), .ask_tag(xlane_req_tag),
        .in_valid(xlane_rsp_valid), .in_ready(xlane_rsp_ready), .in_tag(xlane_rsp_tag),
        .out_valid(rsp_valid[`WF_UNIT_XLANE]), .out_ready(rsp_ready[`WF_UNIT_XLANE]));
    wf_core_answer #(.TAG_W(TAG_W)) u_lds_answer (
        .clk(clk), .rst(rst), .ask_valid(lds_req_valid && lds_req_ready), .ask_tag(lds_req_tag),
        .in_valid(lds_rsp_valid), .in_ready(lds_rsp_ready), .in_tag(lds_rsp_tag),
        .out_valid(rsp_valid[`WF_UNIT_LDS]), .out_ready(rsp_ready[`WF_UNIT_LDS]));
    wf_core_answer #(.TAG_W(TAG_W)) u_mem_answer (
        .clk(clk), .rst(rst), .ask_valid(mreq_valid && mreq_ready), .ask_tag(mreq_tag), .in_valid(mrsp_valid),
        .in_ready(mrsp_ready), .in_tag(mrsp_tag), .out_valid(mem_answered),
        .out_ready(mem_posted || rsp_ready[`WF_UNIT_MEM] && !post_turn));

    // Results of loads and posted instructions take turns at the port for memory; the answer of a posted one frees it.
    // The turn is known from registers: a load counts for it from its second cycle on.
    reg  post_last_q, load_waits_q;
    wire load_valid = mem_answered && !mem_posted;
    assign post_turn = post_valid && !(load_waits_q && post_last_q);
    assign rsp_valid[`WF_UNIT_MEM] = post_valid || load_valid;
    wire [TAG_W-1:0] mem_tag = post_turn ? post_tag : mrsp_tag;
    always @(posedge clk) begin
        load_waits_q <= load_valid && !(rsp_ready[`WF_UNIT_MEM] && !post_turn);
        if (rsp_ready[`WF_UNIT_MEM]) post_last_q <= post_turn;
        if (rst) begin
            post_last_q  <= 1'b0;
            load_waits_q <= 1'b0;
        end
    end

    assign rt[`WF_RT_SLOT]  = rt_slot;
    assign rt[`WF_RT_ID]    = rt_id;
    assign rt[`WF_RT_WORD]  = rt_word;
    assign rt[`WF_RT_WORDS] = rt_words;
    assign rt[`WF_RT_EXEC]  = rt_exec;
    assign rt[`WF_RT_WRITE] = rt_write;
    assign rt[`WF_RT_DATA]  = rt_data;
    wire [WAVES-1:0]  rt_onehot;
    wire              rt_barrier, rt_end;
    wire [2:0]        rt_fault;
    wire [ENTRY_W-1:0] rt_entry;
    wire [TAG_W-1:0]  lookup_tag;             // whose fault is being recorded
    wire [15:0]       lookup_pc;
    wf_core_wb #(.LANES(LANES), .WAVES(WAVES), .ENTRY_W(ENTRY_W)) u_wb (
        .clk(clk), .rst(rst), .opnd_valid(opnd_valid), .opnd_tag(opnd_tag), .opnd_pc(opnd_pc), .opnd_word(opnd_word),
        .opnd_exec(opnd_exec), .opnd_write(opnd_write), .opnd_words(opnd_words), .opnd_fold(opnd_fold),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .fpu_early(fpu_rsp_early),
        .rsp_offered({mrsp_valid, lds_rsp_valid, xlane_rsp_valid, pack_rsp_valid}),
        .mem_known(post_valid || load_waits_q),
        .rsp_tags({mem_tag, lds_rsp_tag, xlane_rsp_tag, pack_rsp_tag, fpu_tag, alu_tag, flow_slot, flow_entry}),
        .flow_barrier(flow_barrier), .flow_end(flow_end), .flow_fault(flow_fault), .flow_fold(flow_fold),
        .flow_lanes(flow_lanes), .alu_data(alu_data), .fpu_data(fpu_data),
        .pack_data(pack_rsp_data), .xlane_data(xlane_rsp_data), .lds_data(lds_rsp_data), .lds_pairs(lds_pairs),
        .mem_data(mrsp[`WF_MRSP_DATA]), .mem_mask(mem_mask), .mem_pairs(mem_pairs),
        .results_waiting(results_waiting), .grant_onehot(grant_onehot), .grant_entry(grant_entry),
        .rt_valid(rt_valid), .rt_slot(rt_slot), .rt_entry(rt_entry), .rt_onehot(rt_onehot), .rt_barrier(rt_barrier),
        .rt_end(rt_end), .rt_fault(rt_fault), .lookup_tag(lookup_tag), .lookup_pc(lookup_pc),
        .rt_pc(rt[`WF_RT_PC]), .rt_word(rt_word), .rt_exec(rt_exec), .rt_write(rt_write), .rt_words(rt_words),
        .rt_data(rt_data), .rt_fold(rt[`WF_RT_FOLD]), .rt_fold_exec(rt[`WF_RT_FOLD_EXEC]));

    // ---- wave table ----
    wire [15:0]       lookup_wave;
    wire [95:0]       lookup_gid;
    wf_core_waves #(.LANES(LANES), .WAVES(WAVES), .GSLOT_W(GSLOT_W), .ID_W(ID_W)) u_waves (
        .clk(clk), .rst(rst), .launch_valid(launch_valid), .launch(launch), .launch_empty(launch_empty),
        .insn_slot(insn_slot), .insn_id(insn_id), .insn_wave(insn_wave), .insn_place(insn_place),
        .insn_count(insn_count), .insn_wave_log2(insn_wave_log2), .insn_gid(insn_gid), .insn_tbase(insn_tbase),
        .insn_lds_base(insn_lds_base), .insn_lds_words(insn_lds_words), .rt_slot(rt_slot), .rt_gslot(rt[`WF_RT_GSLOT]),
        .rt_id(rt_id), .rt_wave(rt[`WF_RT_WAVE]), .rt_gid(rt[`WF_RT_GID]),
        .lookup_slot(lookup_tag[ENTRY_W +: SLOT_W]), .lookup_wave(lookup_wave), .lookup_gid(lookup_gid),
        .mreq_slot(mreq_tag[ENTRY_W +: SLOT_W]), .mreq_id(mreq_id), .mreq_wave(mreq_wave), .mreq_gid(mreq_gid),
        .lds_req_slot(lds_req_tag[ENTRY_W +: SLOT_W]), .lds_req_id(lds_req_id),
        .lds_rsp_slot(lds_rsp_tag[ENTRY_W +: SLOT_W]), .lds_rsp_id(lds_rsp_id),
        .wait_valid(rsp_valid[`WF_UNIT_FLOW] && rsp_ready[`WF_UNIT_FLOW] && flow_barrier), .wait_onehot(grant_onehot),
        .barrier_retired(rt_barrier), .end_retired(rt_end), .retired_onehot(rt_onehot),
        .release_valid(release_valid), .release_slots(release_slots),
        .arrive_valid(arrive_valid), .arrive_ready(arrive_ready), .arrive_slot(arrive_slot),
        .end_valid(end_valid), .end_ready(end_ready), .end_slot(end_slot), .valid(st_valid), .waiting(waiting));
    assign st_waiting = waiting;

    // ---- faults ----
    localparam integer SET_W = LANES;
    `include "wf_bits.vh"
    wire [`WF_REPORT_W-1:0] code_report, bus_report, lds_report;
    assign lds_report[`WF_REPORT_TAG]    = lds_rsp_tag;
    assign lds_report[`WF_REPORT_KIND]   = lds_rsp_report[`WF_REPORT_KIND];
    assign lds_report[`WF_REPORT_ADDR]   = lds_rsp_report[`WF_REPORT_ADDR];
    assign lds_report[`WF_REPORT_BUFFER] = lds_rsp_report[`WF_REPORT_BUFFER];
    wf_core_report #(.LANES(LANES)) u_lds_report (
        .pairs(lds_pairs), .high(lds_high), .in_lane(lds_rsp_report[`WF_REPORT_LANE]),
        .in_count(lds_rsp_report[`WF_REPORT_COUNT]), .lane(lds_report[`WF_REPORT_LANE]),
        .count(lds_report[`WF_REPORT_COUNT]));
    assign code_report[`WF_REPORT_TAG]   = {rt_slot, rt_entry};
    assign code_report[`WF_REPORT_KIND]  = rt_fault;
    assign code_report[`WF_REPORT_LANE]  = {{(8-SET_INDEX_W){1'b0}}, index_of(lowest(rt_exec))};
    assign code_report[`WF_REPORT_ADDR]  = 32'd0;
    assign code_report[`WF_REPORT_COUNT] = 8'd1;
    assign code_report[`WF_REPORT_BUFFER] = 9'd0;
    assign bus_report[`WF_REPORT_TAG]    = mrsp_tag;
    assign bus_report[`WF_REPORT_KIND]   = `WF_FAULT_MEM_BUS;
    assign bus_report[`WF_REPORT_ADDR]   = mrsp_error[`WF_ACCESS_ERROR_ADDRESS];     // absolute: wf_core_fault takes the base off
    assign bus_report[`WF_REPORT_BUFFER] = 9'd0;
    wf_core_report #(.LANES(LANES)) u_bus_report (
        .pairs(mem_pairs), .high(mem_high), .in_lane(mrsp_error[`WF_ACCESS_ERROR_LANE]),
        .in_count(mrsp_error[`WF_ACCESS_ERROR_LANES]), .lane(bus_report[`WF_REPORT_LANE]),
        .count(bus_report[`WF_REPORT_COUNT]));
    // An answer of LDS is reported when it comes, though it may wait for its grant: it counts from its request on.
    reg  lds_told_q;
    always @(posedge clk) lds_told_q <= !rst && rsp_valid[`WF_UNIT_LDS] && !rsp_ready[`WF_UNIT_LDS];
    wire lds_answered = rsp_valid[`WF_UNIT_LDS] && !lds_told_q;
    wire bus_offered  = mrsp_valid && mrsp_error[`WF_ACCESS_ERROR_VALID];
    wire bus_faulty   = bus_offered && mem_answered && (mem_posted || (rsp_ready[`WF_UNIT_MEM] && !post_turn));
    wire lds_faulty   = lds_answered && lds_rsp_report[`WF_REPORT_COUNT] != 8'd0;    // a pair is two lanes here, and one of the wave
    wf_core_faults #(.WAVES(WAVES), .ENTRY_W(ENTRY_W), .DISPATCHES(DISPATCHES), .SLOT_BASE(SLOT_BASE)) u_faults (
        .clk(clk), .rst(rst), .begin_valid(begin_valid), .begin_id(begin_id),
        .lds_request(lds_req_valid && lds_req_ready), .lds_request_id(lds_req_id), .lds_request_tag(lds_req_tag),
        .lds_answer(lds_answered), .lds_valid(lds_faulty),
        .lds_id(lds_rsp_id), .lds(lds_report), .mem_valid(mreq_faulty), .mem_id(mreq_id), .mem(mreq_report),
        .code_valid(rt_fault != `WF_FAULT_NONE), .code_id(rt_id), .code(code_report),
        .bus_offered(bus_offered), .bus_valid(bus_faulty), .bus_id(bus_id), .bus(bus_report), .bus_wave(bus_wave), .bus_gid(bus_gid),
        .bus_base(bus_base),
        .lookup_tag(lookup_tag), .lookup_wave(lookup_wave), .lookup_gid(lookup_gid), .lookup_pc(lookup_pc),
        .fault_elsewhere(fault_elsewhere), .fault_found(fault_found), .fault_settled(fault_settled),
        .fault_time(fault_time), .fault(fault));
endmodule

`default_nettype wire
