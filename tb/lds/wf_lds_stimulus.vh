// SPDX-License-Identifier: Apache-2.0
// wf_lds_stimulus.vh - part of wf_lds_tb: random numbers, and the requests of each kind of phase, built in kind .. compare.
//   One seed drives everything, the same in every simulator.

reg [31:0] seed, prng;

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

localparam integer LAYOUT_HOT = 8;               // four words in two banks
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
                0: i = spot;                                             // one word
                1: begin below(few + 2, i); i = spot + i; end            // few words
                2: below(span, i);                                       // anywhere
                3: begin below(ROWS, i); i = i * BANKS + spot % BANKS; end                  // one bank
                4: i = l + spot - spot % BANKS;                          // one after the other
                5: begin below(LANES / 2, i); i = spot + 3 * i; end
                6: i = spot + (l >> 2);
                7: begin below(4, i); i = spot + i % 2 + i / 2 * (span / 2); end            // half the allocation apart
                default: begin below(4, i); i = i % 2 + i / 2 * (span / 2); end
            endcase
            addr[32*l +: 32] = i % span * 4;
            if (wrong == 0) begin
                random(r);
                case (r[7:5])
                    0: addr[32*l +: 32] = addr[32*l +: 32] + 1 + r[1:0] % 3;                // misaligned
                    1: addr[32*l +: 32] = (words + r[1:0]) * 4;                             // just behind
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

task any_request(input hot);
    integer i;
    begin
        below(8, i);
        kind = i == 0 ? 0 : i == 1 ? 1 : 2;
        below(14, i);
        atom = i;
        below(4, i);
        if (atom == `WF_ATOM_FADD && i != 0) atom = `WF_ATOM_ADD;
        below(8, i);
        if (i == 0) atom = `WF_ATOM_CAS;
        allocation;
        if (hot && (!closed || closed_from >= 2 * BANKS)) begin         // the same words in every request, near or far from each other
            base  = 0;
            words = closed ? 2 * BANKS : WORDS;
        end
        any_mask;
        below(LAYOUT_HOT, i);
        any_addresses(hot ? i % 2 * LAYOUT_HOT : i, hot);
        any_operands;
    end
endtask

task scramble_idle_lanes;                        // what nobody asked for must not matter
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

task consecutive(input integer from);
    integer l;
    for (l = 0; l < lanes; l = l + 1)
        addr[32*l +: 32] = 4 * ((from + l) % WORDS);
endtask

task any_data(input integer style);
    integer l;
    reg [31:0] r;
    for (l = 0; l < lanes; l = l + 1) begin
        value(style, r);
        data[32*l +: 32] = r;
    end
endtask

// Request n of a burst: 0 consecutive words, 1 one word a request, 2 one bank, 3 the same word over and over.
localparam integer ONE_BANK = LANES < ROWS ? LANES : ROWS;               // words of one bank that the lanes reach
task burst_request(input integer shape, input integer n);
    integer l;
    begin
        whole(n % 8 == 0 ? 2'd0 : n % 8 == 1 ? 2'd1 : 2'd2, n % 14);
        if (atom == `WF_ATOM_CAS || atom == `WF_ATOM_FADD) atom = `WF_ATOM_ADD;
        if (shape == 3 && n % 3 != 2) mask = n % 3 == 0 ? 1 : 3;
        any_data(VALUE_ANY);
        for (l = 0; l < lanes; l = l + 1)
            case (shape)
                0:       addr[32*l +: 32] = 4 * ((l + 3 * n) % WORDS);
                1:       addr[32*l +: 32] = 4 * (n % WORDS);
                2:       addr[32*l +: 32] = 4 * BANKS * (l % ROWS);
                default: addr[32*l +: 32] = 8;
            endcase
    end
endtask

// f32 add in which the highest `members` lanes share one word, and the others have one each.
task float_set_request(input integer members);
    integer l;
    begin
        whole(2'd2, `WF_ATOM_FADD);
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
            0: whole(2'd1, 4'd0);
            1: case (n / 3 / SPECIAL_STEPS)
                0: whole(2'd2, `WF_ATOM_FMIN);
                1: whole(2'd2, `WF_ATOM_FMAX);
                default: whole(2'd2, `WF_ATOM_FADD);
            endcase
            default: whole(2'd0, 4'd0);
        endcase
        consecutive(0);
        for (l = 0; l < lanes; l = l + 1) begin
            pair = (n / 3 % SPECIAL_STEPS) * LANES + l;
            data[32*l +: 32] = n % 3 == 0 ? special(pair / 16 % 16) : special(pair % 16);
        end
    end
endtask

// One bit makes the difference: 0..63 compare-exchanges of one word, alike but for a bit of one lane's operands; 64..95 every other lane
// has one bit of the address turned: misaligned, another word, or outside.
localparam integer BIT_REQUESTS = 96;
task bit_request(input integer n);
    integer l, other;
    begin
        whole(2'd2, n < 64 ? `WF_ATOM_CAS : `WF_ATOM_ADD);
        other = n * 7 % LANES;
        for (l = 0; l < lanes; l = l + 1) begin
            addr[32*l +: 32] = 4 * (n % WORDS);
            data[32*l +: 32] = 1 + n;
            compare[32*l +: 32] = memory[n % WORDS];
            if (n >= 64 && l % 2 == 1) addr[32*l + n % 32] = !addr[32*l + n % 32];
        end
        if (n < 32)      data[32*other + n]         = !data[32*other + n];
        else if (n < 64) compare[32*other + n - 32] = !compare[32*other + n - 32];
    end
endtask

// What an f32 add lets pass: a pair of requests, the f32 add to one word or two, and one behind it that waits or does not.
localparam integer HALF = 1 << (ADDR_W - ADDR_W / 2);       // words of a block: as many as have the same upper half of their number
localparam integer FREE = WORDS / 2;                        // a word of another block than word 0
task place_all(input integer even, input integer odd);      // word of the even and the odd lanes
    integer l;
    for (l = 0; l < lanes; l = l + 1)
        addr[32*l +: 32] = 4 * (l % 2 ? odd : even);
endtask

// Then each lane in turn, of the f32 add or of the other, has the word that both touch.
task lane_meeting(input integer n, input integer second);
    integer lane;
    begin
        lane = n / 2 % LANES;
        whole(2'd2, second ? `WF_ATOM_ADD : `WF_ATOM_FADD);
        any_data(VALUE_LIKE);
        behind = second;
        place_all(0, 0);
        if (n % 2 == second) begin
            place_all(FREE + second, FREE + second);
            addr[32*lane +: 32] = 0;
        end
    end
endtask

localparam integer MEETINGS = 8, ALL_MEETINGS = 3 * MEETINGS + 2 * LANES;
task meeting_request(input integer n, input integer second);
    begin
        whole(second ? n % 3 : 2'd2, second ? `WF_ATOM_ADD : `WF_ATOM_FADD);
        any_data(VALUE_LIKE);
        behind = 1'b0;
        if (n >= 3 * MEETINGS)
            lane_meeting(n - 3 * MEETINGS, second);
        else if (!second)
            place_all(0, n % MEETINGS < 4 ? 0 : HALF + 1);
        else begin
            behind = n % MEETINGS != 1 && n % MEETINGS != 2;
            case (n % MEETINGS)
                0: place_all(FREE + 1, 0);                  // its word
                1: place_all(1, 1);                         // another word of its block
                2: place_all(FREE, FREE);                   // another block
                3: begin                                    // a fault
                    place_all(FREE, FREE);
                    addr[0] = 1'b1;
                end
                4: place_all(HALF + 1, HALF + 1);           // its second word
                5: place_all(1, 1);                         // one's upper half, the other's lower
                6: place_all(HALF, HALF);
                default: begin
                    atom = `WF_ATOM_FADD;
                    kind = 2'd2;
                    place_all(FREE, FREE);
                end
            endcase
        end
    end
endtask

// f32 add of all lanes to word 0, then requests to words of another block.
task passing_request(input integer n);
    begin
        burst_request(1, n);
        if (n == 0) begin
            float_set_request(LANES);
            place_all(0, 0);
        end else
            place_all(FREE + n % (WORDS - FREE), FREE + n % (WORDS - FREE));
    end
endtask
