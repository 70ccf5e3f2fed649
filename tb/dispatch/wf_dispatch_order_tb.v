// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_order_tb - wf_dispatch_order between a table, a walk and one core that has slots, and units of which the walk in hand keeps some.
//   Room is worked out from sizes at random; a search for it takes a while.  Driven: what a walk and a core may do, garbage where nothing is asked.
//   Checks: what starts, turns and closes may do so.  A low group is placed only when every high one was looked at in
//   this round; a round begins when all were looked at.  A group that fits is placed in time, however little is given
//   back.  No dispatch is passed over too often; a walk without room yields.
//   Plusargs: +seed=N; +count=N dispatches (default 3000)   Run: make bench-dispatch-order SEED=n
`timescale 1ns/1ps
`default_nettype none

module wf_dispatch_order_tb;
    parameter integer DISPATCHES = 4, PASSES = 16;
    localparam integer D = DISPATCHES, PATIENCE = 64, UNITS = 24, SLOTS = 12, PLACES = 16;
    localparam integer ID_W = (D > 1) ? $clog2(D) : 1;
    localparam [D-1:0] NONE = {D{1'b0}}, ONE = {{(D-1){1'b0}}, 1'b1};
    localparam integer LOOK = 12;                            // cycles of a search at most
    localparam integer ROUND = D * (LOOK + 4);               // of looks at all
    localparam integer FITS_BOUND = PATIENCE + 3 * ROUND;    // something fits, and nothing is placed
    localparam integer HIGH_BOUND = 2 * ROUND;               // one of high priority fits, and low ones are placed
    localparam integer PASS_BOUND = PASSES + 3 * D;          // groups of others in front of one
    localparam integer FREE = 0, WAITS = 1, ABLE = 2, ASIDE = 3, HAND = 4, OVER = 5;

    reg                clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    reg  [D-1:0]       accepts = 0, able = 0, high = 0, dead = 0;
    reg  [D*D-1:0]     older = 0;
    reg                on = 1'b0, grant = 1'b0, last = 1'b0, back = 1'b0;
    reg  [ID_W-1:0]    id = 0, back_id = 0;
    reg                next_room = 1'b0, next_none = 1'b0, hand_none = 1'b0, freed = 1'b0;
    wire [D-1:0]       begins, closes;
    wire               next_valid, next_new, may_turn, hold, yields, firm, shy, has_room, others;
    wire [ID_W-1:0]    next_id;

    // the walk
    wire quit  = on && dead[id];
    wire turn  = on && !quit && next_valid && may_turn;
    wire step  = on && !quit && !turn && !hold && grant;
    wire ends  = on && (quit || (step && last));
    wire start = next_valid && (!on || ends || turn);

    wf_dispatch_order #(.DISPATCHES(D), .PASSES(PASSES), .PATIENCE(PATIENCE)) u_dut (
        .clk(clk), .rst(rst), .accepts(accepts), .able(able), .high(high), .older(older), .dead(dead), .begins(begins), .closes(closes),
        .on(on), .id(id), .step(step), .turn(turn), .start(start), .ended(ends), .back(back), .back_id(back_id),
        .next_valid(next_valid), .next_id(next_id), .next_new(next_new), .may_turn(may_turn), .hold(hold), .yields(yields), .firm(firm), .shy(shy),
        .has_room(has_room), .others(others), .next_room(next_room), .next_none(next_none), .hand_none(hand_none), .freed(freed));

    integer count, checks = 0, cycle = 0, ended = 0, k, j, n, p;
    integer crowded = 0;                             // cycles in which two were passed over too often
    integer turns = 0, yielded = 0, backs = 0, held = 0, killed = 0, rounds = 0, most_passed = 0, most_still = 0, most_high = 0;
    `include "wf_random.vh"
    task fail(input [8*64-1:0] what);
        $fatal(1, "FAIL wf_dispatch_order seed=%0d DISPATCHES=%0d cycle=%0d: %0s; on %b id %0d next %b %0d", seed, D, cycle, what, on, id, next_valid, next_id);
    endtask

    // ---- the dispatches ----
    integer    state [0:D-1], units [0:D-1], slots [0:D-1], left [0:D-1], age [0:D-1], able_at [0:D-1], residents [0:D-1];
    integer    passed [0:D-1], was_passed [0:D-1];           // groups of others in front of it, as the rule counts them; before its last group
    integer    fit_for [0:D-1];                              // cycles for which a group of it fits, were nothing kept
    reg [D-1:0] tried = 0;                                   // looked at in this round, without room
    reg        given = 1'b0;                                 // something was given back in this round
    reg        calm = 1'b0;                                  // groups stay for long
    integer    patient = 0, patient_1 = 0, patient_2 = 0;    // cycles without room of the one in hand; the same a cycle and two ago
    integer    since_yield = 0, since_yield_was = 0;         // cycles of `yields`; the same a cycle ago
    integer    ages = 0, still = 0, idle = 0, low_for = 0;   // still: cycles in which no group was placed; low_for: a low one is in hand

    // ---- the core ----
    integer    free_units = UNITS, free_slots = SLOTS, kept = 0;             // kept: ranges of the walk in hand that no group has
    integer    owner [0:PLACES-1], life [0:PLACES-1];                        // owner -1: no group
    integer    parked = -1, parked_for = 0, look = 0, hand_look = 0;         // parked: the place whose group may still be given back
    reg        parked_firm = 1'b0, standby = 1'b0;

    function wants(input integer which);                     // it has groups to place, and is not in hand
        wants = (state[which] == ABLE || state[which] == ASIDE) && !dead[which];
    endfunction
    function goes_first(input integer a, input integer b);   // a before b
        goes_first = (passed[a] >= PASSES) != (passed[b] >= PASSES) ? passed[a] >= PASSES :
                     passed[a] >= PASSES ? 1'b0 : high[a] != high[b] ? high[a] : age[a] < age[b];
    endfunction
    function fits(input integer which, input integer hidden);
        fits = free_units - hidden >= units[which] && free_slots >= slots[which];
    endfunction
    task give_kept;
        begin
            free_units = free_units + kept * units[id];
            kept = 0;
        end
    endtask
    task leave(input integer place);                         // its group is over, or gives its place back
        begin
            free_slots = free_slots + slots[owner[place]];
            if (on && owner[place] == id && !standby && !turn && !start) kept = kept + 1;
            else free_units = free_units + units[owner[place]];
            residents[owner[place]] = residents[owner[place]] - 1;
            owner[place] = -1;
            if (parked == place) parked = -1;
            freed <= 1'b1;
        end
    endtask

    // ---- what the unit says in this cycle, held against the dispatches as they are ----
    reg          any_first, any_others;
    reg  [D-1:0] wanting, over, looked, misses;              // over: passed over too often
    reg  [D-1:0] wanting_was = 0, tried_was = 0, over_was = 0;             // a cycle ago
    wire waited = patient >= PATIENCE || patient_1 >= PATIENCE || patient_2 >= PATIENCE;
    task check;
        begin
            any_others = 1'b0; any_first = 1'b0;
            for (k = 0; k < D; k = k + 1) begin
                wanting[k] = wants(k) != 0;
                over[k]    = passed[k] >= PASSES;
                if (wanting[k]) any_others = 1'b1;
                if (over[k] && (wanting[k] || state[k] == HAND)) any_first = 1'b1;
                if (begins[k] !== (start && next_id == k) && !(begins[k] === 1'b1 && state[k] == ABLE)) fail("one begins that may not");
                if (closes[k] !== (state[k] == ASIDE && dead[k] && !(start && next_id == k))) fail("what was put aside and is dead is over");
            end
            if (others !== any_others) fail("others");
            if (on && firm !== (passed[id] >= PASSES)) fail("firm");
            if (on && shy !== tried[id]) fail("shy");
            if (next_valid && state[next_id] != ABLE && state[next_id] != ASIDE) fail("one is looked at that has no groups");
            // chosen the cycle before: those passed over too often first, the oldest of them
            if (next_valid && (over_was & wanting_was & wanting) != 0)
                for (k = 0; k < D; k = k + 1)
                    if (over_was[k] && wanting_was[k] && wanting[k] && k != next_id && (!over_was[next_id] || age[k] < age[next_id]))
                        fail("another one was passed over too often for longer");
            crowded = crowded + (next_valid && ((over_was & wanting_was) & ((over_was & wanting_was) - 1)) != 0);
            if (has_room !== may_fit) fail("room is of the one looked at, and told the cycle after");
            if (turn && !(has_room || passed[next_id] >= PASSES)) fail("it comes without room");
            if (turn && !goes_first(next_id, id) && !(back && back_id == id) && (!waited || passed[id] >= PASSES)) fail("it comes too early");
            idle = !on && any_others && !start ? idle + 1 : 0;
            if (idle > 2) fail("nothing is in hand");
            // one without room yields, in time and not before
            if (yields && !(waited && any_others)) fail("it yields too early");
            if (!yields && patient > PATIENCE + 1 && any_others) fail("it does not yield");
            since_yield_was = since_yield;
            since_yield = yields ? since_yield + 1 : 0;
            if (since_yield == 1) yielded = yielded + 1;
            if (step && !high[id] && passed[id] < PASSES)
                for (k = 0; k < D; k = k + 1)
                    if (wants(k) && high[k] && !tried[k]) fail("a low group before a high one was looked at");
            held   = held + (hold && on && !high[id]);
            if (cycle > 1000 * count + 10000) fail("no end");
            checks = checks + 1;
        end
    endtask

    // ---- looks: a round ends when all were looked at, or one that has room is, and something was given back ----
    reg        stays, missed = 1'b0, roomy = 1'b0;           // in the cycle before there was none, or there was room,
    reg [ID_W-1:0] told_id = 0;                              // for this one
    wire may_fit = roomy && next_valid && next_id == told_id;
    task follow_looks;
        begin
            if (next_new && tried[next_id] && tried_was[next_id] && passed[next_id] < PASSES)
                for (k = 0; k < D; k = k + 1)
                    if (wanting[k] && wanting_was[k] && !tried[k] && !tried_was[k]) fail("one is looked at again before another is");
            wanting_was = wanting;          // who is looked at was chosen the cycle before
            tried_was   = tried;
            over_was    = over;
            looked = missed && next_valid && next_id == told_id ? ONE << next_id : NONE;
            misses = !on || goes_first(next_id, id) || since_yield_was >= 2 ? looked : NONE;        // else it stays, to follow the one in hand,
            stays  = looked != misses;                                                              // and those after it are not looked at
            if (since_yield_was == 1 || (given && (may_fit || stays || (wanting & (~tried | over) & ~looked) == 0) && (wanting & tried) != 0)) begin
                tried  = on && others ? tried & ONE << id : NONE;       // the one in hand came unlooked at: it waits for its turn
                given  = 1'b0;
                rounds = rounds + 1;
            end else begin
                tried  = tried | misses;
            end
            given = given || freed || start || ends;
            if (step) tried[id] = 1'b0;
            if (turn && !goes_first(next_id, id)) tried[id] = 1'b1;         // it found none while it was in hand,
            if (back) tried[back_id] = 1'b1;                                // nor does one whose group gives its place back
            missed    = next_valid && !next_new && next_none;
            told_id   = next_id;
            roomy     = next_valid && !next_new && next_room;
        end
    endtask

    // ---- bounds ----
    task check_bounds;
        begin
            still = step || any_first ? 0 : still + 1;
            low_for = on && !high[id] ? low_for + 1 : 0;
            for (k = 0; k < D; k = k + 1) begin
                fit_for[k] = (wants(k) || (state[k] == HAND && !dead[k])) && fits(k, -kept * units[id]) && !back ? fit_for[k] + 1 : 0;
                n = fit_for[k] < still ? fit_for[k] : still;
                if (n > most_still) most_still = n;
                if (n > FITS_BOUND) fail("what fits is not placed");
                if (wants(k) && high[k] && step && !high[id] && passed[id] < PASSES) begin
                    n = fit_for[k] < low_for ? fit_for[k] : low_for;          // a high one in hand may keep what it needs
                    if (n > most_high) most_high = n;
                    if (n > HIGH_BOUND) fail("a high group fits, and low ones are placed");
                end
            end
        end
    endtask

    // ---- what this cycle's events do ----
    task place_group;
        begin
            if (kept > 0) kept = kept - 1;
            else free_units = free_units - units[id];
            free_slots = free_slots - slots[id];
            for (p = PLACES - 1; p >= 0; p = p - 1) if (owner[p] < 0) n = p;
            owner[n] = id;
            below(8, life[n]);
            below(calm ? 600 : 40, j);
            life[n] = 2 + (life[n] == 0 ? 0 : j);
            parked = n;
            parked_firm = firm;
            below(8, parked_for);
            if (parked_for == 0) parked_for = PATIENCE; else parked_for = 1;
            residents[id] = residents[id] + 1;
            left[id] = left[id] - 1;
            was_passed[id] = passed[id];
            for (k = 0; k < D; k = k + 1)
                if (k != id && wants(k) && !(age[id] < age[k] && high[id] == high[k])) begin
                    passed[k] = passed[k] + 1;
                    if (passed[k] > most_passed) most_passed = passed[k];
                    if (passed[k] > PASS_BOUND) fail("passed over too often");
                end
            passed[id] = 0;
        end
    endtask
    task apply;
        begin
            freed <= 1'b0;
            patient_2 = patient_1;
            patient_1 = patient;
            patient = !start && on && hand_none ? patient + 1 : 0;
            for (k = 0; k < D; k = k + 1) begin
                if (state[k] == ABLE && dead[k] && !begins[k]) state[k] = OVER;
                if (begins[k]) state[k] = ASIDE;
                if (closes[k]) state[k] = OVER;
            end
            if (step) place_group;
            if (back) begin
                left[back_id] = left[back_id] + 1;
                passed[back_id] = was_passed[back_id];
                if (state[back_id] == OVER) state[back_id] = ASIDE;
                leave(parked);
                backs = backs + 1;
            end
            standby = (hold && on) || yields;
            if (turn || ends || standby) give_kept;
            if (turn) state[id] = ASIDE;
            if (ends) state[id] = OVER;
            if (start) state[next_id] = HAND;
            turns = turns + turn;
            if (ends) on <= 1'b0;
            if (start) begin
                on <= 1'b1;
                id <= next_id;
                below(4, hand_look);
            end
        end
    endtask

    // ---- dispatches come, die and go; groups end ----
    task take_dispatch(input integer which);                 // its id was accepted in the cycle before
        begin
            state[which] = WAITS;
            below(3, n);
            below(UNITS / 3, units[which]);
            below(3, slots[which]);
            units[which] = n == 0 ? UNITS - units[which] : n == 1 ? 1 + units[which] / 2 : units[which];
            below(4, n);
            slots[which] = n == 0 ? SLOTS - slots[which] : 1 + slots[which];
            below(8, n);
            below(n == 0 ? 200 : 12, left[which]);
            left[which] = left[which] + 1;
            below(3, n);
            high[which] <= n == 0;
            ages = ages + 1;
            age[which] = ages;
            passed[which] = 0;
            fit_for[which] = 0;
            dead[which] <= 1'b0;
            tried[which] = 1'b0;
            for (k = 0; k < D; k = k + 1) begin
                older[D*which + k] <= state[k] != FREE && k != which;
                older[D*k + which] <= 1'b0;
            end
            below(20, n);
            able_at[which] = cycle + 2 + n;
        end
    endtask
    task come_and_go;
        begin
            accepts <= 0;
            for (k = 0; k < D; k = k + 1) begin
                if (state[k] == OVER && residents[k] == 0 && !accepts[k]) begin
                    below(30, n);
                    if (n == 0) begin state[k] = FREE; ended = ended + 1; end
                end
                below(400, n);
                if (n == 0 && state[k] > WAITS && state[k] != OVER && !dead[k]) begin dead[k] <= 1'b1; killed = killed + 1; end
            end
            for (k = 0; k < D; k = k + 1) if (accepts[k]) take_dispatch(k);
            below(D, j);
            below(6, n);
            if (state[j] == FREE && !accepts[j] && n == 0) accepts[j] <= 1'b1;
            for (k = 0; k < D; k = k + 1) begin
                p = 1;                                       // those of its priority that came before have started
                for (j = 0; j < D; j = j + 1)
                    if (j != k && (state[j] == WAITS || state[j] == ABLE) && age[j] < age[k] && high[j] == high[k]) p = 0;
                if (state[k] == WAITS && cycle >= able_at[k] && p != 0) begin state[k] = ABLE; able_at[k] = cycle; end
                able[k] <= state[k] == ABLE;
            end
            for (p = 0; p < PLACES; p = p + 1)
                if (owner[p] >= 0) begin
                    life[p] = life[p] - 1;
                    if (life[p] <= 0 && p != parked && !(freed && life[p] > -9)) leave(p);
                end
            below(900, n);
            if (n == 0) calm = !calm;
        end
    endtask

    // ---- what the core says of room, in the next cycle ----
    integer kept_back, in_hand;
    reg     holds_hand, hand_fits;
    task tell_room;
        begin
            if (parked >= 0 && parked_for > 0) parked_for = parked_for - 1;
            below(20, n);
            back <= 1'b0;
            below(D, j);
            back_id <= j;
            if (parked >= 0 && parked_for > 0 && n == 0 && !parked_firm && !dead[owner[parked]] && !(on && turn)) begin
                back    <= 1'b1;
                back_id <= owner[parked];
                dead[owner[parked]] <= 1'b0;                 // not both in one cycle
            end else if (parked >= 0 && parked_for == 0) begin
                parked = -1;
            end
            in_hand    = start ? next_id : id;
            holds_hand = (on && !ends) || start;
            kept_back  = holds_hand && !standby && !start && kept == 0 && free_units >= units[in_hand] ? units[in_hand] : 0;     // on offer for the one in hand
            hand_fits  = (kept > 0 || free_units >= units[in_hand]) && free_slots >= slots[in_hand];
            if (hand_look > 0) hand_look = hand_look - 1;
            below(3, n);
            grant     <= holds_hand && hand_look == 0 && parked < 0 && n != 0 && hand_fits;
            hand_none <= holds_hand ? hand_look == 0 && !hand_fits : n == 0;
            last      <= left[in_hand] == 1;
            if (next_new) below(LOOK, look);
            else if (look > 0) look = look - 1;
            below(4, n);
            next_room <= next_valid ? look == 0 && fits(next_id, kept_back) : n[0];
            next_none <= next_valid ? look == 0 && !fits(next_id, kept_back) : n[1];
        end
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        if (cycle == 4) rst <= 1'b0;
        if (!rst) begin
            check;
            check_bounds;
            follow_looks;
            apply;
            come_and_go;
            tell_room;
            if (ended >= count) begin
                if (count >= 1000 && D > 1 && (turns == 0 || yielded == 0 || backs == 0 || held == 0 || killed == 0 || rounds == 0 || crowded == 0 || most_passed < PASSES)) begin
                    $display("turns %0d yielded %0d backs %0d held %0d killed %0d rounds %0d passed %0d", turns, yielded, backs, held, killed, rounds, most_passed);
                    fail("a case was never met");
                end
                $display("PASS wf_dispatch_order seed=%0d DISPATCHES=%0d checks=%0d dispatches=%0d turns=%0d yielded=%0d backs=%0d rounds=%0d passed=%0d still=%0d high=%0d",
                         seed, D, checks, ended, turns, yielded, backs, rounds, most_passed, most_still, most_high);
                $finish;
            end
        end
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 3000;
        for (k = 0; k < D; k = k + 1) begin
            state[k] = FREE; units[k] = 0; slots[k] = 0; left[k] = 0; age[k] = 0; able_at[k] = 0; residents[k] = 0; passed[k] = 0; was_passed[k] = 0; fit_for[k] = 0;
        end
        for (p = 0; p < PLACES; p = p + 1) owner[p] = -1;
    end
endmodule
`default_nettype wire
