// SPDX-License-Identifier: Apache-2.0
// wf_core_tb - random structured programs on wf_core alone, every retire record and request checked.
//   wf_core_program.vh makes the programs, wf_core_units.vh plays the units around the core, wf_core_reference.vh
//   is a sequential reference.  Here: the device, launches into random free slots with random numbers of live
//   lanes, barriers released after random delays, ends, and the run.  +seed=N +rounds=N.
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_core_tb;
    parameter integer LANES = 8, WAVES = 16, POLICY = 0, INFLIGHT = 4;
    parameter integer FPU_LANES = LANES;     // 0: no float unit
    parameter integer QUOTA  = 60;           // waves a program
    localparam integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1, GSLOT_W = 2, ID_W = 1;
    localparam integer ENTRY_W = (INFLIGHT > 1) ? $clog2(INFLIGHT) : 1;
    localparam integer TAG_W  = SLOT_W + ENTRY_W;            // {slot, entry}
    localparam integer TAGS = 1 << TAG_W, REGS = 64, IMEM_WORDS = 2048;
    localparam integer DEEP   = 6;           // nesting of the programs
    localparam integer CORE = 2, CORES = 5, FIRST_SLOT = CORE * WAVES;        // its place in the device

    reg         clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;
    reg  [31:0] noise = 32'd1, draw = 32'd1;
    integer     checks = 0, rounds = 300, round;

    `include "wf_random.vh"

    // ---- device ----
    reg                 launch_valid = 1'b0, end_ready = 1'b0, arrive_ready = 1'b0, release_valid = 1'b0;
    reg  [`WF_LAUNCH_W-1:0] launch = 0;
    wire                launch_ready, end_valid, arrive_valid;
    wire [SLOT_W-1:0]   end_slot, arrive_slot;
    reg  [WAVES-1:0]    release_slots = 0;
    reg                 imem_we = 1'b0, buf_we = 1'b0;
    reg  [15:0]         imem_addr = 0;
    reg  [63:0]         imem_data = 0;
    reg  [7:0]          buf_index = 0;
    wire                x_valid, p_valid, d_valid, m_valid;
    reg                 x_ready = 0, p_ready = 0, d_ready = 0, m_ready = 0;
    wire [`WF_MREQ_W-1:0] d_req, m_req;
    wire [TAG_W-1:0]    x_tag, p_tag;
    wire [TAG_W-1:0]    d_tag = d_req[`WF_MREQ_TAG], m_tag = m_req[`WF_MREQ_TAG];
    wire [7:0]          x_op, x_mod;
    wire [2:0]          x_log2, p_sv;
    wire [LANES-1:0]    d_mask = d_req[`WF_MREQ_MASK], m_mask = m_req[`WF_MREQ_MASK];
    wire [LANES-1:0]    x_exec, x_active;
    wire [32*LANES-1:0] x_a, x_b;
    wire [32*LANES-1:0] d_addr = d_req[`WF_MREQ_ADDR], m_addr = m_req[`WF_MREQ_ADDR];
    wire [128*LANES-1:0] x_q;
    wire [15:0]         p_place, d_base, d_words;
    wire [31:0]         p_x, p_y, p_z;
    reg                 xr_valid = 0, pr_valid = 0, dr_valid = 0, mr_valid = 0;
    wire                xr_ready, pr_ready, dr_ready, mr_ready;
    reg  [TAG_W-1:0]    xr_tag = 0, pr_tag = 0, mr_tag = 0;
    reg  [128*LANES-1:0] xr_data = 0;
    reg  [32*LANES-1:0] pr_data = 0, dr_data = 0, mr_data = 0;
    reg  [`WF_ACCESS_ERROR_W-1:0] mr_error = 0;
    wire [`WF_MRSP_W-1:0] m_rsp;
    assign m_rsp[`WF_MRSP_TAG]   = mr_tag;
    assign m_rsp[`WF_MRSP_DATA]  = mr_data;
    assign m_rsp[`WF_MRSP_ERROR] = mr_error;
    reg  [`WF_REPORT_W-1:0] dr_report = 0;
    reg                 row_wanted = 0, row_valid = 0;       // the float lanes, as the cross-lane unit asks for them
    wire                row_ready, row_soon, row_done;
    reg  [2:0]          row_tag = 0;
    wire [2:0]          row_soon_tag;
    reg  [32*LANES-1:0] row_a = 0, row_b = 0;
    wire [32*LANES-1:0] row_data;
    wire                rt_valid;
    wire [`WF_RT_W-1:0] rt;
    wire [SLOT_W-1:0]   rt_slot = rt[`WF_RT_SLOT];
    wire [15:0]         rt_pc = rt[`WF_RT_PC];
    wire [63:0]         rt_word = rt[`WF_RT_WORD];
    wire [LANES-1:0]    rt_exec = rt[`WF_RT_EXEC];
    wire [1:0]          fault_found, fault_settled;  // by dispatch
    wire [`WF_FAULT_W*2-1:0] fault;
    reg                 buf_id = 0, begin_valid = 0, begin_id = 0, finish_valid = 0, finish_id = 0;
    wire [WAVES-1:0]    st_valid, st_waiting;
    wire [16*WAVES-1:0] st_pc;
    wire                stat_issue, stat_blocked;
    // What the core shows as its clock: another 64 bits in each cycle, so that a word of the wrong cycle shows.
    localparam integer READ = 4;             // cycles from where it reads its clock to the record
    reg  [63:0]         cycles = 0;
    reg  [64*READ-1:0]  cycles_before = 0;   // the last READ ones, the newest lowest

    wf_core #(.LANES(LANES), .FPU_LANES(FPU_LANES), .WAVES(WAVES), .SLOT_BASE(FIRST_SLOT), .CORES(CORES), .GROUPS(4), .REGS(REGS), .IMEM_WORDS(IMEM_WORDS),
              .POLICY(POLICY), .INFLIGHT(INFLIGHT), .DISPATCHES(2)) u_dut (
        .clk(clk), .rst(rst),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch(launch),
        .end_valid(end_valid), .end_ready(end_ready), .end_slot(end_slot),
        .arrive_valid(arrive_valid), .arrive_ready(arrive_ready), .arrive_slot(arrive_slot),
        .release_valid(release_valid), .release_slots(release_slots),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data), .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index),
        .buf_base(base_of_buffer(buf_id, buf_index)), .buf_size(size_of_buffer(buf_id, buf_index)),
        .buf_robust(is_robust(buf_id, buf_index)), .code_words({2{code_words}}), .code_base(32'd0),
        .begin_valid(begin_valid), .begin_id(begin_id), .finish_valid(finish_valid), .finish_id(finish_id), .dead(2'b00), .settle(1'b0), .settled(),
        .grid_size({32'd83, 32'd82, 32'd81, 32'd73, 32'd72, 32'd71}), .cycles(cycles),
        .xlane_req_valid(x_valid), .xlane_req_ready(x_ready), .xlane_req_tag(x_tag), .xlane_req_op(x_op), .xlane_req_mod(x_mod),
        .xlane_req_wave_log2(x_log2), .xlane_req_exec(x_exec), .xlane_req_active(x_active), .xlane_req_a(x_a),
        .xlane_req_b(x_b), .xlane_req_q(x_q),
        .xlane_rsp_valid(xr_valid), .xlane_rsp_ready(xr_ready), .xlane_rsp_tag(xr_tag), .xlane_rsp_data(xr_data),
        .row_wanted(row_wanted), .row_req_valid(row_valid), .row_req_ready(row_ready), .row_req_tag(row_tag), .row_req_op(`WF_OP_MUL),
        .row_req_active({LANES{1'b1}}), .row_req_a(row_a), .row_req_b(row_b),
        .row_soon_valid(row_soon), .row_soon_tag(row_soon_tag), .row_rsp_valid(row_done), .row_rsp_data(row_data),
        .pack_req_valid(p_valid), .pack_req_ready(p_ready), .pack_req_tag(p_tag), .pack_req_id(), .pack_req_sv(p_sv),
        .pack_req_place(p_place), .pack_req_base({p_z, p_y, p_x}),
        .pack_rsp_valid(pr_valid), .pack_rsp_ready(pr_ready), .pack_rsp_tag(pr_tag), .pack_rsp_data(pr_data),
        .lds_req_valid(d_valid), .lds_req_ready(d_ready), .lds_req(d_req), .lds_req_base(d_base), .lds_req_words(d_words),
        .lds_rsp_valid(dr_valid), .lds_rsp_ready(dr_ready), .lds_rsp_data(dr_data), .lds_rsp_report(dr_report),
        .mreq_valid(m_valid), .mreq_ready(m_ready), .mreq(m_req), .mrsp_valid(mr_valid), .mrsp_ready(mr_ready), .mrsp(m_rsp),
        .rt_valid(rt_valid), .rt(rt),
        .fault_elsewhere(2'b00), .fault_found(fault_found), .fault_settled(fault_settled), .fault_time(), .fault(fault),
        .st_valid(st_valid), .st_waiting(st_waiting), .st_pc(st_pc), .stat_issue(stat_issue), .stat_blocked(stat_blocked));

    task fail(input [8*40-1:0] what, input integer slot, input integer lane, input [31:0] got, input [31:0] want);
        $fatal(1, "FAIL wf_core seed=%0d LANES=%0d WAVES=%0d POLICY=%0d INFLIGHT=%0d: %0s slot=%0d lane=%0d got=%h want=%h pc=%0d word=%h",
               seed, LANES, WAVES, POLICY, INFLIGHT, what, slot, lane, got, want, pc[slot], code[pc[slot]]);
    endtask

    // the same fault records with a clock that never stops are the same
    wire [1:0]               free_found, free_settled;
    wire [16*2-1:0]          free_time;
    wire [`WF_FAULT_W*2-1:0] free_fault;
    wire [TAG_W-1:0]         free_tag;
    wf_core_faults #(.WAVES(WAVES), .ENTRY_W(ENTRY_W), .DISPATCHES(2), .SLOT_BASE(FIRST_SLOT), .GATED(0)) u_free (
        .clk(clk), .rst(u_dut.u_faults.rst), .begin_valid(u_dut.u_faults.begin_valid), .begin_id(u_dut.u_faults.begin_id),
        .lds_request(u_dut.u_faults.lds_request), .lds_request_id(u_dut.u_faults.lds_request_id),
        .lds_request_tag(u_dut.u_faults.lds_request_tag), .lds_answer(u_dut.u_faults.lds_answer), .lds_valid(u_dut.u_faults.lds_valid),
        .lds_id(u_dut.u_faults.lds_id), .lds(u_dut.u_faults.lds), .mem_valid(u_dut.u_faults.mem_valid), .mem_id(u_dut.u_faults.mem_id),
        .mem(u_dut.u_faults.mem), .code_valid(u_dut.u_faults.code_valid), .code_id(u_dut.u_faults.code_id), .code(u_dut.u_faults.code),
        .bus_offered(u_dut.u_faults.bus_offered),
        .bus_valid(u_dut.u_faults.bus_valid), .bus_id(u_dut.u_faults.bus_id), .bus(u_dut.u_faults.bus), .bus_wave(u_dut.u_faults.bus_wave),
        .bus_gid(u_dut.u_faults.bus_gid), .bus_base(u_dut.u_faults.bus_base), .lookup_tag(free_tag), .lookup_wave(u_dut.u_faults.lookup_wave),
        .lookup_gid(u_dut.u_faults.lookup_gid), .lookup_pc(u_dut.u_faults.lookup_pc), .fault_elsewhere(u_dut.u_faults.fault_elsewhere),
        .fault_found(free_found), .fault_settled(free_settled), .fault_time(free_time), .fault(free_fault));
    reg [1:0] named = 2'b00;         // before the first record its names are anything
    integer   nd;
    always @(posedge clk)
        if (!rst) begin
            named = named | (fault_found & fault_settled);
            if ({free_found, free_settled, free_tag} !== {fault_found, fault_settled, u_dut.lookup_tag})
                fail("a fault is found otherwise than with a clock that never stops", 0, 0, 0, 0);
            for (nd = 0; nd < 2; nd = nd + 1)
                if (named[nd] && {free_time[16*nd +: 16], free_fault[`WF_FAULT_W*nd +: `WF_FAULT_W]} !==
                                 {u_dut.fault_time[16*nd +: 16], fault[`WF_FAULT_W*nd +: `WF_FAULT_W]})
                    fail("a fault record differs from that with a clock that never stops", 0, 0, 0, 0);
        end

    `include "wf_core_program.vh"
    `include "wf_core_reference.vh"
    `include "wf_core_units.vh"

    // ---- everything that happens in a cycle ----
    reg                  plan_rst = 1'b1, plan_imem = 1'b0, plan_buf = 1'b0, plan_go = 1'b0;
    reg [15:0]           plan_addr = 0;
    reg [63:0]           plan_data = 0;
    reg                  plan_begin = 0, plan_id = 0, plan_finish = 0;
    reg [4:0]            plan_index = 0;
    always @(posedge clk) begin
        r1 = xorshift32(noise); r2 = xorshift32(r1); r3 = xorshift32(r2);
        noise     <= rst ? seeded(seed) : r3;
        rst       <= plan_rst;
        imem_we   <= plan_imem;
        imem_addr <= plan_addr;
        imem_data <= plan_data;
        buf_we    <= plan_buf;
        buf_index <= {2{plan_index[3:0]}};
        buf_id    <= plan_index[4];
        begin_valid <= plan_begin;
        begin_id    <= plan_id;
        finish_valid <= plan_finish;
        finish_id    <= plan_finish ? plan_id : r1[14];
        x_ready <= rush || r1[1:0] != 0; p_ready <= rush || r1[3:2] != 0;
        d_ready <= rush || r1[5:4] != 0; m_ready <= rush || r1[7:6] != 0;
        end_ready <= r1[8]; arrive_ready <= r1[9];
        launch_valid <= 1'b0;
        launch       <= {(`WF_LAUNCH_W+31)/32{r3}};           // without a launch: anything
        release_valid <= 1'b0;
        cycles <= {r3, r2};
        cycles_before <= {cycles_before[0 +: 64*(READ-1)], cycles};
        check_request_time;
        use_row;
        if (!rst) begin
            if (u_dut.insn_valid) reads_of[u_dut.insn_slot] = reads_of[u_dut.insn_slot] + (u_dut.insn_fold ? 2 : 1);
            if (u_dut.next_fold) reads_of[u_dut.flow_slot] = reads_of[u_dut.flow_slot] + 1;
            check_answers;
            check_state;
            if (mr_valid && mr_ready && !stray_m && mr_error[`WF_ACCESS_ERROR_VALID]) begin      // after the others of its cycle
                bus_met = 1'b1; bus_tag = mr_tag; bus_error = mr_error;
            end
            check_lookup;
            take_requests;
            give_answers;
            // retire, arrive, release, end
            if (rt_valid) begin
                if (!in_slot[rt_slot]) fail("retired while not running", rt_slot, 0, 0, 0);
                check_retired(rt_slot);
                if (rt_word[7:0] == `WF_OP_BARRIER || rt_word[7:0] == `WF_OP_MEMBAR) check_fence(rt_slot);
                if (rt[`WF_RT_FOLD]) check_folded(rt_slot);
                if (!ended[rt_slot] && reads_of[rt_slot] == f_number[found] + 1) begin       // none behind it was read
                    still[rt_slot] = 1'b1;
                    still_at[rt_slot] = reads_of[rt_slot];
                end
            end
            check_reports;
            check_credits(1'b0);
            check_target;
            if (bus_met) note_bus;
            if (arrive_valid && arrive_ready) begin
                if (!waiting[arrive_slot] || arrived[arrive_slot]) fail("arrival", arrive_slot, 0, 0, 0);
                arrived[arrive_slot] = 1'b1;
                if (r3[6:5] == 2'd0) begin                       // at once
                    release_valid <= 1'b1;
                    release_slots <= arrived;
                    waiting = waiting & ~arrived;
                    arrived = 0;
                end
            end else if (arrived != 0 && r3[12:9] == 4'd0) begin
                release_valid <= 1'b1;
                release_slots <= arrived;
                waiting = waiting & ~arrived;
                arrived = 0;
            end
            if (end_valid && end_ready) begin
                if (!ended[end_slot]) fail("end", end_slot, 0, 0, 0);
                in_slot[end_slot] = 1'b0;
                ended[end_slot]   = 1'b0;
                finished = finished + 1;
            end
            // launch
            s = r1[23:16] % WAVES;
            if (plan_go && started < QUOTA && !in_slot[s] && !(launch_valid && launch[`WF_LAUNCH_SLOT] == s) && r1[10]) begin
                started = started + 1;
                in_slot[s] = 1'b1;
                id_of[s] = r1[11];
                wave_of[s] = started; count_of[s] = started + 7; gid_of[s] = r2; tbase_of[s] = r3;
                base_of[s] = {r2[7:0], 5'd0}; words_of[s] = {8'd0, r2[15:8]};
                l = (r2[20:18] == 0) ? 0 : (r2[18]) ? LANES : 1 + r3[30:24] % LANES;
                alive[s] = 0;
                for (i = 0; i < l; i = i + 1) alive[s][i] = 1'b1;
                run[s] = alive[s]; help[s] = r1[9:8] == 2'd0 ? alive[s] & {4{r2 ^ {r3[15:0], r3[31:16]}}} : 0; pc[s] = start; ended[s] = l == 0; begun[s] = 0; reads_of[s] = 0;
                for (i = 0; i < REGS*LANES; i = i + 1) value[s*REGS*LANES + i] = 32'd0;
                launch_valid <= 1'b1;
                launch[`WF_LAUNCH_SLOT]   <= s;
                launch[`WF_LAUNCH_GSLOT]  <= wave_of[s];
                launch[`WF_LAUNCH_ID]     <= id_of[s];
                launch[`WF_LAUNCH_WAVE]   <= wave_of[s];
                launch[`WF_LAUNCH_FIRST]  <= ~wave_of[s];
                launch[`WF_LAUNCH_COUNT]  <= count_of[s];
                launch[`WF_LAUNCH_WAVE_LOG2] <= 3'd2;
                launch[`WF_LAUNCH_LIVE]   <= l;
                launch[`WF_LAUNCH_HELPER] <= help[s];
                // where quads are counts in a pixel shader alone
                pixel_of[s] = r3[20];
                at_of[s]    = {2{r2[13:1], 1'b0, r3[13:1], 1'b0}} ^ {r3[31:19], 1'b0, r2[31:19], 1'b0};
                launch[`WF_LAUNCH_PIXEL] <= pixel_of[s];
                launch[`WF_LAUNCH_AT]    <= at_of[s];
                launch[`WF_LAUNCH_ENTRY]  <= start;
                launch[`WF_LAUNCH_GID]    <= group_of(gid_of[s]);
                launch[`WF_LAUNCH_TBASE]  <= {tbase_of[s] + 32'd2, tbase_of[s] + 32'd1, tbase_of[s]};
                launch[`WF_LAUNCH_LDS_BASE]  <= base_of[s];
                launch[`WF_LAUNCH_LDS_WORDS] <= words_of[s];
                // rows of its own, not in the order of the slots; of a wave with fewer than the program names, the rows around are other waves'
                regs_of[s] = r2[21] ? REGS : REGS - 8;
                launch[`WF_LAUNCH_REGS]     <= regs_of[s];
                launch[`WF_LAUNCH_REG_BASE] <= (s + round) % WAVES * REGS + (regs_of[s] < REGS && r2[22] ? 8 : 0);
            end
        end
    end

    integer n, patience;
    reg     cut;
    initial begin
        start_random;
        if (!$value$plusargs("rounds=%d", rounds)) rounds = 20;
        draw = seed * 32'd2654435761 + 32'd12345;
        forget;
        repeat (4) @(negedge clk);
        for (round = 0; round < rounds; round = round + 1) begin
            if (round % 3 == 0) begin            // state lives on over three programs
                plan_rst = 1'b1;
                repeat (3) @(negedge clk);
                plan_rst = 1'b0;
                forget;
                first_fault = 2'b00; fault_lanes[0] = 0; fault_lanes[1] = 0;
                bound = 32'd0; loaded = {IMEM_WORDS{1'b0}};
            end
            if (r1[12]) begin                    // another dispatch begins: its faults begin at none
                plan_begin = 1'b1; plan_id = r1[13];
                @(negedge clk);
                plan_begin = 1'b0;
                @(negedge clk);
                first_fault[plan_id] = 1'b0; fault_lanes[plan_id] = 0;
            end
            started = 0; finished = 0;
            if (r1[15]) begin                    // a dispatch is over: what it bound is bound no more
                plan_finish = 1'b1; plan_id = r1[13];
                bound[16*plan_id +: 16] = 16'd0;
                @(negedge clk);
                plan_finish = 1'b0;
                @(negedge clk);
            end
            gen_program;
            for (n = 0; n < at; n = n + 1) begin
                plan_imem = 1'b1; plan_addr = n; plan_data = code[n]; plan_buf = n < 32 && binds[n]; plan_index = n;
                loaded[n] = 1'b1;
                @(negedge clk);
            end
            plan_imem = 1'b0;
            for (n = 0; n < 32; n = n + 1) begin
                plan_buf = binds[n]; plan_index = n;
                @(negedge clk);
            end
            plan_buf = 1'b0;
            repeat (2) @(negedge clk);
            plan_go  = 1'b1;
            patience = 0;
            n        = retired;
            cut      = round % 6 == 5;           // the reset before the next program comes in the middle of this one
            while (finished < QUOTA && !(cut && started > QUOTA / 2)) begin
                @(negedge clk);
                patience = (retired == n) ? patience + 1 : 0;
                n = retired;
                if (patience > 4000) begin
                    for (n = 0; n < WAVES; n = n + 1)
                        $display("slot %0d: in %b pc %0d op %h waiting %b ended %b begun %0d", n, in_slot[n], pc[n], code[pc[n]][7:0],
                                 waiting[n], ended[n], begun[n]);
                    fail("hang", 0, 0, finished, QUOTA);
                end
            end
            plan_go = 1'b0;
            if (!cut) begin
                while (mp != 0) @(negedge clk);      // stores outlive their waves
                repeat (20) @(negedge clk);
                check_credits(1'b1);
                if (st_valid !== 0 || in_slot !== 0) fail("slots in use at the end", 0, 0, st_valid, 0);
                check_fault_record;
            end
        end
        if (rounds >= 1000 && kinds_seen !== 8'hfe) fail("kinds of first faults", 0, 0, kinds_seen, 8'hfe);
        if (checks < 1000) fail("few checks", 0, 0, checks, 1000);
        // a few programs may have none that runs
        if (pairs_checked < retired / 500 && rounds >= 16) fail("few lanes of 64-bit atomics", 0, 0, pairs_checked, retired);
        if (rounds >= 16 && (stills == 0 || targets == 0)) fail("few reports or targets", 0, 0, stills, targets);
        if (folded < retired / 100) fail("few folded", 0, 0, folded, retired);
        if (clocks < retired / 2000 && rounds >= 16) fail("few reads of the clock", 0, 0, clocks, retired);
        $display("PASS wf_core seed=%0d checks=%0d retired=%0d folded=%0d pairs=%0d LANES=%0d WAVES=%0d POLICY=%0d INFLIGHT=%0d", seed, checks, retired, folded, pairs_checked, LANES, WAVES,
                 POLICY, INFLIGHT);
        $finish;
    end
endmodule
`default_nettype wire
