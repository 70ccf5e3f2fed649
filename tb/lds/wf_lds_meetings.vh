// SPDX-License-Identifier: Apache-2.0
// wf_lds_meetings.vh - part of wf_lds_tb: f32 adds and the requests directly after them, which wait for them or pass, and how long they wait.

// Two requests: an f32 add to one word or two, and another after it that waits for it or passes it.
localparam integer HALF = 1 << (ADDR_W - ADDR_W / 2);       // words of a block: as many as have the same upper half of their number
localparam integer FREE = WORDS / 2;                        // a word of another block than word 0
task place_all(input integer even, input integer odd);      // word of the even and the odd lanes
    integer l;
    for (l = 0; l < lanes; l = l + 1) addr[32*l +: 32] = 4 * (l % 2 ? odd : even);
endtask

task float_add_to(input integer even, input integer odd);
    begin
        whole(`WF_ACCESS_ATOMIC, `WF_ATOM_FADD);
        any_data(VALUE_LIKE);
        place_all(even, odd);
        delay = 0;
        aside = 1'b0;
    end
endtask

task other_to(input [1:0] new_kind, input integer even, input integer odd);
    integer l;
    begin
        whole(new_kind, `WF_ATOM_ADD);
        any_data(VALUE_LIKE);
        place_all(even, odd);
        if (kind == `WF_ACCESS_PAIRS) begin                         // every other pair, and they are two words each
            for (l = 2; l < lanes; l = l + 4) addr[32*l +: 32] = 4 * odd;
            pair_up(1'b1);
        end
        delay = 0;
    end
endtask

task second_float(input integer word);           // one cycle after another
    begin
        float_add_to(word, word);
        delay = wait_for(1);
        aside = 1'b1;
    end
endtask

// Then each lane in turn, of the f32 add or of the other, has the word that both touch; then each pair.
task lane_meeting(input integer n, input integer second);
    begin
        if (second) other_to(n < 2 * LANES ? `WF_ACCESS_ATOMIC : `WF_ACCESS_PAIRS, 0, 0);
        else        float_add_to(0, 0);
        if (n < 2 * LANES) begin
            if (n % 2 == second) begin
                place_all(FREE + second, FREE + second);
                addr[32 * (n / 2) +: 32] = 0;
            end
        end else if (!second)
            place_all(n % 2, n % 2);                                     // an even or an odd word
        else begin
            place_all(FREE + 2, FREE + 2);
            addr[32 * (n % LANES / 2 * 2) +: 32] = 0;
            pair_up(1'b1);
        end
        if (second) delay = wait_for(1);
    end
endtask

localparam integer MEET_ITS_WORD = 0;
localparam integer MEET_ITS_BLOCK = 1;           // another word of its block
localparam integer MEET_ELSEWHERE = 2;           // another block
localparam integer MEET_FAULT = 3;
localparam integer MEET_SECOND_WORD = 4;         // from here on the f32 add has two words, of two blocks
localparam integer MEET_MIXED = 5;               // one's upper half, the other's lower
localparam integer MEET_MIXED_BACK = 6;
localparam integer MEET_FLOAT = 7;               // another f32 add
localparam integer MEETINGS = 8, ALL_MEETINGS = KINDS * MEETINGS + 3 * LANES;
task meeting_request(input integer n, input integer second);
    if (n >= KINDS * MEETINGS)
        lane_meeting(n - KINDS * MEETINGS, second);
    else if (!second)
        float_add_to(0, n % MEETINGS < MEET_SECOND_WORD ? 0 : HALF + 1);
    else begin
        case (n % MEETINGS)
            MEET_ITS_WORD:    other_to(n / MEETINGS, FREE + 1, 0);
            MEET_ITS_BLOCK:   other_to(n / MEETINGS, 3, 3);
            MEET_SECOND_WORD: other_to(n / MEETINGS, HALF + 1, HALF + 1);
            MEET_MIXED:       other_to(n / MEETINGS, 1, 1);
            MEET_MIXED_BACK:  other_to(n / MEETINGS, HALF, HALF);
            MEET_FLOAT:       second_float(FREE);
            default:          other_to(n / MEETINGS, FREE, FREE);
        endcase
        if (n % MEETINGS == MEET_FAULT) addr[0] = 1'b1;
        if (n % MEETINGS == MEET_FAULT && kind == `WF_ACCESS_PAIRS) pair_up(1'b0);
        if (n % MEETINGS != MEET_ITS_BLOCK && n % MEETINGS != MEET_ELSEWHERE) delay = wait_for(1);
    end
endtask

// Two f32 adds to words of two blocks, the second next to the pipeline.  A third request waits for the first, for both,
// or for none.  A fourth one, after the third, waits for none of them, or for the second.
localparam integer QUEUE_ELSEWHERE = 0;
localparam integer QUEUE_FIRST = 1;              // the word of the first f32 add
localparam integer QUEUE_SECOND = 2;
localparam integer QUEUE_BOTH = 3;
localparam integer QUEUE_MIXED = 4;              // the first's upper half, the second's lower: as the first's word
localparam integer QUEUE_MIXED_BACK = 5;
localparam integer QUEUE_FAULT = 6;
localparam integer QUEUE_SAME = 7;               // both f32 adds one word, the third request too
localparam integer QUEUE_FLOAT = 8;              // a third f32 add
localparam integer QUEUE_AFTER = 9;              // the third has the first's word, the fourth the second's
localparam integer QUEUE_KINDS = 10, QUEUE_SIZE = 4, ALL_QUEUES = KINDS * QUEUE_KINDS + 2 * LANES;
task third_request(input integer n, input integer what);
    begin
        case (what)
            QUEUE_FIRST, QUEUE_AFTER: other_to(n, 0, 3);
            QUEUE_SECOND:     other_to(n, 2, FREE + 1);
            QUEUE_BOTH:       other_to(n, 0, FREE + 1);
            QUEUE_MIXED:      other_to(n, 1, 1);
            QUEUE_MIXED_BACK: other_to(n, FREE, FREE);
            QUEUE_SAME:       other_to(n, 3, 0);
            QUEUE_FLOAT:      float_add_to(0, FREE + 1);
            default:          other_to(n, 2, n == `WF_ACCESS_PAIRS ? 2 : FREE + 3);                  // no bank twice
        endcase
        case (what)
            QUEUE_ELSEWHERE: ;
            QUEUE_MIXED_BACK: delay = wait_for(kind == `WF_ACCESS_PAIRS ? 1 : 2);           // a pair has the second's word too
            QUEUE_FIRST, QUEUE_AFTER, QUEUE_MIXED: delay = wait_for(2);
            default: delay = wait_for(1);
        endcase
        aside = what == QUEUE_FLOAT;
        if (what == QUEUE_FAULT) addr[1] = 1'b1;
        if (what == QUEUE_FAULT && kind == `WF_ACCESS_PAIRS) pair_up(1'b0);
    end
endtask

task fourth_request(input integer n, input integer what);
    begin
        if (what == QUEUE_AFTER) other_to(n, FREE + 1, FREE + 1);
        else                     other_to(n, HALF + 2, HALF + 2);
        case (what)
            QUEUE_ELSEWHERE: ;
            QUEUE_AFTER:     delay = wait_for(2) - 1;        // the third went a cycle before
            QUEUE_FLOAT:     delay = wait_for(3);
            default:         delay = wait_for(1);            // as long as the third
        endcase
    end
endtask

task queue_request(input integer n, input integer which);
    integer what, lane, other;
    begin
        other = n < KINDS * QUEUE_KINDS ? n / QUEUE_KINDS : n % 3;           // its kind; no pairs where a lane is alone
        what = n < KINDS * QUEUE_KINDS ? n % QUEUE_KINDS : QUEUE_SECOND;
        lane = n / 2 % LANES;
        case (which)
            0: float_add_to(0, 0);
            1: second_float(what == QUEUE_SAME ? 0 : FREE + 1);
            2: third_request(other, what);
            default: fourth_request(other, what);
        endcase
        if (n >= KINDS * QUEUE_KINDS && which == 1 + n % 2) begin            // one lane, of the second or the third, has the word of both
            place_all(FREE + 4, FREE + 4);
            addr[32*lane +: 32] = 4 * (FREE + 1);
        end
        if (n >= KINDS * QUEUE_KINDS && n % 2 == 1 && which >= 2) begin      // the third has only that lane, the fourth all others
            mask = which == 2 ? 0 : ~0;
            mask[lane] = which == 2;
        end
    end
endtask

// f32 adds of all lanes to word 0, then requests to words of another block, and to others of the same one.
task passing_request(input integer n, input integer floats);
    integer word;
    if (n < floats)
        float_add_to(0, 0);
    else begin
        burst_request(BURST_ONE_WORD, n);
        word = n % 2 ? FREE + n % FREE : 2 + n % (HALF - 2) / 2 * 2;
        place_all(word, word);
        if (kind == `WF_ACCESS_PAIRS) pair_up(1'b1);
    end
endtask
