// SPDX-License-Identifier: Apache-2.0
// wf_core_program.vh - stimulus of wf_core_tb: random structured programs, their place in the instruction memory, buffer sizes.
//   Nesting to DEEP, loops that end, early returns, helper lanes, barriers; some end in no instruction or beyond their last one.
    // ---- program: words, and for each flow word the level whose next reconvergence it goes to when no lane is left ----
    reg [63:0] code [0:IMEM_WORDS-1];                // as loaded: words after the program are left of earlier ones
    integer    encl [0:IMEM_WORDS-1];
    integer    at;
    // Without a float unit a product is no instruction: seldom there, for the wave ends with it.
    wire [7:0] some_product = FPU_LANES != 0 ? `WF_OP_MUL : draw[6:3] != 4'd0 ? `WF_OP_ADD : draw[7] ? `WF_OP_MUL : `WF_OP_WFADD;
    task emit(input [63:0] word, input integer enclosing);
        begin code[at] = word; encl[at] = enclosing; at = at + 1; end
    endtask
    function [31:0] rnd(input [31:0] s);
        rnd = xorshift32(xorshift32(s) + 32'h9e3779b9);
    endfunction
    task redraw; draw = rnd(draw); endtask
    function [63:0] flow_word(input [7:0] op, input [6:0] a, input [7:0] level);
        flow_word = {16'd0, level_of[level[3:0]], 16'd0, 1'b0, a, 8'd0, op};
    endfunction
    // the hardware only compares levels, so a program may number its levels in any way: all in order, or apart by one high bit
    reg [7:0] level_of [0:15];
    function integer depth_of(input [7:0] number);
        integer k;
        begin
            depth_of = 0;
            for (k = 0; k <= DEEP; k = k + 1) if (level_of[k] == number) depth_of = k;
        end
    endfunction
    integer depth;
    task choose_levels;
        begin
            redraw;
            for (depth = 0; depth < 16; depth = depth + 1)
                case (round[1:0])
                    2'd0:    level_of[depth] = depth;
                    2'd1:    level_of[depth] = 8'd1 << depth % 8;
                    2'd2:    level_of[depth] = {depth[3:0], draw[5:2]};
                    default: level_of[depth] = {draw[6:4], depth[3:0], draw[7]} ^ 8'h80;
                endcase
        end
    endtask
    // Buffers: sizes down to less than a word, and no multiple of one.  Number n of 16 is {n, n} in the table of 256.
    reg [31:0] size_of [0:15];
    reg [31:0] binds = 32'd0, bound = 32'd0;         // {id, index}: bound by this program, or before in its dispatch
    reg [31:0] sized [0:31], robust = 32'd0;         // so large; an access beyond it is no fault
    reg [IMEM_WORDS-1:0] loaded = {IMEM_WORDS{1'b0}};       // since the reset
    task choose_sizes;
        for (depth = 0; depth < 16; depth = depth + 1) begin
            redraw;
            size_of[depth] = draw[1:0] == 2'd0 ? {29'd0, draw[4:2]} : {24'd0, depth[3:0], 2'd0, draw[6:5]};
        end
    endtask
    reg spread = 1'b0, slow_lds = 1'b0, rush = 1'b0;
    // offset of a global access around the end of buffer n when the address is 4 * lane (register 42) or 0 (62)
    function [15:0] around(input [3:0] n, input [31:0] s);
        around = s[16] ? size_of[n][15:0] + {12'd0, s[31:30], 2'd0} - (s[17] ? 16'd8 : {12'd0, 2'd2, size_of[n][1:0]})
                       : {8'd0, s[31:26], 2'd0};
    endfunction
    // rarely the number of none
    function [7:0] twin(input [3:0] n, input [5:0] s);
        twin = {n ^ {3'd0, s == 6'd0}, n};
    endfunction
    reg [6:0] last = 7'd0, earlier = 7'd0;        // what was written last, and what before
    // Numbers of buffers are in registers 48 to 55, and the compare values of table.cas in 49 and 53; now and then
    // anywhere.
    reg [15:0] place, short_by;
    reg [11:0] atomic_at;
    task gen_table(input [31:0] w, input [6:0] b, input [6:0] c, input [6:0] d, input [6:0] near);
        reg [6:0] number;
        begin
            place  = around(w[31:28], draw);
            number = draw[9:8] == 2'd0 ? earlier : draw[9:7] == 3'd2 ? c : {4'd6, draw[12:10]};
            if (w[27:24] == `WF_ATOM_CAS) number[1:0] = 2'd0;
            // the compare value, or the number, is written just now
            if (w[27:24] == `WF_ATOM_CAS && number[6:3] == 4'd6 && draw[15])
                emit({draw, 1'b1, 7'd0, 1'b0, 7'd42, 1'b0, number | 7'd1, `WF_OP_ADD}, 0);
            case (w[2:1] ^ draw[14:13])
                0: emit({place, 8'd0, 1'b0, number, 1'b0, 7'd0, 1'b0, near, 1'b0, d, `WF_OP_TLD}, 0);
                1: emit({place, 8'd0, 1'b0, number, 1'b0, b, 1'b0, near, 8'd0, `WF_OP_TST}, 0);
                2: emit({w[27:24], place[11:0], 8'd0, 1'b0, number, 1'b0, b, 1'b0, near, w[8], d, `WF_OP_TATOM}, 0);
                default: emit({w[27:24], place[11:3], draw[18:16], 8'd0, 1'b0, {c[6:2], 2'd0}, 1'b0, number, 1'b0, near, w[8], {d[6:2], 2'd0}, `WF_OP_TATOM64}, 0);
            endcase
        end
    endtask
    task gen_plain;
        reg [31:0] w;
        reg [6:0]  a, b, c, d, near;
        begin
            redraw; w = draw; redraw;
            // few registers make dependences, more make first writes in partial masks
            a = draw[3:0]; b = draw[7:4]; c = draw[11:8]; d = draw[15:12];
            if (spread) begin a[4] = w[5]; b[4] = w[6]; c[4] = w[7]; d[4] = w[9]; end
            if (w[25:23] == 3'd0) d = {5'd14, d[1:0]};              // 56..59: some waves have only 56 registers
            if (w[25:23] == 3'd1) a = {5'd14, a[1:0]};
            if (w[12:11] == 2'd0) a = last;      // what was written just now
            earlier = last;
            last = d;
            near = w[10] ? 7'd42 : a;
            place = around(w[31:28], draw); atomic_at = place[11:0];
            case (w[4:0])
                0, 1: emit({draw, 1'b1, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_ADD}, 0);
                2: emit({28'd0, draw[31:28], 1'b1, 7'd0, 1'b0, 7'd0, 1'b0, d, `WF_OP_MOV}, 0);
                3: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_XOR}, 0);
                4: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_LTU}, 0);
                5, 6: emit({16'd0, 8'd0, 1'b0, c, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_SEL}, 0);
                7: emit({16'd0, 8'd0, 1'b0, c, 1'b0, b, 1'b0, a, 1'b0, d, FPU_LANES != 0 || draw[3:0] == 4'd0 ? `WF_OP_MAD : `WF_OP_SEL}, 0);
                8: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, some_product}, 0);
                9, 10: emit({16'd0, 4'd0, draw[19:16] == 4'd7 ? 4'd0 : draw[19:16], 1'b0, 23'd0, 1'b0, d, `WF_OP_SV}, 0);
                11: emit({16'd0, draw[20] ? twin(draw[19:16], draw[27:22]) : draw[22] ? (draw[16] ? `WF_SV_CLOCK_LOW : `WF_SV_CLOCK_HIGH)
                          : draw[21] ? (draw[18] ? `WF_SV_CORE + {6'd0, draw[17:16]} % 8'd3 : w[30] ? `WF_SV_PIXEL_X + {7'd0, w[29]} : `WF_SV_SLOT)
                          : `WF_SV_GRID_X + {6'd0, draw[17:16]} % 8'd3,
                          1'b0, 23'd0, 1'b0, d, draw[20] ? `WF_OP_SIZE : `WF_OP_SV}, 0);
                12: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_READLANE}, 0);
                13: emit({draw, 1'b1, 7'd0, 1'b0, 7'd0, 1'b0, {d[6:2], 2'd0}, `WF_OP_BALLOT}, 0);
                14: emit({16'd0, 8'd0, 1'b0, {c[6:2], 2'd0}, 1'b0, b, 1'b0, 7'd0, 1'b0, d, `WF_OP_MBIT}, 0);
                15: emit({16'd0, 8'd1, 1'b0, c, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, {d[6:2], 2'd0}, `WF_OP_MATCH}, 0);
                16: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, a, 1'b0, d, `WF_OP_QBCAST}, 0);
                17: emit({16'd0, 8'd0, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_WADD}, 0);
                18: emit({16'd0, 8'd8, 1'b0, {c[6:2], 2'd0}, 1'b0, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_WADD}, 0);
                19: emit({draw[31:16] & (w[11] ? 16'h01ff : 16'h00fc), 8'd0, 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, near, 1'b0, d, `WF_OP_LDSLD}, 0);
                20: emit({draw[31:16] & 16'h01fc, 8'd0, 1'b0, 7'd0, 1'b0, b, 1'b0, near, 8'd0, `WF_OP_LDSST}, 0);
                21: emit({draw[31:16] & 16'h00fc, 4'd0, w[31:28], 1'b0, c, 1'b0, b, 1'b0, near, w[8], d, `WF_OP_LDSATOM}, 0);
                // of 64-bit atomics bits 1 and 2 of the offset mean nothing
                22: emit({w[27] && w[26] ? draw[31:16] : draw[31:16] & 16'h00ff, 4'd0, w[31:28], 1'b0, {c[6:2], 2'd0}, 1'b0, 7'd0, 1'b0, near, w[8], {d[6:2], 2'd0}, `WF_OP_LDSATOM64}, 0);
                23: emit({draw[31:16] & 16'h00ff, twin(w[31:28], draw[5:0]), 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, near, 1'b0, d, `WF_OP_GLD}, 0);
                24: emit({around(w[31:28], draw), twin(w[31:28], draw[5:0]), 1'b0, 7'd0, 1'b0, b, 1'b0, near, 8'd0, w[27] ? `WF_OP_GSTP : `WF_OP_GST}, 0);
                25: if (w[13]) emit({w[27:24], atomic_at[11:3], draw[18:16], twin(w[31:28], draw[5:0]), 1'b0, {c[6:2], 2'd0}, 1'b0, 7'd0, 1'b0, near, w[8], {d[6:2], 2'd0}, `WF_OP_GATOM64}, 0);
                    else emit({w[27:24], atomic_at, twin(w[31:28], draw[5:0]), 1'b0, c, 1'b0, b, 1'b0, near, w[8], d, `WF_OP_GATOM}, 0);
                26: gen_table(w, b, c, d, near);
                27: if (w[14]) begin                    // below 0 in some lanes or in all, and the offset leads back: the sum wraps
                    short_by = w[15] ? 16'd16 : 16'd4 * LANES[15:0];
                    emit({32'd0 - {16'd0, short_by}, 1'b1, 7'd0, 1'b0, 7'd42, 1'b0, d, `WF_OP_ADD}, 0);
                    emit({around(w[31:28], draw) + short_by, twin(w[31:28], 6'd1), 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, d, 1'b0, d, `WF_OP_GLD}, 0);
                end else emit({around(w[31:28], draw), twin(w[31:28], 6'd1), 1'b0, 7'd0, 1'b0, 7'd0, 1'b0, 7'd62, 1'b0, d, `WF_OP_GLD}, 0);
                28: emit({29'd0, draw[30:28], 1'b1, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_AND}, 0);
                29: emit({30'd0, draw[29:28], 1'b1, 7'd0, 1'b0, a, 1'b0, d, `WF_OP_SHL}, 0);
                30: emit({16'd0, !w[26] ? `WF_SV_LANE : draw[16] ? `WF_SV_CLOCK_LOW : `WF_SV_CLOCK_HIGH, 1'b0, 23'd0, 1'b0, d, `WF_OP_SV}, 0);
                default: emit({24'd0, draw[3:0] == 4'd0 ? draw[31:16] : 16'd0, 16'd0, `WF_OP_NOP}, 0);
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
            redraw;
            if (kind_of[level] == BODY) begin
                emit(flow_word(`WF_OP_CONTINUING, 7'd0, level), level);
                if (draw[1]) gen_plain;
                // where bits of no meaning are set, lanes that run go back by the control flow unit, and not by the prefetch
                emit(flow_word(`WF_OP_ENDLOOP, 7'd0, level) | (draw[12:9] == 4'd0 ? {24'd0, draw[31:16], 24'd0} : 64'd0), level - 1);
                code[at-1][23:8] = top_of[level];
                level = level - 1;
            end else if (kind_of[level] == THEN && draw[0]) begin
                emit(flow_word(`WF_OP_ELSE, 7'd0, level), level);
                kind_of[level] = OTHER;
                left[level] = 2;
            end else begin
                emit(flow_word(`WF_OP_ENDIF, 7'd0, level), level - 1);
                if (draw[3:2] == 2'd0) code[at-1][39:24] = draw[31:16];      // bits that mean nothing, and are in the record all the same
                level = level - 1;
            end
        end
    endtask
    // a loop around here: the innermost, or one outwards
    function integer loop_around(input [2:0] s);
        begin
            loop_around = loop_of[level];
            if (s[0] && loop_around > 0 && loop_of[loop_around-1] > 0) loop_around = loop_of[loop_around-1];
            if (s[2:0] == 3'd7 && loop_around > 0 && loop_of[loop_around-1] > 0) loop_around = loop_of[loop_around-1];
        end
    endfunction
    task gen_statement;
        begin
            redraw;
            if (draw[3:0] < (level > 1 ? 7 : 5) && level < DEEP && at < 900) begin
                redraw; emit({29'd0, draw[2:0], 1'b1, 7'd0, 1'b0, {3'd0, draw[11:8]}, 1'b0, 7'd40, `WF_OP_AND}, 0);
                emit(flow_word(`WF_OP_IF, draw[12] ? 7'd40 : {3'd0, draw[16:13]}, level + 1), level + 1);
                open_block(THEN, draw[17] ? 3 : draw[19:18]);       // often several constructs end side by side
            end else if (draw[3:0] == 4'd7 && level < DEEP && at < 900) begin
                emit({32'd0, 1'b1, 7'd0, 1'b0, 7'd0, 1'b0, 7'd48 + level[6:0], `WF_OP_MOV}, 0);
                emit(flow_word(`WF_OP_LOOP, 7'd0, level + 1), level + 1);
                top_of[level+1] = at;
                emit({32'd1, 1'b1, 7'd0, 1'b0, 7'd48 + level[6:0], 1'b0, 7'd48 + level[6:0], `WF_OP_ADD}, 0);
                redraw; emit({30'd0, draw[1:0], 1'b1, 7'd0, 1'b0, 7'd48 + level[6:0], 1'b0, 7'd41, `WF_OP_GEU}, 0);
                emit(flow_word(`WF_OP_BREAKIF, 7'd41, level + 1), level + 1);
                open_block(BODY, draw[2] ? 3 : draw[4:3]);
            end else if (draw[3:0] == 4'd8 && loop_of[level] > 0 && draw[9:8] == 2'd0)
                emit(flow_word(`WF_OP_BREAKIF, {3'd0, draw[13:10]}, loop_around(draw[7:5])), level);
            else if (draw[3:0] == 4'd8 && loop_of[level] > 0 && level > loop_of[level]) begin
                emit(flow_word(draw[4] ? `WF_OP_BREAK : `WF_OP_CONTINUE, 7'd0, loop_around(draw[7:5])), level);
                left[level] = 0;
            end else if (draw[3:0] == 4'd9 && level > 0 && draw[5:4] == 2'd0)
                emit(flow_word(draw[7:6] == 2'd0 ? `WF_OP_RET : `WF_OP_DEMOTE, 7'd0, level), level);
            else if (draw[3:0] == 4'd10 && level == 0)
                emit({23'd0, draw[5], 32'd0, draw[4] ? `WF_OP_BARRIER : `WF_OP_MEMBAR}, 0);     // of either scope
            else if (draw[3:0] == 4'd11 && draw[7:4] == 4'd0)
                emit({draw, 24'd0, 8'hf3}, 0);                   // no instruction
            else
                gen_plain;
        end
    endtask
    // a diamond inside a diamond: lanes wait at both levels while the inner one meets
    task gen_diamonds;
        begin
            emit({32'd4, 1'b1, 7'd0, 1'b0, 7'd42, 1'b0, 7'd40, `WF_OP_AND}, 0);
            emit(flow_word(`WF_OP_IF, 7'd40, 1), 1);
            if (round % 12 == 3) emit({draw, 24'd0, 8'hf3}, 0);   // no instruction, where lane 0 does not run
            emit({32'd8, 1'b1, 7'd0, 1'b0, 7'd42, 1'b0, 7'd40, `WF_OP_AND}, 0);
            emit(flow_word(`WF_OP_IF, 7'd40, 2), 2);
            gen_plain;
            emit(flow_word(`WF_OP_ELSE, 7'd0, 2), 2);
            gen_plain;
            emit(flow_word(`WF_OP_ENDIF, 7'd0, 2), 1);
            emit(flow_word(`WF_OP_ELSE, 7'd0, 1), 1);
            gen_plain;
            emit(flow_word(`WF_OP_ENDIF, 7'd0, 1), 0);
        end
    endtask
    function reconverges(input [7:0] op);
        reconverges = op == `WF_OP_ELSE || op == `WF_OP_ENDIF || op == `WF_OP_CONTINUING || op == `WF_OP_ENDLOOP;
    endfunction
    integer    gi, gj, entry, start;
    reg [16:0] code_words = 0;
    // Lane l has {l, l} mixed with one for all in 48, one of two in 50, the same as others in 51 and 52, any value in 49
    // and 53, more than a number in 54, in 55 one that seldom is a buffer's.
    task gen_numbers;
        begin
            redraw;
            emit({16'd0, `WF_SV_LANE, 1'b0, 23'd0, 1'b0, 7'd48, `WF_OP_SV}, 0);
            emit({32'h11, 1'b1, 7'd0, 1'b0, 7'd48, 1'b0, 7'd48, FPU_LANES == 0 ? `WF_OP_ADD : `WF_OP_MUL}, 0);
            emit({24'd0, {2{draw[3:0]}}, 1'b1, 7'd0, 1'b0, 7'd48, 1'b0, 7'd48, `WF_OP_XOR}, 0);
            emit({24'd0, {2{4'd2}}, 1'b1, 7'd0, 1'b0, 7'd48, 1'b0, 7'd50, `WF_OP_AND}, 0);
            emit({24'd0, {2{draw[7:4]}}, 1'b1, 23'd0, 1'b0, 7'd51, `WF_OP_MOV}, 0);
            emit({24'd0, {2{draw[11:8]}}, 1'b1, 23'd0, 1'b0, 7'd52, `WF_OP_MOV}, 0);
            emit({draw, 1'b1, 7'd0, 1'b0, 7'd48, 1'b0, 7'd49, `WF_OP_ADD}, 0);
            emit({draw, 1'b1, 23'd0, 1'b0, 7'd53, `WF_OP_MOV}, 0);
            emit({32'h100 << draw[16:12], 1'b1, 7'd0, 1'b0, 7'd48, 1'b0, 7'd54, `WF_OP_ADD}, 0);
            emit({24'd0, draw[24:17], 1'b1, 23'd0, 1'b0, 7'd55, `WF_OP_MOV}, 0);
        end
    endtask
    task gen_program;
        begin
            redraw; spread = draw[0]; slow_lds = draw[1]; rush = draw[3:2] == 2'd0;
            entry = draw[4] ? draw[12:5] : 0;
            choose_levels;
            choose_sizes;
            redraw; binds = draw; redraw; binds = binds | draw;
            bound = bound | binds;
            for (gi = 0; gi < 32; gi = gi + 1) if (binds[gi]) sized[gi] = size_of[gi < 16 ? gi : gi[3:0] ^ 4'd5];
            redraw; robust = (robust & ~binds) | (draw & {draw[15:0], draw[31:16]} & binds);
            for (at = 0; at < entry; at = at + 1) code[at] = {32'h0badc0de, 1'b1, 16'd0, 7'd1, `WF_OP_MOV};
            emit({16'd0, `WF_SV_LANE, 1'b0, 23'd0, 1'b0, 7'd42, `WF_OP_SV}, 0);
            emit({32'd2, 1'b1, 7'd0, 1'b0, 7'd42, 1'b0, 7'd42, `WF_OP_SHL}, 0);
            gen_numbers;
            gen_diamonds;
            level = 0; left[0] = 14; loop_of[0] = 0;
            while (level > 0 || left[0] > 0)
                if (left[level] > 0) begin
                    left[level] = left[level] - 1;
                    gen_statement;
                end else
                    close_block;
            redraw;
            case (round % 4)                     // the end: as it should be, an opcode that does not exist, nothing at all
                0: emit({56'd0, `WF_OP_END}, 0);
                1: emit({56'd5, 8'hff}, 0);
                2: ;
                default: emit(flow_word(`WF_OP_RET, 7'd0, 0), 0);
            endcase
            // no end: what comes next is structure from before the reset, and the last instruction must not be paired with it
            if (round % 48 == 42)
                for (gj = 0; gj < 100 && !(is_structure(code[at]) && code[at][39:24] == 16'd0); gj = gj + 1)
                    emit({draw, 1'b1, 7'd0, 1'b0, 7'd42, 1'b0, 7'd41, `WF_OP_ADD}, 0);
            code_words = at;
            if (round % 3 == 0) code_words = 17'd65536;  // words after it are from before the reset: must not be seen
            start      = entry;
            if (round % 12 == 6)                    // entries beyond the instruction memory or the code; or no code
                case (round / 12 % 4)
                    3: ;
                    2: code_words = 17'd0;
                    0: begin code_words = 17'd65536; start = IMEM_WORDS + entry; end
                    default: start = at + draw[12:9];
                endcase
            for (gi = entry; gi < at; gi = gi + 1)
                if (code[gi][7:0] >= `WF_OP_IF && code[gi][7:0] <= `WF_OP_DEMOTE) begin
                    code[gi][63:48] = gi + 1;
                    for (gj = at - 1; gj > gi; gj = gj - 1)
                        if (encl[gi] > 0 && reconverges(code[gj][7:0]) && code[gj][47:40] == level_of[encl[gi]])
                            code[gi][63:48] = gj;
                end
        end
    endtask

