// SPDX-License-Identifier: Apache-2.0
// wf_core_tb - random structured programs on wf_core alone, every retire record and request against a sequential reference.
//   wf_core_program.vh makes the programs, wf_core_units.vh plays the units around the core, wf_core_reference.vh says what must come
//   out.  Here: the device, launches into random free slots with random numbers of live lanes, barriers released after random
//   delays, ends, and the run.  +seed=N +rounds=N.
`timescale 1ns/1ps
`default_nettype none
`include "wf_access.vh"
`include "wf_isa.vh"

module wf_core_tb;
    parameter integer LANES  = 8;
    parameter integer WAVES  = 16;
    parameter integer POLICY = 0;
    parameter integer INFLIGHT = 4;
    parameter integer QUOTA  = 60;           // waves a program
    localparam integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1;
    localparam integer ENTRY_W = (INFLIGHT > 1) ? $clog2(INFLIGHT) : 1;
    localparam integer TAG_W  = SLOT_W + ENTRY_W;            // {slot, entry}
    localparam integer TAGS   = 1 << TAG_W;
    localparam integer REGS   = 64;
    localparam integer IMEM_WORDS = 2048;
    localparam integer DEEP   = 6;           // nesting of the programs

    reg         clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;
    reg  [31:0] noise = 32'd1, draw = 32'd1;
    integer     checks = 0, rounds = 300, round;

    `include "wf_random.vh"

    // ---- device ----
    reg                 launch_valid = 1'b0, end_ready = 1'b0, arrive_ready = 1'b0, release_valid = 1'b0;
    reg  [SLOT_W-1:0]   launch_slot = 0;
    reg  [15:0]         launch_wave = 0, launch_count = 0, launch_entry = 0, launch_lds_base = 0, launch_lds_words = 0, launch_reg_base = 0;
    reg  [7:0]          launch_live = 0, launch_regs = 0;
    reg  [LANES-1:0]    launch_helper = 0;
    reg  [31:0]         launch_gid_x = 0, launch_tbase_x = 0;
    wire                launch_ready, end_valid, arrive_valid;
    wire [SLOT_W-1:0]   end_slot, arrive_slot;
    reg  [WAVES-1:0]    release_slots = 0;
    reg                 imem_we = 1'b0, buf_we = 1'b0;
    reg  [15:0]         imem_addr = 0;
    reg  [63:0]         imem_data = 0;
    reg  [3:0]          buf_index = 0;
    wire                x_valid, p_valid, d_valid, m_valid;
    reg                 x_ready = 0, p_ready = 0, d_ready = 0, m_ready = 0;
    wire [TAG_W-1:0]    x_tag, p_tag, d_tag, m_tag;
    wire [7:0]          x_op, x_mod;
    wire [2:0]          x_log2, p_sv;
    wire [LANES-1:0]    x_exec, x_active, d_mask, m_mask;
    wire [32*LANES-1:0] x_a, x_b, d_addr, d_data, d_compare, m_addr, m_data, m_compare;
    wire [128*LANES-1:0] x_q;
    wire [15:0]         p_place, d_base, d_words;
    wire [31:0]         p_x, p_y, p_z;
    wire [1:0]          d_kind, m_kind;
    wire [3:0]          d_atom, m_atom;
    reg                 xr_valid = 0, pr_valid = 0, dr_valid = 0, mr_valid = 0;
    wire                xr_ready, pr_ready, dr_ready, mr_ready;
    reg  [TAG_W-1:0]    xr_tag = 0, pr_tag = 0, dr_tag = 0, mr_tag = 0;
    reg  [128*LANES-1:0] xr_data = 0;
    reg  [32*LANES-1:0] pr_data = 0, dr_data = 0, mr_data = 0;
    reg  [`WF_ACCESS_ERROR_W-1:0] mr_error = 0;
    reg  [7:0]          dr_faults = 0, dr_lane = 0;
    reg  [2:0]          dr_kind = 0;
    reg  [31:0]         dr_addr = 0;
    wire                rt_valid, rt_fold;
    wire [SLOT_W-1:0]   rt_slot;
    wire [1:0]          fault_valid;                 // by dispatch
    wire [2*SLOT_W-1:0] fault_slot;
    wire [5:0]          fault_kind;
    wire [15:0]         fault_lane;
    wire [31:0]         fault_wave, fault_pc;
    wire [63:0]         fault_gid_x, fault_gid_y, fault_gid_z, fault_addr;
    wire [127:0]        fault_count;
    reg                 launch_id = 0, buf_id = 0, begin_valid = 0, begin_id = 0, finish_valid = 0, finish_id = 0;
    wire [1:0]          rt_gslot;
    wire [15:0]         rt_wave, rt_pc;
    wire [31:0]         rt_gid_x, rt_gid_y, rt_gid_z;
    wire [63:0]         rt_word;
    wire [LANES-1:0]    rt_exec, rt_write, rt_fold_exec;
    wire [6:0]          rt_dst;
    wire [2:0]          rt_words;
    wire [128*LANES-1:0] rt_data;
    wire [WAVES-1:0]    st_valid, st_waiting;
    wire [16*WAVES-1:0] st_pc;
    wire                stat_issue, stat_blocked;

    wf_core #(.LANES(LANES), .WAVES(WAVES), .GROUPS(4), .REGS(REGS), .IMEM_WORDS(IMEM_WORDS), .POLICY(POLICY), .INFLIGHT(INFLIGHT), .DISPATCHES(2)) u_dut (
        .clk(clk), .rst(rst),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch_slot(launch_slot), .launch_gslot(launch_wave[1:0]), .launch_id(launch_id),
        .launch_wave(launch_wave), .launch_first(~launch_wave), .launch_count(launch_count), .launch_wave_log2(3'd2),
        .launch_pixel(1'b0), .launch_helper(launch_helper), .launch_at({7*LANES{1'b0}}),
        .launch_live(launch_live),
        .launch_entry(launch_entry), .launch_gid_x(launch_gid_x), .launch_gid_y(~launch_gid_x),
        .launch_gid_z(launch_gid_x + 32'd5), .launch_tbase_x(launch_tbase_x), .launch_tbase_y(launch_tbase_x + 32'd1),
        .launch_tbase_z(launch_tbase_x + 32'd2), .launch_lds_base(launch_lds_base), .launch_lds_words(launch_lds_words),
        .launch_reg_base(launch_reg_base), .launch_regs(launch_regs),
        .end_valid(end_valid), .end_ready(end_ready), .end_slot(end_slot),
        .arrive_valid(arrive_valid), .arrive_ready(arrive_ready), .arrive_slot(arrive_slot),
        .release_valid(release_valid), .release_slots(release_slots),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data), .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index),
        .buf_base(base_of_buffer(buf_id, buf_index)), .buf_size(size_of_buffer(buf_id, buf_index)), .code_words({2{code_words}}), .code_base(32'd0),
        .begin_valid(begin_valid), .begin_id(begin_id), .finish_valid(finish_valid), .finish_id(finish_id), .dead(2'b00), .settle(1'b0), .settled(),
        .grid_x({32'd81, 32'd71}), .grid_y({32'd82, 32'd72}), .grid_z({32'd83, 32'd73}),
        .xlane_req_valid(x_valid), .xlane_req_ready(x_ready), .xlane_req_tag(x_tag), .xlane_req_op(x_op), .xlane_req_mod(x_mod),
        .xlane_req_wave_log2(x_log2), .xlane_req_exec(x_exec), .xlane_req_active(x_active), .xlane_req_a(x_a),
        .xlane_req_b(x_b), .xlane_req_q(x_q),
        .xlane_rsp_valid(xr_valid), .xlane_rsp_ready(xr_ready), .xlane_rsp_tag(xr_tag), .xlane_rsp_data(xr_data),
        .pack_req_valid(p_valid), .pack_req_ready(p_ready), .pack_req_tag(p_tag), .pack_req_id(), .pack_req_sv(p_sv),
        .pack_req_place(p_place), .pack_req_base_x(p_x), .pack_req_base_y(p_y), .pack_req_base_z(p_z),
        .pack_rsp_valid(pr_valid), .pack_rsp_ready(pr_ready), .pack_rsp_tag(pr_tag), .pack_rsp_data(pr_data),
        .lds_req_valid(d_valid), .lds_req_ready(d_ready), .lds_req_tag(d_tag), .lds_req_kind(d_kind), .lds_req_atom(d_atom),
        .lds_req_base(d_base), .lds_req_words(d_words), .lds_req_mask(d_mask), .lds_req_addr(d_addr), .lds_req_data(d_data),
        .lds_req_compare(d_compare),
        .lds_rsp_valid(dr_valid), .lds_rsp_ready(dr_ready), .lds_rsp_tag(dr_tag), .lds_rsp_data(dr_data),
        .lds_rsp_faults(dr_faults), .lds_rsp_fault_kind(dr_kind), .lds_rsp_fault_lane(dr_lane), .lds_rsp_fault_addr(dr_addr),
        .mreq_valid(m_valid), .mreq_ready(m_ready), .mreq_tag(m_tag), .mreq_kind(m_kind), .mreq_atom(m_atom), .mreq_mask(m_mask),
        .mreq_addr(m_addr), .mreq_data(m_data), .mreq_compare(m_compare),
        .mrsp_valid(mr_valid), .mrsp_ready(mr_ready), .mrsp_tag(mr_tag), .mrsp_data(mr_data), .mrsp_error(mr_error),
        .rt_valid(rt_valid), .rt_slot(rt_slot), .rt_gslot(rt_gslot), .rt_id(), .rt_wave(rt_wave), .rt_gid_x(rt_gid_x), .rt_gid_y(rt_gid_y),
        .rt_gid_z(rt_gid_z), .rt_pc(rt_pc), .rt_word(rt_word), .rt_exec(rt_exec), .rt_write(rt_write), .rt_dst(rt_dst),
        .rt_words(rt_words), .rt_data(rt_data), .rt_fold(rt_fold), .rt_fold_exec(rt_fold_exec),
        .fault_elsewhere(2'b00), .fault_found(), .fault_settled(), .fault_time(), .fault_valid(fault_valid), .fault_kind(fault_kind), .fault_slot(fault_slot), .fault_wave(fault_wave),
        .fault_gid_x(fault_gid_x), .fault_gid_y(fault_gid_y), .fault_gid_z(fault_gid_z), .fault_lane(fault_lane),
        .fault_pc(fault_pc), .fault_addr(fault_addr), .fault_count(fault_count),
        .st_valid(st_valid), .st_waiting(st_waiting), .st_pc(st_pc), .stat_issue(stat_issue), .stat_blocked(stat_blocked));

    task fail(input [8*40-1:0] what, input integer slot, input integer lane, input [31:0] got, input [31:0] want);
        $fatal(1, "FAIL wf_core seed=%0d LANES=%0d WAVES=%0d POLICY=%0d INFLIGHT=%0d: %0s slot=%0d lane=%0d got=%h want=%h pc=%0d word=%h",
               seed, LANES, WAVES, POLICY, INFLIGHT, what, slot, lane, got, want, pc[slot], code[pc[slot]]);
    endtask

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
        buf_index <= plan_index[3:0];
        buf_id    <= plan_index[4];
        begin_valid <= plan_begin;
        begin_id    <= plan_id;
        finish_valid <= plan_finish;
        finish_id    <= plan_finish ? plan_id : r1[14];
        x_ready <= rush || r1[1:0] != 0; p_ready <= rush || r1[3:2] != 0;
        d_ready <= rush || r1[5:4] != 0; m_ready <= rush || r1[7:6] != 0;
        end_ready <= r1[8]; arrive_ready <= r1[9];
        launch_valid <= 1'b0;
        release_valid <= 1'b0;
        if (!rst) begin
            if (u_dut.insn_valid) reads_of[u_dut.insn_slot] = reads_of[u_dut.insn_slot] + (u_dut.insn_fold ? 2 : 1);
            if (u_dut.next_fold) reads_of[u_dut.flow_slot] = reads_of[u_dut.flow_slot] + 1;
            check_answers;
            if (mr_valid && mr_ready && !stray_m && mr_error[`WF_ACCESS_ERROR_VALID]) begin      // after the others of its cycle
                bus_met = 1'b1; bus_tag = mr_tag; bus_error = mr_error;
            end
            take_requests;
            give_answers;
            // retire, arrive, release, end
            if (rt_valid) begin
                if (!in_slot[rt_slot]) fail("retired while not running", rt_slot, 0, 0, 0);
                check_retired(rt_slot);
                if (rt_word[7:0] == `WF_OP_BARRIER || rt_word[7:0] == `WF_OP_MEMBAR) check_fence(rt_slot);
                if (rt_fold) check_folded(rt_slot);
                if (!ended[rt_slot] && reads_of[rt_slot] == f_number[found] + 1 && st_pc[16*rt_slot +: 16] !== pc[rt_slot])  // none behind it was read
                    fail("pc of a report", rt_slot, 0, {16'd0, st_pc[16*rt_slot +: 16]}, {16'd0, pc[rt_slot]});
            end
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
            if (plan_go && started < QUOTA && !in_slot[s] && !(launch_valid && launch_slot == s) && r1[10]) begin
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
                launch_valid <= 1'b1; launch_slot <= s; launch_wave <= wave_of[s]; launch_count <= count_of[s];
                launch_helper <= help[s];
                launch_id     <= id_of[s];
                launch_live <= l; launch_entry <= start; launch_gid_x <= gid_of[s]; launch_tbase_x <= tbase_of[s];
                launch_lds_base <= base_of[s]; launch_lds_words <= words_of[s];
                // rows of its own, not in the order of the slots; of a wave with fewer than the program names, the rows around are other waves'
                regs_of[s] = r2[21] ? REGS : REGS - 8;
                launch_regs <= regs_of[s];
                launch_reg_base <= (s + round) % WAVES * REGS + (regs_of[s] < REGS && r2[22] ? 8 : 0);
            end
        end
    end

    integer n, patience;
    initial begin
        start_random;
        if (!$value$plusargs("rounds=%d", rounds)) rounds = 20;
        draw = seed * 32'd2654435761 + 32'd12345;
        for (n = 0; n < WAVES*FLY; n = n + 1) f_live[n] = 1'b0;
        repeat (4) @(negedge clk);
        for (round = 0; round < rounds; round = round + 1) begin
            if (round % 3 == 0) begin            // state lives on over three programs
                plan_rst = 1'b1;
                repeat (3) @(negedge clk);
                plan_rst = 1'b0;
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
            while (finished < QUOTA) begin
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
            while (mp != 0) @(negedge clk);          // stores outlive their waves
            repeat (20) @(negedge clk);
            if (st_valid !== 0 || in_slot !== 0) fail("slots in use at the end", 0, 0, st_valid, 0);
            check_fault_record;
        end
        if (rounds >= 1000 && kinds_seen !== 8'hfe) fail("kinds of first faults", 0, 0, kinds_seen, 8'hfe);
        if (checks < 1000) fail("few checks", 0, 0, checks, 1000);
        if (folded < retired / 100) fail("few folded", 0, 0, folded, retired);
        $display("PASS wf_core seed=%0d checks=%0d retired=%0d folded=%0d LANES=%0d WAVES=%0d POLICY=%0d INFLIGHT=%0d", seed, checks, retired, folded, LANES, WAVES,
                 POLICY, INFLIGHT);
        $finish;
    end
endmodule
`default_nettype wire
