// SPDX-License-Identifier: Apache-2.0
// wf_core_sched_bench.vh - one wf_core_sched: is every wave picked in time, whatever the others do?
//   Waves with instructions of any mix of classes, units that take one instruction each so many cycles and answer as late as they
//   like, barriers, waves that end and are launched again.  Checked in each cycle: the pick may issue, no cycle without a pick while one
//   could issue, credits, and the bounds on waiting of docs/core.md, counted in picks:
//     own     picks of a ready wave's class before its own
//     others  picks of other classes in a row while the class has room and a ready wave
//     wait    picks before a ready wave's own while its class has room
//   POLICY 1: few picks pass over an older wave that could issue.
module wf_core_sched_bench #(
    parameter integer WAVES  = 16,
    parameter integer POLICY = 0,
    parameter integer STAY   = 1
) (
    input  wire [31:0] phases,
    output reg         finished,
    output reg  [31:0] checks
);
    localparam integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1, CLASSES = 7, DEPTH = 5, LINE = DEPTH + 1;
    localparam integer CYCLES  = 1000;       // a phase
    localparam integer TURN    = (POLICY == 0) ? 1 : 8;      // a ring chooses at least each so many picks
    localparam integer OWN = (POLICY == 0 ? STAY : TURN)*WAVES - 1, OTHERS = TURN*CLASSES - 1;
    localparam integer WAIT    = (OWN + 1)*(OTHERS + 1) - 1;
    localparam integer WINDOW  = 64;         // picks over which those that pass over an older wave are counted:
    localparam integer PASSES  = (WINDOW/8 + 1) + (WINDOW/8 + CLASSES);  // each eighth by the rings, each eighth of a class by its ring

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;
    integer     waves = WAVES;               // a variable, so that Verilator leaves the loops over it rolled
    integer     phase, picks = 0, cycle = 0;

    `include "wf_random.vh"

    // ---- device ----
    reg                      launch_valid = 1'b0;
    reg  [SLOT_W-1:0]        launch_slot = 0;
    reg  [WAVES-1:0]         head_valid = 0, waiting = 0, done = 0;
    reg  [WAVES-1:0]         flying = 0, deep = 0;   // something in flight; which does not keep the wave from its next instruction
    reg  [2:0]               results_waiting = 3'd0;
    reg  [CLASSES*WAVES-1:0] head_class = 0;
    reg  [CLASSES-1:0]       credit_return = 0;
    reg                      fpu_lend = 1'b0, was_lend = 1'b0, was_return = 1'b0;
    wire [1:0]               fpu_lent;
    reg  [1:0]               was_lent = 2'd0;
    integer                  loans = 0;
    wire                     pick_valid, issue_valid, blocked;
    wire [SLOT_W-1:0]        issue_slot;
    wf_core_sched #(.WAVES(WAVES), .POLICY(POLICY), .STAY(STAY), .DEPTH(DEPTH)) u_dut (
        .clk(clk), .rst(rst), .launch_valid(launch_valid), .launch_slot(launch_slot), .ready(head_valid & ~(flying & ~deep)),
        .head_class(head_class), .waiting(waiting), .results_waiting(results_waiting),
        .credit_return(credit_return), .fpu_lend(fpu_lend), .fpu_lent(fpu_lent), .pick_valid(pick_valid), .issue_valid(issue_valid), .issue_slot(issue_slot),
        .blocked(blocked));

    task fail(input [8*40-1:0] what, input integer slot, input integer got, input integer want);
        $fatal(1, "FAIL wf_core_sched seed=%0d WAVES=%0d POLICY=%0d STAY=%0d phase=%0d cycle=%0d: %0s slot=%0d got=%0d want=%0d", seed, WAVES,
               POLICY, STAY, phase, cycle, what, slot, got, want);
    endtask

    // ---- a phase: the classes of the waves, and how fast and how late the units are ----
    integer home [0:WAVES-1];                // the class a wave prefers
    integer roam;                            // of 256: how often a wave takes any class
    integer every [0:CLASSES-1], late [0:CLASSES-1];
    integer leave, park;                     // how often of 256: the wave ends, it waits at a barrier
    integer s, c, k, n;
    task plan_phase;
        begin
            for (c = 0; c < CLASSES; c = c + 1) begin
                roll; every[c] = (prng[1:0] == 0) ? 1 + prng[6:2] : 1;
                late[c] = 3 + (prng[8] ? prng[13:9] : 0);
            end
            roll; roam = prng[0] ? 0 : prng[1] ? 256 : prng[9:2]; leave = prng[10] ? 0 : prng[15:13];
            park = prng[11] ? 0 : prng[18:16];
            roll; deep = prng[1] ? 0 : {(WAVES + 31) / 32{prng[2] ? 32'hffffffff : prng}};
            for (s = 0; s < waves; s = s + 1) begin
                roll;
                case (phase % 8)
                    0: home[s] = 1;                                          // one class
                    1: home[s] = (s == phase / 8 % WAVES) ? 1 : 5;           // one wave against many of a slow unit
                    2: home[s] = (s == phase / 8 % WAVES) ? 5 : 1;
                    3: home[s] = (s % 2 != 0) ? 6 : 1;
                    4: home[s] = s % CLASSES;
                    5: home[s] = (prng[7:0] < 40) ? 4 : 2;
                    default: home[s] = prng[15:0] % CLASSES;
                endcase
            end
            if (phase % 8 == 1 || phase % 8 == 2) begin
                every[5] = 8; every[1] = 1; late[1] = 3; roam = 0; leave = 0; park = 0;
            end
            if (phase % 8 == 3) begin
                every[6] = 1; every[1] = 1; late[6] = 3 + phase / 8 % 7; late[1] = 3; roam = 0; leave = 0;
            end
        end
    endtask

    // ---- waves and units ----
    reg [WAVES-1:0] there = 0, last = 0;     // a wave in the slot; the instruction in flight is its last
    integer class_of [0:WAVES-1];            // class of its next instruction
    integer queued_of [0:WAVES-1];           // its instructions in queues
    integer fetch_in [0:WAVES-1], finish_in [0:WAVES-1];     // cycles until the next instruction is there, until the result; 0: none due
    integer born [0:WAVES-1], births = 0;
    integer line [0:CLASSES*LINE-1], queued [0:CLASSES-1], next_take [0:CLASSES-1];     // each unit's queue, first wave first
    task accept(input integer slot);         // a picked instruction enters the queue of its unit
        begin
            c = class_of[slot];
            line[c*LINE + queued[c]] = slot;
            queued[c] = queued[c] + 1;
            queued_of[slot] = queued_of[slot] + 1;
            if (queued[c] > DEPTH) fail("entries of a queue", slot, queued[c], DEPTH);
            head_valid[slot] <= 1'b0;
            roll;
            last[slot] = prng[7:0] < leave;
            fetch_in[slot] = last[slot] ? 0 : prng[11:8] == 0 ? 30 : 3;
        end
    endtask
    task run_units;
        begin
            credit_return <= 0;
            for (c = 0; c < CLASSES; c = c + 1) begin
                if (next_take[c] > 0) next_take[c] = next_take[c] - 1;
                if (queued[c] > 0 && next_take[c] == 0) begin
                    next_take[c] = every[c];
                    credit_return[c] <= 1'b1;
                    finish_in[line[c*LINE]] = late[c];
                    queued_of[line[c*LINE]] = queued_of[line[c*LINE]] - 1;
                    for (k = 1; k < queued[c]; k = k + 1) line[c*LINE + k - 1] = line[c*LINE + k];
                    queued[c] = queued[c] - 1;
                end
            end
        end
    endtask
    task run_waves;
        begin
            done <= 0; launch_valid <= 1'b0;
            n = 0;
            for (k = 0; k < waves; k = k + 1) begin
                s = (k + cycle) % WAVES;
                if (fetch_in[s] == 1) begin
                    roll;
                    class_of[s] = (prng[7:0] < roam) ? prng[23:8] % CLASSES : home[s];
                    head_valid[s] <= 1'b1;
                    for (c = 0; c < CLASSES; c = c + 1) head_class[c*WAVES + s] <= c == class_of[s];
                end
                if (fetch_in[s] > 0) fetch_in[s] = fetch_in[s] - 1;
                if (finish_in[s] > 1) finish_in[s] = finish_in[s] - 1;
                else if (finish_in[s] == 1 && n < 2) begin         // two per cycle: one granted, one known (ALU)
                    n = n + 1;
                    finish_in[s] = 0;
                    done[s] <= 1'b1;
                    roll;
                    if (last[s]) there[s] = queued_of[s] != 0;
                    else if (prng[7:0] < park) waiting[s] <= 1'b1;
                end
            end
            roll; s = prng[15:0] % WAVES;
            if (prng[23:16] < 30) waiting[s] <= 1'b0;
            if (!there[s]) begin
                there[s] = 1'b1;
                launch_valid <= 1'b1; launch_slot <= s;
                born[s] = births; births = births + 1;
                fetch_in[s] = 4;
            end
        end
    endtask

    // ---- checks.  The pick of a cycle shows as issue_* in the next: was_* is what the device saw when it picked ----
    reg             was_pick = 1'b0, was_blocked = 1'b0;
    reg [WAVES-1:0] was_ready = 0;
    integer         was_class [0:WAVES-1], was_room [0:CLASSES-1], room [0:CLASSES-1];
    integer         own [0:WAVES-1], others [0:CLASSES-1], wait_of [0:WAVES-1];
    integer         worst_own = 0, worst_others = 0, worst_wait = 0, worst_passes = 0, passes = 0, in_window = 0;
    reg [CLASSES-1:0] want;
    reg             could, passed;
    task check_pick(input integer slot, input integer unit);
        begin
            if (!was_ready[slot]) fail("pick of a wave that may not issue", slot, 0, 0);
            if (was_room[unit] == 0) fail("pick for a full unit", slot, unit, 0);
            passed = 1'b0;
            want   = 0;
            for (k = 0; k < waves; k = k + 1)
                if (k != slot && was_ready[k]) begin
                    want[was_class[k]] = 1'b1;
                    if (was_class[k] == unit) own[k] = own[k] + 1;
                    if (was_room[was_class[k]] != 0) begin
                        wait_of[k] = wait_of[k] + 1;
                        passed = passed || born[k] < born[slot];
                    end
                    if (own[k] > worst_own) worst_own = own[k];
                    if (wait_of[k] > worst_wait) worst_wait = wait_of[k];
                    if (own[k] > OWN) fail("picks of its class before a wave's", k, own[k], OWN);
                    if (wait_of[k] > WAIT) fail("picks before a wave's", k, wait_of[k], WAIT);
                end
            for (c = 0; c < CLASSES; c = c + 1) begin
                others[c] = (c == unit || !want[c] || was_room[c] == 0) ? 0 : others[c] + 1;
                if (others[c] > worst_others) worst_others = others[c];
                if (others[c] > OTHERS) fail("picks of others before a class's", slot, others[c], OTHERS);
            end
            passes    = passes + passed;
            in_window = in_window + 1;
            if (in_window == WINDOW) begin
                if (passes > worst_passes) worst_passes = passes;
                if (POLICY == 1 && passes > PASSES) fail("picks that pass over an older wave", slot, passes, PASSES);
                passes = 0;
                in_window = 0;
            end
        end
    endtask
    task check_cycle;
        begin
            could = 1'b0;
            for (k = 0; k < waves; k = k + 1) could = could || (was_ready[k] && was_room[was_class[k]] != 0);
            if (issue_valid !== was_pick) fail("pick_valid against issue_valid", 0, was_pick, issue_valid);
            if (issue_valid !== (could)) fail("a pick when one could issue", 0, issue_valid, could);
            if (was_blocked !== (was_ready != 0 && !was_pick)) fail("blocked", 0, was_blocked, was_pick);
            if (issue_valid) begin
                check_pick(issue_slot, was_class[issue_slot]);
                picks = picks + 1;
            end
            checks = checks + 32'd1;
        end
    endtask
    // Places of the float unit are lent while they are wanted: at most two, each that returns meanwhile, all given back after.
    task check_loan;
        begin
            if (fpu_lent > 2'd2 || (was_lend && fpu_lent < was_lent) || (!was_lend && fpu_lent > was_lent)) fail("places lent", 0, fpu_lent, was_lent);
            if (was_lend && was_lent != 2'd2 && was_return && fpu_lent == was_lent) fail("a place that came back was not lent", 0, fpu_lent, was_lent);
            if (!was_lend && was_lent != 2'd0 && fpu_lent == was_lent) fail("a place was not given back", 0, fpu_lent, was_lent);
            if (was_lend && was_lent != 2'd2 && fpu_lent == was_lent && room[`WF_UNIT_FPU] == DEPTH - was_lent) fail("no place is lent while all are free", 0, fpu_lent, 1);
            loans = loans + (fpu_lent > was_lent);
            room[`WF_UNIT_FPU] = room[`WF_UNIT_FPU] + was_lent - fpu_lent;
            was_lent = fpu_lent; was_lend = fpu_lend; was_return = credit_return[`WF_UNIT_FPU];
            roll;
            if (prng[4:0] == 5'd0) fpu_lend <= prng[5] && prng[6];
        end
    endtask
    task see_cycle;                          // what the device sees in this cycle
        begin
            if (issue_valid) begin
                flying[issue_slot] = 1'b1;
                room[class_of[issue_slot]] = room[class_of[issue_slot]] - 1;
            end
            check_loan;
            was_pick = pick_valid; was_blocked = blocked;
            was_ready = head_valid & ~(flying & ~deep) & ~waiting;
            if (issue_valid) was_ready[issue_slot] = 1'b0;
            for (k = 0; k < waves; k = k + 1) begin
                was_class[k] = class_of[k];
                if (!was_ready[k]) begin own[k] = 0; wait_of[k] = 0; end
            end
            for (c = 0; c < CLASSES; c = c + 1) begin
                was_room[c] = (c == `WF_UNIT_ALU && u_dut.hold_q) ? 0 : room[c];
                room[c] = room[c] + credit_return[c];
            end
            flying = flying & ~done;
        end
    endtask

    // `results_waiting` results wait for those of the ALU.  After 14 cycles without a change of it, at least that many
    // of any seven cycles in a row have no pick of the ALU's class.  The class is held in at most that many of them.
    reg [6:0] alu = 7'd0, held = 7'd0;       // the last seven cycles: a pick of that class; it was held
    integer   since = 0, h, without, holds;
    task check_gaps;
        begin
            alu  = {alu[5:0], issue_valid && class_of[issue_slot] == `WF_UNIT_ALU};      // picked a cycle ago
            held = {held[5:0], was_held};
            was_held = u_dut.hold_q;
            without = 0; holds = 0;
            for (h = 0; h < 7; h = h + 1) begin without = without + !alu[h]; holds = holds + held[h]; end
            since = since + 1;
            if (since > 14 && without < results_waiting) fail("cycles without the ALU", 0, without, results_waiting);
            if (since > 14 && holds > results_waiting) fail("cycles in which the ALU is held", 0, holds, results_waiting);
            roll;
            if (prng[9:0] < 20) begin
                roll; results_waiting <= prng[0] ? 3'd0 : prng[1] ? 3'd1 : (prng[4:2] == 3'd7) ? 3'd2 : prng[4:2];
                since = 0;
            end
        end
    endtask
    reg was_held = 1'b0;

    always @(posedge clk) if (!rst) begin
        cycle = cycle + 1;
        check_cycle;
        check_gaps;
        see_cycle;
        run_units;
        if (issue_valid) accept(issue_slot);
        run_waves;
    end

    initial begin
        finished = 1'b0;
        checks   = 32'd0;
        start_random;
        @(negedge clk);
        for (c = 0; c < CLASSES; c = c + 1) begin
            queued[c] = 0; next_take[c] = 0; room[c] = DEPTH; was_room[c] = DEPTH; others[c] = 0;
        end
        for (s = 0; s < waves; s = s + 1) begin
            class_of[s] = 0; was_class[s] = 0; fetch_in[s] = 0; finish_in[s] = 0; queued_of[s] = 0; own[s] = 0; wait_of[s] = 0; born[s] = 0;
        end
        phase = 0;
        plan_phase;
        repeat (4) @(negedge clk);
        rst = 1'b0;
        for (phase = 0; phase < phases; phase = phase + 1) begin
            plan_phase;
            repeat (CYCLES) @(negedge clk);
        end
        if (loans == 0) fail("nothing was lent", 0, 0, 0);
        if (picks < phases * CYCLES / 50) fail("few picks", 0, picks, phases * CYCLES / 50);
        $display("  WAVES=%0d POLICY=%0d STAY=%0d: %0d picks, longest of its bound: own %0d/%0d others %0d/%0d wait %0d/%0d, passed over %0d of %0d",
                 WAVES, POLICY, STAY, picks, worst_own, OWN, worst_others, OTHERS, worst_wait, WAIT, worst_passes, WINDOW);
        finished = 1'b1;
    end
endmodule
