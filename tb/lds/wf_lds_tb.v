// SPDX-License-Identifier: Apache-2.0
// wf_lds_tb - wf_lds against lanes that run one after the other on an array of words.
//   Checked: every response (order, tag, data, faults), words and cycles of the banks for each instruction, latency and
//   throughput without conflicts, clear, payload held while stalled, and at the end the memory through the port.
//   Plusargs: +seed=N  +count=N (random instructions)    Parameters: LANES WORDS BANKS
//
//   Build and run, Verilator and Icarus:
//   $ verilator --binary --timing -Wno-fatal -Irtl/common -y rtl/lds -y rtl/fp -GLANES=32 -GBANKS=32
//       --top-module wf_lds_tb --Mdir build/lds/v32 -o tb tb/lds/wf_lds_tb.v && build/lds/v32/tb +seed=1
//   $ iverilog -g2005 -Wall -Wno-timescale -Irtl/common -y rtl/lds -y rtl/fp -Pwf_lds_tb.LANES=8 -s wf_lds_tb
//       -o build/lds/tb.vvp tb/lds/wf_lds_tb.v && vvp -n build/lds/tb.vvp +seed=1 +count=500
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_lds_tb;
    parameter integer LANES = 32;
    parameter integer WORDS = 2048;
    parameter integer BANKS = 32;
    localparam integer TAG_W  = 8;
    localparam integer IDX_W  = $clog2(LANES);
    localparam integer ADDR_W = $clog2(WORDS);
    localparam integer PART   = WORDS / 4;           // four groups share the memory
    localparam integer LATENCY = (IDX_W < 4 ? 4 : IDX_W) + 7;
    localparam integer FADD_LATENCY = 4*IDX_W + LATENCY + 8;
    localparam integer Q = 256;                      // answers under way, at most

    reg                  clk = 1'b0, rst = 1'b1;
    reg                  clear_valid = 1'b0;
    wire                 clear_ready;
    reg [ADDR_W-1:0]     clear_base = 0;
    reg [ADDR_W:0]       clear_words = 0;
    reg                  req_valid = 1'b0;
    wire                 req_ready;
    reg [TAG_W-1:0]      req_tag = 0;
    reg [1:0]            req_kind = 0;
    reg [3:0]            req_atom = 0;
    reg [ADDR_W-1:0]     req_base = 0;
    reg [ADDR_W:0]       req_words = 0;
    reg [LANES-1:0]      req_mask = 0;
    reg [32*LANES-1:0]   req_addr = 0, req_data = 0, req_compare = 0;
    wire                 rsp_valid;
    reg                  rsp_ready = 1'b0;
    wire [TAG_W-1:0]     rsp_tag;
    wire [32*LANES-1:0]  rsp_data;
    wire [IDX_W:0]       rsp_faults;
    wire [2:0]           rsp_fault_kind;
    wire [IDX_W-1:0]     rsp_fault_lane;
    wire [31:0]          rsp_fault_addr;
    wire                 stat_busy, stat_more;
    wire [$clog2(BANKS):0] stat_ops;

    wf_lds #(.LANES(LANES), .WORDS(WORDS), .BANKS(BANKS), .TAG_W(TAG_W)) u_dut (
        .clk(clk), .rst(rst), .clear_valid(clear_valid), .clear_ready(clear_ready), .clear_base(clear_base),
        .clear_words(clear_words), .req_valid(req_valid), .req_ready(req_ready), .req_tag(req_tag), .req_kind(req_kind),
        .req_atom(req_atom), .req_base(req_base), .req_words(req_words), .req_mask(req_mask), .req_addr(req_addr),
        .req_data(req_data), .req_compare(req_compare), .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_tag(rsp_tag),
        .rsp_data(rsp_data), .rsp_faults(rsp_faults), .rsp_fault_kind(rsp_fault_kind), .rsp_fault_lane(rsp_fault_lane),
        .rsp_fault_addr(rsp_fault_addr), .stat_busy(stat_busy), .stat_more(stat_more), .stat_ops(stat_ops));

    always #5 clk = !clk;

    // ---- random numbers: the same in every simulator ----
    reg [31:0] seed, prng, prng2, prng3;

    function [31:0] xorshift32(input [31:0] s);
        /*verilator no_inline_task*/
        begin
            xorshift32 = s ^ (s << 13);
            xorshift32 = xorshift32 ^ (xorshift32 >> 17);
            xorshift32 = xorshift32 ^ (xorshift32 << 5);
        end
    endfunction

    task random(output [31:0] x);
        begin
            prng = xorshift32(prng);
            x = {prng[15:0], prng[31:16]} * 32'h9e3779b1;
        end
    endtask

    task below(input integer n, output integer x);
        reg [31:0] r;
        begin
            random(r);
            x = {1'b0, r[30:0]} % n;
        end
    endtask

    // ---- the operations, one value at a time ----
    // Exact sum in units of 2^-149, then rounded.
    function [31:0] float_add(input [31:0] a, input [31:0] b);
        /*verilator no_inline_task*/
        reg [299:0] x, y, sum;
        reg         negative, half, sticky;
        integer     top, e;
        begin
            x = a[30:23] == 0 ? a[22:0] : {277'd1, a[22:0]} << (a[30:23] - 1);
            y = b[30:23] == 0 ? b[22:0] : {277'd1, b[22:0]} << (b[30:23] - 1);
            if ((a[30:23] == 255 && a[22:0] != 0) || (b[30:23] == 255 && b[22:0] != 0))
                float_add = 32'h7fc00000;
            else if (a[30:23] == 255)
                float_add = b[30:23] == 255 && a[31] != b[31] ? 32'h7fc00000 : a;
            else if (b[30:23] == 255)
                float_add = b;
            else begin
                if (a[31] == b[31]) begin
                    sum = x + y;
                    negative = a[31];
                end else if (x >= y) begin
                    sum = x - y;
                    negative = a[31];
                end else begin
                    sum = y - x;
                    negative = b[31];
                end
                if (sum == 0)
                    float_add = {a[31] && b[31], 31'd0};
                else begin
                    top = 0;
                    for (e = 0; e < 300; e = e + 1)
                        if (sum[e]) top = e;
                    if (top <= 23)
                        float_add = {negative, 7'd0, sum[23:0]};
                    else begin
                        e = top - 22;
                        half   = sum[top-24];
                        sticky = 1'b0;
                        if (top > 24)
                            sticky = (sum << (300 - (top - 24))) != 0;
                        sum = sum >> (top - 23);
                        if (half && (sticky || sum[0]))
                            sum = sum + 1;
                        if (sum[24]) begin
                            sum = sum >> 1;
                            e = e + 1;
                        end
                        float_add = e >= 255 ? {negative, 31'h7f800000} : {negative, e[7:0], sum[22:0]};
                    end
                end
            end
        end
    endfunction

    function float_less(input [31:0] a, input [31:0] b);     // numbers, -0 < +0
        if (a[31] != b[31]) float_less = a[31];
        else if (a[31])     float_less = a[30:0] > b[30:0];
        else                float_less = a[30:0] < b[30:0];
    endfunction

    function [31:0] float_minmax(input max, input [31:0] a, input [31:0] b);
        /*verilator no_inline_task*/
        reg na, nb;
        begin
            na = a[30:0] > 31'h7f800000;
            nb = b[30:0] > 31'h7f800000;
            if (na && nb)  float_minmax = 32'h7fc00000;
            else if (na)   float_minmax = b;
            else if (nb)   float_minmax = a;
            else if (max)  float_minmax = float_less(a, b) ? b : a;
            else           float_minmax = float_less(b, a) ? b : a;
        end
    endfunction

    function [31:0] operate(input [3:0] atom, input [31:0] old, input [31:0] b, input [31:0] c);
        /*verilator no_inline_task*/
        case (atom)
            `WF_ATOM_ADD:  operate = old + b;
            `WF_ATOM_SUB:  operate = old - b;
            `WF_ATOM_AND:  operate = old & b;
            `WF_ATOM_OR:   operate = old | b;
            `WF_ATOM_XOR:  operate = old ^ b;
            `WF_ATOM_MINS: operate = $signed(b) < $signed(old) ? b : old;
            `WF_ATOM_MAXS: operate = $signed(b) > $signed(old) ? b : old;
            `WF_ATOM_MINU: operate = b < old ? b : old;
            `WF_ATOM_MAXU: operate = b > old ? b : old;
            `WF_ATOM_XCHG: operate = b;
            `WF_ATOM_CAS:  operate = old == c ? b : old;
            `WF_ATOM_FMIN: operate = float_minmax(1'b0, old, b);
            `WF_ATOM_FMAX: operate = float_minmax(1'b1, old, b);
            default:       operate = 32'hdeadbeef;
        endcase
    endfunction

    // ---- the reference: memory, and what each request answers ----
    reg [31:0]         memory [0:WORDS-1];
    reg [32*LANES-1:0] want_data [0:Q-1];
    reg [TAG_W-1:0]    want_tag [0:Q-1];
    integer            want_faults [0:Q-1];
    integer            want_lane [0:Q-1];
    reg [2:0]          want_kind [0:Q-1];
    reg [31:0]         want_addr [0:Q-1];
    integer            want_busy [0:Q-1];
    integer            want_ops [0:Q-1];
    integer            want_limit [0:Q-1];           // latency, 0: any
    reg                want_last_group [0:Q-1];
    integer            sent_at [0:Q-1];
    integer            lanes = LANES;                // a variable: Verilator leaves the loops of the bench alone
    integer            asked = 0, sent = 0, answered = 0, checks = 0, last_group = 0, cycle = 0;

    // The request being built.
    reg [1:0]          kind;
    reg [3:0]          atom;
    integer            base, words, limit;
    reg [LANES-1:0]    mask, ok;
    reg [32*LANES-1:0] addr, data, compare, answer;
    integer            faults, fault_lane, place [0:LANES-1], per_bank [0:BANKS-1];
    reg [2:0]          fault_kind;
    reg [31:0]         fault_addr;

    // f32 add: the members of one word, numbered in lane order, combine by the scan rule of the specification.
    reg [31:0] scan [0:LANES-1], earlier [0:LANES-1];
    integer    member [0:LANES-1];
    task float_set(input integer word);
        integer l, n, r, step;
        begin
            n = 0;
            for (l = 0; l < lanes; l = l + 1)
                if (ok[l] && place[l] == word) begin
                    member[n] = l;
                    scan[n]   = data[32*l +: 32];
                    n = n + 1;
                end
            for (step = 1; step < n; step = step * 2) begin
                for (r = 0; r < n; r = r + 1) earlier[r] = scan[r];
                for (r = step; r < n; r = r + 1) scan[r] = float_add(earlier[r-step], earlier[r]);
            end
            answer[32*member[0] +: 32] = memory[word];
            for (r = 1; r < n; r = r + 1)
                answer[32*member[r] +: 32] = float_add(memory[word], scan[r-1]);
            memory[word] = float_add(memory[word], scan[n-1]);
        end
    endtask

    task reference;
        integer l, m, slot, busy, ops;
        reg     first;
        begin
            answer = 0;
            faults = 0;
            fault_lane = 0;
            fault_kind = `WF_FAULT_NONE;
            fault_addr = 0;
            ok = 0;
            for (l = lanes - 1; l >= 0; l = l - 1)
                if (mask[l]) begin
                    place[l] = base + addr[32*l+2 +: 30];
                    if (addr[32*l +: 2] != 0 || addr[32*l+2 +: 30] >= words) begin
                        faults     = faults + 1;
                        fault_lane = l;
                        fault_addr = addr[32*l +: 32];
                        fault_kind = addr[32*l +: 2] != 0 ? `WF_FAULT_LDS_ALIGN : `WF_FAULT_LDS_RANGE;
                    end else
                        ok[l] = 1'b1;
                end
            // Memory operations: one a distinct word, but one a lane where compare-exchanges of a word differ.
            for (l = 0; l < BANKS; l = l + 1) per_bank[l] = 0;
            busy = 0;
            ops  = 0;
            for (l = 0; l < lanes; l = l + 1)
                if (ok[l]) begin
                    first = 1'b1;
                    for (m = 0; m < l; m = m + 1)
                        if (ok[m] && place[m] == place[l]) first = 1'b0;
                    if (first || (kind == 2 && atom == `WF_ATOM_CAS && differs(l))) begin
                        ops = ops + 1;
                        per_bank[place[l] % BANKS] = per_bank[place[l] % BANKS] + 1;
                        if (per_bank[place[l] % BANKS] > busy) busy = per_bank[place[l] % BANKS];
                    end
                end
            for (l = 0; l < lanes; l = l + 1)
                if (ok[l]) begin
                    if (kind == 2 && atom == `WF_ATOM_FADD) begin
                        first = 1'b1;
                        for (m = 0; m < l; m = m + 1)
                            if (ok[m] && place[m] == place[l]) first = 1'b0;
                        if (first) float_set(place[l]);
                    end else begin
                        if (kind != 1) answer[32*l +: 32] = memory[place[l]];
                        if (kind == 1) memory[place[l]] = data[32*l +: 32];
                        if (kind == 2) memory[place[l]] = operate(atom, memory[place[l]], data[32*l +: 32], compare[32*l +: 32]);
                    end
                end
            slot = asked % Q;
            want_data[slot]   = answer;
            want_tag[slot]    = asked[TAG_W-1:0];
            want_faults[slot] = faults;
            want_lane[slot]   = fault_lane;
            want_kind[slot]   = fault_kind;
            want_addr[slot]   = fault_addr;
            want_busy[slot]   = busy;
            want_ops[slot]    = ops;
            want_limit[slot]  = limit;
            want_last_group[slot] = base == 3*PART || base + words > 3*PART;
            if (want_last_group[slot]) last_group = last_group + 1;
            asked = asked + 1;
        end
    endtask

    // Some member of the lane's set carries other operands than another member.
    function differs(input integer l);
        integer m;
        begin
            differs = 1'b0;
            for (m = 0; m < lanes; m = m + 1)
                if (ok[m] && place[m] == place[l]
                    && (data[32*m +: 32] != data[32*l +: 32] || compare[32*m +: 32] != compare[32*l +: 32]))
                    differs = 1'b1;
        end
    endfunction

    // ---- channels ----
    integer ready_percent = 100, valid_percent = 100;

    task fail(input integer what);
        $fatal(1, "FAIL lds seed=%0d LANES=%0d WORDS=%0d BANKS=%0d: check %0d, instruction %0d; reproduce: +seed=%0d",
               seed, LANES, WORDS, BANKS, what, answered, seed);
    endtask

    reg                stalled = 1'b0;
    reg [32*LANES-1:0] stalled_data;
    reg [TAG_W-1:0]    stalled_tag;
    integer            here, percent, worst = 0, worst_fadd = 0, served = 0, answered_at = 0, quiet = 0, seen_ops = 0, seen_busy = 0, busy_cycles = 0;

    always @(posedge clk) begin
        cycle <= cycle + 1;
        prng2 = xorshift32(prng2);
        percent = {1'b0, prng2[30:0]} % 100;
        rsp_ready <= percent < ready_percent;
        rst       <= cycle < 4;
        quiet     = quiet + 1;
        if (quiet == 20000) fail(15);
        if (!rst) begin
            if (req_valid && req_ready) begin
                sent_at[sent % Q] = cycle;
                sent = sent + 1;
            end

            // banks: words and cycles of each instruction, in order
            while (served < sent && want_busy[served % Q] == seen_busy) begin
                if (seen_ops !== want_ops[served % Q]) begin
                    $display("lds: instruction %0d: %0d words served, %0d wanted, in %0d cycles", served, seen_ops,
                             want_ops[served % Q], seen_busy);
                    fail(1);
                end
                served = served + 1;
                seen_busy = 0;
                seen_ops = 0;
            end
            if (stat_busy !== 1'b0) begin
                seen_busy = seen_busy + 1;
                seen_ops  = seen_ops + stat_ops;
                busy_cycles = busy_cycles + 1;
                if (stat_busy !== 1'b1 || stat_ops == 0 || served >= sent) fail(2);
                if (stat_more !== (seen_busy < want_busy[served % Q])) fail(12);
            end

            if (stalled && (rsp_valid !== 1'b1 || rsp_data !== stalled_data || rsp_tag !== stalled_tag)) fail(3);
            stalled      = rsp_valid && !rsp_ready;
            stalled_data = rsp_data;
            stalled_tag  = rsp_tag;

            if (rsp_valid === 1'bx || req_ready === 1'bx || clear_ready === 1'bx) fail(4);
            if (rsp_valid && rsp_ready) begin
                if (answered >= sent) fail(5);
                here = answered % Q;
                if (rsp_tag !== want_tag[here]) fail(6);
                if (rsp_data !== want_data[here]) begin
                    $display("lds: got  %h\nlds: want %h", rsp_data, want_data[here]);
                    fail(7);
                end
                if (rsp_faults !== want_faults[here]) fail(8);
                if (want_faults[here] != 0 && (rsp_fault_lane !== want_lane[here] || rsp_fault_kind !== want_kind[here]
                                               || rsp_fault_addr !== want_addr[here])) fail(9);
                if (want_faults[here] == 0 && rsp_fault_kind !== `WF_FAULT_NONE) fail(10);
                if (served <= answered && want_busy[here] != 0) fail(11);
                if (want_limit[here] != 0) begin
                    if (cycle - sent_at[here] > want_limit[here]) begin
                        $display("lds: latency %0d, limit %0d", cycle - sent_at[here], want_limit[here]);
                        fail(12);
                    end
                    if (want_limit[here] == FADD_LATENCY) begin
                        if (cycle - sent_at[here] > worst_fadd) worst_fadd = cycle - sent_at[here];
                    end else if (cycle - sent_at[here] > worst) worst = cycle - sent_at[here];
                end
                if (want_last_group[here]) last_group = last_group - 1;
                answered = answered + 1;
                answered_at = cycle;
                quiet = 0;
                checks   = checks + 1;
            end
        end
    end

    // ---- requests ----
    task value(input integer style, output [31:0] x);
        reg [31:0] r, s;
        begin
            random(r);
            random(s);
            case (style)
                0: x = r;
                1: x = r & 32'h3;
                2: x = {r[31], 8'd120 + {4'd0, r[30:27]}, s[22:0]};           // floats of like size
                3: case (r[3:0])
                    0: x = 32'h7fc00000;
                    1: x = 32'hff800001;
                    2: x = 32'h7f800000;
                    3: x = 32'hff800000;
                    4: x = 32'h80000000;
                    5: x = 32'h00000000;
                    6: x = {r[31], 8'd0, s[22:0]};
                    7: x = {r[31], 8'hfe, s[22:0]};
                    8: x = {r[31], 8'd1, s[22:0]};
                    default: x = {r[31], 8'd127, 3'd0, s[19:0]};
                endcase
                default: x = {s[31], 8'd127 + {6'd0, r[1:0]}, r[4:3], 21'd0}; // small exact floats
            endcase
        end
    endtask

    reg hot = 1'b0;
    task build;                                      // any request
        integer l, style, layout, few, spot, odd, tmp, span;
        reg [31:0] r, common, common_compare;
        begin
            limit = 0;
            below(8, tmp);
            kind = tmp == 0 ? 0 : tmp == 1 ? 1 : 2;
            below(14, tmp);
            atom = tmp;
            if (atom == `WF_ATOM_FADD) begin
                below(4, tmp);
                if (tmp != 0) atom = `WF_ATOM_ADD;
            end
            below(8, tmp);
            if (tmp == 0) atom = `WF_ATOM_CAS;
            // group
            below(last_group_busy ? 3 : 4, tmp);
            base = tmp * PART;
            span = PART;
            below(8, tmp);
            if (tmp == 0) below(PART + 1, words);
            else          words = PART;
            if (tmp == 1 && !last_group_busy) begin                      // one group has it all
                base  = 0;
                words = WORDS;
                span  = WORDS;
            end
            if (hot) base = 0;
            // lanes
            random(r);
            mask = {LANES{1'b1}};
            for (l = 0; l < lanes; l = l + 1) begin
                below(4, tmp);
                case (r[2:0])
                    0: mask[l] = tmp == 0;
                    1: mask[l] = tmp != 0;
                    2: mask[l] = 1'b0;
                    3: mask[l] = l < r[15:8] % (LANES + 1);
                    default: ;
                endcase
            end
            below(LANES, tmp);
            if (r[2:0] == 2 && r[3]) mask[tmp] = 1'b1;
            // addresses
            below(8, layout);
            below(words > 0 ? words : 1, spot);
            if (hot) begin                                               // few words in two banks, again and again
                below(2, layout);
                layout = 8 * layout;
                below(4, spot);
                spot = spot % 2 + spot / 2 * BANKS;
                if (atom == `WF_ATOM_FADD) atom = `WF_ATOM_XOR;
            end
            below(4, few);
            below(3, odd);
            for (l = 0; l < lanes; l = l + 1) begin
                case (layout)
                    0: tmp = spot;                                       // one word
                    1: begin below(few + 2, tmp); tmp = spot + tmp; end  // few words
                    2: below(span, tmp);                                 // anywhere
                    3: begin below(PART / BANKS, tmp); tmp = tmp * BANKS + spot % BANKS; end    // one bank
                    4: tmp = l + spot - spot % BANKS;                    // one after the other
                    5: begin below(LANES / 2, tmp); tmp = spot + 3 * tmp; end
                    6: tmp = spot + (l >> 2);
                    7: begin below(4, tmp); tmp = spot + tmp % 2 + tmp / 2 * (span / 2); end    // half the memory apart
                    default: begin below(4, tmp); tmp = tmp % 2 + tmp / 2 * BANKS; end
                endcase
                tmp = tmp % span;
                addr[32*l +: 32] = tmp * 4;
                if (odd == 0) begin
                    random(r);
                    case (r[7:3])
                        0: addr[32*l +: 32] = tmp * 4 + 1 + r[0];
                        1: addr[32*l +: 32] = (words + r[1:0]) * 4;
                        2: addr[32*l +: 32] = r & ~32'd3;
                        3: addr[32*l +: 32] = {r[0], r[1], 28'd0, r[1:0]} | tmp * 4;
                        4: addr[32*l +: 32] = words * 4 - 4;             // the last word, or below 0
                        default: ;
                    endcase
                end
            end
            // operands
            below(5, style);
            if (atom == `WF_ATOM_CAS) begin below(3, tmp); if (tmp != 0) style = 1; end
            value(style, common);
            value(style, common_compare);
            below(4, tmp);
            for (l = 0; l < lanes; l = l + 1) begin
                value(style, r);
                data[32*l +: 32] = tmp == 0 ? common : r;
                value(style, r);
                compare[32*l +: 32] = tmp == 0 ? common_compare : r;
                if (tmp == 1) begin                                      // all the same but one lane now and then
                    data[32*l +: 32]    = common;
                    compare[32*l +: 32] = common_compare;
                    random(r);
                    if (r[4:0] == 0) data[32*l +: 32]    = common ^ 32'd1;
                    if (r[4:0] == 1) compare[32*l +: 32] = common_compare ^ 32'd1;
                end
                below(6, few);
                if (few == 0 && addr[32*l +: 32] < 4 * span)             // what is there, so that it succeeds
                    compare[32*l +: 32] = memory[base + addr[32*l+2 +: 30]];
            end
        end
    endtask

    // Now and then the last group ends and its memory is cleared for the next one, while the others go on.
    reg     last_group_busy = 1'b0, clears = 1'b0, waits = 1'b0;
    integer clear_count = 0, lull = 0, w;
    always @(posedge clk) if (!rst) begin
        prng3 = xorshift32(prng3);
        if (clear_valid) begin
            if (clear_ready) begin
                clear_valid <= 1'b0;
                for (w = clear_base; w < clear_base + clear_words; w = w + 1) memory[w] = 0;
                clear_count = clear_count + 1;
                waits       = 1'b0;
                lull        = prng3[6:0];
                last_group_busy <= 1'b0;
            end
        end else if (clear_count == 0) begin         // at first, all of it
            clear_valid <= 1'b1;
            clear_base  <= 0;
            clear_words <= WORDS;
        end else if (waits) begin
            if (last_group_busy && last_group == 0) begin
                clear_valid <= 1'b1;
                clear_base  <= 3*PART;
                clear_words <= BANKS * (prng3[15:8] % (PART / BANKS + 1));
            end
        end else if (lull != 0)
            lull = lull - 1;
        else if (clears) begin
            waits = 1'b1;
            last_group_busy <= 1'b1;
        end
    end

    // The plan: bursts without a stall (consecutive words; one word an instruction; all in one bank; the same word over and
    // over), f32 adds alone, anything with stalls, and the memory word by word.
    integer phase = 0, n = 0, count, first = 0, number = 0, cycles = 1, i, lane;
    reg     have;                                    // there is a request
    reg [31:0] r;

    task burst;
        begin
            number = phase == 2 ? 8 : 50;
            cycles = phase == 2 ? (LANES < PART / BANKS ? LANES : PART / BANKS) : LANES > BANKS && phase == 0 ? LANES / BANKS : 1;
            base   = phase == 3 ? 0 : (n % 4) * PART;
            words  = PART;
            mask   = phase != 3 || n % 3 == 2 ? {LANES{1'b1}} : n % 3 == 0 ? 1 : 3;
            limit  = cycles == 1 ? LATENCY : 0;
            kind   = n % 8 == 0 ? 0 : n % 8 == 1 ? 1 : 2;
            atom   = n % 14 == `WF_ATOM_CAS || n % 14 == `WF_ATOM_FADD ? `WF_ATOM_ADD : n % 14;
            for (lane = 0; lane < lanes; lane = lane + 1) begin
                random(r);
                data[32*lane +: 32] = r;
                compare[32*lane +: 32] = 0;
                case (phase)
                    0:       addr[32*lane +: 32] = 4 * ((lane + 3 * n) % PART);
                    1:       addr[32*lane +: 32] = 4 * (n % PART);
                    2:       addr[32*lane +: 32] = 4 * BANKS * (lane % (PART / BANKS));
                    default: addr[32*lane +: 32] = 8;
                endcase
            end
        end
    endtask

    // `number` requests without a stall, each `cycles` long at the banks: the last answer comes just in time.
    task burst_check;
        begin
            if (answered_at - sent_at[first % Q] != number * cycles - 1 + LATENCY) begin
                $display("lds: burst %0d took %0d cycles, wanted %0d", phase, answered_at - sent_at[first % Q],
                         number * cycles - 1 + LATENCY);
                fail(13);
            end
            checks = checks + 1;
        end
    endtask

    task float_burst;                                // f32 add alone
        begin
            kind  = 2;
            atom  = `WF_ATOM_FADD;
            mask  = {LANES{1'b1}};
            base  = 0;
            words = PART;
            limit = FADD_LATENCY;
            for (lane = 0; lane < lanes; lane = lane + 1) begin
                value(2, r);
                data[32*lane +: 32] = r;
                addr[32*lane +: 32] = n % 2 == 1 ? 4 * (lane % (BANKS < 4 ? BANKS : 4)) : 12;
            end
        end
    endtask

    task read_back;
        begin
            kind  = 0;
            atom  = 0;
            limit = 0;
            mask  = {LANES{1'b1}};
            base  = n * LANES / PART * PART;
            words = PART;
            for (lane = 0; lane < lanes; lane = lane + 1)
                addr[32*lane +: 32] = 4 * ((n * LANES + lane) % PART);
        end
    endtask

    task plan;                                       // one step: build a request, or go on
        begin
            have = 1'b0;
            case (phase)
                0, 1, 2, 3:
                    if (n == 0 || n < number) begin
                        if (n != 0 || (answered == asked && clear_count != 0)) begin
                            if (n == 0) first = asked;
                            burst;
                            have = 1'b1;
                            n = n + 1;
                        end
                    end else if (answered == asked) begin
                        burst_check;
                        n = 0;
                        phase = phase + 1;
                    end
                4:  if (answered == asked) begin
                        float_burst;
                        have = 1'b1;
                        n = n + 1;
                        if (n == 8) begin
                            n = 0;
                            phase = 5;
                        end
                    end
                5:  begin
                        clears = 1'b1;
                        if (n % 64 == 0) begin
                            below(4, i);
                            valid_percent = i == 0 ? 30 : 100;
                            below(4, i);
                            ready_percent = i == 0 ? 20 : i == 1 ? 70 : 100;
                            below(3, i);
                            hot = i == 0;
                            if (hot) valid_percent = n % 128 == 0 ? 100 : 60;
                        end
                        build;
                        have = 1'b1;
                        n = n + 1;
                        if (n == count) begin
                            n = 0;
                            phase = 6;
                        end
                    end
                6:  begin
                        clears = 1'b0;
                        valid_percent = 100;
                        ready_percent = 100;
                        if (!waits && answered == asked) phase = 7;
                    end
                7:  begin
                        read_back;
                        have = 1'b1;
                        n = n + 1;
                        if (n * LANES >= WORDS) phase = 8;
                    end
                default:
                    if (answered == asked) begin
                        if (answered < count || checks < count || busy_cycles == 0 || served != answered || clear_count < 1) fail(14);
                        $display("PASS lds seed=%0d checks=%0d LANES=%0d WORDS=%0d BANKS=%0d clears=%0d latency=%0d fadd=%0d", seed,
                                 checks, LANES, WORDS, BANKS, clear_count, worst, worst_fadd);
                        $finish;
                    end
            endcase
            if (have) begin
                reference;
                for (lane = 0; lane < lanes; lane = lane + 1)
                    if (!mask[lane]) begin           // what nobody asked for must not matter
                        random(r);
                        addr[32*lane +: 32]    = r[0] ? {23'd0, r[8:2], 2'd0} : 32'hx;
                        data[32*lane +: 32]    = r[1] ? r : 32'hx;
                        compare[32*lane +: 32] = r[1] ? r : 32'hx;
                    end
            end
        end
    endtask

    always @(posedge clk) if (!rst && (!req_valid || req_ready)) begin
        req_valid <= 1'b0;
        below(100, i);
        if (i < valid_percent) begin
            plan;
            if (have) begin
                req_valid   <= 1'b1;
                req_tag     <= asked - 1;
                req_kind    <= kind;
                req_atom    <= atom;
                req_base    <= base;
                req_words   <= words;
                req_mask    <= mask;
                req_addr    <= addr;
                req_data    <= data;
                req_compare <= compare;
            end
        end
    end

    initial begin
        if (!$value$plusargs("seed=%d", seed)) seed = 32'd1;
        if (!$value$plusargs("count=%d", count)) count = 4000;
        prng  = seed * 32'h9e3779b9 ^ 32'h12345678;
        prng2 = prng ^ 32'h5bd1e995;
        prng3 = prng ^ 32'h2545f491;
        if (prng == 0) prng = 1;
        if (prng2 == 0) prng2 = 1;
        if (prng3 == 0) prng3 = 1;
    end
endmodule
`default_nettype wire
