// SPDX-License-Identifier: Apache-2.0
// wf_valu_tb - vector ALU and vector float unit through their channels against vectors of an integer-only oracle.
//   Plusargs: +vectors=FILE (tb/fp/wf_fp_vectors.c; 128 lines per operation)  +seed=N  +one (allow a single operation)
//   Checks: each active lane exact, tags in order, payload held while stalled, latency 1 and 5 unstalled, 1 per cycle.
//   Build and run, Verilator and Icarus: make bench-valu-l4, make icarus-valu-l4 SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_valu_tb;
    parameter integer LANES = 4;             // divides 128, the run of an operation in the file
    parameter integer COMPUTE = LANES;       // lanes of the float unit computed at a time
    localparam integer TAG_W = 5;
    localparam integer PASSES = LANES / COMPUTE, LATENCY = PASSES == 1 ? 5 : 6;       // from the cycle of its last pass, in which it is taken

    reg              clk = 1'b0, rst = 1'b1;
    reg  [31:0]      cycle = 32'd0;
    reg  [8*256-1:0] name;
    integer          file, got, l, u, drain = 0, checks = 0, alu_requests = 0, fpu_requests = 0, promises = 0, timed = 0, streak = 0, longest = 0;
    reg              calm, ended = 1'b0;

    // The request at the inputs; unit 0 is the ALU, unit 1 the float unit.
    reg                 valid = 1'b0, to_fpu = 1'b0;
    reg  [7:0]          op = 8'd0, line_op, first_op;
    reg  [TAG_W-1:0]    tag = 0;
    reg  [LANES-1:0]    active = 0;
    reg  [32*LANES-1:0] a = 0, b = 0, c = 0, want = 0;
    reg  [31:0]         line_a, line_b, line_c, line_want;

    // Requests in flight a unit: 16 places each.  The one that a response is for: due_*.
    localparam integer REQUEST_W = TAG_W + 8 + LANES + 32*LANES + 32;
    reg  [REQUEST_W-1:0] request [0:31];
    reg  [TAG_W-1:0]    due_tag;
    reg  [7:0]          due_op;
    reg  [LANES-1:0]    due_active;
    reg  [32*LANES-1:0] due_want;
    reg  [31:0]         due_cycle;
    reg  [4:0]          head [0:1], tail [0:1];
    reg  [31:0]         stalled [0:1];       // last cycle in which a response was not taken
    integer             slot;

    reg                 alu_take = 1'b0, fpu_take = 1'b0;
    wire                alu_ready, alu_valid, fpu_valid;
    wire [TAG_W-1:0]    alu_tag, fpu_tag;
    wire [32*LANES-1:0] alu_data, fpu_data;
    reg  [32*LANES-1:0] data;
    reg  [TAG_W-1:0]    data_tag;
    reg                 data_valid, data_take;

    // A second client asks the float unit in cycles without a request of the first: products, in order.
    reg                 row_valid = 1'b0;
    reg  [TAG_W-1:0]    row_tag = 0, row_due = 0;
    wire                row_soon, row_done;
    wire [TAG_W-1:0]    row_soon_tag;
    reg                 row_was_soon = 1'b0;         // announced in the cycle before
    reg  [TAG_W-1:0]    row_was_tag = 0;
    integer             row_out = 0, row_checks = 0;
    reg                 row_began = 1'b0;    // it was offered and not taken: it stays
    wire                row_goes = row_valid && (row_began || !(valid && to_fpu));
    wire                unit_ready;
    wire                fpu_ready = unit_ready && !row_goes;
    function [31:0] row_word(input [TAG_W-1:0] number, input integer lane);
        row_word = ({number, lane[7:0]} + 32'd7) * 32'h9e3779b1;
    endfunction
    reg  [32*LANES-1:0] row_a = 0;

    // promised responses: those of the last two cycles; as wf_core does, one is taken in its first cycle
    reg                 early_ok = 1'b0;
    wire                early_valid, rsp_early;
    wire [TAG_W-1:0]    early_tag;
    reg  [1:0]          promised = 2'd0;
    reg  [TAG_W-1:0]    promised_tag [0:1];
    wf_valu #(.LANES(LANES), .TAG_W(TAG_W)) u_valu (
        .clk(clk), .rst(rst), .req_valid(valid && !to_fpu), .req_ready(alu_ready), .req_tag(tag), .req_op(op),
        .req_active(active), .req_a(a), .req_b(b), .req_c(c),
        .rsp_valid(alu_valid), .rsp_ready(alu_take), .rsp_tag(alu_tag), .rsp_data(alu_data));
    generate
        if (COMPUTE == LANES) begin : g_whole
            wf_vfpu #(.LANES(LANES), .TAG_W(TAG_W)) u_vfpu (
                .clk(clk), .rst(rst), .req_valid((valid && to_fpu) || row_goes), .req_ready(unit_ready), .req_row(row_goes),
                .req_tag(row_goes ? row_tag : tag), .req_op(row_goes ? `WF_OP_MUL : op), .req_active(row_goes ? {LANES{1'b1}} : active),
                .req_a(row_goes ? row_a : a), .req_b(row_goes ? row_a : b), .req_c(c), .row_soon(row_soon), .soon_tag(row_soon_tag), .row_valid(row_done),
                .early_ok(early_ok), .early_valid(early_valid), .early_tag(early_tag), .rsp_early(rsp_early),
                .rsp_valid(fpu_valid), .rsp_ready(fpu_take || rsp_early), .rsp_tag(fpu_tag), .rsp_data(fpu_data));
        end else begin : g_serial
            wf_vfpu_serial #(.LANES(LANES), .COMPUTE(COMPUTE), .TAG_W(TAG_W)) u_vfpu (
                .clk(clk), .rst(rst), .req_valid((valid && to_fpu) || row_goes), .req_ready(unit_ready), .req_row(row_goes),
                .req_tag(row_goes ? row_tag : tag), .req_op(row_goes ? `WF_OP_MUL : op), .req_active(row_goes ? {LANES{1'b1}} : active),
                .req_a(row_goes ? row_a : a), .req_b(row_goes ? row_a : b), .req_c(c), .row_soon(row_soon), .soon_tag(row_soon_tag), .row_valid(row_done),
                .early_ok(early_ok), .early_valid(early_valid), .early_tag(early_tag), .rsp_early(rsp_early),
                .rsp_valid(fpu_valid), .rsp_ready(fpu_take || rsp_early), .rsp_tag(fpu_tag), .rsp_data(fpu_data));
        end
    endgenerate

`ifndef WF_NETLIST_wf_vfpu                                       // its registers begin with other values than those of a second one
    // the same float unit with clocks that never stop gives the same
    wire                free_ready, free_valid, free_early, free_row;
    wire [TAG_W-1:0]    free_tag;
    wire [32*LANES-1:0] free_data;
    generate
        if (COMPUTE == LANES) begin : g_whole_free
            wf_vfpu #(.LANES(LANES), .TAG_W(TAG_W), .GATED(0)) u_free (
                .clk(clk), .rst(rst), .req_valid((valid && to_fpu) || row_goes), .req_ready(free_ready), .req_row(row_goes),
                .req_tag(row_goes ? row_tag : tag), .req_op(row_goes ? `WF_OP_MUL : op), .req_active(row_goes ? {LANES{1'b1}} : active),
                .req_a(row_goes ? row_a : a), .req_b(row_goes ? row_a : b), .req_c(c), .row_soon(), .soon_tag(), .row_valid(free_row),
                .early_ok(early_ok), .early_valid(), .early_tag(), .rsp_early(free_early),
                .rsp_valid(free_valid), .rsp_ready(fpu_take || rsp_early), .rsp_tag(free_tag), .rsp_data(free_data));
        end else begin : g_serial_free
            wf_vfpu_serial #(.LANES(LANES), .COMPUTE(COMPUTE), .TAG_W(TAG_W), .GATED(0)) u_free (
                .clk(clk), .rst(rst), .req_valid((valid && to_fpu) || row_goes), .req_ready(free_ready), .req_row(row_goes),
                .req_tag(row_goes ? row_tag : tag), .req_op(row_goes ? `WF_OP_MUL : op), .req_active(row_goes ? {LANES{1'b1}} : active),
                .req_a(row_goes ? row_a : a), .req_b(row_goes ? row_a : b), .req_c(c), .row_soon(), .soon_tag(), .row_valid(free_row),
                .early_ok(early_ok), .early_valid(), .early_tag(), .rsp_early(free_early),
                .rsp_valid(free_valid), .rsp_ready(fpu_take || rsp_early), .rsp_tag(free_tag), .rsp_data(free_data));
        end
    endgenerate
    always @(posedge clk)
        if (!rst && {free_ready, free_valid, free_early, free_row, free_tag, free_data} !== {unit_ready, fpu_valid, rsp_early, row_done, fpu_tag, fpu_data})
            $fatal(1, "FAIL valu seed=%0d LANES=%0d cycle=%0d: %h with clocks that stop, %h without", seed, LANES, cycle, fpu_data, free_data);
`endif

    always #5 clk = !clk;

    `include "wf_random.vh"

    task fail(input [8*48-1:0] what, input integer unit, input [31:0] wanted, input [31:0] came);
        $fatal(1, "FAIL valu seed=%0d LANES=%0d cycle=%0d unit=%0d: %0s want=%h got=%h", seed, LANES, cycle, unit, what, wanted, came);
    endtask
    initial begin
        start_random;
        if (!$value$plusargs("vectors=%s", name)) $fatal(1, "FAIL valu: +vectors=FILE is missing");
        file = $fopen(name, "r");
        if (file == 0) $fatal(1, "FAIL valu: cannot open %0s", name);
        for (u = 0; u < 2; u = u + 1) begin
            head[u] = 5'd0;
            tail[u] = 5'd0;
            stalled[u] = 32'd0;
        end
        repeat (3) @(posedge clk);
        rst <= 1'b0;
    end

    always @(posedge clk) if (!rst) begin
        cycle = cycle + 32'd1;
        roll;
        calm  = cycle[8:7] == 2'd0;          // a quarter of the time nothing stalls
        alu_take <= calm || prng[1:0] != 2'd0;
        fpu_take <= calm || prng[3:2] != 2'd0;

        early_ok <= prng[7:6] != 2'd0;
        if (rsp_early !== promised[1] || (rsp_early && (!fpu_valid || fpu_tag !== promised_tag[1])))
            $fatal(1, "FAIL valu seed=%0d LANES=%0d cycle=%0d: promised %b %h, came %b %b %h", seed, LANES, cycle, promised[1], promised_tag[1],
                   rsp_early, fpu_valid, fpu_tag);
        promised        = {promised[0], early_valid};
        promised_tag[1] = promised_tag[0];
        promised_tag[0] = early_tag;
        if (early_valid) promises = promises + 1;

        // The request taken at this edge.
        if (valid && (to_fpu ? fpu_ready : alu_ready)) begin
            u = to_fpu ? 1 : 0;
            slot = 16 * u + {27'd0, tail[u] & 5'd15};
            request[slot] = {tag, op, active, want, cycle};
            tail[u] = tail[u] + 5'd1;
            if (to_fpu) fpu_requests = fpu_requests + 1;
            else        alu_requests = alu_requests + 1;
            streak = streak + 1;
            if (streak > longest) longest = streak;
        end else begin
            if (valid && calm && cycle[6:0] > 7'd4 && PASSES == 1) fail("a request waits though nothing stalls", to_fpu, 0, 0);
            streak = 0;
        end

        // The second client's: in order, for one cycle, though the first stalls before or behind them.
        if (row_done !== 1'b0) begin
            if (row_done !== 1'b1 || fpu_valid || row_out == 0 || fpu_tag !== row_due || !row_was_soon || row_was_tag !== row_due) fail("a response to the second client", 1, row_due, fpu_tag);
            for (l = 0; l < LANES; l = l + 1)
                if (fpu_data[32*l +: 32] !== row_word(row_due, l) * row_word(row_due, l)) fail("a product of the second client", 1, row_word(row_due, l), fpu_data[32*l +: 32]);
            row_due = row_due + 1'b1;
            row_out = row_out - 1;
            row_checks = row_checks + 1;
        end
        row_was_soon = row_soon; row_was_tag = row_soon_tag;
        if (row_goes && unit_ready) begin
            row_out = row_out + 1;
            row_tag = row_tag + 1'b1;
        end
        row_began <= row_goes && !unit_ready;
        if (!row_valid || (row_goes && unit_ready)) begin
            row_valid <= !ended && prng[12:11] != 2'd0;
            for (l = 0; l < LANES; l = l + 1) row_a[32*l +: 32] <= row_word(row_tag, l);
        end

        // Responses as they stand before this edge.
        for (u = 0; u < 2; u = u + 1) begin
            data_valid = u == 1 ? fpu_valid : alu_valid;
            data_take  = u == 1 ? fpu_take || rsp_early : alu_take;
            data_tag   = u == 1 ? fpu_tag : alu_tag;
            data       = u == 1 ? fpu_data : alu_data;
            slot = 16 * u + {27'd0, head[u] & 5'd15};
            {due_tag, due_op, due_active, due_want, due_cycle} = request[slot];
            if (data_valid !== 1'b0) begin
                if (head[u] == tail[u]) fail("a response nobody asked for", u, 0, data_tag);
                if (data_tag !== due_tag) fail("tag", u, due_tag, data_tag);
                for (l = 0; l < LANES; l = l + 1)
                    if (due_active[l]) begin
                        if (data[32*l +: 32] !== due_want[32*l +: 32])
                            $fatal(1, "FAIL valu seed=%0d LANES=%0d cycle=%0d op=%h lane=%0d want=%h got=%h", seed, LANES, cycle,
                                   due_op, l, due_want[32*l +: 32], data[32*l +: 32]);
                        if (data_take) checks = checks + 1;
                    end
                if (stalled[u] < due_cycle) begin
                    if (cycle - due_cycle != (u == 1 ? LATENCY : 1)) fail("latency", u, u == 1 ? LATENCY : 1, cycle - due_cycle);
                    timed = timed + 1;
                end
                if (data_take) head[u] = head[u] + 5'd1;
                else           stalled[u] = cycle;
            end
        end

        // The next request.
        if (!valid || (to_fpu ? fpu_ready : alu_ready)) begin
            valid <= 1'b0;
            if (!ended && (calm || prng[5:4] != 2'd0)) begin
                for (l = 0; l < LANES; l = l + 1) begin
                    got = $fscanf(file, "%h %h %h %h %h\n", line_op, line_a, line_b, line_c, line_want);
                    if (got != 5) ended = 1'b1;
                    if (l == 0) first_op = line_op;
                    if (!ended && line_op != first_op) $fatal(1, "FAIL valu: the file does not hold runs of LANES lines");
                    roll;
                    active[l] <= prng[9:8] != 2'd0;
                    a[32*l +: 32] <= line_a;
                    b[32*l +: 32] <= line_b;
                    c[32*l +: 32] <= line_c;
                    want[32*l +: 32] <= line_want;
                end
                valid  <= !ended;
                op     <= first_op;
                tag    <= prng[20:16];
                to_fpu <= (first_op >= `WF_OP_MUL && first_op <= `WF_OP_FMA) || (first_op >= `WF_OP_FLOOR && first_op <= `WF_OP_RNDNE)
                       || (first_op >= `WF_OP_F2I && first_op <= `WF_OP_H2F);
            end
        end

        if (ended && !valid) drain = drain + 1;
        if (drain == 200) begin
            if (head[0] != tail[0] || head[1] != tail[1]) fail("a request has no response", head[0] == tail[0], 0, 0);
            if (row_out != 0) fail("a request of the second client has no response", 1, 0, row_out);
            if (checks == 0 || timed == 0 || row_checks == 0 || (fpu_requests != 0 && promises == 0) ||
                longest < (PASSES == 1 ? 32 : 1) || (!$test$plusargs("one") && (alu_requests == 0 || fpu_requests == 0)))
                fail("not enough was checked", 0, 0, checks);
            $display("PASS valu seed=%0d checks=%0d LANES=%0d alu=%0d fpu=%0d promised=%0d timed=%0d back_to_back=%0d", seed, checks, LANES,
                     alu_requests, fpu_requests, promises, timed, longest);
            $finish;
        end
    end
endmodule
`default_nettype wire
