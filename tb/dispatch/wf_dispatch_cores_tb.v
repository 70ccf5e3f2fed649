// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_cores_tb - one dispatcher, several random cores with LDS: random dispatches with waits, priorities,
//   cancels, limits.  The books have a row per id, per place and per slot of a core.  Payload is garbage if valid is 0.
//   Checks: each group begins once, and all its waves on one core.  Slots, places, ranges of registers and of LDS are
//   free on that core, and clean.  Barriers are released by core and group.  A descriptor has one answer, after all
//   groups of all cores and the stores.  No group of low priority begins while one of high priority has long had room.
//   At most PASSES groups of others pass a dispatch that may start, not counting those that wait and those that cores
//   hold, three each (on offer, in launch, next).  Rounds between them, without stalls: the first groups go to
//   different cores, each core gets its share, launches are as fast as cores and walk allow.  A core with room waits at
//   most a bound while groups are left, next to a stalled core too.  In other rounds waves of all cores end together.
//   Plusargs: +seed=N; +count=N dispatches (default 1500)   Run: make bench-dispatch-cores SEED=n
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_dispatch_cores_tb;
    parameter integer CORES = 4, DISPATCHES = 4, LANES = 8, WAVES = 16, GROUPS = 8, REG_ROWS = 512, LDS_WORDS = 256, LDS_BANKS = 8;
    localparam integer HELD = 3;                     // groups that a core holds whose first wave it has not given
    localparam integer PASSES = 12, ROOM_IN = 16 * (6 * GROUPS + 20);
    localparam integer RANDOM = 0, CALM = 1, STORM = 2;
    localparam integer MOST = 1024;                  // groups of a grid

    `include "wf_dispatch_books.vh"

    // ---- the books: what concerns several cores ----
    integer    w;
    reg [MOST-1:0] f_seen [0:DISPATCHES-1];          // groups that began
    integer    f_on    [0:DISPATCHES*CORES-1];       // of a core: groups begun,
    integer    f_last  [0:DISPATCHES*CORES-1];       // and the last one
    integer    f_from  [0:DISPATCHES-1];             // cycle of its first launch
    wire [ID_W*CORES-1:0] gdone_id;
    integer    slack  [0:CORES-1];                   // of a core: cycles with room and without a launch
    // cases met
    integer    mode = RANDOM, quota = 20, frozen = -1, freeze = 0, bads = 0, together = 0, alike = 0, drops = 0, calms = 0, longest = 0, moved = 0,
               shared = 0, prior = 0, prior_at = 0, follows = 0;
    reg        taken = 1'b0, px_alone = 1'b0;        // a descriptor was taken; the next one comes when the pixels of this one end

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL wf_dispatch_cores CORES=%0d seed=%0d cycle=%0d: %0s; core %0d launch id %0d gid %0d,%0d,%0d wave %0d slot %0d place %0d", CORES, seed,
               cycle, what, c, l_id, l_x, l_y, l_z, l_wave, l_slot, l_gslot);
    endtask

    function alive(input integer k);                 // it runs and may have groups yet
        alive = f_busy[k] && !f_bad[k] && f_dead[k] == 0 && !f_over[k] && !f_pixel[k];
    endfunction

    task note_accept;
        begin
            enter;
            f_seen[d] = {MOST{1'b0}};
            for (i = 0; i < CORES; i = i + 1) begin f_on[CORES*d+i] = 0; f_last[CORES*d+i] = -1; end
            bads = bads + f_bad[d];
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
    function may_begin(input integer k);             // its next group: WAIT and those in front of it do not keep it from starting
        integer o;
        begin
            may_begin = alive(k) && f_begun[k] < f_groups[k] && cycle > f_at[k] + 24;
            for (o = 0; o < DISPATCHES; o = o + 1)
                if (f_begun[k] == 0 && o != k && f_busy[o] && f_order[o] < f_order[k] &&
                    ((f_wait[k] && !f_there[o]) || (f_high[o] == f_high[k] && f_begun[o] == 0 && !f_bad[o] && (f_groups[o] == 0 ? f_wait[o] : !f_over[o])))) may_begin = 1'b0;
        end
    endfunction

    task follow_room;
        integer k, m, b;
        reg [DISPATCHES-1:0] found;
        begin
            found = 0;
            for (m = 0; m < CORES; m = m + 1) begin
                look_for_room(m);
                for (b = 3 * m; b < 3 * m + 3; b = b + 1) if (early[b]) begin
                    in_use(early_id[4*b +: 4], early_reg[16*b +: 16], early_lds[16*b +: 16]);
                    slots_used = slots_used + f_waves[early_id[4*b +: 4]];
                end
                for (k = 0; k < DISPATCHES; k = k + 1) if (fits(k)) found[k] = 1'b1;
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
        begin
            check_turn;
            n = l_x + f_gx[d] * (l_y + f_gy[d] * l_z);
            if (l_x >= f_gx[d] || l_y >= f_gy[d] || n >= f_groups[d]) fail("a group that is not in the grid");
            if (f_seen[d][n]) fail("a group began twice");
            if (n < f_last[CORES*d+c]) fail("groups of a core out of order");
            if (n > f_begun[d] + HELD * (CORES - 1)) fail("a group that is not next");
            if (mode == CALM && f_begun[d] > 0 && n < CORES && f_on[CORES*d+c] > 0 && prior == 0) fail("the first groups on one core");
            f_seen[d][n] = 1'b1; f_last[CORES*d+c] = n; f_on[CORES*d+c] = f_on[CORES*d+c] + 1;
            take_room;
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

    task note_wave;
        begin
            roll;
            s_left[s] = mode != CALM && prng[7:6] == 0 ? prng[9:8] : 0;
        end
    endtask

    task check_answer;
        begin
            close_books;
            if (done_ending == `WF_ENDING_CANCELLED && f_ending[d] == 0) fail("nobody cancelled it");
            if (done_ending == `WF_ENDING_LIMIT && f_limit[d] == 0) fail("it has no limit");
            n = 0;
            for (i = 0; i < CORES; i = i + 1) n = n + (f_on[CORES*d+i] != 0);
            moved   = moved + (n == CORES);                                  // it ran on all cores
            shared  = shared + (n > 1);
            if (f_pixel[d]) begin px_alone = 1'b0; px_left = 0; px_put = 0; px_got = 0; pixel_valid <= 1'b0; end
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
            o_wait = prng[5:3] == 0; o_high = prng[7:6] == 0; o_bad = prng[12:8] == 0 ? 1 + prng[17] : 0; o_entry = prng[31:16];
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
                px_left = prng[28] ? prng[27:24] : 0;
                px_alone = prng[29];
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
            if (px_left == 0 && prng[29:28] == 0) begin          // somebody is cancelled as the pixels end
                cancel_valid <= 1'b1;
                cancel_id    <= prng[22:20] % DISPATCHES;
            end
            if (px_left != 0) px_left = px_left - 1;
            else if (px_alone && !desc_valid && quota > 0 && sent < count) begin
                px_alone = 1'b0;
                offer;
            end
        end
    endtask

    task check_cores;
        begin
            n = 0;
            w = 0;
            for (c = 0; c < CORES; c = c + 1) begin
                check_core;
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

    // at times the next descriptor comes in the cycle after one was taken
    always @(negedge clk) if (!rst && taken && !desc_valid && !px_alone && quota > 0 && sent < count && prng[5]) offer;

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
            drive_settled(prng);
            if (cycle % 16 == 0) follow_room;
            if (cancel_valid && f_busy[cancel_id] && f_ending[cancel_id] == 0) f_ending[cancel_id] = cycle;
            taken = desc_valid && desc_ready;
            if (taken) note_accept;
            if (idle > 3000) fail("nothing happens any more");

            // drive
            roll;
            if (quota == 0 && sent == answered && !desc_valid) next_mode;
            if (!desc_valid && !px_alone && quota > 0 && sent < count && (mode == CALM || prng[1:0] != 0)) offer;
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
        open_books;
        for (i = 0; i < CORES; i = i + 1) slack[i] = 0;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
    end
endmodule
`default_nettype wire
