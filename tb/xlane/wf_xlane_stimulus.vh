// SPDX-License-Identifier: Apache-2.0
// wf_xlane_stimulus.vh - included by wf_xlane_tb: which operation is asked for next, and with which lanes, operands and masks.

    `include "wf_random.vh"

    // ---- the request being made, lane by lane
    reg [7:0]       op, mod;
    reg [2:0]       wave_log2;
    reg [127:0]     exec, active;
    reg [31:0]      a [0:127], b [0:127];
    reg [127:0]     q [0:127];
    integer         size;

    // ---- choice of the next request
    integer request = 0, total, extra;           // requests made, to make; random ones
    integer walk_fast = 0, walk_scan = 0;

    function [7:0] fast_op(input integer index);
        case (index)
            0: fast_op = `WF_OP_ANY;        1: fast_op = `WF_OP_ALL;       2: fast_op = `WF_OP_ALLEQ;     3: fast_op = `WF_OP_ALLEQF;
            4: fast_op = `WF_OP_BALLOT;     5: fast_op = `WF_OP_BCOUNT;    6: fast_op = `WF_OP_BPREFIX;   7: fast_op = `WF_OP_ISFIRST;
            8: fast_op = `WF_OP_FIRSTLANE;  9: fast_op = `WF_OP_LASTLANE; 10: fast_op = `WF_OP_READFIRST; 11: fast_op = `WF_OP_READLANE;
            12: fast_op = `WF_OP_SHUFXOR;  13: fast_op = `WF_OP_SHUFUP;   14: fast_op = `WF_OP_SHUFDOWN;  15: fast_op = `WF_OP_QBCAST;
            16: fast_op = `WF_OP_QSWAPX;   17: fast_op = `WF_OP_QSWAPY;   18: fast_op = `WF_OP_QSWAPD;    19: fast_op = `WF_OP_QANY;
            20: fast_op = `WF_OP_QALL;     21: fast_op = `WF_OP_MLSB;     22: fast_op = `WF_OP_MMSB;      23: fast_op = `WF_OP_MCOUNT;
            24: fast_op = `WF_OP_MCOUNTX;  25: fast_op = `WF_OP_MCOUNTI;  26: fast_op = `WF_OP_MINVERSE;  27: fast_op = `WF_OP_MBIT;
            28: fast_op = `WF_OP_MATCHB;
            default: fast_op = `WF_OP_MATCH;
        endcase
    endfunction
    function is_round(input [7:0] o); is_round = o == `WF_OP_WMUL || o == `WF_OP_WFADD || o == `WF_OP_WFMUL; endfunction

    task choose_fast(input integer index);           // 0..FAST+MATCHES-1
        begin
            op = fast_op(index);
            if (index >= FAST) mod = index - FAST + 1;
        end
    endtask

    // One operation of a class: 0 fast, 1 integer scan, 2 round the ring, 3.. match of 1.. words.
    task choose_class(input integer kind);
        begin
            roll;
            case (kind)
                0: choose_fast(prng[15:0] % FAST);
                1: begin
                    op = `WF_OP_WADD + prng[31:16] % SCANS;
                    if (is_round(op)) op = `WF_OP_WXOR;
                    choose_shape(prng[15:0] % SHAPES);
                end
                2: begin
                    op = prng[31] ? `WF_OP_WMUL : prng[30] ? `WF_OP_WFADD : `WF_OP_WFMUL;
                    choose_shape(prng[15:0] % SHAPES);
                end
                default: choose_fast(FAST + kind - 3);
            endcase
        end
    endtask

    task choose_shape(input integer shape);          // 0..29
        begin
            mod[1:0] = shape % 3;
            mod[3:2] = shape / 3 == 0 ? `WF_SCOPE_WAVE : shape / 3 == 1 ? `WF_SCOPE_MULTI : `WF_SCOPE_CLUSTER;
            mod[6:4] = shape / 3 - 2;
        end
    endtask

    function opens_half(input integer number);       // the first request of a flood at half the rate
        opens_half = number >= HALF_AT && number < STALL_AT && (number - FLOOD_AT) % FLOOD == 0;
    endfunction

    task choose_operation;
        integer at;
        begin
            mod = 8'd0;
            roll;
            wave_log2 = 3'd2 + prng[15:0] % SIZES;
            if (request < STREAM_AT) begin                               // one at a time
                at = request % (FAST + MATCHES + SCANS);
                if (at < FAST + MATCHES) choose_fast(at);
                else begin
                    op = `WF_OP_WADD + at - (FAST + MATCHES);
                    roll;
                    choose_shape(prng[15:0] % SHAPES);
                end
            end else if (request < FLOOD_AT) begin                       // streams of one class
                choose_class((request - STREAM_AT) / STREAM);
                if (is_round(op)) wave_log2 = LOG;
            end else if (request < STALL_AT) begin                       // one class in every cycle, now and then another one
                at = request - FLOOD_AT;
                if (opens_half(request))        choose_class(at / FLOOD % 3 == 0 ? 2 : 3);
                else if (at % RARE != RARE - 1) choose_class(at / FLOOD % 3);
                else                            choose_class((at / FLOOD % 3 + 1 + at / RARE % 3) % 4);
                if (at / FLOOD % 3 == 2 && is_round(op)) choose_shape(6 + prng[15:0] % 3);      // lanes alone: one in every cycle
            end else if (request < REST_AT) begin                        // streams of one class, answers stalled
                choose_class(request < SHARE_AT ? (request - STALL_AT) / STREAM : 2);
            end else if (request % 2 == 0) begin                         // every operation and wave size in turn
                choose_fast(walk_fast % (FAST + MATCHES));
                wave_log2 = 3'd2 + (walk_fast / (FAST + MATCHES)) % SIZES;
                walk_fast = walk_fast + 1;
            end else begin                                               // every scan, shape and wave size in turn
                op = `WF_OP_WADD + walk_scan % SCANS;
                choose_shape((walk_scan / SCANS) % SHAPES);
                wave_log2 = 3'd2 + (walk_scan / (SCANS * SHAPES)) % SIZES;
                walk_scan = walk_scan + 1;
            end
            size = 1 << wave_log2;
        end
    endtask

    reg [127:0] wide;
    task roll_wide;
        begin
            roll; wide[31:0] = prng;
            roll; wide[63:32] = prng;
            roll; wide[95:64] = prng;
            roll; wide[127:96] = prng;
        end
    endtask

    reg [31:0] word;
    task roll_word(input integer kind);
        begin
            roll;
            word = prng;
            case (kind)
                0: word = word & 32'd1;
                1: word = word % 32'd5;
                2: word = word;
                3: word = {word[31], 8'd120 + {4'd0, word[30:27]}, word[22:0]};          // floats of like size
                4: case (word[3:0])                                                       // the odd ones
                    0: word = 32'h00000000;  1: word = 32'h80000000;  2: word = 32'h7f800000;  3: word = 32'hff800000;
                    4: word = 32'h7fc00000;  5: word = 32'hffc12345;  6: word = 32'h7f800001;  7: word = 32'hff800001;
                    8: word = 32'h7fffffff;  9: word = 32'hffffffff; 10: word = 32'h00000001; 11: word = 32'h807fffff;
                    12: word = 32'h00800000; 13: word = 32'h7f7fffff; 14: word = 32'hff7fffff; 15: word = 32'h3f800000;
                   endcase
                5: word = word % (2 * size);
                6: word = word[8] ? 32'h80000000 : 32'd0;
                default: word = {word[31], 7'd0, word[24], word[22:0]};                   // subnormals and the least normals
            endcase
        end
    endtask

    // Equal floats that are special, and pairs that are nearly so: infinities of both signs, zeros of both signs, NaN.
    task choose_equal_floats;
        begin
            roll_word(4);
            for (i = 0; i < LANES; i = i + 1) b[i] = word;
            roll;
            i = prng[7:0] % size;
            roll;
            case (prng[1:0])
                0: b[i] = b[i] ^ 32'h80000000;
                1: begin roll_word(4); b[i] = word; end
                default: ;
            endcase
        end
    endtask
    // Floats that meet special ones in every lane: at most three of them.
    reg [31:0] special [0:3];
    task choose_special_floats;
        begin
            for (i = 0; i < 4; i = i + 1) begin roll_word(i == 3 ? 3 : 4); special[i] = word; end
            for (i = 0; i < LANES; i = i + 1) begin roll; a[i] = special[prng[9:8]]; end
        end
    endtask

    // The least (or greatest) float in the first lane, a NaN in the second: lanes after it must find the first.
    task choose_nan_second;
        begin
            j = 0;
            for (i = 0; i < LANES; i = i + 1)
                if (active[i]) begin
                    if (j == 0) a[i] = op == `WF_OP_WFMIN ? 32'hff7fffff : 32'h7f7fffff;
                    if (j == 1) a[i] = {a[i][31], 31'h7f800001};
                    j = j + 1;
                end
        end
    endtask

    function names_lane(input [7:0] o);
        names_lane = (o >= `WF_OP_READLANE && o <= `WF_OP_SHUFDOWN) || o == `WF_OP_MBIT;
    endfunction

    integer kind_a, kind_b, kind_q, kind_e, groups;
    reg [127:0] in_wave;
    task choose_operands;
        begin
            in_wave = {128{1'b1}} >> (128 - size);
            roll; kind_e = prng[7:0] % 8;
            roll_wide;
            exec = in_wave;
            active = in_wave;
            case (kind_e)
                0: begin exec = in_wave & wide; roll_wide; active = exec & wide; end
                1: active = in_wave & wide;
                2: active = 128'd1 << (wide[6:0] & (size - 1));
                3: active = 128'd0;
                4: begin exec = in_wave >> (wide[6:0] & (size - 1)); active = exec; end       // partial wave
                5: begin active = in_wave & wide; roll_wide; active = active & wide; end
                default: ;
            endcase
            if (kind_e == 3) begin exec = wide[0] ? 128'd0 : in_wave & wide; active = 128'd0; end
            roll; kind_a = prng[7:0] % 8; kind_b = prng[15:8] % 8; kind_q = prng[23:16] % 8; groups = 1 + prng[26:24];
            if (names_lane(op) && prng[27]) kind_b = 5;                                      // around the end of the wave
            for (i = 0; i < LANES; i = i + 1) begin
                if (kind_a == 5) kind_a = 4;
                roll_word(kind_a); a[i] = word;
                roll_word(kind_b); b[i] = word;
                roll_wide; q[i] = wide;
            end
            roll;
            if (prng[1:0] == 2'd0) for (i = 1; i < LANES; i = i + 1) b[i] = b[0];            // often all equal
            if (op == `WF_OP_ALLEQF) choose_equal_floats;
            if (op >= `WF_OP_WFADD && op <= `WF_OP_WFMAX && prng[2]) choose_special_floats;
            if ((op == `WF_OP_WFMIN || op == `WF_OP_WFMAX) && prng[3]) choose_nan_second;
            if (op == `WF_OP_MATCH) begin
                for (i = 0; i < LANES; i = i + 1) begin
                    roll; j = prng[15:0] % groups;                                           // few keys, one bit apart
                    q[i] = q[0];
                    q[i][prng[23:16] % (32 * mod)] = q[i][prng[23:16] % (32 * mod)] ^ (j == 0);
                    if (mod < 4) q[i][127] = prng[24];                                       // words not asked for differ
                    if (j == 1) q[i] = 128'd0;
                end
            end else if (kind_q < 3) begin                                                   // a partition
                for (i = 0; i < LANES; i = i + 1) begin roll; member[i] = prng[15:0] % groups; end
                for (i = 0; i < LANES; i = i + 1) begin
                    for (j = 0; j < LANES; j = j + 1) q[i][j] = member[i] == member[j];
                    if (kind_q == 1 && !active[i]) q[i] = wide;                              // rows of inactive lanes do not count
                    if (kind_q == 2) q[i][i] = 1'b0;                                         // without the own bit
                end
            end else if (kind_q == 3) begin
                for (i = 0; i < LANES; i = i + 1) begin
                    roll;
                    if (prng[1:0] == 2'd0) q[i] = 128'd0;
                    if (prng[1:0] == 2'd1) q[i] = {128{1'b1}};
                    if (prng[1:0] == 2'd2) q[i] = 128'd1 << prng[8:2];
                end
            end else if (kind_q == 4) begin
                for (i = 0; i < LANES; i = i + 1) begin roll_wide; q[i] = q[i] & wide; roll_wide; q[i] = q[i] & wide; end
            end
        end
    endtask

    // The two tables of the HLSL Shader Model 6.5 document; lane 0 is the last column there.
    task illustration_match;
        begin
            op = `WF_OP_MATCH; mod = 8'd1; wave_log2 = 3'd3; size = 8; exec = 128'hff; active = 128'hee;
            for (i = 0; i < LANES; i = i + 1) begin q[i] = 128'd123; a[i] = 32'd0; b[i] = 32'd0; end
            q[7] = 128'd15; q[6] = 128'hffffffff; q[5] = 128'hffffffff; q[3] = 128'd123; q[2] = 128'd0; q[1] = 128'd123;
        end
    endtask
    task illustration_prefix;
        begin
            op = `WF_OP_WADD; mod = {4'd0, `WF_SCOPE_MULTI, `WF_SCAN_EXCLUSIVE}; wave_log2 = 3'd3; size = 8;
            exec = 128'hff; active = 128'hfd;
            q[7] = 128'he0; q[6] = 128'he0; q[5] = 128'he0; q[4] = 128'h14; q[3] = 128'h09; q[2] = 128'h14; q[1] = 128'hff; q[0] = 128'h0b;
            a[7] = 32'd5; a[6] = 32'd4; a[5] = 32'd1; a[4] = -32'd2; a[3] = 32'd3; a[2] = 32'd0; a[1] = 32'd99; a[0] = 32'd6;
        end
    endtask
    task illustration_answers;
        if (op == `WF_OP_MATCH) begin
            result_mask[7] = 128'h80; result_mask[6] = 128'h60; result_mask[5] = 128'h60; result_mask[3] = 128'h0a;
            result_mask[2] = 128'h04; result_mask[1] = 128'h0a; gives_mask = 1'b1;
        end else begin
            result[7] = 32'd5; result[6] = 32'd1; result[5] = 32'd0; result[4] = 32'd0; result[3] = 32'd6; result[2] = 32'd0;
            result[0] = 32'd0;
        end
    endtask

    task compose_request;                            // op, mod, lanes, operands and what they must give
        begin
            gives_mask = 1'b0;
            if (request < ALONE_AT && LANES >= 8) begin
                if (request == 0) illustration_match; else illustration_prefix;
                illustration_answers;
            end else begin
                choose_operation;
                choose_operands;
                if (op >= `WF_OP_WADD) reference_scan; else reference_fast;
            end
        end
    endtask
