// SPDX-License-Identifier: Apache-2.0
// wf_counters_tb - the counters of a compute unit: random events, and their sums as docs/isa.md defines them.
//   A request is answered or an instruction retires only if it is there.  Fields without their valid are garbage.  Events run for some
//   hundred cycles, then all waves are released.  All dispatches end, some of them only after what is in flight, and each
//   counter has its sum.  Now and then a reset of one cycle ends it: then they are 0, and what was in flight is
//   forgotten.  Then each counter is moved to some steps before a carry into one of its bits, and counts from there.
//   Plusargs: +seed=N  +runs=N    Parameters: LANES WAVES
//
//   Build and run, Verilator and Icarus: make bench-counters, make icarus-counters SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_counters_tb;
    parameter integer LANES = 8, WAVES = 16;
    localparam integer OPS_W = 6, KINDS = `WF_CNT_W / 64;

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;
    reg              begin_valid = 0, finish_valid = 0, launch_valid = 0, retire_valid = 0, retire_fold = 0, issue = 0, blocked = 0, arrive_valid = 0,
                     release_valid = 0, memory_offered = 0, memory_taken = 0, memory_answered = 0, memory_atomic = 0, lds_offered = 0, lds_taken = 0,
                     lds_answered = 0, lds_atomic = 0, xlane_offered = 0, xlane_taken = 0, xlane_answered = 0, bank_busy = 0, bank_more = 0;
    reg  [WAVES-1:0] slots_valid = 0, slots_waiting = 0, release_slots = 0;
    reg  [LANES-1:0] memory_mask = 0, lds_mask = 0;
    reg  [OPS_W-1:0] bank_ops = 0;
    wire [`WF_CNT_W-1:0] counters;
    wf_counters #(.LANES(LANES), .WAVES(WAVES), .OPS_W(OPS_W)) u_dut (
        .clk(clk), .rst(rst), .begin_valid(begin_valid), .finish_valid(finish_valid), .launch_valid(launch_valid), .retire_valid(retire_valid),
        .retire_fold(retire_fold), .issue(issue), .blocked(blocked), .slots_valid(slots_valid), .slots_waiting(slots_waiting),
        .arrive_valid(arrive_valid), .release_valid(release_valid), .release_slots(release_slots), .memory_offered(memory_offered),
        .memory_taken(memory_taken), .memory_answered(memory_answered), .memory_atomic(memory_atomic), .memory_mask(memory_mask),
        .lds_offered(lds_offered), .lds_taken(lds_taken), .lds_answered(lds_answered), .lds_atomic(lds_atomic), .lds_mask(lds_mask),
        .xlane_offered(xlane_offered), .xlane_taken(xlane_taken), .xlane_answered(xlane_answered), .bank_busy(bank_busy), .bank_more(bank_more),
        .bank_ops(bank_ops), .counters(counters));

    `include "wf_random.vh"
    reg [`WF_CNT_W-1:0] sum = 0, met = 0;            // what they should be; of all runs
    integer runs, run, length, t, k, checks = 0, dispatches = 0, flight = 0, memory = 0, lds = 0, xlane = 0;
    reg [WAVES-1:0] arrived = 0;
    reg [`WF_CNT_W-1:0] start = 0, above = 0;        // where a counter was moved to; the bit that it carries into
    integer carries = 0;
    reg move = 1'b0;
    always @(posedge move) u_dut.counters <= start;
    reg [31:0] a, b;

    function integer members(input [255:0] set);
        integer i;
        begin
            members = 0;
            for (i = 0; i < 256; i = i + 1) members = members + set[i];
        end
    endfunction
    `define BY(NAME, N) sum[NAME] = sum[NAME] + (N)

    // What the inputs of the cycle that ends mean, and what is there in the next one.
    task add_up;
        begin
            if (dispatches != 0) begin
                `BY(`WF_CNT_CYCLES, 1);
                if (!issue) begin
                    if (slots_valid == 0)                    `BY(`WF_CNT_STALL_EMPTY, 1);
                    else if (slots_valid == slots_waiting)   `BY(`WF_CNT_STALL_BARRIER, 1);
                    else if (blocked)                        `BY(`WF_CNT_STALL_UNIT, 1);
                    else if (memory_offered || memory != 0)  `BY(`WF_CNT_STALL_MEMORY, 1);
                    else if (lds_offered || lds != 0)        `BY(`WF_CNT_STALL_LDS, 1);
                    else if (xlane_offered || xlane != 0)    `BY(`WF_CNT_STALL_XLANE, 1);
                    else if (flight != 0)                    `BY(`WF_CNT_STALL_TURNAROUND, 1);
                    else                                     `BY(`WF_CNT_STALL_FETCH, 1);
                end
            end
            `BY(`WF_CNT_WAVES, launch_valid);
            if (retire_valid) `BY(`WF_CNT_INSTRUCTIONS, retire_fold ? 2 : 1);
            if (retire_valid) `BY(`WF_CNT_FOLDED, retire_fold);
            if (lds_taken) begin
                `BY(`WF_CNT_LDS_INSTRUCTIONS, 1);
                `BY(`WF_CNT_LDS_LANES, members(lds_mask));
                if (lds_atomic) `BY(`WF_CNT_ATOMIC_LANES, members(lds_mask));
            end
            if (memory_taken) `BY(`WF_CNT_MEMORY_INSTRUCTIONS, 1);
            if (memory_taken && memory_atomic) `BY(`WF_CNT_ATOMIC_LANES, members(memory_mask));
            if (bank_busy) `BY(`WF_CNT_LDS_OPERATIONS, bank_ops);
            `BY(`WF_CNT_BANK_CONFLICTS, bank_more);
            `BY(`WF_CNT_BARRIER_WAITS, members(arrived));            // those that arrived before this cycle
            if (release_valid) arrived = arrived & ~release_slots;
            dispatches = dispatches + begin_valid - finish_valid;
            flight     = flight + issue - retire_valid;
            memory     = memory + memory_taken - memory_answered;
            lds        = lds + lds_taken - lds_answered;
            xlane      = xlane + xlane_taken - xlane_answered;
        end
    endtask

    // one cycle: `busy`, how much happens; 0: only what ends
    task step(input integer busy);
        begin
            a = xorshift32(a); b = xorshift32(a ^ 32'h5bd1e995);
            begin_valid  = busy != 0 && dispatches < 8 && a[2:0] == 0;
            finish_valid = dispatches > 0 && (b[2:0] == 0 || (busy == 0 && (flight | memory | lds | xlane) == 0));
            launch_valid = busy != 0 && a[4:3] == 0;
            issue        = busy > b[11:8];
            retire_valid = flight > 0 && (busy == 0 || a[6:5] == 0);
            retire_fold  = a[7];
            blocked      = a[10:8] == 0;
            slots_valid   = b[14:12] == 0 ? 0 : {8{a}};
            slots_waiting = b[16:15] == 0 ? slots_valid : {8{b}} & {8{a}};
            memory_taken    = busy > b[20:17] && a[12:11] == 0 && memory < 100;
            memory_offered  = memory_taken || (busy != 0 && a[11]);
            memory_answered = memory > 0 && (busy == 0 || a[14:13] == 0);
            memory_atomic   = a[15];
            memory_mask     = a[16] ? {4{a}} : {4{b}} & {4{a ^ {b[15:0], b[31:16]}}};
            lds_taken    = busy > b[24:21] && a[18:17] == 0 && lds < 100;
            lds_offered  = lds_taken || (busy != 0 && a[17]);
            lds_answered = lds > 0 && (busy == 0 || a[20:19] == 0);
            lds_atomic   = a[21];
            lds_mask     = a[22] ? {4{~a}} : {4{b}} ^ {4{a}};
            xlane_taken    = busy > b[28:25] && a[24:23] == 0 && xlane < 100;
            xlane_offered  = xlane_taken || (busy != 0 && a[23]);
            xlane_answered = xlane > 0 && (busy == 0 || a[26:25] == 0);
            bank_busy = busy != 0 && a[27];
            bank_ops  = b[5:0];
            bank_more = busy != 0 && a[28];
            // waves arrive one at a time; those of a group are released together
            k = b[31:24] % WAVES;
            arrive_valid  = busy != 0 && a[29] && !arrived[k];
            release_valid = busy == 0 ? arrived != 0 : a[31:30] == 0 && (arrived & {8{b}}) != 0;
            release_slots = busy == 0 ? arrived : release_valid ? arrived & {8{b}} : {8{a}};
            @(negedge clk);
            add_up;
            if (arrive_valid) arrived[k] = 1'b1;
        end
    endtask
    task idle;
        begin
            {begin_valid, finish_valid, launch_valid, issue, retire_valid, memory_taken, memory_offered, memory_answered, lds_taken, lds_offered,
             lds_answered, xlane_taken, xlane_offered, xlane_answered, bank_busy, bank_more, arrive_valid, release_valid} = 0;
            @(negedge clk);
            add_up;
        end
    endtask
    task check;
        for (t = 0; t < KINDS; t = t + 1) begin
            if (counters[64*t +: 64] !== sum[64*t +: 64])
                $fatal(1, "FAIL wf_counters seed=%0d LANES=%0d WAVES=%0d run=%0d: counter %0d is %0d, expected %0d", seed, LANES, WAVES, run, t,
                       counters[64*t +: 64], sum[64*t +: 64]);
            met[64*t +: 64] = met[64*t +: 64] + sum[64*t +: 64] - start[64*t +: 64];
            carries = carries + (sum[64*t +: 64] >= above[64*t +: 64] && above[64*t +: 64] != 64'd0);
            checks = checks + 1;
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("runs=%d", runs)) runs = 400;
        a = seeded(seed);
        repeat (2) @(negedge clk);
        rst = 1'b0;
        for (run = 0; run < runs; run = run + 1) begin
            b = xorshift32(a ^ 32'd77);
            length = 1 + (b[0] ? b[4:1] : b[9:1]);
            repeat (length) step(b[13:10] == 0 ? 1 : b[13:10]);
            if (run % 4 == 3) begin                          // all of it is forgotten
                rst = 1'b1;
                step(8);
                rst = 1'b0;
                for (t = 0; t < KINDS; t = t + 1) begin
                    a = xorshift32(a);
                    above[64*t +: 64] = 64'd1 << (6 + a[12:0] % 58);
                    start[64*t +: 64] = above[64*t +: 64] - 64'd1 - a[17:13];
                end
                move = 1'b1;
                #1 move = 1'b0;
                sum = start; dispatches = 0; flight = 0; memory = 0; lds = 0; xlane = 0; arrived = 0;
            end
            while (dispatches != 0 || flight != 0 || memory != 0 || lds != 0 || xlane != 0 || arrived != 0) step(0);
            repeat (6) idle;
            check;
        end
        for (t = 0; t < KINDS; t = t + 1)
            if (met[64*t +: 64] == 0) $fatal(1, "FAIL wf_counters seed=%0d: counter %0d never counted", seed, t);
        if (runs >= 4 && carries < runs) $fatal(1, "FAIL wf_counters seed=%0d: %0d carries", seed, carries);
        $display("PASS wf_counters LANES=%0d WAVES=%0d seed=%0d checks=%0d", LANES, WAVES, seed, checks);
        $finish;
    end
endmodule
`default_nettype wire
