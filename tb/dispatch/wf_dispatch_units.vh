// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_units.vh - part of wf_dispatch_tb: core, LDS and packer around the dispatcher in the present mode.

// may this slot arrive (end) now, under the present mode?
function may_arrive(input integer s);
    integer gr;
    begin
        gr = s_group[s];
        may_arrive = s_busy[s] && !s_wait[s] && !s_pend[s] && s_left[s] > 0;
        if (mode == END_BEFORE && ref_waves > 1 && g_ended[gr] == 0) may_arrive = 1'b0;
        if (mode == END_WITH_LAST && s_wave[s] == 1 && g_ended[gr] == 0) may_arrive = 1'b0;    // paired below
    end
endfunction
function may_end(input integer s);
    integer gr;
    begin
        gr = s_group[s];
        may_end = s_busy[s] && !s_wait[s] && !s_pend[s] && s_left[s] == 0;
        if (mode == END_AFTER && s_wave[s] == 0 && g_waiting[gr] != ref_waves - 1 && ref_waves > 1) may_end = 1'b0;
        if (mode == END_WITH_LAST && s_wave[s] == 0 && ref_waves > 1) may_end = 1'b0;          // paired below
        if (mode == FILL && launched < WAVES / ref_waves * ref_waves && launched < total_waves && !starved) may_end = 1'b0;
        if (mode == STREAM && s_age[s] < 2) may_end = 1'b0;
        if (mode == HOLD && idle < 12 && launched < total_waves) may_end = 1'b0;
        if (mode == RELAY && gr == GROUPS - 1 && s_wave[s] == 0 && g_waiting[gr] == 0) may_end = 1'b0;  // ready by an end
    end
endfunction

// the barriers that the wave launched in this slot will take part in
task plan_barriers(input integer slot);
    begin
        roll;
        case (mode)
        ALL_ARRIVE, INTERLEAVED:            s_left[slot] = 3;
        END_BEFORE, END_AFTER, END_WITH_LAST: s_left[slot] = e_wave == 0 ? 0 : 2;
        ALL_BUT_ONE:                        s_left[slot] = e_wave == e_x % ref_waves ? 2 : 0;
        SINGLE:                             s_left[slot] = 5;
        FILL, STREAM:                       s_left[slot] = 0;
        HOLD:                               s_left[slot] = 0;
        RELAY:                              s_left[slot] = e_wave == 0 ? 0 : g == GROUPS - 1 ? 1 : 30;
        default:                            s_left[slot] = prng[3] ? prng[6:4] % 4 : 0;
        endcase
        if (launch_live == 0) s_left[slot] = 0;
    end
endtask

// the next descriptor, now or later
task ask;
    begin
        roll;
        if (prng[1:0] != 0) begin
            desc_valid <= 1'b1;
            want        = 1'b0;
        end
    end
endtask

// the channels that are ready in the next cycle
task play_channels;
    begin
        roll;
        done_ready      <= prng[8];
        lds_clear_ready <= mode == HOLD || prng[13:12] == 0;
        launch_ready    <= smooth || mode == FILL || mode == HOLD || mode == STREAM || prng[16:14] != 0;
        for (i = 0; i < slots; i = i + 1) s_age[i] = s_age[i] + 1;
    end
endtask

integer pick_arrive, pick_end;           // the slots chosen, -1: none
// from a random slot on, the first that may arrive and the first that may end
task pick_slots;
    integer first, k, j;
    begin
        roll;
        first = prng[31:8] % WAVES;
        for (i = 0; i < slots; i = i + 1) begin
            k = first + i;
            if (k >= WAVES) k = k - WAVES;
            if (pick_arrive < 0 && may_arrive(k)) pick_arrive = k;
            if (mode == INTERLEAVED && pick_arrive >= 0 && s_group[pick_arrive] == last_arrive_group && may_arrive(k) &&
                s_group[k] != last_arrive_group) pick_arrive = k;
            if (pick_end < 0 && may_end(k)) pick_end = k;
            // the last arrival and an end in one cycle
            if (mode == END_WITH_LAST && s_busy[k] && s_wave[k] == 1 && !s_wait[k] && !s_pend[k] && s_left[k] > 0)
                for (j = 0; j < slots; j = j + 1)
                    if (s_busy[j] && s_wave[j] == 0 && s_group[j] == s_group[k] && !s_pend[j] &&
                        g_waiting[s_group[k]] == ref_waves - 2) begin
                        pick_arrive = k;
                        pick_end    = j;
                    end
        end
    end
endtask

// now and then no wave arrives or ends
task skip_some;
    begin
        roll;
        if (mode == STORM || mode == EXTRA) begin
            if (prng[5:4] == 0) pick_arrive = -1;
            if (prng[7:6] == 0) pick_end = -1;
        end
        if (mode != END_WITH_LAST && mode != STREAM && mode != RELAY && !smooth) begin
            if (prng[9:8] == 0) pick_arrive = -1;
            if (prng[11:10] == 0) pick_end = -1;
        end
    end
endtask

// wait for a launch of another group on offer and stalled, then both at once; not for ever: none may fit
task wait_for_launch;
    begin
        launch_ready <= 1'b0;
        if (launch_valid && !launch_ready && launch_gslot != s_group[pick_end]) launch_ready <= 1'b1;
        else if (launch_valid && prng[14:12] == 0) begin
            launch_ready <= 1'b1;
            pick_end = -1;
        end else pick_end = -1;
    end
endtask

// arrivals and ends
task play_waves;
    begin
        if (arrive_ready) arrive_valid <= 1'b0;
        if (end_ready)    end_valid    <= 1'b0;
        pick_arrive = -1;
        pick_end    = -1;
        if (busy_slots != 0) begin
            pick_slots;
            skip_some;
            if (mode == END_WITH_LAUNCH && pick_end >= 0 && launched < total_waves && idle < 40) wait_for_launch;
            if (pick_arrive >= 0 && arrive_ready) begin
                arrive_valid <= 1'b1;
                arrive_slot  <= pick_arrive;
                s_pend[pick_arrive] = 1'b1;
            end
            if (pick_end >= 0 && end_ready) begin
                end_valid <= 1'b1;
                end_slot  <= pick_end;
                s_pend[pick_end] = 1'b1;
            end
        end
    end
endtask
