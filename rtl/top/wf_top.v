// SPDX-License-Identifier: Apache-2.0
// wf_top - the whole machine: a dispatcher and CORES compute units (wf_cu).
//   Descriptors go in, waves of several dispatches run, one answer a descriptor comes out.  Everything a checker needs
//   leaves as an event or a retire record in the cycle in which it happens.  Event order inside a cycle: launch, LDS or
//   memory request, retire, arrive, release, end, group done.
//   Spec: docs/top.md   Test: tb/top/wf_top_smoke_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_top #(
    parameter integer LANES      = 32,       // widest wave, a power of two 4..128
    parameter integer WAVES      = 16,       // wave slots, 1..256
    parameter integer GROUPS     = 8,        // resident groups
    parameter integer REGS       = 64,       // registers a lane, 16..128, a multiple of 8
    parameter integer REG_ROWS   = WAVES * REGS,    // each a register of all lanes; a multiple of 8, REGS to 32768
    parameter integer LDS_WORDS  = 8192,     // 32-bit words of groupshared memory, a power of two
    parameter integer LDS_BANKS  = 32,       // a power of two
    parameter integer COALESCE   = 1,        // 0: LDS atomics make one operation a lane, also where lanes share a word
    parameter integer FPU_LANES  = LANES,    // lanes that the float unit of a core computes at a time: divides LANES
    parameter integer IMEM_WORDS = 4096,     // instructions, at most 65536
    parameter integer POLICY     = 0,        // 0 loose round robin, 1 oldest first
    parameter integer INFLIGHT   = 4,        // instructions of a wave in flight, 1..8
    parameter integer DISPATCHES = 4,        // in flight at once: 1, 2, 4 or 8
    parameter integer CORES      = 1,        // compute units, 1..16; all above but DISPATCHES is of each
    parameter integer WAVE_OPS   = 1,        // 0: kernels that use wave operations are refused
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1,   // derived
    parameter integer SLOT_W     = (WAVES > 1) ? $clog2(WAVES) : 1,     // derived
    parameter integer TAG_W      = SLOT_W + ((INFLIGHT > 1) ? $clog2(INFLIGHT) : 1),    // derived
    parameter integer GSLOT_W    = (GROUPS > 1) ? $clog2(GROUPS) : 1    // derived
) (
    input  wire                  clk,
    input  wire                  rst,                        // synchronous, active high

    // a dispatch; fields as docs/isa.md lists them; taken when its id is free
    input  wire                  desc_valid,
    output wire                  desc_ready,
    input  wire [`WF_DESC_W-1:0] desc,

    // its answer, after everything ended, stores included
    output wire                  done_valid,
    input  wire                  done_ready,
    output wire [ID_W-1:0]       done_id,
    output wire [7:0]            done_code,                  // WF_REJECT_*
    output wire [1:0]            done_ending,                // WF_ENDING_*
    output wire [7:0]            done_wave_size,             // reported size, 0 without REPORT_WAVE_SIZE
    output wire [15:0]           done_waves,                 // waves a group
    output wire [DISPATCHES-1:0] performed,                  // by id, a pulse before its answer: memory has done all

    // end a dispatch: its waves end at their next fetch, and no more are launched; the answer says so
    input  wire                  cancel_valid,               // pulse; of an id that is not in flight it does nothing
    input  wire [ID_W-1:0]       cancel_id,
    output wire [DISPATCHES-1:0] id_busy,                    // from the cycle after its descriptor until its answer

    // the quads of a pixel shader, after its descriptor; taken while it runs
    input  wire                  quad_valid,
    output wire                  quad_ready,
    input  wire                  quad_last,                  // of the dispatch; without quads: one of coverage 0
    input  wire [3:0]            quad_coverage,              // bit 2*row + column; 0: dropped
    input  wire [13:0]           quad_x,                     // of the upper left pixel, even
    input  wire [13:0]           quad_y,

    // loading; ignored: the buffers of an id in flight, and instructions of its kernel
    input  wire                  imem_we,
    input  wire [15:0]           imem_addr,
    input  wire [63:0]           imem_data,
    input  wire                  buf_we,
    input  wire [ID_W-1:0]       buf_id,                     // of the dispatch with this id
    input  wire [7:0]            buf_index,
    input  wire [31:0]           buf_base,
    input  wire [31:0]           buf_size,
    input  wire                  buf_robust,               // an access beyond it is no fault

    // From here on: a core after the other.  Records: docs/isa.md
    // global memory: one request and one response a memory instruction
    output wire [CORES-1:0]      mreq_valid,
    input  wire [CORES-1:0]      mreq_ready,
    output wire [`WF_MREQ_W*CORES-1:0] mreq,
    input  wire [CORES-1:0]      mrsp_valid,
    output wire [CORES-1:0]      mrsp_ready,
    input  wire [`WF_MRSP_W*CORES-1:0] mrsp,
    output wire [CORES-1:0]      acquire,                    // for one cycle: caches forget what they hold

    // retire record, one a cycle
    output wire [CORES-1:0]      rt_valid,
    output wire [`WF_RT_W*CORES-1:0] rt,

    // by id: the first fault of the dispatch, and how many lanes faulted, until another begins
    output wire [DISPATCHES-1:0] fault_valid,
    output reg  [`WF_FAULT_W*DISPATCHES-1:0] fault,          // COUNT counts before fault_valid too

    // by id: instructions that retired, of all cores, until another begins; from its answer on all of them
    output wire [64*DISPATCHES-1:0] retired,

    // what was counted, until reset; isa.def lists the fields
    output wire [`WF_CNT_W*CORES-1:0] counters,

    // events: valid for one cycle
    output wire [CORES-1:0]      ev_launch_valid,
    output wire [`WF_LAUNCH_W*CORES-1:0] ev_launch,
    output wire [CORES-1:0]      ev_lds_valid,
    output wire [`WF_MREQ_W*CORES-1:0] ev_lds,
    output wire [CORES-1:0]      ev_arrive_valid,
    output wire [SLOT_W*CORES-1:0] ev_arrive_slot,
    output wire [CORES-1:0]      ev_release_valid,
    output wire [WAVES*CORES-1:0] ev_release_slots,
    output wire [CORES-1:0]      ev_end_valid,
    output wire [SLOT_W*CORES-1:0] ev_end_slot,
    output wire [CORES-1:0]      ev_gdone_valid,
    output wire [`WF_GDONE_W*CORES-1:0] ev_gdone,

    // who is where, for a hang report
    output wire [WAVES*CORES-1:0] st_valid,                  // slot holds a wave
    output wire [WAVES*CORES-1:0] st_waiting,                // ... that waits at a barrier
    output wire [16*WAVES*CORES-1:0] st_pc,                  // next instruction
    output wire [16*GROUPS*CORES-1:0] st_launched,           // a group slot: waves launched,
    output wire [16*GROUPS*CORES-1:0] st_arrived,            // waiting at the barrier,
    output wire [16*GROUPS*CORES-1:0] st_ended               // ended
);
    generate
        if (LDS_BANKS < 2 || LDS_BANKS > 128 || (LDS_BANKS & (LDS_BANKS - 1)) != 0)
            wf_top_LDS_BANKS_must_be_a_power_of_two_from_2_to_128 u_error ();
    endgenerate

    // ---- dispatch; of cores, one after the other ----
    wire [CORES-1:0]            launch_valid, launch_take, end_go, end_ready,
                                arrive_go, arrive_ready, clear_valid, clear_ready, settled;
    wire [16*CORES-1:0]         clear_base, clear_words;
    wire                        cfg_valid, cfg_numwaves, settle, pixel_open, pixel_valid, pixel_ready, pixel_end;
    wire [ID_W-1:0]             cfg_id;
    wire [10:0]                 cfg_x, cfg_y;
    wire [DISPATCHES-1:0]       dead;
    wire [96*DISPATCHES-1:0]    grid_size;
    wire [17*DISPATCHES-1:0]    code_words;
    wire [16*DISPATCHES-1:0]    code_base;
    wire [DISPATCHES-1:0]       fault_pending;               // by id: it has faulted, and its record is not shown yet
    wire                        over_valid;
    assign                      done_valid = over_valid && !fault_pending[done_id];
    wire [2:0]                  pixel_wave_log2;
    wire [7:0]                  pixel_live;
    wire [LANES-1:0]            pixel_helper;
    wire [7*LANES-1:0]          pixel_at;

    wf_dispatch #(
        .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS),
        .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), .WAVE_OPS(WAVE_OPS), .DISPATCHES(DISPATCHES), .CORES(CORES)
    ) u_dispatch (
        .clk(clk), .rst(rst), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
        .done_valid(over_valid), .done_ready(done_ready && !fault_pending[done_id]), .done_id(done_id),
        .done_code(done_code), .done_ending(done_ending), .done_wave_size(done_wave_size), .done_waves(done_waves),
        .performed(performed), .cancel_valid(cancel_valid), .cancel_id(cancel_id), .id_busy(id_busy), .dead(dead),
        .settle(settle), .settled(&settled),
        .launch_valid(launch_valid), .launch_ready(launch_take), .launch(ev_launch),
        .end_valid(end_go), .end_ready(end_ready), .end_slot(ev_end_slot),
        .arrive_valid(arrive_go), .arrive_ready(arrive_ready), .arrive_slot(ev_arrive_slot),
        .release_valid(ev_release_valid), .release_slots(ev_release_slots), .pixel_open(pixel_open),
        .pixel_wave_log2(pixel_wave_log2), .pixel_valid(pixel_valid), .pixel_ready(pixel_ready), .pixel_end(pixel_end),
        .pixel_live(pixel_live), .pixel_helper(pixel_helper), .pixel_at(pixel_at),
        .gdone_valid(ev_gdone_valid), .gdone(ev_gdone), .lds_clear_valid(clear_valid), .lds_clear_ready(clear_ready),
        .lds_clear_base(clear_base), .lds_clear_words(clear_words),
        .cfg_valid(cfg_valid), .cfg_id(cfg_id), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_numwaves(cfg_numwaves),
        .grid_size(grid_size), .code_words(code_words), .code_base(code_base),
        .stat_launched(st_launched), .stat_arrived(st_arrived), .stat_ended(st_ended));

    // ---- events: what passes between the dispatcher and the cores ----
    assign ev_launch_valid = launch_valid & launch_take;
    assign ev_arrive_valid = arrive_go & arrive_ready;
    assign ev_end_valid    = end_go & end_ready;

    wf_pack_pixels #(.LANES(LANES)) u_pixels (
        .clk(clk), .rst(rst), .open(pixel_open), .wave_log2(pixel_wave_log2), .quad_valid(quad_valid),
        .quad_ready(quad_ready), .quad_last(quad_last), .quad_coverage(quad_coverage), .quad_x(quad_x), .quad_y(quad_y),
        .wave_valid(pixel_valid), .wave_ready(pixel_ready), .wave_end(pixel_end), .wave_live(pixel_live),
        .wave_helper(pixel_helper), .wave_at(pixel_at));

    // ---- loading: not into what runs ----
    reg  [DISPATCHES-1:0] code_runs;                     // the instruction is of this one's kernel
    reg  [17:0]           offset;
    integer n;
    always @*
        for (n = 0; n < DISPATCHES; n = n + 1) begin
            offset       = {2'd0, imem_addr} - {2'd0, code_base[16*n +: 16]};
            code_runs[n] = id_busy[n] && offset < {1'b0, code_words[17*n +: 17]};
        end

    // ---- the first wave of a dispatch: all caches forget ----
    // What it waited for is performed, and its descriptor was taken, but other dispatches have loaded meanwhile on
    // cores that it comes to.  A load of the wave comes to the cache ten cycles later or more.
    localparam [DISPATCHES-1:0] ONE = {{(DISPATCHES-1){1'b0}}, 1'b1};
    reg  [DISPATCHES-1:0] new_q, launched;               // by id: no wave was launched since its descriptor; one is
    reg                   first_wave_q;
    integer m;
    always @* begin
        launched = {DISPATCHES{1'b0}};
        for (m = 0; m < CORES; m = m + 1)
            if (ev_launch_valid[m]) launched = launched | (ONE << ev_launch[`WF_LAUNCH_W*m + `WF_LAUNCH_ID]);
    end
    always @(posedge clk) begin
        new_q        <= (new_q & ~launched) | (cfg_valid ? ONE << cfg_id : {DISPATCHES{1'b0}});
        first_wave_q <= (new_q & launched) != {DISPATCHES{1'b0}};
        if (rst) begin
            new_q        <= {DISPATCHES{1'b0}};
            first_wave_q <= 1'b0;
        end
    end

    // ---- time: one counter for all cores, so that what one of them reads is never before what another has read ----
    wire [63:0] cycles;
    wf_cycles u_cycles (.clk(clk), .rst(rst), .cycles(cycles));

    // ---- compute units ----
    wire [DISPATCHES-1:0]              fault_known;          // faults, by id,
    wire [DISPATCHES*CORES-1:0]        core_found, core_settled;     // ... by core and id
    wire [16*DISPATCHES*CORES-1:0]     core_time;
    wire [`WF_FAULT_W*DISPATCHES*CORES-1:0] core_fault;
    genvar c;
    generate
        if (CORES < 1 || CORES > 16) wf_top_CORES_must_be_1_to_16 u_error ();
        for (c = 0; c < CORES; c = c + 1) begin : g_core
            wf_cu #(
                .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS),
                .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), .COALESCE(COALESCE), .FPU_LANES(FPU_LANES), .IMEM_WORDS(IMEM_WORDS),
                .POLICY(POLICY), .INFLIGHT(INFLIGHT), .DISPATCHES(DISPATCHES), .SLOT_BASE(c*WAVES), .CORES(CORES)
            ) u_cu (
                .clk(clk), .rst(rst), .launch_valid(launch_valid[c]), .launch_take(launch_take[c]),
                .launch(ev_launch[`WF_LAUNCH_W*c +: `WF_LAUNCH_W]),
                .end_go(end_go[c]), .end_ready(end_ready[c]), .end_slot(ev_end_slot[SLOT_W*c +: SLOT_W]),
                .arrive_go(arrive_go[c]), .arrive_ready(arrive_ready[c]),
                .arrive_slot(ev_arrive_slot[SLOT_W*c +: SLOT_W]),
                .release_valid(ev_release_valid[c]), .release_slots(ev_release_slots[WAVES*c +: WAVES]),
                .clear_valid(clear_valid[c]), .clear_ready(clear_ready[c]), .clear_base(clear_base[16*c +: 16]),
                .clear_words(clear_words[16*c +: 16]),
                .cfg_valid(cfg_valid), .cfg_id(cfg_id), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_numwaves(cfg_numwaves),
                .dead(dead), .settle(settle), .settled(settled[c]),
                .grid_size(grid_size), .cycles(cycles), .code_words(code_words), .code_base(code_base),
                .begin_valid(desc_valid && desc_ready), .finish_valid(done_valid && done_ready), .finish_id(done_id),
                .first_wave(first_wave_q),
                .imem_we(imem_we && code_runs == {DISPATCHES{1'b0}}), .imem_addr(imem_addr), .imem_data(imem_data),
                .buf_we(buf_we && !id_busy[buf_id]), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base),
                .buf_size(buf_size), .buf_robust(buf_robust),
                .mreq_valid(mreq_valid[c]), .mreq_ready(mreq_ready[c]), .mreq(mreq[`WF_MREQ_W*c +: `WF_MREQ_W]),
                .mrsp_valid(mrsp_valid[c]), .mrsp_ready(mrsp_ready[c]), .mrsp(mrsp[`WF_MRSP_W*c +: `WF_MRSP_W]),
                .acquire(acquire[c]), .rt_valid(rt_valid[c]), .rt(rt[`WF_RT_W*c +: `WF_RT_W]),
                .fault_elsewhere(fault_known), .fault_found(core_found[DISPATCHES*c +: DISPATCHES]),
                .fault_settled(core_settled[DISPATCHES*c +: DISPATCHES]),
                .fault_time(core_time[16*DISPATCHES*c +: 16*DISPATCHES]),
                .fault(core_fault[`WF_FAULT_W*DISPATCHES*c +: `WF_FAULT_W*DISPATCHES]),
                .counters(counters[`WF_CNT_W*c +: `WF_CNT_W]),
                .ev_lds_valid(ev_lds_valid[c]), .ev_lds(ev_lds[`WF_MREQ_W*c +: `WF_MREQ_W]),
                .st_valid(st_valid[WAVES*c +: WAVES]), .st_waiting(st_waiting[WAVES*c +: WAVES]),
                .st_pc(st_pc[16*WAVES*c +: 16*WAVES]));
        end
    endgenerate

    // ---- the instructions of a dispatch ----
    wire [CORES-1:0]      rt_fold;
    wire [ID_W*CORES-1:0] rt_id;
    genvar r;
    generate
        for (r = 0; r < CORES; r = r + 1) begin : g_retire
            assign rt_fold[r]             = rt[`WF_RT_W*r + `WF_RT_FOLD];
            assign rt_id[ID_W*r +: ID_W]  = rt[`WF_RT_W*r + `WF_RT_ID];
        end
    endgenerate
    wf_dispatch_counts #(.DISPATCHES(DISPATCHES), .CORES(CORES)) u_counts (
        .clk(clk), .rst(rst), .begin_valid(cfg_valid), .begin_id(cfg_id), .retire_valid(rt_valid), .retire_fold(rt_fold),
        .retire_id(rt_id), .retired(retired));

    // ---- the fault record of a dispatch: the first in time of its cores', whole; all lanes count ----
    localparam integer CORE_W = (CORES > 1) ? $clog2(CORES) : 1;
    wire [CORE_W*DISPATCHES-1:0]   fault_core;
    genvar f, g;
    generate
        for (f = 0; f < DISPATCHES; f = f + 1) begin : g_fault
            localparam integer NUMBER = f;
            localparam [ID_W-1:0] ME = NUMBER[ID_W-1:0];
            wire [CORES-1:0]    found, still;
            wire [16*CORES-1:0] times;
            for (g = 0; g < CORES; g = g + 1) begin : g_of
                assign found[g]          = core_found[DISPATCHES*g + f];
                assign still[g]          = core_settled[DISPATCHES*g + f];
                assign times[16*g +: 16] = core_time[16*(DISPATCHES*g + f) +: 16];
            end
            wf_fault_pick #(.CORES(CORES)) u_pick (
                .clk(clk), .rst(rst), .clear(cfg_valid && cfg_id == ME), .found(found), .settled(still), .times(times),
                .known(fault_known[f]),
                .pending(fault_pending[f]), .shown(fault_valid[f]), .core(fault_core[CORE_W*f +: CORE_W]));
        end
    endgenerate

    wire unused = &{1'b0, fault_core};                   // of one core
    integer k, id;
    reg [63:0] count;
    always @*
        for (id = 0; id < DISPATCHES; id = id + 1) begin
            fault[`WF_FAULT_W*id +: `WF_FAULT_W] = core_fault[`WF_FAULT_W*id +: `WF_FAULT_W];
            count = core_fault[`WF_FAULT_W*id + `WF_FAULT_COUNT];
            for (k = 1; k < CORES; k = k + 1) begin
                if (fault_core[CORE_W*id +: CORE_W] == k[CORE_W-1:0])
                    fault[`WF_FAULT_W*id +: `WF_FAULT_W] = core_fault[`WF_FAULT_W*(DISPATCHES*k + id) +: `WF_FAULT_W];
                count = count + core_fault[`WF_FAULT_W*(DISPATCHES*k + id) + `WF_FAULT_COUNT];
            end
            fault[`WF_FAULT_W*id + `WF_FAULT_COUNT] = count;
        end
endmodule

`default_nettype wire
