// SPDX-License-Identifier: Apache-2.0
// wf_core_tb - random structured programs on wf_core alone, every retire record and request against a sequential reference.
//   The units around the core are stood in for by functions of the request (a hash of operands, masks and slot data), answered late
//   and in any order (LDS: in order), so a wrong operand, mask, tag or write-back shows as a wrong value.  The reference keeps
//   registers and one set of lanes a nesting level for each wave and executes an instruction when it retires.  Waves are launched into
//   random free slots with random numbers of live lanes, barriers released after random delays.  +seed=N +rounds=N.
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_core_tb;
    parameter integer LANES  = 8;
    parameter integer WAVES  = 16;
    parameter integer POLICY = 0;
    parameter integer QUOTA  = 60;           // waves a program
    localparam integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1;
    localparam integer REGS   = 64;
    localparam integer DEEP   = 6;           // nesting of the programs

    reg         clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;
    reg  [31:0] seed = 32'd1, prng = 32'd1, draw = 32'd1;
    integer     checks = 0, rounds = 300, round;

    function [31:0] xorshift32(input [31:0] s);
        begin
            xorshift32 = s ^ (s << 13);
            xorshift32 = xorshift32 ^ (xorshift32 >> 17);
            xorshift32 = xorshift32 ^ (xorshift32 << 5);
        end
    endfunction

    // ---- device ----
    reg                 hold_issue = 1'b0, launch_valid = 1'b0, end_ready = 1'b0, arrive_ready = 1'b0, release_valid = 1'b0;
    reg  [SLOT_W-1:0]   launch_slot = 0;
    reg  [15:0]         launch_wave = 0, launch_count = 0, launch_entry = 0, launch_lds_base = 0, launch_lds_words = 0;
    reg  [7:0]          launch_live = 0;
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
    wire [SLOT_W-1:0]   x_tag, p_tag, d_tag, m_tag;
    wire [7:0]          x_op, x_mod;
    wire [2:0]          x_log2, p_sv, p_log2;
    wire [LANES-1:0]    x_exec, x_active, d_mask, m_mask;
    wire [32*LANES-1:0] x_a, x_b, d_addr, d_data, d_compare, m_addr, m_data, m_compare;
    wire [128*LANES-1:0] x_q;
    wire [15:0]         p_wave, d_base, d_words;
    wire [31:0]         p_x, p_y, p_z;
    wire [1:0]          d_kind, m_kind;
    wire [3:0]          d_atom, m_atom;
    reg                 xr_valid = 0, pr_valid = 0, dr_valid = 0, mr_valid = 0;
    wire                xr_ready, pr_ready, dr_ready, mr_ready;
    reg  [SLOT_W-1:0]   xr_tag = 0, pr_tag = 0, dr_tag = 0, mr_tag = 0;
    reg  [128*LANES-1:0] xr_data = 0;
    reg  [32*LANES-1:0] pr_data = 0, dr_data = 0, mr_data = 0;
    reg  [7:0]          dr_faults = 0, dr_lane = 0;
    reg  [2:0]          dr_kind = 0;
    reg  [31:0]         dr_addr = 0;
    wire                rt_valid, fault_valid;
    wire [SLOT_W-1:0]   rt_slot, fault_slot;
    wire [1:0]          rt_gslot;
    wire [15:0]         rt_wave, rt_pc, fault_wave;
    wire [31:0]         rt_gid_x, rt_gid_y, rt_gid_z, fault_gid_x, fault_gid_y, fault_gid_z, fault_addr;
    wire [63:0]         rt_word, fault_count;
    wire [LANES-1:0]    rt_exec, rt_write;
    wire [6:0]          rt_dst;
    wire [2:0]          rt_words, fault_kind;
    wire [7:0]          fault_lane;
    wire [128*LANES-1:0] rt_data;
    wire [WAVES-1:0]    st_valid, st_waiting;
    wire [16*WAVES-1:0] st_pc;
    wire                stat_issue, stat_blocked;

    wf_core #(.LANES(LANES), .WAVES(WAVES), .GROUPS(4), .REGS(REGS), .IMEM_WORDS(2048), .POLICY(POLICY)) u_dut (
        .clk(clk), .rst(rst), .hold_issue(hold_issue),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch_slot(launch_slot), .launch_gslot(launch_wave[1:0]),
        .launch_wave(launch_wave), .launch_count(launch_count), .launch_wave_log2(3'd2), .launch_live(launch_live),
        .launch_entry(launch_entry), .launch_gid_x(launch_gid_x), .launch_gid_y(~launch_gid_x),
        .launch_gid_z(launch_gid_x + 32'd5), .launch_tbase_x(launch_tbase_x), .launch_tbase_y(launch_tbase_x + 32'd1),
        .launch_tbase_z(launch_tbase_x + 32'd2), .launch_lds_base(launch_lds_base), .launch_lds_words(launch_lds_words),
        .end_valid(end_valid), .end_ready(end_ready), .end_slot(end_slot),
        .arrive_valid(arrive_valid), .arrive_ready(arrive_ready), .arrive_slot(arrive_slot),
        .release_valid(release_valid), .release_slots(release_slots),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data), .buf_we(buf_we), .buf_index(buf_index),
        .buf_base({16'd1, 4'd0, buf_index, 8'd0}), .buf_size({24'd0, buf_index, 4'd0}),
        .grid_x(32'd71), .grid_y(32'd72), .grid_z(32'd73),
        .xlane_req_valid(x_valid), .xlane_req_ready(x_ready), .xlane_req_tag(x_tag), .xlane_req_op(x_op), .xlane_req_mod(x_mod),
        .xlane_req_wave_log2(x_log2), .xlane_req_exec(x_exec), .xlane_req_active(x_active), .xlane_req_a(x_a),
        .xlane_req_b(x_b), .xlane_req_q(x_q),
        .xlane_rsp_valid(xr_valid), .xlane_rsp_ready(xr_ready), .xlane_rsp_tag(xr_tag), .xlane_rsp_data(xr_data),
        .pack_req_valid(p_valid), .pack_req_ready(p_ready), .pack_req_tag(p_tag), .pack_req_sv(p_sv), .pack_req_wave(p_wave),
        .pack_req_wave_log2(p_log2), .pack_req_base_x(p_x), .pack_req_base_y(p_y), .pack_req_base_z(p_z),
        .pack_rsp_valid(pr_valid), .pack_rsp_ready(pr_ready), .pack_rsp_tag(pr_tag), .pack_rsp_data(pr_data),
        .lds_req_valid(d_valid), .lds_req_ready(d_ready), .lds_req_tag(d_tag), .lds_req_kind(d_kind), .lds_req_atom(d_atom),
        .lds_req_base(d_base), .lds_req_words(d_words), .lds_req_mask(d_mask), .lds_req_addr(d_addr), .lds_req_data(d_data),
        .lds_req_compare(d_compare),
        .lds_rsp_valid(dr_valid), .lds_rsp_ready(dr_ready), .lds_rsp_tag(dr_tag), .lds_rsp_data(dr_data),
        .lds_rsp_faults(dr_faults), .lds_rsp_fault_kind(dr_kind), .lds_rsp_fault_lane(dr_lane), .lds_rsp_fault_addr(dr_addr),
        .mreq_valid(m_valid), .mreq_ready(m_ready), .mreq_tag(m_tag), .mreq_kind(m_kind), .mreq_atom(m_atom), .mreq_mask(m_mask),
        .mreq_addr(m_addr), .mreq_data(m_data), .mreq_compare(m_compare),
        .mrsp_valid(mr_valid), .mrsp_ready(mr_ready), .mrsp_tag(mr_tag), .mrsp_data(mr_data),
        .rt_valid(rt_valid), .rt_slot(rt_slot), .rt_gslot(rt_gslot), .rt_wave(rt_wave), .rt_gid_x(rt_gid_x), .rt_gid_y(rt_gid_y),
        .rt_gid_z(rt_gid_z), .rt_pc(rt_pc), .rt_word(rt_word), .rt_exec(rt_exec), .rt_write(rt_write), .rt_dst(rt_dst),
        .rt_words(rt_words), .rt_data(rt_data),
        .fault_valid(fault_valid), .fault_kind(fault_kind), .fault_slot(fault_slot), .fault_wave(fault_wave),
        .fault_gid_x(fault_gid_x), .fault_gid_y(fault_gid_y), .fault_gid_z(fault_gid_z), .fault_lane(fault_lane),
        .fault_addr(fault_addr), .fault_count(fault_count),
        .st_valid(st_valid), .st_waiting(st_waiting), .st_pc(st_pc), .stat_issue(stat_issue), .stat_blocked(stat_blocked));

    task fail(input [8*40-1:0] what, input integer slot, input integer lane, input [31:0] got, input [31:0] want);
        $fatal(1, "FAIL wf_core seed=%0d LANES=%0d WAVES=%0d POLICY=%0d: %0s slot=%0d lane=%0d got=%h want=%h pc=%0d word=%h",
               seed, LANES, WAVES, POLICY, what, slot, lane, got, want, pc[slot], code[pc[slot]]);
    endtask

    // ---- what the units around the core answer ----
    function [31:0] mix(input [31:0] a, input [31:0] b, input [31:0] c, input [31:0] d);
        mix = (a ^ {b[18:0], b[31:19]}) + {c[8:0], c[31:9]} * 32'd5 + ({d[4:0], d[31:5]} ^ 32'h3c6ef372);
    endfunction

    function reads_a(input [7:0] op);
        reads_a = op == `WF_OP_READLANE || op == `WF_OP_QBCAST || op == `WF_OP_WADD;
    endfunction
    function reads_b(input [7:0] op);
        reads_b = op != `WF_OP_WADD && op != `WF_OP_MATCH;
    endfunction
    function reads_q(input [7:0] op, input [7:0] mod);
        reads_q = op == `WF_OP_MBIT || op == `WF_OP_MATCH || (op == `WF_OP_WADD && mod[3:2] == `WF_SCOPE_MULTI);
    endfunction

    // ---- program: words, and for each flow word the level whose next reconvergence it goes to when no lane is left ----
    reg [63:0] code [0:2047];
    integer    encl [0:2047];
    integer    at;
    task emit(input [63:0] word, input integer enclosing);
        begin code[at] = word; encl[at] = enclosing; at = at + 1; end
    endtask
    function [31:0] rnd(input [31:0] s);
        rnd = xorshift32(xorshift32(s) + 32'h9e3779b9);
    endfunction
    task roll; draw = rnd(draw); endtask
    function [63:0] flow_word(input [7:0] op, input [6:0] a, input [7:0] level);
        flow_word = {16'd0, level, 16'd0, 1'b0, a, 8'd0, op};
    endfunction
    reg spread = 1'b0, slow_lds = 1'b0;
    // offset of a global access around the end of buffer n when the address is 4 * lane (register 42) or 0 (62)
    function [15:0] around(input [3:0] n, input [31:0] s);
        around = s[16] ? {8'd0, n, 4'd0} + {12'd0, s[31:30], 2'd0} - 16'd8 : {8'd0, s[31:26], 2'd0};
    endfunction
    task gen_plain;
        reg [31:0] w;
        reg [6:0]  a, b, c, d, near;
        begin
            roll; w = draw; roll;
            // few registers make dependences, more make first writes in partial masks
            a = draw[3:0]; b = draw[7:4]; c = draw[11:8]; d = draw[15:12];
            if (spread) begin a[4] = w[5]; b[4] = w[6]; c[4] = w[7]; d[4] = w[9]; end
            near = w[10] ? 7'd42 : a;
            case (w[4:0])
                0, 1: emit({draw, 1'b1, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_ADD}, 0);
                2: emit({28'd0, draw[31:28], 1'b1, 7'd0, 1'b0, 7'd0, 1'b0, d, `WF_OP_MOV}, 0);
                3: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_XOR}, 0);
                4: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_LTU}, 0);
                5, 6: emit({16'd0, 8'd0, 1'b0, c, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_SEL}, 0);
                7: emit({16'd0, 8'd0, 1'b0, c, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_MAD}, 0);
                8: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_MUL}, 0);
                9, 10: emit({16'd0, 4'd0, draw[19:16] == 4'd7 ? 4'd0 : draw[19:16], 1'b0, 23'd0, 1'b0, d, `WF_OP_SV}, 0);
                11: emit({16'd0, 4'd2, draw[19:16], 1'b0, 23'd0, 1'b0, d, `WF_OP_SV}, 0);
                12: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_READLANE}, 0);
                13: emit({draw, 1'b1, 7'd0, 1'b0, 7'd0, 1'b0, {d[6:2], 2'd0}, `WF_OP_BALLOT}, 0);
                14: emit({16'd0, 8'd0, 1'b0, {c[6:2], 2'd0}, 1'b0, b, 1'b0, 7'd0, 1'b0, d, `WF_OP_MBIT}, 0);
                15: emit({16'd0, 8'd1, 1'b0, c, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, {d[6:2], 2'd0}, `WF_OP_MATCH}, 0);
                16: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_QBCAST}, 0);
                17: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_WADD}, 0);
                18: emit({16'd0, 8'd8, 1'b0, {c[6:2], 2'd0}, 1'b0, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_WADD}, 0);
                19: emit({draw[31:16] & (w[11] ? 16'h01ff : 16'h00fc), 8'd0, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, near, 1'b0, d, `WF_OP_LDSLD}, 0);
                20: emit({draw[31:16] & 16'h01fc, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, near, 8'd0, `WF_OP_LDSST}, 0);
                21, 22: emit({draw[31:16] & 16'h00fc, 4'd0, w[31:28], 1'b0, c, 1'b0, b, 1'b0, near, w[8], d, `WF_OP_LDSATOM}, 0);
                23: emit({draw[31:16] & 16'h00ff, w[31:28], 4'd0, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, near, 1'b0, d, `WF_OP_GLD}, 0);
                24: emit({around(w[31:28], draw), w[31:28], 4'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, near, 8'd0, `WF_OP_GST}, 0);
                25, 26: emit({around(w[31:28], draw), w[31:28], w[27:24], 1'b0, c, 1'b0, b, 1'b0, near, w[8], d, `WF_OP_GATOM}, 0);
                27: emit({around(w[31:28], draw), w[31:28], 4'd0, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, 7'd62, 1'b0, d, `WF_OP_GLD}, 0);
                28: emit({29'd0, draw[30:28], 1'b1, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_AND}, 0);
                29: emit({30'd0, draw[29:28], 1'b1, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_SHL}, 0);
                30: emit({16'd0, 8'd11, 1'b0, 23'd0, 1'b0, d, `WF_OP_SV}, 0);
                default: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, 7'd0, `WF_OP_NOP}, 0);
            endcase
        end
    endtask
    // the open constructs are a stack: what to close, how many more statements, the innermost loop, its first instruction
    localparam [1:0] THEN = 2'd0, OTHER = 2'd1, BODY = 2'd2;
    reg [1:0] kind_of [0:15];
    integer   left [0:15], loop_of [0:15], top_of [0:15];
    integer   level;
    task open_block(input [1:0] kind, input integer length);
        begin
            loop_of[level+1] = (kind == BODY) ? level + 1 : loop_of[level];
            level = level + 1;
            kind_of[level] = kind;
            left[level] = length;
        end
    endtask
    task close_block;
        begin
            roll;
            if (kind_of[level] == BODY) begin
                emit(flow_word(`WF_OP_CONTINUING, 7'd0, level), level);
                gen_plain;
                emit(flow_word(`WF_OP_ENDLOOP, 7'd0, level), level - 1);
                code[at-1][23:8] = top_of[level];
                level = level - 1;
            end else if (kind_of[level] == THEN && draw[0]) begin
                emit(flow_word(`WF_OP_ELSE, 7'd0, level), level);
                kind_of[level] = OTHER;
                left[level] = 2;
            end else begin
                emit(flow_word(`WF_OP_ENDIF, 7'd0, level), level - 1);
                level = level - 1;
            end
        end
    endtask
    task gen_statement;
        begin
            roll;
            if (draw[3:0] < (level > 1 ? 7 : 3) && level < DEEP && at < 900) begin
                roll; emit({29'd0, draw[2:0], 1'b1, 7'd0, 1'b0, {3'd0, draw[11:8]}, 1'b0, 7'd40, `WF_OP_AND}, 0);
                emit(flow_word(`WF_OP_IF, draw[12] ? 7'd40 : {3'd0, draw[16:13]}, level + 1), level + 1);
                open_block(THEN, 3);
            end else if (draw[3:0] == 4'd7 && level < DEEP && at < 900) begin
                emit({32'd0, 1'b1, 7'd0, 1'b0, 7'd0, 1'b0, 7'd48 + level[6:0], `WF_OP_MOV}, 0);
                emit(flow_word(`WF_OP_LOOP, 7'd0, level + 1), level + 1);
                top_of[level+1] = at;
                emit({32'd1, 1'b1, 7'd0, 1'b0, 7'd48 + level[6:0], 1'b0, 7'd48 + level[6:0], `WF_OP_ADD}, 0);
                roll; emit({30'd0, draw[1:0], 1'b1, 7'd0, 1'b0, 7'd48 + level[6:0], 1'b0, 7'd41, `WF_OP_GEU}, 0);
                emit(flow_word(`WF_OP_BREAKIF, 7'd41, level + 1), level + 1);
                open_block(BODY, 3);
            end else if (draw[3:0] == 4'd8 && loop_of[level] > 0 && level > loop_of[level]) begin
                emit(flow_word(draw[4] ? `WF_OP_BREAK : `WF_OP_CONTINUE, 7'd0, loop_of[level]), level);
                left[level] = 0;
            end else if (draw[3:0] == 4'd9 && level > 0 && draw[5:4] == 2'd0)
                emit(flow_word(draw[7:6] == 2'd0 ? `WF_OP_RET : `WF_OP_DEMOTE, 7'd0, level), level);
            else if (draw[3:0] == 4'd10 && level == 0)
                emit({56'd0, `WF_OP_BARRIER}, 0);
            else
                gen_plain;
        end
    endtask
    function reconverges(input [7:0] op);
        reconverges = op == `WF_OP_ELSE || op == `WF_OP_ENDIF || op == `WF_OP_CONTINUING || op == `WF_OP_ENDLOOP;
    endfunction
    integer gi, gj;
    task gen_program;
        begin
            at = 0;
            roll; spread = draw[0]; slow_lds = draw[1];
            emit({16'd0, `WF_SV_LANE, 1'b0, 23'd0, 1'b0, 7'd42, `WF_OP_SV}, 0);
            emit({32'd2, 1'b1, 7'd0, 1'b0, 7'd42, 1'b0, 7'd42, `WF_OP_SHL}, 0);
            level = 0; left[0] = 14; loop_of[0] = 0;
            while (level > 0 || left[0] > 0)
                if (left[level] > 0) begin
                    left[level] = left[level] - 1;
                    gen_statement;
                end else
                    close_block;
            roll;
            emit(draw[0] ? {56'd0, `WF_OP_END} : flow_word(`WF_OP_RET, 7'd0, 8'd0), 0);
            emit({56'd0, `WF_OP_END}, 0);
            for (gi = 0; gi < at; gi = gi + 1)
                if (code[gi][7:0] >= `WF_OP_IF && code[gi][7:0] <= `WF_OP_DEMOTE) begin
                    code[gi][63:48] = gi + 1;
                    for (gj = at - 1; gj > gi; gj = gj - 1)
                        if (encl[gi] > 0 && reconverges(code[gj][7:0]) && code[gj][47:40] == encl[gi])
                            code[gi][63:48] = gj;
                end
        end
    endtask

    // ---- reference ----
    reg [31:0]      value [0:WAVES*REGS*LANES-1];
    reg [LANES-1:0] run [0:WAVES-1], alive [0:WAVES-1], help [0:WAVES-1];
    reg [LANES-1:0] to_else [0:WAVES*16-1], to_merge [0:WAVES*16-1], to_continue [0:WAVES*16-1];
    reg [15:0]      pc [0:WAVES-1], wave_of [0:WAVES-1], count_of [0:WAVES-1], base_of [0:WAVES-1], words_of [0:WAVES-1];
    reg [31:0]      gid_of [0:WAVES-1], tbase_of [0:WAVES-1];
    reg [WAVES-1:0] in_slot = 0, waiting = 0, arrived = 0, ended = 0, asked = 0;
    integer         started = 0, finished = 0, retired = 0;
    reg             first_fault = 0;
    reg [2:0]       first_kind;
    reg [31:0]      first_addr, first_gid;
    reg [7:0]       first_lane;
    reg [63:0]      fault_lanes = 0;

    function integer at_reg(input integer slot, input integer number, input integer lane);
        at_reg = (slot*REGS + number)*LANES + lane;
    endfunction

    // one lane's request of a memory instruction: offset, whether it asks, whether it faults and how
    reg [31:0] w_offset, w_size;
    reg        w_ask, w_ok;
    reg [2:0]  w_kind;
    task lane_request(input integer slot, input [63:0] word, input integer lane);
        begin
            w_offset = value[at_reg(slot, word[22:16], lane)] + {16'd0, word[63:48]};
            w_ask    = run[slot][lane] && (word[1:0] == 2'd0 || !help[slot][lane]);
            w_size   = (word[7:2] == 6'h25) ? {24'd0, word[47:44], 4'd0} : {14'd0, words_of[slot], 2'd0};
            w_ok     = w_ask && w_offset[1:0] == 2'd0 && {1'b0, w_offset} + 33'd4 <= {1'b0, w_size};
            w_kind   = (word[7:2] == 6'h25) ? (w_offset[1:0] != 0 ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE)
                                            : (w_offset[1:0] != 0 ? `WF_FAULT_LDS_ALIGN : `WF_FAULT_LDS_RANGE);
        end
    endtask
    // check a request against the reference, note its faults
    task check_request(input integer slot, input is_mem, input [1:0] kind, input [3:0] atom, input [LANES-1:0] mask,
                       input [32*LANES-1:0] addr, input [32*LANES-1:0] data, input [32*LANES-1:0] compare);
        reg [63:0] word;
        reg        seen;
        integer    l;
        begin
            word = code[pc[slot]];
            if (!in_slot[slot] || waiting[slot] || asked[slot]) fail("request of a wave that may not", slot, 0, 0, 0);
            asked[slot] = 1'b1;
            if (word[7:2] !== (is_mem ? 6'h25 : 6'h24) || kind !== word[1:0] || (kind == 2'd2 && atom !== word[43:40]))
                fail("request kind", slot, 0, kind, word[7:0]);
            seen = 1'b0;
            for (l = 0; l < LANES; l = l + 1) begin
                lane_request(slot, word, l);
                if (mask[l] !== (is_mem ? w_ok : w_ask)) fail("request mask", slot, l, mask[l], w_ask);
                if (w_ask && !w_ok) begin
                    fault_lanes = fault_lanes + 64'd1;
                    if (!first_fault && !seen) begin
                        seen = 1'b1; first_kind = w_kind; first_addr = w_offset; first_lane = l; first_gid = gid_of[slot];
                    end
                end
                if (mask[l]) begin
                    if (addr[32*l +: 32] !== w_offset + (is_mem ? {16'd1, 4'd0, word[47:44], 8'd0} : 32'd0))
                        fail("request address", slot, l, addr[32*l +: 32], w_offset);
                    if (kind != 2'd0 && data[32*l +: 32] !== value[at_reg(slot, word[30:24], l)])
                        fail("request data", slot, l, data[32*l +: 32], value[at_reg(slot, word[30:24], l)]);
                    if (kind == 2'd2 && compare[32*l +: 32] !== value[at_reg(slot, word[38:32], l)])
                        fail("request compare", slot, l, compare[32*l +: 32], value[at_reg(slot, word[38:32], l)]);
                    checks = checks + 1;
                end
            end
            if (seen) first_fault = 1'b1;
        end
    endtask

    // execute one instruction of the reference and compare the record
    reg [63:0]          e_word;
    reg [LANES-1:0]     e_run, e_cond, e_write, e_next, e_voters;
    reg [32*LANES-1:0]  e_w [0:3];
    integer             e_words, e_top, el, ek, lv;
    reg [31:0]          va, vb, vc, vq0, vq1, vq2, vq3, res;
    task reference(input integer s);
        begin
            e_word = code[pc[s]]; e_run = run[s]; e_words = 0; e_write = 0; lv = s*16 + e_word[47:40];
            if (rt_pc !== pc[s]) fail("pc", s, 0, rt_pc, pc[s]);
            if (rt_word !== e_word) fail("word", s, 0, rt_word[31:0], e_word[31:0]);
            if (rt_exec !== e_run) fail("exec", s, 0, rt_exec, e_run);
            if (rt_wave !== wave_of[s] || rt_gid_x !== gid_of[s] || rt_gid_y !== ~gid_of[s] || rt_gid_z !== gid_of[s] + 32'd5 ||
                rt_gslot !== wave_of[s][1:0]) fail("whose", s, 0, rt_gid_x, gid_of[s]);
            for (el = 0; el < LANES; el = el + 1) begin
                va  = value[at_reg(s, e_word[22:16], el)];
                vb  = e_word[31] ? e_word[63:32] : value[at_reg(s, e_word[30:24], el)];
                vc  = value[at_reg(s, e_word[38:32], el)];
                vq0 = value[at_reg(s, {e_word[38:34], 2'd0 + e_word[33:32]}, el)];
                vq1 = value[at_reg(s, {e_word[38:34], 2'd1 + e_word[33:32]}, el)];
                vq2 = value[at_reg(s, {e_word[38:34], 2'd2 + e_word[33:32]}, el)];
                vq3 = value[at_reg(s, {e_word[38:34], 2'd3 + e_word[33:32]}, el)];
                e_cond[el]  = va != 32'd0;
                e_write[el] = e_run[el];
                res = 32'd0;
                case (e_word[7:0])
                    `WF_OP_ADD: begin res = va + vb; e_words = 1; end
                    `WF_OP_MOV: begin res = vb; e_words = 1; end
                    `WF_OP_XOR: begin res = va ^ vb; e_words = 1; end
                    `WF_OP_AND: begin res = va & vb; e_words = 1; end
                    `WF_OP_SHL: begin res = va << vb[4:0]; e_words = 1; end
                    `WF_OP_LTU: begin res = va < vb; e_words = 1; end
                    `WF_OP_GEU: begin res = va >= vb; e_words = 1; end
                    `WF_OP_SEL: begin res = va != 0 ? vb : vc; e_words = 1; end
                    `WF_OP_MUL: begin res = va * vb; e_words = 1; end
                    `WF_OP_MAD: begin res = va * vb + vc; e_words = 1; end
                    `WF_OP_SV: begin
                        e_words = 1;
                        case (e_word[47:40])
                            `WF_SV_GID_X: res = gid_of[s];
                            `WF_SV_GID_Y: res = ~gid_of[s];
                            `WF_SV_GID_Z: res = gid_of[s] + 32'd5;
                            `WF_SV_LANE:  res = el;
                            `WF_SV_LANES: res = 32'd4;
                            `WF_SV_WAVE:  res = wave_of[s];
                            `WF_SV_WAVES: res = count_of[s];
                            `WF_SV_HELPER: res = help[s][el];
                            default: res = (e_word[47:40] >= 8'd32) ? {24'd0, e_word[43:40], 4'd0}
                                                    : mix({29'd0, e_word[42:40]}, tbase_of[s], {16'd0, wave_of[s]}, el);
                        endcase
                    end
                    `WF_OP_READLANE, `WF_OP_MBIT, `WF_OP_QBCAST, `WF_OP_WADD, `WF_OP_BALLOT, `WF_OP_MATCH: begin
                        e_words = (e_word[7:0] == `WF_OP_BALLOT || e_word[7:0] == `WF_OP_MATCH) ? 4 : 1;
                        e_voters = (e_run & ~help[s]) != 0 ? e_run & ~help[s] : e_run;    // helpers alone stand for active lanes
                        if (e_word[7:0] == `WF_OP_MATCH || (e_word[7:0] == `WF_OP_WADD && e_word[43:40] != 4'd0))
                            e_write[el] = e_voters[el];                                 // not the same for the whole wave
                        if (!reads_a(e_word[7:0])) va = 0;
                        if (!reads_b(e_word[7:0])) vb = 0;
                        if (!reads_q(e_word[7:0], e_word[47:40])) begin
                            vq0 = 0; vq1 = 0; vq2 = 0; vq3 = 0;
                        end
                        res = mix(va, vb, mix(vq0, vq1, vq2, vq3),
                                  {e_word[7:0], e_word[31] ? 8'd0 : e_word[47:40], 13'd0, e_run[el], e_voters[el], 1'b0});
                    end
                    `WF_OP_LDSLD, `WF_OP_LDSATOM, `WF_OP_GLD, `WF_OP_GATOM: begin
                        e_words = e_word[15] ? 0 : 1;
                        lane_request(s, e_word, el);
                        e_write[el] = w_ask;
                        if (e_word[7:2] == 6'h25)
                            res = w_ok ? mix(w_offset + {16'd1, 4'd0, e_word[47:44], 8'd0}, 32'd1, 0, 0) : 32'd0;
                        else
                            res = w_ok ? mix(w_offset, base_of[s], words_of[s], 0) : 32'd0;
                    end
                    default: ;
                endcase
                for (ek = 0; ek < 4; ek = ek + 1) e_w[ek][32*el +: 32] = res + ek * 32'h01010101;
            end
            if (e_word[7:4] == 4'h9 && !asked[s]) fail("retired without a request", s, 0, 0, 0);
            asked[s] = 1'b0;
            if (e_words == 0) e_write = 0;
            if (rt_write !== e_write) fail("write mask", s, 0, rt_write, e_write);
            if (rt_words !== e_words) fail("words", s, 0, rt_words, e_words);
            if (e_words != 0 && rt_dst !== e_word[14:8]) fail("destination", s, 0, rt_dst, e_word[14:8]);
            for (el = 0; el < LANES; el = el + 1)
                for (ek = 0; ek < e_words; ek = ek + 1) begin
                    if (e_write[el]) begin
                        if (rt_data[(4*el+ek)*32 +: 32] !== e_w[ek][32*el +: 32])
                            fail("value", s, el, rt_data[(4*el+ek)*32 +: 32], e_w[ek][32*el +: 32]);
                        value[at_reg(s, e_word[14:8] + ek, el)] = e_w[ek][32*el +: 32];
                        checks = checks + 1;
                    end
                end
            // control: a set of waiting lanes a level
            e_next = e_run;
            e_top  = 0;
            case (e_word[7:0])
                `WF_OP_IF: begin
                    to_else[lv] = e_run & ~e_cond; to_merge[lv] = 0; e_next = e_run & e_cond;
                end
                `WF_OP_ELSE: begin
                    to_merge[lv] = to_merge[lv] | e_run; e_next = to_else[lv]; to_else[lv] = 0;
                end
                `WF_OP_ENDIF: begin
                    e_next = e_run | to_else[lv] | to_merge[lv];
                end
                `WF_OP_LOOP: begin
                    to_merge[lv] = 0; to_continue[lv] = 0;
                end
                `WF_OP_BREAK: begin to_merge[lv] = to_merge[lv] | e_run; e_next = 0; end
                `WF_OP_BREAKIF: begin to_merge[lv] = to_merge[lv] | (e_run & e_cond); e_next = e_run & ~e_cond; end
                `WF_OP_CONTINUE: begin to_continue[lv] = to_continue[lv] | e_run; e_next = 0; end
                `WF_OP_CONTINUING: begin e_next = e_run | to_continue[lv]; to_continue[lv] = 0; end
                `WF_OP_ENDLOOP: if (e_run != 0) e_top = 1; else e_next = to_merge[lv];
                `WF_OP_RET: begin alive[s] = alive[s] & ~e_run; e_next = 0; end
                `WF_OP_DEMOTE: help[s] = help[s] | e_run;
                `WF_OP_BARRIER: waiting[s] = 1'b1;
                `WF_OP_END: alive[s] = 0;
                default: ;
            endcase
            run[s] = e_next;
            if (e_top != 0) pc[s] = e_word[23:8];
            else if (e_next == 0) pc[s] = e_word[63:48];
            else pc[s] = pc[s] + 16'd1;
            if (alive[s] == 0) ended[s] = 1'b1;
            retired = retired + 1;
        end
    endtask

    // ---- everything that happens in a cycle ----
    reg                  plan_rst = 1'b1, plan_imem = 1'b0, plan_buf = 1'b0, plan_go = 1'b0;
    reg [15:0]           plan_addr = 0;
    reg [63:0]           plan_data = 0;
    reg [3:0]            plan_index = 0;
    reg [WAVES-1:0]      xp = 0, pp = 0, mp = 0;
    reg [128*LANES-1:0]  xd [0:WAVES-1];
    reg [32*LANES-1:0]   pd [0:WAVES-1], md [0:WAVES-1], dd [0:255];
    reg [SLOT_W-1:0]     dt [0:255];
    reg [2:0]            dk [0:255];
    reg [7:0]            dn [0:255], dl [0:255], dw = 0, dr = 0;
    reg [31:0]           da [0:255];
    integer              s, l, k, i;
    reg [31:0]           r1, r2, r3;
    always @(posedge clk) begin
        r1 = xorshift32(prng); r2 = xorshift32(r1); r3 = xorshift32(r2);
        prng      <= rst ? seed * 32'h9e3779b9 + 32'd77 : r3;
        rst       <= plan_rst;
        imem_we   <= plan_imem;
        imem_addr <= plan_addr;
        imem_data <= plan_data;
        buf_we    <= plan_buf;
        buf_index <= plan_index;
        hold_issue <= r3[31:29] == 3'd0;
        x_ready <= r1[1:0] != 0; p_ready <= r1[3:2] != 0; d_ready <= r1[5:4] != 0; m_ready <= r1[7:6] != 0;
        end_ready <= r1[8]; arrive_ready <= r1[9];
        launch_valid <= 1'b0;
        release_valid <= 1'b0;
        if (!rst) begin
            // requests: LDS before memory, as the fault rule has it
            if (x_valid && x_ready) begin
                if (x_log2 !== 3'd2) fail("wave size", x_tag, 0, x_log2, 2);
                for (l = 0; l < LANES; l = l + 1)
                    for (k = 0; k < 4; k = k + 1)
                        xd[x_tag][(4*l+k)*32 +: 32] = k * 32'h01010101 +
                            mix(reads_a(x_op) ? x_a[32*l +: 32] : 32'd0, reads_b(x_op) ? x_b[32*l +: 32] : 32'd0,
                            reads_q(x_op, x_mod) ? mix(x_q[128*l +: 32], x_q[128*l+32 +: 32], x_q[128*l+64 +: 32],
                                                       x_q[128*l+96 +: 32]) : mix(0, 0, 0, 0),
                            {x_op, x_mod, 13'd0, x_exec[l], x_active[l], 1'b0});
                xp[x_tag] = 1'b1;
            end
            if (p_valid && p_ready) begin
                if (p_log2 !== 3'd2 || p_y !== p_x + 32'd1 || p_z !== p_x + 32'd2) fail("packer request", p_tag, 0, p_y, p_x);
                for (l = 0; l < LANES; l = l + 1) pd[p_tag][32*l +: 32] = mix({29'd0, p_sv}, p_x, {16'd0, p_wave}, l);
                pp[p_tag] = 1'b1;
            end
            if (d_valid && d_ready) begin
                check_request(d_tag, 1'b0, d_kind, d_atom, d_mask, d_addr, d_data, d_compare);
                dt[dw] = d_tag; dn[dw] = 0;
                for (l = LANES - 1; l >= 0; l = l - 1) begin
                    dd[dw][32*l +: 32] = 32'd0;
                    if (d_mask[l]) begin
                        if (d_addr[32*l +: 2] != 0 || d_addr[32*l +: 32] >= {14'd0, d_words, 2'd0}) begin
                            dn[dw] = dn[dw] + 8'd1; dl[dw] = l; da[dw] = d_addr[32*l +: 32];
                            dk[dw] = d_addr[32*l +: 2] != 0 ? `WF_FAULT_LDS_ALIGN : `WF_FAULT_LDS_RANGE;
                        end else
                            dd[dw][32*l +: 32] = mix(d_addr[32*l +: 32], {16'd0, d_base}, {16'd0, d_words}, 0);
                    end
                end
                dw = dw + 8'd1;
            end
            if (m_valid && m_ready) begin
                check_request(m_tag, 1'b1, m_kind, m_atom, m_mask, m_addr, m_data, m_compare);
                for (l = 0; l < LANES; l = l + 1)
                    md[m_tag][32*l +: 32] = m_mask[l] ? mix(m_addr[32*l +: 32], 32'd1, 0, 0) : r2 ^ l;
                mp[m_tag] = 1'b1;
            end
            // answers
            if (!xr_valid || xr_ready) begin
                s = r2[7:0] % WAVES; xr_valid <= xp[s] && r3[0]; xr_tag <= s; xr_data <= xd[s];
                if (xp[s] && r3[0]) xp[s] = 1'b0;
            end
            if (!pr_valid || pr_ready) begin
                s = r2[15:8] % WAVES; pr_valid <= pp[s] && r3[1]; pr_tag <= s; pr_data <= pd[s];
                if (pp[s] && r3[1]) pp[s] = 1'b0;
            end
            if (!mr_valid || mr_ready) begin
                s = r2[23:16] % WAVES; mr_valid <= mp[s] && r3[2]; mr_tag <= s; mr_data <= md[s];
                if (mp[s] && r3[2]) mp[s] = 1'b0;
            end
            if (!dr_valid || dr_ready) begin
                dr_valid <= dr != dw && r3[4:3] != 0 && (!slow_lds || r3[15:13] == 0);
                dr_tag <= dt[dr]; dr_data <= dd[dr]; dr_faults <= dn[dr]; dr_kind <= dk[dr]; dr_lane <= dl[dr]; dr_addr <= da[dr];
                if (dr != dw && r3[4:3] != 0 && (!slow_lds || r3[15:13] == 0)) dr = dr + 8'd1;
            end
            // retire, arrive, release, end
            if (rt_valid) begin
                if (!in_slot[rt_slot] || waiting[rt_slot] || ended[rt_slot]) fail("retired while not running", rt_slot, 0, 0, 0);
                reference(rt_slot);
            end
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
                wave_of[s] = started; count_of[s] = started + 7; gid_of[s] = r2; tbase_of[s] = r3;
                base_of[s] = {r2[7:0], 5'd0}; words_of[s] = {8'd0, r2[15:8]};
                l = (r2[20:18] == 0) ? 0 : (r2[18]) ? LANES : 1 + r3[30:24] % LANES;
                alive[s] = 0;
                for (i = 0; i < l; i = i + 1) alive[s][i] = 1'b1;
                run[s] = alive[s]; help[s] = 0; pc[s] = 0; ended[s] = l == 0;
                for (i = 0; i < REGS*LANES; i = i + 1) value[s*REGS*LANES + i] = 32'd0;
                launch_valid <= 1'b1; launch_slot <= s; launch_wave <= wave_of[s]; launch_count <= count_of[s];
                launch_live <= l; launch_gid_x <= gid_of[s]; launch_tbase_x <= tbase_of[s];
                launch_lds_base <= base_of[s]; launch_lds_words <= words_of[s];
            end
        end
    end

    integer n, patience;
    initial begin
        if (!$value$plusargs("seed=%d", seed)) seed = 32'd1;
        if (!$value$plusargs("rounds=%d", rounds)) rounds = 20;
        draw = seed * 32'd2654435761 + 32'd12345;
        repeat (4) @(negedge clk);
        for (round = 0; round < rounds; round = round + 1) begin
            if (round % 3 == 0) begin            // state lives on over three programs
                plan_rst = 1'b1;
                repeat (3) @(negedge clk);
                plan_rst = 1'b0;
                first_fault = 1'b0; fault_lanes = 0;
            end
            started = 0; finished = 0;
            gen_program;
            for (n = 0; n < at; n = n + 1) begin
                plan_imem = 1'b1; plan_addr = n; plan_data = code[n]; plan_buf = n < 16; plan_index = n;
                @(negedge clk);
            end
            plan_imem = 1'b0;
            for (n = 0; n < 16; n = n + 1) begin
                plan_buf = 1'b1; plan_index = n;
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
                        $display("slot %0d: in %b pc %0d op %h waiting %b ended %b asked %b", n, in_slot[n], pc[n], code[pc[n]][7:0],
                                 waiting[n], ended[n], asked[n]);
                    fail("hang", 0, 0, finished, QUOTA);
                end
            end
            plan_go = 1'b0;
            repeat (4) @(negedge clk);
            if (st_valid !== 0 || in_slot !== 0) fail("slots in use at the end", 0, 0, st_valid, 0);
            if (fault_count !== fault_lanes) fail("fault count", 0, 0, fault_count[31:0], fault_lanes[31:0]);
            if (fault_valid !== first_fault) fail("fault", 0, 0, fault_valid, first_fault);
            if (first_fault && (fault_kind !== first_kind || fault_lane !== first_lane || fault_addr !== first_addr ||
                                fault_gid_x !== first_gid)) fail("first fault", fault_slot, fault_lane, fault_addr, first_addr);
        end
        if (checks < 1000) fail("few checks", 0, 0, checks, 1000);
        $display("PASS wf_core seed=%0d checks=%0d retired=%0d LANES=%0d WAVES=%0d POLICY=%0d", seed, checks, retired, LANES, WAVES,
                 POLICY);
        $finish;
    end
endmodule
`default_nettype wire
