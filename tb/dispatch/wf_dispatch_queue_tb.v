// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_queue_tb - several dispatches in flight on a random core and LDS: extra waves, pixel shaders, waits,
//   priorities, cancels, limits.  The books have a row per id and a row per slot.  Payload is garbage where valid is 0.
//   Checks: each launch is the next wave of the group in launch, or wave 0 of the next group of a dispatch that may
//   launch.  One with WAIT starts when all earlier ones have ended.  Ranges of registers and LDS are free, and there is
//   room for the whole group.  Counts, ids and shapes are the dispatch's own.  Barriers are released by group.  A
//   descriptor has one answer, with its id, after all its groups; a refused one is complete.  No dispatch that has
//   ended is cut; after a cancel only groups in flight begin.  A dispatch known long before mostly follows at once.
//   Every 8 cycles a map of the free units shows whose next group fits.  No group of low priority begins after one of
//   high priority has fitted for ROOM_IN cycles, but one that had its place before.  Within IDLE_IN cycles after a
//   group fits that nothing stalls, a group begins.  At most PASSES groups of others pass a dispatch that may start,
//   not counting those that wait or are in flight.  A limit ends its dispatch.  Descriptors are taken, stores are asked
//   for and answers come within bounds, and while one is due no other id is answered twice.
//   Plusargs: +seed=N; +count=N dispatches (default 3000)   Run: make bench-dispatch-queue SEED=n
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

`define CORE u_dut.g_core[0].u_core

module wf_dispatch_queue_tb;
    parameter integer DISPATCHES = 4, LANES = 8, WAVES = 16, GROUPS = 16, REG_ROWS = 1024, LDS_WORDS = 512, LDS_BANKS = 8;
    localparam integer PASSES = 8;                   // few, so that it is met often
    localparam integer ROOM_IN = 6 * (3 * GROUPS + 10), IDLE_IN = 128 + 6 * (3 * GROUPS + 10), YIELD_IN = 1024, ANSWER_IN = 24 * DISPATCHES;
    localparam integer CORES = 1;

    `include "wf_dispatch_books.vh"

    // ---- the books: what concerns time ----
    integer    was_id = 0;
    reg [31:0] r2;
    reg        tie = 1'b0, was_cancel = 1'b0, o_calm = 1'b0, last_calm = 1'b0, clearing = 1'b0;
    reg [31:0] clear_asked;
    reg        f_told  [0:DISPATCHES-1];             // its stores are there, and it says so
    reg        f_calm  [0:DISPATCHES-1];             // offered while everything goes on without stalls
    reg        f_early [0:DISPATCHES-1];             // that cancel came while groups were left
    integer    f_last  [0:DISPATCHES-1];             // cycle of its last group's end
    reg        f_long  [0:DISPATCHES-1];             // its waves stay,
    integer    f_stay  [0:DISPATCHES-1];             // until this cycle
    integer    f_why   [0:DISPATCHES-1];             // the ending of one that is dead
    integer    f_first [0:DISPATCHES-1];             // cycle of its first launch, 0: none
    integer    f_held  [0:DISPATCHES-1];             // the last cycle in which its WAIT, or one in front of it, kept it from starting
    integer    f_quiet [0:DISPATCHES-1];             // it is over, and nobody asked for its stores; they are there, and no answer comes
    reg        f_due   [0:DISPATCHES-1];             // its answer is due,
    reg [DISPATCHES-1:0] f_before [0:DISPATCHES-1];  // and these were answered since
    integer    held_back = 0;         // for so many cycles no wave is taken
    integer    slow = 0, crowds = 0;                 // for so many cycles answers are taken seldom and most descriptors are refused; answers while two others are due
    // the waves of the pixel shader in flight
    integer    dropped = 0;
    reg        px_busy = 1'b0, px_ended = 1'b0;
    integer    calm, seamless = 0, followed = 0, last_id = -1, last_at = 0, still = 0, lull = 0, taken_in = 0, parked = 0, most_still = 0, jumps = 0,
               stuck = 0, ties = 0, overs = 0, shorts = 0, born_dead = 0;
    integer    soon = 0, soon_id = 0, cut_bads = 0;          // a cancel in so many cycles, while the descriptor is checked
    // for so many cycles nothing comes from outside, until the dispatcher sleeps; then this alone
    localparam CANCEL = 2'd0, END = 2'd1, ARRIVAL = 2'd2;    // else a descriptor
    integer    pause = 0, woken = 0, paused = 0, rests = 0;     // it lasts since so many cycles; long ones in which no range was left for a group
    reg [1:0]  alone = CANCEL;
    function open_to(input [1:0] what); open_to = pause == 0 || (pause == 1 && alone == what); endfunction
    task follow_pause;
        begin
            if (pause != 0) pause = pause - 1;
            else if (calm == 0 && (desc_valid ? desc_ready && r2[1:0] == 0 : r2[7:0] == 0)) begin
                pause = 20 + prng[5:0] + (prng[9:8] == 0 ? 200 : 0) + (prng[12:11] == 0 ? 1300 : 0);
                alone = prng[14:13];
            end
            if (pause == 1 && !u_dut.awake) woken = woken + 1;
            // nothing happens any more, and nobody counts cycles: its clock stops, though a group waits for room, unless the
            // search ahead for another one finds a range in its way again and again
            paused = pause != 0 ? paused + 1 : 0;
            if (pause == 1 && paused > YIELD_IN + ROOM_IN + 32 && (u_dut.u_table.runs & u_dut.u_table.limited_q) == 0 && !pixel_open && !`CORE.n_valid_q &&
                !(`CORE.ahead_busy && `CORE.others)) begin
                if (u_dut.awake) fail("it does not sleep");
                rests = rests + (u_dut.walk_on && `CORE.none);
            end
        end
    endtask

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL wf_dispatch_queue seed=%0d cycle=%0d: %0s; launch id %0d gid %0d,%0d,%0d wave %0d of %0d slot %0d place %0d", seed, cycle, what,
               l_id, l_x, l_y, l_z, l_wave, l_count, l_slot, l_gslot);
    endtask

    // ---- what is accepted ----
    task note_accept;
        begin
            enter;
            f_calm[d] = o_calm;
            if (o_pixel && !f_bad[d]) px_busy = 1'b1;
            f_told[d] = f_bad[d];
            f_due[d]  = 1'b0;
            f_last[d] = 0;
            f_why[d] = `WF_ENDING_COMPLETE; f_first[d] = 0; f_held[d] = cycle; f_quiet[d] = 0;
            // at times most waves stay, so that little is given back
            f_long[d] = calm == 0 && (cycle[14] ? prng[21:20] != 0 : prng[22:20] == 0);
            f_stay[d] = cycle + 300 + prng[31:22] * (prng[21:20] == 0 ? 3 : 1);
            taken_in = 0;
            lull = calm == 0 && slow == 0 && prng[11:10] == 0 ? 80 : 0;       // the next one comes with the end of another
            if (f_bad[d] && prng[18]) begin soon = 1 + prng[17:14]; soon_id = d; end
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

    integer stood   [0:DISPATCHES-1];                // by id: for so long its last group had its place and no slots
    integer firm_at [0:DISPATCHES-1];                // by id: a group that had been passed over too often went to launch
    task follow_room;
        integer k;
        reg     reserved, here;
        begin
            if (px_busy) still = 0;                  // others wait until its quads have come
            look_for_room(0);
            here = `CORE.n_valid_q;                  // a group that has its place already, and waits for its slots or its LDS
            if (here) in_use(`CORE.n_id_q, `CORE.n_reg_q, `CORE.n_lds_q);
            // passed over too often, or has its place for that and waits for slots; that it comes in time is asserted where groups of others are counted
            reserved = (u_dut.u_order.passed & (u_dut.u_order.wants | u_dut.u_order.hand)) != 0 || (here && `CORE.g_yield.firm_q);
            if (reserved) still = 0;                 // nobody places anything in its way
            for (k = 0; k < DISPATCHES; k = k + 1) begin
                if (px_busy || !open_for(k) || !fits(k)) f_room[k] = 0;
                else f_room[k] = f_room[k] + 8;
                if (f_room[k] > IDLE_IN && still > IDLE_IN + (here ? YIELD_IN : 0) && !reserved && !(here && `CORE.n_id_q == k)) fail("a group that fits does not begin");
                if (f_room[k] > 0 && still > most_still) most_still = still;
            end
        end
    endtask

    task check_group;                                // its first wave
        reg     kept;
        begin
            n = f_begun[d];
            if (n >= f_groups[d]) fail("more groups than the grid has");
            if (n == 0) check_start;
            if (l_x !== n % f_gx[d] || l_y !== n / f_gx[d] % f_gy[d] || l_z !== n / f_gx[d] / f_gy[d]) fail("not the next group of its grid");
            // one of high priority that has fitted for long is not passed over by one of low, but for one that was passed over itself
            for (i = 0; i < DISPATCHES; i = i + 1)
                if (i != d && open_for(i) && !px_busy) begin
                    if (f_high[i] && !f_high[d] && f_room[i] > ROOM_IN + stood[d] && !queued(i) && cycle > firm_at[d] + 200) fail("a group of high priority that fits was passed over");
                    if (goes_before(i, d) && f_passed[d] < PASSES) jumps = jumps + (f_begun[d] == 0);
                    if (!queued(i) && !(f_high[i] == f_high[d] && f_order[d] < f_order[i])) f_passed[i] = f_passed[i] + 1;
                    if (f_passed[i] > most_passed) most_passed = f_passed[i];
                    if (f_passed[i] > PASSES + DISPATCHES + 3) fail("a dispatch waits behind too many groups of others");
                    if (!f_high[i] && f_high[d]) preempted = preempted + (f_begun[d] == 0);
                end
            if (f_first[d] == 0) f_first[d] = cycle;
            still = 0;
            take_room;
            f_begun[d] = n + 1;
            f_told[d] = 1'b0;
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

    task note_wave;
        begin
            s_left[s] = prng[7:6] == 0 ? prng[9:8] : 0;
            last_id = d;
            last_at = cycle;
            last_calm = f_calm[d] && f_begun[d] == f_groups[d];
        end
    endtask

    task note_group_done;
        if (f_done[d] == f_groups[d]) begin
            f_last[d] = f_pixel[d] ? 0 : cycle;
            if (!f_pixel[d] && prng[31:30] == 0 && soon == 0) begin soon = 1; soon_id = d; overs = overs + 1; end     // a cancel that comes just too late
        end
    endtask

    task check_answer;
        begin
            close_books;
            n = 0;
            for (i = 0; i < DISPATCHES; i = i + 1)
                if (i != d && f_busy[i] && f_due[i]) begin
                    if (f_before[i][d]) fail("an answer waits while another one comes twice");
                    f_before[i][d] = 1'b1;
                    n = n + 1;
                end
            crowds = crowds + (n > 1);
            if (u_dut.walk_on && u_dut.walk_id == d) fail("an answer while its groups are walked");
            if (done_ending !== (f_bad[d] && !f_commit[d] ? `WF_ENDING_COMPLETE : f_why[d])) fail("the ending of an answer");
            if (done_ending == `WF_ENDING_COMPLETE && f_ending[d] != 0 && f_early[d] && cycle > f_ending[d] + 40 && !f_bad[d]) fail("a cancel was lost");
            cut_bads = cut_bads + (f_bad[d] && f_ending[d] != 0);
            for (i = 0; i < DISPATCHES; i = i + 1)
                if (i != d && f_busy[i] && f_order[i] < f_order[d] && !f_over[i] && f_wait[d] && !f_bad[d] && done_ending == `WF_ENDING_COMPLETE)
                    fail("one that waits was answered before an earlier one was over");
            if (f_groups[d] == 0 && !f_bad[d] && done_ending == `WF_ENDING_COMPLETE && f_held[d] >= cycle - 1) fail("one without groups was answered before it may start");
            if (f_pixel[d] && !f_bad[d]) begin
                if (!px_ended && f_begun[d] > 0) fail("an answer before the last pixels came");
                px_busy = 1'b0; px_left = 0; pixel_valid <= 1'b0;
            end else if (f_pixel[d]) px_left = 0;
        end
    endtask

    // ---- what must come in time ----
    function on_the_way(input integer k);            // the core holds a group of it that has not begun
        on_the_way = (`CORE.n_valid_q && `CORE.n_id_q == k) || (`CORE.c_valid_q && `CORE.c_id_q == k) || (launch_valid && launch[`WF_LAUNCH_ID] == k);
    endfunction
    task follow_times;
        integer k;
        begin
            for (k = 0; k < DISPATCHES; k = k + 1)      // what is refused is answered 9 cycles later
                if (f_busy[k] && !f_due[k] && (performed[k] || (f_bad[k] && cycle > f_at[k] + 9))) begin
                    f_due[k]    = 1'b1;
                    f_before[k] = {DISPATCHES{1'b0}};
                end
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
            if (`CORE.n_take) stood[`CORE.n_id_q] = parked < YIELD_IN + 64 ? parked : YIELD_IN + 64;
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
            for (n = 0; n < DISPATCHES; n = n + 1) if (slow != 0 && f_busy[o_id]) o_id = (o_id + 1) % DISPATCHES;
            o_wait = prng[5:3] == 0; o_high = prng[7:6] == 0; o_bad = prng[12:8] == 0 || (slow != 0 && prng[9:8] != 0) ? 1 + prng[17] : 0;
            o_entry = prng[31:16];
            o_limit = prng[15:13] == 0 ? 20 + prng[23:16] : 0;
            o_pixel = calm == 0 && prng[26:24] == 0 && !px_busy && px_left == 0;
            roll;
            o_log2 = prng[0] ? 2 : 3;
            o_x = 1 + prng[5:1]; o_y = prng[6] ? 1 : 1 + prng[8:7];
            if (calm != 0) begin o_x = 1 << o_log2; o_y = 1; end
            if ((o_x * o_y + 3) / 4 > 16) o_y = 1;
            o_gx = prng[11:9]; o_gy = 1 + prng[12]; o_gz = prng[14:13] == 0 ? 2 : 1;
            if (o_gx == 0 && prng[16:15] != 0 && !o_wait) o_gx = 3;
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

    integer px_lull = 0;                             // for so long no quads come
    task drive_pixels;
        if (pixel_valid && pixel_ready) begin
            pixel_valid <= 1'b0;
            if (r2[12:11] == 0) px_lull = 20 + r2[19:13];
            dropped = dropped + (dead != 0 && !pixel_end);
            if (pixel_end) px_ended = 1'b1;
            else begin
                px[px_put % 8] = {pixel_at, pixel_helper, pixel_live};
                px_put = px_put + 1;
            end
        end else if (px_lull != 0)
            px_lull = px_lull - 1;
        else if (!pixel_valid) begin
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
            for (i = 0; i < DISPATCHES; i = i + 1) if (id_busy[i] !== f_busy[i]) fail("who is in flight");
            if (clearing && (!clear_valid || {clear_base, clear_words} !== clear_asked)) fail("a range to clear was taken back");
            clearing    = clear_valid && !clear_ready;
            clear_asked = {clear_base, clear_words};
            check_core;
            if (gdone_valid) begin
                check_group_done;
                note_group_done;
            end
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
            end
            follow_stores;
            for (i = 0; i < DISPATCHES; i = i + 1) begin
                if (performed[i] && !(f_busy[i] && f_there[i])) fail("stores that are not there were called performed");
                if (performed[i] || (f_begun[i] == 0 && f_there[i])) f_told[i] = 1'b1;
            end
            was_cancel = cancel_valid;
            was_id     = cancel_id;
            follow_starts;
            follow_times;
            if (cycle % 8 == 0) follow_room;
            still = still + 1;
            // a descriptor that waits for others comes in the cycle in which the stores of one are there
            tie = pause == 0 && !settle && settle_left == 1 && !desc_valid && sent < count && calm == 0 && id_busy != {DISPATCHES{1'b1}};
            drive_settled(r2);
            if (cancel_valid && f_busy[cancel_id] && f_ending[cancel_id] == 0) begin
                f_ending[cancel_id] = cycle;
                f_early[cancel_id]  = !f_over[cancel_id];
            end
            if (desc_valid && desc_ready) note_accept;
            if (cfg_valid && (cfg_x !== o_x || cfg_y !== o_y || cfg_id !== o_id) && !desc_valid) fail("shape for the packer");
            if (idle > 5000) fail("nothing happens any more");

            follow_pause;
            if (!desc_valid && sent < count && !tie && lull == 0 && open_to(2'd3) && (calm != 0 || r2[1:0] != 0)) begin
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
            if (`CORE.pixel_took && (!pixel_valid || pixel_end)) fail("a wave of a pixel shader without its quads");
            drive_pixels;
            if (calm > 0) calm = calm - 1;
            slow = slow != 0 ? slow - 1 : calm == 0 && r2[28:18] == 0 ? 600 : 0;
            launch_ready <= calm != 0 || r2[3:2] != 0;
            done_ready   <= calm != 0 || (slow != 0 ? r2[7:4] == 0 : r2[4]);
            clear_ready  <= r2[14:13] == 0;
            cancel_valid <= 1'b0;
            cancel_id    <= r2[12:8] % DISPATCHES;
            if (r2[31:25] == 0 && r2[1:0] == 0 && calm == 0 && pause == 0 || pause == 1 && alone == CANCEL) begin
                cancel_valid <= 1'b1;
                cancel_id    <= r2[24:22] % DISPATCHES;
            end
            // a pixel shader that waits for room to start beyond its limit, and the one in hand is cancelled: it comes in hand as it dies
            for (j = 0; j < DISPATCHES; j = j + 1)
                if (u_dut.u_order.aside_q[j] && f_pixel[j] && u_dut.walk_on && u_dut.u_table.limited_q[j] && u_dut.u_table.limit_q[32*j +: 32] == 32'd2) begin
                    cancel_valid <= 1'b1;
                    cancel_id    <= u_dut.walk_id;
                end
            // a pixel shader is cancelled while its wave waits for the one before it to be taken
            if (held_back != 0) held_back = held_back - 1;
            else if (calm == 0 && pause == 0 && `CORE.c_valid_q && `CORE.c_pixel_q && launch_valid && r2[29:28] == 0) begin
                held_back = 6;
                cancel_valid <= 1'b1;
                cancel_id    <= u_dut.walk_id;
            end
            if (held_back != 0) launch_ready <= 1'b0;
            born_dead = born_dead + (u_dut.start && u_dut.next_pixel && dead[u_dut.next_id]);
            if (soon == 1 && pause == 0) begin
                cancel_valid <= 1'b1;
                cancel_id    <= soon_id;
            end
            if (soon != 0 && pause == 0) soon = soon - 1;
            // arrivals and ends: a random slot each; waves of a dead dispatch end soon
            arrive_valid <= 1'b0;
            arrive_slot  <= r2[9:5] % WAVES;
            end_valid    <= 1'b0;
            end_slot     <= r2[27:20] % WAVES;
            s = r2[18:15] % WAVES;
            came = -1;                               // who arrives now does not end
            if (open_to(ARRIVAL) && s_busy[s] && !s_wait[s] && s_left[s] > 0 && !(arrive_valid && arrive_slot == s) && !(end_valid && end_slot == s)) begin
                arrive_valid <= 1'b1;
                arrive_slot  <= s;
                came = s;
                s_left[s] = s_left[s] - 1;
            end
            for (j = 0; j < WAVES; j = j + 1) begin
                n = (r2[22:19] + j) % WAVES;
                d = p_id[s_place[n]];
                // some end in the cycle in which a limit would cut their dispatch, or just before
                if (open_to(END) && n != came && s_busy[n] && !s_wait[n] && s_left[n] == 0 && !(arrive_valid && arrive_slot == n) && !(end_valid && end_slot == n) &&
                    ((j < 3 || calm != 0) && (!f_long[d] || dead[d] || cycle > f_stay[d]) ||
                     u_dut.u_table.limited_q[d] && u_dut.u_table.limit_q[32*d +: 32] == 3 + r2[4:3]) &&
                    !(launch_valid && launch_ready && launch[`WF_LAUNCH_SLOT] == n)) begin
                    end_valid <= 1'b1;
                    end_slot  <= n;
                end
            end
        end
        if (answered == count && count > 0) begin
            if (count >= 3000 && (waits == 0 || cancels == 0 || limits == 0 || overlaps == 0 || cut_bads == 0 || 2 * seamless < followed || followed == 0 || preempted == 0 || overtaken == 0 || jumps == 0 || stuck == 0 || ties == 0 || overs == 0 || shorts == 0 || pixels == 0 || dropped == 0 || extras == 0 || woken == 0 || crowds == 0 || rests == 0)) begin
                $display("overtaken %0d jumps %0d stuck %0d ties %0d overs %0d shorts %0d, dead as they come %0d, pixels %0d dropped %0d extras %0d woken %0d crowds %0d rests %0d", overtaken, jumps, stuck, ties, overs, shorts, born_dead, pixels, dropped, extras, woken, crowds, rests);
                $display("waits %0d cancels %0d limits %0d overlaps %0d refused and cancelled %0d seamless %0d of %0d preempted %0d", waits, cancels, limits, overlaps, cut_bads, seamless, followed, preempted);
                fail("a case was never met");
            end
            $display("PASS wf_dispatch_queue seed=%0d checks=%0d dispatches=%0d cycles=%0d waits=%0d cancelled=%0d limits=%0d overlaps=%0d seamless=%0d of %0d preempted=%0d passed=%0d still=%0d slept=%0d woken=%0d",
                     seed, checks, answered, cycle, waits, cancels, limits, overlaps, seamless, followed, preempted, most_passed, most_still, slept, woken);
            $finish;
        end
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 3000;
        calm = 0;
        open_books;
        for (i = 0; i < DISPATCHES; i = i + 1) begin
            f_told[i] = 1; f_due[i] = 0; f_before[i] = 0; f_first[i] = 0; f_held[i] = 0; f_quiet[i] = 0; f_long[i] = 0; f_stay[i] = 0; f_why[i] = 0; f_last[i] = 0;
            stood[i] = 0; firm_at[i] = -1000;
        end
        repeat (3) @(posedge clk);
        rst <= 1'b0;
    end
endmodule
`default_nettype wire
