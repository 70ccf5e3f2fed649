// SPDX-License-Identifier: Apache-2.0
// wf_top - the whole machine: a dispatcher and CORES compute units (wf_cu).
//   Descriptors go in, waves of several dispatches run, one answer a descriptor comes out.  Everything a checker needs leaves as an event or a
//   retire record in the cycle in which it happens.  Event order inside a cycle: launch, LDS or memory request, retire,
//   arrive, release, end, group done.
//   Spec: docs/top.md   Test: tb/top/wf_top_smoke_tb.v
`default_nettype none
`include "wf_access.vh"
`include "wf_isa.vh"

module wf_top #(
    parameter integer LANES      = 32,       // widest wave, a power of two 4..128
    parameter integer WAVES      = 16,       // wave slots, 1..256
    parameter integer GROUPS     = 8,        // resident groups
    parameter integer REGS       = 64,       // registers a lane, 16..128, a multiple of 8
    parameter integer REG_ROWS   = WAVES * REGS,    // of the register file, each a register of all lanes; a multiple of 8, REGS to 32768
    parameter integer LDS_WORDS  = 8192,     // 32-bit words of groupshared memory, a power of two
    parameter integer LDS_BANKS  = 32,       // a power of two
    parameter integer COALESCE   = 1,        // 0: LDS atomics make one operation a lane, also where lanes share a word
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
    output wire [DISPATCHES-1:0] performed,                  // by id: pulse, a cycle before its answer at the latest: memory has answered all of it

    // end a dispatch: its waves end at their next fetch, and no more are launched; the answer says so
    input  wire                  cancel_valid,               // pulse; of an id that is not in flight it does nothing
    input  wire [ID_W-1:0]       cancel_id,
    output wire [DISPATCHES-1:0] id_busy,                    // in flight: from the cycle after its descriptor was taken until its answer was

    // the quads of a pixel shader, after its descriptor; taken while it runs
    input  wire                  quad_valid,
    output wire                  quad_ready,
    input  wire                  quad_last,                  // of the dispatch; a dispatch without quads sends one of coverage 0
    input  wire [3:0]            quad_coverage,              // bit 2*row + column; 0: dropped
    input  wire [13:0]           quad_x,                     // of the upper left pixel, even
    input  wire [13:0]           quad_y,

    // loading; ignored: the buffers of an id in flight, and instructions of its kernel
    input  wire                  imem_we,
    input  wire [15:0]           imem_addr,
    input  wire [63:0]           imem_data,
    input  wire                  buf_we,
    input  wire [ID_W-1:0]       buf_id,                     // of the dispatch with this id
    input  wire [3:0]            buf_index,
    input  wire [31:0]           buf_base,
    input  wire [31:0]           buf_size,

    // From here on: a core after the other.
    // global memory: one request and one response a memory instruction
    output wire [CORES-1:0]      mreq_valid,
    input  wire [CORES-1:0]      mreq_ready,
    output wire [TAG_W*CORES-1:0] mreq_tag,                  // {slot, entry}
    output wire [2*CORES-1:0]    mreq_kind,                  // WF_ACCESS_*
    output wire [4*CORES-1:0]    mreq_atom,                  // WF_ATOM_*
    output wire [LANES*CORES-1:0] mreq_mask,                 // asked, in range and aligned
    output wire [32*LANES*CORES-1:0] mreq_addr,              // absolute bytes
    output wire [32*LANES*CORES-1:0] mreq_data,
    output wire [32*LANES*CORES-1:0] mreq_compare,
    input  wire [CORES-1:0]      mrsp_valid,
    output wire [CORES-1:0]      mrsp_ready,
    input  wire [TAG_W*CORES-1:0] mrsp_tag,
    input  wire [32*LANES*CORES-1:0] mrsp_data,
    input  wire [`WF_ACCESS_ERROR_W*CORES-1:0] mrsp_error,   // WF_ACCESS_ERROR_*: the bus answered with an error; else 0
    output wire [CORES-1:0]      acquire,                    // for one cycle: caches forget what they hold

    // retire record, one a cycle
    output wire [CORES-1:0]      rt_valid,
    output wire [SLOT_W*CORES-1:0] rt_slot,
    output wire [GSLOT_W*CORES-1:0] rt_gslot,
    output wire [ID_W*CORES-1:0] rt_id,                      // its dispatch
    output wire [16*CORES-1:0]   rt_wave,
    output wire [32*CORES-1:0]   rt_gid_x,
    output wire [32*CORES-1:0]   rt_gid_y,
    output wire [32*CORES-1:0]   rt_gid_z,
    output wire [16*CORES-1:0]   rt_pc,
    output wire [64*CORES-1:0]   rt_word,
    output wire [LANES*CORES-1:0] rt_exec,                   // lanes that ran it, helpers included
    output wire [LANES*CORES-1:0] rt_write,                  // lanes whose destination was written
    output wire [7*CORES-1:0]    rt_dst,
    output wire [3*CORES-1:0]    rt_words,                   // 0, 1 or 4
    output wire [128*LANES*CORES-1:0] rt_data,               // word k of lane l at (4*l+k)*32
    output wire [CORES-1:0]      rt_fold,                    // the instruction behind it retires with it,
    output wire [LANES*CORES-1:0] rt_fold_exec,              // ... run by these

    // by id: the first fault of the dispatch, and how many lanes faulted, until another begins
    output wire [DISPATCHES-1:0] fault_valid,
    output reg  [3*DISPATCHES-1:0] fault_kind,               // WF_FAULT_*
    output reg  [16*DISPATCHES-1:0] fault_slot,              // core * WAVES + slot
    output reg  [16*DISPATCHES-1:0] fault_wave,
    output reg  [32*DISPATCHES-1:0] fault_gid_x,
    output reg  [32*DISPATCHES-1:0] fault_gid_y,
    output reg  [32*DISPATCHES-1:0] fault_gid_z,
    output reg  [8*DISPATCHES-1:0] fault_lane,
    output reg  [16*DISPATCHES-1:0] fault_pc,                // where the wave was
    output reg  [32*DISPATCHES-1:0] fault_addr,              // offset as the lane computed it
    output reg  [64*DISPATCHES-1:0] fault_count,

    // what was counted, until reset; isa.def lists the fields
    output wire [`WF_CNT_W*CORES-1:0] counters,

    // events: valid for one cycle
    output wire [CORES-1:0]      ev_launch_valid,
    output wire [SLOT_W*CORES-1:0] ev_launch_slot,
    output wire [GSLOT_W*CORES-1:0] ev_launch_gslot,
    output wire [ID_W*CORES-1:0] ev_launch_id,
    output wire [32*CORES-1:0]   ev_launch_gid_x,
    output wire [32*CORES-1:0]   ev_launch_gid_y,
    output wire [32*CORES-1:0]   ev_launch_gid_z,
    output wire [16*CORES-1:0]   ev_launch_wave,
    output wire [16*CORES-1:0]   ev_launch_count,
    output wire [3*CORES-1:0]    ev_launch_wave_log2,
    output wire [8*CORES-1:0]    ev_launch_live,
    output wire [16*CORES-1:0]   ev_launch_reg_base,         // its rows of the register file,
    output wire [8*CORES-1:0]    ev_launch_regs,
    output wire [16*CORES-1:0]   ev_launch_lds_base,         // its group's words of the LDS
    output wire [16*CORES-1:0]   ev_launch_lds_words,
    output wire [CORES-1:0]      ev_lds_valid,
    output wire [SLOT_W*CORES-1:0] ev_lds_slot,
    output wire [2*CORES-1:0]    ev_lds_kind,
    output wire [4*CORES-1:0]    ev_lds_atom,
    output wire [LANES*CORES-1:0] ev_lds_mask,
    output wire [32*LANES*CORES-1:0] ev_lds_addr,            // byte offset in the group's allocation
    output wire [32*LANES*CORES-1:0] ev_lds_data,
    output wire [32*LANES*CORES-1:0] ev_lds_compare,
    output wire [CORES-1:0]      ev_arrive_valid,
    output wire [SLOT_W*CORES-1:0] ev_arrive_slot,
    output wire [CORES-1:0]      ev_release_valid,
    output wire [WAVES*CORES-1:0] ev_release_slots,
    output wire [CORES-1:0]      ev_end_valid,
    output wire [SLOT_W*CORES-1:0] ev_end_slot,
    output wire [CORES-1:0]      ev_gdone_valid,
    output wire [ID_W*CORES-1:0] ev_gdone_id,
    output wire [32*CORES-1:0]   ev_gdone_gid_x,
    output wire [32*CORES-1:0]   ev_gdone_gid_y,
    output wire [32*CORES-1:0]   ev_gdone_gid_z,

    // who is where, for a hang report
    output wire [WAVES*CORES-1:0] st_valid,                  // slot holds a wave
    output wire [WAVES*CORES-1:0] st_waiting,                // ... that waits at a barrier
    output wire [16*WAVES*CORES-1:0] st_pc,                  // next instruction
    output wire [16*GROUPS*CORES-1:0] st_launched,           // a group slot: waves launched,
    output wire [16*GROUPS*CORES-1:0] st_arrived,            // waiting at the barrier,
    output wire [16*GROUPS*CORES-1:0] st_ended               // ended
);
    generate
        if (LDS_BANKS < 2 || LDS_BANKS > 128 || (LDS_BANKS & (LDS_BANKS - 1)) != 0) begin : g_check_banks
            wf_top_LDS_BANKS_must_be_a_power_of_two_from_2_to_128 u_error ();
        end
    endgenerate

    // ---- dispatch; of cores, one after the other ----
    wire [CORES-1:0]            launch_valid, launch_take, launch_pixel, end_go, end_ready, arrive_go, arrive_ready, release_valid;
    wire [CORES-1:0]            clear_valid, clear_ready, settled;
    wire [SLOT_W*CORES-1:0]     launch_slot, end_slot, arrive_slot;
    wire [GSLOT_W*CORES-1:0]    launch_gslot;
    wire [ID_W*CORES-1:0]       launch_id;
    wire [16*CORES-1:0]         launch_wave, launch_first, launch_count, launch_entry, launch_lds_base, launch_lds_words, launch_reg_base;
    wire [3*CORES-1:0]          launch_wave_log2;
    wire [8*CORES-1:0]          launch_live, launch_regs;
    wire [32*CORES-1:0]         launch_gid_x, launch_gid_y, launch_gid_z, launch_tbase_x, launch_tbase_y, launch_tbase_z;
    wire [LANES*CORES-1:0]      launch_helper;
    wire [7*LANES*CORES-1:0]    launch_at;
    wire [WAVES*CORES-1:0]      release_slots;
    wire [16*CORES-1:0]         clear_base, clear_words;
    wire                        cfg_valid, cfg_numwaves, settle, pixel_open, pixel_valid, pixel_ready, pixel_end;
    wire [ID_W-1:0]             cfg_id;
    wire [10:0]                 cfg_x, cfg_y;
    wire [DISPATCHES-1:0]       dead;
    wire [32*DISPATCHES-1:0]    grid_x, grid_y, grid_z;
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
        .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS),
        .WAVE_OPS(WAVE_OPS), .DISPATCHES(DISPATCHES), .CORES(CORES)
    ) u_dispatch (
        .clk               (clk),
        .rst               (rst),
        // descriptor and answer
        .desc_valid        (desc_valid),
        .desc_ready        (desc_ready),
        .desc              (desc),
        .done_valid        (over_valid),
        .done_ready        (done_ready && !fault_pending[done_id]),
        .done_id           (done_id),
        .done_code         (done_code),
        .done_ending       (done_ending),
        .done_wave_size    (done_wave_size),
        .done_waves        (done_waves),
        .performed         (performed),
        .cancel_valid      (cancel_valid),
        .cancel_id         (cancel_id),
        .dead              (dead),
        .settle            (settle),
        .settled           (&settled),
        .id_busy           (id_busy),
        // waves: launch, barrier, end
        .launch_id         (launch_id),
        .launch_valid      (launch_valid),
        .launch_ready      (launch_take),
        .launch_slot       (launch_slot),
        .launch_gslot      (launch_gslot),
        .launch_wave       (launch_wave),
        .launch_first      (launch_first),
        .launch_count      (launch_count),
        .launch_wave_log2  (launch_wave_log2),
        .launch_live       (launch_live),
        .launch_entry      (launch_entry),
        .launch_gid_x      (launch_gid_x),
        .launch_gid_y      (launch_gid_y),
        .launch_gid_z      (launch_gid_z),
        .launch_tbase_x    (launch_tbase_x),
        .launch_tbase_y    (launch_tbase_y),
        .launch_tbase_z    (launch_tbase_z),
        .launch_pixel      (launch_pixel),
        .launch_helper     (launch_helper),
        .launch_at         (launch_at),
        .launch_lds_base   (launch_lds_base),
        .launch_lds_words  (launch_lds_words),
        .launch_reg_base   (launch_reg_base),
        .launch_regs       (launch_regs),
        .end_valid         (end_go),
        .end_ready         (end_ready),
        .end_slot          (end_slot),
        .arrive_valid      (arrive_go),
        .arrive_ready      (arrive_ready),
        .arrive_slot       (arrive_slot),
        .release_valid     (release_valid),
        .release_slots     (release_slots),
        // waves of pixels
        .pixel_open        (pixel_open),
        .pixel_wave_log2   (pixel_wave_log2),
        .pixel_valid       (pixel_valid),
        .pixel_ready       (pixel_ready),
        .pixel_end         (pixel_end),
        .pixel_live        (pixel_live),
        .pixel_helper      (pixel_helper),
        .pixel_at          (pixel_at),
        // groups done
        .gdone_valid       (ev_gdone_valid),
        .gdone_gid_x       (ev_gdone_gid_x),
        .gdone_gid_y       (ev_gdone_gid_y),
        .gdone_gid_z       (ev_gdone_gid_z),
        .gdone_id          (ev_gdone_id),
        // clearing of LDS ranges
        .lds_clear_valid   (clear_valid),
        .lds_clear_ready   (clear_ready),
        .lds_clear_base    (clear_base),
        .lds_clear_words   (clear_words),
        // shape of the group
        .cfg_valid         (cfg_valid),
        .cfg_id            (cfg_id),
        .cfg_x             (cfg_x),
        .cfg_y             (cfg_y),
        .cfg_numwaves      (cfg_numwaves),
        // constants of the dispatch
        .grid_x            (grid_x),
        .grid_y            (grid_y),
        .grid_z            (grid_z),
        .code_words        (code_words),
        .code_base         (code_base),
        // state for a report
        .stat_launched     (st_launched),
        .stat_arrived      (st_arrived),
        .stat_ended        (st_ended)
    );

    wf_pack_pixels #(.LANES(LANES)) u_pixels (
        .clk               (clk),
        .rst               (rst),
        .open              (pixel_open),
        .wave_log2         (pixel_wave_log2),
        .quad_valid        (quad_valid),
        .quad_ready        (quad_ready),
        .quad_last         (quad_last),
        .quad_coverage     (quad_coverage),
        .quad_x            (quad_x),
        .quad_y            (quad_y),
        .wave_valid        (pixel_valid),
        .wave_ready        (pixel_ready),
        .wave_end          (pixel_end),
        .wave_live         (pixel_live),
        .wave_helper       (pixel_helper),
        .wave_at           (pixel_at)
    );

    // ---- loading: not into what runs ----
    reg  [DISPATCHES-1:0] code_runs;                     // the instruction is of this one's kernel
    reg  [17:0]           offset;
    integer n;
    always @*
        for (n = 0; n < DISPATCHES; n = n + 1) begin
            offset       = {2'd0, imem_addr} - {2'd0, code_base[16*n +: 16]};
            code_runs[n] = id_busy[n] && offset < {1'b0, code_words[17*n +: 17]};
        end

    // ---- the first wave of a dispatch: all caches forget.  What it waited for is performed, and its descriptor was taken, but other dispatches
    // have loaded meanwhile on cores that it comes to.  A load of the wave comes to the cache ten cycles later or more. ----
    localparam [DISPATCHES-1:0] ONE = {{(DISPATCHES-1){1'b0}}, 1'b1};
    reg  [DISPATCHES-1:0] new_q, launched;               // by id: no wave was launched since its descriptor; one is launched
    reg                   first_wave_q;
    integer m;
    always @* begin
        launched = {DISPATCHES{1'b0}};
        for (m = 0; m < CORES; m = m + 1)
            if (ev_launch_valid[m]) launched = launched | (ONE << launch_id[ID_W*m +: ID_W]);
    end
    always @(posedge clk) begin
        new_q        <= (new_q & ~launched) | (cfg_valid ? ONE << cfg_id : {DISPATCHES{1'b0}});
        first_wave_q <= (new_q & launched) != {DISPATCHES{1'b0}};
        if (rst) begin
            new_q        <= {DISPATCHES{1'b0}};
            first_wave_q <= 1'b0;
        end
    end

    // ---- compute units ----
    wire [DISPATCHES-1:0]              fault_known;          // faults, by id,
    wire [DISPATCHES*CORES-1:0]        core_found, core_settled;     // ... by core and id
    wire [DISPATCHES*CORES-1:0]        unused_valid;                 // found and settled say it
    wire [16*DISPATCHES*CORES-1:0]     core_time;
    wire [SLOT_W*DISPATCHES*CORES-1:0] core_slot;
    wire [64*DISPATCHES*CORES-1:0]     core_count;
    wire [3*DISPATCHES*CORES-1:0] core_kind;
    wire [16*DISPATCHES*CORES-1:0] core_wave;
    wire [32*DISPATCHES*CORES-1:0] core_gid_x;
    wire [32*DISPATCHES*CORES-1:0] core_gid_y;
    wire [32*DISPATCHES*CORES-1:0] core_gid_z;
    wire [8*DISPATCHES*CORES-1:0] core_lane;
    wire [16*DISPATCHES*CORES-1:0] core_pc;
    wire [32*DISPATCHES*CORES-1:0] core_addr;
    genvar c;
    generate
        if (CORES < 1 || CORES > 16) begin : g_check_cores
            wf_top_CORES_must_be_1_to_16 u_error ();
        end
        for (c = 0; c < CORES; c = c + 1) begin : g_core
            wf_cu #(
                .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS),
                .COALESCE(COALESCE), .IMEM_WORDS(IMEM_WORDS), .POLICY(POLICY), .INFLIGHT(INFLIGHT), .DISPATCHES(DISPATCHES), .SLOT_BASE(c*WAVES)
            ) u_cu (
                .clk                 (clk),
                .rst                 (rst),
                // waves
                .launch_valid        (launch_valid[c]),
                .launch_take         (launch_take[c]),
                .launch_id           (launch_id[ID_W*c +: ID_W]),
                .launch_slot         (launch_slot[SLOT_W*c +: SLOT_W]),
                .launch_gslot        (launch_gslot[GSLOT_W*c +: GSLOT_W]),
                .launch_wave         (launch_wave[16*c +: 16]),
                .launch_first        (launch_first[16*c +: 16]),
                .launch_count        (launch_count[16*c +: 16]),
                .launch_wave_log2    (launch_wave_log2[3*c +: 3]),
                .launch_live         (launch_live[8*c +: 8]),
                .launch_entry        (launch_entry[16*c +: 16]),
                .launch_gid_x        (launch_gid_x[32*c +: 32]),
                .launch_gid_y        (launch_gid_y[32*c +: 32]),
                .launch_gid_z        (launch_gid_z[32*c +: 32]),
                .launch_tbase_x      (launch_tbase_x[32*c +: 32]),
                .launch_tbase_y      (launch_tbase_y[32*c +: 32]),
                .launch_tbase_z      (launch_tbase_z[32*c +: 32]),
                .launch_pixel        (launch_pixel[c]),
                .launch_helper       (launch_helper[LANES*c +: LANES]),
                .launch_at           (launch_at[7*LANES*c +: 7*LANES]),
                .launch_lds_base     (launch_lds_base[16*c +: 16]),
                .launch_lds_words    (launch_lds_words[16*c +: 16]),
                .launch_reg_base     (launch_reg_base[16*c +: 16]),
                .launch_regs         (launch_regs[8*c +: 8]),
                .end_go              (end_go[c]),
                .end_ready           (end_ready[c]),
                .end_slot            (end_slot[SLOT_W*c +: SLOT_W]),
                .arrive_go           (arrive_go[c]),
                .arrive_ready        (arrive_ready[c]),
                .arrive_slot         (arrive_slot[SLOT_W*c +: SLOT_W]),
                .release_valid       (release_valid[c]),
                .release_slots       (release_slots[WAVES*c +: WAVES]),
                .clear_valid         (clear_valid[c]),
                .clear_ready         (clear_ready[c]),
                .clear_base          (clear_base[16*c +: 16]),
                .clear_words         (clear_words[16*c +: 16]),
                // dispatches
                .cfg_valid           (cfg_valid),
                .cfg_id              (cfg_id),
                .cfg_x               (cfg_x),
                .cfg_y               (cfg_y),
                .cfg_numwaves        (cfg_numwaves),
                .dead                (dead),
                .settle              (settle),
                .settled             (settled[c]),
                .grid_x              (grid_x),
                .grid_y              (grid_y),
                .grid_z              (grid_z),
                .code_words          (code_words),
                .code_base           (code_base),
                .begin_valid         (desc_valid && desc_ready),
                .finish_valid        (done_valid && done_ready),
                .first_wave          (first_wave_q),
                .finish_id           (done_id),
                // loading
                .imem_we             (imem_we && code_runs == {DISPATCHES{1'b0}}),
                .imem_addr           (imem_addr),
                .imem_data           (imem_data),
                .buf_we              (buf_we && !id_busy[buf_id]),
                .buf_id              (buf_id),
                .buf_index           (buf_index),
                .buf_base            (buf_base),
                .buf_size            (buf_size),
                // global memory
                .mreq_valid          (mreq_valid[c]),
                .mreq_ready          (mreq_ready[c]),
                .mreq_tag            (mreq_tag[TAG_W*c +: TAG_W]),
                .mreq_kind           (mreq_kind[2*c +: 2]),
                .mreq_atom           (mreq_atom[4*c +: 4]),
                .mreq_mask           (mreq_mask[LANES*c +: LANES]),
                .mreq_addr           (mreq_addr[32*LANES*c +: 32*LANES]),
                .mreq_data           (mreq_data[32*LANES*c +: 32*LANES]),
                .mreq_compare        (mreq_compare[32*LANES*c +: 32*LANES]),
                .mrsp_valid          (mrsp_valid[c]),
                .mrsp_ready          (mrsp_ready[c]),
                .mrsp_tag            (mrsp_tag[TAG_W*c +: TAG_W]),
                .mrsp_data           (mrsp_data[32*LANES*c +: 32*LANES]),
                .mrsp_error          (mrsp_error[`WF_ACCESS_ERROR_W*c +: `WF_ACCESS_ERROR_W]),
                .acquire             (acquire[c]),
                // retire record
                .rt_valid            (rt_valid[c]),
                .rt_slot             (rt_slot[SLOT_W*c +: SLOT_W]),
                .rt_gslot            (rt_gslot[GSLOT_W*c +: GSLOT_W]),
                .rt_id               (rt_id[ID_W*c +: ID_W]),
                .rt_wave             (rt_wave[16*c +: 16]),
                .rt_gid_x            (rt_gid_x[32*c +: 32]),
                .rt_gid_y            (rt_gid_y[32*c +: 32]),
                .rt_gid_z            (rt_gid_z[32*c +: 32]),
                .rt_pc               (rt_pc[16*c +: 16]),
                .rt_word             (rt_word[64*c +: 64]),
                .rt_exec             (rt_exec[LANES*c +: LANES]),
                .rt_write            (rt_write[LANES*c +: LANES]),
                .rt_dst              (rt_dst[7*c +: 7]),
                .rt_words            (rt_words[3*c +: 3]),
                .rt_data             (rt_data[128*LANES*c +: 128*LANES]),
                .rt_fold             (rt_fold[c]),
                .rt_fold_exec        (rt_fold_exec[LANES*c +: LANES]),
                // faults
                .fault_elsewhere     (fault_known),
                .fault_found         (core_found[DISPATCHES*c +: DISPATCHES]),
                .fault_settled       (core_settled[DISPATCHES*c +: DISPATCHES]),
                .fault_time          (core_time[16*DISPATCHES*c +: 16*DISPATCHES]),
                .fault_valid         (unused_valid[DISPATCHES*c +: DISPATCHES]),
                .fault_slot          (core_slot[SLOT_W*DISPATCHES*c +: SLOT_W*DISPATCHES]),
                .fault_count         (core_count[64*DISPATCHES*c +: 64*DISPATCHES]),
                .fault_kind          (core_kind[3*DISPATCHES*c +: 3*DISPATCHES]),
                .fault_wave          (core_wave[16*DISPATCHES*c +: 16*DISPATCHES]),
                .fault_gid_x         (core_gid_x[32*DISPATCHES*c +: 32*DISPATCHES]),
                .fault_gid_y         (core_gid_y[32*DISPATCHES*c +: 32*DISPATCHES]),
                .fault_gid_z         (core_gid_z[32*DISPATCHES*c +: 32*DISPATCHES]),
                .fault_lane          (core_lane[8*DISPATCHES*c +: 8*DISPATCHES]),
                .fault_pc            (core_pc[16*DISPATCHES*c +: 16*DISPATCHES]),
                .fault_addr          (core_addr[32*DISPATCHES*c +: 32*DISPATCHES]),
                // counters, events
                .counters            (counters[`WF_CNT_W*c +: `WF_CNT_W]),
                .ev_launch_valid     (ev_launch_valid[c]),
                .ev_launch_slot      (ev_launch_slot[SLOT_W*c +: SLOT_W]),
                .ev_launch_gslot     (ev_launch_gslot[GSLOT_W*c +: GSLOT_W]),
                .ev_launch_id        (ev_launch_id[ID_W*c +: ID_W]),
                .ev_launch_gid_x     (ev_launch_gid_x[32*c +: 32]),
                .ev_launch_gid_y     (ev_launch_gid_y[32*c +: 32]),
                .ev_launch_gid_z     (ev_launch_gid_z[32*c +: 32]),
                .ev_launch_wave      (ev_launch_wave[16*c +: 16]),
                .ev_launch_count     (ev_launch_count[16*c +: 16]),
                .ev_launch_wave_log2 (ev_launch_wave_log2[3*c +: 3]),
                .ev_launch_live      (ev_launch_live[8*c +: 8]),
                .ev_launch_reg_base  (ev_launch_reg_base[16*c +: 16]),
                .ev_launch_regs      (ev_launch_regs[8*c +: 8]),
                .ev_launch_lds_base  (ev_launch_lds_base[16*c +: 16]),
                .ev_launch_lds_words (ev_launch_lds_words[16*c +: 16]),
                .ev_lds_valid        (ev_lds_valid[c]),
                .ev_lds_slot         (ev_lds_slot[SLOT_W*c +: SLOT_W]),
                .ev_lds_kind         (ev_lds_kind[2*c +: 2]),
                .ev_lds_atom         (ev_lds_atom[4*c +: 4]),
                .ev_lds_mask         (ev_lds_mask[LANES*c +: LANES]),
                .ev_lds_addr         (ev_lds_addr[32*LANES*c +: 32*LANES]),
                .ev_lds_data         (ev_lds_data[32*LANES*c +: 32*LANES]),
                .ev_lds_compare      (ev_lds_compare[32*LANES*c +: 32*LANES]),
                .ev_arrive_valid     (ev_arrive_valid[c]),
                .ev_arrive_slot      (ev_arrive_slot[SLOT_W*c +: SLOT_W]),
                .ev_release_valid    (ev_release_valid[c]),
                .ev_release_slots    (ev_release_slots[WAVES*c +: WAVES]),
                .ev_end_valid        (ev_end_valid[c]),
                .ev_end_slot         (ev_end_slot[SLOT_W*c +: SLOT_W]),
                // state for a report
                .st_valid            (st_valid[WAVES*c +: WAVES]),
                .st_waiting          (st_waiting[WAVES*c +: WAVES]),
                .st_pc               (st_pc[16*WAVES*c +: 16*WAVES])
            );
        end
    endgenerate

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
                .clk(clk), .rst(rst), .clear(cfg_valid && cfg_id == ME), .found(found), .settled(still), .times(times), .known(fault_known[f]),
                .pending(fault_pending[f]), .shown(fault_valid[f]), .core(fault_core[CORE_W*f +: CORE_W]));
        end
    endgenerate

    integer k, id, its;
    always @* begin
        fault_count = {64*DISPATCHES{1'b0}};
        for (id = 0; id < DISPATCHES; id = id + 1) begin
            for (k = 0; k < CORES; k = k + 1)
                fault_count[64*id +: 64] = fault_count[64*id +: 64] + core_count[64*(DISPATCHES*k + id) +: 64];
            its = DISPATCHES * {{(32-CORE_W){1'b0}}, fault_core[CORE_W*id +: CORE_W]} + id;
            fault_slot[16*id +: 16]  = {{(16-SLOT_W){1'b0}}, core_slot[SLOT_W*its +: SLOT_W]} + {{(16-CORE_W){1'b0}}, fault_core[CORE_W*id +: CORE_W]} * WAVES[15:0];
            fault_kind[3*id +: 3]    = core_kind[3*its +: 3];
            fault_wave[16*id +: 16]  = core_wave[16*its +: 16];
            fault_gid_x[32*id +: 32] = core_gid_x[32*its +: 32];
            fault_gid_y[32*id +: 32] = core_gid_y[32*its +: 32];
            fault_gid_z[32*id +: 32] = core_gid_z[32*its +: 32];
            fault_lane[8*id +: 8]    = core_lane[8*its +: 8];
            fault_pc[16*id +: 16]    = core_pc[16*its +: 16];
            fault_addr[32*id +: 32]  = core_addr[32*its +: 32];
        end
    end
endmodule

`default_nettype wire
