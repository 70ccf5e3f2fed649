// SPDX-License-Identifier: Apache-2.0
// wf_system_tb - the machine on AXI4 (wf_axi_memory): two kernels with loads, stores and atomics that all lanes share, one with a fence, by turns.
//   Between two dispatches the bench, another master, changes what the kernel reads: caches must have forgotten it.  In the cycle of the answer
//   everything must be at memory, the lines of atomics too.  In half of the time another dispatch does atomics without end on every core, some
//   in the line of the counter: an answer waits for it no longer than a bound, and is not taken back.  wf_axi_checker watches the bus.
//   Inputs whose valid is 0 have random values.  In the end waves load the same words again and again with fences between: those of workgroup scope leave the words in the cache, those of device
//   scope fetch them anew.
//   Plusargs: +seed=N  +count=N (dispatches)    Parameters: LANES DATA L1_LINES CORES
//
//   Build and run, Verilator and Icarus: make bench-system, make icarus-system SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_system_tb;
    parameter integer LANES = 8, DATA = 128, L1_LINES = 64, CORES = 1;
    localparam integer ID_W = 2, AXI_ID_W = 4, AREA_W = 7, LTAG_W = 9 + $clog2(CORES);      // LTAG_W as in wf_system
    localparam integer IN = 0, OUT = 256, COUNTER = 512, NEAR = 768, OLD = 1024, NOISE = 1280, WORDS = 256;    // words of the buffers
    localparam integer NOISE_ID = 3;                 // the other dispatch; those that are checked have the ids below

    reg         clk = 1'b0, rst = 1'b1;
    reg         desc_valid = 1'b0, imem_we = 1'b0, buf_we = 1'b0, done_ready = 1'b0, cancel_valid = 1'b0;
    reg [1:0]   buf_id = 2'd0;
    reg [`WF_DESC_W-1:0] desc = {`WF_DESC_W{1'b0}};
    wire        desc_ready, done_valid;
    wire [3:0]  fault_valid;                     // by dispatch
    reg         restart = 1'b0, bus_busy = 1'b0;
    wire        restarting;
    wire [3:0]  id_busy;
    wire [`WF_FAULT_W*4-1:0] fault;
    wire [7:0]  done_code;
    wire [1:0]  done_id, done_ending;
    wire [CORES-1:0]   gdone_valid;
    wire [`WF_GDONE_W*CORES-1:0] gdone;
    reg [15:0]  imem_addr = 0;
    reg [63:0]  imem_data = 0;
    reg [7:0]   buf_index = 0;
    reg [31:0]  buf_base = 0, buf_size = 0;

    localparam forgets = 1'b0;
    integer    cycle = 0;
    `include "wf_memory_random.vh"
    `include "wf_axi_model.vh"

    wf_system #(.LANES(LANES), .WAVES(8), .GROUPS(4), .LDS_WORDS(64), .LDS_BANKS(4), .IMEM_WORDS(64), .CORES(CORES), .L1_LINES(L1_LINES)) u_dut (
        .clk(clk), .rst(rst), .restart(restart), .restarting(restarting), .bus_busy(bus_busy), .quad_valid(1'b0), .quad_ready(), .quad_last(junk[0]), .quad_coverage(junk[4:1]),
        .quad_x({junk[17:5], 1'b0}), .quad_y({junk[30:18], 1'b0}),
        .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc_valid ? desc : junk[`WF_DESC_W-1:0]), .done_valid(done_valid), .done_ready(done_ready),
        .done_id(done_id), .done_code(done_code), .done_ending(done_ending),
        .cancel_valid(cancel_valid), .cancel_id(cancel_valid ? NOISE_ID[1:0] : junk[32:31]), .id_busy(id_busy), .done_wave_size(), .done_waves(), .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data),
        .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size), .buf_robust(!buf_we && junk[33]),
        .rt_valid(), .rt(), .fault_valid(fault_valid), .fault(fault), .counters(), .ev_launch_valid(), .ev_launch(), .ev_lds_valid(), .ev_lds(),
        .ev_arrive_valid(), .ev_arrive_slot(), .ev_release_valid(), .ev_release_slots(), .ev_end_valid(), .ev_end_slot(), .ev_gdone_valid(gdone_valid),
        .ev_gdone(gdone), .st_valid(), .st_waiting(), .st_pc(), .st_launched(), .st_arrived(), .st_ended(),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));

    always #5 clk = !clk;

`ifdef WF_COVER
    wf_top_bins #(.WAVES(8), .GROUPS(4), .DISPATCHES(4), .SLOT_W(3), .GSLOT_W(2)) u_bins (
        .clk(clk), .reset(rst || restart), .id_busy(id_busy), .launch(1'b0), .launch_first(1'b0), .launch_slot(3'd0), .launch_group(2'd0),
        .arrive(1'b0), .arrive_slot(3'd0), .over(1'b0), .over_slot(3'd0));
`endif
    // what stands at an input whose valid or enable is 0 means nothing
    reg [`WF_DESC_W+31:0] junk = {17{32'h9e3779b9}};
    always @(posedge clk) junk <= {junk, xorshift32(junk[31:0])};

    reg        plan_rst = 1'b1, plan_imem = 1'b0, plan_buf = 1'b0, plan_desc = 1'b0, plan_cancel = 1'b0, sent = 1'b0, taken = 1'b0, answered = 1'b0;   // set at falling edges
    reg        noise = 1'b0;                     // the other dispatch is in flight
    reg [1:0]  plan_id = 0;
    reg [15:0] plan_addr = 0;
    reg [63:0] plan_data = 0;
    reg [7:0]  plan_index = 0;
    reg [31:0] plan_base = 0, plan_size = 0;
    integer    stalled = 0, channel;
    reg [10:0] hold;
    reg [8:0]  held = 9'd0;                      // of the channels of wf_cu
    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL system seed=%0d LANES=%0d DATA=%0d L1_LINES=%0d CORES=%0d: %0s; dispatch %0d, cycle %0d; reproduce: +seed=%0d",
               seed, LANES, DATA, L1_LINES, CORES, what, n, cycle, seed);
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        if (rst) clear_memory;
        else serve_axi;
        for (channel = 0; channel < 11; channel = channel + 1) begin
            below(100, i_hold);
            hold[channel] = i_hold < stalled;
        end
`ifdef WF_STALL
        u_dut.g_core[0].u_mreq_channel.u_stall.hold      <= hold[0];
        u_dut.g_core[0].u_mrsp_channel.u_stall.hold      <= hold[1];
        held                                             <= hold[10:2];
`endif
        done_ready <= turns ? cycle % 40 == 0 : !hold[7];
        rst       <= plan_rst;
        imem_we   <= plan_imem;
        imem_addr <= plan_imem ? plan_addr : junk[15:0];
        imem_data <= plan_imem ? plan_data : junk[79:16];
        buf_we    <= plan_buf;
        buf_id    <= plan_buf ? plan_id : junk[41:40];
        buf_index <= plan_buf ? plan_index : junk[49:42];
        buf_base  <= plan_buf ? plan_base : junk[81:50];
        buf_size  <= plan_buf ? plan_size : junk[113:82];
        cancel_valid <= plan_cancel;
        sent      <= plan_desc;
        if (plan_desc && !sent) desc_valid <= 1'b1;
        else if (desc_ready)    desc_valid <= 1'b0;
        taken     <= plan_desc && (taken || (desc_valid && desc_ready));
        answered  <= plan_desc && (answered || (done_valid && done_ready && done_id != NOISE_ID));
        if (!rst) check_times;
        if (done_valid && done_ready) check_answer;
    end
    integer i_hold;

`ifdef WF_STALL
    genvar h;
    generate
        for (h = 0; h < 9; h = h + 1) begin : g_hold
            always @* u_dut.u_top.g_core[0].u_cu.u_channels[h].u_stall.hold = held[h];
        end
    endgenerate
`endif

    // ---- in time: how long an answer may take when the bus stalls nobody.  A line is over M cycles after it was asked for: the memory's latency, and
    // all that may be under way on the bus before it.  The accesses that nobody waits for are performed within one M and the operations on the lines of
    // all slots, then the lines of atomics are written within two M and as many operations (docs/memory.md); 60 for the way. ----
    localparam integer RUN = 16, ATOMIC_LINES = 8;
    integer      over_at = 0, calm_at = 0, bound, longest_wait = 0, longest_noisy = 0, timed = 0, core;
    reg          waits = 1'b0, offered = 1'b0;
    reg [11:0]   offer;                          // what was on offer and not taken
    task check_times;
        begin
            if (turns || stalled != 0 || refuse_percent != 0 || hold_percent != 0) calm_at = cycle;
            for (core = 0; core < CORES; core = core + 1)
                if (gdone_valid[core] && gdone[`WF_GDONE_W*core + `WF_GDONE_ID] != NOISE_ID) begin
                    over_at = cycle;
                    waits   = 1'b1;
                end
            bound = 3 * (longest + 2 * IDS * BEATS + 4 * LANES * BEATS) + 2 * ATOMIC_LINES * (2 * RUN + 4) + 60;
            if (waits && calm_at <= over_at && cycle - over_at > bound) fail("no answer in time");
            if (waits && done_valid && done_id != NOISE_ID && (!turns || done_id == PATIENT)) begin
                timed = timed + (calm_at <= over_at);
                if (calm_at <= over_at && noise && cycle - over_at > longest_noisy) longest_noisy = cycle - over_at;
                if (calm_at <= over_at && !noise && cycle - over_at > longest_wait) longest_wait = cycle - over_at;
                waits = 1'b0;
            end
            if (done_valid === 1'bx) fail("the answer's valid is unknown");
            if (offered && (done_valid !== 1'b1 || {done_id, done_code, done_ending} !== offer)) fail("an answer was taken back or changed");
            offered = done_valid && !done_ready;
            offer   = {done_id, done_code, done_ending};
        end
    endtask

    // ---- answers take turns: the host takes them slowly, and sends descriptors that are refused at once under two low ids; another id is not passed over ----
    localparam integer PATIENT = 2;
    reg     turns = 1'b0, patient_over = 1'b0;
    integer passed = -1;                         // answers of others since its group was over
    task check_turn;
        begin
            if ((done_id == PATIENT) != (done_code == `WF_REJECT_NONE)) fail("refused, or not");
            if (done_id == PATIENT) patient_over = 1'b1;
            else if (!waits) passed = 0;
            else passed = passed + 1;
            if (!patient_over && passed > 4 + 3) fail("an answer is passed over for ever");           // each other id once, and what settles meanwhile
        end
    endtask

    // in the cycle of the answer
    integer c;
    task check_answer;
        if (turns) check_turn;
        else begin
            if (done_code != `WF_REJECT_NONE) fail("refused");
            if ((!faulty && fault_valid != 4'd0) || axi_fault) fail("a fault");
            if (done_id == NOISE_ID) begin
                if (done_ending != `WF_ENDING_CANCELLED) fail("nobody cancelled it");
                noise = 1'b0;
            end else if (!fencing) check_memory;
        end
    endtask
    task check_memory;
        begin
            if (!quiet_bus && !noise) fail("answered with something under way on the bus");
            if (done_ending != `WF_ENDING_COMPLETE) fail("ended early");
            if (store[COUNTER] !== counted + total) fail("the counter");
            seen = {WORDS{1'b0}};
            for (c = 0; c < total; c = c + 1) begin
                if (store[OUT + c] !== store[IN + c] + c) fail("Out");
                if (n % 2 == 0 && store[NEAR + c] !== store[IN + (c ^ 1)] + (c ^ 1)) fail("Near");
                if (n % 2 == 0 && (store[OLD + c] - counted >= total || seen[store[OLD + c] - counted])) fail("Old: not each value once");
                if (n % 2 == 0) seen[store[OLD + c] - counted] = 1'b1;
            end
            for (c = total; c < WORDS; c = c + 1)
                if (store[OUT + c] !== 32'hdeadbeef) fail("a store that nobody asked for");
        end
    endtask

    // ---- the kernel: Out[i] = In[i] + i, Old[i] = what the counter was, fence, Near[i] = Out[i ^ 1] ----
    integer at = 0;
    reg [63:0] code [0:63];
    task ins(input [7:0] op, input [6:0] d, input [6:0] a, input [6:0] b, input [7:0] mod);
        begin
            code[at] = {op == `WF_OP_GATOM ? {`WF_ATOM_ADD, 12'd0} : 16'd0, mod, 9'd0, b, 1'b0, a, 1'b0, d, op};
            at = at + 1;
        end
    endtask
    task imm(input [7:0] op, input [6:0] d, input [6:0] a, input [31:0] x);
        begin
            code[at] = {x, 1'b1, 7'd0, 1'b0, a, 1'b0, d, op};
            at = at + 1;
        end
    endtask
    task flow(input [7:0] op, input [15:0] target);
        begin
            code[at] = {target, 8'd1, 40'd0 | op};
            at = at + 1;
        end
    endtask
    task buffer(input [3:0] number, input integer base);
        begin
            for (i = 0; i <= NOISE_ID; i = i + 1) begin      // of each id
                plan_buf = 1'b1; plan_id = i; plan_index = number; plan_base = 4 * base; plan_size = 4 * WORDS;
                @(negedge clk);
            end
            plan_buf = 1'b0;
        end
    endtask

    // a dispatch of one wave size: `groups` of `threads`
    task bind_buffers;                           // of the ids that are not in flight: a dispatch has what was bound for it alone
        begin
            buffer(0, IN); buffer(1, OUT); buffer(2, COUNTER); buffer(3, NEAR); buffer(4, OLD); buffer(5, NOISE);
        end
    endtask
    task describe(input integer id, input integer entry, input integer threads, input integer groups);
        begin
            desc = {`WF_DESC_W{1'b0}};
            desc[`WF_DESC_ID] = id;
            desc[`WF_DESC_STAGE] = `WF_STAGE_COMPUTE;
            desc[`WF_DESC_SHADER_MODEL] = 16'h060a;
            desc[`WF_DESC_HAS_NUMTHREADS] = 1'b1;
            desc[`WF_DESC_X] = threads;
            desc[`WF_DESC_Y] = 1;
            desc[`WF_DESC_Z] = 1;
            desc[`WF_DESC_WAVESIZE_KIND] = 2'd1;
            desc[`WF_DESC_WAVESIZE_MIN] = LANES;
            desc[`WF_DESC_USES_THREAD_IDS] = 1'b1;
            desc[`WF_DESC_GRID_X] = groups;
            desc[`WF_DESC_GRID_Y] = 1;
            desc[`WF_DESC_GRID_Z] = 1;
            desc[`WF_DESC_CODE_WORDS] = at;
            desc[`WF_DESC_ENTRY] = entry;
            plan_desc = 1'b1;
        end
    endtask

    task load_code;
        begin
            for (i = 0; i < at; i = i + 1) begin
                plan_imem = 1'b1; plan_addr = i; plan_data = code[i];
                @(negedge clk);
            end
            plan_imem = 1'b0;
        end
    endtask

    task wait_for_answer;
        begin
            i = cycle;
            while (!answered) begin
                @(negedge clk);
                if (cycle - i > 50000) fail("no answer");
            end
            plan_desc = 1'b0;
            @(negedge clk);
        end
    endtask

    task cancel_noise;
        begin
            plan_cancel = 1'b1;
            @(negedge clk);
            plan_cancel = 1'b0;
            i = cycle;
            while (noise) begin
                @(negedge clk);
                if (cycle - i > 50000) fail("no answer of the one that was cancelled");
            end
        end
    endtask

    // ---- what a fence costs: ROUNDS loads of the words of four groups, with this fence between: barriers among two waves, so that all slots of a core
    // are in use; memory_barrier in one.  `mixed`: wave 0 is at a barrier of workgroup scope meanwhile. ----
    localparam integer ROUNDS = 8;
    integer    reads_before, lines_used;
    reg        fencing = 1'b0, faulty = 1'b0;
    task count_reads(input [7:0] op, input device, input mixed);
        begin
            at = 0;
            ins(`WF_OP_SV, 0, 0, 0, `WF_SV_DTID_X);
            imm(`WF_OP_SHL, 1, 0, 2);
            ins(`WF_OP_SV, 4, 0, 0, `WF_SV_GINDEX);
            imm(`WF_OP_GEU, 3, 4, mixed ? LANES : 0);
            for (c = 0; c < ROUNDS; c = c + 1) begin
                ins(`WF_OP_GLD, 2, 1, 0, 8'h00);
                flow(`WF_OP_IF, at + 2);
                code[at - 1][`WF_INSN_A] = 7'd3;
                ins(op, 0, 0, 0, {7'd0, device});
                flow(`WF_OP_ELSE, at + 2);
                ins(op, 0, 0, 0, 8'd0);
                flow(`WF_OP_ENDIF, at + 1);
            end
            ins(`WF_OP_END, 0, 0, 0, 0);
            load_code;
            reads_before = reads;
            threads = op == `WF_OP_BARRIER ? 2 * LANES : LANES;
            lines_used = (4 * threads + 15) / 16;
            bind_buffers;
            describe(0, 0, threads, 4);
            wait_for_answer;
            if (device ? reads - reads_before < ROUNDS * lines_used : reads - reads_before > 2 * CORES * lines_used) begin
                $display("system: op %0d, device %0d, mixed %0d: %0d reads of %0d lines in %0d rounds", op, device, mixed, reads - reads_before, lines_used, ROUNDS);
                fail("what a fence costs");
            end
        end
    endtask

    integer n = 0, count, i, third, loop_at, threads, groups, total, counted, second;
    reg [WORDS-1:0] seen;
    reg [31:0] own;                              // random numbers of this process: the tasks of the other are its own
    `include "wf_system_checks.vh"

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 200;
        own = xorshift32(prng ^ 32'd1);
        near_places;
        for (i = 0; i < 16*AREA; i = i + 1) store[i] = 32'd0;
        ins(`WF_OP_SV, 0, 0, 0, `WF_SV_DTID_X);
        imm(`WF_OP_SHL, 1, 0, 2);
        imm(`WF_OP_MOV, 7, 0, 1);
        ins(`WF_OP_GLD, 2, 1, 0, 8'h00);
        ins(`WF_OP_GATOM, 3, 8, 7, 8'd2);
        ins(`WF_OP_ADD, 4, 2, 0, 0);
        ins(`WF_OP_GST, 0, 1, 4, 8'd1);
        ins(`WF_OP_GST, 0, 1, 3, 8'd4);
        ins(`WF_OP_MEMBAR, 0, 0, 0, 8'h01);                  // of device scope
        imm(`WF_OP_XOR, 5, 1, 4);
        ins(`WF_OP_GLD, 6, 5, 0, 8'd1);
        ins(`WF_OP_GST, 0, 1, 6, 8'd3);
        ins(`WF_OP_END, 0, 0, 0, 0);
        second = at;                                         // the same without a fence; the last it does are atomics that nobody waits for
        ins(`WF_OP_SV, 0, 0, 0, `WF_SV_DTID_X);
        imm(`WF_OP_SHL, 1, 0, 2);
        imm(`WF_OP_MOV, 7, 0, 1);
        ins(`WF_OP_GLD, 2, 1, 0, 8'h00);
        ins(`WF_OP_ADD, 4, 2, 0, 0);
        ins(`WF_OP_GST, 0, 1, 4, 8'd1);
        ins(`WF_OP_GATOM, 0, 8, 7, 8'd2);
        code[at - 1][`WF_INSN_NO_DST] = 1'b1;
        ins(`WF_OP_END, 0, 0, 0, 0);
        third = at;                                          // atomics without end: each lane a line of its own, and all a word in the line of the counter
        ins(`WF_OP_SV, 0, 0, 0, `WF_SV_DTID_X);
        imm(`WF_OP_SHL, 1, 0, 6);
        imm(`WF_OP_AND, 1, 1, 4 * WORDS - 1);
        imm(`WF_OP_MOV, 7, 0, 1);
        imm(`WF_OP_MOV, 8, 0, 4);
        flow(`WF_OP_LOOP, 0);
        loop_at = at;
        ins(`WF_OP_GATOM, 0, 1, 7, 8'd5);
        code[at - 1][`WF_INSN_NO_DST] = 1'b1;
        ins(`WF_OP_GATOM, 0, 8, 7, 8'd2);
        code[at - 1][`WF_INSN_NO_DST] = 1'b1;
        flow(`WF_OP_ENDLOOP, at + 1);
        code[at - 1][`WF_INSN_BACK] = loop_at;
        ins(`WF_OP_END, 0, 0, 0, 0);
        repeat (8) @(negedge clk);
        plan_rst = 1'b0;
        repeat (8) @(negedge clk);
        load_code;
        for (n = 0; n < count; n = n + 1) begin
            bind_buffers;
            if (n % 8 == 3) begin                            // the other dispatch begins
                describe(NOISE_ID, third, LANES, CORES);
                noise = 1'b1;
                while (!taken) @(negedge clk);
                plan_desc = 1'b0;
                repeat (200) @(negedge clk);
            end
            if (n % 8 == 7) cancel_noise;
            own = xorshift32(own); threads = {1'b0, own[30:0]} % (2 * LANES);
            threads = 2 * (threads / 2) + 2;                 // pairs
            own = xorshift32(own); groups = {1'b0, own[30:0]} % 4;
            groups = groups + 1;
            total = threads * groups;
            own = xorshift32(own); i = {1'b0, own[30:0]} % 3;
            stalled = i == 0 || n % 3 == 2 ? 0 : 25 * i;
            own = xorshift32(own); refuse_percent = {1'b0, own[30:0]} % 50;
            own = xorshift32(own); hold_percent = {1'b0, own[30:0]} % 80;
            if (stalled == 0) begin                          // answers are timed
                refuse_percent = 0;
                hold_percent  = 0;
            end
            own = xorshift32(own); latency = {1'b0, own[30:0]} % 40;
            own = xorshift32(own); longest = {1'b0, own[30:0]} % 60;
            longest = longest + latency;
            for (i = 0; i < WORDS; i = i + 1) begin
                own = xorshift32(own);
                store[IN + i] = own;
                store[OUT + i] = 32'hdeadbeef;
            end
            counted = store[COUNTER];
            describe(n % NOISE_ID, n % 2 == 0 ? 0 : second, threads, groups);
            wait_for_answer;
        end
        if (noise) cancel_noise;
        fencing = 1'b1;
        if (L1_LINES >= LANES / 2) begin                    // the words fit
            count_reads(`WF_OP_BARRIER, 1'b0, 1'b0);
            count_reads(`WF_OP_BARRIER, 1'b1, 1'b0);
            count_reads(`WF_OP_BARRIER, 1'b1, 1'b1);
            count_reads(`WF_OP_BARRIER, 1'b0, 1'b0);         // the slots remember no other scope
            count_reads(`WF_OP_MEMBAR, 1'b0, 1'b0);
            count_reads(`WF_OP_MEMBAR, 1'b1, 1'b0);
        end
        stalled = 0; refuse_percent = 0; hold_percent = 0; latency = 1; longest = 1;
        turns = 1'b1;
        bind_buffers;
        describe(PATIENT, second, LANES, 1);
        for (n = 0; !patient_over; n = n + 1) begin
            while (!taken) @(negedge clk);
            plan_desc = 1'b0;
            @(negedge clk);
            describe(n % PATIENT, second, 0, 1);             // no threads
        end
        while (!taken) @(negedge clk);
        plan_desc = 1'b0;
        repeat (2000) @(negedge clk);                       // all is answered
        if (id_busy != 0) fail("a dispatch that does not end");
        faulty = 1'b1; turns = 1'b0; stalled = 30;
        for (i_fault = 0; i_fault < 96; i_fault = i_fault + 1) check_faults(i_fault % 3, i_fault / 3 % 2, i_fault % 4);
        stalled = 0;
        if (CORES > 1 && times_met == 0) fail("no two faults a cycle apart");
        check_restart;
        if (timed == 0 || longest_noisy == 0) fail("no answer was timed");
        $display("PASS system LANES=%0d DATA=%0d L1_LINES=%0d CORES=%0d seed=%0d dispatches=%0d reads=%0d writes=%0d cycles=%0d longest answers=%0d, beside atomics=%0d",
                 LANES, DATA, L1_LINES, CORES, seed, count, reads, writes, cycle, longest_wait, longest_noisy);
        $finish;
    end
endmodule

`default_nettype wire
