// SPDX-License-Identifier: Apache-2.0
// wf_xlane_tb - every cross-lane operation against a sequential reference, at every wave size, with stalls on both channels.
//   This file: the device, the phases of the test, the channels.   wf_xlane_stimulus.vh: requests.   wf_xlane_reference.vh: what they
//   must give.   wf_xlane_checks.vh: answers, latencies, throughput and turns compared with that.
//   wf_xlane_row.vh: the float lanes next to it, and the core that uses them too.
//   Plusargs: +seed=N, +requests=N (random part).   Parameter: LANES 4..128
//   Build and run, Verilator and Icarus: make bench-xlane-l32, make icarus-xlane-l8 SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_xlane_tb;
    parameter integer LANES = 32;
    localparam integer LOG = $clog2(LANES);
    localparam integer SIZES = LOG - 1;               // wave sizes 4..LANES
    localparam integer TAG_W = 6, TAGS = 1 << TAG_W;
    localparam integer FAST = 29, MATCHES = 4, SCANS = 14, SHAPES = 3 * 10;   // shapes: mode x (wave, multi, 8 clusters)
    localparam integer TURNS = 6;                     // cycles that an answer may wait for those of other classes
    // Phases, by the number of the request: two illustrations; each operation alone in the unit; streams of one class; floods of one
    // class with a rare other one, also while the answers are stalled in every second cycle; streams whose answers are stalled; all at random.
    localparam integer STREAM = 64, STREAMS = 3 + MATCHES, RARE = 32, FLOOD = 12 * RARE, FLOODS = 4, STALLS = 4;
    localparam integer ALONE_AT  = 2;
    localparam integer STREAM_AT = ALONE_AT + 5 * (FAST + MATCHES + SCANS);
    localparam integer FLOOD_AT  = STREAM_AT + STREAMS * STREAM;
    localparam integer HALF_AT   = FLOOD_AT + 2 * FLOOD;      // floods while only every second cycle takes an answer
    localparam integer STALL_AT  = FLOOD_AT + FLOODS * FLOOD;
    localparam integer REST_AT   = STALL_AT + STALLS * STREAM;

    reg                   clk = 1'b0, rst = 1'b1, req_valid = 1'b0, rsp_ready = 1'b0;
    reg  [TAG_W-1:0]      req_tag = 0;
    reg  [7:0]            req_op = 0, req_mod = 0;
    reg  [2:0]            req_wave_log2 = 3'd2;
    reg  [LANES-1:0]      req_exec = 0, req_active = 0;
    reg  [32*LANES-1:0]   req_a = 0, req_b = 0;
    reg  [128*LANES-1:0]  req_q = 0;
    wire                  req_ready, rsp_valid;
    wire [TAG_W-1:0]      rsp_tag;
    wire [128*LANES-1:0] rsp_data;
    wire                  row_wanted, row_req_valid, row_req_ready, row_soon_valid, row_rsp_valid;
    wire [2:0]            row_req_tag, row_soon_tag;
    wire [7:0]            row_req_op;
    wire [LANES-1:0]      row_req_active;
    wire [32*LANES-1:0]   row_req_a, row_req_b, row_rsp_data;

    wf_xlane #(.LANES(LANES), .TAG_W(TAG_W)) u_dut (
        .clk(clk), .rst(rst),
        .req_valid(req_valid), .req_ready(req_ready), .req_tag(req_tag), .req_op(req_op), .req_mod(req_mod),
        .req_wave_log2(req_wave_log2), .req_exec(req_exec), .req_active(req_active), .req_a(req_a), .req_b(req_b),
        .req_q(req_q),
        .row_wanted(row_wanted), .row_req_valid(row_req_valid), .row_req_ready(row_req_ready), .row_req_tag(row_req_tag),
        .row_req_op(row_req_op), .row_req_active(row_req_active), .row_req_a(row_req_a), .row_req_b(row_req_b),
        .row_soon_valid(row_soon_valid), .row_soon_tag(row_soon_tag), .row_rsp_valid(row_rsp_valid), .row_rsp_data(row_rsp_data), .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_tag(rsp_tag), .rsp_data(rsp_data));

    always #5 clk = !clk;

    `include "wf_xlane_stimulus.vh"
    `include "wf_xlane_reference.vh"
    `include "wf_xlane_checks.vh"
    `include "wf_xlane_row.vh"

    reg [TAG_W-1:0] tag;
    task make_request;
        begin
            compose_request;
            note_request(tag);
            for (i = 0; i < LANES; i = i + 1) begin
                req_a[32*i +: 32]    <= a[i];
                req_b[32*i +: 32]    <= b[i];
                req_q[128*i +: 128]  <= q[i];
            end
            req_tag <= tag;
            req_op <= op;
            req_mod <= mod;
            req_wave_log2 <= wave_log2;
            req_exec <= exec[LANES-1:0];
            req_active <= active[LANES-1:0];
            request = request + 1;
        end
    endtask

    // A phase or stream begins when the unit is empty.
    function begins(input integer number);
        begins = number <= STREAM_AT || number == REST_AT ||
                 (number < FLOOD_AT && (number - STREAM_AT) % STREAM == 0) ||
                 (number >= FLOOD_AT && number < STALL_AT && (number - FLOOD_AT) % FLOOD == 0) ||
                 (number >= STALL_AT && number < REST_AT && (number - STALL_AT) % STREAM == 0);
    endfunction

    initial begin
        start_random;
        if (!$value$plusargs("requests=%d", extra)) extra = 2 * SCANS * SHAPES * SIZES;
        total = REST_AT + extra;
    end

    // A flood at half the rate begins with the class whose turn comes just before its own, whose answer waits when those of the flood
    // come: from then on no answer finds the unit's output empty.
    localparam integer HOLD = 80, HOLD_REST = 16;    // cycles without any answer taken, the last of them with requests
    integer hold = 0;

    // In the random part it is reset now and then with requests in flight, which get no answer: nothing of them may come later.
    localparam integer CUT_EVERY = 97;
    integer lost = 0, cut_at = REST_AT + CUT_EVERY;
    task cut_off;
        begin
            for (i = 0; i < TAGS; i = i + 1) lost = lost + waiting[i];
            lost     = lost + (req_valid && !req_ready);
            waiting  = {TAGS{1'b0}};
            was_held = 1'b0;
            cut_at   = request + CUT_EVERY;
            rst       <= 1'b1;
            req_valid <= 1'b0;
            forget_row;
        end
    endtask

    integer quiet = 0;
    reg     go;
    always @(posedge clk) begin
        cycle = cycle + 1;
        roll;
        rst <= cycle < 4;
        if (!rst) begin
            if (rsp_valid === 1'bx || req_ready === 1'bx) $fatal(1, "FAIL xlane seed=%0d LANES=%0d cycle=%0d: X in the handshake", seed, LANES, cycle);
            check_held;
            check_row;
            quiet = quiet + 1;
            if (rsp_valid && rsp_ready) begin check_answer; quiet = 0; end
            if (req_valid && req_ready) begin
                waiting[req_tag] = 1'b1;
                asked_at[req_tag] = cycle;
                check_throughput;
                quiet = 0;
            end
            // the next request
            if (request >= cut_at && request < total && waiting != {TAGS{1'b0}})
                cut_off;
            else if (!req_valid || req_ready) begin
                go = request < total && (request < REST_AT || cycle[9:8] == 2'd0 || prng[4:0] < {3'd0, cycle[9:8]} * 8);
                if (begins(request) && waiting != {TAGS{1'b0}}) go = 1'b0;
                roll;
                tag = prng[TAG_W-1:0];
                for (i = 0; i < TAGS && waiting[tag]; i = i + 1) tag = tag + 1'b1;
                if (waiting[tag] || hold > HOLD_REST) go = 1'b0;
                if (go && opens_half(request)) hold = HOLD;
                if (go) make_request;
                req_valid <= go;
            end
            if (hold > 0) hold = hold - 1;
            roll;
            if (answers < HALF_AT)       rsp_ready <= 1'b1;
            else if (answers < STALL_AT) rsp_ready <= hold == 0 && !rsp_ready;
            else if (answers < REST_AT)  rsp_ready <= cycle[5:4] == 2'd0 || prng[2:0] == 3'd0;
            else rsp_ready <= cycle[12:10] == 3'd0 || (cycle[10] ? prng[0] : prng[3:1] == 3'd0 ^ cycle[11]);
            if (quiet > 1000) $fatal(1, "FAIL xlane seed=%0d LANES=%0d: nothing moves after %0d answers of %0d", seed, LANES, answers, request);
            if (answers + lost == total) report;
        end
    end
endmodule

`default_nettype wire
