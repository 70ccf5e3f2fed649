// SPDX-License-Identifier: Apache-2.0
// wf_top_smoke_tb - small kernels on the whole machine, with values and cycle counts worked out here.
//   One kernel after the other: dependent ALU code (issue rate), nested divergence, loops, LDS and barriers with early ends and
//   extra waves, atomics, faults, helper lanes.  Memory answers late and out of order; with +stall=1, and WF_STALL defined, every
//   channel between the units is stalled at random too.  +seed=N.
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_top_smoke_tb;
    parameter integer LANES = 32, WAVES = 16, POLICY = 0;
    localparam integer GROUPS = 4, SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1, GSLOT_W = 2, ID_W = 1;
    localparam integer MEM_WORDS = 16384, LOG_LANES = $clog2(LANES);
    localparam integer FIRST_STALL = 3;          // WF_CNT_STALL_EMPTY is counter 3, seven more follow

    reg         clk = 1'b0, rst = 1'b1;
    reg  [8:0]  hold = 9'd0;                     // a bit a channel of wf_top
    reg  [31:0] noise = 32'd1;
    integer     stall = 0, checks = 0, cycle = 0, taken_at = 0, start_up = 0;
    reg         issued = 1'b1;
    always #5 clk = !clk;

    `include "wf_random.vh"

    // ---- device ----
    reg         desc_valid = 1'b0;
    reg  [`WF_DESC_W-1:0] desc = {`WF_DESC_W{1'b0}};
    wire        desc_ready, done_valid;
    wire [7:0]  done_code, done_wave_size;
    wire [15:0] done_waves;
    wire [1:0]  done_ending;
    reg         imem_we = 1'b0, buf_we = 1'b0;
    reg  [15:0] imem_addr = 0;
    reg  [63:0] imem_data = 0;
    reg  [7:0]  buf_index = 0;
    reg  [31:0] buf_base = 0, buf_size = 0;
    wire                 mreq_valid, mrsp_ready, rt_valid, fault_valid, acquire;
    wire [63:0]          retired;
    reg                  mreq_ready = 1'b0, mrsp_valid = 1'b0;
    localparam integer TAG_W = SLOT_W + 2;   // {slot, entry}: four instructions of a wave in flight
    wire [`WF_MREQ_W-1:0] mreq, ev_lds;
    reg  [`WF_MRSP_W-1:0] mrsp = 0;
    wire [`WF_RT_W-1:0]   rt;
    wire [`WF_FAULT_W-1:0] fault;
    wire [`WF_LAUNCH_W-1:0] ev_launch;
    wire [`WF_GDONE_W-1:0] ev_gdone;
    wire [`WF_CNT_W-1:0] counters;
    wire                 ev_launch_valid, ev_lds_valid, ev_arrive_valid, ev_release_valid, ev_end_valid, ev_gdone_valid;
    wire [SLOT_W-1:0]    ev_arrive_slot, ev_end_slot;
    wire [WAVES-1:0]     ev_release_slots, st_valid, st_waiting;
    wire [16*WAVES-1:0]  st_pc;
    wire [16*GROUPS-1:0] st_launched, st_arrived, st_ended;
    // fields that are read here
    wire [TAG_W-1:0]     mreq_tag = mreq[`WF_MREQ_TAG];
    wire [1:0]           mreq_kind = mreq[`WF_MREQ_KIND];
    wire [LANES-1:0]     mreq_mask = mreq[`WF_MREQ_MASK], rt_write = rt[`WF_RT_WRITE];
    wire [32*LANES-1:0]  mreq_addr = mreq[`WF_MREQ_ADDR], mreq_data = mreq[`WF_MREQ_DATA];
    wire [SLOT_W-1:0]    ev_launch_slot = ev_launch[`WF_LAUNCH_SLOT], rt_slot = rt[`WF_RT_SLOT];
    wire [63:0]          rt_word = rt[`WF_RT_WORD], fault_count = fault[`WF_FAULT_COUNT];
    wire [128*LANES-1:0] rt_data = rt[`WF_RT_DATA];
    wire [7:0]           fault_kind = fault[`WF_FAULT_KIND], fault_lane = fault[`WF_FAULT_LANE];
    wire [31:0]          fault_addr = fault[`WF_FAULT_ADDR];

    wf_top #(.LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .POLICY(POLICY), .LDS_WORDS(2048), .IMEM_WORDS(1024), .DISPATCHES(1)) u_dut (
        .clk(clk), .rst(rst), .quad_valid(1'b0), .quad_ready(), .quad_last(1'b0), .quad_coverage(4'd0), .quad_x(14'd0), .quad_y(14'd0),
        .desc_valid(desc_valid), .desc_ready(desc_ready),
        .desc(desc), .done_valid(done_valid), .done_ready(1'b1),
        .done_id(), .done_ending(done_ending), .cancel_valid(1'b0), .cancel_id(1'b0), .id_busy(), .done_code(done_code), .done_wave_size(done_wave_size), .done_waves(done_waves),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data), .buf_we(buf_we), .buf_id(1'b0), .buf_index(buf_index),
        .buf_base(buf_base), .buf_size(buf_size), .buf_robust(1'b0),
        .mreq_valid(mreq_valid), .mreq_ready(mreq_ready), .mreq(mreq), .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp(mrsp), .acquire(acquire), .retired(retired),
        .rt_valid(rt_valid), .rt(rt), .fault_valid(fault_valid), .fault(fault), .counters(counters),
        .ev_launch_valid(ev_launch_valid), .ev_launch(ev_launch), .ev_lds_valid(ev_lds_valid), .ev_lds(ev_lds),
        .ev_arrive_valid(ev_arrive_valid), .ev_arrive_slot(ev_arrive_slot), .ev_release_valid(ev_release_valid),
        .ev_release_slots(ev_release_slots), .ev_end_valid(ev_end_valid), .ev_end_slot(ev_end_slot), .ev_gdone_valid(ev_gdone_valid), .ev_gdone(ev_gdone),
        .st_valid(st_valid), .st_waiting(st_waiting), .st_pc(st_pc), .st_launched(st_launched), .st_arrived(st_arrived),
        .st_ended(st_ended));

    // ---- driver: the program below plans at the falling edge, inputs change at the rising edge ----
    reg        plan_rst = 1'b1, plan_imem = 1'b0, plan_buf = 1'b0, plan_desc = 1'b0, sent = 1'b0, answered = 1'b0;
    reg [15:0] plan_addr = 0;
    reg [63:0] plan_data = 0;
    reg [7:0]  plan_index = 0;
    reg [31:0] plan_base = 0, plan_size = 0;
    reg [7:0]  answer_code = 0;
    wire       running = sent && !desc_valid && !answered && !done_valid;      // whoever loads now must not be heard
    always @(posedge clk) begin
        rst       <= plan_rst;
        imem_we   <= running ? noise[3] : plan_imem;
        imem_addr <= running ? (noise[18] ? AFTER : {11'd0, noise[8:4]}) : plan_addr;
        imem_data <= running ? {noise, 24'd0, 8'hff} : plan_data;
        buf_we    <= running ? noise[9] : plan_buf;
        buf_index <= running ? noise[17:10] : plan_index;
        buf_base  <= running ? 32'd4 : plan_base;
        buf_size  <= running ? 32'd8 : plan_size;
        if (!plan_desc) begin
            sent     <= 1'b0;
            answered <= 1'b0;
        end else if (!sent) begin
            sent       <= 1'b1;
            desc_valid <= 1'b1;
        end
        if (desc_valid && desc_ready) begin
            desc_valid <= 1'b0;
            taken_at   = cycle;
            issued     = 1'b0;
        end
`ifndef WF_NETLIST_wf_top                                       // a netlist of the machine has no names inside
        if (u_dut.g_core[0].u_cu.core_issue && !issued) begin      // from the descriptor to the first instruction
            issued = 1'b1;
            if (desc[`WF_DESC_GROUPSHARED] == 0 && cycle - taken_at > start_up) start_up = cycle - taken_at;
        end
`endif
        if (done_valid && !rst) begin
            answered    <= 1'b1;
            answer_code <= done_code;
            if (done_ending !== `WF_ENDING_COMPLETE) $fatal(1, "FAIL wf_top_smoke seed=%0d: a dispatch ended early", seed);
        end
    end

    // ---- memory: performs a request when it takes it, answers later, in any order ----
    reg [31:0]         mem [0:MEM_WORDS-1];
    reg [(1<<TAG_W)-1:0] pending = 0;
    reg [32*LANES-1:0] answer [0:(1<<TAG_W)-1];
    reg [32*LANES-1:0] word;
    integer            l, lc, pick, where;
    // burst: takes a request in every cycle; answers when the first store has come, then one per cycle, the lowest tag first
    reg                burst = 1'b0, stored = 1'b0;
    always @(posedge clk) begin
        mreq_ready <= noise[3:2] != 2'd0 || burst;
        if (mrsp_valid && mrsp_ready) mrsp_valid <= 1'b0;
        if (mreq_valid && mreq_ready && !rst) begin
            word = {32*LANES{1'b0}};
            for (l = 0; l < LANES; l = l + 1)
                if (mreq_mask[l]) begin
                    if (mreq_addr[32*l +: 2] !== 2'd0 || mreq_addr[32*l +: 32] >= 4*MEM_WORDS)
                        $fatal(1, "FAIL wf_top_smoke seed=%0d: memory request outside at %h", seed, mreq_addr[32*l +: 32]);
                    where = mreq_addr[32*l +: 32] / 4;
                    if (mreq_kind != `WF_ACCESS_STORE) word[32*l +: 32] = mem[where];
                    if (mreq_kind == `WF_ACCESS_STORE)
                        mem[where] = mreq_data[32*l +: 32];
                    else if (mreq_kind == `WF_ACCESS_ATOMIC) begin
                        if (mreq[`WF_MREQ_ATOM] !== `WF_ATOM_ADD)
                            $fatal(1, "FAIL wf_top_smoke seed=%0d: unexpected atomic", seed);
                        mem[where] = mem[where] + mreq_data[32*l +: 32];
                    end
                end
            if (pending[mreq_tag])
                $fatal(1, "FAIL wf_top_smoke seed=%0d: two requests in flight with tag %0d", seed, mreq_tag);
            answer[mreq_tag]  = word;
            pending[mreq_tag] = 1'b1;
            stored = burst && (stored || mreq_kind == `WF_ACCESS_STORE);
        end
        if ((!mrsp_valid || mrsp_ready) && (!burst || stored)) begin
            pick = noise[16:8] % (1 << TAG_W);
            if (burst) for (pick = 0; pick < (1 << TAG_W) - 1 && !pending[pick]; pick = pick + 1) begin end
            if (pending[pick]) begin
                mrsp_valid    <= 1'b1;
                mrsp[`WF_MRSP_TAG]  <= pick[TAG_W-1:0];
                mrsp[`WF_MRSP_DATA] <= answer[pick];
                pending[pick] = 1'b0;
            end
        end
    end

`ifdef WF_STALL
`ifndef WF_NETLIST_wf_top
    genvar h;
    generate
        for (h = 0; h < 9; h = h + 1) begin : g_hold
            always @* u_dut.g_core[0].u_cu.u_channels[h].u_stall.hold = hold[h];
        end
    endgenerate
`endif
`endif

    // ---- checks that hold always ----
    reg [WAVES-1:0] live = 0, waits = 0, arrived = 0;
    integer launches = 0, ends = 0, retires = 0, gdones = 0;
    integer first_cycle = 0, last_cycle = 0, from_count = 0, to_count = 0;
    integer accepted_at = 0, answered_at = 0, own_waits = 0, ws;
    always @(posedge clk) begin
        noise <= rst ? seeded(seed) : xorshift32(noise);
        cycle <= cycle + 1;
        if (desc_valid && desc_ready) accepted_at = cycle;
        if (done_valid) answered_at = cycle;
        if (done_valid && pending != 0) $fatal(1, "FAIL wf_top_smoke seed=%0d: done before memory has answered", seed);
        for (ws = 0; ws < WAVES; ws = ws + 1) own_waits = own_waits + arrived[ws];
        hold  <= (stall != 0 && !rst) ? noise[31:23] & {noise[19:14], noise[22:20]} : 9'd0;
        if (!rst) begin
            if (ev_launch_valid) begin
                if (live[ev_launch_slot]) $fatal(1, "FAIL wf_top_smoke seed=%0d: launch into a used slot", seed);
                live[ev_launch_slot] = 1'b1;
                launches = launches + 1;
            end
            if (rt_valid) begin
                if (!live[rt_slot] || waits[rt_slot])
                    $fatal(1, "FAIL wf_top_smoke seed=%0d: slot %0d retires while not running", seed, rt_slot);
                retires = retires + 1;
                if (retires == from_count) first_cycle = cycle;
                if (retires == to_count)   last_cycle  = cycle;
                if (rt[`WF_RT_FOLD]) begin
                    retires = retires + 1;
                    if (retires == from_count) first_cycle = cycle;
                    if (retires == to_count)   last_cycle  = cycle;
                end
                for (lc = 0; lc < LANES; lc = lc + 1)
                    if (rt[`WF_RT_WORDS] != 3'd0 && rt_write[lc] !== 1'b0 &&
                        (^rt_data[128*lc +: 32] === 1'bx || rt_write[lc] === 1'bx))
                        $fatal(1, "FAIL wf_top_smoke seed=%0d: X retired at pc %0d lane %0d", seed, rt[`WF_RT_PC], lc);
                if (rt_word[7:0] == `WF_OP_BARRIER) waits[rt_slot] = 1'b1;
                checks = checks + 1;
            end
            if (ev_arrive_valid && !waits[ev_arrive_slot])
                $fatal(1, "FAIL wf_top_smoke seed=%0d: arrival before the barrier retired", seed);
            if (ev_arrive_valid) arrived[ev_arrive_slot] = 1'b1;
            if (ev_release_valid) begin
                arrived = arrived & ~ev_release_slots;
                if ((ev_release_slots & ~waits) != 0)
                    $fatal(1, "FAIL wf_top_smoke seed=%0d: release of a wave that does not wait", seed);
                waits = waits & ~ev_release_slots;
            end
            if (ev_end_valid) begin
                if (!live[ev_end_slot]) $fatal(1, "FAIL wf_top_smoke seed=%0d: end of a free slot", seed);
                live[ev_end_slot] = 1'b0;
                ends = ends + 1;
            end
            if (ev_gdone_valid) gdones = gdones + 1;
        end
    end

    `include "wf_top_watch.vh"

    // ---- programs ----
    integer at, li;
    reg [63:0] code [0:1023];
    task ins(input [7:0] op, input [6:0] d, input [6:0] a, input [6:0] b, input [6:0] c, input [7:0] mod, input [15:0] imm16);
        begin
            code[at] = {imm16, mod, 1'b0, c, 1'b0, b, 1'b0, a, 1'b0, d, op};
            at = at + 1;
        end
    endtask
    task imm(input [7:0] op, input [6:0] d, input [6:0] a, input [31:0] value);
        begin
            code[at] = {value, 1'b1, 7'd0, 1'b0, a, 1'b0, d, op};
            at = at + 1;
        end
    endtask
    task flow(input [7:0] op, input [6:0] a, input [7:0] level, input [15:0] target);
        begin
            code[at] = {target, level, 16'd0, 1'b0, a, 8'd0, op};
            at = at + 1;
        end
    endtask
    task sv(input [6:0] d, input [7:0] number);
        ins(`WF_OP_SV, d, 7'd0, 7'd0, 7'd0, number, 16'd0);
    endtask
    task finish_code;
        begin
            ins(`WF_OP_END, 0, 0, 0, 0, 0, 0);
            load_code;
        end
    endtask
    // What takes time runs in processes of its own: the body of a task stands at each of its calls in what Verilator writes, and these are long.
    reg load_now = 1'b0, run_now = 1'b0;
    task load_code;                          // the instruction memory keeps what lies behind it
        begin
            load_now = 1'b1;
            wait (!load_now);
        end
    endtask
    always @(posedge load_now) begin
        for (li = 0; li < at; li = li + 1) begin
            plan_imem = 1'b1; plan_addr = li[15:0]; plan_data = code[li];
            @(negedge clk);
        end
        plan_imem = 1'b0;
        for (li = 0; li < MEM_WORDS; li = li + 1) mem[li] = 32'hdeadbeef;
        @(negedge clk);
        load_now = 1'b0;
    end
    integer began, l0, e0, g0, cn, claimed = 0;      // claimed: words of code that were not loaded
    reg     binds_5 = 1'b1;
    reg [`WF_CNT_W-1:0] earlier, since;       // counters: when the dispatch began, and what it added
    reg [63:0] sum;
    reg [8*24-1:0] name;
    reg [15:0] entry = 16'd0;
    integer run_threads, run_numwaves, run_extra, run_groups, run_shared, run_waves;
    task run(input integer threads, input integer numwaves, input integer extra, input integer groups, input integer shared,
             input integer waves);
        begin
            run_threads = threads; run_numwaves = numwaves; run_extra = extra; run_groups = groups; run_shared = shared; run_waves = waves;
            run_now = 1'b1;
            wait (!run_now);
        end
    endtask
    always @(posedge run_now) begin
        plan_buf = 1'b1; plan_index = 8'd0; plan_base = 32'd1024; plan_size = 32'd16384;     // a dispatch has what was bound for it alone
        @(negedge clk);
        plan_buf = binds_5; plan_index = 8'd5; plan_base = 32'd32768; plan_size = 32'd64;
        @(negedge clk);
        plan_buf = 1'b0;
        @(negedge clk);
        desc = {`WF_DESC_W{1'b0}};
        desc[`WF_DESC_STAGE] = `WF_STAGE_COMPUTE;
        desc[`WF_DESC_SHADER_MODEL] = 16'h060a;
        desc[`WF_DESC_HAS_NUMTHREADS] = run_numwaves == 0;
        desc[`WF_DESC_HAS_NUMWAVES] = run_numwaves != 0;
        desc[`WF_DESC_X] = run_threads;
        desc[`WF_DESC_Y] = 1;
        desc[`WF_DESC_Z] = 1;
        desc[`WF_DESC_NUM_WAVES] = run_numwaves;
        desc[`WF_DESC_WAVESIZE_KIND] = 2'd1;
        desc[`WF_DESC_WAVESIZE_MIN] = LANES;
        desc[`WF_DESC_REPORT_WAVE_SIZE] = 1'b1;
        desc[`WF_DESC_USES_WAVE_INDEX] = 1'b1;
        desc[`WF_DESC_USES_WAVE_COUNT] = 1'b1;
        desc[`WF_DESC_USES_THREAD_IDS] = run_numwaves == 0;
        desc[`WF_DESC_USES_WAVE_OPS] = 1'b1;
        desc[`WF_DESC_EXTRA_WAVES] = run_extra;
        desc[`WF_DESC_EXTRA_IDLE] = 1'b1;
        desc[`WF_DESC_GRID_X] = run_groups;
        desc[`WF_DESC_GRID_Y] = 1;
        desc[`WF_DESC_GRID_Z] = 1;
        desc[`WF_DESC_GROUPSHARED] = run_shared;
        desc[`WF_DESC_CODE_WORDS] = at + claimed;
        desc[`WF_DESC_ENTRY] = entry;
        plan_desc = 1'b1;
        l0 = launches; e0 = ends; g0 = gdones; began = cycle; earlier = counters; own_waits = 0;
        own_lds = 0; own_lanes = 0; own_memory = 0; own_atomic = 0;
        while (!answered) begin
            @(negedge clk);
            if (cycle - began > 200000)
                $fatal(1, "FAIL wf_top_smoke seed=%0d: %0s hangs, valid %b waiting %b", seed, name, st_valid, st_waiting);
        end
        plan_desc = 1'b0;
        if (answer_code != `WF_REJECT_NONE) $fatal(1, "FAIL wf_top_smoke seed=%0d: %0s rejected %0d", seed, name, answer_code);
        repeat (4) @(negedge clk);
        if (launches - l0 != run_waves || ends - e0 != run_waves || gdones - g0 != run_groups || live != 0 || st_valid != 0)
            $fatal(1, "FAIL wf_top_smoke seed=%0d: %0s launched %0d ended %0d groups %0d want %0d %0d", seed, name,
                   launches - l0, ends - e0, gdones - g0, run_waves, run_groups);
        repeat (4) @(negedge clk);               // counters come to rest
        sum = 64'd0;
        for (cn = 0; cn < `WF_CNT_W; cn = cn + 64) since[cn +: 64] = counters[cn +: 64] - earlier[cn +: 64];
        for (cn = 0; cn < 8; cn = cn + 1) sum = sum + since[64*(FIRST_STALL + cn) +: 64];
        count(since[`WF_CNT_CYCLES], answered_at - accepted_at);
        count(sum + since[`WF_CNT_INSTRUCTIONS] - since[`WF_CNT_FOLDED], answered_at - accepted_at);
        count(since[`WF_CNT_WAVES], run_waves);
        count(since[`WF_CNT_BARRIER_WAITS], own_waits);
        count_watched;
        $display("  %0s: %0d waves, %0d cycles; stalls: empty %0d barrier %0d unit %0d memory %0d lds %0d xlane %0d turnaround %0d fetch %0d",
                 name, run_waves, since[`WF_CNT_CYCLES], since[`WF_CNT_STALL_EMPTY], since[`WF_CNT_STALL_BARRIER],
                 since[`WF_CNT_STALL_UNIT], since[`WF_CNT_STALL_MEMORY], since[`WF_CNT_STALL_LDS], since[`WF_CNT_STALL_XLANE],
                 since[`WF_CNT_STALL_TURNAROUND], since[`WF_CNT_STALL_FETCH]);
        run_now = 1'b0;
    end
    task count(input [63:0] got, input [63:0] want);
        begin
            if (got !== want) $fatal(1, "FAIL wf_top_smoke seed=%0d: %0s: a counter is %0d, want %0d", seed, name, got, want);
            checks = checks + 1;
        end
    endtask
    // One wave of the program: after ten instructions `number` of them take `times` times `each` cycles.
    task run_timed(input [8*40-1:0] what, input integer number, input integer times, input integer each);
        begin
            finish_code;
            from_count = retires + 10;
            to_count   = from_count + number;
            run(4, 0, 0, 1, 0, 1);
            $display("  %0s %0d cycles", what, (last_cycle - first_cycle) / times);
            if (stall == 0 && last_cycle - first_cycle != times * each)
                $fatal(1, "FAIL wf_top_smoke seed=%0d: %0s: %0d times %0d cycles take %0d", seed, what, times, each, last_cycle - first_cycle);
            checks = checks + 1;
        end
    endtask
    task hold_true(input condition, input [8*40-1:0] what);
        begin
            if (condition !== 1'b1) $fatal(1, "FAIL wf_top_smoke seed=%0d: %0s: not true: %0s", seed, name, what);
            checks = checks + 1;
        end
    endtask
    task expect_word(input integer index, input [31:0] want);
        begin
            if (mem[index] !== want)
                $fatal(1, "FAIL wf_top_smoke seed=%0d: %0s word %0d got=%h want=%h", seed, name, index, mem[index], want);
            checks = checks + 1;
        end
    endtask

    integer i, n, r, k, rate, high;
    initial begin
        start_random;
        if (!$value$plusargs("stall=%d", stall)) stall = 0;
        repeat (5) @(negedge clk);
        plan_rst = 1'b0;
        repeat (3) @(negedge clk);
        name = "before the reset"; at = 0;   // an endif at 3, which nobody loads after the reset
        imm(`WF_OP_MOV, 1, 0, 8); imm(`WF_OP_MOV, 5, 0, 64); flow(`WF_OP_IF, 9, 1, 16'd3); flow(`WF_OP_ENDIF, 0, 1, 16'd4);
        finish_code;
        plan_rst = 1'b1;
        repeat (3) @(negedge clk);
        plan_rst = 1'b0;
        repeat (3) @(negedge clk);
        name = "not loaded"; at = 0;         // it does not issue with the instruction before it, although the descriptor counts it
        imm(`WF_OP_MOV, 1, 0, 8); imm(`WF_OP_MOV, 5, 0, 64); imm(`WF_OP_ADD, 3, 3, 1);
        load_code; claimed = 2; run(2*LANES, 0, 0, 1, 0, 2); claimed = 0;
        if (retires !== 8 || fault_count !== 2)
            $fatal(1, "FAIL wf_top_smoke seed=%0d: %0d instructions before one that was not loaded, %0d faults", seed, retires, fault_count);

        name = "store"; at = 0;              // out[i] = 3 i + 7 + gid, partial last wave
        sv(0, `WF_SV_DTID_X); sv(4, `WF_SV_GID_X); sv(5, `WF_SV_LANE);
        imm(`WF_OP_SHL, 1, 0, 2);
        ins(`WF_OP_ADD, 2, 0, 0, 0, 0, 0); ins(`WF_OP_ADD, 2, 2, 0, 0, 0, 0); imm(`WF_OP_ADD, 2, 2, 7);
        ins(`WF_OP_ADD, 2, 2, 4, 0, 0, 0); ins(`WF_OP_ADD, 2, 2, 9, 0, 0, 0);
        ins(`WF_OP_GST, 0, 1, 2, 0, 8'h00, 16'd4);
        finish_code; run(3*LANES - 3, 0, 0, 3, 0, 9);
        expect_word(256, 32'hdeadbeef);
        for (i = 0; i < 3*(3*LANES - 3); i = i + 1) expect_word(257 + i, 3*i + 7 + i/(3*LANES - 3));
        expect_word(257 + 3*(3*LANES - 3), 32'hdeadbeef);

        name = "dependent ALU"; at = 0;      // 8 waves, 100 dependent instructions each
        for (i = 0; i < 100; i = i + 1) imm(`WF_OP_ADD, 1, 1, i);
        sv(0, `WF_SV_DTID_X); imm(`WF_OP_SHL, 2, 0, 2); ins(`WF_OP_GST, 0, 2, 1, 0, 0, 0);
        finish_code; from_count = retires + 50; to_count = retires + 750;
        run((8*LANES > 1024) ? 1024 : 8*LANES, 0, 0, 1, 0, 8);
        for (i = 0; i < 8*LANES; i = i + 1) expect_word(256 + i, 4950);
        rate = 700000 / (last_cycle - first_cycle);
        $display("  issue rate %0d.%03d instructions per cycle", rate / 1000, rate % 1000);
        if (stall == 0 && rate < 1000) $fatal(1, "FAIL wf_top_smoke seed=%0d: issue rate below 1.000", seed);
        checks = checks + 1;

        name = "clock"; at = 0;              // the low word carries between two reads, with a hundred dependent instructions of 4 cycles between
        sv(0, `WF_SV_LANE); imm(`WF_OP_SHL, 1, 0, 2);
        sv(2, `WF_SV_CLOCK_HIGH); sv(3, `WF_SV_CLOCK_LOW);
        for (i = 0; i < 100; i = i + 1) imm(`WF_OP_ADD, 6, 6, 1);
        sv(4, `WF_SV_CLOCK_HIGH); sv(5, `WF_SV_CLOCK_LOW);
        for (i = 0; i < 4; i = i + 1) ins(`WF_OP_GST, 0, 1, 2 + i, 0, 0, 4*LANES*i);
        finish_code;
`ifdef WF_NETLIST_wf_top
        high = 0;                            // the clock of a netlist cannot be set
`else
        u_dut.u_cycles.cycles = 64'h00000007_ffffff00;
        high = 7;
`endif
        run(LANES, 0, 0, 1, 0, 1);
        for (i = 0; i < LANES; i = i + 1) begin
            expect_word(256 + i, high);
            expect_word(256 + 2*LANES + i, high == 0 ? 0 : high + 1);
            expect_word(256 + LANES + i, mem[256 + LANES]);
            expect_word(256 + 3*LANES + i, mem[256 + 3*LANES]);
        end
        n = mem[256 + 3*LANES] - mem[256 + LANES];
        $display("  %0d cycles by the clock between its reads", n);
        if ((high != 0 && mem[256 + LANES] <= 32'hffffff00) || n < 4*99 + 6 || (stall == 0 && n != 4*99 + 6))
            $fatal(1, "FAIL wf_top_smoke seed=%0d: the clock read %h, then %h", seed, mem[256 + LANES], mem[256 + 3*LANES]);

        name = "turnaround"; at = 0;         // one wave alone
        for (i = 0; i < 60; i = i + 1) imm(`WF_OP_ADD, 1, 1, i);
        for (i = 0; i < 20; i = i + 1) flow(`WF_OP_LOOP, 0, 1, 0);
        run_timed("dependent ALU turnaround", 40, 40, 4);

        name = "float turnaround"; at = 0;
        imm(`WF_OP_MOV, 1, 0, 32'h3f800000);
        for (i = 0; i < 60; i = i + 1) imm(`WF_OP_FADD, 1, 1, 32'h3f800000);
        run_timed("dependent float turnaround", 40, 40, 8);

        name = "loop"; at = 0;               // a turn: two of the ALU, 4 each, a break that goes where fetch has gone, 5, and the end goes with it
        imm(`WF_OP_MOV, 1, 0, 0);
        flow(`WF_OP_LOOP, 0, 1, 0);
        imm(`WF_OP_ADD, 1, 1, 1);                                              // 2
        imm(`WF_OP_EQ, 2, 1, 60);
        flow(`WF_OP_BREAKIF, 2, 1, 16'd5);
        flow(`WF_OP_ENDLOOP, 0, 1, 16'd6);                                     // 5
        code[5][`WF_INSN_BACK] = 16'd2;
        run_timed("turn of a loop of four instructions", 160, 40, 13);

        name = "jump"; at = 0;               // an if that nobody enters, and its end: 5 each
        for (i = 0; i < 30; i = i + 1) begin
            flow(`WF_OP_IF, 9, 1, at + 2);
            imm(`WF_OP_ADD, 1, 1, 1);
            flow(`WF_OP_ENDIF, 0, 1, at + 1);
        end
        run_timed("if and endif that nobody enters", 40, 20, 10);

        name = "loops"; at = 0;              // loops that all leave at once: a break to their end, 5, which jumps behind itself, 5, to a loop that is not waited for, 2
        imm(`WF_OP_MOV, 2, 0, 1);
        for (i = 0; i < 20; i = i + 1) begin
            flow(`WF_OP_LOOP, 0, 1, 0);
            flow(`WF_OP_BREAKIF, 2, 1, at + 1);
            flow(`WF_OP_ENDLOOP, 0, 1, at + 1);
            code[at-1][`WF_INSN_BACK] = at - 2;
        end
        run_timed("loop that all leave at once", 30, 10, 12);

        name = "continuing"; at = 0;         // all lanes but one leave: their break takes the continuing along, for none waits for it; then as above
        sv(1, `WF_SV_LANE); imm(`WF_OP_MOV, 2, 0, 1);
        for (i = 0; i < 20; i = i + 1) begin
            flow(`WF_OP_LOOP, 0, 1, 0);
            flow(`WF_OP_BREAKIF, 1, 1, at + 3);
            flow(`WF_OP_CONTINUING, 0, 1, at + 2);
            flow(`WF_OP_BREAKIF, 2, 1, at + 1);
            flow(`WF_OP_ENDLOOP, 0, 1, at + 1);
            code[at-1][`WF_INSN_BACK] = at - 4;
        end
        run_timed("loop that lanes leave at two breaks", 50, 10, 17);

        // why nothing issues, a kernel a cause
        name = "stalls of one ALU wave"; at = 0;
        for (i = 0; i < 60; i = i + 1) imm(`WF_OP_ADD, 1, 1, i);
        finish_code; run(LANES, 0, 0, 1, 0, 1);
        hold_true(since[`WF_CNT_STALL_TURNAROUND] + since[`WF_CNT_STALL_FETCH] >= 59 * 3, "turnaround");
        hold_true(since[`WF_CNT_STALL_TURNAROUND] >= 59 * 3, "nearly all of it in flight");
        count(since[`WF_CNT_STALL_UNIT] + since[`WF_CNT_STALL_BARRIER] + since[`WF_CNT_STALL_MEMORY] + since[`WF_CNT_STALL_LDS] +
              since[`WF_CNT_STALL_XLANE], 0);

        name = "stalls for memory"; at = 0;
        for (i = 0; i < 20; i = i + 1) ins(`WF_OP_GLD, 1, 2, 0, 0, 8'd0, 16'd0);
        finish_code; run(LANES, 0, 0, 1, 0, 1);
        count(since[`WF_CNT_MEMORY_INSTRUCTIONS], 20);
        hold_true(since[`WF_CNT_STALL_MEMORY] > 20, "memory");
        hold_true(since[`WF_CNT_STALL_TURNAROUND] <= 20*6, "no longer on its way than an ALU instruction");
        count(since[`WF_CNT_STALL_UNIT] + since[`WF_CNT_STALL_BARRIER] + since[`WF_CNT_STALL_LDS] + since[`WF_CNT_STALL_XLANE], 0);

        name = "stalls for LDS"; at = 0;         // every lane another word of one bank
        sv(1, `WF_SV_LANE); imm(`WF_OP_SHL, 1, 1, 7);
        for (i = 0; i < 20; i = i + 1) ins(`WF_OP_LDSLD, 2, 1, 0, 0, 8'd0, 16'd0);
        finish_code; run(LANES, 0, 0, 1, 128*LANES, 1);
        count(since[`WF_CNT_LDS_LANES], 20*LANES);
        count(since[`WF_CNT_LDS_OPERATIONS], 20*LANES);
        count(since[`WF_CNT_BANK_CONFLICTS], 20*(LANES-1));
        hold_true(since[`WF_CNT_STALL_LDS] >= 20*LANES, "LDS");
        count(since[`WF_CNT_STALL_UNIT] + since[`WF_CNT_STALL_BARRIER] + since[`WF_CNT_STALL_MEMORY] + since[`WF_CNT_STALL_XLANE], 0);

        finish_code; run(8*LANES, 0, 0, 1, 128*LANES, 8);   // and eight
        hold_true(since[`WF_CNT_STALL_LDS] > 8*20*(LANES-2), "LDS, more than one request");
        count(since[`WF_CNT_BANK_CONFLICTS], 8*20*(LANES-1));

        name = "stalls for cross-lane"; at = 0;  // one wave
        for (i = 0; i < 20; i = i + 1) ins(`WF_OP_MATCH, 8, 0, 0, 4, 8'd4, 0);
        finish_code; run(LANES, 0, 0, 1, 0, 1);
        hold_true(since[`WF_CNT_STALL_XLANE] > 20*4, "cross-lane");
        count(since[`WF_CNT_STALL_UNIT] + since[`WF_CNT_STALL_BARRIER] + since[`WF_CNT_STALL_MEMORY] + since[`WF_CNT_STALL_LDS], 0);
        finish_code; run(8*LANES, 0, 0, 2, 0, 16);   // and sixteen: more than the unit takes
        hold_true(since[`WF_CNT_STALL_UNIT] > since[`WF_CNT_STALL_XLANE], "a full unit");

        name = "both kinds of atomics"; at = 0;  // in one cycle too
        imm(`WF_OP_MOV, 1, 0, 1);
        for (i = 0; i < 20; i = i + 1) begin
            ins(`WF_OP_LDSATOM, 2, 0, 1, 0, {4'd0, `WF_ATOM_ADD}, 0);
            ins(`WF_OP_GATOM, 3, 0, 1, 0, 8'd0, {`WF_ATOM_ADD, 12'd0});
        end
        finish_code; mem[256] = 32'd0; run(4*LANES, 0, 0, 4, 16, 16);
        expect_word(256, 20*16*LANES);
        count(since[`WF_CNT_ATOMIC_LANES], 40*16*LANES);
        count(since[`WF_CNT_LDS_OPERATIONS], 20*16);

        name = "stalls at a barrier"; at = 0;    // both waves of the only group wait
        for (i = 0; i < 10; i = i + 1) ins(`WF_OP_BARRIER, 0, 0, 0, 0, 0, 0);
        finish_code; run(2*LANES, 0, 0, 1, 0, 2);
        hold_true(since[`WF_CNT_STALL_BARRIER] >= 10 && since[`WF_CNT_BARRIER_WAITS] >= 20, "barrier");

        name = "divergence"; at = 0;
        sv(0, `WF_SV_DTID_X); imm(`WF_OP_AND, 1, 0, 1);
        flow(`WF_OP_IF, 1, 1, 9);
        imm(`WF_OP_AND, 1, 0, 2); flow(`WF_OP_IF, 1, 2, 6);
        imm(`WF_OP_MOV, 2, 0, 10); flow(`WF_OP_ELSE, 0, 2, 8);
        imm(`WF_OP_MOV, 2, 0, 20); flow(`WF_OP_ENDIF, 0, 2, 9);
        flow(`WF_OP_ELSE, 0, 1, 11); imm(`WF_OP_MOV, 2, 0, 30); flow(`WF_OP_ENDIF, 0, 1, 12);
        imm(`WF_OP_AND, 6, 0, 7);                                              // 12
        flow(`WF_OP_LOOP, 0, 1, 0);                                            // 13
        imm(`WF_OP_ADD, 3, 3, 1); ins(`WF_OP_LTU, 4, 6, 3, 0, 0, 0);           // 14, 15: n < ++r
        flow(`WF_OP_BREAKIF, 4, 1, 22);                                        // 16
        imm(`WF_OP_AND, 5, 3, 1); flow(`WF_OP_IF, 5, 2, 20);                   // 17, 18
        flow(`WF_OP_CONTINUE, 0, 1, 20); flow(`WF_OP_ENDIF, 0, 2, 22);         // 19, 20
        imm(`WF_OP_ADD, 2, 2, 1);                                              // 21
        flow(`WF_OP_CONTINUING, 0, 1, 24); imm(`WF_OP_ADD, 2, 2, 100);         // 22, 23
        flow(`WF_OP_ENDLOOP, 0, 1, 25);                                        // 24
        code[24][23:8] = 16'd14;
        imm(`WF_OP_EQ, 4, 6, 5); flow(`WF_OP_IF, 4, 1, 28); flow(`WF_OP_RET, 0, 1, 28); flow(`WF_OP_ENDIF, 0, 1, 29);
        imm(`WF_OP_SHL, 1, 0, 2); ins(`WF_OP_GST, 0, 1, 2, 0, 0, 0);
        finish_code; run(4*LANES, 0, 0, 2, 0, 8);
        for (i = 0; i < 8*LANES; i = i + 1) begin
            n = i & 7;
            r = (i & 1) ? ((i & 2) ? 10 : 20) : 30;
            for (k = 1; k <= n; k = k + 1) r = r + 100 + ((k & 1) ? 0 : 1);
            expect_word(256 + i, (n == 5) ? 32'hdeadbeef : r);
        end

        // each wave writes its LDS word, waits, reads all others; wave 1 returns before the barrier; extra waves
        name = "barrier"; at = 0;
        sv(0, `WF_SV_WAVE); sv(1, `WF_SV_LANE); sv(8, `WF_SV_GID_X); sv(9, `WF_SV_WAVES);
        imm(`WF_OP_EQ, 2, 0, 1); flow(`WF_OP_IF, 2, 1, 7); flow(`WF_OP_RET, 0, 1, 7); flow(`WF_OP_ENDIF, 0, 1, 8);
        imm(`WF_OP_SHL, 3, 0, LOG_LANES + 2); imm(`WF_OP_SHL, 4, 1, 2); ins(`WF_OP_ADD, 3, 3, 4, 0, 0, 0);
        imm(`WF_OP_SHL, 5, 0, 8); ins(`WF_OP_ADD, 5, 5, 1, 0, 0, 0); ins(`WF_OP_ADD, 5, 5, 9, 0, 0, 0);
        ins(`WF_OP_LDSST, 0, 3, 5, 0, 0, 0);
        ins(`WF_OP_BARRIER, 0, 0, 0, 0, 0, 0);
        imm(`WF_OP_XOR, 6, 3, 4*LANES*2);                                      // the wave two away
        ins(`WF_OP_LDSLD, 7, 6, 0, 0, 0, 0);
        ins(`WF_OP_BARRIER, 0, 0, 0, 0, 0, 0);
        imm(`WF_OP_SHL, 8, 8, LOG_LANES + 4); ins(`WF_OP_ADD, 8, 8, 3, 0, 0, 0);
        ins(`WF_OP_GST, 0, 8, 7, 0, 0, 0);
        finish_code; run(4*LANES, 0, 1, 6, 16*LANES, 30);
        for (i = 0; i < 24*LANES; i = i + 1) begin
            n = (i / LANES) & 3;
            expect_word(256 + i, (n == 1) ? 32'hdeadbeef : (n == 3) ? 0 : ((n ^ 2) << 8) + i % LANES + 5);     // wave 3 reads what wave 1 never wrote
        end

        name = "atomics"; at = 0;            // LDS counter a group, then one global counter
        imm(`WF_OP_MOV, 1, 0, 1);
        ins(`WF_OP_LDSATOM, 2, 0, 1, 0, {4'd0, `WF_ATOM_ADD}, 0);
        code[at-1][15] = 1'b0;
        ins(`WF_OP_BARRIER, 0, 0, 0, 0, 0, 0);
        ins(`WF_OP_LDSLD, 3, 0, 0, 0, 0, 0);
        sv(4, `WF_SV_DTID_X); imm(`WF_OP_SHL, 5, 4, 2); ins(`WF_OP_GST, 0, 5, 3, 0, 0, 16'd64);
        ins(`WF_OP_GATOM, 0, 10, 1, 0, 8'd5, {`WF_ATOM_ADD, 12'd8}); code[at-1][15] = 1'b1;
        finish_code; mem[8194] = 32'd0; run(3*LANES, 0, 0, 4, 64, 12);
        for (i = 0; i < 12*LANES; i = i + 1) expect_word(272 + i, 3*LANES);
        expect_word(8194, 12*LANES);
        if (fault_valid !== 1'b0) $fatal(1, "FAIL wf_top_smoke seed=%0d: a fault where none is", seed);

        name = "helper"; at = 0;             // odd lanes become helpers: they run, but neither store nor count
        sv(0, `WF_SV_LANE); imm(`WF_OP_AND, 1, 0, 1);
        flow(`WF_OP_IF, 1, 1, 4); flow(`WF_OP_DEMOTE, 0, 1, 4); flow(`WF_OP_ENDIF, 0, 1, 5);
        imm(`WF_OP_MOV, 2, 0, 1); ins(`WF_OP_WADD, 3, 2, 0, 0, 0, 0);
        sv(4, `WF_SV_HELPER); ins(`WF_OP_QSWAPX, 5, 0, 4, 0, 0, 0); imm(`WF_OP_SHL, 6, 5, 16);
        ins(`WF_OP_ADD, 3, 3, 6, 0, 0, 0); imm(`WF_OP_SHL, 7, 0, 2); ins(`WF_OP_GST, 0, 7, 3, 0, 0, 0);
        finish_code; run(LANES, 0, 0, 1, 0, 1);
        for (i = 0; i < LANES; i = i + 1) expect_word(256 + i, (i & 1) ? 32'hdeadbeef : 32'h10000 + LANES/2);

        name = "match"; at = 0;              // key in any register; quad result back through a mask operation
        sv(5, `WF_SV_LANE); imm(`WF_OP_AND, 6, 5, 1); imm(`WF_OP_MOV, 4, 0, 99);
        ins(`WF_OP_MATCH, 8, 0, 0, 6, 8'd1, 0); ins(`WF_OP_MCOUNT, 12, 0, 0, 8, 0, 0); ins(`WF_OP_MLSB, 13, 0, 0, 8, 0, 0);
        imm(`WF_OP_SHL, 13, 13, 8); ins(`WF_OP_ADD, 12, 12, 13, 0, 0, 0);
        imm(`WF_OP_SHL, 7, 5, 2); ins(`WF_OP_GST, 0, 7, 12, 0, 0, 0);
        finish_code; run(LANES, 0, 0, 1, 0, 1);
        for (i = 0; i < LANES; i = i + 1) expect_word(256 + i, LANES/2 + ((i & 1) << 8));

        name = "faults"; at = 0;             // lane 2 misaligned, lane 3 and above outside a 12-byte range of buffer 5
        sv(0, `WF_SV_LANE); imm(`WF_OP_SHL, 1, 0, 2); imm(`WF_OP_EQ, 2, 0, 2); ins(`WF_OP_ADD, 1, 1, 2, 0, 0, 0);
        imm(`WF_OP_MOV, 3, 0, 77);
        ins(`WF_OP_GST, 0, 1, 3, 0, 8'd5, 16'd52);
        ins(`WF_OP_GLD, 4, 1, 0, 0, 8'd5, 16'd52);
        imm(`WF_OP_SHL, 5, 0, 2); ins(`WF_OP_GST, 0, 5, 4, 0, 0, 0);
        ins(`WF_OP_SIZE, 6, 0, 0, 0, 8'd5, 0); ins(`WF_OP_GST, 0, 5, 6, 0, 0, 16'd1024);
        finish_code; run(LANES, 0, 0, 1, 0, 1);
        expect_word(8192 + 13, 77); expect_word(8192 + 14, 77); expect_word(8192 + 15, 32'hdeadbeef);
        expect_word(8192 + 16, 32'hdeadbeef);
        for (i = 0; i < LANES; i = i + 1) begin
            expect_word(256 + i, (i < 2) ? 77 : 0);
            expect_word(512 + i, 64);
        end
        if (fault_valid !== 1'b1 || fault_kind !== `WF_FAULT_MEM_ALIGN || fault_lane !== 8'd2 || fault_addr !== 32'd61 ||
            fault_count !== 2*(LANES - 2) || fault[`WF_FAULT_WAVE] !== 16'd0 || fault[`WF_FAULT_PC] !== 16'd5)
            $fatal(1, "FAIL wf_top_smoke seed=%0d: fault kind %0d lane %0d address %0d count %0d", seed, fault_kind, fault_lane,
                   fault_addr, fault_count);
        checks = checks + 1;

        name = "unbound"; at = 0; binds_5 = 1'b0;   // what the dispatch before bound is nothing to this one: stores, loads, atomics, sizes
        sv(0, `WF_SV_LANE); imm(`WF_OP_SHL, 1, 0, 2); ins(`WF_OP_SIZE, 6, 0, 0, 0, 8'd5, 0);
        ins(`WF_OP_GST, 0, 1, 1, 0, 8'd5, 16'd0); ins(`WF_OP_GLD, 4, 1, 0, 0, 8'd5, 16'd0);
        ins(`WF_OP_GATOM, 7, 1, 1, 0, 8'd5, {`WF_ATOM_ADD, 12'd0}); ins(`WF_OP_ADD, 4, 4, 7, 0, 0, 0); ins(`WF_OP_ADD, 4, 4, 6, 0, 0, 0);
        ins(`WF_OP_GST, 0, 1, 4, 0, 0, 16'd0);
        finish_code; run(LANES, 0, 0, 1, 0, 1);
        for (i = 0; i < LANES; i = i + 1) expect_word(256 + i, 0);
        for (i = 0; i < 16; i = i + 1) expect_word(8192 + i, 32'hdeadbeef);
        if (fault_valid !== 1'b1 || fault_kind !== `WF_FAULT_MEM_RANGE || fault_addr !== 32'd0 || fault_count !== 3*LANES)
            $fatal(1, "FAIL wf_top_smoke seed=%0d: unbound: fault kind %0d address %0d count %0d", seed, fault_kind, fault_addr, fault_count);
        binds_5 = 1'b1;

        name = "no end"; at = 0;             // three instructions in front of what the kernel before left
        imm(`WF_OP_MOV, 1, 0, 8); imm(`WF_OP_MOV, 5, 0, 64); imm(`WF_OP_ADD, 3, 3, 1);
        load_code; n = retires; run(2*LANES, 0, 0, 1, 0, 2);
        if (retires !== n + 8 || fault_count !== 2)
            $fatal(1, "FAIL wf_top_smoke seed=%0d: %0d instructions without an end, %0d faults", seed, retires - n, fault_count);
        for (i = 0; i < MEM_WORDS; i = i + 1) expect_word(i, 32'hdeadbeef);

        name = "entry"; entry = 16'd1024;    // the first place behind the instruction memory, then one behind the code
        load_code; n = retires; run(LANES, 0, 0, 1, 0, 1);
        entry = 16'd3; run(LANES, 0, 0, 1, 0, 1);
        if (retires !== n + 2 || fault_count !== 1)
            $fatal(1, "FAIL wf_top_smoke seed=%0d: %0d instructions outside the code, %0d faults", seed, retires - n, fault_count);
        for (i = 0; i < MEM_WORDS; i = i + 1) expect_word(i, 32'hdeadbeef);
        entry = 16'd0;

        if (WAVES >= 16) begin
        name = "stores and loads"; at = 0; burst = 1'b1;    // eight waves store while the loads of eight others are answered in every cycle
        sv(0, `WF_SV_DTID_X); sv(1, `WF_SV_WAVE); imm(`WF_OP_LTU, 2, 1, 8); imm(`WF_OP_SHL, 3, 0, 2);
        imm(`WF_OP_SUB, 4, 0, 8*LANES); imm(`WF_OP_MUL, 5, 4, 48);
        i = at; flow(`WF_OP_IF, 2, 1, 0);
        for (k = 0; k < 4; k = k + 1) ins(`WF_OP_GLD, 10 + k, 3, 0, 0, 0, 0);
        code[i][`WF_INSN_IMM16] = at; i = at; flow(`WF_OP_ELSE, 0, 1, 0);
        for (k = 0; k < 100; k = k + 1) imm(`WF_OP_ADD, 6, 6, 1);
        for (k = 0; k < 12; k = k + 1) ins(`WF_OP_GST, 0, 5, 0, 0, 0, 4*k);
        code[i][`WF_INSN_IMM16] = at; flow(`WF_OP_ENDIF, 0, 1, at + 1);
        finish_code; run(16*LANES, 0, 0, 1, 0, 16);
        for (i = 0; i < 8*LANES*12; i = i + 1) expect_word(256 + i, 8*LANES + i/12);
        burst = 1'b0;
        end

        name = "fences"; at = 0;             // of both scopes; between them nothing retires for a while
        for (k = 0; k < 3; k = k + 1) begin
            ins(`WF_OP_BARRIER, 0, 0, 0, 0, k == 0, 0);
            imm(`WF_OP_ADD, 2, 2, 1);
            ins(`WF_OP_MEMBAR, 0, 0, 0, 0, k == 1, 0);
            ins(`WF_OP_LDSATOM64, 8, 1, 0, 4, 0, 0);         // no lane adds anything
            ins(`WF_OP_LDSLD, 3, 1, 0, 0, 0, 0);
        end
        ins(`WF_OP_MEMBAR, 0, 0, 0, 0, 1, 0);
        finish_code; run(2*LANES, 0, 0, 3, 64, 6);
        for (i = 0; i < MEM_WORDS; i = i + 1) expect_word(i, 32'hdeadbeef);

        name = "all";
        check_loaded;
        check_sleep;
        if (acquires < 10) $fatal(1, "FAIL wf_top_smoke seed=%0d: caches forgot %0d times", seed, acquires);
        count(counters[`WF_CNT_WAVES], launches);
        count(counters[`WF_CNT_INSTRUCTIONS], retires);
`ifndef WF_NETLIST_wf_top
        if (start_up == 0 || start_up > (LANES > 32 ? 30 : 25))
            $fatal(1, "FAIL wf_top_smoke seed=%0d: first issue %0d cycles after the descriptor", seed, start_up);
        $display("  first issue at most %0d cycles after the descriptor", start_up);
`endif
        if (checks < 1000) $fatal(1, "FAIL wf_top_smoke seed=%0d: only %0d checks", seed, checks);
        $display("PASS wf_top_smoke seed=%0d checks=%0d", seed, checks);
        $finish;
    end
endmodule
`default_nettype wire
