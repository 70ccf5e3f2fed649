// SPDX-License-Identifier: Apache-2.0
// wf_host_tb - the host interface between a random host and a random machine, against its rules written out on registers (wf_host_rules.vh).
//   The host sends lists of writes and reads, all five channels with stalls of their own; the machine takes descriptors, answers, faults and counts
//   as it likes.  Each write acts as early as the slave has it, in the order sent; each read gives what held when it acts.
//   Plusargs: +seed=N  +count=N (lists)    Parameters: DISPATCHES DEPTH
//
//   Build and run, Verilator and Icarus: make bench-host, make icarus-host SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_host.vh"
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_host_tb;
    parameter integer DISPATCHES = 4, DEPTH = 4, FPU = 1;
    localparam integer ID_W = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1, WORDS = (`WF_DESC_W + 31) / 32, COUNTERS = `WF_CNT_W / 64;
    localparam integer IMEM = 100, MOST = 64, KINDS = 8;

    reg         clk = 1'b0, rst = 1'b1;
    reg         awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0;
    wire        awready, wready, bvalid, arready, rvalid, irq, machine_rst, desc_valid, done_ready, cancel_valid, imem_we, buf_we, buf_robust;
    reg [15:0]  awaddr = 0, araddr = 0;
    reg [31:0]  wdata = 0;
    reg [3:0]   wstrb = 0;
    wire [1:0]  bresp, rresp;
    wire [31:0] rdata, buf_base, buf_size;
    wire [`WF_DESC_W-1:0] desc;
    wire [ID_W-1:0] cancel_id, buf_id;
    wire [15:0] imem_addr;
    wire [63:0] imem_data;
    wire [7:0]  buf_index;
    reg         desc_ready = 1'b0, done_valid = 1'b0;
    reg [ID_W-1:0] done_id = 0;
    reg [33:0]  done_all = 0;                // {waves, wave size, code, ending}
    reg [DISPATCHES-1:0]    fault_valid = 0;
    reg [`WF_FAULT_W*DISPATCHES-1:0] fault = 0;
    reg [3*`WF_CNT_W-1:0]   counters = 0;
    reg [64*DISPATCHES-1:0] retired = 0;
    reg                     machine_held = 1'b0, memory_fault = 1'b0;
    reg [28:0]              memory_all = 0;  // of its first fault: {write, response, line}

    wf_host #(.QUEUE_DEPTH(DEPTH), .FPU(FPU), .LANES(8), .WAVES(16), .GROUPS(5), .REGS(24), .REG_ROWS(96), .LDS_WORDS(512), .LDS_BANKS(2), .IMEM_WORDS(IMEM),
              .DISPATCHES(DISPATCHES), .CORES(3)) u_dut (
        .clk(clk), .rst(rst), .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(awaddr), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_araddr(araddr), .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .irq(irq), .machine_rst(machine_rst), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc), .done_valid(done_valid),
        .done_ready(done_ready), .done_id(done_id), .done_code(done_all[9:2]), .done_ending(done_all[1:0]), .done_wave_size(done_all[17:10]),
        .done_waves(done_all[33:18]), .cancel_valid(cancel_valid), .cancel_id(cancel_id), .imem_we(imem_we), .imem_addr(imem_addr),
        .imem_data(imem_data), .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size), .buf_robust(buf_robust),
        .fault_valid(fault_valid), .fault(fault), .retired(retired), .counters(counters), .machine_held(machine_held), .memory_fault(memory_fault),
        .memory_fault_write(memory_all[28]), .memory_fault_resp(memory_all[27:26]), .memory_fault_line(memory_all[25:0]));

    wire quiet_bus;
    wf_axil_checker u_checker (
        .clk(clk), .rst(rst), .idle(quiet_bus), .awvalid(awvalid), .awready(awready), .awaddr(awaddr), .wvalid(wvalid), .wready(wready),
        .wdata(wdata), .wstrb(wstrb), .bvalid(bvalid), .bready(bready), .bresp(bresp), .arvalid(arvalid), .arready(arready), .araddr(araddr),
        .rvalid(rvalid), .rready(rready), .rdata(rdata), .rresp(rresp));

    always #5 clk = !clk;

    integer    cycle = 0, list = 0, count;
    task fail(input [8*48-1:0] what);
        $fatal(1, "FAIL host seed=%0d DISPATCHES=%0d DEPTH=%0d: %0s; list %0d, cycle %0d; reproduce: +seed=%0d", seed, DISPATCHES, DEPTH, what, list, cycle, seed);
    endtask
    `include "wf_random.vh"
    `include "wf_host_rules.vh"
    `include "wf_host_machine.vh"

`ifdef WF_COVER
    wf_host_bins u_bins (.rst(rst), .ring(rule_rings), .load(rule_loads), .select(rule_selects), .resets(rule_in_reset), .rang(rule_rang),
                         .outside(rule_outside), .runs(rule_runs), .unknown({1'b0, rule_select[10:8]} >= DISPATCHES), .open(rule_open));
`endif

    // ---- the host: lists of writes and reads, sent by channel ----
    reg [15:0] w_at [0:MOST-1], r_at [0:MOST-1];
    reg [31:0] w_word [0:MOST-1];
    reg [3:0]  w_bytes [0:MOST-1];
    integer    writes = 0, reads = 0, w_acted = 0, r_acted = 0, ia, iw, ib, ir, ic, stall = 0;
    reg [33:0] r_want [0:MOST-1];            // {response, word}: by the rules, in the cycle of the read
    reg [1:0]  b_want [0:MOST-1];
    reg [31:0] pa, pw, pb, pr, pc, own;      // random numbers of each process

    task send_addresses;
        for (ia = 0; ia < writes; ia = ia + 1) begin
            pa = xorshift32(pa);
            if (pa[7:0] < stall) repeat (pa[11:8]) @(negedge clk);
            awvalid = 1'b1; awaddr = w_at[ia];
            while (!awready) @(negedge clk);
            @(negedge clk);
            awvalid = 1'b0; awaddr = pa[31:16];      // what is offered without valid is nothing
        end
    endtask
    task send_words;
        for (iw = 0; iw < writes; iw = iw + 1) begin
            pw = xorshift32(pw);
            if (pw[7:0] < stall) repeat (pw[11:8]) @(negedge clk);
            wvalid = 1'b1; wdata = w_word[iw]; wstrb = w_bytes[iw];
            while (!wready) @(negedge clk);
            @(negedge clk);
            wvalid = 1'b0; wdata = ~pw; wstrb = pw[15:12];
        end
    endtask
    task take_answers;
        for (ib = 0; ib < writes; ib = ib + 1) begin
            pb = xorshift32(pb);
            if (pb[7:0] < stall) repeat (pb[11:8]) @(negedge clk);
            bready = 1'b1;
            while (!bvalid) @(negedge clk);
            if (ib >= w_acted) fail("a write is answered before it acts");
            if (bresp !== b_want[ib]) fail("response of a write");
            @(negedge clk);
            bready = 1'b0;
        end
    endtask
    task send_reads;
        for (ir = 0; ir < reads; ir = ir + 1) begin
            pr = xorshift32(pr);
            if (pr[7:0] < stall) repeat (pr[11:8]) @(negedge clk);
            arvalid = 1'b1; araddr = r_at[ir];
            while (!arready) @(negedge clk);
            @(negedge clk);
            arvalid = 1'b0; araddr = pr[31:16];
        end
    endtask
    task take_words;
        for (ic = 0; ic < reads; ic = ic + 1) begin
            pc = xorshift32(pc);
            if (pc[7:0] < stall) repeat (pc[11:8]) @(negedge clk);
            rready = 1'b1;
            while (!rvalid) @(negedge clk);
            if (ic >= r_acted) fail("a read is answered before it acts");
            if ({rresp, rdata} !== r_want[ic]) begin
                $display("read of %h gives %h %h, expected %h %h", r_at[ic], rresp, rdata, r_want[ic][33:32], r_want[ic][31:0]);
                fail("a read");
            end
            @(negedge clk);
            rready = 1'b0;
        end
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        follow_rules;
        move_machine;
    end

    // a register, mostly one that does something; now and then any address
    function [15:0] some_address(input [31:0] r);
        case (r[3:0])
            4'd0, 4'd1:       some_address = `WF_HOST_DOORBELL;
            4'd2, 4'd10:      some_address = `WF_HOST_DONE;
            4'd3:             some_address = `WF_HOST_CANCEL;
            4'd4:             some_address = r[4] ? `WF_HOST_IMEM_HIGH : r[5] ? `WF_HOST_IMEM_ADDRESS : `WF_HOST_IMEM_LOW;
            4'd5:             some_address = r[4] ? `WF_HOST_BUF_SELECT : r[5] ? `WF_HOST_BUF_BASE : `WF_HOST_BUF_SIZE;
            4'd6:             some_address = r[4] ? `WF_HOST_IRQ_RAW : r[5] ? `WF_HOST_IRQ_ENABLE : r[6] ? `WF_HOST_COUNTER_CORE : `WF_HOST_MEMORY_FAULT;
            4'd7, 4'd8:       some_address = `WF_HOST_DESC + 4 * r[8:4];
            4'd9:             some_address = {8'h0, r[9:4], 2'd0};
            4'd11:            some_address = `WF_HOST_STATUS + {7'd0, r[12:4]};
            4'd12:            some_address = `WF_HOST_COUNTER + {8'd0, r[11:4]};
            4'd13:            some_address = r[4] ? `WF_HOST_COUNTER + {8'd0, r[12:5]} : `WF_HOST_FAULT_BUFFER + {10'd0, r[10:5]};
            4'd14:            some_address = `WF_HOST_DESC + 4 * (WORDS - 1 - r[4]);
            default:          some_address = r[7:4] == 0 ? r[31:16] : {5'd0, r[26:16]};
        endcase
    endfunction

    integer i, n, id_word;
    reg [31:0] some_word;
    reg [32*WORDS-1:0] id_bits, some_id, code_bits;
    task fill_lists;
        begin
            own = xorshift32(own); writes = own[3:0]; reads = own[7:4];
            for (i = 0; i < writes; i = i + 1) begin
                own = xorshift32(own); w_at[i] = some_address(own);
                own = xorshift32(own); w_word[i] = own;
                own = xorshift32(own); w_bytes[i] = own[2:0] == 0 ? own[6:3] : 4'hf;
                // an id that is there
                id_bits = 0; id_bits[`WF_DESC_ID] = 3'd7; some_id = 0; some_id[`WF_DESC_ID] = own[12:10] % DISPATCHES;
                id_word = 0;
                for (n = 0; n < WORDS; n = n + 1) if (id_bits[32*n +: 32] != 0) id_word = n;
                // now and then as many words of code as there may be: they do not reach around to what lies before them
                if (own[25:24] == 0) some_id[`WF_DESC_CODE_WORDS] = 17'h1ffff;
                some_word = some_id[32*id_word +: 32];
                if (w_at[i] >= `WF_HOST_DESC && w_at[i] < `WF_HOST_DESC + 4 * WORDS && own[9:7] != 0) begin
                    w_word[i] = (w_word[i] & ~id_bits[32*w_at[i][6:2] +: 32]) | some_id[32*w_at[i][6:2] +: 32];
                    // mostly code that is in the instruction memory
                    code_bits = 0; code_bits[`WF_DESC_CODE_BASE] = 16'hffc0; code_bits[`WF_DESC_CODE_WORDS] = 17'h1ffc0;
                    w_word[i] = (w_word[i] & ~code_bits[32*w_at[i][6:2] +: 32]) | some_id[32*w_at[i][6:2] +: 32];
                end
                // addresses of instructions that are there, half of them at an end of some dispatch's code, and then an instruction
                if (i > 0 && {w_at[i-1][15:2], 2'd0} == `WF_HOST_IMEM_ADDRESS && own[20]) w_at[i] = `WF_HOST_IMEM_HIGH;
                if ({w_at[i][15:2], 2'd0} == `WF_HOST_IMEM_ADDRESS && own[8:7] != 0) begin
                    n = own[18:17] % DISPATCHES;
                    w_word[i] = own[19] ? {25'd0, own[16:10]} : {16'd0, rule_code_base[n] + (own[16] ? rule_code_words[n][15:0] : 16'd0) - {15'd0, own[15]}};
                end
                // every other list submits: answers away, an id, the doorbell, now and then a cancel
                if (list % 2 == 0 && list > 0) begin
                    w_bytes[i] = 4'hf;
                    w_at[i] = i == 0 ? `WF_HOST_DONE : i % 2 == 1 ? `WF_HOST_DESC + 4 * id_word : own[15:13] == 0 ? `WF_HOST_CANCEL : `WF_HOST_DOORBELL;
                    w_word[i] = i == 0 ? 32'hffffffff : i % 2 == 1 ? some_word : own[18:16] % DISPATCHES;
                end
                // the reset is left again, and mostly not entered
                if ({w_at[i][15:2], 2'd0} == `WF_HOST_CONTROL && own[11:9] != 0) w_word[i][0] = 1'b0;
                // a list that ends in a reset; the next one begins while the machine is still held
                if (list % 16 == 5 && i == writes - 1) begin w_at[i] = `WF_HOST_CONTROL; w_word[i] = 1; w_bytes[i] = 4'hf; end
                if (i == 0 && rule_reset) begin w_at[i] = `WF_HOST_CONTROL; w_word[i] = 0; w_bytes[i] = 4'hf; end
                // then what is refused until the machine can be loaded, as early as it can come
                if (i == 1 && rule_reset && own[21:20] != 0) begin w_at[i] = own[21] ? `WF_HOST_BUF_SELECT : `WF_HOST_IMEM_HIGH; w_bytes[i] = 4'hf; end
            end
            for (i = 0; i < reads; i = i + 1) begin
                own = xorshift32(own); r_at[i] = some_address(own);
            end
        end
    endtask
    task send_lists;
        begin
            w_acted = 0; r_acted = 0; rule_aw = 0; rule_w = 0; rule_ar = 0;
            fork
                send_addresses;
                send_words;
                take_answers;
                send_reads;
                take_words;
            join
        end
    endtask

    // years pass: the clock goes on at a later high word, its low word at times shortly before the carry
`ifdef WF_NETLIST_wf_host                                       // a netlist has no clock inside to set: it counts from its reset
    task leap_clock; begin end endtask
    task start_clock; begin end endtask
`else
    reg [31:0] leap_high, leap_low;
    task leap_clock;
        begin
            own       = xorshift32(own);
            leap_high = rule_clock[63:32] + 1 + (rule_clock[63:60] == 4'hf ? 0 : own[31:7]);
            own       = xorshift32(own);
            leap_low  = own[0] ? {own[31:8], 8'd0} : 32'hffffff80;
            @(negedge clk);
            u_dut.u_times.low_q  = leap_low;
            u_dut.u_times.high_q = leap_high;
            rule_clock = {leap_high, leap_low};
        end
    endtask
    task start_clock;                        // that of a device that has run for a while: its high word soon counts
        begin
            @(negedge clk);
            u_dut.u_times.low_q = 32'hfffffc00;
            rule_clock = {32'd0, 32'hfffffc00};
        end
    endtask
`endif

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 20000;
        own = xorshift32(prng);
        pa = xorshift32(own ^ 32'd1); pw = xorshift32(own ^ 32'd2); pb = xorshift32(own ^ 32'd3);
        pr = xorshift32(own ^ 32'd4); pc = xorshift32(own ^ 32'd5); machine_prng = xorshift32(own ^ 32'd6);
        for (i = 0; i < 8; i = i + 1) begin rule_code_base[i] = 0; rule_code_words[i] = 0; end      // addresses are made of them before a descriptor is queued
        repeat (4) @(negedge clk);
        rst = 1'b0;
        start_clock;
        // after a reset every word that a host may read is known; most are 0
        writes = 0;
        for (i = 0; i < WORDS; i = i + 1) r_at[i] = `WF_HOST_DESC + 4 * i;
        for (i = 0; i < 5; i = i + 1)  r_at[WORDS + i] = `WF_HOST_IMEM_ADDRESS + 4 * i;        // to BUF_SIZE
        for (i = 0; i < 16; i = i + 1) r_at[WORDS + 5 + i] = `WF_HOST_STATUS + 64 * (DISPATCHES - 1) + (i == 0 ? 16'h24 : 4 * (i - 1));    // what is kept first
        r_at[WORDS + 21] = `WF_HOST_MEMORY_FAULT;
        reads = WORDS + 22;
        @(negedge clk);
        send_lists;
        for (list = 1; list <= count; list = list + 1) begin
            if (list % 64 == 1) begin
                own = xorshift32(own); stall = own[1:0] == 0 ? 0 : own[1:0] == 1 ? 256 : own[9:2];
                own = xorshift32(own); machine_eager = own[8] ? own[2:0] : own[7:0];
            end
            fill_lists;
            send_lists;
            if (list % 256 == 0) leap_clock;
        end
        repeat (4) @(negedge clk);
        if (!quiet_bus) fail("something is under way in the end");
        finish_rules;
        $display("PASS host DISPATCHES=%0d DEPTH=%0d seed=%0d lists=%0d taken=%0d answers=%0d refused=%0d cancels=%0d cycles=%0d", DISPATCHES, DEPTH, seed, count,
                 n_taken, n_done, n_refused, n_cancel, cycle);
        $finish;
    end
endmodule

`default_nettype wire
