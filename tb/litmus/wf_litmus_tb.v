// SPDX-License-Identifier: Apache-2.0
// wf_litmus_tb - litmus tests of the memory order: small programs of one to four threads, run over and over with random stalls, delays and caches
//   that hold something already; outcomes are counted.  A forbidden one fails; allowed weak ones are listed as seen or not.
//   Each core is a wf_top with a cache of its own, all on one wf_memory and a memory that answers in any order.  A lane is an instance of the test.
//   Where the threads are: `cores`: each on a core of its own; `groups`: groups on one core; `group`: waves of one group;
//   `mixed`: one thread on a core, the others a group on another.
//   Fences: which threads have them, a letter a thread; `-`: none.  Programs, outcomes: wf_litmus_tests.vh
//   Plusargs: +seed=N  +count=N (runs of each line)  +fenced (short: forbidden outcomes of several cores alone)    Parameters: LANES L1_LINES
//
//   Build and run: make bench-litmus SEED=7; docs/memory.md
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_litmus_tb;
    parameter integer LANES = 4, L1_LINES = 8;
    localparam integer CORES = 4, WAVES = 4, TAG_W = 4, LINES_W = 5;
    localparam integer LTAG_W = 1 + $clog2(CORES) + 1 + LINES_W;
    localparam integer AREA_W = 5, X = 0, Y = 16 * LANES, OUT = 32 * LANES, OUTS = 8 * LANES;       // words of the variables and results
    localparam integer CODE = 256;
    localparam ATOMICS = 1'b0;

    reg                         clk = 1'b0, rst = 1'b1;
    wire [CORES-1:0]            acquire, mreq_valid, mreq_ready, mrsp_valid, mrsp_ready, done_valid, desc_ready;
    wire                        busy;
    wire [`WF_MREQ_W*CORES-1:0] mreq;
    wire [`WF_MRSP_W*CORES-1:0] mrsp;
    integer cycle = 0;
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_lines.vh"

    wf_memory #(.CORES(CORES), .LANES(LANES), .TAG_W(TAG_W), .ENTRY_W(4), .OPERAND_W(2), .LINES_W(LINES_W), .L1_LINES(L1_LINES), .SLOT_W(2)) u_memory (
        .clk(clk), .rst(rst), .invalidate(acquire), .settled(), .busy(busy), .mark(1'b0), .marked(), .stat_hit(), .stat_joined(), .stat_missed(),
        .mreq_valid(mreq_valid), .mreq_ready(mreq_ready), .mreq(mreq), .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp(mrsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));

    // ---- the cores: set at falling edges, heard at rising ones ----
    reg [CORES-1:0] plan_desc = 0, sent = 0, answered = 0, desc_valid = 0;
    reg             plan_rst = 1'b1, plan_imem = 1'b0, plan_buf = 1'b0, imem_we = 1'b0, buf_we = 1'b0;
    reg [15:0]      plan_addr = 0, imem_addr = 0;
    reg [64*CORES-1:0] plan_code = 0, imem_data = 0;
    reg [7:0]       plan_index = 0, buf_index = 0;
    reg [31:0]      plan_base = 0, plan_size = 0, buf_base = 0, buf_size = 0;
    reg [`WF_DESC_W-1:0] desc = {`WF_DESC_W{1'b0}};
    wire [8*CORES-1:0] done_code;
    genvar c;
    generate
        for (c = 0; c < CORES; c = c + 1) begin : g_core
            wire        take, go;                // requests are stalled at random
            reg         hold = 1'b0, offered_q = 1'b0;
            assign mreq_valid[c] = go && (!hold || offered_q);
            assign take          = mreq_ready[c] && (!hold || offered_q);
            always @(posedge clk) begin
                hold      <= prng[c+3 +: 2] == 2'd0 && stalls;
                offered_q <= mreq_valid[c] && !mreq_ready[c];
            end
            wf_top #(.LANES(LANES), .WAVES(WAVES), .GROUPS(4), .LDS_WORDS(64), .LDS_BANKS(4), .IMEM_WORDS(CODE)) u_top (
                .clk(clk), .rst(rst), .quad_valid(1'b0), .quad_ready(), .quad_last(1'b0), .quad_coverage(4'd0), .quad_x(14'd0), .quad_y(14'd0),
                .desc_valid(desc_valid[c]), .desc_ready(desc_ready[c]), .desc(desc), .done_valid(done_valid[c]), .done_ready(1'b1), .done_id(),
                .done_code(done_code[8*c +: 8]), .done_ending(), .done_wave_size(), .done_waves(), .cancel_valid(1'b0), .cancel_id(2'd0), .id_busy(),
                .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data[64*c +: 64]), .buf_we(buf_we), .buf_id(2'd0),
                .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size), .buf_robust(1'b0), .mreq_valid(go), .mreq_ready(take),
                .mreq(mreq[`WF_MREQ_W*c +: `WF_MREQ_W]), .mrsp_valid(mrsp_valid[c]), .mrsp_ready(mrsp_ready[c]), .mrsp(mrsp[`WF_MRSP_W*c +: `WF_MRSP_W]),
                .acquire(acquire[c]), .rt_valid(), .rt(), .fault_valid(), .fault(), .counters(), .ev_launch_valid(), .ev_launch(), .ev_lds_valid(),
                .ev_lds(), .ev_arrive_valid(), .ev_arrive_slot(), .ev_release_valid(), .ev_release_slots(), .ev_end_valid(), .ev_end_slot(),
                .ev_gdone_valid(), .ev_gdone(), .st_valid(), .st_waiting(), .st_pc(), .st_launched(), .st_arrived(), .st_ended());
            always @(posedge clk) begin
                sent[c] <= plan_desc[c];
                if (plan_desc[c] && !sent[c]) desc_valid[c] <= 1'b1;
                else if (desc_ready[c])       desc_valid[c] <= 1'b0;
                answered[c] <= plan_desc[c] && (answered[c] || done_valid[c]);
                if (done_valid[c] && done_code[8*c +: 8] != `WF_REJECT_NONE) fail("a refusal");
            end
        end
    endgenerate

    always #5 clk = !clk;

    integer i_mood;
    reg     stalls = 1'b0;
    reg     fenced;
    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL litmus seed=%0d LANES=%0d L1_LINES=%0d: %0s; test %0d place %0d fences %b, run %0d, cycle %0d; reproduce: +seed=%0d", seed, LANES,
               L1_LINES, what, test, place, fences, n, cycle, seed);
    endtask

    always @(posedge clk) begin
        cycle     = cycle + 1;
        rst       <= plan_rst;
        imem_we   <= plan_imem;
        imem_addr <= plan_addr;
        imem_data <= plan_code;
        buf_we    <= plan_buf;
        buf_index <= plan_index;
        buf_base  <= plan_base;
        buf_size  <= plan_size;
        if (cycle % 512 == 0) begin              // now fast, now slow
            below(2, i_mood);
            any_mood(i_mood == 0 ? 80 : 250);
            stalls = prng[9];
        end
        if (!rst) serve_lines;
    end

    `include "wf_litmus_tests.vh"

    task load_buffer(input [3:0] number, input integer base, input integer words);
        begin
            plan_buf = 1'b1; plan_index = number; plan_base = 4 * base; plan_size = 4 * words;
            @(negedge clk);
            plan_buf = 1'b0;
        end
    endtask

    task run;
        begin
            write_programs;
            for (i = 0; i < longest_code; i = i + 1) begin
                plan_imem = 1'b1;
                plan_addr = i;
                for (k = 0; k < CORES; k = k + 1) plan_code[64*k +: 64] = code[CODE*k + i];
                @(negedge clk);
            end
            plan_imem = 1'b0;
            load_buffer(0, X, 16 * LANES);
            load_buffer(1, Y, 16 * LANES);
            load_buffer(2, OUT, OUTS);
            for (i = 0; i < 16 * AREA; i = i + 1) store[i] = 32'd0;
            desc = {`WF_DESC_W{1'b0}};
            desc[`WF_DESC_STAGE] = `WF_STAGE_COMPUTE;
            desc[`WF_DESC_SHADER_MODEL] = 16'h060a;
            desc[`WF_DESC_HAS_NUMWAVES] = 1'b1;
            desc[`WF_DESC_NUM_WAVES] = place == GROUP ? threads : place == MIXED ? 2 : 1;
            desc[`WF_DESC_WAVESIZE_KIND] = 2'd1;
            desc[`WF_DESC_WAVESIZE_MIN] = LANES;
            desc[`WF_DESC_USES_WAVE_INDEX] = 1'b1;
            desc[`WF_DESC_USES_WAVE_OPS] = 1'b1;
            desc[`WF_DESC_GRID_X] = place == GROUPS ? threads : 1;
            desc[`WF_DESC_GRID_Y] = 1;
            desc[`WF_DESC_GRID_Z] = 1;
            desc[`WF_DESC_CODE_WORDS] = longest_code;
            asked_cores = place == SPREAD ? (1 << threads) - 1 : place == MIXED ? 3 : 1;
            plan_desc = asked_cores;
            i = cycle;
            while (answered != asked_cores || busy || lines != lines_done) begin
                @(negedge clk);
                if (cycle - i > 20000) fail("it does not end");
            end
            plan_desc = 0;
            @(negedge clk);
            for (k = 0; k < LANES; k = k + 1) count_outcome(k);
        end
    endtask

    integer n = 0, count, i, k, place, threads, runs = 0;
    reg [CORES-1:0] asked_cores, fences;
    integer test;
    reg [31:0] own;                              // random numbers of this process: the tasks of the other are its own
    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count =  100;
        fenced = $test$plusargs("fenced") != 0;
        if (fenced) count = 4;
        own = prng ^ 32'h2545f491;
        clear_memory;
        near_places;
        repeat (8) @(negedge clk);
        plan_rst = 1'b0;
        repeat (8) @(negedge clk);
        for (test = 0; test < TESTS; test = test + 1) begin
            threads = threads_of(test);
            for (place = 0; place < PLACES; place = place + 1)
                for (k_fence = 0; k_fence < 4; k_fence = k_fence + 1)
                    if (exists(test, place, k_fence) && (!fenced || (forbids(test, place, k_fence) && (place == SPREAD || place == MIXED)))) begin
                        fences = fences_of(k_fence);
                        clear_outcomes;
                        for (n = 0; n < count; n = n + 1) begin
                            run;
                            runs = runs + 1;
                        end
                        tell;
                    end
        end
        if (forbidden_seen != 0) fail("a forbidden outcome");
        $display("PASS litmus seed=%0d LANES=%0d L1_LINES=%0d: %0d runs of %0d instances, %0d cycles; of the allowed weak outcomes %0d were seen, %0d not",
                 seed, LANES, L1_LINES, runs, LANES, cycle, weak_seen, weak_unseen);
        $finish;
    end
    integer k_fence;
endmodule

`default_nettype wire
