// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_queue_tb - several dispatches in flight: random descriptors, extra waves, pixel shaders, waits, priorities, cancels and limits between a random core and LDS.
//   The books hold a row an id and a row a slot.  Checks: every launch is the next wave of the group in launch, or wave 0 of the next group of a
//   dispatch that may launch; one with WAIT starts after all earlier are over; ranges of registers and LDS are nobody else's, and
//   all of a group is there when it begins; group and wave counts, ids and shapes are the dispatch's own; barriers are released by group;
//   one answer a descriptor, with its own id, when all its groups are over, complete when it was refused; nothing is cut that is over; none of a cancelled one is begun later than those under way; a
//   dispatch that was known long before follows the one before it mostly without an idle cycle.
//   Every 8 cycles a map of the free units says whose next group would fit.  Order: none of low priority begins a group while one of high
//   has fitted for ROOM_IN cycles.  In time: something begins IDLE_IN cycles after a group fits that nothing holds up; at most PASSES groups of others,
//   and those that wait and those under way, begin before a dispatch that may start begins one; a limit ends its dispatch; a descriptor is taken,
//   stores are asked for and an answer comes within bounds.  Payload is garbage where valid is 0.
//   Plusargs: +seed=N; +count=N dispatches (default 3000)
//   Run: make bench-dispatch-queue SEED=n
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

`define CORE u_dut.g_core[0].u_core

module wf_dispatch_queue_tb;
    parameter integer DISPATCHES = 4, LANES = 8, WAVES = 16, GROUPS = 16, REG_ROWS = 1024, LDS_WORDS = 512, LDS_BANKS = 8;
    localparam integer PASSES = 8;                   // few, so that it is met often
    localparam integer ROOM_IN = 6 * (3 * GROUPS + 10), IDLE_IN = 128 + 6 * (3 * GROUPS + 10), YIELD_IN = 1024, ANSWER_IN = 24 * DISPATCHES;
    localparam integer REGS = 64, ID_W = DISPATCHES > 1 ? $clog2(DISPATCHES) : 1;
    localparam integer SLOT_W = $clog2(WAVES), GSLOT_W = GROUPS > 1 ? $clog2(GROUPS) : 1;

    reg                   clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    // ---- the descriptor on offer ----
    reg                   desc_valid = 1'b0, o_wait = 1'b0, o_high = 1'b0, o_pixel = 1'b0;
    reg  [2:0]            o_id = 3'd0;
    reg  [31:0]           o_limit = 0, o_x = 1, o_y = 1, o_gx = 1, o_gy = 1, o_gz = 1, o_shared = 0, o_bad = 0, o_extra = 0;
    reg  [7:0]            o_regs = 8;
    reg  [15:0]           o_entry = 0;
    reg  [2:0]            o_log2 = 2;
    reg  [31:0]           garbage = 32'd0;
    reg  [`WF_DESC_W-1:0] desc;
    always @* begin
        desc = {(`WF_DESC_W + 31) / 32{garbage}};
        if (desc_valid) desc = {`WF_DESC_W{1'b0}};
        if (desc_valid) begin
        desc[`WF_DESC_ID] = o_id;                   desc[`WF_DESC_WAIT] = o_wait;        desc[`WF_DESC_HIGH] = o_high;
        desc[`WF_DESC_LIMIT] = o_limit;             desc[`WF_DESC_STAGE] = o_pixel ? `WF_STAGE_PIXEL : `WF_STAGE_COMPUTE;
        desc[`WF_DESC_SHADER_MODEL] = 16'h060a;     desc[`WF_DESC_HAS_NUMTHREADS] = (o_bad != 0) == o_pixel;
        desc[`WF_DESC_EXTRA_WAVES] = o_extra;
        desc[`WF_DESC_X] = o_x;                     desc[`WF_DESC_Y] = o_y;              desc[`WF_DESC_Z] = 32'd1;
        desc[`WF_DESC_WAVESIZE_KIND] = 2'd1;        desc[`WF_DESC_WAVESIZE_MIN] = 32'd1 << o_log2;
        desc[`WF_DESC_GRID_X] = o_gx;               desc[`WF_DESC_GRID_Y] = o_gy;        desc[`WF_DESC_GRID_Z] = o_gz;
        desc[`WF_DESC_GROUPSHARED] = o_shared;      desc[`WF_DESC_ENTRY] = o_entry;      desc[`WF_DESC_REGISTERS] = o_regs;
        desc[`WF_DESC_CODE_WORDS] = {1'b0, ~o_entry}; desc[`WF_DESC_CODE_BASE] = {o_entry[7:0], ~o_entry[15:8]};
        end
    end

    wire                  desc_ready, done_valid, launch_valid, release_valid, gdone_valid, clear_valid, cfg_valid;
    reg                   done_ready = 1'b0, launch_ready = 1'b0, end_valid = 1'b0, arrive_valid = 1'b0, clear_ready = 1'b0, cancel_valid = 1'b0;
    wire [ID_W-1:0]       done_id, cfg_id;
    reg  [ID_W-1:0]       cancel_id = 0;
    wire [7:0]            done_code;
    wire [1:0]            done_ending;
    wire [DISPATCHES-1:0] dead;
    wire [`WF_LAUNCH_W-1:0] launch;
    wire [`WF_GDONE_W-1:0] gdone;
    wire [ID_W-1:0]       launch_id = launch[`WF_LAUNCH_ID], gdone_id = gdone[`WF_GDONE_ID];
    wire [SLOT_W-1:0]     launch_slot = launch[`WF_LAUNCH_SLOT];
    wire [GSLOT_W-1:0]    launch_gslot = launch[`WF_LAUNCH_GSLOT];
    wire [7:0]            launch_live = launch[`WF_LAUNCH_LIVE], launch_regs = launch[`WF_LAUNCH_REGS];
    wire [15:0]           launch_wave = launch[`WF_LAUNCH_WAVE], launch_first = launch[`WF_LAUNCH_FIRST], launch_count = launch[`WF_LAUNCH_COUNT],
                          launch_entry = launch[`WF_LAUNCH_ENTRY], launch_lds_base = launch[`WF_LAUNCH_LDS_BASE],
                          launch_lds_words = launch[`WF_LAUNCH_LDS_WORDS], launch_reg_base = launch[`WF_LAUNCH_REG_BASE];
    wire [2:0]            launch_wave_log2 = launch[`WF_LAUNCH_WAVE_LOG2];
    wire                  launch_pixel = launch[`WF_LAUNCH_PIXEL];
    reg  [SLOT_W-1:0]     end_slot = 0, arrive_slot = 0;
    wire [15:0]           done_waves, clear_base, clear_words;
    wire [31:0]           gid_x, gid_y, gid_z, tb_x, tb_y, tb_z, gd_x, gd_y, gd_z;
    assign {gid_z, gid_y, gid_x} = launch[`WF_LAUNCH_GID];
    assign {tb_z, tb_y, tb_x}    = launch[`WF_LAUNCH_TBASE];
    assign {gd_z, gd_y, gd_x}    = gdone[`WF_GDONE_GID];
    wire [WAVES-1:0]      release_slots;
    wire                  pixel_open, pixel_ready;
    reg                   pixel_valid = 1'b0, pixel_end = 1'b0;
    reg  [7:0]            pixel_live = 0;
    reg  [LANES-1:0]      pixel_helper = 0;
    reg  [7*LANES-1:0]    pixel_at = 0;
    wire [10:0]           cfg_x, cfg_y;
    wire [96*DISPATCHES-1:0] grid_size;
    wire [17*DISPATCHES-1:0] code_words;
    wire [16*DISPATCHES-1:0] code_base;
    wire [DISPATCHES-1:0] id_busy;
    wire                settle;
    wire [DISPATCHES-1:0] performed;
    reg                 settled = 1'b1;
    integer             settle_left = 0;             // cycles until the stores are there

    wf_dispatch #(.LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS),
                  .DISPATCHES(DISPATCHES), .PASSES(PASSES)) u_dut (
        .clk(clk), .rst(rst), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id), .done_code(done_code), .done_ending(done_ending), .done_wave_size(),
        .done_waves(done_waves), .settle(settle), .settled(settled), .performed(performed), .id_busy(id_busy), .code_base(code_base), .cancel_valid(cancel_valid), .cancel_id(cancel_id), .dead(dead),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch(launch),
        .pixel_open(pixel_open), .pixel_wave_log2(), .pixel_valid(pixel_valid), .pixel_ready(pixel_ready), .pixel_end(pixel_end), .pixel_live(pixel_live),
        .pixel_helper(pixel_helper), .pixel_at(pixel_at), .end_valid(end_valid), .end_ready(), .end_slot(end_slot),
        .arrive_valid(arrive_valid), .arrive_ready(), .arrive_slot(arrive_slot), .release_valid(release_valid), .release_slots(release_slots),
        .gdone_valid(gdone_valid), .gdone(gdone),
        .lds_clear_valid(clear_valid), .lds_clear_ready(clear_ready), .lds_clear_base(clear_base), .lds_clear_words(clear_words),
        .cfg_valid(cfg_valid), .cfg_id(cfg_id), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_numwaves(),
        .grid_size(grid_size), .code_words(code_words), .stat_launched(), .stat_arrived(), .stat_ended());

    // ---- the books: dispatches by id ----
    integer    count, checks = 0, cycle = 0, sent = 0, answered = 0, i, j, s, d, n, came, was_id = 0, idle = 0;
    reg [31:0] r2;
    reg        tie = 1'b0, was_cancel = 1'b0, o_calm = 1'b0, last_calm = 1'b0, clearing = 1'b0;
    reg [31:0] clear_asked;
    reg        f_busy [0:DISPATCHES-1];              // from its acceptance to its answer
    reg        f_wait [0:DISPATCHES-1];
    reg        f_high [0:DISPATCHES-1];
    reg        f_bad  [0:DISPATCHES-1];
    reg        f_over [0:DISPATCHES-1];              // all its groups are over, or it launches none;
    reg        f_asked[0:DISPATCHES-1];              // ... and then it was asked for its stores,
    reg        f_there[0:DISPATCHES-1];              // which are there,
    reg        f_told [0:DISPATCHES-1];              // and it says so
    integer    f_order [0:DISPATCHES-1];             // of acceptance
    integer    f_begun [0:DISPATCHES-1];             // groups
    reg        f_calm  [0:DISPATCHES-1];             // offered while everything goes on without stalls
    integer    f_at    [0:DISPATCHES-1];             // accepted in this cycle
    integer    f_done  [0:DISPATCHES-1];
    integer    f_groups[0:DISPATCHES-1];
    integer    f_waves [0:DISPATCHES-1];
    integer    f_regs  [0:DISPATCHES-1];
    integer    f_lds   [0:DISPATCHES-1];             // words asked, and rounded up to rows
    integer    f_rows  [0:DISPATCHES-1];
    integer    f_log2  [0:DISPATCHES-1];
    integer    f_threads[0:DISPATCHES-1];
    integer    f_dead  [0:DISPATCHES-1];             // cycle since when it is dead, 0: it is not
    integer    f_limit [0:DISPATCHES-1];
    integer    f_ending[0:DISPATCHES-1];             // by a cancel of ours,
    reg        f_early [0:DISPATCHES-1];             // while groups were left
    integer    f_last  [0:DISPATCHES-1];             // cycle of its last group's end
    integer    f_late  [0:DISPATCHES-1];             // groups begun since it is dead
    reg [31:0] f_x[0:DISPATCHES-1];
    reg [31:0] f_y[0:DISPATCHES-1];
    reg [31:0] f_gx[0:DISPATCHES-1];
    reg [31:0] f_gy[0:DISPATCHES-1];
    reg [15:0] f_entry[0:DISPATCHES-1];
    reg        f_pixel [0:DISPATCHES-1];
    integer    f_runs  [0:DISPATCHES-1];             // with extra waves: runs of four places of a group, 0: none
    reg        f_long  [0:DISPATCHES-1];             // its waves stay,
    integer    f_stay  [0:DISPATCHES-1];             // until this cycle
    integer    f_why   [0:DISPATCHES-1];             // the ending of one that is dead
    integer    f_first [0:DISPATCHES-1];             // cycle of its first launch, 0: none
    integer    f_held  [0:DISPATCHES-1];             // the last cycle in which its WAIT, or one in front of it, kept it from starting
    integer    f_passed[0:DISPATCHES-1];             // groups of others begun since it might have begun one
    integer    f_room  [0:DISPATCHES-1];             // for so long its next group fits, in steps of 8 cycles
    integer    f_quiet [0:DISPATCHES-1];             // it is over, and nobody asked for its stores; they are there, and no answer comes
    // the waves of the pixel shader in flight
    integer    px_left = 0, px_put = 0, px_got = 0, pixels = 0, dropped = 0, extras = 0;
    reg        px_busy = 1'b0, px_ended = 1'b0;
    reg [7*LANES+LANES+7:0] px [0:7];
    // slots and places
    reg        s_busy [0:WAVES-1];
    reg        s_wait [0:WAVES-1];
    integer    s_place[0:WAVES-1];
    integer    s_row  [0:WAVES-1];
    integer    s_left [0:WAVES-1];
    integer    p_id   [0:GROUPS-1];                  // of a place: its dispatch, -1: no group
    integer    p_group[0:GROUPS-1];
    integer    p_up   [0:GROUPS-1];                  // waves launched
    integer    p_end  [0:GROUPS-1];
    integer    p_wait [0:GROUPS-1];
    integer    p_lds  [0:GROUPS-1];
    integer    p_reg  [0:GROUPS-1];
    integer    asked = 0, open, calm, seamless = 0, followed = 0, waits = 0, cancels = 0, limits = 0, overlaps = 0, last_id = -1, last_at = 0, preempted = 0,
               still = 0, lull = 0, taken_in = 0, parked = 0, overtaken = 0, most_passed = 0, most_still = 0, jumps = 0, stuck = 0, ties = 0, overs = 0, shorts = 0, born_dead = 0,
               soon = 0, soon_id = 0, cut_bads = 0;      // a cancel in so many cycles, while the descriptor is checked


    `include "wf_random.vh"
    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL wf_dispatch_queue seed=%0d cycle=%0d: %0s; launch id %0d gid %0d,%0d,%0d wave %0d of %0d slot %0d place %0d", seed, cycle, what,
               launch_id, gid_x, gid_y, gid_z, launch_wave, launch_count, launch_slot, launch_gslot);
    endtask

    // ---- what is accepted ----
    task note_accept;
        begin
            d = o_id;
            if (f_busy[d]) fail("a descriptor was taken whose id is in flight");
            for (i = 0; i < DISPATCHES; i = i + 1) waits = waits + (o_wait && f_busy[i] && !f_over[i]);
            f_at[d] = cycle;
            f_calm[d] = o_calm;
            f_busy[d] = 1'b1; f_wait[d] = o_wait; f_high[d] = o_high; f_bad[d] = o_bad != 0; f_pixel[d] = o_pixel; f_order[d] = sent;
            f_begun[d] = 0; f_done[d] = 0; f_dead[d] = 0; f_late[d] = 0; f_ending[d] = 0; f_limit[d] = o_limit;
            f_groups[d] = f_bad[d] ? 0 : o_pixel ? px_left : o_gx * o_gy * o_gz;
            f_runs[d] = o_extra != 0 ? (o_x * o_y + 3) / 4 : 0;
            if (o_pixel && !f_bad[d]) px_busy = 1'b1;
            f_threads[d] = o_x * o_y;
            f_waves[d] = o_pixel ? 1 : ((f_threads[d] + (1 << o_log2) - 1) >> o_log2) + o_extra;
            f_regs[d] = (o_regs + 7) / 8 * 8;
            f_lds[d]  = (o_shared + 3) / 4;
            f_rows[d] = (f_lds[d] + LDS_BANKS - 1) / LDS_BANKS * LDS_BANKS;
            f_log2[d] = o_log2; f_x[d] = o_x; f_y[d] = o_y; f_gx[d] = o_pixel ? px_left : o_gx; f_gy[d] = o_pixel ? 1 : o_gy; f_entry[d] = o_entry;
            f_over[d] = f_bad[d]; f_asked[d] = f_bad[d]; f_there[d] = f_bad[d]; f_told[d] = f_bad[d];
            sent = sent + 1;
            f_last[d] = 0;
            f_why[d] = `WF_ENDING_COMPLETE; f_first[d] = 0; f_held[d] = cycle; f_passed[d] = 0; f_room[d] = 0; f_quiet[d] = 0;
            // at times most waves stay, so that little is given back
            f_long[d] = calm == 0 && (cycle[14] ? prng[21:20] != 0 : prng[22:20] == 0);
            f_stay[d] = cycle + 300 + prng[31:22] * (prng[21:20] == 0 ? 3 : 1);
            taken_in = 0;
            lull = calm == 0 && prng[11:10] == 0 ? 80 : 0;       // the next one comes with the end of another
            if (f_bad[d] && prng[18]) begin soon = 1 + prng[17:14]; soon_id = d; end
            desc_valid <= 1'b0;
        end
    endtask

    // may dispatch d begin its first group now?
    task check_start;
        for (i = 0; i < DISPATCHES; i = i + 1)
            if (i != d && f_busy[i] && f_order[i] < f_order[d] && f_wait[d] && !f_there[i]) fail("a dispatch that waits started too early");
    endtask

    // ---- whose next group would fit ----
    function open_for(input integer k);              // it runs and has groups, or may start
        open_for = f_busy[k] && !f_bad[k] && !f_pixel[k] && f_dead[k] == 0 && f_begun[k] < f_groups[k] && cycle > f_held[k] + 12;
    endfunction
    function queued(input integer k);                // one of its priority in front of it has begun no group
        integer o;
        begin
            queued = 1'b0;
            for (o = 0; o < DISPATCHES; o = o + 1)
                if (o != k && f_high[o] == f_high[k] && f_order[o] < f_order[k] && open_for(o) && f_begun[o] == 0) queued = 1'b1;
        end
    endfunction
    function goes_before(input integer k, input integer than);
        goes_before = f_high[k] != f_high[than] ? f_high[k] : f_order[k] < f_order[than];
    endfunction

    // who is kept from starting: WAIT, until all older ones are there; and who came behind such a one of its priority
    task follow_starts;
        integer k, o;
        reg     held;
        for (k = 0; k < DISPATCHES; k = k + 1)
            if (f_busy[k] && f_begun[k] == 0) begin
                held = 1'b0;
                for (o = 0; o < DISPATCHES; o = o + 1)
                    if (o != k && f_busy[o] && f_order[o] < f_order[k]) begin
                        if (f_wait[k] && !f_told[o]) held = 1'b1;
                        if (f_high[o] == f_high[k] && f_begun[o] == 0 && !f_bad[o] && (f_dead[o] == 0 || !f_over[o]) && f_held[o] >= cycle - 1) held = 1'b1;
                    end
                if (held) f_held[k] = cycle;
            end
    endtask

    reg [REG_ROWS/8-1:0] regs_free, regs_run, no_regs = 0;
    reg [LDS_WORDS/LDS_BANKS-1:0] lds_free, lds_run, no_lds = 0;
    task units(input integer place_lds, input integer rows, input integer place_reg, input integer regs);   // are in use
        begin
            regs_free = regs_free & ~(((~no_regs) >> (REG_ROWS / 8 - regs / 8)) << (place_reg / 8));
            if (rows != 0) lds_free = lds_free & ~(((~no_lds) >> (LDS_WORDS / LDS_BANKS - rows / LDS_BANKS)) << (place_lds / LDS_BANKS));
        end
    endtask
    integer firm_at [0:DISPATCHES-1];                // by id: a group that had been passed over too often went to launch
    task follow_room;
        integer k, len, busy, places;
        reg     reserved, here;
        begin
            if (px_busy) still = 0;                  // others wait until its quads have come
            regs_free = ~no_regs; lds_free = ~no_lds; busy = 0; places = 0;
            for (k = 0; k < GROUPS; k = k + 1) if (p_id[k] >= 0) begin
                units(p_lds[k], f_rows[p_id[k]], p_reg[k], f_regs[p_id[k]] * f_waves[p_id[k]]);
                busy = busy + f_waves[p_id[k]] - p_end[k];
                places = places + 1;
            end
            here = `CORE.n_valid_q;                  // a group that has its place already, and waits for its slots or its LDS
            if (here) begin
                units(`CORE.n_lds_q * LDS_BANKS, f_rows[`CORE.n_id_q], `CORE.n_reg_q * 8, f_regs[`CORE.n_id_q] * f_waves[`CORE.n_id_q]);
                places = places + 1;
            end
            // passed over too often, or has its place for that and waits for slots; that it comes in time is asserted where groups of others are counted
            reserved = (u_dut.u_order.passed & (u_dut.u_order.wants | u_dut.u_order.hand)) != 0 || (here && `CORE.g_yield.firm_q);
            if (reserved) still = 0;                 // nobody places anything in its way
            for (k = 0; k < DISPATCHES; k = k + 1) begin
                regs_run = regs_free; lds_run = lds_free;
                for (len = f_regs[k] / 8 * f_waves[k]; len > 1; len = len - len / 2) regs_run = regs_run & (regs_run >> len / 2);
                for (len = f_rows[k] / LDS_BANKS; len > 1; len = len - len / 2) lds_run = lds_run & (lds_run >> len / 2);
                if (px_busy || !open_for(k) || busy + f_waves[k] > WAVES || places >= GROUPS || regs_run == 0 || (f_rows[k] != 0 && lds_run == 0)) f_room[k] = 0;
                else f_room[k] = f_room[k] + 8;
                if (f_room[k] > IDLE_IN && still > IDLE_IN + (here ? YIELD_IN : 0) && !reserved && !(here && `CORE.n_id_q == k)) fail("a group that fits does not begin");
                if (f_room[k] > 0 && still > most_still) most_still = still;
            end
        end
    endtask

    task check_group;                                // its first wave
        integer rows, lds, busy;
        reg     kept;
        begin
            if (open >= 0) fail("a group began before all waves of the one before were launched");
            if (p_id[launch_gslot] >= 0) fail("a place that holds a group");
            n = f_begun[d];
            if (n >= f_groups[d]) fail("more groups than the grid has");
            if (n == 0) check_start;
            if (gid_x !== n % f_gx[d] || gid_y !== n / f_gx[d] % f_gy[d] || gid_z !== n / f_gx[d] / f_gy[d]) fail("not the next group of its grid");
            if (f_dead[d] != 0 && cycle > f_dead[d] + 1) f_late[d] = f_late[d] + 1;
            if (f_late[d] > 2) fail("groups of a dispatch that is cancelled");
            // one of high priority that has fitted for long is not passed over by one of low, but for one that was passed over itself
            for (i = 0; i < DISPATCHES; i = i + 1)
                if (i != d && open_for(i) && !px_busy) begin
                    if (f_high[i] && !f_high[d] && f_room[i] > ROOM_IN && !queued(i) && cycle > firm_at[d] + 200) fail("a group of high priority that fits was passed over");
                    if (goes_before(i, d) && f_passed[d] < PASSES) jumps = jumps + (f_begun[d] == 0);
                    if (!queued(i) && !(f_high[i] == f_high[d] && f_order[d] < f_order[i])) f_passed[i] = f_passed[i] + 1;
                    if (f_passed[i] > most_passed) most_passed = f_passed[i];
                    if (f_passed[i] > PASSES + DISPATCHES + 3) fail("a dispatch waits behind too many groups of others");
                    if (!f_high[i] && f_high[d]) preempted = preempted + (f_begun[d] == 0);
                end
            overtaken = overtaken + (f_passed[d] >= PASSES);
            f_passed[d] = 0;
            if (f_first[d] == 0) f_first[d] = cycle;
            still = 0;
            busy = 0; lds = 0; rows = 0;
            for (i = 0; i < WAVES; i = i + 1) busy = busy + s_busy[i];
            for (i = 0; i < GROUPS; i = i + 1) if (p_id[i] >= 0) begin
                if (launch_lds_base < p_lds[i] + f_rows[p_id[i]] && p_lds[i] < launch_lds_base + f_rows[d]) fail("LDS of another group");
                lds  = lds + f_rows[p_id[i]];
                rows = rows + f_waves[p_id[i]] * f_regs[p_id[i]];
                if (p_id[i] != d) overlaps = overlaps + 1;
            end
            if (busy + f_waves[d] > WAVES) fail("not enough slots for the whole group");
            if (lds + f_rows[d] > LDS_WORDS || rows + f_waves[d] * f_regs[d] > REG_ROWS) fail("not enough room for the whole group");
            if (launch_lds_base % LDS_BANKS != 0 || launch_lds_base + f_rows[d] > LDS_WORDS) fail("LDS outside");
            p_id[launch_gslot] = d; p_group[launch_gslot] = n; p_up[launch_gslot] = 0; p_end[launch_gslot] = 0; p_wait[launch_gslot] = 0;
            p_lds[launch_gslot] = launch_lds_base; p_reg[launch_gslot] = launch_reg_base;
            f_begun[d] = n + 1;
            f_over[d] = 1'b0; f_asked[d] = 1'b0; f_there[d] = 1'b0; f_told[d] = 1'b0;     // one that is dead seemed to be over: this group was on its way
            open = launch_gslot;
            if (n == 0 && f_calm[d] && last_calm && calm > 0 && last_at - f_held[d] > 12 + 3 * GROUPS && lds == 0) begin       // known long before: there is no gap
                j = 0;
                for (i = 0; i < GROUPS; i = i + 1) j = j + (p_id[i] >= 0);
                kept = 1'b0;                         // an older one had groups left: it may have been in hand, without room
                for (i = 0; i < DISPATCHES; i = i + 1) kept = kept | (open_for(i) && f_order[i] < f_order[d]);
                if (busy < WAVES - 3 && j < GROUPS - 3 && 2 * rows < REG_ROWS) begin
                    if (cycle - last_at > 3 * GROUPS && !kept) fail("many idle cycles between two dispatches");
                    followed = followed + 1;
                    if (cycle - last_at == 1) seamless = seamless + 1;
                end
            end
        end
    endtask

    task check_launch;
        begin
            idle = 0;
            d = launch_id;
            if (!f_busy[d] || f_bad[d]) fail("a launch of a dispatch that is not in flight");
            if (s_busy[launch_slot]) fail("a slot that holds a wave");
            if (launch_wave == 0) check_group;
            if (open != launch_gslot || p_id[launch_gslot] != d || p_up[launch_gslot] != launch_wave) fail("not the next wave of the group");
            n = p_group[launch_gslot];
            if (gid_x !== n % f_gx[d] || gid_y !== n / f_gx[d] % f_gy[d] || gid_z !== n / f_gx[d] / f_gy[d]) fail("the group of the wave");
            if (launch_count !== f_waves[d] || launch_wave_log2 !== f_log2[d] || launch_entry !== f_entry[d] || launch_regs !== f_regs[d] ||
                launch_lds_words !== f_lds[d] || launch_lds_base !== p_lds[launch_gslot] || launch_pixel !== f_pixel[d])
                fail("fields of a launch are not its dispatch's");
            if (f_pixel[d]) begin
                if (f_dead[d] == 0 && (px_got == px_put || px[px_got % 8] !== {launch[`WF_LAUNCH_AT], launch[`WF_LAUNCH_HELPER], launch_live})) fail("lanes of a pixel wave");
                px_got = px_got + 1;
                pixels = pixels + 1;
            end else begin
                if (tb_x !== gid_x * f_x[d] || tb_y !== gid_y * f_y[d] || tb_z !== gid_z) fail("first thread of the group");
                // with extra waves the runs of four places are dealt to all of them
                j = f_runs[d] == 0 ? launch_wave << f_log2[d] :
                    4 * (launch_wave * (f_runs[d] / f_waves[d]) + (launch_wave < f_runs[d] % f_waves[d] ? launch_wave : f_runs[d] % f_waves[d]));
                if (launch_first !== j) fail("first place of the wave");
                n = f_threads[d] - j;
                j = f_runs[d] == 0 ? 1 << f_log2[d] : 4 * (f_runs[d] / f_waves[d] + (launch_wave < f_runs[d] % f_waves[d]));
                if (launch_live !== (n > j ? j : n < 0 ? 0 : n)) fail("live lanes");
                extras = extras + (f_runs[d] != 0);
            end
            if ((!f_pixel[d] && grid_size[96*d +: 32] !== f_gx[d]) || code_words[17*d +: 17] !== {1'b0, ~f_entry[d]} || code_base[16*d +: 16] !== {f_entry[d][7:0], ~f_entry[d][15:8]}) fail("constants of the dispatch");
            for (i = 0; i < WAVES; i = i + 1)
                if (s_busy[i] && launch_reg_base < s_row[i] + f_regs[p_id[s_place[i]]] && s_row[i] < launch_reg_base + f_regs[d])
                    fail("registers of another wave");
            if (launch_reg_base % 8 != 0 || launch_reg_base + f_regs[d] > REG_ROWS) fail("registers outside");
            s_busy[launch_slot] = 1'b1; s_wait[launch_slot] = 1'b0; s_place[launch_slot] = launch_gslot; s_row[launch_slot] = launch_reg_base;
            s_left[launch_slot] = prng[7:6] == 0 ? prng[9:8] : 0;
            p_up[launch_gslot] = p_up[launch_gslot] + 1;
            if (p_up[launch_gslot] == f_waves[d]) open = -1;
            last_id = d;
            last_at = cycle;
            last_calm = f_calm[d] && f_begun[d] == f_groups[d];
            checks  = checks + 1;
        end
    endtask

    task check_release;
        begin
            idle = 0;
            d = -1;
            for (i = 0; i < WAVES; i = i + 1) if (release_slots[i]) d = s_place[i];
            if (d < 0) fail("a release of nobody");
            if (p_id[d] < 0 || p_up[d] != f_waves[p_id[d]] || p_wait[d] + p_end[d] != p_up[d] || p_wait[d] == 0) fail("a release too early");
            for (i = 0; i < WAVES; i = i + 1) begin
                if (release_slots[i] !== (s_busy[i] && s_wait[i] && s_place[i] == d)) fail("a release of others than those that wait");
                if (release_slots[i]) s_wait[i] = 1'b0;
            end
            p_wait[d] = 0;
            checks = checks + 1;
        end
    endtask

    task check_group_done;
        begin
            idle = 0;
            d = gdone_id;
            n = -1;
            for (i = 0; i < GROUPS; i = i + 1)
                if (p_id[i] == d && p_end[i] == f_waves[d] && gd_x === p_group[i] % f_gx[d] && gd_y === p_group[i] / f_gx[d] % f_gy[d] &&
                    gd_z === p_group[i] / f_gx[d] / f_gy[d]) n = i;
            if (n < 0) fail("a group done that is not over");
            p_id[n] = -1;
            f_done[d] = f_done[d] + 1;
            if (f_done[d] == f_groups[d]) begin
                f_over[d] = 1'b1; f_last[d] = f_pixel[d] ? 0 : cycle;
                if (!f_pixel[d] && prng[31:30] == 0 && soon == 0) begin soon = 1; soon_id = d; overs = overs + 1; end     // a cancel that comes just too late
            end
            checks = checks + 1;
        end
    endtask

    task check_answer;
        begin
            idle = 0;
            d = done_id;
            if (!f_busy[d]) fail("an answer of nobody");
            if (done_code !== (!f_bad[d] ? `WF_REJECT_NONE : f_pixel[d] ? `WF_REJECT_PIXEL_GROUP : `WF_REJECT_NO_SHAPE)) fail("the code of an answer");
            if (f_done[d] != f_begun[d]) fail("an answer while a group is resident");
            if (u_dut.walk_on && u_dut.walk_id == d) fail("an answer while its groups are walked");
            if (!f_there[d]) fail("an answer before its stores are there");
            if (done_ending == `WF_ENDING_COMPLETE && f_done[d] != f_groups[d]) fail("an answer before all groups were over");
            if (done_ending !== (f_bad[d] ? `WF_ENDING_COMPLETE : f_why[d])) fail("the ending of an answer");
            if (done_ending == `WF_ENDING_COMPLETE && f_ending[d] != 0 && f_early[d] && cycle > f_ending[d] + 40 && !f_bad[d]) fail("a cancel was lost");
            cut_bads = cut_bads + (f_bad[d] && f_ending[d] != 0);
            if (!f_bad[d] && done_waves !== f_waves[d]) fail("waves of an answer");
            for (i = 0; i < DISPATCHES; i = i + 1)
                if (i != d && f_busy[i] && f_order[i] < f_order[d] && !f_over[i] && f_wait[d] && !f_bad[d] && done_ending == `WF_ENDING_COMPLETE)
                    fail("one that waits was answered before an earlier one was over");
            cancels = cancels + (done_ending == `WF_ENDING_CANCELLED);
            limits  = limits + (done_ending == `WF_ENDING_LIMIT);
            if (f_pixel[d] && !f_bad[d]) begin
                if (!px_ended && f_begun[d] > 0) fail("an answer before the last pixels came");
                px_busy = 1'b0; px_left = 0; pixel_valid <= 1'b0;
            end else if (f_pixel[d]) px_left = 0;
            f_busy[d] = 1'b0;
            answered  = answered + 1;
            checks    = checks + 1;
        end
    endtask

    // ---- what must come in time ----
    function on_the_way(input integer k);            // the core holds a group of it that has not begun
        on_the_way = (`CORE.n_valid_q && `CORE.n_id_q == k) || (`CORE.c_valid_q && `CORE.c_id_q == k) || (launch_valid && launch_id == k);
    endfunction
    task follow_times;
        integer k;
        begin
            taken_in = desc_valid && !f_busy[o_id] ? taken_in + 1 : 0;
            if (taken_in > 14) fail("a descriptor is not taken");
            for (k = 0; k < DISPATCHES; k = k + 1) begin
                if (f_busy[k] && f_limit[k] != 0 && f_first[k] != 0 && f_dead[k] == 0 && !f_over[k] && cycle > f_first[k] + f_limit[k] + 2) fail("a limit does not end it");
                // over: its stores are asked for, when those of others are there; there: the answer comes, when those in front were taken
                if (!f_busy[k] || !f_over[k] || (f_begun[k] == 0 && !f_bad[k] && f_held[k] >= cycle - 1) || f_done[k] != f_begun[k] || (f_groups[k] == 0 && !f_bad[k] && queued(k)) || (f_dead[k] != 0 && on_the_way(k)) || (px_busy && (f_pixel[k] ? !px_ended : f_begun[k] == 0 && !f_bad[k]))) f_quiet[k] = 0;
                else if (!done_valid && settle_left == 0 && !clear_valid) f_quiet[k] = f_quiet[k] + 1;
                if (f_busy[k] && f_quiet[k] > ANSWER_IN) fail("an answer does not come");
            end
            // a group that has its place and no slots: others are not held up for long
            parked = `CORE.n_valid_q && !`CORE.n_take ? parked + 1 : 0;
            if (u_dut.u_order.back) still = 0;       // its place is free from now on
            if (`CORE.n_take && `CORE.g_yield.firm_q) firm_at[`CORE.n_id_q] = cycle;
            k = 0;
            for (n = 0; n < DISPATCHES; n = n + 1) if (n != `CORE.n_id_q && open_for(n) && f_room[n] > 0) k = k + 1;
            if (parked > YIELD_IN + 64 && k > 0 && !px_busy && !`CORE.g_yield.firm_q) fail("a group keeps its place without slots");
            stuck = stuck + (parked == 64);
        end
    endtask

    // ---- what happens next ----
    task offer;
        begin
            roll;
            o_calm = calm > 0;
            o_id = prng[2:0] % DISPATCHES;
            o_wait = prng[5:3] == 0; o_high = prng[7:6] == 0; o_bad = prng[12:8] == 0; o_entry = prng[31:16];
            o_limit = prng[15:13] == 0 ? 20 + prng[23:16] : 0;
            o_pixel = calm == 0 && prng[26:24] == 0 && !px_busy && px_left == 0;
            roll;
            o_log2 = prng[0] ? 2 : 3;
            o_x = 1 + prng[5:1]; o_y = prng[6] ? 1 : 1 + prng[8:7];
            if (calm != 0) begin o_x = 1 << o_log2; o_y = 1; end
            if ((o_x * o_y + 3) / 4 > 16) o_y = 1;
            o_gx = prng[11:9]; o_gy = 1 + prng[12]; o_gz = prng[14:13] == 0 ? 2 : 1;
            if (o_gx == 0 && prng[16:15] != 0) o_gx = 3;
            if (o_limit != 0 && o_entry[7]) o_limit = 1 + o_entry[8];
            // a limit about as long as it runs
            if (o_limit != 0 && o_entry[0]) begin o_limit = 10 + o_entry[6:1]; o_x = 4; o_y = 1; o_gx = 1; o_gy = 1; o_gz = 1; end
            if (calm != 0) begin o_gx = 40; o_gy = 1; o_gz = 1; end
            n = (o_x * o_y + (1 << o_log2) - 1) >> o_log2;
            o_extra = calm == 0 && prng[23:22] == 0 && n < WAVES ? 1 + prng[21:17] % (WAVES - n) : 0;
            if (o_pixel && prng[1:0] != 0) o_limit = 20 + prng[9:4];
            if (o_pixel) begin o_extra = 0; o_x = 1; o_y = 1; px_left = 1 + prng[27:24]; px_put = 0; px_got = 0; px_ended = 1'b0; end
            n = o_pixel ? 1 : n + o_extra;
            roll;
            o_regs = 1 + prng[5:0] % 64;
            while (n * ((o_regs + 7) / 8) * 8 > REG_ROWS) o_regs = o_regs / 2;
            o_shared = prng[7:6] == 0 ? prng[20:8] % (4 * LDS_WORDS + 1) : prng[7:6] == 1 ? prng[14:8] : 0;
            if (o_pixel) o_shared = 0;
            if (calm != 0) begin o_shared = 0; o_regs = 8 + prng[22:21] * 8; o_wait = 0; o_high = 0; o_limit = 0; o_bad = 0; end
            desc_valid <= 1'b1;
        end
    endtask

    task drive_pixels;
        if (pixel_valid && pixel_ready) begin
            pixel_valid <= 1'b0;
            dropped = dropped + (dead != 0 && !pixel_end);
            if (pixel_end) px_ended = 1'b1;
            else begin
                px[px_put % 8] = {pixel_at, pixel_helper, pixel_live};
                px_put = px_put + 1;
            end
        end else if (!pixel_valid) begin
            pixel_valid  <= pixel_open && !px_ended && r2[31:30] != 0;
            pixel_end    <= pixel_open && !px_ended && r2[31:30] != 0 ? px_left == 0 : r2[29];
            pixel_live   <= {r2[1:0], 2'b00} + 8'd4;
            pixel_helper <= {(LANES+31)/32{r2}};
            pixel_at     <= {(7*LANES+31)/32{~r2}};
            if (pixel_open && !px_ended && r2[31:30] != 0 && px_left != 0) px_left = px_left - 1;
        end
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        idle  = idle + 1;
        roll;
        r2 = xorshift32(prng ^ 32'h5bd1e995);
        if (!rst) begin
            for (i = 0; i < DISPATCHES; i = i + 1)
                if (id_busy[i] !== f_busy[i]) fail("who is in flight");
            if (clearing && (!clear_valid || {clear_base, clear_words} !== clear_asked)) fail("a range to clear was taken back");
            clearing    = clear_valid && !clear_ready;
            clear_asked = {clear_base, clear_words};
            if (release_valid) check_release;
            if (launch_valid && launch_ready) check_launch;
            if (arrive_valid) begin
                s_wait[arrive_slot] = 1'b1;
                p_wait[s_place[arrive_slot]] = p_wait[s_place[arrive_slot]] + 1;
            end
            if (end_valid) begin
                s_busy[end_slot] = 1'b0;
                p_end[s_place[end_slot]] = p_end[s_place[end_slot]] + 1;
            end
            if (gdone_valid) check_group_done;
            if (done_valid && done_ready) check_answer;
            for (i = 0; i < DISPATCHES; i = i + 1) begin
                if (dead[i] && f_busy[i] && f_dead[i] == 0) begin
                    f_dead[i] = cycle;
                    f_why[i]  = was_cancel && was_id == i ? `WF_ENDING_CANCELLED : `WF_ENDING_LIMIT;
                    if (f_why[i] == `WF_ENDING_LIMIT && (f_limit[i] == 0 || cycle < f_held[i] + f_limit[i])) fail("a limit ended it too early");
                    shorts = shorts + (f_limit[i] == 1);
                    if (f_why[i] == `WF_ENDING_LIMIT && prng[25] && soon == 0) begin soon = 1 + prng[28:26]; soon_id = i; end     // it comes too late
                    if (f_last[i] != 0 && cycle > f_last[i] + 1) fail("one whose groups are over was cut");
                end
                if (dead[i] && f_busy[i] && f_done[i] == f_begun[i]) f_over[i] = 1'b1;
                if (f_groups[i] == 0) f_over[i] = 1'b1;
                if (f_over[i] && f_begun[i] == 0) f_there[i] = 1'b1;     // it has none
                if (settle && f_over[i]) f_asked[i] = 1'b1;
                if (!settle && settled && f_asked[i]) f_there[i] = 1'b1;
                if (performed[i] && !(f_busy[i] && f_there[i])) fail("stores that are not there were called performed");
                if (performed[i] || (f_begun[i] == 0 && f_there[i])) f_told[i] = 1'b1;
            end
            was_cancel = cancel_valid;
            was_id     = cancel_id;
            follow_starts;
            follow_times;
            if (cycle % 8 == 0) follow_room;
            still = still + 1;
            if (settle) begin
                if (!settled || settle_left != 0) fail("asked for stores again before they were there");
                settle_left = r2[23:22] == 0 ? 0 : r2[30:26];
                settled <= settle_left == 0;
                asked = asked + 1;
            end else if (settle_left != 0) begin
                settle_left = settle_left - 1;
                settled <= settle_left == 0;
                // a descriptor that waits for others comes in the cycle in which the stores of one are there
                tie = settle_left == 0 && !desc_valid && sent < count && calm == 0 && id_busy != {DISPATCHES{1'b1}};
            end
            if (cancel_valid && f_busy[cancel_id] && f_ending[cancel_id] == 0) begin
                f_ending[cancel_id] = cycle;
                f_early[cancel_id]  = !f_over[cancel_id];
            end
            if (desc_valid && desc_ready) note_accept;
            if (cfg_valid && (cfg_x !== o_x || cfg_y !== o_y || cfg_id !== o_id) && !desc_valid) fail("shape for the packer");
            if (idle > 5000) fail("nothing happens any more");

            if (!desc_valid && sent < count && !tie && lull == 0 && (calm != 0 || r2[1:0] != 0)) begin
                if (r2[8:5] == 0) calm = r2[13] ? 0 : 2000;
                offer;
            end
            if (tie && !desc_valid) begin
                offer;
                while (f_busy[o_id]) o_id = (o_id + 1) % DISPATCHES;
                o_wait = 1'b1;
                ties   = ties + 1;
            end
            tie = 1'b0;
            if (lull != 0) lull = lull - 1;
            garbage <= r2;
            drive_pixels;
            if (calm > 0) calm = calm - 1;
            launch_ready <= calm != 0 || r2[3:2] != 0;
            done_ready   <= calm != 0 || r2[4];
            clear_ready  <= r2[14:13] == 0;
            cancel_valid <= 1'b0;
            cancel_id    <= r2[12:8] % DISPATCHES;
            if (r2[31:25] == 0 && r2[1:0] == 0 && calm == 0) begin
                cancel_valid <= 1'b1;
                cancel_id    <= r2[24:22] % DISPATCHES;
            end
            // a pixel shader that waits for room to start beyond its limit, and the one in hand is cancelled: it comes in hand as it dies
            for (j = 0; j < DISPATCHES; j = j + 1)
                if (u_dut.u_order.aside_q[j] && f_pixel[j] && u_dut.walk_on && u_dut.u_table.limited_q[j] && u_dut.u_table.limit_q[32*j +: 32] == 32'd2) begin
                    cancel_valid <= 1'b1;
                    cancel_id    <= u_dut.walk_id;
                end
            born_dead = born_dead + (u_dut.start && u_dut.next_pixel && dead[u_dut.next_id]);
            if (soon == 1) begin
                cancel_valid <= 1'b1;
                cancel_id    <= soon_id;
            end
            if (soon != 0) soon = soon - 1;
            // arrivals and ends: a random slot each; waves of a dead dispatch end soon
            arrive_valid <= 1'b0;
            arrive_slot  <= r2[9:5] % WAVES;
            end_valid    <= 1'b0;
            end_slot     <= r2[27:20] % WAVES;
            s = r2[18:15] % WAVES;
            came = -1;                               // who arrives now does not end
            if (s_busy[s] && !s_wait[s] && s_left[s] > 0 && !(arrive_valid && arrive_slot == s) && !(end_valid && end_slot == s)) begin
                arrive_valid <= 1'b1;
                arrive_slot  <= s;
                came = s;
                s_left[s] = s_left[s] - 1;
            end
            for (j = 0; j < (calm != 0 ? WAVES : 3); j = j + 1) begin
                n = (r2[22:19] + j) % WAVES;
                if (n != came && s_busy[n] && !s_wait[n] && s_left[n] == 0 && (!f_long[p_id[s_place[n]]] || dead[p_id[s_place[n]]] || cycle > f_stay[p_id[s_place[n]]]) && !(arrive_valid && arrive_slot == n) && !(end_valid && end_slot == n) &&
                    !(launch_valid && launch_ready && launch_slot == n)) begin
                    end_valid <= 1'b1;
                    end_slot  <= n;
                end
            end
        end
        if (answered == count && count > 0) begin
            if (count >= 3000 && (waits == 0 || cancels == 0 || limits == 0 || overlaps == 0 || cut_bads == 0 || 2 * seamless < followed || followed == 0 || preempted == 0 || overtaken == 0 || jumps == 0 || stuck == 0 || ties == 0 || overs == 0 || shorts == 0 || pixels == 0 || dropped == 0 || extras == 0)) begin
                $display("overtaken %0d jumps %0d stuck %0d ties %0d overs %0d shorts %0d, dead as they come %0d, pixels %0d dropped %0d extras %0d", overtaken, jumps, stuck, ties, overs, shorts, born_dead, pixels, dropped, extras);
                $display("waits %0d cancels %0d limits %0d overlaps %0d refused and cancelled %0d seamless %0d of %0d preempted %0d", waits, cancels, limits, overlaps, cut_bads, seamless, followed, preempted);
                fail("a case was never met");
            end
            $display("PASS wf_dispatch_queue seed=%0d checks=%0d dispatches=%0d cycles=%0d waits=%0d cancelled=%0d limits=%0d overlaps=%0d seamless=%0d of %0d preempted=%0d passed=%0d still=%0d",
                     seed, checks, answered, cycle, waits, cancels, limits, overlaps, seamless, followed, preempted, most_passed, most_still);
            $finish;
        end
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 3000;
        open = -1; calm = 0;
        for (i = 0; i < DISPATCHES; i = i + 1) begin
            f_busy[i] = 0; f_dead[i] = 0; f_groups[i] = 1; f_over[i] = 1; f_asked[i] = 1; f_there[i] = 1; f_told[i] = 1; f_order[i] = 0; f_begun[i] = 0; f_done[i] = 0; f_high[i] = 0; f_ending[i] = 0;
            firm_at[i] = -1000; f_bad[i] = 0; f_wait[i] = 0; f_limit[i] = 0; f_first[i] = 0; f_held[i] = 0; f_passed[i] = 0; f_room[i] = 0; f_quiet[i] = 0; f_long[i] = 0; f_pixel[i] = 0; f_runs[i] = 0; f_stay[i] = 0; f_why[i] = 0;
            f_regs[i] = 8; f_rows[i] = 0; f_waves[i] = 1; f_last[i] = 0;
        end
        for (i = 0; i < WAVES; i = i + 1) s_busy[i] = 0;
        for (i = 0; i < GROUPS; i = i + 1) p_id[i] = -1;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
    end
endmodule
`default_nettype wire
