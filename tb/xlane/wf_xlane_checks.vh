// SPDX-License-Identifier: Apache-2.0
// wf_xlane_checks.vh - for wf_xlane_tb: answers as wanted; latency, throughput and turns compared with docs/xlane.md.

    // ---- what is wanted, by tag
    reg [31:0]      want [0:TAGS*LANES*4-1];
    reg [LANES-1:0] want_lanes [0:TAGS-1];
    reg [7:0]       asked_op [0:TAGS-1], asked_mod [0:TAGS-1];
    reg [2:0]       asked_log2 [0:TAGS-1];
    integer         asked_at [0:TAGS-1], asked_number [0:TAGS-1], asked_rounds [0:TAGS-1];
    reg [TAGS-1:0]  waiting = 0;

    integer         cycle = 0, checks = 0, answers = 0, accepted = 0;
    integer         most_fast = 0, most_scan = 0, most_match = 0, most_round = 0, most_extra = 0;
    integer         gathers = 0;                      // of the stream of float scans before its last
    integer         stream_from = 0, stream_cycles [0:STREAMS-1];

    task note_request(input [TAG_W-1:0] t);          // the request that compose_request made
        begin
            want_lanes[t] = lanes_told(op, mod);
            for (i = 0; i < LANES; i = i + 1)
                for (k = 0; k < 4; k = k + 1)
                    want[(t * LANES + i) * 4 + k] = gives_mask ? result_mask[i] >> (32 * k) : result[i];
            asked_op[t] = op;
            asked_mod[t] = mod;
            asked_log2[t] = wave_log2;
            asked_number[t] = request;
            asked_rounds[t] = rounds;
        end
    endtask

    // Cycles from the request to its answer, alone in the unit.
    function integer latency(input [TAG_W-1:0] t);
        if (asked_op[t] == `WF_OP_MATCH)   latency = 2 * asked_mod[t] + 2;
        else if (asked_op[t] < `WF_OP_WADD) latency = 3;
        else if (is_round(asked_op[t]))    latency = 6 * asked_rounds[t] + 4;
        else                               latency = LOG + 3;
    endfunction

    task check_values(input [TAG_W-1:0] t);
        reg        mask_words;
        reg [31:0] got, expected;
        begin
            if (^rsp_data === 1'bx)
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h: X in the answer", seed, LANES, asked_number[t], asked_op[t]);
            mask_words = asked_op[t] == `WF_OP_BALLOT || asked_op[t] == `WF_OP_MATCH || asked_op[t] == `WF_OP_MATCHB;
            for (i = 0; i < LANES; i = i + 1)
                if (want_lanes[t][i])
                    for (k = 0; k < (mask_words ? 4 : 1); k = k + 1) begin
                        got = rsp_data[(4 * i + k) * 32 +: 32];
                        expected = want[(t * LANES + i) * 4 + k];
                        checks = checks + 1;
                        if (got !== expected)
                            $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h mod=%h S=%0d lane=%0d word=%0d got=%h want=%h",
                                   seed, LANES, asked_number[t], asked_op[t], asked_mod[t], 1 << asked_log2[t], i, k, got, expected);
                    end
        end
    endtask

    // Alone: the latency exactly.  In a flood of another class: a few cycles more, for no class starves; twice that
    // when an answer leaves in every second cycle.
    task check_latency(input [TAG_W-1:0] t);
        integer late, limit;
        begin
            late  = cycle - asked_at[t];
            limit = asked_number[t] < HALF_AT ? latency(t) + TURNS : 2 * (latency(t) + TURNS) + ((asked_number[t] - FLOOD_AT) % FLOOD < RARE ? HOLD : 0);
            if (asked_number[t] < STREAM_AT) begin
                if (late != latency(t))
                    $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h mod=%h: %0d cycles, not %0d", seed, LANES,
                           asked_number[t], asked_op[t], asked_mod[t], late, latency(t));
                if (asked_op[t] == `WF_OP_MATCH) begin if (asked_mod[t] == 8'd1) most_match = late; end
                else if (asked_op[t] < `WF_OP_WADD) most_fast = late;
                else if (!is_round(asked_op[t]))    most_scan = late;
                else if (late > most_round)         most_round = late;
            end else if (asked_number[t] >= FLOOD_AT && asked_number[t] < STALL_AT) begin
                if (asked_number[t] < HALF_AT && late - latency(t) > most_extra) most_extra = late - latency(t);
                if (late > limit)
                    $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h mod=%h: starved, %0d cycles, limit %0d", seed, LANES,
                           asked_number[t], asked_op[t], asked_mod[t], late, limit);
            end else if (late > 4000)
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d request=%0d op=%h: %0d cycles", seed, LANES, asked_number[t], asked_op[t], late);
        end
    endtask

    task check_answer;
        begin
            if (!waiting[rsp_tag])
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: answer with tag %0d, which nobody waits for", seed, LANES, cycle, rsp_tag);
            waiting[rsp_tag] = 1'b0;
            answers = answers + 1;
            check_values(rsp_tag);
            check_latency(rsp_tag);
        end
    endtask

    // A float scan needs the gather once per round and once at the end, and after a few cycles the gather is never idle.
    localparam integer PLACES_FULL = 6;
    // The first request of a stream to the last: one per cycle, a ring that is never idle, matches one after the other.
    task check_throughput;                           // a request is taken
        integer stream, took, least, most;
        begin
            stream = (accepted - STREAM_AT) / STREAM;
            if (accepted >= STREAM_AT && accepted < FLOOD_AT) begin
                if ((accepted - STREAM_AT) % STREAM == 0) stream_from = cycle;
                took = cycle - stream_from;
                stream_cycles[stream] = took;
                most  = stream < 2 ? STREAM - 1 : stream == 2 ? gathers + PLACES_FULL : (STREAM - 1) * 2 * (stream - 2);
                least = stream == 2 ? 0 : most;
                if ((accepted - STREAM_AT) % STREAM == STREAM - 1 && (took < least || took > most))
                    $fatal(1, "FAIL xlane seed=%0d LANES=%0d stream %0d took %0d cycles, not %0d..%0d", seed, LANES, stream, took, least, most);
                if (stream == 2) gathers = gathers + asked_rounds[req_tag] + 1;
            end
            accepted = accepted + 1;
        end
    endtask

    // A stalled answer stays as it is.
    reg                  was_held = 1'b0;
    reg [TAG_W-1:0]      held_tag;
    reg [128*LANES-1:0]  held_data;
    task check_held;
        begin
            if (was_held && (!rsp_valid || rsp_tag !== held_tag || rsp_data !== held_data))
                $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: the answer changed while it was stalled", seed, LANES, cycle);
            was_held = rsp_valid && !rsp_ready;
            if (was_held) begin held_tag = rsp_tag; held_data = rsp_data; end
        end
    endtask

    task report;
        begin
            if (checks == 0 || lost == 0 || core_checks == 0 || row_passes == 0 || row_waits == 0) $fatal(1, "FAIL xlane seed=%0d: nothing was checked, or never a reset, or the float lanes not shared", seed);
            $display("xlane LANES=%0d latency: fast %0d, integer scan %0d, match %0d, float scan up to %0d, %0d more in a flood of another class; %0d requests: fast %0d, scan %0d, float %0d, match of 1 to 4 words %0d %0d %0d %0d cycles",
                     LANES, most_fast, most_scan, most_match, most_round, most_extra, STREAM, stream_cycles[0] + 1, stream_cycles[1] + 1,
                     stream_cycles[2] + 1, stream_cycles[3] + 1, stream_cycles[4] + 1, stream_cycles[5] + 1, stream_cycles[6] + 1);
            $display("PASS xlane seed=%0d checks=%0d", seed, checks);
            $finish;
        end
    endtask
