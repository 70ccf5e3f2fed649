// SPDX-License-Identifier: Apache-2.0
// wf_lds_stimulus.vh - part of wf_lds_tb: random numbers, and the requests of each kind of phase, built in kind .. compare.
//   One seed drives everything, the same in every simulator.

`include "wf_random.vh"

// ---- operands ----
function [31:0] special(input [3:0] n);          // corners of binary32
    case (n)
        0:  special = 32'h00000000;
        1:  special = 32'h80000000;
        2:  special = 32'h3f800000;
        3:  special = 32'hbf800000;
        4:  special = 32'h7f800000;
        5:  special = 32'hff800000;
        6:  special = 32'h7fc00000;
        7:  special = 32'hff800001;
        8:  special = 32'h7f800001;
        9:  special = 32'hffffffff;
        10: special = 32'h00000001;
        11: special = 32'h80000001;
        12: special = 32'h007fffff;
        13: special = 32'h00800000;
        14: special = 32'h7f7fffff;
        default: special = 32'hff7fffff;
    endcase
endfunction

localparam integer VALUE_ANY = 0, VALUE_SMALL = 1, VALUE_LIKE = 2, VALUE_SPECIAL = 3, VALUE_STYLES = 5;
task value(input integer style, output [31:0] x);
    reg [31:0] r, s;
    begin
        random(r);
        random(s);
        case (style)
            VALUE_ANY:     x = r;
            VALUE_SMALL:   x = r & 32'h3;
            VALUE_LIKE:    x = {r[31], 8'd120 + {4'd0, r[30:27]}, s[22:0]};        // floats of like size
            VALUE_SPECIAL: x = r[4] ? special(r[3:0]) : {r[31], r[5] ? 8'hfe : 8'd1, s[22:0]};
            default:       x = {s[31], 8'd127 + {6'd0, r[1:0]}, r[4:3], 21'd0};    // small exact floats
        endcase
    end
endtask

// ---- allocations: any row to any word; never into a range that is about to be cleared ----
reg     closed = 1'b0;
integer closed_from = 0, closed_to = 0;          // words
task allocation;
    integer choice;
    begin
        below(ROWS, base);
        base = base * BANKS;
        below(8, choice);
        case (choice)
            0:       below(WORDS - base + 1, words);
            1, 2:    below(2 * BANKS + 1, words);
            3:       base = 0;
            default: ;
        endcase
        if (choice > 2 || words > WORDS - base) words = WORDS - base;
        if (closed && base < closed_to && base + words > closed_from) begin
            if (base < closed_from)
                words = closed_from - base;
            else begin
                base  = closed_to % WORDS;
                words = base != 0 ? WORDS - base : closed_from;
            end
        end
    end
endtask

task any_mask;
    integer l, i;
    reg [31:0] r;
    begin
        random(r);
        mask = {LANES{1'b1}};
        for (l = 0; l < lanes; l = l + 1) begin
            below(4, i);
            case (r[2:0])
                0: mask[l] = i == 0;
                1: mask[l] = i != 0;
                2: mask[l] = 1'b0;
                3: mask[l] = l < r[15:8] % (LANES + 1);
                default: ;
            endcase
        end
        below(LANES, i);
        if (r[2:0] == 2 && r[3]) mask[i] = 1'b1;
    end
endtask

localparam integer LAYOUT_WORD = 0;              // all lanes one word
localparam integer LAYOUT_FEW = 1;               // a few words side by side
localparam integer LAYOUT_ANY = 2;
localparam integer LAYOUT_BANK = 3;              // one bank
localparam integer LAYOUT_ROW = 4;               // one after the other
localparam integer LAYOUT_THREES = 5;            // multiples of three, half as many as lanes
localparam integer LAYOUT_FOURS = 6;             // four lanes per word
localparam integer LAYOUT_HALVES = 7;            // four words, two of them half the allocation away
localparam integer LAYOUT_HOT = 8;               // four words in two banks, the same in every request
task any_addresses(input integer layout, input hot);
    integer l, i, span, spot, few, wrong;
    reg [31:0] r;
    begin
        span = words > 0 ? words : 1;
        below(span, spot);
        if (hot) spot = spot % 2 + spot / 2 % 2 * (span / 2);
        below(4, few);
        below(3, wrong);
        for (l = 0; l < lanes; l = l + 1) begin
            case (layout)
                LAYOUT_WORD:   i = spot;
                LAYOUT_FEW:    begin below(few + 2, i); i = spot + i; end
                LAYOUT_ANY:    below(span, i);
                LAYOUT_BANK:   begin below(ROWS, i); i = i * BANKS + spot % BANKS; end
                LAYOUT_ROW:    i = l + spot - spot % BANKS;
                LAYOUT_THREES: begin below(LANES / 2, i); i = spot + 3 * i; end
                LAYOUT_FOURS:  i = spot + (l >> 2);
                LAYOUT_HALVES: begin below(4, i); i = spot + i % 2 + i / 2 * (span / 2); end
                default: begin below(4, i); i = i % 2 + i / 2 * (span / 2); end
            endcase
            addr[32*l +: 32] = i % span * 4;
            if (wrong == 0) begin
                random(r);
                case (r[7:5])
                    0: addr[32*l +: 32] = addr[32*l +: 32] + 1 + r[1:0] % 3;                // misaligned
                    1: addr[32*l +: 32] = (words + r[1:0]) * 4;                             // just beyond
                    2: addr[32*l +: 32] = r & ~32'd3;
                    3: addr[32*l + ADDR_W + 3 + r[4:0] % (29 - ADDR_W)] = 1'b1;             // one high bit
                    4: addr[32*l +: 32] = words * 4 - 4;                 // the last word, or below 0
                    default: ;
                endcase
            end
        end
    end
endtask

task any_operands;
    integer l, i, style, alike;
    reg [31:0] r, common, common_compare;
    begin
        below(VALUE_STYLES, style);
        below(3, i);
        if (atom == `WF_ATOM_CAS && i != 0) style = VALUE_SMALL;
        value(style, common);
        value(style, common_compare);
        below(4, alike);
        for (l = 0; l < lanes; l = l + 1) begin
            value(style, r);
            data[32*l +: 32] = alike < 2 ? common : r;
            value(style, r);
            compare[32*l +: 32] = alike < 2 ? common_compare : r;
            random(r);
            if (alike == 1 && r[9:6] == 0)                               // one bit of one lane now and then
                if (r[5]) data[32*l + r[4:0]]    = !common[r[4:0]];
                else      compare[32*l + r[4:0]] = !common_compare[r[4:0]];
            below(6, i);
            if (i == 0 && alike != 1 && addr[32*l+2 +: 30] < words)      // what is there, so that it succeeds
                compare[32*l +: 32] = memory[base + addr[32*l+2 +: 30]];
        end
    end
endtask

// A request on single words becomes one on pairs: each pair has its even lane's place in the mask and address.
task pair_up(input exactly);                     // on a multiple of 8
    integer l;
    for (l = 0; l < lanes; l = l + 2) begin
        mask[l+1] = mask[l];
        if (exactly) addr[32*l +: 3] = 0;
        addr[32*l+32 +: 32] = addr[32*l +: 32] + 4;
    end
endtask

// Words of 64 bits, where carries and comparisons go from one half to the other.
localparam integer CORNERS = 8;
function [63:0] corner(input integer n);
    case (n % CORNERS)
        0: corner = 64'h0000000000000000;
        1: corner = 64'h0000000000000001;
        2: corner = 64'h00000000ffffffff;
        3: corner = 64'h0000000100000000;
        4: corner = 64'h7fffffffffffffff;
        5: corner = 64'h8000000000000000;
        6: corner = 64'h8000000080000000;
        default: corner = 64'hffffffffffffffff;
    endcase
endfunction

task any_corners;                                // now and then: in place of operands that differ
    integer l, i;
    for (l = 0; l < lanes; l = l + 2) begin
        below(2 * CORNERS, i);
        if (i < CORNERS) data[32*l +: 64] = corner(i);
        below(3, i);
        if (i == 0) data[32*l +: 64] = -data[32*l +: 64];
        if (i == 1 && addr[32*l+2 +: 30] + 1 < words)
            compare[32*l +: 64] = {memory[base+addr[32*l+2 +: 30]+1], memory[base+addr[32*l+2 +: 30]]};
    end
endtask

task any_request(input hot, input floats);
    integer i;
    begin
        below(8, i);
        kind = i == 0 ? `WF_ACCESS_LOAD : i == 1 ? `WF_ACCESS_STORE : i < 5 ? `WF_ACCESS_ATOMIC : `WF_ACCESS_PAIRS;
        below(ATOMS, i);
        atom = i;
        below(4, i);
        if (atom == `WF_ATOM_FADD && i != 0) atom = `WF_ATOM_ADD;
        below(8, i);
        if (i == 0) atom = `WF_ATOM_CAS;
        if (floats && i > 4) begin
            kind = `WF_ACCESS_ATOMIC;
            atom = `WF_ATOM_FADD;
        end
        allocation;
        if (hot && (!closed || closed_from >= 2 * BANKS)) begin         // the same words in every request, near or far from each other
            base  = 0;
            words = closed ? 2 * BANKS : WORDS;
        end
        any_mask;
        below(LAYOUT_HOT, i);
        any_addresses(!hot ? i : i % 2 ? LAYOUT_HOT : LAYOUT_WORD, hot);
        if (kind == `WF_ACCESS_PAIRS) begin
            if (atom >= PAIR_ATOMS) atom = atom - PAIR_ATOMS;            // no float operations
            below(4, i);
            pair_up(i != 0);
        end
        any_operands;
        below(3, i);
        if (kind == `WF_ACCESS_PAIRS && i == 0) any_corners;
    end
endtask

task scramble_idle_lanes;                        // lanes without a request must not matter
    integer l;
    reg [31:0] r;
    for (l = 0; l < lanes; l = l + 1)
        if (!mask[l]) begin
            random(r);
            addr[32*l +: 32]    = r[0] ? {23'd0, r[8:2], 2'd0} : 32'hx;
            data[32*l +: 32]    = r[1] ? r : 32'hx;
            compare[32*l +: 32] = r[1] ? r : 32'hx;
        end
endtask

// ---- directed requests: all lanes, the whole memory ----
task whole(input [1:0] new_kind, input [3:0] new_atom);
    begin
        kind  = new_kind;
        atom  = new_atom;
        base  = 0;
        words = WORDS;
        mask  = {LANES{1'b1}};
        compare = 0;
    end
endtask

task stores_to_first_row;
    begin
        whole(`WF_ACCESS_STORE, NO_ATOM);
        any_data(VALUE_ANY);
        words = BANKS;
        addr  = 0;
    end
endtask

task consecutive(input integer from);
    integer l;
    for (l = 0; l < lanes; l = l + 1) addr[32*l +: 32] = 4 * ((from + l) % WORDS);
endtask

task any_data(input integer style);
    integer l;
    reg [31:0] r;
    for (l = 0; l < lanes; l = l + 1) begin
        value(style, r);
        data[32*l +: 32] = r;
    end
endtask

// Request n of a burst: consecutive words; one word, another in each request; one bank; the same word over and over.
localparam integer BURST_CONSECUTIVE = 0, BURST_ONE_WORD = 1, BURST_ONE_BANK = 2, BURST_SAME_WORD = 3;
localparam integer ONE_BANK = LANES < ROWS ? LANES : ROWS;               // words of one bank that the lanes reach
task burst_request(input integer shape, input integer n);
    integer l;
    begin
        whole(n % 8 == 0 ? `WF_ACCESS_LOAD : n % 8 == 1 ? `WF_ACCESS_STORE : n % 8 < 5 || shape == BURST_ONE_BANK ? `WF_ACCESS_ATOMIC : `WF_ACCESS_PAIRS,
              n % ATOMS);
        if (atom == `WF_ATOM_CAS || atom == `WF_ATOM_FADD || (kind == `WF_ACCESS_PAIRS && atom >= PAIR_ATOMS)) atom = `WF_ATOM_ADD;
        if (shape == BURST_SAME_WORD && n % 3 != 2) mask = n % 3 == 0 ? 1 : 3;
        any_data(VALUE_ANY);
        for (l = 0; l < lanes; l = l + 1)
            case (shape)
                BURST_CONSECUTIVE: addr[32*l +: 32] = 4 * ((l + 3 * n) % WORDS);
                BURST_ONE_WORD:    addr[32*l +: 32] = 4 * (n % WORDS);
                BURST_ONE_BANK:    addr[32*l +: 32] = 4 * BANKS * (l % ROWS);
                default:           addr[32*l +: 32] = 8;
            endcase
        if (kind == `WF_ACCESS_PAIRS) pair_up(1'b1);
    end
endtask

// f32 add in which the highest `members` lanes share one word, and the others have one each.
task float_set_request(input integer members);
    integer l;
    begin
        whole(`WF_ACCESS_ATOMIC, `WF_ATOM_FADD);
        any_data(VALUE_LIKE);
        for (l = 0; l < lanes; l = l + 1)
            addr[32*l +: 32] = 4 * (l >= lanes - members || LANES >= WORDS ? WORDS - 1 : l);
    end
endtask

// Three requests a pair of old word and operand: the old words are stored, operated on, read.  Every special with every special.
localparam integer SPECIAL_STEPS = LANES < 256 ? 256 / LANES : 1;
task special_request(input integer n);
    integer l, pair;
    begin
        case (n % 3)
            0: whole(`WF_ACCESS_STORE, NO_ATOM);
            1: case (n / 3 / SPECIAL_STEPS)
                0: whole(`WF_ACCESS_ATOMIC, `WF_ATOM_FMIN);
                1: whole(`WF_ACCESS_ATOMIC, `WF_ATOM_FMAX);
                default: whole(`WF_ACCESS_ATOMIC, `WF_ATOM_FADD);
            endcase
            default: whole(`WF_ACCESS_LOAD, NO_ATOM);
        endcase
        consecutive(0);
        for (l = 0; l < lanes; l = l + 1) begin
            pair = (n / 3 % SPECIAL_STEPS) * LANES + l;
            data[32*l +: 32] = n % 3 == 0 ? special(pair / 16 % 16) : special(pair % 16);
        end
    end
endtask

// The same of words of 64 bits: every corner with every corner, for each operation.  A compare-exchange in every other pair finds what it compares with.
localparam integer CORNER_STEPS = 2 * CORNERS * CORNERS > LANES ? 2 * CORNERS * CORNERS / LANES : 1;
task corner_request(input integer n);
    integer l, pair;
    begin
        case (n % 3)
            0: whole(`WF_ACCESS_STORE, NO_ATOM);
            1: whole(`WF_ACCESS_PAIRS, n / 3 / CORNER_STEPS);
            default: whole(`WF_ACCESS_LOAD, NO_ATOM);
        endcase
        consecutive(0);
        for (l = 0; l < lanes; l = l + 2) begin
            pair = (n / 3 % CORNER_STEPS) * LANES / 2 + l / 2;
            data[32*l +: 64]    = corner(n % 3 == 0 ? pair / CORNERS : pair);
            compare[32*l +: 64] = corner(pair / CORNERS + (pair / 2 + pair) % 2);
        end
    end
endtask

// One bit makes the difference.  First compare-exchanges of one word, all alike except one bit of one lane's data, then
// of its comparand.  Then every other lane has one bit of the address inverted: misaligned, another word, or outside.
localparam integer BITS_COMPARE = 32, BITS_ADDR = 64, BIT_REQUESTS = 96;
task bit_request(input integer n);
    integer l, other;
    begin
        whole(`WF_ACCESS_ATOMIC, n < BITS_ADDR ? `WF_ATOM_CAS : `WF_ATOM_ADD);
        other = n * 7 % LANES;
        for (l = 0; l < lanes; l = l + 1) begin
            addr[32*l +: 32] = 4 * (n % WORDS);
            data[32*l +: 32] = 1 + n;
            compare[32*l +: 32] = memory[n % WORDS];
            if (n >= BITS_ADDR && l % 2 == 1) addr[32*l + n % 32] = !addr[32*l + n % 32];
        end
        if (n < BITS_COMPARE)   data[32*other + n] = !data[32*other + n];
        else if (n < BITS_ADDR) compare[32*other + n - BITS_COMPARE] = !compare[32*other + n - BITS_COMPARE];
    end
endtask

// The same of pairs: 64 bits of the operand, 64 of the comparand, 32 of the address.
localparam integer PAIR_BITS_COMPARE = 64, PAIR_BITS_ADDR = 128, PAIR_BIT_REQUESTS = 160;
task pair_bit_request(input integer n);
    integer l, other, word;
    begin
        whole(`WF_ACCESS_PAIRS, n < PAIR_BITS_ADDR ? `WF_ATOM_CAS : `WF_ATOM_ADD);
        other = n * 7 % (LANES / 2);
        word  = 2 * n % WORDS;
        for (l = 0; l < lanes; l = l + 2) begin
            addr[32*l +: 32]    = 4 * word;
            data[32*l +: 64]    = {32'd5 + n, 32'd1 + n};
            compare[32*l +: 64] = {memory[word+1], memory[word]};
            if (n >= PAIR_BITS_ADDR && l % 4 == 2) addr[32*l + n % 32] = !addr[32*l + n % 32];
        end
        pair_up(1'b0);
        if (n < PAIR_BITS_COMPARE)   data[64*other + n] = !data[64*other + n];
        else if (n < PAIR_BITS_ADDR) compare[64*other + n - PAIR_BITS_COMPARE] = !compare[64*other + n - PAIR_BITS_COMPARE];
    end
endtask

// An allocation that ends between the words of a pair: each pair in turn is at its end, first of a few words, then of all except one.
task pair_end_request(input integer n);
    integer l;
    begin
        whole(`WF_ACCESS_PAIRS, `WF_ATOM_ADD);
        any_data(VALUE_ANY);
        words = n % 2 ? WORDS - 1 : 5;
        addr  = 0;
        addr[32 * (2 * (n / 2) % LANES) +: 32] = 4 * (words - 1);
        pair_up(1'b0);
    end
endtask
