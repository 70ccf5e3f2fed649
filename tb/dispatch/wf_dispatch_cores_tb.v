// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_cores_tb - one dispatcher in front of several cores: random dispatches with waits, priorities, cancels and limits, between as many
//   random cores and LDS.  The books hold a row an id, a place of a core and a slot of a core.  Checks: each group begins once, and all its waves
//   come on the core it began on; slots, places, ranges of registers and LDS are nobody else's of that core, and clean; barriers are released by
//   core and group; none of low priority begins a group while one of high has long had room in a core, and at most PASSES groups of others,
//   those that wait and those that cores hold already, three each (on offer, in launch, next), before a dispatch that may start begins one; one answer a
//   descriptor, when all its groups in all cores are over and its stores are there.  Payload is garbage where valid is 0.  Rounds between them, without stalls: the first groups go
//   to cores that differ, each core gets its share, launches go as fast as cores and walk can, and no core waits longer than a
//   bound while it has room and groups are left, one that is stalled beside it or not.  In others, waves of all cores end in the same cycles.
//   Plusargs: +seed=N; +count=N dispatches (default 1500)
//   Run: make bench-dispatch-cores SEED=n
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_dispatch_cores_tb;
    parameter integer CORES = 4, DISPATCHES = 4, LANES = 8, WAVES = 16, GROUPS = 8, REG_ROWS = 512, LDS_WORDS = 256, LDS_BANKS = 8;
    localparam integer ID_W = DISPATCHES > 1 ? $clog2(DISPATCHES) : 1, SLOT_W = $clog2(WAVES), GSLOT_W = GROUPS > 1 ? $clog2(GROUPS) : 1;
    localparam integer HELD = 3;                     // groups that a core holds whose first wave it has not given
    localparam integer PASSES = 12, ROOM_IN = 16 * (6 * GROUPS + 20);
    localparam integer RANDOM = 0, CALM = 1, STORM = 2;
    localparam integer MOST = 1024;                  // groups of a grid

    reg                   clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    // ---- the descriptor on offer ----
    reg                   desc_valid = 1'b0, o_wait = 1'b0, o_high = 1'b0, o_pixel = 1'b0;
    reg  [2:0]            o_id = 3'd0;
    reg  [31:0]           o_limit = 0, o_x = 1, o_y = 1, o_gx = 1, o_gy = 1, o_gz = 1, o_shared = 0, o_bad = 0;
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
        desc[`WF_DESC_X] = o_x;                     desc[`WF_DESC_Y] = o_y;              desc[`WF_DESC_Z] = 32'd1;
        desc[`WF_DESC_WAVESIZE_KIND] = 2'd1;        desc[`WF_DESC_WAVESIZE_MIN] = 32'd1 << o_log2;
        desc[`WF_DESC_GRID_X] = o_gx;               desc[`WF_DESC_GRID_Y] = o_gy;        desc[`WF_DESC_GRID_Z] = o_gz;
        desc[`WF_DESC_GROUPSHARED] = o_shared;      desc[`WF_DESC_ENTRY] = o_entry;      desc[`WF_DESC_REGISTERS] = o_regs;
        end
    end

    wire                     desc_ready, done_valid, settle, pixel_open, pixel_ready;
    reg                      done_ready = 1'b0, cancel_valid = 1'b0, settled = 1'b1, pixel_valid = 1'b0, pixel_end = 1'b0;
    wire [ID_W-1:0]          done_id;
    reg  [ID_W-1:0]          cancel_id = 0;
    wire [7:0]               done_code;
    wire [1:0]               done_ending;
    wire [15:0]              done_waves;
    wire [DISPATCHES-1:0]    dead, id_busy;
    reg  [7:0]               pixel_live = 0;
    reg  [LANES-1:0]         pixel_helper = 0;
    reg  [7*LANES-1:0]       pixel_at = 0;
    // by core
    wire [CORES-1:0]         launch_valid, release_valid, gdone_valid, clear_valid, end_ready, arrive_ready;
    reg  [CORES-1:0]         launch_ready = 0, end_valid = 0, arrive_valid = 0, clear_ready = 0;
    wire [`WF_LAUNCH_W*CORES-1:0] launch;
    wire [`WF_GDONE_W*CORES-1:0] gdone;
    wire [ID_W*CORES-1:0]    gdone_id;
    reg  [SLOT_W*CORES-1:0]  end_slot = 0, arrive_slot = 0;
    wire [16*CORES-1:0]      clear_base, clear_words;
    wire [WAVES*CORES-1:0]   release_slots;
    wire [16*GROUPS*CORES-1:0] stat_launched, stat_ended;

    wf_dispatch #(.CORES(CORES), .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS),
                  .DISPATCHES(DISPATCHES), .PASSES(PASSES)) u_dut (
        .clk(clk), .rst(rst), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id), .done_code(done_code), .done_ending(done_ending), .done_wave_size(),
        .done_waves(done_waves), .settle(settle), .settled(settled), .id_busy(id_busy), .code_base(), .cancel_valid(cancel_valid),
        .cancel_id(cancel_id), .dead(dead),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch(launch), .pixel_open(pixel_open), .pixel_wave_log2(), .pixel_valid(pixel_valid), .pixel_ready(pixel_ready),
        .pixel_end(pixel_end), .pixel_live(pixel_live), .pixel_helper(pixel_helper), .pixel_at(pixel_at),
        .end_valid(end_valid), .end_ready(end_ready), .end_slot(end_slot), .arrive_valid(arrive_valid), .arrive_ready(arrive_ready), .arrive_slot(arrive_slot),
        .release_valid(release_valid), .release_slots(release_slots),
        .gdone_valid(gdone_valid), .gdone(gdone),
        .lds_clear_valid(clear_valid), .lds_clear_ready(clear_ready), .lds_clear_base(clear_base), .lds_clear_words(clear_words),
        .cfg_valid(), .cfg_id(), .cfg_x(), .cfg_y(), .cfg_numwaves(),
        .grid_size(), .code_words(), .stat_launched(stat_launched), .stat_arrived(), .stat_ended(stat_ended));

    // the core looked at, and its fields
    integer              c = 0;
    reg  [ID_W-1:0]      l_id;
    reg  [SLOT_W-1:0]    l_slot;
    reg  [GSLOT_W-1:0]   l_gslot;
    reg  [15:0]          l_wave, l_lds, l_reg;
    reg  [31:0]          l_x, l_y, l_z, gd_x, gd_y, gd_z;
    task look;
        begin
            l_id = launch[`WF_LAUNCH_W*c + `WF_LAUNCH_ID]; l_slot = launch[`WF_LAUNCH_W*c + `WF_LAUNCH_SLOT]; l_gslot = launch[`WF_LAUNCH_W*c + `WF_LAUNCH_GSLOT];
            l_wave = launch[`WF_LAUNCH_W*c + `WF_LAUNCH_WAVE]; l_lds = launch[`WF_LAUNCH_W*c + `WF_LAUNCH_LDS_BASE]; l_reg = launch[`WF_LAUNCH_W*c + `WF_LAUNCH_REG_BASE];
            {l_z, l_y, l_x} = launch[`WF_LAUNCH_W*c + `WF_LAUNCH_GID];
        end
    endtask

    // ---- the books: dispatches by id ----
    integer    count, checks = 0, cycle = 0, sent = 0, answered = 0, i, j, s, d, g, n, w, came, idle = 0, settle_left = 0;
    `include "wf_random.vh"
    reg        f_busy  [0:DISPATCHES-1];             // from its acceptance to its answer
    reg        f_wait  [0:DISPATCHES-1];
    reg        f_high  [0:DISPATCHES-1];
    reg        f_bad   [0:DISPATCHES-1];
    reg        f_pixel [0:DISPATCHES-1];
    reg        f_over  [0:DISPATCHES-1];             // all its groups are over, or it launches none;
    reg        f_asked [0:DISPATCHES-1];             // ... and then it was asked for its stores,
    reg        f_there [0:DISPATCHES-1];             // which are there
    reg [MOST-1:0] f_seen [0:DISPATCHES-1];          // groups that began
    integer    f_order [0:DISPATCHES-1];             // of acceptance
    integer    f_begun [0:DISPATCHES-1];             // groups
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
    integer    f_ending[0:DISPATCHES-1];             // by a cancel of ours
    reg [31:0] f_x[0:DISPATCHES-1];
    reg [31:0] f_y[0:DISPATCHES-1];
    reg [31:0] f_gx[0:DISPATCHES-1];
    reg [31:0] f_gy[0:DISPATCHES-1];
    reg [15:0] f_entry[0:DISPATCHES-1];
    integer    f_late  [0:DISPATCHES*CORES-1];       // of a core: groups begun since it is dead,
    integer    f_on    [0:DISPATCHES*CORES-1];       // groups begun,
    integer    f_last  [0:DISPATCHES*CORES-1];       // and the last one
    integer    f_passed[0:DISPATCHES-1];             // groups of others begun since it might have begun one
    integer    f_room  [0:DISPATCHES-1];             // some core has had room for so long
    integer    f_from  [0:DISPATCHES-1];             // cycle of its first launch,
    integer    f_at    [0:DISPATCHES-1];             // and in which it was taken
    // slots and places of a core: c * WAVES + slot, c * GROUPS + place
    reg        s_busy [0:CORES*WAVES-1];
    reg        s_wait [0:CORES*WAVES-1];
    integer    s_place[0:CORES*WAVES-1];
    integer    s_row  [0:CORES*WAVES-1];
    integer    s_left [0:CORES*WAVES-1];
    integer    p_id   [0:CORES*GROUPS-1];            // of a place: its dispatch, -1: no group
    integer    p_group[0:CORES*GROUPS-1];
    integer    p_up   [0:CORES*GROUPS-1];            // waves launched
    integer    p_end  [0:CORES*GROUPS-1];
    integer    p_wait [0:CORES*GROUPS-1];
    integer    p_lds  [0:CORES*GROUPS-1];
    integer    p_reg  [0:CORES*GROUPS-1];
    integer    open   [0:CORES-1];                   // of a core: the place in launch,
    reg [LDS_WORDS-1:0] clean [0:CORES-1];           // words that were cleared and not used since,
    integer    slack  [0:CORES-1];                   // cycles with room and without a launch
    // cases met
    integer    mode = RANDOM, quota = 20, frozen = -1, freeze = 0, waits = 0, cancels = 0, limits = 0, overlaps = 0, bads = 0, preempted = 0, together = 0,
               alike = 0, drops = 0, calms = 0, longest = 0, pixels = 0, moved = 0, shared = 0, prior = 0, prior_at = 0, follows = 0, most_passed = 0, overtaken = 0;
    // the waves of the pixel shader in flight
    integer    px_left = 0, px_put = 0, px_got = 0;
    reg [7*LANES+LANES+7:0] px [0:7];

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL wf_dispatch_cores CORES=%0d seed=%0d cycle=%0d: %0s; core %0d launch id %0d gid %0d,%0d,%0d wave %0d slot %0d place %0d", CORES, seed,
               cycle, what, c, l_id, l_x, l_y, l_z, l_wave, l_slot, l_gslot);
    endtask

    function alive(input integer k);                 // it runs and may have groups yet
        alive = f_busy[k] && !f_bad[k] && f_dead[k] == 0 && !f_over[k] && !f_pixel[k];
    endfunction

    task note_accept;
        begin
            d = o_id;
            if (f_busy[d]) fail("a descriptor was taken whose id is in flight");
            for (i = 0; i < DISPATCHES; i = i + 1) waits = waits + (o_wait && f_busy[i] && !f_over[i]);
            f_at[d] = cycle;
            f_busy[d] = 1'b1; f_wait[d] = o_wait; f_high[d] = o_high; f_bad[d] = o_bad != 0; f_pixel[d] = o_pixel; f_order[d] = sent;
            f_begun[d] = 0; f_done[d] = 0; f_dead[d] = 0; f_ending[d] = 0; f_passed[d] = 0; f_room[d] = 0; f_limit[d] = o_limit; f_seen[d] = {MOST{1'b0}};
            for (i = 0; i < CORES; i = i + 1) begin f_late[CORES*d+i] = 0; f_on[CORES*d+i] = 0; f_last[CORES*d+i] = -1; end
            f_groups[d] = f_bad[d] ? 0 : o_pixel ? px_left : o_gx * o_gy * o_gz;
            f_threads[d] = o_x * o_y;
            f_waves[d] = o_pixel ? 1 : (f_threads[d] + (1 << o_log2) - 1) >> o_log2;
            f_regs[d] = (o_regs + 7) / 8 * 8;
            f_lds[d]  = (o_shared + 3) / 4;
            f_rows[d] = (f_lds[d] + LDS_BANKS - 1) / LDS_BANKS * LDS_BANKS;
            f_log2[d] = o_log2; f_x[d] = o_x; f_y[d] = o_y; f_entry[d] = o_entry;
            f_gx[d] = o_pixel ? f_groups[d] : o_gx; f_gy[d] = o_pixel ? 1 : o_gy;
            f_over[d] = f_bad[d]; f_asked[d] = f_bad[d]; f_there[d] = f_bad[d];
            sent = sent + 1;
            bads = bads + f_bad[d];
            desc_valid <= 1'b0;
        end
    endtask

    // ---- whose next group would find room ----
    // groups that have a place and have not begun, of each core: the next one, the one in launch, the one whose first wave is on offer
    wire [3*CORES-1:0]  early;
    wire [12*CORES-1:0] early_id;
    wire [48*CORES-1:0] early_reg, early_lds;        // where their ranges begin, in units
    genvar gc;
    generate
        for (gc = 0; gc < CORES; gc = gc + 1) begin : g_early
            assign gdone_id[ID_W*gc +: ID_W] = gdone[`WF_GDONE_W*gc + `WF_GDONE_ID];
            wire [3:0]  n_id = u_dut.g_core[gc].u_core.n_id_q, c_id = u_dut.g_core[gc].u_core.c_id_q, l_id = launch[`WF_LAUNCH_W*gc + `WF_LAUNCH_ID];
            wire [15:0] n_reg = u_dut.g_core[gc].u_core.n_reg_q, n_lds = u_dut.g_core[gc].u_core.n_lds_q;
            assign early[3*gc +: 3]        = {launch_valid[gc] && launch[`WF_LAUNCH_W*gc + `WF_LAUNCH_WAVE] == 16'd0,
                                              u_dut.g_core[gc].u_core.c_valid_q && u_dut.g_core[gc].u_core.c_wave_q == 9'd0, u_dut.g_core[gc].u_core.n_valid_q};
            assign early_id[12*gc +: 12]   = {l_id, c_id, n_id};
            assign early_reg[48*gc +: 48]  = {launch[`WF_LAUNCH_W*gc + `WF_LAUNCH_REG_BASE] >> 3, u_dut.g_core[gc].u_core.c_reg_q >> 3, n_reg};
            assign early_lds[48*gc +: 48]  = {launch[`WF_LAUNCH_W*gc + `WF_LAUNCH_LDS_BASE] >> $clog2(LDS_BANKS), u_dut.g_core[gc].u_core.c_base_q >> $clog2(LDS_BANKS), n_lds};
        end
    endgenerate
    function goes_before(input integer k, input integer than);
        goes_before = f_high[k] != f_high[than] ? f_high[k] : f_order[k] < f_order[than];
    endfunction
    function may_begin(input integer k);             // its next group: WAIT and those in front of it do not keep it from starting
        integer o;
        begin
            may_begin = alive(k) && f_begun[k] < f_groups[k] && cycle > f_at[k] + 24;
            for (o = 0; o < DISPATCHES; o = o + 1)
                if (f_begun[k] == 0 && o != k && f_busy[o] && f_order[o] < f_order[k] &&
                    ((f_wait[k] && !f_there[o]) || (f_high[o] == f_high[k] && f_begun[o] == 0 && !f_bad[o] && (f_groups[o] == 0 ? f_wait[o] : !f_over[o])))) may_begin = 1'b0;
        end
    endfunction

    reg [REG_ROWS/8-1:0] regs_free, regs_run, no_regs = 0;
    reg [LDS_WORDS/LDS_BANKS-1:0] lds_free, lds_run, no_lds = 0;
    task in_use(input integer k, input integer at_reg, input integer at_lds);     // ranges of a group of k
        begin
            regs_free = regs_free & ~(((~no_regs) >> (REG_ROWS / 8 - f_regs[k] / 8 * f_waves[k])) << at_reg);
            if (f_rows[k] != 0) lds_free = lds_free & ~(((~no_lds) >> (LDS_WORDS / LDS_BANKS - f_rows[k] / LDS_BANKS)) << at_lds);
        end
    endtask
    task follow_room;
        integer k, m, b, len, busy, places;
        reg [DISPATCHES-1:0] found;
        begin
            found = 0;
            for (m = 0; m < CORES; m = m + 1) begin
                regs_free = ~no_regs; lds_free = ~no_lds; busy = 0; places = 0;
                for (b = GROUPS * m; b < GROUPS * m + GROUPS; b = b + 1) if (p_id[b] >= 0) begin
                    k = p_id[b];
                    in_use(k, p_reg[b] / 8, p_lds[b] / LDS_BANKS);
                    busy   = busy + f_waves[k] - p_end[b];
                    places = places + 1;
                end
                for (b = 3 * m; b < 3 * m + 3; b = b + 1) if (early[b]) begin
                    k = early_id[4*b +: 4];
                    in_use(k, early_reg[16*b +: 16], early_lds[16*b +: 16]);
                    busy   = busy + f_waves[k];
                    places = places + 1;
                end
                for (k = 0; k < DISPATCHES; k = k + 1) begin
                    regs_run = regs_free; lds_run = lds_free;
                    for (len = f_regs[k] / 8 * f_waves[k]; len > 1; len = len - len / 2) regs_run = regs_run & (regs_run >> len / 2);
                    for (len = f_rows[k] / LDS_BANKS; len > 1; len = len - len / 2) lds_run = lds_run & (lds_run >> len / 2);
                    if (busy + f_waves[k] <= WAVES && places < GROUPS && regs_run != 0 && (f_rows[k] == 0 || lds_run != 0)) found[k] = 1'b1;
                end
            end
            b = 0;
            for (k = 0; k < DISPATCHES; k = k + 1) b = b + (f_busy[k] && f_pixel[k]);
            for (k = 0; k < DISPATCHES; k = k + 1)
                f_room[k] = b != 0 || mode == CALM || !may_begin(k) || !found[k] ? 0 : f_room[k] + 16;
        end
    endtask

    // may a group of d begin now?
    task check_turn;
        for (i = 0; i < DISPATCHES; i = i + 1)
            if (i != d && f_busy[i]) begin
                if (f_wait[d] && f_begun[d] == 0 && f_order[i] < f_order[d] && !f_there[i]) fail("a dispatch that waits started too early");
                if (f_wait[i] && f_begun[i] > 0 && f_order[d] < f_order[i]) fail("a group of a dispatch that another one waited for");
                if (may_begin(i) && !f_pixel[d]) begin
                    if (f_high[i] && !f_high[d] && f_room[i] > ROOM_IN && f_passed[d] < PASSES - 2) fail("a group of high priority that fits was passed over");
                    if (!(f_high[i] == f_high[d] && f_order[d] < f_order[i])) f_passed[i] = f_passed[i] + 1;
                    if (f_passed[i] > most_passed) most_passed = f_passed[i];
                    if (f_passed[i] > PASSES + DISPATCHES + HELD * CORES) fail("a dispatch waits behind too many groups of others");
                end
                if (alive(i) && !f_high[i] && f_high[d] && f_begun[i] > 0 && f_groups[i] - f_begun[i] > HELD * CORES) preempted = preempted + (f_begun[d] == 0);
            end
    endtask

    task check_group;                                // its first wave
        integer rows, lds, busy;
        reg [LDS_WORDS:0] mask;
        begin
            if (open[c] >= 0) fail("a group began before all waves of the one before were launched");
            if (p_id[g] >= 0) fail("a place that holds a group");
            check_turn;
            n = l_x + f_gx[d] * (l_y + f_gy[d] * l_z);
            if (l_x >= f_gx[d] || l_y >= f_gy[d] || n >= f_groups[d]) fail("a group that is not in the grid");
            if (f_seen[d][n]) fail("a group began twice");
            if (n < f_last[CORES*d+c]) fail("groups of a core out of order");
            if (n > f_begun[d] + HELD * (CORES - 1)) fail("a group that is not next");
            if (mode == CALM && f_begun[d] > 0 && n < CORES && f_on[CORES*d+c] > 0 && prior == 0) fail("the first groups on one core");
            f_seen[d][n] = 1'b1; f_last[CORES*d+c] = n; f_on[CORES*d+c] = f_on[CORES*d+c] + 1;
            if (f_dead[d] != 0 && cycle > f_dead[d] + 1) f_late[CORES*d+c] = f_late[CORES*d+c] + 1;
            if (f_late[CORES*d+c] > 2) fail("groups of a dispatch that is cancelled");
            overtaken = overtaken + (f_passed[d] >= PASSES);
            f_passed[d] = 0;
            f_over[d] = 1'b0; f_asked[d] = 1'b0; f_there[d] = 1'b0;     // one that is dead seemed to be over: this group was on its way
            busy = 0; lds = 0; rows = 0;
            for (i = WAVES * c; i < WAVES * c + WAVES; i = i + 1) busy = busy + s_busy[i];
            for (i = GROUPS * c; i < GROUPS * c + GROUPS; i = i + 1) if (p_id[i] >= 0) begin
                if (l_lds < p_lds[i] + f_rows[p_id[i]] && p_lds[i] < l_lds + f_rows[d]) fail("LDS of another group");
                lds  = lds + f_rows[p_id[i]];
                rows = rows + f_waves[p_id[i]] * f_regs[p_id[i]];
                if (p_id[i] != d) overlaps = overlaps + 1;
            end
            if (busy + f_waves[d] > WAVES) fail("not enough slots for the whole group");
            if (lds + f_rows[d] > LDS_WORDS || rows + f_waves[d] * f_regs[d] > REG_ROWS) fail("not enough room for the whole group");
            if (l_lds % LDS_BANKS != 0 || l_lds + f_rows[d] > LDS_WORDS) fail("LDS outside");
            mask = (({{(LDS_WORDS){1'b0}}, 1'b1} << f_rows[d]) - 1'b1) << l_lds;
            if ((mask & ~{1'b0, clean[c]}) != 0) fail("LDS that was not cleared");
            clean[c] = clean[c] & ~mask[LDS_WORDS-1:0];
            p_id[g] = d; p_group[g] = n; p_up[g] = 0; p_end[g] = 0; p_wait[g] = 0; p_lds[g] = l_lds; p_reg[g] = l_reg;
            open[c] = g;
            if (mode == CALM && f_begun[d] == 0 && prior != 0) begin
                follows = follows + 1;
                if (cycle - prior_at > 3 * GROUPS) fail("many idle cycles between two dispatches");
            end
            if (mode == CALM && f_begun[d] == 0 && prior == 0 && (frozen < 0 || freeze > 0) && cycle != f_at[d] + 13)
                fail("not 13 cycles from the descriptor to the first launch");
            if (f_begun[d] == 0) f_from[d] = cycle;
            f_begun[d] = f_begun[d] + 1;
            if (mode == CALM && f_begun[d] == f_groups[d]) check_calm;
        end
    endtask

    // the last group of a round without stalls
    task check_calm;
        begin
            j = f_waves[d] < CORES ? f_waves[d] : CORES;                     // launches a cycle: a group a cycle is walked, a wave a cycle a core launched
            if (frozen < 0 && f_waves[d] <= 4 && 4 * j * (cycle - f_from[d]) > 5 * f_groups[d] * f_waves[d] + 4 * j * 3 * GROUPS)
                fail("cores launch slower than they can");
            for (i = 0; i < CORES; i = i + 1)
                if (frozen < 0 && 8 * f_on[CORES*d+i] * CORES < 7 * (f_groups[d] - CORES)) fail("a core without its share of the groups");
            calms = calms + 1;
            prior = 1;
            prior_at = cycle;
        end
    endtask

    task check_pixel;
        begin
            if (c != 0) fail("a wave of a pixel shader beside core 0");
            if (f_dead[d] == 0 && (px_got == px_put || px[px_got % 8] !== {launch[`WF_LAUNCH_AT], launch[`WF_LAUNCH_HELPER], launch[`WF_LAUNCH_LIVE]}))
                fail("lanes of a pixel wave");
            px_got = px_got + 1;
            pixels = pixels + 1;
        end
    endtask

    task check_launch;
        begin
            idle = 0;
            look;
            d = l_id;
            g = GROUPS * c + l_gslot;
            s = WAVES * c + l_slot;
            if (!f_busy[d] || f_bad[d]) fail("a launch of a dispatch that is not in flight");
            if (l_slot >= WAVES || l_gslot >= GROUPS || s_busy[s]) fail("a slot that holds a wave");
            if (l_wave == 0) check_group;
            if (open[c] != g || p_id[g] != d || p_up[g] != l_wave) fail("not the next wave of the group");
            if (p_group[g] != l_x + f_gx[d] * (l_y + f_gy[d] * l_z)) fail("the group of the wave");
            if (launch[`WF_LAUNCH_W*c + `WF_LAUNCH_COUNT] !== f_waves[d] || launch[`WF_LAUNCH_W*c + `WF_LAUNCH_WAVE_LOG2] !== f_log2[d] || launch[`WF_LAUNCH_W*c + `WF_LAUNCH_ENTRY] !== f_entry[d] ||
                launch[`WF_LAUNCH_W*c + `WF_LAUNCH_REGS] !== f_regs[d] || launch[`WF_LAUNCH_W*c + `WF_LAUNCH_LDS_WORDS] !== f_lds[d] || l_lds !== p_lds[g] ||
                launch[`WF_LAUNCH_W*c + `WF_LAUNCH_FIRST] !== l_wave << f_log2[d] || launch[`WF_LAUNCH_W*c + `WF_LAUNCH_PIXEL] !== f_pixel[d]) fail("fields of a launch are not its dispatch's");
            if (f_pixel[d]) check_pixel;
            else begin
                if (launch[`WF_LAUNCH_W*c + `WF_LAUNCH_TBASE] !== {l_z, l_y * f_y[d], l_x * f_x[d]}) fail("first thread of the group");
                n = f_threads[d] - (l_wave << f_log2[d]);
                if (launch[`WF_LAUNCH_W*c + `WF_LAUNCH_LIVE] !== (n > (1 << f_log2[d]) ? 1 << f_log2[d] : n)) fail("live lanes");
                if (launch[`WF_LAUNCH_W*c + `WF_LAUNCH_HELPER] !== {LANES{1'b0}}) fail("helper lanes of a compute wave");
            end
            for (i = WAVES * c; i < WAVES * c + WAVES; i = i + 1)
                if (s_busy[i] && l_reg < s_row[i] + f_regs[p_id[s_place[i]]] && s_row[i] < l_reg + f_regs[d]) fail("registers of another wave");
            if (l_reg % 8 != 0 || l_reg + f_regs[d] > REG_ROWS) fail("registers outside");
            s_busy[s] = 1'b1; s_wait[s] = 1'b0; s_place[s] = g; s_row[s] = l_reg;
            roll;
            s_left[s] = mode != CALM && prng[7:6] == 0 ? prng[9:8] : 0;
            p_up[g] = p_up[g] + 1;
            if (p_up[g] == f_waves[d]) open[c] = -1;
            checks = checks + 1;
        end
    endtask

    task check_release;
        begin
            idle = 0;
            g = -1;
            for (i = WAVES * c; i < WAVES * c + WAVES; i = i + 1) if (release_slots[i]) g = s_place[i];
            if (g < 0) fail("a release of nobody");
            if (p_id[g] < 0 || p_up[g] != f_waves[p_id[g]] || p_wait[g] + p_end[g] != p_up[g] || p_wait[g] == 0) fail("a release too early");
            for (i = WAVES * c; i < WAVES * c + WAVES; i = i + 1) begin
                if (release_slots[i] !== (s_busy[i] && s_wait[i] && s_place[i] == g)) fail("a release of others than those that wait");
                if (release_slots[i]) s_wait[i] = 1'b0;
            end
            p_wait[g] = 0;
            checks = checks + 1;
        end
    endtask

    task check_group_done;
        begin
            idle = 0;
            d = gdone_id[ID_W*c +: ID_W];
            {gd_z, gd_y, gd_x} = gdone[`WF_GDONE_W*c + `WF_GDONE_GID];
            n = gd_x + f_gx[d] * (gd_y + f_gy[d] * gd_z);
            g = -1;
            for (i = GROUPS * c; i < GROUPS * c + GROUPS; i = i + 1)
                if (p_id[i] == d && p_end[i] == f_waves[d] && n == p_group[i]) g = i;
            if (g < 0) fail("a group done that is not over");
            p_id[g] = -1;
            f_done[d] = f_done[d] + 1;
            if (f_done[d] == f_groups[d]) f_over[d] = 1'b1;
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
            if (!f_there[d]) fail("an answer before its stores are there");
            if (done_ending == `WF_ENDING_COMPLETE && f_done[d] != f_groups[d]) fail("an answer before all groups were over");
            if (done_ending == `WF_ENDING_CANCELLED && f_ending[d] == 0) fail("nobody cancelled it");
            if (done_ending == `WF_ENDING_LIMIT && f_limit[d] == 0) fail("it has no limit");
            if (!f_bad[d] && done_waves !== f_waves[d]) fail("waves of an answer");
            n = 0;
            for (i = 0; i < CORES; i = i + 1) n = n + (f_on[CORES*d+i] != 0);
            moved   = moved + (n == CORES);                                  // it ran on all cores
            shared  = shared + (n > 1);
            cancels = cancels + (done_ending == `WF_ENDING_CANCELLED);
            limits  = limits + (done_ending == `WF_ENDING_LIMIT);
            if (f_pixel[d]) begin px_left = 0; px_put = 0; px_got = 0; pixel_valid <= 1'b0; end
            f_busy[d] = 1'b0;
            answered  = answered + 1;
            checks    = checks + 1;
        end
    endtask

    // ---- what happens next ----
    task next_mode;
        begin
            roll;
            mode   = prng[1:0] == 0 ? CALM : prng[1:0] == 1 ? STORM : RANDOM;
            frozen = mode == CALM && prng[2] && CORES > 1 ? prng[11:4] % CORES : -1;
            freeze = prng[12] ? prng[31:16] % (16 * CORES) : 0;     // when so many groups have begun
            quota  = mode != CALM ? 15 : frozen < 0 ? 2 : 1;
            prior  = 0;
            for (i = 0; i < CORES; i = i + 1) slack[i] = 0;
        end
    endtask

    task offer;
        begin
            roll;
            quota = quota - 1;
            o_id = prng[2:0] % DISPATCHES;
            while (f_busy[o_id] && mode == CALM) o_id = (o_id + 1) % DISPATCHES;
            o_wait = prng[5:3] == 0; o_high = prng[7:6] == 0; o_bad = prng[12:8] == 0; o_entry = prng[31:16];
            o_limit = prng[15:13] == 0 ? 20 + prng[23:16] : 0;
            o_pixel = prng[26:24] == 0 && px_left == 0 && !pixel_valid;
            for (i = 0; i < DISPATCHES; i = i + 1) if (f_busy[i] && f_pixel[i]) o_pixel = 1'b0;
            roll;
            o_log2 = prng[0] ? 2 : 3;
            o_x = 1 + prng[5:1]; o_y = prng[6] ? 1 : 1 + prng[8:7];
            if (mode == STORM && prng[7]) begin o_x = 1; o_y = 1; end
            o_gx = prng[24:23] == 0 ? prng[22:17] * CORES / 8 : prng[11:9]; o_gy = 1 + prng[12]; o_gz = prng[14:13] == 0 ? 2 : 1;
            if (o_gx == 0 && prng[16:15] != 0) o_gx = 3;
            roll;
            o_shared = prng[7:6] == 0 ? prng[20:8] % (4 * LDS_WORDS + 1) : prng[7:6] == 1 ? prng[14:8] : 0;
            o_regs = 1 + prng[5:0] % 64;
            if (mode == CALM) begin
                o_x = (1 + prng[31:29] % 6) << o_log2; o_y = 1;
                o_gx = 24 * CORES; o_gy = 1; o_gz = 1;
                o_shared = 0; o_regs = 8 + prng[22:21] * 8; o_wait = 0; o_high = 0; o_limit = 0; o_bad = 0; o_pixel = 1'b0;
            end
            if (o_pixel) begin
                o_x = 1; o_y = 1; o_shared = 0;
                px_left = prng[27:24];
                px_put = 0; px_got = 0;
            end
            n = (o_x * o_y + (1 << o_log2) - 1) >> o_log2;
            if (n > WAVES) begin o_y = 1; n = (o_x + (1 << o_log2) - 1) >> o_log2; end
            while (n * ((o_regs + 7) / 8) * 8 > REG_ROWS) o_regs = o_regs / 2;
            desc_valid <= 1'b1;
        end
    endtask

    // waves that arrive and end in core c
    task drive_waves;
        begin
            roll;
            arrive_valid[c] <= 1'b0;
            end_valid[c]    <= 1'b0;
            arrive_slot[SLOT_W*c +: SLOT_W] <= prng[7:0] % WAVES;
            end_slot[SLOT_W*c +: SLOT_W]    <= prng[10:3] % WAVES;
            came = WAVES * c + prng[18:11] % WAVES;              // who arrives now does not end
            if (s_busy[came] && !s_wait[came] && s_left[came] > 0) begin
                arrive_valid[c] <= 1'b1;
                arrive_slot[SLOT_W*c +: SLOT_W] <= came - WAVES * c;
                s_left[came] = s_left[came] - 1;
            end else
                came = -1;
            w = -1;
            for (j = 0; j < (mode == RANDOM ? 3 : WAVES); j = j + 1) begin
                n = WAVES * c + (prng[26:19] + j) % WAVES;
                if (n != came && s_busy[n] && !s_wait[n] && s_left[n] == 0) w = n;
            end
            if (w >= 0 && (mode != STORM || cycle % 24 == 0)) begin
                end_valid[c] <= 1'b1;
                end_slot[SLOT_W*c +: SLOT_W] <= w - WAVES * c;
            end
        end
    endtask

    // a core with room launches soon while the walk has groups
    task check_slack;
        for (d = 0; d < DISPATCHES; d = d + 1)
            if (alive(d) && f_begun[d] > 0 && f_groups[d] - f_begun[d] > HELD * CORES && c != frozen) begin
                n = 0; j = 0;
                for (i = WAVES * c; i < WAVES * c + WAVES; i = i + 1) n = n + s_busy[i];
                for (i = GROUPS * c; i < GROUPS * c + GROUPS; i = i + 1) if (p_id[i] >= 0) j = p_id[i] == d ? j + 1 : GROUPS;
                slack[c] = !(launch_valid[c] && launch_ready[c]) && n + f_waves[d] <= WAVES && j < GROUPS && open[c] < 0 ? slack[c] + 1 : 0;
                if (slack[c] > longest) longest = slack[c];
                if (slack[c] > 6 + CORES) fail("a core with room waits while there are groups");
            end
    endtask

    task drive_pixels;
        begin
            if (pixel_valid && pixel_ready) begin
                pixel_valid <= 1'b0;
                if (!pixel_end) begin
                    px[px_put % 8] = {pixel_at, pixel_helper, pixel_live};
                    px_put = px_put + 1;
                end
            end else if (!pixel_valid && pixel_open && prng[30]) begin
                pixel_valid  <= 1'b1;
                pixel_end    <= px_left == 0;
                pixel_live   <= {prng[1:0], 2'b00} + 8'd4;
                pixel_helper <= {(LANES+31)/32{prng}};
                pixel_at     <= {(7*LANES+31)/32{~prng}};
                if (px_left != 0) px_left = px_left - 1;
            end
        end
    endtask

    task follow_stores;
        begin
            for (i = 0; i < DISPATCHES; i = i + 1) begin
                if (dead[i] && f_busy[i] && f_dead[i] == 0) f_dead[i] = cycle;
                if (dead[i] && f_busy[i] && f_done[i] == f_begun[i]) f_over[i] = 1'b1;
                if (f_groups[i] == 0) f_over[i] = 1'b1;
                if (f_over[i] && f_begun[i] == 0) f_there[i] = 1'b1;     // it has none
                if (settle && f_over[i]) f_asked[i] = 1'b1;
                if (!settle && settled && f_asked[i]) f_there[i] = 1'b1;
            end
            if (settle) begin
                if (!settled || settle_left != 0) fail("asked for stores again before they were there");
                settle_left = prng[23:22] == 0 ? 0 : prng[30:26];
                settled <= settle_left == 0;
            end else if (settle_left != 0) begin
                settle_left = settle_left - 1;
                settled <= settle_left == 0;
            end
        end
    endtask

    task check_cores;
        begin
            n = 0;
            w = 0;
            for (c = 0; c < CORES; c = c + 1) begin
                if (release_valid[c]) check_release;
                if (launch_valid[c] && launch_ready[c]) check_launch;
                if (clear_valid[c] && clear_ready[c])
                    clean[c] = clean[c] | ((({{(LDS_WORDS){1'b0}}, 1'b1} << clear_words[16*c +: 16]) - 1'b1) << clear_base[16*c +: 16]);
                if (arrive_valid[c]) begin
                    s = WAVES * c + arrive_slot[SLOT_W*c +: SLOT_W];
                    s_wait[s] = 1'b1;
                    p_wait[s_place[s]] = p_wait[s_place[s]] + 1;
                end
                if (end_valid[c]) begin
                    s = WAVES * c + end_slot[SLOT_W*c +: SLOT_W];
                    s_busy[s] = 1'b0;
                    p_end[s_place[s]] = p_end[s_place[s]] + 1;
                end
                if (mode == CALM) check_slack;
            end
            for (c = 0; c < CORES; c = c + 1) if (gdone_valid[c]) check_group_done;
            if (gdone_valid == {CORES{1'b1}}) together = together + 1;
            if (gdone_valid == {CORES{1'b1}} && gdone_id == {CORES{gdone_id[0 +: ID_W]}}) alike = alike + 1;
            drops = drops + ((u_dut.drops & (u_dut.drops - 1'b1)) != {CORES{1'b0}});
            // the report of a hang, a place a cycle: a wave counts from the cycle on in which it gets its slot
            g = prng[15:0] % (CORES * GROUPS);
            c = g / GROUPS;
            n = stat_launched[16*g +: 16];
            if (p_id[g] >= 0 && p_end[g] < f_waves[p_id[g]] && (n < p_up[g] || n > p_up[g] + 1)) fail("waves launched of the report");
            if (p_id[g] < 0 && n > 1) fail("waves launched of no group");
        end
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        idle  = idle + 1;
        roll;
        if (!rst) begin
            for (i = 0; i < DISPATCHES; i = i + 1) if (id_busy[i] !== f_busy[i]) fail("who is in flight");
            if (end_ready !== {CORES{1'b1}} || arrive_ready !== {CORES{1'b1}}) fail("ends and arrivals are always taken");
            check_cores;
            if (done_valid && done_ready) check_answer;
            follow_stores;
            if (cycle % 16 == 0) follow_room;
            if (cancel_valid && f_busy[cancel_id] && f_ending[cancel_id] == 0) f_ending[cancel_id] = cycle;
            if (desc_valid && desc_ready) note_accept;
            if (idle > 3000) fail("nothing happens any more");

            // drive
            roll;
            if (quota == 0 && sent == answered && !desc_valid) next_mode;
            if (!desc_valid && quota > 0 && sent < count && (mode == CALM || prng[1:0] != 0)) offer;
            done_ready   <= mode == CALM || prng[4];
            cancel_valid <= mode != CALM && prng[31:23] == 0;
            cancel_id    <= prng[22:20] % DISPATCHES;
            garbage      <= prng;
            if (!pixel_valid) begin
                pixel_end    <= prng[0];
                pixel_live   <= prng[8:1];
                pixel_helper <= {(LANES+31)/32{prng}};
                pixel_at     <= {(7*LANES+31)/32{prng}};
            end
            drive_pixels;
            for (c = 0; c < CORES; c = c + 1) begin
                roll;
                launch_ready[c] <= mode == CALM ? c != frozen : prng[3:2] != 0;
                clear_ready[c]  <= prng[14:13] == 0;
                drive_waves;
            end
            if (frozen >= 0)                         // it stands still for a part of the groups, and goes on when the others have launched what they can
                for (i = 0; i < DISPATCHES; i = i + 1)
                    if (f_busy[i] && (f_begun[i] < freeze || f_groups[i] - f_begun[i] <= HELD * CORES)) launch_ready[frozen] <= 1'b1;
            if (answered == count) finish;
        end
    end

    task finish;
        begin
            $display("waits %0d cancels %0d limits %0d overlaps %0d refused %0d preempted %0d together %0d alike %0d drops %0d calms %0d pixels %0d overtaken %0d, passed %0d",
                     waits, cancels, limits, overlaps, bads, preempted, together, alike, drops, calms, pixels, overtaken, most_passed);
            $display("on all cores %0d, longest wait of a core with room %0d", moved, longest);
            if (count >= 1000 && (waits == 0 || cancels == 0 || limits == 0 || overlaps == 0 || bads == 0 || preempted == 0 || together == 0 || alike == 0 ||
                (drops == 0 && count >= 4000) || calms == 0 || pixels == 0 || moved == 0 || shared == 0 || follows == 0)) fail("a case was never met");
            $display("PASS wf_dispatch_cores seed=%0d checks=%0d CORES=%0d dispatches=%0d cycles=%0d", seed, checks, CORES, answered, cycle);
            $finish;
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 1500;
        for (i = 0; i < DISPATCHES; i = i + 1) begin
            f_busy[i] = 0; f_dead[i] = 0; f_groups[i] = 1; f_over[i] = 1; f_asked[i] = 1; f_there[i] = 1; f_order[i] = 0; f_begun[i] = 0; f_done[i] = 0;
            f_high[i] = 0; f_ending[i] = 0; f_wait[i] = 0; f_bad[i] = 0; f_pixel[i] = 0;
            f_passed[i] = 0; f_room[i] = 0; f_regs[i] = 8; f_rows[i] = 0; f_waves[i] = 1; f_at[i] = 0;
        end
        for (i = 0; i < CORES * WAVES; i = i + 1) s_busy[i] = 0;
        for (i = 0; i < CORES * GROUPS; i = i + 1) p_id[i] = -1;
        for (i = 0; i < CORES; i = i + 1) begin open[i] = -1; clean[i] = {LDS_WORDS{1'b0}}; slack[i] = 0; end
        repeat (3) @(posedge clk);
        rst <= 1'b0;
    end
endmodule
`default_nettype wire
