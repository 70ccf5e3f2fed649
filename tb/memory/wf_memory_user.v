// SPDX-License-Identifier: Apache-2.0
// wf_memory_user - a core in wf_memory_cores_tb: any instructions on lines of its own, whose answers are known; increments of counters that
//   all cores share, of 32 and 64 bits, whose answers are only added up; and messages to any core: a word of data, then its number.
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_memory_user #(
    parameter integer CORE = 0, LANES = 8, TAG_W = 5, COUNT = 500
) (
    input wire                 clk,
    input wire                 rst,
    output wire                mreq_valid,
    input wire                 mreq_ready,
    output wire [`WF_MREQ_W-1:0] mreq,
    input wire                 mrsp_valid,
    output wire                mrsp_ready,
    input wire [`WF_MRSP_W-1:0] mrsp,
    output reg                 invalidate
);
    localparam integer AREA_W = 6;
    localparam integer OWN = 8;                  // lines of each core, the first CORE * OWN
    localparam integer SHARED = 16 * (OWN * 4);  // words of counters: two lines
    localparam integer COUNTERS = 32;
    localparam integer MAIL = 16 * (OWN * 4 + 2);            // a line a core: the number of its message; ...
    localparam integer WIDE = MAIL + 16 * 8;     // eight counters of 64 bits; ...
    localparam [63:0] WIDE_STEP = 64'h4000_0001; // ... their increment: every fourth carries
    localparam integer DATA_AT = 16 * 4 + 8;                 // ... and so far behind the data, in another line
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL memory-cores core=%0d seed=%0d: %0s; cycle %0d; reproduce: +seed=%0d", CORE, seed, what, cycle, seed);
    endtask
    integer cycle = 0;
    `include "wf_memory_core.vh"
    assign {mreq_valid, mreq} = {req_valid, req};
    assign req_ready  = mreq_ready;
    assign {rsp_valid, rsp} = {mrsp_valid, mrsp};
    assign mrsp_ready = rsp_ready;

    // What a tag is for, beside instructions on own lines.
    localparam integer OF_OWN = 0, OF_COUNTER = 1, OF_NUMBER = 2, OF_DATA = 3, OF_MAIL = 4, OF_WIDE = 5;
    integer    purpose [0:TAGS-1];
    integer    increments = 0, wide_increments = 0, messages = 0, read_messages = 0, n = 0, i, l, other, mail_step = 0;
    reg [63:0] old_sum = 0, wide_sum = 0;        // of what the counters held before each increment
    reg [31:0] number_seen, mail_number = 0;
    reg        reader = 1'b0, fresh = 1'b0;
    integer    reader_step = 0;

    task lane_zero(input [1:0] new_kind, input integer word, input [31:0] value_to);
        begin
            any_tag;
            kind = new_kind;
            atom = 0;
            mask = 1;
            for (l = 0; l < lanes; l = l + 1) place[l] = word;
            data = value_to;
            compare = 0;
        end
    endtask

    // A core stores the data, waits for the answer, then sends its number; it reads another's number, and, the load answered, invalidates
    // and reads the data: they must be those of that number, or later.
    task next_request;
        begin
            below(7, i);
            if (i == 0) begin
                any_request(4);
                kind = `WF_ACCESS_ATOMIC;
                atom = `WF_ATOM_ADD;
                for (l = 0; l < lanes; l = l + 1) begin
                    place[l] = SHARED + place[l] % COUNTERS;
                    data[32*l +: 32] = 1;
                    if (mask[l]) increments = increments + 1;
                end
                purpose[tag] = OF_COUNTER;
            end else if (i == 6) begin
                any_request(4);
                kind = `WF_ACCESS_PAIRS;
                atom = `WF_ATOM_ADD;
                for (l = 0; l < lanes; l = l + 1) place[l] = WIDE + place[l] % 16;
                pair_up;
                for (l = 0; l < lanes; l = l + 2) begin
                    data[32*l +: 64] = WIDE_STEP;
                    if (mask[l]) wide_increments = wide_increments + 1;
                end
                purpose[tag] = OF_WIDE;
            end else if (i == 1 && (mail_step == 0 || mail_step == 2)) begin
                lane_zero(`WF_ACCESS_STORE, MAIL + 16 * CORE + (mail_step == 0 ? DATA_AT : 0), mail_number + 1);
                purpose[tag] = OF_MAIL;
                mail_step = mail_step + 1;
            end else if (i == 2 && (reader_step == 0 || reader_step == 3)) begin
                if (reader_step == 0) below(4, other);
                lane_zero(`WF_ACCESS_LOAD, MAIL + 16 * other + (reader_step == 0 ? 0 : DATA_AT), 0);
                purpose[tag] = reader_step == 0 ? OF_NUMBER : OF_DATA;
                reader_step = reader_step + 1;
            end else begin
                any_request(OWN);
                for (l = 0; l < lanes; l = l + 1) place[l] = 16 * OWN * CORE + place[l];
                any_operands;
                purpose[tag] = OF_OWN;
            end
            n = n + 1;
            offer;
        end
    endtask

    task take_answer;
        begin
            case (purpose[rsp_tag])
                OF_COUNTER:
                    for (l = 0; l < lanes; l = l + 1) old_sum = old_sum + rsp_data[32*l +: 32];
                OF_WIDE:
                    for (l = 0; l < lanes; l = l + 2) wide_sum = wide_sum + rsp_data[32*l +: 64];
                OF_MAIL: begin
                    if (mail_step == 3) begin
                        mail_number = mail_number + 1;
                        messages = messages + 1;
                    end
                    mail_step = (mail_step + 1) % 4;
                end
                OF_NUMBER: begin
                    number_seen = rsp_data[31:0];
                    reader_step = 2;
                end
                OF_DATA: begin
                    if (rsp_data[31:0] < number_seen) fail("a message's number came before its data");
                    if (number_seen != 0) read_messages = read_messages + 1;
                    checks = checks + 1;
                    reader_step = 0;
                end
                default: ;
            endcase
            if (purpose[rsp_tag] != OF_OWN) want_data[rsp_tag] = rsp_data;
        end
    endtask

    wire done = n >= COUNT && answered == asked;
    always @(posedge clk) begin
        invalidate <= 1'b0;
        if (!rst) begin
            if (rsp_valid && rsp_ready) take_answer;
            check_answers;
            if (reader_step == 2) begin          // acquire
                invalidate  <= 1'b1;
                reader_step = 3;
                fresh = 1'b1;                    // what stands at the channel now may be taken in this cycle
            end else begin
                below(100, i);
                if (!req_valid || req_ready) begin
                    offer_nothing;
                    if (n < COUNT && asked - answered < TAGS && i < 80) next_request;
                end
            end
            if (reader_step == 3 && fresh) begin
                fresh = 1'b0;
                if (req_valid && req_ready) offer_nothing;
            end
            below(100, i);
            rsp_ready <= i < 80;
        end
        cycle = cycle + 1;
    end

    initial begin
        start_random;
        prng = seeded(seed + 77 * CORE);
        invalidate = 1'b0;
        for (i = 0; i < 16 * (1 << AREA_W); i = i + 1) memory[i] = 0;
        near_places;
        forget;
    end
endmodule
`default_nettype wire
