// SPDX-License-Identifier: Apache-2.0
// wf_pack_tb - every id of every live lane against the packing rule written with / and %, in any stall pattern.  In each cycle
//   an answer is on offer, and a request taken, exactly as the latency and the stalls up to then have it.
//   Plusargs: +seed=N; +effort=N (default 1: shapes swept completely up to 4+N a side); +all=1 also sweeps all shapes with
//   X*Y*Z <= 1024, each with one wave size (Verilator: about a minute).
//   Build and run, Verilator and Icarus: make bench-pack-l32, make icarus-pack-l32 SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_pack_tb;
    parameter integer LANES = 32;
    localparam integer TAG_W = 5;
    localparam integer LATENCY = 8;
    localparam integer CFG_CYCLES = LANES >= 64 ? 21 : 17;

    reg                 clk = 1'b0, rst = 1'b1;
    localparam integer  IDS = 4;                 // shapes side by side: most requests are of the one that came last
    reg  [1:0]          cfg_id = 2'd0, req_id = 2'd0;
    reg                 cfg_valid = 1'b0, cfg_numwaves = 1'b0;
    reg  [10:0]         cfg_x = 11'd0, cfg_y = 11'd0;
    reg                 req_valid = 1'b0;
    wire                req_ready;
    reg  [TAG_W-1:0]    req_tag = 0;
    reg  [2:0]          req_sv = 3'd0;
    reg  [15:0]         req_place = 16'd0;
    reg  [95:0]         req_base = 96'd0;
    wire                rsp_valid;
    reg                 rsp_ready = 1'b0;
    wire [TAG_W-1:0]    rsp_tag;
    wire [32*LANES-1:0] rsp_data;
    wire                busy;

    wf_pack #(.LANES(LANES), .TAG_W(TAG_W), .DISPATCHES(IDS)) u_dut (
        .clk(clk), .rst(rst), .cfg_valid(cfg_valid), .cfg_id(cfg_id), .busy(busy), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_numwaves(cfg_numwaves),
        .req_valid(req_valid), .req_ready(req_ready), .req_tag(req_tag), .req_id(req_id), .req_sv(req_sv), .req_place(req_place),
        .req_base(req_base),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_tag(rsp_tag), .rsp_data(rsp_data));

    always #5 clk = !clk;

    integer    effort, all;
    reg [31:0] noise;
    reg        cfg_want = 1'b0, configured = 1'b0;
    reg        early = 1'b0;                 // no shape has come: a request waits
    reg        smooth = 1'b0;                // no stalls
    integer    cfg_cycles = 0, cfg_longest = 0;
    integer    asked = 0, sent = 0, got = 0, checks = 0, shapes = 0;
    // A cycle in which fewer than two answers wait moves all requests.  After LATENCY - 1 moves the answer of a request is made.
    integer    moves = 0, made = 0, waiting = 0, full = 0, resets = 0, fresh = 0;      // fresh: shapes since the last reset

    `include "wf_random.vh"

    // ---- reference ----------------------------------------------------------------------------------------------------
    integer ref_x, ref_y, ref_z;             // of the place last asked for
    integer shape_x = 1, shape_y = 1, shape_z = 1;      // the one that came last,
    reg     shape_waves = 1'b0;
    integer last = 0;                        // of this id,
    integer id_x [0:IDS-1];                  // and all
    integer id_y [0:IDS-1];
    integer id_z [0:IDS-1];
    reg     id_waves [0:IDS-1];

    task thread_of(input integer t, input integer id);         // semantics, "Lane packing"
        integer p, b, rest;
        begin
            if (id_waves[id]) begin
                ref_x = t; ref_y = 0; ref_z = 0;
            end else if (id_x[id] % 2 == 0 && id_y[id] % 2 == 0) begin
                ref_z  = t / (id_x[id] * id_y[id]);
                rest = t % (id_x[id] * id_y[id]);
                p      = rest % 4;
                b      = rest / 4;
                ref_x  = 2 * (b % (id_x[id] / 2)) + p % 2;
                ref_y  = 2 * (b / (id_x[id] / 2)) + p / 2;
            end else begin
                ref_x = t % id_x[id];
                ref_y = (t / id_x[id]) % id_y[id];
                ref_z = t / (id_x[id] * id_y[id]);
            end
        end
    endtask

    reg [2:0]  want_sv   [0:31];
    reg [15:0] want_place[0:31];             // of lane 0
    integer    want_lanes[0:31];             // lanes of the wave
    integer    want_id   [0:31];
    integer    others = 0;                   // requests of another shape than the last
    reg [95:0] want_base [0:31];
    integer    want_when [0:31];

    integer    lane, place, q;
    reg [31:0] want;
    always @(posedge clk) begin
        noise <= xorshift32(noise);
        rsp_ready <= smooth || noise[4:3] != 2'd0;
        if (rst) begin                       // all requests are forgotten
            got  = asked;
            sent = asked;
            made = asked;
        end
        waiting = made - got;
        if (!rst && rsp_valid !== (waiting > 0))
            $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: answer on offer %b, %0d wait of %0d requests", LANES, seed, rsp_valid, waiting, sent);
        if (fresh > 0 && configured && req_valid && req_ready !== (waiting < 2))
            $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: request taken %b while %0d answers wait", LANES, seed, req_ready, waiting);
        full = full + (waiting == 2);
        if (!rst && rsp_valid && rsp_ready) begin
            q = got % 32;
            if (got >= sent || rsp_tag !== q[TAG_W-1:0])
                $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: tag %0d, expected %0d of %0d requests", LANES, seed, rsp_tag, q, sent);
            if (^rsp_data === 1'bx)
                $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: X in the answer", LANES, seed);
            for (lane = 0; lane < want_lanes[q]; lane = lane + 1) begin
                place = want_place[q] + lane;
                if (id_waves[want_id[q]] || place < id_x[want_id[q]] * id_y[want_id[q]] * id_z[want_id[q]]) begin
                    thread_of(place, want_id[q]);
                    case ({5'd0, want_sv[q]})
                    `WF_SV_TID_X:  want = ref_x;
                    `WF_SV_TID_Y:  want = ref_y;
                    `WF_SV_TID_Z:  want = ref_z;
                    `WF_SV_GINDEX: want = ref_z * id_x[want_id[q]] * id_y[want_id[q]] + ref_y * id_x[want_id[q]] + ref_x;
                    `WF_SV_DTID_X: want = want_base[q][31:0] + ref_x;
                    `WF_SV_DTID_Y: want = want_base[q][63:32] + ref_y;
                    default:       want = want_base[q][95:64] + ref_z;
                    endcase
                    if (rsp_data[32*lane +: 32] !== want)
                        $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: (%0d,%0d,%0d) numwaves=%0d S=%0d first place=%0d lane=%0d sv=%0d: %0d, expected %0d",
                               LANES, seed, id_x[want_id[q]], id_y[want_id[q]], id_z[want_id[q]], id_waves[want_id[q]], want_lanes[q], want_place[q], lane,
                               want_sv[q], rsp_data[32*lane +: 32], want);
                    checks = checks + 1;
                end
            end
            got = got + 1;
        end
        if (!rst && req_valid && req_ready) begin
            want_when[sent % 32] = moves;
            sent = sent + 1;
        end
        if (waiting < 2) begin
            if (made < sent && moves - want_when[made % 32] == LATENCY - 1) made = made + 1;
            moves = moves + 1;
        end
        if (early && (rsp_valid || busy || (req_valid && req_ready)))
            $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: answered or busy before the first shape", LANES, seed);
`ifndef WF_NETLIST_wf_pack                                       // a netlist has no names inside
        if (fresh > 0 && !cfg_want && !cfg_valid && busy === u_dut.ready[last])
            $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: busy=%b while the tables are %0s", LANES, seed, busy, u_dut.ready[last] ? "ready" : "made");
`endif

        // drive: the next request of the ring, when the stall pattern lets it through
        if (!req_valid || req_ready || rst) begin
            req_valid <= 1'b0;
            if (sent != asked && !cfg_want && (smooth || noise[9:8] != 2'd0)) begin
                req_valid     <= 1'b1;
                req_tag       <= sent;
                req_sv        <= want_sv[sent % 32];
                req_id        <= want_id[sent % 32];
                req_place     <= want_place[sent % 32];
                req_base      <= want_base[sent % 32];
            end
        end
        if (early) begin
            req_valid <= 1'b1;
            req_id    <= noise[11:10];
        end
        // a shape is a pulse; the first request after it waits for the tables, CFG_CYCLES
        cfg_valid <= cfg_want && !cfg_valid;
        if (cfg_want && !cfg_valid) begin
            cfg_id       <= last;
            cfg_x        <= shape_x;
            cfg_y        <= shape_y;
            cfg_numwaves <= shape_waves;
        end
        cfg_cycles = cfg_cycles + 1;
        if (cfg_valid) begin
            if (req_valid && req_ready) $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: a request during cfg", LANES, seed);
            cfg_want   = 1'b0;
            configured = 1'b0;
            cfg_cycles = 0;
        end else if (!busy && !cfg_want && !configured && !rst) begin
            configured = 1'b1;
            if (cfg_cycles > cfg_longest) cfg_longest = cfg_cycles;
        end
        if (!cfg_want && fresh > 0 && !configured && cfg_cycles > CFG_CYCLES)
            $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: configuration takes more than %0d cycles", LANES, seed, CFG_CYCLES);
    end

    // ---- stimulus -----------------------------------------------------------------------------------------------------
    reg [31:0] dice;
    task roll_dice; begin dice = xorshift32(dice); end endtask

    task configure(input integer x, input integer y, input integer z, input w);
        begin
            while (got != asked) @(posedge clk);
            last = (last + 1) % IDS;
            roll_dice;
            if (dice[9:8] == 0) begin        // first a shape that is thrown away after some cycles, as by a refused dispatch
                shape_x = dice[31:21]; shape_y = dice[20:10]; shape_waves = dice[0];
                cfg_want = 1'b1;
                while (cfg_want) @(posedge clk);
                repeat (dice[6:1]) @(posedge clk);
            end
            shape_x = x; shape_y = y; shape_z = z; shape_waves = w;
            id_x[last] = x; id_y[last] = y; id_z[last] = z; id_waves[last] = w;
            cfg_want = 1'b1;
            while (cfg_want) @(posedge clk);
            roll_dice;
            smooth = dice[7];
            shapes = shapes + 1;
            fresh  = fresh + 1;
        end
    endtask

    // a reset of one cycle while one answer waits on its channel and another in the spare; no id has a shape then
    task reset_while_two_wait;
        begin
            smooth = 1'b0;
            ask_anywhere(20);
            while (made - got != 2 && got != asked) @(posedge clk);
            if (made - got == 2) begin
                resets = resets + 1;
                fresh  = 0;
                rst <= 1'b1;
                @(posedge clk);
                rst <= 1'b0;
                repeat (2) @(posedge clk);
            end
        end
    endtask

    task ask(input integer sv, input integer first, input integer lanes);
        begin
            while (asked - got > 20) @(posedge clk);
            roll_dice;
            want_sv   [asked % 32] = sv;
            want_place[asked % 32] = first;
            want_lanes[asked % 32] = lanes;
            want_id   [asked % 32] = dice[20:18] == 0 && fresh >= IDS ? (last + 1 + dice[17:16] % 3) % IDS : last;
            others = others + (want_id[asked % 32] != last);
            want_base [asked % 32] = {~dice, dice[15:0], dice[31:16], dice};
            asked = asked + 1;
        end
    endtask

    // every wave of a group of full waves
    task ask_all_waves(input integer log2, input integer every_sv);
        integer wave, sv, total;
        begin
            total = (shape_x * shape_y * shape_z + (1 << log2) - 1) >> log2;
            for (wave = 0; wave < total; wave = wave + 1)
                if (every_sv)
                    for (sv = 0; sv < 7; sv = sv + 1) ask(sv, wave << log2, 1 << log2);
                else
                    ask((wave + shapes) % 7, wave << log2, 1 << log2);
        end
    endtask

    // waves that begin at any multiple of 4, full as far as the group goes
    task ask_anywhere(input integer count);
        integer n;
        for (n = 0; n < count; n = n + 1) begin
            roll_dice;
            ask(dice[10:8] % 7, 4 * (dice[31:11] % ((shape_x * shape_y * shape_z + 3) / 4)), LANES);
        end
    endtask

    // waves that begin in one slice and end in the next, as those beside extra waves may
    task ask_across;
        integer first;
        for (first = shape_x * shape_y - 4; shape_z > 1 && first >= 0 && first > shape_x * shape_y - LANES; first = first - 4) begin
            ask(`WF_SV_TID_X, first & ~3, LANES);
            ask(`WF_SV_TID_Y, first & ~3, LANES);
            ask(`WF_SV_TID_Z, first & ~3, LANES);
        end
    endtask

    integer x, y, z, s, n, v;
    initial begin
        start_random;
        if (!$value$plusargs("effort=%d", effort)) effort = 1;
        if (!$value$plusargs("all=%d", all)) all = 0;
        noise = prng;
        dice = seed * 32'h85ebca6b ^ 32'hc2b2ae35;
        if (dice == 32'd0) dice = 32'd1;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
        early = 1'b1;
        repeat (40) @(posedge clk);
        early = 1'b0;
        req_valid <= 1'b0;
        @(posedge clk);
        // small shapes: everything
        for (x = 1; x <= 4 + effort; x = x + 1)
            for (y = 1; y <= 4 + effort; y = y + 1)
                for (z = 1; z <= 2 + effort; z = z + 1) begin
                    configure(x, y, z, 1'b0);
                    for (s = 2; (1 << s) <= LANES; s = s + 1) ask_all_waves(s, 1);
                    ask_anywhere(4);
                end
        // shapes on the limits
        for (n = 0; n < 18; n = n + 1) begin
            case (n)
            0:  configure(1024, 1, 1, 1'b0);
            1:  configure(1, 1024, 1, 1'b0);
            2:  configure(2, 512, 1, 1'b0);
            3:  configure(512, 2, 1, 1'b0);
            4:  configure(32, 32, 1, 1'b0);
            5:  configure(16, 16, 4, 1'b0);
            6:  configure(4, 4, 64, 1'b0);
            7:  configure(2, 2, 64, 1'b0);
            8:  configure(1, 1, 64, 1'b0);
            9:  configure(1023, 1, 1, 1'b0);
            10: configure(1, 1023, 1, 1'b0);
            11: configure(31, 33, 1, 1'b0);
            12: configure(3, 5, 64, 1'b0);
            13: configure(2, 8, 64, 1'b0);
            14: configure(341, 3, 1, 1'b0);
            15: configure(1, 512, 2, 1'b0);
            16: configure(512, 1, 2, 1'b0);
            default: configure(22, 46, 1, 1'b0);
            endcase
            for (s = 2; (1 << s) <= LANES; s = s + 1) ask_all_waves(s, 0);
            ask_across;
            ask_anywhere(32);
        end
        // random shapes, random waves
        for (n = 0; n < 150 * effort; n = n + 1) begin
            roll_dice; x = 1 + dice[31:4] % (1 << dice[3:0] % 11);
            roll_dice; y = 1 + dice[31:4] % (1024 / x);
            roll_dice; z = 1 + dice[31:4] % (1024 / (x * y));
            if (z > 64) z = 64;
            configure(x, y, z, 1'b0);
            roll_dice;
            s = 2 + dice[7:0] % ($clog2(LANES) - 1);
            for (v = 0; v < 6; v = v + 1) begin
                roll_dice;
                ask(dice[15:8] % 7, (dice[31:16] % ((x * y * z + (1 << s) - 1) >> s)) << s, 1 << s);
            end
            ask_anywhere(8);
            if (n % 5 == 2) reset_while_two_wait;
        end
        // numWaves: ids are (place, 0, 0), of all places that 16 bits have
        configure(1, 1, 1, 1'b1);
        for (s = 2; (1 << s) <= LANES; s = s + 1) begin
            for (n = 0; n < 256; n = n + 1 + n / 4)
                for (v = 0; v < 7; v = v + 1) ask(v, n << s, 1 << s);
            for (n = 0; n < 32; n = n + 1) begin
                roll_dice;
                ask(n % 7, {16'd0, n % 2 != 0 ? dice[31:16] : 16'd0} >> s << s, 1 << s);
            end
        end
        configure(3, 5, 2, 1'b0);                      // and back to shapes
        ask_anywhere(16);
        if (all != 0)
            for (x = 1; x <= 1024; x = x + 1)
                for (y = 1; x * y <= 1024; y = y + 1)
                    for (z = 1; z <= 64 && x * y * z <= 1024; z = z + 1) begin
                        configure(x, y, z, 1'b0);
                        ask_all_waves(2 + shapes % ($clog2(LANES) - 1), 0);
                    end
        while (got != asked) @(posedge clk);
        repeat (100) @(posedge clk);
        if (cfg_longest != CFG_CYCLES)
            $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: configuration takes %0d cycles", LANES, seed, cfg_longest);
        if (got != asked || checks == 0 || rsp_valid || full == 0 || resets == 0)
            $fatal(1, "FAIL wf_pack LANES=%0d seed=%0d: %0d answers to %0d requests, %0d checks, two waited %0d times, %0d resets", LANES, seed, got, sent, checks, full, resets);
        $display("PASS wf_pack seed=%0d checks=%0d LANES=%0d shapes=%0d requests=%0d cfg=%0d", seed, checks, LANES, shapes, sent, cfg_longest);
        $finish;
    end
endmodule
`default_nettype wire
