// SPDX-License-Identifier: Apache-2.0
// wf_xlane_tb - every cross-lane operation against a sequential reference, at every wave size, with stalls on both channels.
//   Expected values come from walks over lanes in this file; float sums and products from the simulator's binary64 arithmetic
//   rounded once to binary32 (exact for one operation).  Plusargs: +seed=N, +requests=N (random part).
//   Build and run (LANES 4..128), from the top of the repository:
//     F="-Irtl/common -y rtl/xlane -y rtl/fp"; mkdir -p build/xlane
//     with verilator: verilator --binary --timing -Wno-fatal -O3 -GLANES=32 $F --top-module wf_xlane_tb
//                     --Mdir build/xlane/v32 -o tb tb/xlane/wf_xlane_tb.v && build/xlane/v32/tb +seed=1
//     with icarus:    iverilog -g2005 $F -Irtl/fp -Pwf_xlane_tb.LANES=8 -s wf_xlane_tb -o build/xlane/i8.vvp
//                     tb/xlane/wf_xlane_tb.v && vvp -n build/xlane/i8.vvp +seed=1
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_xlane_tb;
    parameter integer LANES = 32;
    localparam integer LOG = $clog2(LANES);
    localparam integer SIZES = LOG - 1;               // wave sizes 4..LANES
    localparam integer TAG_W = 6;
    localparam integer TAGS = 1 << TAG_W;
    localparam integer FAST = 28, MATCHES = 4, SCANS = 13, SHAPES = 3 * 10;   // shapes: mode x (wave, multi, 8 clusters)
    localparam integer ONE_BY_ONE = 2 * (FAST + MATCHES + SCANS), STREAM = 64, STREAMS = 3 + MATCHES;

    reg                   clk = 1'b0, rst = 1'b1;
    reg                   req_valid = 1'b0, rsp_ready = 1'b0;
    reg  [TAG_W-1:0]      req_tag = 0;
    reg  [7:0]            req_op = 0, req_mod = 0;
    reg  [2:0]            req_wave_log2 = 3'd2;
    reg  [LANES-1:0]      req_exec = 0, req_active = 0;
    reg  [32*LANES-1:0]   req_a = 0, req_b = 0;
    reg  [128*LANES-1:0]  req_q = 0;
    wire                  req_ready, rsp_valid;
    wire [TAG_W-1:0]      rsp_tag;
    wire [128*LANES-1:0]  rsp_data;

    wf_xlane #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
        .clk(clk), .rst(rst),
        .req_valid(req_valid), .req_ready(req_ready), .req_tag(req_tag), .req_op(req_op), .req_mod(req_mod),
        .req_wave_log2(req_wave_log2), .req_exec(req_exec), .req_active(req_active), .req_a(req_a), .req_b(req_b),
        .req_q(req_q),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_tag(rsp_tag), .rsp_data(rsp_data));

    always #5 clk = !clk;

    // ---- random numbers: xorshift32, the same in every simulator
    reg [31:0] seed, prng;
    function [31:0] xorshift32(input [31:0] s);
        begin
            xorshift32 = s ^ (s << 13);
            xorshift32 = xorshift32 ^ (xorshift32 >> 17);
            xorshift32 = xorshift32 ^ (xorshift32 << 5);
        end
    endfunction
    task roll; prng = xorshift32(prng); endtask

    // ---- binary32 by way of binary64
    function real to_real(input [31:0] x);            // finite numbers only
        begin
            if (x[30:23] == 8'd0) to_real = $bitstoreal({x[31], 63'd0} | $realtobits($itor({9'd0, x[22:0]}) * 1.401298464324817e-45));
            else to_real = $bitstoreal({x[31], {3'd0, x[30:23]} + 11'd896, x[22:0], 29'd0});
        end
    endfunction
    function [31:0] to_single(input real r);          // round to nearest even; finite r
        reg [63:0] d, kept;
        reg [10:0] down;
        reg [31:0] word;
        begin
            d = $realtobits(r);
            if (d[62:52] >= 11'd1151) word = 32'h7f800000;
            else begin
                down = d[62:52] > 11'd896 ? 11'd29 : 11'd29 + 11'd897 - d[62:52];
                kept = {11'd0, 1'b1, d[51:0]};
                if (d[62:0] == 63'd0 || down > 11'd54) word = 32'd0;
                else begin
                    word = kept >> down;
                    if (kept[down-1] && (word[0] || (kept & ((64'd1 << (down - 1)) - 64'd1)) != 64'd0)) word = word + 32'd1;
                    if (d[62:52] > 11'd896) word = word + ({21'd0, d[62:52]} - 32'd897 << 23);   // hidden one adds the last 1
                end
            end
            to_single = {d[63], word[30:0]};
        end
    endfunction
    function is_nan(input [31:0] x); is_nan = x[30:0] > 31'h7f800000; endfunction
    function is_inf(input [31:0] x); is_inf = x[30:0] == 31'h7f800000; endfunction
    function [31:0] ref_fadd(input [31:0] x, input [31:0] y);
        begin
            if (is_nan(x) || is_nan(y) || (is_inf(x) && is_inf(y) && x[31] != y[31])) ref_fadd = 32'h7fc00000;
            else if (is_inf(x)) ref_fadd = x;
            else if (is_inf(y)) ref_fadd = y;
            else if (x == 32'h80000000 && y == 32'h80000000) ref_fadd = 32'h80000000;
            else if ((x ^ y) == 32'h80000000) ref_fadd = 32'd0;
            else ref_fadd = to_single(to_real(x) + to_real(y));
        end
    endfunction
    function [31:0] ref_fmul(input [31:0] x, input [31:0] y);
        begin
            if (is_nan(x) || is_nan(y) || (is_inf(x) && y[30:0] == 31'd0) || (is_inf(y) && x[30:0] == 31'd0))
                ref_fmul = 32'h7fc00000;
            else if (is_inf(x) || is_inf(y)) ref_fmul = {x[31] ^ y[31], 31'h7f800000};
            else if (x[30:0] == 31'd0 || y[30:0] == 31'd0) ref_fmul = {x[31] ^ y[31], 31'd0};
            else ref_fmul = to_single(to_real(x) * to_real(y));
        end
    endfunction
    function below(input [31:0] x, input [31:0] y);   // numbers in order, -0 below +0
        begin
            if (x[31] != y[31]) below = x[31];
            else below = x[31] ? x[30:0] > y[30:0] : x[30:0] < y[30:0];
        end
    endfunction
    function [31:0] combine(input [7:0] op, input [31:0] x, input [31:0] y);
        case (op)
            `WF_OP_WADD:  combine = x + y;
            `WF_OP_WMUL:  combine = x * y;
            `WF_OP_WMINS: combine = $signed(x) < $signed(y) ? x : y;
            `WF_OP_WMAXS: combine = $signed(x) > $signed(y) ? x : y;
            `WF_OP_WMINU: combine = x < y ? x : y;
            `WF_OP_WMAXU: combine = x > y ? x : y;
            `WF_OP_WAND:  combine = x & y;
            `WF_OP_WOR:   combine = x | y;
            `WF_OP_WXOR:  combine = x ^ y;
            `WF_OP_WFADD: combine = ref_fadd(x, y);
            `WF_OP_WFMUL: combine = ref_fmul(x, y);
            default: begin
                if (is_nan(x) && is_nan(y)) combine = 32'h7fc00000;
                else if (is_nan(x)) combine = y;
                else if (is_nan(y)) combine = x;
                else combine = below(x, y) == (op == `WF_OP_WFMIN) ? x : y;
            end
        endcase
    endfunction
    function [31:0] identity(input [7:0] op);
        case (op)
            `WF_OP_WMUL:  identity = 32'd1;
            `WF_OP_WMINS: identity = 32'h7fffffff;
            `WF_OP_WMAXS: identity = 32'h80000000;
            `WF_OP_WMINU, `WF_OP_WAND: identity = 32'hffffffff;
            `WF_OP_WFMUL: identity = 32'h3f800000;
            `WF_OP_WFMIN: identity = 32'h7f800000;
            `WF_OP_WFMAX: identity = 32'hff800000;
            default:      identity = 32'd0;
        endcase
    endfunction

    // ---- the request being made, lane by lane
    reg [7:0]       op, mod;
    reg [2:0]       wave_log2;
    reg [127:0]     exec, active;
    reg [31:0]      a [0:127], b [0:127];
    reg [127:0]     q [0:127];
    integer         size;

    // ---- what is expected, by tag
    reg [31:0]      want [0:TAGS*LANES*4-1];
    reg [LANES-1:0] want_lanes [0:TAGS-1];
    reg [7:0]       asked_op [0:TAGS-1], asked_mod [0:TAGS-1];
    reg [2:0]       asked_log2 [0:TAGS-1];
    integer         asked_at [0:TAGS-1], asked_number [0:TAGS-1], asked_rounds [0:TAGS-1];
    reg [TAGS-1:0]  waiting = 0;

    // ---- reference
    reg [31:0]      result [0:127];
    reg [127:0]     result_mask [0:127];
    reg             gives_mask;
    integer         under [0:127], top [0:127], member [0:127];
    reg [31:0]      inclusive [0:127], round_was [0:127], round_is [0:127];
    reg [127:0]     known, scope;
    integer         i, j, k, n, r, first, last, source, rounds;   // rounds: log2 of the longest chain, rounded up

    function bit_of(input [127:0] m, input integer lane); bit_of = m[lane]; endfunction

    task reference_scan;
        begin
            for (i = 0; i < size; i = i + 1) begin
                case (mod[3:2])
                    `WF_SCOPE_MULTI: scope = q[i];
                    `WF_SCOPE_CLUSTER: begin
                        scope = 128'd0;
                        for (j = 0; j < size; j = j + 1) if ((j >> mod[6:4]) == (i >> mod[6:4])) scope[j] = 1'b1;
                    end
                    default: scope = {128{1'b1}};
                endcase
                under[i] = -1;
                top[i] = -1;
                for (j = 0; j < size; j = j + 1)
                    if (scope[j] && active[j]) begin
                        if (j < i) under[i] = j;
                        top[i] = j;
                    end
            end
            known = 128'd0;
            rounds = 0;
            for (i = size - 1; i >= 0; i = i - 1)
                if (active[i] && !known[i]) begin
                    n = 0;
                    for (j = i; j >= 0; j = under[j]) n = n + 1;
                    while ((1 << rounds) < n) rounds = rounds + 1;
                    r = n;
                    for (j = i; j >= 0; j = under[j]) begin
                        r = r - 1;
                        member[r] = j;
                        round_is[r] = a[j];
                    end
                    if (op == `WF_OP_WFADD || op == `WF_OP_WFMUL) begin
                        for (k = 1; k < n; k = 2 * k) begin
                            for (r = 0; r < n; r = r + 1) round_was[r] = round_is[r];
                            for (r = k; r < n; r = r + 1) round_is[r] = combine(op, round_was[r-k], round_was[r]);
                        end
                    end else begin
                        for (r = 1; r < n; r = r + 1) round_is[r] = combine(op, round_is[r-1], round_is[r]);
                    end
                    for (r = 0; r < n; r = r + 1) begin
                        inclusive[member[r]] = round_is[r];
                        known[member[r]] = 1'b1;
                    end
                end
            for (i = 0; i < size; i = i + 1) begin
                source = mod[1:0] == `WF_SCAN_REDUCE ? top[i] : mod[1:0] == `WF_SCAN_EXCLUSIVE ? under[i] : i;
                result[i] = source < 0 ? identity(op) : inclusive[source];
            end
        end
    endtask

    task reference_fast;
        reg [127:0] yes;
        reg [63:0]  lane64;
        integer     set, running;
        begin
            yes = 128'd0;
            first = -1;
            last = -1;
            for (i = 0; i < size; i = i + 1) if (active[i]) begin
                if (first < 0) first = i;
                last = i;
                if (b[i] != 32'd0) yes[i] = 1'b1;
            end
            n = 0;
            for (i = 0; i < size; i = i + 1) begin
                result[i] = 32'd0;
                result_mask[i] = yes;
                case (op)
                    `WF_OP_ANY:    result[i] = {31'd0, yes != 128'd0};
                    `WF_OP_ALL:    result[i] = {31'd0, yes == active};
                    `WF_OP_ALLEQ:  begin
                        result[i] = 32'd1;
                        for (j = 0; j < size; j = j + 1) if (active[j] && b[j] != b[first]) result[i] = 32'd0;
                    end
                    `WF_OP_ALLEQF: begin
                        result[i] = 32'd1;
                        for (j = 0; j < size; j = j + 1)
                            if (active[j] && (is_nan(b[j]) || is_nan(b[first]) ||
                                (b[j] != b[first] && (b[j] & 32'h7fffffff) + (b[first] & 32'h7fffffff) != 32'd0))) result[i] = 32'd0;
                    end
                    `WF_OP_BALLOT: gives_mask = 1'b1;
                    `WF_OP_BCOUNT: for (j = 0; j < size; j = j + 1) if (yes[j]) result[i] = result[i] + 32'd1;
                    `WF_OP_BPREFIX: begin result[i] = n; if (yes[i]) n = n + 1; end
                    `WF_OP_ISFIRST: result[i] = {31'd0, i == first};
                    `WF_OP_FIRSTLANE: result[i] = first;
                    `WF_OP_LASTLANE: result[i] = last;
                    `WF_OP_READFIRST: result[i] = first < 0 ? 32'd0 : b[first];
                    `WF_OP_READLANE, `WF_OP_SHUFXOR, `WF_OP_SHUFUP, `WF_OP_SHUFDOWN: begin
                        lane64 = op == `WF_OP_READLANE ? {32'd0, b[i]} : op == `WF_OP_SHUFXOR ? i ^ {32'd0, b[i]} :
                                 op == `WF_OP_SHUFUP ? i - {32'd0, b[i]} : i + {32'd0, b[i]};
                        result[i] = lane64 < size ? a[lane64[6:0]] : 32'd0;
                    end
                    `WF_OP_QBCAST: result[i] = a[i / 4 * 4 + (b[i] & 3)];
                    `WF_OP_QSWAPX: result[i] = b[i ^ 1];
                    `WF_OP_QSWAPY: result[i] = b[i ^ 2];
                    `WF_OP_QSWAPD: result[i] = b[i ^ 3];
                    `WF_OP_QANY, `WF_OP_QALL: begin
                        set = 0;
                        running = 0;
                        for (j = i / 4 * 4; j < i / 4 * 4 + 4; j = j + 1)
                            if (exec[j]) begin
                                running = running + 1;
                                if (b[j] != 32'd0) set = set + 1;
                            end
                        result[i] = {31'd0, op == `WF_OP_QANY ? set > 0 : set == running};
                    end
                    `WF_OP_MLSB: begin
                        result[i] = 32'hffffffff;
                        for (j = size - 1; j >= 0; j = j - 1) if (bit_of(q[i], j)) result[i] = j;
                    end
                    `WF_OP_MMSB: begin
                        result[i] = 32'hffffffff;
                        for (j = 0; j < size; j = j + 1) if (bit_of(q[i], j)) result[i] = j;
                    end
                    `WF_OP_MCOUNT:  for (j = 0; j < size; j = j + 1) if (bit_of(q[i], j)) result[i] = result[i] + 32'd1;
                    `WF_OP_MCOUNTX: for (j = 0; j < i; j = j + 1)    if (bit_of(q[i], j)) result[i] = result[i] + 32'd1;
                    `WF_OP_MCOUNTI: for (j = 0; j <= i; j = j + 1)   if (bit_of(q[i], j)) result[i] = result[i] + 32'd1;
                    `WF_OP_MINVERSE: result[i] = {31'd0, bit_of(q[i], i)};
                    `WF_OP_MBIT: result[i] = b[i] < size ? {31'd0, bit_of(q[i], b[i])} : 32'd0;
                    `WF_OP_MATCH: begin
                        gives_mask = 1'b1;
                        result_mask[i] = 128'd0;
                        for (j = 0; j < size; j = j + 1)
                            if (active[j]) begin
                                result_mask[i][j] = 1'b1;
                                for (k = 0; k < mod; k = k + 1)
                                    if (((q[i] ^ q[j]) >> (32 * k) & 128'hffffffff) != 128'd0) result_mask[i][j] = 1'b0;
                            end
                    end
                    default: $fatal(1, "FAIL xlane seed=%0d: the bench does not know operation %h", seed, op);
                endcase
            end
        end
    endtask

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
            default: fast_op = `WF_OP_MATCH;
        endcase
    endfunction
    function is_round(input [7:0] o); is_round = o == `WF_OP_WMUL || o == `WF_OP_WFADD || o == `WF_OP_WFMUL; endfunction

    task choose_shape(input integer shape);          // 0..29
        begin
            mod[1:0] = shape % 3;
            mod[3:2] = shape / 3 == 0 ? `WF_SCOPE_WAVE : shape / 3 == 1 ? `WF_SCOPE_MULTI : `WF_SCOPE_CLUSTER;
            mod[6:4] = shape / 3 - 2;
        end
    endtask
    task choose_fast(input integer index);           // 0..FAST+MATCHES-1
        begin
            op = fast_op(index);
            if (index >= FAST) mod = index - FAST + 1;
        end
    endtask

    task choose_operation;
        integer at;
        begin
            mod = 8'd0;
            roll;
            wave_log2 = 3'd2 + prng[15:0] % SIZES;
            at = request < 2 ? 0 : request - 2;              // the first two are the illustrations
            if (at < ONE_BY_ONE) begin                                   // one at a time
                at = at % (FAST + MATCHES + SCANS);
                if (at < FAST + MATCHES) choose_fast(at);
                else begin
                    op = `WF_OP_WADD + at - (FAST + MATCHES);
                    roll;
                    choose_shape(prng[15:0] % SHAPES);
                end
            end else if (at < ONE_BY_ONE + STREAM * STREAMS) begin       // streams of one class
                at = (at - ONE_BY_ONE) / STREAM;
                roll;
                case (at)
                    0: choose_fast(prng[15:0] % FAST);
                    1: begin
                        op = `WF_OP_WADD + prng[31:16] % SCANS;
                        if (is_round(op)) op = `WF_OP_WXOR;
                        choose_shape(prng[15:0] % SHAPES);
                    end
                    2: begin
                        op = prng[31] ? `WF_OP_WMUL : prng[30] ? `WF_OP_WFADD : `WF_OP_WFMUL;
                        choose_shape(prng[15:0] % SHAPES);
                        wave_log2 = LOG;
                    end
                    default: choose_fast(FAST + at - 3);
                endcase
            end else if (at % 2 == 0) begin                              // every operation and wave size in turn
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
            for (i = 0; i < LANES; i = i + 1) begin
                if (kind_a == 5) kind_a = 4;
                roll_word(kind_a); a[i] = word;
                roll_word(kind_b); b[i] = word;
                roll_wide; q[i] = wide;
            end
            roll;
            if (prng[1:0] == 2'd0) for (i = 1; i < LANES; i = i + 1) b[i] = b[0];            // often all equal
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
        begin
            if (op == `WF_OP_MATCH) begin
                result_mask[7] = 128'h80; result_mask[6] = 128'h60; result_mask[5] = 128'h60; result_mask[3] = 128'h0a;
                result_mask[2] = 128'h04; result_mask[1] = 128'h0a; gives_mask = 1'b1;
            end else begin
                result[7] = 32'd5; result[6] = 32'd1; result[5] = 32'd0; result[4] = 32'd0; result[3] = 32'd6; result[2] = 32'd0;
                result[0] = 32'd0;
            end
        end
    endtask

    reg [TAG_W-1:0] tag;
    task make_request;
        begin
            gives_mask = 1'b0;
            if (request < 2 && LANES >= 8) begin
                if (request == 0) illustration_match; else illustration_prefix;
                illustration_answers;
            end else begin
                choose_operation;
                choose_operands;
                if (op >= `WF_OP_WADD) reference_scan; else reference_fast;
            end
            for (i = 0; i < LANES; i = i + 1) begin
                want_lanes[tag][i] = op >= `WF_OP_QBCAST && op <= `WF_OP_QALL ? exec[i] : active[i];
                for (k = 0; k < 4; k = k + 1)
                    want[(tag * LANES + i) * 4 + k] = gives_mask ? result_mask[i] >> (32 * k) : result[i];
                req_a[32*i +: 32]    <= a[i];
                req_b[32*i +: 32]    <= b[i];
                req_q[128*i +: 128]  <= q[i];
            end
            asked_op[tag] = op;
            asked_mod[tag] = mod;
            asked_log2[tag] = wave_log2;
            asked_number[tag] = request;
            asked_rounds[tag] = rounds;
            req_tag <= tag;
            req_op <= op;
            req_mod <= mod;
            req_wave_log2 <= wave_log2;
            req_exec <= exec[LANES-1:0];
            req_active <= active[LANES-1:0];
            request = request + 1;
        end
    endtask

    // ---- checks
    integer cycle = 0, checks = 0, answers = 0, accepted = 0, late, limit, quiet = 0;
    integer most_fast = 0, most_scan = 0, most_match = 0, most_round = 0, stream_from = 0, stream, allowed;
    integer stream_cycles [0:STREAMS-1];
    reg                  was_held = 1'b0, hurry, alone, go;
    reg [TAG_W-1:0]      held_tag;
    reg [128*LANES-1:0]  held_data;
    reg [31:0]           got, expected;

    task check_answer;
        reg mask_words;
        begin
            if (!waiting[rsp_tag])
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: answer with tag %0d, which nobody waits for", seed, LANES, cycle, rsp_tag);
            if (^rsp_data === 1'bx)
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h: X in the answer", seed, LANES, asked_number[rsp_tag], asked_op[rsp_tag]);
            waiting[rsp_tag] = 1'b0;
            answers = answers + 1;
            mask_words = asked_op[rsp_tag] == `WF_OP_BALLOT || asked_op[rsp_tag] == `WF_OP_MATCH;
            for (i = 0; i < LANES; i = i + 1)
                if (want_lanes[rsp_tag][i])
                    for (k = 0; k < (mask_words ? 4 : 1); k = k + 1) begin
                        got = rsp_data[(4 * i + k) * 32 +: 32];
                        expected = want[(rsp_tag * LANES + i) * 4 + k];
                        checks = checks + 1;
                        if (got !== expected)
                            $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h mod=%h S=%0d lane=%0d word=%0d got=%h want=%h",
                                   seed, LANES, asked_number[rsp_tag], asked_op[rsp_tag], asked_mod[rsp_tag], 1 << asked_log2[rsp_tag],
                                   i, k, got, expected);
                    end
            late = cycle - asked_at[rsp_tag];
            if (asked_number[rsp_tag] < 2 + ONE_BY_ONE) begin                  // alone: the latency promised
                if (asked_op[rsp_tag] == `WF_OP_MATCH)        begin limit = 2 * asked_mod[rsp_tag] + 2;      if (late > most_match && asked_mod[rsp_tag] == 1) most_match = late; end
                else if (asked_op[rsp_tag] < `WF_OP_WADD)     begin limit = 3;           if (late > most_fast)  most_fast = late; end
                else if (is_round(asked_op[rsp_tag]))         begin limit = 4 * asked_rounds[rsp_tag] + 3; if (late > most_round) most_round = late; end
                else                                          begin limit = LOG + 3;     if (late > most_scan)  most_scan = late; end
                if (late != limit)
                    $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h mod=%h: %0d cycles, not %0d", seed, LANES,
                           asked_number[rsp_tag], asked_op[rsp_tag], asked_mod[rsp_tag], late, limit);
            end else if (asked_number[rsp_tag] < 2 + ONE_BY_ONE + STREAM * STREAMS) limit = 8 * LOG + 40;   // nobody starves
            else limit = 4000;
            if (late > limit)
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h mod=%h: %0d cycles, limit %0d", seed, LANES,
                       asked_number[rsp_tag], asked_op[rsp_tag], asked_mod[rsp_tag], late, limit);
        end
    endtask

    initial begin
        if (!$value$plusargs("seed=%d", seed)) seed = 32'd1;
        if (!$value$plusargs("requests=%d", extra)) extra = 2 * SCANS * SHAPES * SIZES;
        total = 2 + ONE_BY_ONE + STREAM * STREAMS + extra;
        prng = seed ^ 32'h9e3779b9;
        if (prng == 32'd0) prng = 32'd1;
    end

    always @(posedge clk) begin
        cycle = cycle + 1;
        roll;
        rst <= cycle < 4;
        hurry = request < 2 + ONE_BY_ONE + STREAM * STREAMS;
        if (!rst) begin
            // answers
            if (was_held && (!rsp_valid || rsp_tag !== held_tag || rsp_data !== held_data))
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: the answer changed while it was stalled", seed, LANES, cycle);
            was_held = rsp_valid && !rsp_ready;
            if (was_held) begin held_tag = rsp_tag; held_data = rsp_data; end
            if (rsp_valid === 1'bx || req_ready === 1'bx) $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: X in the handshake", seed, LANES, cycle);
            if (rsp_valid && rsp_ready) begin check_answer; quiet = 0; end
            // a request is taken
            if (req_valid && req_ready) begin
                waiting[req_tag] = 1'b1;
                asked_at[req_tag] = cycle;
                quiet = 0;
                stream = accepted - 2 - ONE_BY_ONE;
                if (stream >= 0 && stream < STREAM * STREAMS) begin
                    if (stream % STREAM == 0) stream_from = cycle;
                    stream_cycles[stream / STREAM] = cycle - stream_from;
                    if (stream % STREAM == STREAM - 1) begin
                        allowed = stream / STREAM < 2 ? STREAM - 1 : stream / STREAM == 2 ? STREAM * (LOG + 1) : (STREAM - 1) * 2 * (stream / STREAM - 2);
                        if (cycle - stream_from > allowed)
                            $fatal(1, "FAIL xlane seed=%0d LANES=%0d stream %0d took %0d cycles, limit %0d", seed, LANES, stream / STREAM,
                                   cycle - stream_from, allowed);
                    end
                end
                accepted = accepted + 1;
            end
            // the next one
            if (!req_valid || req_ready) begin
                alone = request < 2 + ONE_BY_ONE || (hurry && (request - 2 - ONE_BY_ONE) % STREAM == 0) ||
                        request == 2 + ONE_BY_ONE + STREAM * STREAMS;
                go = request < total && (hurry || cycle[9:8] == 2'd0 || prng[4:0] < {3'd0, cycle[9:8]} * 8);
                if (alone && waiting != {TAGS{1'b0}}) go = 1'b0;
                roll;
                tag = prng[TAG_W-1:0];
                for (i = 0; i < TAGS && waiting[tag]; i = i + 1) tag = tag + 1'b1;
                if (waiting[tag]) go = 1'b0;
                if (go) make_request;
                req_valid <= go;
            end
            roll;
            rsp_ready <= hurry || (cycle[12:10] == 3'd0) || (cycle[10] ? prng[0] : prng[3:1] == 3'd0 ^ cycle[11]);
            // end
            quiet = quiet + 1;
            if (quiet > 1000) $fatal(1, "FAIL xlane seed=%0d LANES=%0d: nothing moves after %0d answers of %0d", seed, LANES, answers, request);
            if (answers == total) begin
                if (checks == 0) $fatal(1, "FAIL xlane seed=%0d: nothing was checked", seed);
                $display("xlane LANES=%0d latency: fast %0d, integer scan %0d, match %0d, float scan %0d; %0d requests: fast %0d, scan %0d, float %0d, match of 1 to 4 words %0d %0d %0d %0d cycles",
                         LANES, most_fast, most_scan, most_match, most_round, STREAM, stream_cycles[0] + 1, stream_cycles[1] + 1,
                         stream_cycles[2] + 1, stream_cycles[3] + 1, stream_cycles[4] + 1, stream_cycles[5] + 1, stream_cycles[6] + 1);
                $display("PASS xlane seed=%0d checks=%0d", seed, checks);
                $finish;
            end
        end
    end
endmodule

`default_nettype wire
