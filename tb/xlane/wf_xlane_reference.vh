// SPDX-License-Identifier: Apache-2.0
// wf_xlane_reference.vh - included by wf_xlane_tb: what an operation must give, from walks over lanes.  Float sums and products from the
//   simulator's binary64 arithmetic rounded once to binary32 (exact for one operation).

    // ---- binary32 by way of binary64
    function real to_real(input [31:0] x);            // finite numbers only
        if (x[30:23] == 8'd0) to_real = $bitstoreal({x[31], 63'd0} | $realtobits($itor({9'd0, x[22:0]}) * 1.401298464324817e-45));
        else to_real = $bitstoreal({x[31], {3'd0, x[30:23]} + 11'd896, x[22:0], 29'd0});
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
        if (is_nan(x) || is_nan(y) || (is_inf(x) && is_inf(y) && x[31] != y[31])) ref_fadd = 32'h7fc00000;
        else if (is_inf(x)) ref_fadd = x;
        else if (is_inf(y)) ref_fadd = y;
        else if (x == 32'h80000000 && y == 32'h80000000) ref_fadd = 32'h80000000;
        else if ((x ^ y) == 32'h80000000) ref_fadd = 32'd0;
        else ref_fadd = to_single(to_real(x) + to_real(y));
    endfunction
    function [31:0] ref_fmul(input [31:0] x, input [31:0] y);
        if (is_nan(x) || is_nan(y) || (is_inf(x) && y[30:0] == 31'd0) || (is_inf(y) && x[30:0] == 31'd0))
            ref_fmul = 32'h7fc00000;
        else if (is_inf(x) || is_inf(y)) ref_fmul = {x[31] ^ y[31], 31'h7f800000};
        else if (x[30:0] == 31'd0 || y[30:0] == 31'd0) ref_fmul = {x[31] ^ y[31], 31'd0};
        else ref_fmul = to_single(to_real(x) * to_real(y));
    endfunction
    function less(input [31:0] x, input [31:0] y);   // numbers in order, -0 below +0
        if (x[31] != y[31]) less = x[31];
        else less = x[31] ? x[30:0] > y[30:0] : x[30:0] < y[30:0];
    endfunction
    function [31:0] combine(input [7:0] op, input [31:0] x, input [31:0] y);
        case (op)
            `WF_OP_WADD, `WF_OP_WCOUNT: combine = x + y;
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
                else combine = less(x, y) == (op == `WF_OP_WFMIN) ? x : y;
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

    // ---- reference
    reg [31:0]      result [0:127];
    reg [127:0]     result_mask [0:127];
    reg             gives_mask;
    integer         under [0:127], top [0:127], member [0:127];
    reg [31:0]      inclusive [0:127], round_was [0:127], round_is [0:127];
    reg [127:0]     known, scope;
    integer         i, j, k, n, r, first, last, source, rounds;   // rounds: log2 of the longest chain, rounded up

    // Lanes that must hold the result: what is the same for the whole wave, quads and the own mask count in helper lanes too.
    function [127:0] lanes_told(input [7:0] o, input [7:0] m);
        begin
            lanes_told = active;
            case (o)
                `WF_OP_ANY, `WF_OP_ALL, `WF_OP_ALLEQ, `WF_OP_ALLEQF, `WF_OP_BALLOT, `WF_OP_BCOUNT, `WF_OP_READLANE,
                `WF_OP_QBCAST, `WF_OP_QSWAPX, `WF_OP_QSWAPY, `WF_OP_QSWAPD, `WF_OP_QANY, `WF_OP_QALL,
                `WF_OP_MLSB, `WF_OP_MMSB, `WF_OP_MCOUNT, `WF_OP_MCOUNTX, `WF_OP_MCOUNTI, `WF_OP_MINVERSE, `WF_OP_MBIT:
                    lanes_told = exec;
                `WF_OP_FIRSTLANE, `WF_OP_LASTLANE, `WF_OP_READFIRST:
                    if (active != 128'd0) lanes_told = exec;
                default:
                    if (o >= `WF_OP_WADD && m[1:0] == `WF_SCAN_REDUCE && m[3:2] == `WF_SCOPE_WAVE) lanes_told = exec;
            endcase
        end
    endfunction

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
                        round_is[r] = op == `WF_OP_WCOUNT ? {31'd0, a[j] != 32'd0} : a[j];
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
                    `WF_OP_MATCHB: begin
                        gives_mask = 1'b1;
                        for (j = 0; j < size; j = j + 1) result_mask[i][j] = active[j] && (b[i] != 32'd0) == (b[j] != 32'd0);
                        for (j = size; j < 128; j = j + 1) result_mask[i][j] = 1'b0;
                    end
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
