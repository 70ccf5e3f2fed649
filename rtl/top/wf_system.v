// SPDX-License-Identifier: Apache-2.0
// wf_system - the machine on a memory of lines: wf_top and the memory path.  wf_device puts the lines on AXI4.
//   A dispatch is answered when its stores and the lines of its atomics are at memory: after the answer another master
//   of the bus finds them.  It waits for no atomics that came later: docs/top.md has the bound.  Caches drop their
//   lines when a wave has passed a fence or a barrier of device scope, when a dispatch begins, and when the machine
//   begins anew.  `restart` begins the machine anew without breaking off requests on the bus: the machine is held in
//   reset until these have returned.  Ports are those of wf_top, with a memory in place of mreq and mrsp.
//   Page: docs/top.md   Test: tb/top/wf_system_tb.v, tb/lockstep (libwavefold_sim_l8_system.so)
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_system #(
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
    parameter integer GSLOT_W    = (GROUPS > 1) ? $clog2(GROUPS) : 1,    // derived
    parameter integer L1_LINES   = 64,       // lines of a core's cache, a power of two; 0: none
    parameter integer LINES_W    = 7,        // of wf_memory: 2^LINES_W lines of a core under way
    parameter integer INDEX_W    = L1_LINES > 1 ? $clog2(L1_LINES) : 1,            // derived, as in wf_memory
    parameter integer LTAG_W = 2 + (CORES > 1 ? $clog2(CORES) : 0) + (LINES_W > INDEX_W ? LINES_W : INDEX_W)  // derived
) (
    input  wire                  clk,
    input  wire                  rst,                        // synchronous, active high
    input  wire                  restart,                    // begins anew: while 1, and then until memory is at rest;
    output wire                  restarting,                 // ... so from the next cycle on.  Answers then do nothing
    input  wire                  bus_busy,                   // the memory has something under way

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
    // retire record, one a cycle
    output wire [CORES-1:0]      rt_valid,
    output wire [`WF_RT_W*CORES-1:0] rt,

    // by id: the first fault of the dispatch, and how many lanes faulted, until another begins
    output wire [DISPATCHES-1:0] fault_valid,
    output wire [`WF_FAULT_W*DISPATCHES-1:0] fault,          // COUNT counts before fault_valid too

    // what was counted, until reset; isa.def lists the fields
    output wire [64*DISPATCHES-1:0] retired,                 // by id: instructions, until another begins
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
    output wire [16*GROUPS*CORES-1:0] st_ended,               // ended

    // a memory of lines: docs/memory.md
    output wire                  lreq_valid,
    input  wire                  lreq_ready,
    output wire [LTAG_W-1:0]     lreq_tag,
    output wire [`WF_LREQ_W-1:0] lreq,
    input  wire                  lrsp_valid,
    output wire                  lrsp_ready,
    input  wire [LTAG_W-1:0]     lrsp_tag,
    input  wire [`WF_LRSP_W-1:0] lrsp                        // ERROR: so does the instruction that asked for it
);
    // ---- the machine ----
    wire [CORES-1:0]          mreq_valid, mreq_ready, mreq_go, mreq_take,
                              mrsp_valid, mrsp_ready, mrsp_go, mrsp_take, acquire;
    wire [`WF_MREQ_W*CORES-1:0] mreq;
    wire [`WF_MRSP_W*CORES-1:0] mrsp;
    wire                      ended, ended_ready;
    wire [DISPATCHES-1:0]     performed;
    reg                       held_q;
    wire                      machine_rst = rst || restart || held_q;
    assign restarting = held_q;                  // the memory path takes each answer while it is in reset
    always @(posedge clk)
        held_q <= !rst && (restart || (held_q && bus_busy));
    wf_top #(
        .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS),
        .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), .COALESCE(COALESCE), .FPU_LANES(FPU_LANES), .IMEM_WORDS(IMEM_WORDS), .POLICY(POLICY),
        .INFLIGHT(INFLIGHT), .DISPATCHES(DISPATCHES), .CORES(CORES), .WAVE_OPS(WAVE_OPS)
    ) u_top (
        .clk(clk), .rst(machine_rst), .done_valid(ended), .done_ready(ended_ready),
        .mreq_valid(mreq_valid), .mreq_ready(mreq_take), .mreq(mreq),
        .mrsp_valid(mrsp_go), .mrsp_ready(mrsp_ready), .mrsp(mrsp), .acquire(acquire), .performed(performed),
        .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc), .done_id(done_id), .done_code(done_code),
        .done_ending(done_ending), .done_wave_size(done_wave_size), .done_waves(done_waves),
        .cancel_valid(cancel_valid), .cancel_id(cancel_id), .id_busy(id_busy), .quad_valid(quad_valid),
        .quad_ready(quad_ready), .quad_last(quad_last), .quad_coverage(quad_coverage), .quad_x(quad_x), .quad_y(quad_y),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data),
        .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size),
        .buf_robust(buf_robust),
        .rt_valid(rt_valid), .rt(rt), .fault_valid(fault_valid), .fault(fault), .retired(retired), .counters(counters),
        .ev_launch_valid(ev_launch_valid), .ev_launch(ev_launch), .ev_lds_valid(ev_lds_valid), .ev_lds(ev_lds),
        .ev_arrive_valid(ev_arrive_valid), .ev_arrive_slot(ev_arrive_slot), .ev_release_valid(ev_release_valid),
        .ev_release_slots(ev_release_slots), .ev_end_valid(ev_end_valid), .ev_end_slot(ev_end_slot),
        .ev_gdone_valid(ev_gdone_valid), .ev_gdone(ev_gdone), .st_valid(st_valid), .st_waiting(st_waiting),
        .st_pc(st_pc), .st_launched(st_launched), .st_arrived(st_arrived), .st_ended(st_ended));

    genvar c;
    generate
        for (c = 0; c < CORES; c = c + 1) begin : g_core
            wf_channel u_mreq_channel (.clk(clk), .rst(machine_rst),
                .in_valid(mreq_valid[c]), .in_ready(mreq_take[c]), .out_valid(mreq_go[c]), .out_ready(mreq_ready[c]));
            wf_channel u_mrsp_channel (.clk(clk), .rst(machine_rst),
                .in_valid(mrsp_valid[c]), .in_ready(mrsp_take[c]), .out_valid(mrsp_go[c]), .out_ready(mrsp_ready[c]));
        end
    endgenerate

    // ---- its memory ----
    wire [DISPATCHES-1:0]      marked;
    /* verilator lint_off PINCONNECTEMPTY */     // the answers of instructions say it all
    wf_memory #(.CORES(CORES), .LANES(LANES), .TAG_W(TAG_W), .L1_LINES(L1_LINES), .LINES_W(LINES_W),
                .MARKS(DISPATCHES)) u_memory (
        .clk(clk), .rst(machine_rst), .invalidate(acquire), .settled(), .busy(), .mark(performed), .marked(marked),
        .stat_hit(), .stat_joined(), .stat_missed(), .mreq_valid(mreq_go), .mreq_ready(mreq_ready), .mreq(mreq),
        .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_take), .mrsp(mrsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));
    /* verilator lint_on PINCONNECTEMPTY */

    // ---- the answer to a descriptor: not before the lines of atomics are written that it left under way ----
    assign done_valid  = ended && !marked[done_id];
    assign ended_ready = done_ready && !marked[done_id];
endmodule

`default_nettype wire
