// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_books.vh - for the benches of several dispatches in flight: the descriptor on offer, the dispatcher, the books, and the checks that are
//   the same for one core and for several.  The books have a row per id, per place of a core and per slot of a core.
//   The bench has CORES, DISPATCHES, LANES, WAVES, GROUPS, REGS, REG_ROWS, LDS_WORDS, LDS_BANKS, PASSES, fail(what), check_group: the first wave of a
//   group, note_wave: a wave that was launched.

localparam integer ID_W = DISPATCHES > 1 ? $clog2(DISPATCHES) : 1, SLOT_W = $clog2(WAVES), GSLOT_W = GROUPS > 1 ? $clog2(GROUPS) : 1;

reg                   clk = 1'b0, rst = 1'b1;
always #5 clk = !clk;

// ---- the descriptor on offer ----
reg                   desc_valid = 1'b0, o_wait = 1'b0, o_high = 1'b0, o_pixel = 1'b0;
reg  [2:0]            o_id = 3'd0;
reg  [31:0]           o_limit = 0, o_x = 1, o_y = 1, o_gx = 1, o_gy = 1, o_gz = 1, o_shared = 0, o_bad = 0, o_extra = 0;
reg  [7:0]            o_regs = 8;                // o_bad: 1: it is refused; 2: commit only, answered as fast, and nothing is launched
reg  [15:0]           o_entry = 0;
reg  [2:0]            o_log2 = 2;
reg  [31:0]           garbage = 32'd0;
reg  [`WF_DESC_W-1:0] desc;
always @* begin
    desc = {(`WF_DESC_W + 31) / 32{garbage}};
    if (desc_valid) begin
        desc = {`WF_DESC_W{1'b0}};
        desc[`WF_DESC_ID] = o_id;                   desc[`WF_DESC_WAIT] = o_wait;        desc[`WF_DESC_HIGH] = o_high;
        desc[`WF_DESC_LIMIT] = o_limit;             desc[`WF_DESC_STAGE] = o_pixel ? `WF_STAGE_PIXEL : `WF_STAGE_COMPUTE;
        // a later shader model is taken like 6.10
        desc[`WF_DESC_SHADER_MODEL] = {o_entry[15:11], 11'h60a};     desc[`WF_DESC_HAS_NUMTHREADS] = (o_bad == 1) == o_pixel;
        desc[`WF_DESC_COMMIT_ONLY] = o_bad == 2;
        desc[`WF_DESC_EXTRA_WAVES] = o_extra;
        desc[`WF_DESC_X] = o_x;                     desc[`WF_DESC_Y] = o_y;              desc[`WF_DESC_Z] = 32'd1;
        desc[`WF_DESC_WAVESIZE_KIND] = 2'd1;        desc[`WF_DESC_WAVESIZE_MIN] = 32'd1 << o_log2;
        desc[`WF_DESC_GRID_X] = o_gx;               desc[`WF_DESC_GRID_Y] = o_gy;        desc[`WF_DESC_GRID_Z] = o_gz;
        desc[`WF_DESC_GROUPSHARED] = o_shared;      desc[`WF_DESC_ENTRY] = o_entry;      desc[`WF_DESC_REGISTERS] = o_regs;
        desc[`WF_DESC_CODE_WORDS] = {1'b0, ~o_entry}; desc[`WF_DESC_CODE_BASE] = {o_entry[7:0], ~o_entry[15:8]};
    end
end

wire                     desc_ready, done_valid, settle, pixel_open, pixel_ready, cfg_valid;
reg                      done_ready = 1'b0, cancel_valid = 1'b0, settled = 1'b1, pixel_valid = 1'b0, pixel_end = 1'b0;
wire [ID_W-1:0]          done_id, cfg_id;
reg  [ID_W-1:0]          cancel_id = 0;
wire [7:0]               done_code;
wire [1:0]               done_ending;
wire [15:0]              done_waves;
wire [10:0]              cfg_x, cfg_y;
wire [DISPATCHES-1:0]    dead, id_busy, performed;
wire [96*DISPATCHES-1:0] grid_size;
wire [17*DISPATCHES-1:0] code_words;
wire [16*DISPATCHES-1:0] code_base;
reg  [7:0]               pixel_live = 0;
reg  [LANES-1:0]         pixel_helper = 0;
reg  [7*LANES-1:0]       pixel_at = 0;
// by core
wire [CORES-1:0]         launch_valid, release_valid, gdone_valid, clear_valid, end_ready, arrive_ready;
reg  [CORES-1:0]         launch_ready = 0, end_valid = 0, arrive_valid = 0, clear_ready = 0;
wire [`WF_LAUNCH_W*CORES-1:0] launch;
wire [`WF_GDONE_W*CORES-1:0] gdone;
reg  [SLOT_W*CORES-1:0]  end_slot = 0, arrive_slot = 0;
wire [16*CORES-1:0]      clear_base, clear_words;
wire [WAVES*CORES-1:0]   release_slots;
wire [16*GROUPS*CORES-1:0] stat_launched;

`define SIZES .CORES(CORES), .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), \
              .DISPATCHES(DISPATCHES), .PASSES(PASSES)
`ifdef WF_COVER
wf_dispatch_bins #(.DISPATCHES(DISPATCHES), .ID_W(ID_W)) u_bins (
    .rst(rst), .offered(desc_valid), .ready(desc_ready), .cancelled(cancel_valid), .answered(done_valid && done_ready), .desc(desc), .cancel_id(cancel_id),
    .done_code(done_code), .done_ending(done_ending), .id_busy(id_busy), .dead(dead));
`endif
wf_dispatch #(`SIZES) u_dut (
    .clk(clk), .rst(rst), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
    .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id), .done_code(done_code), .done_ending(done_ending), .done_wave_size(),
    .done_waves(done_waves), .settle(settle), .settled(settled), .performed(performed), .id_busy(id_busy), .code_base(code_base),
    .cancel_valid(cancel_valid), .cancel_id(cancel_id), .dead(dead),
    .launch_valid(launch_valid), .launch_ready(launch_ready), .launch(launch),
    .pixel_open(pixel_open), .pixel_wave_log2(), .pixel_valid(pixel_valid), .pixel_ready(pixel_ready), .pixel_end(pixel_end),
    .pixel_live(pixel_live), .pixel_helper(pixel_helper), .pixel_at(pixel_at),
    .end_valid(end_valid), .end_ready(end_ready), .end_slot(end_slot),
    .arrive_valid(arrive_valid), .arrive_ready(arrive_ready), .arrive_slot(arrive_slot),
    .release_valid(release_valid), .release_slots(release_slots), .gdone_valid(gdone_valid), .gdone(gdone),
    .lds_clear_valid(clear_valid), .lds_clear_ready(clear_ready), .lds_clear_base(clear_base), .lds_clear_words(clear_words),
    .cfg_valid(cfg_valid), .cfg_id(cfg_id), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_numwaves(),
    .grid_size(grid_size), .code_words(code_words), .stat_launched(stat_launched), .stat_arrived(), .stat_ended());

// the core looked at, and the fields of its launch
integer              c = 0;
reg  [`WF_LAUNCH_W-1:0] l;
reg  [ID_W-1:0]      l_id;
reg  [SLOT_W-1:0]    l_slot;
reg  [GSLOT_W-1:0]   l_gslot;
reg  [7:0]           l_live, l_regs;
reg  [15:0]          l_wave, l_first, l_count, l_entry, l_lds, l_words, l_reg;
reg  [2:0]           l_log2;
reg                  l_pixel;
reg  [LANES-1:0]     l_helper;
reg  [7*LANES-1:0]   l_at;
reg  [31:0]          l_x, l_y, l_z, gd_x, gd_y, gd_z;
reg  [95:0]          l_base;
task look;
    begin
        l = launch[`WF_LAUNCH_W*c +: `WF_LAUNCH_W];
        l_id = l[`WF_LAUNCH_ID]; l_slot = l[`WF_LAUNCH_SLOT]; l_gslot = l[`WF_LAUNCH_GSLOT]; l_wave = l[`WF_LAUNCH_WAVE];
        l_first = l[`WF_LAUNCH_FIRST]; l_live = l[`WF_LAUNCH_LIVE]; l_count = l[`WF_LAUNCH_COUNT]; l_log2 = l[`WF_LAUNCH_WAVE_LOG2];
        l_entry = l[`WF_LAUNCH_ENTRY]; l_lds = l[`WF_LAUNCH_LDS_BASE]; l_words = l[`WF_LAUNCH_LDS_WORDS];
        l_reg = l[`WF_LAUNCH_REG_BASE]; l_regs = l[`WF_LAUNCH_REGS]; l_base = l[`WF_LAUNCH_TBASE];
        l_pixel = l[`WF_LAUNCH_PIXEL]; l_helper = l[`WF_LAUNCH_HELPER]; l_at = l[`WF_LAUNCH_AT];
        {l_z, l_y, l_x} = l[`WF_LAUNCH_GID];
    end
endtask

// ---- the books: dispatches by id ----
integer    count, checks = 0, cycle = 0, sent = 0, answered = 0, i, j, s, d, g, n, came, idle = 0, settle_left = 0;
`include "wf_random.vh"
`include "wf_dispatch_free.vh"
reg        f_busy  [0:DISPATCHES-1];             // from its acceptance to its answer
reg        f_wait  [0:DISPATCHES-1];
reg        f_high  [0:DISPATCHES-1];
reg        f_bad   [0:DISPATCHES-1], f_commit [0:DISPATCHES-1];
reg        f_pixel [0:DISPATCHES-1];
reg        f_over  [0:DISPATCHES-1];             // all its groups have ended, or it launches none;
reg        f_asked [0:DISPATCHES-1];             // ... and then it was asked for its stores,
reg        f_there [0:DISPATCHES-1];             // which are there
integer    f_order [0:DISPATCHES-1];             // of acceptance
integer    f_at    [0:DISPATCHES-1];             // accepted in this cycle
integer    f_begun [0:DISPATCHES-1];             // groups
integer    f_done  [0:DISPATCHES-1];
integer    f_groups[0:DISPATCHES-1];
integer    f_waves [0:DISPATCHES-1];
integer    f_runs  [0:DISPATCHES-1];             // with extra waves: runs of four places of a group, 0: none
integer    f_regs  [0:DISPATCHES-1];
integer    f_lds   [0:DISPATCHES-1];             // words asked, and rounded up to rows
integer    f_rows  [0:DISPATCHES-1];
integer    f_log2  [0:DISPATCHES-1];
integer    f_threads[0:DISPATCHES-1];
integer    f_dead  [0:DISPATCHES-1];             // cycle since when it is dead, 0: it is not
integer    f_late  [0:DISPATCHES*CORES-1];       // of a core: groups begun since it is dead
integer    f_limit [0:DISPATCHES-1];
integer    f_ending[0:DISPATCHES-1];             // by a cancel of ours
integer    f_passed[0:DISPATCHES-1];             // groups of others begun since it might have begun one
integer    f_room  [0:DISPATCHES-1];             // for so long its next group has found room
reg [31:0] f_x[0:DISPATCHES-1];
reg [31:0] f_y[0:DISPATCHES-1];
reg [31:0] f_gx[0:DISPATCHES-1];
reg [31:0] f_gy[0:DISPATCHES-1];
reg [15:0] f_entry[0:DISPATCHES-1];
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
reg [LDS_WORDS-1:0] clean [0:CORES-1];           // words that were cleared and not used since
// the waves of the pixel shader in flight
integer    px_left = 0, px_put = 0, px_got = 0;
reg [7*LANES+LANES+7:0] px [0:7];
// cases met
integer    waits = 0, cancels = 0, limits = 0, overlaps = 0, preempted = 0, overtaken = 0, most_passed = 0, pixels = 0, extras = 0;

task open_books;
    begin
        for (i = 0; i < DISPATCHES; i = i + 1) begin
            f_busy[i] = 0; f_wait[i] = 0; f_high[i] = 0; f_bad[i] = 0; f_commit[i] = 0; f_pixel[i] = 0; f_over[i] = 1; f_asked[i] = 1; f_there[i] = 1;
            f_order[i] = 0; f_at[i] = 0; f_begun[i] = 0; f_done[i] = 0; f_groups[i] = 1; f_waves[i] = 1; f_runs[i] = 0; f_regs[i] = 8; f_rows[i] = 0;
            f_dead[i] = 0; f_limit[i] = 0; f_ending[i] = 0; f_passed[i] = 0; f_room[i] = 0;
        end
        for (i = 0; i < CORES * WAVES; i = i + 1) s_busy[i] = 0;
        for (i = 0; i < CORES * GROUPS; i = i + 1) p_id[i] = -1;
        for (i = 0; i < CORES; i = i + 1) begin open[i] = -1; clean[i] = {LDS_WORDS{1'b0}}; end
    end
endtask

task enter;                                      // a descriptor was taken
    begin
        d = o_id;
        if (f_busy[d]) fail("a descriptor was taken whose id is in flight");
        for (i = 0; i < DISPATCHES; i = i + 1) waits = waits + (o_wait && f_busy[i] && !f_over[i]);
        f_busy[d] = 1'b1; f_wait[d] = o_wait; f_high[d] = o_high; f_bad[d] = o_bad != 0; f_pixel[d] = o_pixel; f_order[d] = sent; f_at[d] = cycle;
        f_commit[d] = o_bad == 2;
        f_begun[d] = 0; f_done[d] = 0; f_dead[d] = 0; f_ending[d] = 0; f_limit[d] = o_limit; f_passed[d] = 0; f_room[d] = 0;
        for (i = 0; i < CORES; i = i + 1) f_late[CORES*d+i] = 0;
        f_groups[d] = f_bad[d] ? 0 : o_pixel ? px_left : o_gx * o_gy * o_gz;
        f_threads[d] = o_x * o_y;
        f_runs[d]  = o_extra != 0 ? (f_threads[d] + 3) / 4 : 0;
        f_waves[d] = o_pixel ? 1 : ((f_threads[d] + (1 << o_log2) - 1) >> o_log2) + o_extra;
        f_regs[d] = (o_regs + 7) / 8 * 8;
        f_lds[d]  = (o_shared + 3) / 4;
        f_rows[d] = (f_lds[d] + LDS_BANKS - 1) / LDS_BANKS * LDS_BANKS;
        f_log2[d] = o_log2; f_x[d] = o_x; f_y[d] = o_y; f_gx[d] = o_pixel ? px_left : o_gx; f_gy[d] = o_pixel ? 1 : o_gy; f_entry[d] = o_entry;
        f_over[d] = f_bad[d]; f_asked[d] = f_bad[d]; f_there[d] = f_bad[d];
        sent = sent + 1;
        desc_valid <= 1'b0;
    end
endtask

// ---- which units are free, and whether a group would fit ----
reg [REG_ROWS/8-1:0] regs_free, regs_run, no_regs = 0;
reg [LDS_WORDS/LDS_BANKS-1:0] lds_free, lds_run, no_lds = 0;
integer              slots_used, places_used;
task in_use(input integer k, input integer at_reg, input integer at_lds);     // ranges of a group of k
    begin
        regs_free = regs_free & ~(((~no_regs) >> (REG_ROWS / 8 - f_regs[k] / 8 * f_waves[k])) << at_reg);
        if (f_rows[k] != 0) lds_free = lds_free & ~(((~no_lds) >> (LDS_WORDS / LDS_BANKS - f_rows[k] / LDS_BANKS)) << at_lds);
        places_used = places_used + 1;
    end
endtask
task look_for_room(input integer m);             // core m, with the groups that have begun
    integer b;
    begin
        regs_free = ~no_regs; lds_free = ~no_lds; slots_used = 0; places_used = 0;
        for (b = GROUPS * m; b < GROUPS * m + GROUPS; b = b + 1) if (p_id[b] >= 0) begin
            in_use(p_id[b], p_reg[b] / 8, p_lds[b] / LDS_BANKS);
            slots_used = slots_used + f_waves[p_id[b]] - p_end[b];
        end
    end
endtask
function fits(input integer k);                  // a group of k
    integer len;
    begin
        regs_run = regs_free; lds_run = lds_free;
        for (len = f_regs[k] / 8 * f_waves[k]; len > 1; len = len - len / 2) regs_run = regs_run & (regs_run >> len / 2);
        for (len = f_rows[k] / LDS_BANKS; len > 1; len = len - len / 2) lds_run = lds_run & (lds_run >> len / 2);
        fits = slots_used + f_waves[k] <= WAVES && places_used < GROUPS && regs_run != 0 && (f_rows[k] == 0 || lds_run != 0);
    end
endfunction

// ---- launches ----
integer busy, lds, rows;                         // on the core before this group: slots, words, registers
reg [LDS_WORDS:0] mask;
task take_room;                                  // group n of d begins in place g
    begin
        overtaken = overtaken + (f_passed[d] >= PASSES);
        f_passed[d] = 0;
        f_over[d] = 1'b0; f_asked[d] = 1'b0; f_there[d] = 1'b0;     // it seemed to have ended: this group was pending
        if (f_dead[d] != 0 && cycle > f_dead[d] + 1) f_late[CORES*d+c] = f_late[CORES*d+c] + 1;
        if (f_late[CORES*d+c] > 2) fail("groups of a dispatch that is cancelled");
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
    end
endtask

task check_pixel;
    begin
        if (c != 0) fail("a wave of a pixel shader beside core 0");
        if (f_dead[d] == 0 && (px_got == px_put || px[px_got % 8] !== {l_at, l_helper, l_live})) fail("lanes of a pixel wave");
        px_got = px_got + 1;
        pixels = pixels + 1;
    end
endtask

task check_threads;                              // with extra waves the runs of four places are dealt to all of them
    begin
        if (l_base !== {l_z, l_y * f_y[d], l_x * f_x[d]}) fail("first thread of the group");
        j = f_runs[d] == 0 ? l_wave << f_log2[d] :
            4 * (l_wave * (f_runs[d] / f_waves[d]) + (l_wave < f_runs[d] % f_waves[d] ? l_wave : f_runs[d] % f_waves[d]));
        if (l_first !== j) fail("first place of the wave");
        n = f_threads[d] - j;
        j = f_runs[d] == 0 ? 1 << f_log2[d] : 4 * (f_runs[d] / f_waves[d] + (l_wave < f_runs[d] % f_waves[d]));
        if (l_live !== (n > j ? j : n < 0 ? 0 : n)) fail("live lanes");
        if (l_helper !== {LANES{1'b0}}) fail("helper lanes of a compute wave");
        extras = extras + (f_runs[d] != 0);
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
        if (l_wave == 0) begin
            if (open[c] >= 0) fail("a group began before all waves of the one before were launched");
            if (p_id[g] >= 0) fail("a place that holds a group");
            check_group;
        end
        if (open[c] != g || p_id[g] != d || p_up[g] != l_wave) fail("not the next wave of the group");
        n = p_group[g];
        if (l_x !== n % f_gx[d] || l_y !== n / f_gx[d] % f_gy[d] || l_z !== n / f_gx[d] / f_gy[d]) fail("the group of the wave");
        if (l_count !== f_waves[d] || l_log2 !== f_log2[d] || l_entry !== f_entry[d] || l_regs !== f_regs[d] || l_words !== f_lds[d] ||
            l_lds !== p_lds[g] || l_pixel !== f_pixel[d]) fail("fields of a launch are not its dispatch's");
        if (f_pixel[d]) check_pixel;
        else check_threads;
        if ((!f_pixel[d] && grid_size[96*d +: 32] !== f_gx[d]) || code_words[17*d +: 17] !== {1'b0, ~f_entry[d]} ||
            code_base[16*d +: 16] !== {f_entry[d][7:0], ~f_entry[d][15:8]}) fail("constants of the dispatch");
        for (i = WAVES * c; i < WAVES * c + WAVES; i = i + 1)
            if (s_busy[i] && l_reg < s_row[i] + f_regs[p_id[s_place[i]]] && s_row[i] < l_reg + f_regs[d]) fail("registers of another wave");
        if (l_reg % 8 != 0 || l_reg + f_regs[d] > REG_ROWS) fail("registers outside");
        s_busy[s] = 1'b1; s_wait[s] = 1'b0; s_place[s] = g; s_row[s] = l_reg;
        p_up[g] = p_up[g] + 1;
        if (p_up[g] == f_waves[d]) open[c] = -1;
        note_wave;
        checks = checks + 1;
    end
endtask

// ---- barriers, ends ----
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

task check_core;                                 // what happens on core c in this cycle, but the ends of groups
    begin
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
    end
endtask

task check_group_done;
    begin
        idle = 0;
        d = gdone[`WF_GDONE_W*c + `WF_GDONE_ID];
        {gd_z, gd_y, gd_x} = gdone[`WF_GDONE_W*c + `WF_GDONE_GID];
        g = -1;
        for (i = GROUPS * c; i < GROUPS * c + GROUPS; i = i + 1)
            if (p_id[i] == d && p_end[i] == f_waves[d] && gd_x === p_group[i] % f_gx[d] && gd_y === p_group[i] / f_gx[d] % f_gy[d] &&
                gd_z === p_group[i] / f_gx[d] / f_gy[d]) g = i;
        if (g < 0) fail("a group done that is not over");
        p_id[g] = -1;
        f_done[d] = f_done[d] + 1;
        if (f_done[d] == f_groups[d]) f_over[d] = 1'b1;
        checks = checks + 1;
    end
endtask

task close_books;                                // an answer was taken
    begin
        idle = 0;
        d = done_id;
        if (!f_busy[d]) fail("an answer of nobody");
        if (done_code !== (!f_bad[d] || f_commit[d] ? `WF_REJECT_NONE :
                           f_pixel[d] ? `WF_REJECT_PIXEL_GROUP : `WF_REJECT_NO_SHAPE)) fail("the code of an answer");
        if (f_done[d] != f_begun[d]) fail("an answer while a group is resident");
        if (!f_there[d]) fail("an answer before its stores are there");
        if (done_ending == `WF_ENDING_COMPLETE && f_done[d] != f_groups[d]) fail("an answer before all groups were over");
        if (done_waves !== (f_bad[d] && !f_commit[d] ? 0 : f_waves[d])) fail("waves of an answer");
        cancels = cancels + (done_ending == `WF_ENDING_CANCELLED);
        limits  = limits + (done_ending == `WF_ENDING_LIMIT);
        f_busy[d] = 1'b0;
        answered  = answered + 1;
        checks    = checks + 1;
    end
endtask

task follow_stores;
    for (i = 0; i < DISPATCHES; i = i + 1) begin
        if (dead[i] && f_busy[i] && f_dead[i] == 0) f_dead[i] = cycle;
        if (dead[i] && f_busy[i] && f_done[i] == f_begun[i]) f_over[i] = 1'b1;
        if (f_groups[i] == 0) f_over[i] = 1'b1;
        if (f_over[i] && f_begun[i] == 0) f_there[i] = 1'b1;     // it has none
        if (settle && f_over[i]) f_asked[i] = 1'b1;
        if (!settle && settled && f_asked[i]) f_there[i] = 1'b1;
    end
endtask

task drive_settled(input [31:0] random_bits);
    if (settle) begin
        if (!settled || settle_left != 0) fail("asked for stores again before they were there");
        settle_left = random_bits[23:22] == 0 ? 0 : random_bits[30:26];
        settled <= settle_left == 0;
    end else if (settle_left != 0) begin
        settle_left = settle_left - 1;
        settled <= settle_left == 0;
    end
endtask
