// SPDX-License-Identifier: Apache-2.0
// wf_lds_tb - wf_lds against lanes that run one after the other on an array of words.
//   This file: the device, the phases of the test, the channels.   wf_lds_stimulus.vh: requests.   wf_lds_meetings.vh: those
//   after f32 adds.   wf_lds_reference.vh: what they must answer and cost.   wf_lds_checks.vh: answers, banks and clears compared with that.
//   Plusargs: +seed=N  +count=N (random instructions)    Parameters: LANES WORDS BANKS COALESCE
//
//   Build and run, Verilator and Icarus: make bench-lds-l32, make icarus-lds-l8 SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_access.vh"
`include "wf_isa.vh"

module wf_lds_tb;
    parameter integer LANES = 32, WORDS = 2048, BANKS = 32;
    parameter integer COALESCE = 1;              // 0: atomics make an operation a lane; what passes f32 adds is then not held to the cycle
    localparam integer TAG_W = 8, IDX_W = $clog2(LANES), ADDR_W = $clog2(WORDS), ROWS = WORDS / BANKS;
    localparam integer LATENCY = (IDX_W < 4 ? 4 : IDX_W) + 7;

    reg                  clk = 1'b0, rst = 1'b1, clear_valid = 1'b0;
    wire                 clear_ready;
    reg [ADDR_W-1:0]     clear_base = 0;
    reg [ADDR_W:0]       clear_words = 0;
    reg                  req_valid = 1'b0;
    wire                 req_ready;
    reg [TAG_W-1:0]      req_tag = 0;
    reg [1:0]            req_kind = 0;
    reg [3:0]            req_atom = 0;
    reg [ADDR_W-1:0]     req_base = 0;
    reg [ADDR_W:0]       req_words = 0;
    reg [LANES-1:0]      req_mask = 0;
    reg [32*LANES-1:0]   req_addr = 0, req_data = 0, req_compare = 0;
    wire                 rsp_valid;
    reg                  rsp_ready = 1'b0;
    wire [TAG_W-1:0]     rsp_tag;
    wire [32*LANES-1:0]  rsp_data;
    wire [IDX_W:0]       rsp_faults;
    wire [2:0]           rsp_fault_kind;
    wire [IDX_W-1:0]     rsp_fault_lane;
    wire [31:0]          rsp_fault_addr;
    wire                 stat_busy, stat_more;
    wire [$clog2(BANKS):0] stat_ops;

    wf_lds #(.LANES(LANES), .WORDS(WORDS), .BANKS(BANKS), .TAG_W(TAG_W), .COALESCE(COALESCE)) u_dut (
        .clk(clk), .rst(rst), .clear_valid(clear_valid), .clear_ready(clear_ready), .clear_base(clear_base),
        .clear_words(clear_words), .req_valid(req_valid), .req_ready(req_ready), .req_tag(req_tag), .req_kind(req_kind),
        .req_atom(req_atom), .req_base(req_base), .req_words(req_words), .req_mask(req_mask), .req_addr(req_addr),
        .req_data(req_data), .req_compare(req_compare), .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_tag(rsp_tag),
        .rsp_data(rsp_data), .rsp_faults(rsp_faults), .rsp_fault_kind(rsp_fault_kind), .rsp_fault_lane(rsp_fault_lane),
        .rsp_fault_addr(rsp_fault_addr), .stat_busy(stat_busy), .stat_more(stat_more), .stat_ops(stat_ops));

`ifdef WF_COVER
    wf_lds_bins #(.LANES(LANES), .BANKS(BANKS)) u_bins (
        .rst(rst), .offered(req_valid), .ready(req_ready), .req_kind(req_kind), .words({{(31-ADDR_W){1'b0}}, req_words}), .req_mask(req_mask), .req_addr(req_addr));
`endif

    always #5 clk = !clk;

    `include "wf_lds_stimulus.vh"
    `include "wf_lds_meetings.vh"
    `include "wf_lds_reference.vh"
    `include "wf_lds_checks.vh"

    // ---- the phases, each ended when all is answered ----
    localparam integer WIPE     = 0;             // clear everything, nothing else going on
    localparam integer MIX      = 1;             // any requests, stalls on both channels, clears beside them
    localparam integer CUT      = 2;             // reset in the middle of f32 adds, each time a cycle later, then wipe and go on
    localparam integer BURSTS   = 3;             // 3 to 6: without a gap, the throughput of each shape (BURST_*)
    localparam integer ALONE    = 7;             // any request, one at a time: its exact latency
    localparam integer FLOATS   = 8;             // f32 adds of every size of set, alone: latency by the largest set
    localparam integer SPECIALS = 9;             // corners of binary32: each old word with each operand
    localparam integer BITS     = 10;            // operands and addresses that differ in one bit
    localparam integer BESIDE   = 11;            // clear beside loads: neither hinders the other
    localparam integer AGAINST  = 12;            // clear against stores in every cycle: its bound
    localparam integer STANDING = 13;            // clear while no answer is taken: stores stand at the banks
    localparam integer REUSE    = 14;            // clear of the words that were stored last
    localparam integer PASSING  = 15;            // an f32 add and a stream of others: they lose one cycle
    localparam integer PASSING2 = 16;            // two f32 adds: three cycles
    localparam integer MEETING  = 17;            // an f32 add and one request behind it: who waits, and how long
    localparam integer QUEUE    = 18;            // two f32 adds and two requests behind them: the same
    localparam integer PAIR_CORNERS = 19;        // words of 64 bits: each corner with each, for each operation
    localparam integer PAIR_BITS = 20;           // ... whose operands and addresses differ in one bit
    localparam integer PAIR_ENDS = 21;           // ... of which the high word is outside
    localparam integer LONG_MIX = 22;
    localparam integer LOOK     = 23;            // all words
    localparam integer OVER     = 24;
    localparam integer LIVES = 20;               // resets in the middle: at 8 lanes an f32 add of all lanes to one word takes as many cycles
    localparam integer STALLED_LIVES = 4;        // and some while answers stand
    integer phase = WIPE, n = 0, count, first = 0, lives = 0, cut_at = 0;

    reg     have;                                // there is a request
    reg     clear_wanted = 1'b0, clear_often = 1'b0, hot = 1'b0, floats = 1'b0;
    integer ready_percent = 100, valid_percent = 100;

    wire idle = answered == asked && !clear_valid && !clear_wanted && !clear_often;

    task go_to(input integer next_phase);
        begin
            phase = next_phase;
            n     = 0;
            exact = 1'b0;
            delay = 0;
            aside = 1'b0;
            valid_percent = 100;
            ready_percent = 100;
            check_all_served;
        end
    endtask

    // One request or none; the phase ends after `number` of them.
    task send(input integer next_phase, input integer number_of_requests);
        if (n < number_of_requests) begin
            have = 1'b1;
            n    = n + 1;
        end else if (idle)
            go_to(next_phase);
    endtask

    // `n` requests without a gap, each `cycles` long at the banks, or as long as it is: the last answer comes just in time, `extra` cycles later.
    task burst_check(input integer cycles, input integer extra);
        integer wanted;
        begin
            wanted = (cycles != 0 ? n * cycles : burst_cycles) - 1 + LATENCY + extra;
            if (answered_at - sent_at[first % Q] != wanted) begin
                $display("lds: burst %0d took %0d cycles, not %0d", phase, answered_at - sent_at[first % Q], wanted);
                fail("cycles of a burst");
            end
            checks = checks + 1;
        end
    endtask

    task burst;
        integer cycles;
        begin
            cycles = phase == BURSTS + BURST_ONE_BANK ? ONE_BANK : phase == BURSTS + BURST_CONSECUTIVE && LANES > BANKS ? LANES / BANKS : 1;
            if (!COALESCE) cycles = 0;
            if (n == 0) begin
                first = asked;
                burst_cycles = 0;
            end
            if (n == 50 && idle) burst_check(cycles, 0);
            exact = n == 0 || cycles == 1;
            burst_request(phase - BURSTS, n);
            send(phase + 1, 50);
        end
    endtask

    task mix(input integer next_phase, input integer requests);
        integer i;
        begin
            clear_often = n < requests;
            if (n % 64 == 0) begin
                below(4, i);
                valid_percent = i == 0 ? 30 : 100;
                below(4, i);
                ready_percent = i == 0 ? 20 : i == 1 ? 70 : 100;
                below(3, i);
                hot = i == 0;
                below(3, i);
                floats = i == 0;
                if (hot) valid_percent = n % 128 == 0 ? 100 : 60;
            end
            any_request(hot, floats);
            send(next_phase, requests);
        end
    endtask

    localparam integer SOME_ROWS = ROWS > 20 ? 20 : ROWS - 1;
    localparam integer BESIDE_REQUESTS = SOME_ROWS + 40, AGAINST_REQUESTS = 5 * SOME_ROWS + 40, PASSING_REQUESTS = 100;
    task plan;
        begin
            case (phase)
                WIPE: if (clears == 0) clear_wanted = 1'b1;
                      else if (idle) go_to(lives == 0 ? MIX : lives < LIVES + STALLED_LIVES ? CUT : BURSTS);
                MIX: mix(CUT, 100);
                CUT: begin
                    if (n == 0) cut_at = cycle + 40 + lives;
                    if (lives >= LIVES) ready_percent = 5;
                    whole(`WF_ACCESS_ATOMIC, n % 8 ? `WF_ATOM_FADD : `WF_ATOM_ADD);
                    any_data(VALUE_LIKE);
                    place_all(n % WORDS, n % WORDS);
                    have = 1'b1;
                    n    = n + 1;
                end
                BURSTS + BURST_CONSECUTIVE, BURSTS + BURST_ONE_WORD, BURSTS + BURST_ONE_BANK, BURSTS + BURST_SAME_WORD: burst;
                ALONE: if (idle) begin
                    exact = 1'b1;
                    any_request(1'b0, 1'b0);
                    send(FLOATS, 150);
                end
                FLOATS: if (idle) begin
                    exact = 1'b1;
                    float_set_request(n % LANES + 1);
                    send(SPECIALS, LANES);
                end
                SPECIALS: begin
                    special_request(n);
                    send(BITS, 9 * SPECIAL_STEPS);
                end
                BITS: begin
                    bit_request(n);
                    send(BESIDE, BIT_REQUESTS);
                end
                BESIDE: begin
                    if (n == 10) clear_wanted = 1'b1;
                    exact = 1'b1;
                    whole(`WF_ACCESS_LOAD, NO_ATOM);
                    words = BANKS;
                    addr  = 0;
                    send(AGAINST, BESIDE_REQUESTS);
                end
                AGAINST: begin
                    if (n == 10) clear_wanted = 1'b1;
                    stores_to_first_row;
                    send(STANDING, AGAINST_REQUESTS);
                end
                STANDING: begin
                    if (n == 0) clear_wanted = 1'b1;
                    stores_to_first_row;
                    send(REUSE, LATENCY + 10);
                end
                REUSE: if (idle) begin
                    whole(n % 2 == 0 ? `WF_ACCESS_STORE : `WF_ACCESS_LOAD, NO_ATOM);
                    any_data(VALUE_ANY);
                    consecutive(BANKS);
                    clear_wanted = n % 2 == 0;
                    send(PASSING, 4);
                end
                PASSING: begin
                    if (n == 0) first = asked;
                    if (n == PASSING_REQUESTS && idle && COALESCE) burst_check(1, 1);
                    exact = n == 0 && COALESCE;
                    passing_request(n, 1);
                    send(PASSING2, PASSING_REQUESTS);
                end
                PASSING2: begin
                    if (n == 0) first = asked;
                    if (n == PASSING_REQUESTS && idle && COALESCE) burst_check(1, 3);
                    passing_request(n, 2);
                    send(MEETING, PASSING_REQUESTS);
                end
                MEETING: if (n % 2 == 1 || idle) begin
                    exact = COALESCE;
                    meeting_request(n / 2, n % 2);
                    send(QUEUE, 2 * ALL_MEETINGS);
                end
                QUEUE: if (n % QUEUE_SIZE != 0 || idle) begin
                    exact = COALESCE;
                    queue_request(n / QUEUE_SIZE, n % QUEUE_SIZE);
                    send(PAIR_CORNERS, QUEUE_SIZE * ALL_QUEUES);
                end
                PAIR_CORNERS: begin
                    corner_request(n);
                    send(PAIR_BITS, 3 * CORNER_STEPS * PAIR_ATOMS);
                end
                PAIR_BITS: begin
                    pair_bit_request(n);
                    send(PAIR_ENDS, PAIR_BIT_REQUESTS);
                end
                PAIR_ENDS: if (idle) begin
                    exact = 1'b1;
                    pair_end_request(n);
                    send(LONG_MIX, 2 * LANES);
                end
                LONG_MIX: mix(LOOK, count);
                LOOK: begin
                    whole(`WF_ACCESS_LOAD, NO_ATOM);
                    consecutive(n * LANES);
                    send(OVER, (WORDS + LANES - 1) / LANES);
                end
                default: begin
                    if (checks < count || busy_cycles == 0 || clears < 5 || half_outside < LANES) fail("too little checked");
                    $display("PASS lds seed=%0d checks=%0d LANES=%0d WORDS=%0d BANKS=%0d COALESCE=%0d clears=%0d latency=%0d f32 add=%0d", seed,
                             checks, LANES, WORDS, BANKS, COALESCE, clears, worst_plain, worst_float);
                    $finish;
                end
            endcase
        end
    endtask

    // ---- channels ----
    wire    standing = phase == STANDING && (clear_wanted || clear_valid);
    integer i;
    task drive_request;
        begin
            req_valid <= 1'b0;
            below(100, i);
            have = 1'b0;
            if (i < valid_percent) plan;
            if (have) begin
                perform;
                scramble_idle_lanes;
                req_valid   <= 1'b1;
                req_tag     <= asked - 1;
                req_kind    <= kind;
                req_atom    <= atom;
                req_base    <= base;
                req_words   <= words;
                req_mask    <= mask;
                req_addr    <= addr;
                req_data    <= data;
                req_compare <= compare;
            end
        end
    endtask

    // A clear: choose a range, let no new request use it, wait until the old ones are answered.
    integer lull = 0, j;
    reg     in_use;
    task choose_range;
        begin
            below(ROWS, closed_from);
            below(ROWS - closed_from + 1, closed_to);
            closed_to = (closed_from + closed_to) * BANKS;
            closed_from = closed_from * BANKS;
            clear_limit = 10 * ROWS + 600;       // answers may be stalled for long
            clear_exact = 0;
            case (phase)
                WIPE: begin
                    closed_from = 0;
                    closed_to   = WORDS;
                    clear_exact = ROWS;
                end
                BESIDE, AGAINST, STANDING, REUSE: begin      // behind the first row, which requests use meanwhile
                    closed_from = BANKS;
                    closed_to   = BANKS * (1 + SOME_ROWS);
                    case (phase)
                        AGAINST:  clear_exact = SOME_ROWS + 9 * ((SOME_ROWS + 2) / 3);       // three rows each twelve cycles
                        STANDING: clear_limit = SOME_ROWS + 10;
                        default:  clear_exact = SOME_ROWS;
                    endcase
                end
            endcase
        end
    endtask

    task drive_clear;
        if (clear_valid) begin
            if (clear_ready) begin
                clear_valid <= 1'b0;
                closed      = 1'b0;
                if (clear_often) below(128, lull);
            end
        end else if (closed) begin
            in_use = 1'b0;
            for (j = oldest[ORDINARY] < oldest[FLOAT] ? oldest[ORDINARY] : oldest[FLOAT]; j < asked; j = j + 1)
                if ((j >= sent || waits_answer[j % Q]) && from_word[j % Q] < closed_to && to_word[j % Q] > closed_from) in_use = 1'b1;
            if (!in_use) begin
                clear_valid   <= 1'b1;
                clear_base    <= closed_from;
                clear_words   <= closed_to - closed_from;
                clear_started = cycle + 1;
                clear_wanted  = 1'b0;
            end
        end else if (lull != 0 && clear_often)
            lull = lull - 1;
        else if (clear_wanted || clear_often) begin
            choose_range;
            closed = 1'b1;
        end
    endtask

    task drive_reset;
        begin
            rst <= cycle < 4 || (phase == CUT && cycle == cut_at);
            if (phase == CUT && cycle == cut_at) begin
                req_valid   <= 1'b0;
                clear_valid <= 1'b0;
                closed = 1'b0;
                clears = 0;
                lives  = lives + 1;
                phase  = WIPE;
            end
        end
    endtask

    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        check;
        if (!rst && (!req_valid || req_ready)) drive_request;
        if (!rst) drive_clear;
        below(100, i);
        rsp_ready <= i < ready_percent && !standing;
        drive_reset;
        cycle = cycle + 1;
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 4000;
    end
endmodule
`default_nettype wire
