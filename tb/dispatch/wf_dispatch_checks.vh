// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_checks.vh - part of wf_dispatch_tb: what every slot and group does.  The channels of each cycle are
//   compared with that and with wf_dispatch_reference.vh.

// ---- verdicts -----------------------------------------------------------------------------------------------------------------------
integer checks = 0, cycle = 0, dispatches = 0, both_same = 0, arrive_with_launch = 0, longest_release = 0;
integer hits [0:CASES-1];                // how often the situation of the name really occurred
localparam integer CODES = `WF_REJECT_REGISTER_FILE + 1;
integer code_hits [0:CODES-1];

// ---- the books: slots, groups, the dispatch ------------------------------------------------------------------------------------------
reg        s_busy [0:WAVES-1];
reg        s_wait [0:WAVES-1];
reg        s_pend [0:WAVES-1];           // its arrival or end is on the channel
integer    s_group[0:WAVES-1];
integer    s_left [0:WAVES-1];           // barriers before its end
integer    s_wave [0:WAVES-1];
integer    s_age  [0:WAVES-1];
integer    s_rows [0:WAVES-1];           // first of its rows of the register file
reg        g_busy [0:GROUPS-1];
reg        g_over [0:GROUPS-1];          // all ended, not yet reported
integer    g_launched[0:GROUPS-1];
integer    g_waiting [0:GROUPS-1];
integer    g_ended   [0:GROUPS-1];
integer    g_since   [0:GROUPS-1];       // cycles for which a release is due
integer    g_base    [0:GROUPS-1];
reg [31:0] g_x[0:GROUPS-1];
reg [31:0] g_y[0:GROUPS-1];
reg [31:0] g_z[0:GROUPS-1];
reg        clean[0:LDS_WORDS-1];         // by base

reg         active = 1'b0;               // a descriptor is taken and not yet answered
reg         answered = 1'b0, answering = 1'b0;
reg  [31:0] e_x = 0, e_y = 0, e_z = 0;   // expected next group
integer     e_wave = 0, dealt_threads = 0;   // its next wave, threads of those before
integer     busy_slots = 0, idle = 0, part = 0, last_arrive_group = -1;   // idle cycles; part: words per group
reg  [63:0] launched = 0, total_waves = 0, total_groups = 0, groups_done = 0;
reg         was_stalled = 1'b0, starved = 1'b0;
reg [`WF_LAUNCH_W-1:0] held;
integer     asked_at = 0, took = 0, timed = 0;
reg         shaped = 1'b0;
reg         first_due = 1'b0;            // no wave was on offer yet
integer     i, g, n, due;
integer     slots = WAVES, places = GROUPS;      // loop bounds that no tool unrolls

task clear_books;
    integer t;
    begin
        for (t = 0; t < slots; t = t + 1) begin
            s_busy[t] = 0; s_wait[t] = 0; s_pend[t] = 0; s_group[t] = 0; s_left[t] = 0; s_wave[t] = 0; s_age[t] = 0; s_rows[t] = 0;
        end
        for (t = 0; t < places; t = t + 1) begin
            g_busy[t] = 0; g_over[t] = 0; g_launched[t] = 0; g_waiting[t] = 0; g_ended[t] = 0; g_since[t] = 0; g_base[t] = 0;
            g_x[t] = 0; g_y[t] = 0; g_z[t] = 0;
        end
        for (t = 0; t < LDS_WORDS; t = t + 1) clean[t] = 0;
        for (t = 0; t < CASES; t = t + 1) hits[t] = 0;
        for (t = 0; t < CODES; t = t + 1) code_hits[t] = 0;
    end
endtask

integer wrong = 0;                       // the first thing that went wrong; reported at the end of the cycle
task fail(input integer what); if (wrong == 0) wrong = what; endtask
task report(input integer what);         // what: one of the texts below
    begin
        case (what)
        1:  $display("launch: wrong fields (slot %0d gslot %0d wave %0d of %0d first %0d live %0d log2 %0d), expected first %0d live %0d",
                     launch_slot, launch_gslot, launch_wave, launch_count, launch_first, launch_live, launch_wave_log2, ref_first, ref_live);
        2:  $display("launch: slot %0d is taken", launch_slot);
        3:  $display("launch: more waves than the dispatch has, or none asked for");
        4:  $display("launch: place %0d is taken by another group", launch_gslot);
        5:  $display("launch: LDS partition at %0d is not clean, not inside, or overlaps", launch_lds_base);
        6:  $display("launch: payload changed while stalled");
        7:  $display("release of slots %b: not exactly the waiting waves of one complete group", release_slots);
        8:  $display("release lost: a group waits for too long");
        9:  $display("group done: (%0d,%0d,%0d) is not over or was reported before", gdone_gid_x, gdone_gid_y, gdone_gid_z);
        10: $display("answer: code %0d size %0d waves %0d, expected %0d %0d %0d", done_code, done_wave_size, done_waves,
                     ref_code, d_report && ref_code == 0 ? 1 << ref_log2 : 0, ref_waves);
        11: $display("answer before the end: %0d waves launched of %0d, %0d groups done of %0d", launched, total_waves,
                     groups_done, total_groups);
        12: $display("answer to no descriptor");
        13: $display("clear of %0d words at %0d: wrong size, outside, or of a resident group", lds_clear_words, lds_clear_base);
        14: $display("shape for the packer is wrong");
        15: $display("counts of a group are wrong");
        16: $display("a cycle without a launch while slots are free");
        17: $display("nothing happens: %0d waves launched of %0d; waves a group %0d, launch_valid %b, groupshared %0d, clear %b, cfg %b",
                     launched, total_waves, ref_waves, launch_valid, d_shared, lds_clear_valid, cfg_valid);
        18: $display("group done lost");
        19: $display("commit took %0d cycles, expected %0d", took, n);
        20: $display("the waves of a group have %0d threads of %0d", dealt_threads, ref_threads);
        21: $display("the first wave was on offer after %0d cycles, expected %0d", took, n);
        22: $display("%0d groups are resident, expected %0d", due, n);
        23: $display("registers: rows %0d to %0d are not %0d, outside, or another wave's", launch_reg_base, launch_reg_base + launch_regs, ref_regs);
        24: $display("a group was begun for which there is no room: %0d waves of %0d, groups %0d", busy_slots, ref_waves, due);
        default: $display("descriptor refused while idle");
        endcase
        $fatal(1, "FAIL wf_dispatch LANES=%0d WAVES=%0d GROUPS=%0d seed=%0d dispatch=%0d mode=%0d cycle=%0d", LANES, WAVES,
               GROUPS, seed, dispatches, mode, cycle);
    end
endtask

task note_descriptor;
    begin
        active      = 1'b1;
        idle        = 0;
        asked_at    = cycle;
        shaped      = 1'b0;
        answering   = 1'b0;
        first_due   = 1'b1;
        launched    = 0;
        groups_done = 0;
        e_x = 0; e_y = 0; e_z = 0;
        e_wave      = 0;
        part        = ((d_shared + 3) / 4 + LDS_BANKS - 1) / LDS_BANKS * LDS_BANKS;
        total_groups = (ref_code != 0 || d_commit_only || d_stage == `WF_STAGE_PIXEL) ? 64'd0 : {32'd0, d_gx} * {32'd0, d_gy} * {32'd0, d_gz};
        total_waves  = total_groups * ref_waves;
    end
endtask

// ---- barriers -------------------------------------------------------------------------------------------------------------------------
function due_release(input integer group);
    due_release = g_busy[group] && g_launched[group] == ref_waves &&
                  g_waiting[group] + g_ended[group] == ref_waves && g_waiting[group] > 0;
endfunction

task check_release_late;
    for (g = 0; g < places; g = g + 1) begin
        if (due_release(g)) g_since[g] = g_since[g] + 1; else g_since[g] = 0;
        if (g_since[g] > 3 + GROUPS) fail(8);
        if (g_since[g] > longest_release) longest_release = g_since[g];
    end
endtask

// release: exactly the waiting waves of one group that was complete before this cycle
task check_release;
    begin
        idle = 0;
        due  = -1;
        for (i = 0; i < slots; i = i + 1) if (release_slots[i]) due = s_group[i];
        if (due < 0) begin
            fail(7);
            due = 0;
        end
        if (!due_release(due)) fail(7);
        for (i = 0; i < slots; i = i + 1) begin
            if (release_slots[i] !== (s_busy[i] && s_wait[i] && s_group[i] == due)) fail(7);
            if (release_slots[i]) s_wait[i] = 1'b0;
        end
        if (mode == ALL_ARRIVE && g_ended[due] == 0) hits[ALL_ARRIVE] = hits[ALL_ARRIVE] + 1;
        if (mode == END_BEFORE && g_ended[due] > 0) hits[END_BEFORE] = hits[END_BEFORE] + 1;
        if (mode == ALL_BUT_ONE && g_ended[due] == ref_waves - 1) hits[ALL_BUT_ONE] = hits[ALL_BUT_ONE] + 1;
        if (mode == SINGLE && ref_waves == 1) hits[SINGLE] = hits[SINGLE] + 1;
        if (mode == EXTRA && d_extra > 0) hits[EXTRA] = hits[EXTRA] + 1;
        if (mode == STORM) hits[STORM] = hits[STORM] + 1;
        if (mode == RELAY && due == GROUPS - 1) hits[RELAY] = hits[RELAY] + 1;
        g_waiting[due] = 0;
        g_since[due]   = 0;
        checks = checks + 1;
    end
endtask

// arrival and end of one group in one cycle
task note_meeting;
    begin
        both_same = both_same + 1;
        if (g_launched[s_group[end_slot]] == ref_waves &&
            g_waiting[s_group[end_slot]] + g_ended[s_group[end_slot]] == ref_waves - 2)
            hits[END_WITH_LAST] = hits[END_WITH_LAST] + (mode == END_WITH_LAST);
    end
endtask

task note_arrive;
    begin
        idle = 0;
        g = s_group[arrive_slot];
        s_wait[arrive_slot] = 1'b1;
        s_pend[arrive_slot] = 1'b0;
        s_left[arrive_slot] = s_left[arrive_slot] - 1;
        g_waiting[g] = g_waiting[g] + 1;
        if (last_arrive_group >= 0 && last_arrive_group != g && g_waiting[g] > 1 && mode == INTERLEAVED)
            hits[INTERLEAVED] = hits[INTERLEAVED] + 1;
        last_arrive_group = g;
    end
endtask

task note_end;
    begin
        idle = 0;
        g = s_group[end_slot];
        if (g_waiting[g] == ref_waves - 1 && ref_waves > 1 && mode == END_AFTER) hits[END_AFTER] = hits[END_AFTER] + 1;
        s_busy[end_slot] = 1'b0;
        s_pend[end_slot] = 1'b0;
        g_ended[g] = g_ended[g] + 1;
        busy_slots = busy_slots - 1;
        if (g_ended[g] == ref_waves) begin
            g_busy[g] = 1'b0;
            g_over[g] = 1'b1;
        end
    end
endtask

// ---- launches -------------------------------------------------------------------------------------------------------------------------
task check_held;
    begin
        if (was_stalled && (!launch_valid || held !== launch)) fail(6);
        was_stalled = launch_valid && !launch_ready;
        held        = launch;
    end
endtask

task check_fields(input integer slot);
    begin
        if (!active || launched >= total_waves) fail(3);
        if (slot >= WAVES || g >= GROUPS) fail(1);
        if (s_busy[slot]) fail(2);
        reference_share(e_wave);
        if (e_wave == 0) dealt_threads = 0;
        dealt_threads = dealt_threads + ref_live;
        if (e_wave == ref_waves - 1 && dealt_threads != ref_threads) fail(20);
        if (launch_wave !== e_wave || launch_first !== ref_first || launch_count !== ref_waves || launch_wave_log2 !== ref_log2 ||
            launch_live !== ref_live || launch_entry !== d_entry || launch_gid_x !== e_x || launch_gid_y !== e_y || launch_gid_z !== e_z ||
            launch_lds_words !== (d_shared + 3) / 4) fail(1);
        if (!d_has_numwaves && (launch_tbase_x !== e_x * d_x || launch_tbase_y !== e_y * d_y ||
                                launch_tbase_z !== e_z * d_z)) fail(1);
        if (d_has_numwaves && (launch_tbase_x !== 0 || launch_tbase_y !== 0 || launch_tbase_z !== 0)) fail(1);
    end
endtask

// the first wave of a group takes a place and its memory, the others find them
task check_place;
    if (e_wave == 0) begin
        if (g_busy[g]) fail(4);
        for (i = 0; i < places; i = i + 1)
            if (g_busy[i] && part != 0 && launch_lds_base < g_base[i] + part && g_base[i] < launch_lds_base + part) fail(5);
        if (launch_lds_base % LDS_BANKS != 0 || launch_lds_base + part > LDS_WORDS) fail(5);
        if (part != 0 && !clean[launch_lds_base]) fail(5);
        if (part != 0) clean[launch_lds_base] = 1'b0;
        g_busy[g]     = 1'b1;
        g_launched[g] = 0;
        g_waiting[g]  = 0;
        g_ended[g]    = 0;
        g_base[g]     = launch_lds_base;
        g_x[g] = e_x; g_y[g] = e_y; g_z[g] = e_z;
    end else if (!g_busy[g] || g_x[g] !== e_x || g_y[g] !== e_y || g_z[g] !== e_z || launch_lds_base !== g_base[g])
        fail(4);
endtask

// rows of the wave's own; and of a group all there is when its first wave is launched
task check_room(input integer slot);
    begin
        if (launch_regs !== ref_regs || launch_reg_base % 8 != 0 || launch_reg_base + ref_regs > REG_ROWS) fail(23);
        for (i = 0; i < slots; i = i + 1)
            if (s_busy[i] && launch_reg_base < s_rows[i] + ref_regs && s_rows[i] < launch_reg_base + ref_regs) fail(23);
        s_rows[slot] = launch_reg_base;
        if (e_wave == 0) begin
            due = 0;
            for (i = 0; i < places; i = i + 1) if (g_busy[i]) due = due + 1;
            if (busy_slots + ref_waves > WAVES || due * ref_waves * ref_regs > REG_ROWS || due * part > LDS_WORDS) fail(24);
        end
    end
endtask

task note_wave(input integer slot);
    begin
        g_launched[g] = g_launched[g] + 1;
        s_busy[slot]  = 1'b1;
        s_wait[slot]  = 1'b0;
        s_pend[slot]  = 1'b0;
        s_group[slot] = g;
        s_wave[slot]  = e_wave;
        s_age[slot]   = 0;
    end
endtask

task expect_next;
    begin
        e_wave = e_wave + 1;
        if (e_wave == ref_waves) begin
            e_wave = 0;
            e_x = e_x + 1;
            if (leap && d_gx > 65538 && e_x == d_gx - 65536) e_x = d_gx - 2;
            if (e_x == d_gx) begin
                e_x = 0;
                e_y = e_y + 1;
                if (e_y == d_gy) begin e_y = 0; e_z = e_z + 1; end
            end
        end
    end
endtask

task check_launch;
    integer slot;
    begin
        idle = 0;
        slot = launch_slot;
        g    = launch_gslot;
        check_fields(slot);
        check_place;
        check_room(slot);
        note_wave(slot);
        plan_barriers(slot);
        busy_slots = busy_slots + 1;
        launched   = launched + 1;
        checks     = checks + 1;
        if (arrive_valid && s_group[arrive_slot] == g) arrive_with_launch = arrive_with_launch + 1;
        if (end_valid && s_group[end_slot] != g) hits[END_WITH_LAUNCH] = hits[END_WITH_LAUNCH] + (mode == END_WITH_LAUNCH);
        expect_next;
    end
endtask

// one wave per cycle: from the first launch on, as long as there are slots for a group and a place
task check_rate;
    if ((mode == FILL && !starved && launched > 0 && launched < total_waves && launched < WAVES / ref_waves * ref_waves &&
         launched < GROUPS * ref_waves) || (mode == STREAM && launched > 0 && launched < total_waves)) begin
        if (!launch_valid) fail(16);
        hits[mode] = hits[mode] + 1;
    end else if (active && launched > 0) starved = 1'b1;
endtask

// the first wave, when it need not wait for clean memory
task check_first;
    if (launch_valid && first_due) begin
        first_due = 1'b0;
        n    = 13;
        took = cycle - asked_at;
        if (part == 0 && took != n) fail(21);
    end
endtask

// ---- memory, packer, counts -----------------------------------------------------------------------------------------------------------
task check_clear;
    begin
        if (lds_clear_words !== part || part == 0 || lds_clear_base % LDS_BANKS != 0 ||
            lds_clear_base + part > LDS_WORDS) fail(13);
        for (i = 0; i < places; i = i + 1)
            if (g_busy[i] && lds_clear_base < g_base[i] + part && g_base[i] < lds_clear_base + part) fail(13);
        if (lds_clear_ready) begin
            clean[lds_clear_base] = 1'b1;
            idle = 0;
        end
    end
endtask

task check_shape;
    begin
        if (cfg_numwaves !== d_has_numwaves) fail(14);
        if (!d_has_numwaves && (cfg_x !== d_x[10:0] || cfg_y !== d_y[10:0])) fail(14);
        if (!active || cycle != asked_at + 1) fail(14);
        shaped = 1'b1;
    end
endtask

// nothing moves, no wave ends: as many groups are resident as places, slots and memory allow
task check_resident;
    if (mode == HOLD && active && idle == 10 && launched > 0 && launched < total_waves && busy_slots == launched) begin
        due = 0;
        for (i = 0; i < places; i = i + 1) if (g_busy[i]) due = due + 1;
        n = GROUPS;
        if (part != 0 && LDS_WORDS / part < n) n = LDS_WORDS / part;
        if (WAVES / ref_waves < n) n = WAVES / ref_waves;
        if (REG_ROWS / (ref_waves * ref_regs) < n) n = REG_ROWS / (ref_waves * ref_regs);
        if (total_groups < n) n = total_groups;
        if (due != n) fail(22);
        hits[HOLD] = hits[HOLD] + 1;
    end
endtask

// for the report of a hang, when nothing moved for a while
task check_counts;
    for (i = 0; i < places; i = i + 1) if (g_busy[i]) begin
        if (stat_arrived[16*i +: 16] !== g_waiting[i] || stat_ended[16*i +: 16] !== g_ended[i] ||
            stat_launched[16*i +: 16] !== g_launched[i] + (launch_valid && launch_gslot == i ? 1 : 0)) fail(15);
        checks = checks + 1;
    end
endtask

// ---- ends -----------------------------------------------------------------------------------------------------------------------------
task check_group_done;
    begin
        idle = 0;
        due  = -1;
        for (i = 0; i < places; i = i + 1)
            if (g_over[i] && g_x[i] === gdone_gid_x && g_y[i] === gdone_gid_y && g_z[i] === gdone_gid_z) due = i;
        if (due < 0) begin
            fail(9);
            due = 0;
        end
        g_over[due]  = 1'b0;
        groups_done  = groups_done + 1;
        checks       = checks + 1;
    end
endtask

// a commit takes as long as the check
task check_answer_begins;
    begin
        answering = 1'b1;
        if (d_commit_only || ref_code != 0) begin
            n    = 9;
            took = cycle - asked_at;
            if (took != n) fail(19);
            timed = timed + 1;
        end
    end
endtask

task check_answer;
    begin
        if (done_code !== ref_code || done_waves !== ref_waves ||
            done_wave_size !== (d_report && ref_code == 0 ? 1 << ref_log2 : 0)) fail(10);
        if (launched != total_waves || groups_done != total_groups || busy_slots != 0) fail(11);
        if (total_groups != 0 && (grid_size !== {d_gz, d_gy, d_gx} || code_words !== d_code_words || code_base !== ~d_code_words[16:1])) fail(14);
        code_hits[ref_code] = code_hits[ref_code] + 1;
        active   = 1'b0;
        answered = 1'b1;
        checks   = checks + 1;
        idle     = 0;
    end
endtask

// every code and every case came
task check_reached;
    integer t;
    begin
        for (t = 0; t < CODES; t = t + 1)
            if (from == 0 && code_hits[t] == 0 && !(t == `WF_REJECT_NO_WAVESIZE && LANES == 128) && t != `WF_REJECT_PIXEL_GROUP &&
                !(t == `WF_REJECT_WAVE_OPS_DEVICE && WAVE_OPS != 0) && !(t == `WF_REJECT_REGISTER_FILE && REG_ROWS >= WAVES * REGS) && !(t == `WF_REJECT_NUMWAVES_LANES && WAVES*LANES <= 128)) begin
                $display("reject code %0d never came", t);
                $fatal(1, "FAIL wf_dispatch LANES=%0d seed=%0d: a case was not reached", LANES, seed);
            end
        for (t = 0; t < CASES; t = t + 1)
            if (from == 0 && hits[t] == 0 && !(WAVES == 1 && t != SINGLE && t != STORM) &&
                !((GROUPS == 1 || WAVES < 4) && (t == INTERLEAVED || t == END_WITH_LAUNCH)) &&
                !(t == STREAM && (WAVES < 16 || GROUPS < 8)) && !(t == RELAY && (WAVES < 16 || GROUPS != 8)) && !(t == FILL && WAVES == 1)) begin
                $display("case %0d never came", t);
                $fatal(1, "FAIL wf_dispatch LANES=%0d seed=%0d: a case was not reached", LANES, seed);
            end
    end
endtask
