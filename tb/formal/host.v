// SPDX-License-Identifier: Apache-2.0
// host.v - wf_host: what each register does, by its address in docs/host-registers.md.
//   Ghost: the registers, the staged descriptor, the queue of one, the ids, the clock; what a read has to return.
//   Environment: an answer is of an id that runs. The bus may do anything, but begins nothing in reset.
//   Two ids, one core, a queue of one descriptor.
// prove resp: a write or a read is answered with OKAY, SLVERR where it is forbidden, or DECERR where no register is
// prove single: the registers below 0x100 read as the page states: what was written, what was built, what happened
// prove desc: DESC reads as it was written, byte by byte
// prove ids: STATUS to RETIRED_HIGH of an id, and FAULT_BUFFER, are those of its dispatch
// prove counters: COUNTER and COUNTER_HIGH are those of the core chosen, and 0 of one that is not there
// prove control: the machine is held in reset from CONTROL.RESET on, until that is cleared
// prove queue: a doorbell that is not refused offers the staged descriptor to the machine, once, and no other does
// prove cancel: a cancel of a queued or running id reaches the machine once, within DISPATCHES cycles from where it runs and the cancel is there
// prove load: IMEM_HIGH loads an instruction at IMEM_ADDRESS, if there is such a place outside the code of open ids
// prove buffer: BUF_SELECT binds a buffer of an id that is not open
// prove irq: the interrupt is 1 in the cycle after a bit of IRQ_RAW and IRQ_ENABLE
// prove inside: the registers of the unit are those of the ghost
// reach refused: a doorbell is refused because the queue is full
// reach answered: a dispatch is answered, and its STATUS is read
// reach code: an instruction is refused because it is of a dispatch that runs
// run host: bmc 9, 30 s, D=2
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"
`include "wf_line.vh"

module formal_host #(
    parameter integer D     = 2,             // ids
    parameter integer CORES = 1
) (
    input  wire                        clk,
    input  wire                        awvalid, wvalid, bready, arvalid, rready, desc_ready, done_valid, done_id, held, memory_fault, memory_write,
    input  wire [11:0]                 awaddr, araddr,
    input  wire [31:0]                 wdata,
    input  wire [3:0]                  wstrb,
    input  wire [7:0]                  done_code, done_size,
    input  wire [1:0]                  done_ending, memory_resp,
    input  wire [15:0]                 done_waves,
    input  wire [D-1:0]                fault_valid,
    input  wire [`WF_FAULT_W*D-1:0]    fault,
    input  wire [64*D-1:0]             retired,
    input  wire [`WF_CNT_W*CORES-1:0]  counters,
    input  wire [`WF_LINE_ADDR_W-1:0]  memory_line,
    output wire                        p_resp, p_single, p_desc, p_ids, p_counters, p_control, p_queue, p_cancel, p_load, p_buffer, p_irq,
    output wire                        p_inside, w_refused, w_answered, w_code
);
    `include "wf_formal.vh"
    localparam integer WORDS = 17;           // of a descriptor
    wire                  irq, machine_rst, desc_valid, cancel_valid, cancel_id, imem_we, buf_we, buf_id, buf_robust;
    wire [`WF_DESC_W-1:0] desc;
    wire [15:0]           imem_addr;
    wire [63:0]           imem_data;
    wire [7:0]            buf_index;
    wire [31:0]           buf_base, buf_size, wr_data, rd_data, s_low, s_high;
    wire                  wr_valid, rd_valid, s_carry;
    wire [9:0]            wr_word, rd_word;
    wire [3:0]            strb;
    wire [1:0]            wr_resp, rd_resp;
    wire s_reset, s_held, s_ring, s_wrong, s_rd_second, s_ar_full, s_r_full, s_queued0, s_running0, s_done0, s_queued1, s_running1, s_done1;
    wire [32*WORDS-1:0] s_stage;
    wire [4:0] s_rang, s_enable;
    wire [16:0] s_address, s_code_words0, s_code_words1;
    wire [31:0] s_low_word, s_high_word, s_base, s_size, s_half;
    wire [3:0] s_core;
    wire [4:1] s_raw;
    wire [D-1:0] s_faulted, s_want;
    wire [33:0] s_answer0, s_answer1;
    wire [63:0] s_begun0, s_ended0, s_begun1, s_ended1;
    wire [15:0] s_code_base0, s_code_base1;
    (* keep *) wire [36:0] kept;
    wf_host #(.ADDR_W(12), .QUEUE_DEPTH(1), .LANES(8), .WAVES(4), .GROUPS(3), .REGS(24), .REG_ROWS(96), .LDS_WORDS(64), .LDS_BANKS(16),
              .IMEM_WORDS(40), .DISPATCHES(D), .CORES(CORES), .WAVE_OPS(1), .FPU(0)) u_dut (
        .clk(clk), .rst(rst), .s_axi_awvalid(awvalid), .s_axi_awready(), .s_axi_awaddr(awaddr), .s_axi_wvalid(wvalid), .s_axi_wready(),
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_bvalid(), .s_axi_bready(bready), .s_axi_bresp(kept[2:1]), .s_axi_arvalid(arvalid),
        .s_axi_arready(), .s_axi_araddr(araddr), .s_axi_rvalid(kept[0]), .s_axi_rready(rready), .s_axi_rdata(kept[34:3]), .s_axi_rresp(kept[36:35]), .irq(irq),
        .machine_rst(machine_rst), .machine_held(held), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
        .done_valid(done_valid), .done_ready(), .done_id(done_id), .done_code(done_code), .done_ending(done_ending),
        .done_wave_size(done_size), .done_waves(done_waves), .cancel_valid(cancel_valid), .cancel_id(cancel_id), .imem_we(imem_we),
        .imem_addr(imem_addr), .imem_data(imem_data), .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base),
        .buf_size(buf_size), .buf_robust(buf_robust), .fault_valid(fault_valid), .fault(fault), .retired(retired), .counters(counters),
        .memory_fault(memory_fault), .memory_fault_write(memory_write), .memory_fault_resp(memory_resp), .memory_fault_line(memory_line));
    // see wr_valid: u_dut.wr_valid
    // see wr_word: u_dut.wr_word
    // see wr_data: u_dut.wr_data
    // see strb: u_dut.wr_strb
    // see wr_resp: u_dut.wr_resp
    // see rd_valid: u_dut.rd_valid
    // see rd_word: u_dut.rd_word
    // see rd_data: u_dut.rd_data
    // see rd_resp: u_dut.rd_resp
    // see s_low: u_dut.u_times.low_q
    // see s_high: u_dut.u_times.high_q
    // see s_carry: u_dut.u_times.carry_q
    // see s_reset: u_dut.reset_q
    // see s_held: u_dut.held_q
    // see s_stage: u_dut.stage_q
    // see s_ring: u_dut.ring_q
    // see s_rang: u_dut.rang_q
    // see s_address: u_dut.address_q
    // see s_low_word: u_dut.low_q
    // see s_high_word: u_dut.high_word_q
    // see s_base: u_dut.base_q
    // see s_size: u_dut.size_q
    // see s_core: u_dut.core_q
    // see s_raw: u_dut.raw_q
    // see s_enable: u_dut.enable_q
    // see s_faulted: u_dut.faulted_q
    // see s_wrong: u_dut.wrong_q
    // see s_half: u_dut.high_q
    // see s_want: u_dut.u_ids.want_q
    // see s_rd_second: u_dut.u_axi.second_q
    // see s_ar_full: u_dut.u_axi.ar_full_q
    // see s_r_full: u_dut.u_axi.r_valid_q
    // see s_queued0: u_dut.u_ids.g_id[0].queued_q
    // see s_running0: u_dut.u_ids.g_id[0].running_q
    // see s_done0: u_dut.u_ids.g_id[0].done_q
    // see s_answer0: u_dut.u_ids.g_id[0].answer_q
    // see s_begun0: u_dut.u_times.g_id[0].begun_q
    // see s_ended0: u_dut.u_times.g_id[0].ended_q
    // see s_code_base0: u_dut.g_code[0].code_base_q
    // see s_code_words0: u_dut.g_code[0].code_words_q
    // see s_queued1: u_dut.u_ids.g_id[1].queued_q
    // see s_running1: u_dut.u_ids.g_id[1].running_q
    // see s_done1: u_dut.u_ids.g_id[1].done_q
    // see s_answer1: u_dut.u_ids.g_id[1].answer_q
    // see s_begun1: u_dut.u_times.g_id[1].begun_q
    // see s_ended1: u_dut.u_times.g_id[1].ended_q
    // see s_code_base1: u_dut.g_code[1].code_base_q
    // see s_code_words1: u_dut.g_code[1].code_words_q
    wire [11:0] wr_at = {wr_word, 2'b00}, rd_at = {rd_word, 2'b00};

    // ---- the page: {may be written, may be read} ----
    function [1:0] access(input [11:0] at);
        case (1'b1)
            at == 12'h05c || at == 12'h074: access = 2'b10;
            at == 12'h008 || at == 12'h044 || at == 12'h048 || at == 12'h050 || at == 12'h054 || at == 12'h060 || at == 12'h064 ||
            at == 12'h068 || at == 12'h06c || at == 12'h070 || at == 12'h078: access = 2'b11;
            at <= 12'h084: access = 2'b01;
            at >= 12'h100 && at < 12'h100 + 4 * WORDS: access = 2'b11;
            at >= 12'h200 && at < 12'h200 + 64 * D: access = 2'b01;
            at >= 12'h400 && at < 12'h400 + 8 * 19: access = 2'b01;
            at >= 12'h500 && at < 12'h500 + 4 * D: access = 2'b01;
            default: access = 2'b00;
        endcase
    endfunction
    wire [1:0] may_write = access(wr_at), may_read = access(rd_at);
    assign p_resp = ok && ((wr_valid && wr_resp != (may_write[1] ? 2'd0 : may_write[0] ? 2'd2 : 2'd3)) ||
                           (second_q && rd_resp != (may_read[0] ? 2'd0 : may_read[1] ? 2'd2 : 2'd3)));

    // ---- the registers ----
    reg  [32*WORDS-1:0]   stage_q;
    reg  [`WF_DESC_W-1:0] queued_desc_q;
    reg                   reset_q = 0, machine_q = 1, held_q = 1, ring_q = 0, some_q = 0, irq_q = 0, memory_q = 0, second_q = 0;
    reg  [4:0]            enable_q = 0, rang_q = 0;
    reg  [4:1]            raw_q = 0;
    reg  [D-1:0]          queued_q = 0, running_q = 0, done_q = 0, want_q = 0, may_q = 0, faulted_q = 0;
    reg  [34*D-1:0]       answer_q;
    reg  [16*D-1:0]       base_q;
    reg  [17*D-1:0]       words_q;
    reg  [16:0]           address_q = 0;
    reg  [31:0]           low_q = 0, high_q = 0, buf_base_q = 0, buf_size_q = 0, half_q = 0, want_data_q;
    reg  [3:0]            core_q = 0;
    reg  [63:0]           now_q = 0;
    reg  [64*D-1:0]       begun_q, ended_q;
    reg                   load_q = 0, bind_q = 0, bind_id_q, bind_robust_q, single_q, desc_q, ids_q, counter_q;
    reg  [15:0]           load_at_q;
    reg  [7:0]            bind_index_q;
    reg  [2:0]            wait0_q = 0, wait1_q = 0;
    wire [31:0]           bytes = {{8{strb[3]}}, {8{strb[2]}}, {8{strb[1]}}, {8{strb[0]}}};
    wire [31:0]           ones  = wr_data & bytes;
    wire                  wr    = !rst && wr_valid && may_write[1] && strb != 4'd0;
    wire                  in_reset = reset_q || machine_q || held_q;
    wire                  clear    = rst || in_reset;
    wire [D-1:0]          open     = queued_q | running_q;
    wire [2:0]            ring_id  = stage_q[462 +: 3];
    wire                  no_id    = ring_id >= D, is_busy = !no_id && (open[ring_id[0]] || done_q[ring_id[0]]);
    wire                  push     = ring_q && !some_q && !is_busy && !no_id && !in_reset;
    wire                  taken    = some_q && desc_ready;
    wire                  taken_id = queued_desc_q[462];
    wire [17:0]           from0 = {1'b0, address_q} - {2'd0, base_q[15:0]}, from1 = {1'b0, address_q} - {2'd0, base_q[31:16]};
    wire                  in_code = (open[0] && from0 < {1'b0, words_q[16:0]}) || (open[1] && from1 < {1'b0, words_q[33:17]});
    wire                  load_ok = address_q < 40 && !in_reset && !in_code;
    wire                  bind_ok = ones[10:8] < D && !open[ones[8]] && !in_reset;
    wire                  wr_high = wr && wr_at == 12'h068, wr_bind = wr && wr_at == 12'h074, wr_cancel = wr && wr_at == 12'h05c && ones[2:0] < D;
    wire [4:0]            raw     = {raw_q, done_q != 0};
    assign legal = !(rst && (awvalid || wvalid || arvalid || done_valid)) && !(done_valid && !running_q[done_id]);
    `define WF_MERGED(old) ((old) & ~bytes | ones)
    integer n;
    always @(posedge clk) begin
        second_q  <= ok && rd_valid;
        machine_q <= rst || reset_q;
        held_q    <= machine_q || held;
        irq_q     <= ok && (raw & enable_q) != 0;
        now_q     <= rst ? 64'd0 : now_q + 1'b1;
        memory_q  <= memory_fault && !clear;
        faulted_q <= clear ? 0 : fault_valid;
        raw_q     <= rst ? 4'd0 : {memory_fault && !memory_q, (wr_high && !load_ok) || (wr_bind && !bind_ok), ring_q && !push,
                                   (fault_valid & ~faulted_q) != 0} | (raw_q & ~(wr && wr_at == 12'h044 ? ones[4:1] : 4'd0));
        ring_q    <= ok && wr && wr_at == 12'h054;
        if (ring_q) rang_q <= {in_reset, no_id, is_busy, some_q, push};
        if (wr)
            case (wr_at)
                12'h008: if (strb[0]) reset_q <= wr_data[0];
                12'h048: if (strb[0]) enable_q <= wr_data[4:0];
                12'h060: address_q  <= `WF_MERGED(address_q) & 32'hffff;
                12'h064: low_q      <= `WF_MERGED(low_q);
                12'h068: {high_q, address_q} <= {`WF_MERGED(high_q), address_q + load_ok};
                12'h06c: buf_base_q <= `WF_MERGED(buf_base_q);
                12'h070: buf_size_q <= `WF_MERGED(buf_size_q);
                12'h078: if (strb[0]) core_q <= wr_data[3:0];
                default: ;
            endcase
        for (n = 0; n < WORDS; n = n + 1)
            if (wr && wr_at == 12'h100 + 4 * n) stage_q[32*n +: 32] <= `WF_MERGED(stage_q[32*n +: 32]);
        if (rst) stage_q <= 0;
        load_q    <= ok && wr_high && load_ok;
        load_at_q <= address_q[15:0];
        bind_q    <= ok && wr_bind && bind_ok;
        {bind_id_q, bind_robust_q, bind_index_q} <= {ones[8], ones[11], ones[7:0]};

        // the ids
        some_q <= !clear && (push || (some_q && !taken));
        if (push) queued_desc_q <= stage_q[`WF_DESC_W-1:0];
        for (n = 0; n < D; n = n + 1) begin
            if (push && ring_id[0] == n) {base_q[16*n +: 16], words_q[17*n +: 17]} <= {stage_q[499 +: 16], stage_q[437 +: 17]};
            queued_q[n]  <= !clear && ((push && ring_id[0] == n) || (queued_q[n] && !(taken && taken_id == n)));
            running_q[n] <= !clear && ((taken && taken_id == n) || (running_q[n] && !(done_valid && done_id == n)));
            done_q[n]    <= !clear && ((done_valid && done_id == n) || (done_q[n] && !(wr && wr_at == 12'h050 && ones[n])));
            want_q[n]    <= !clear && open[n] && !(done_valid && done_id == n) &&
                            ((wr_cancel && ones[0] == n) || (want_q[n] && !(cancel_valid && cancel_id == n)));
            if (done_valid && done_id == n) answer_q[34*n +: 34] <= {done_waves, done_size, done_code, done_ending};
            if (taken && taken_id == n) begun_q[64*n +: 64] <= now_q;
            if (done_valid && done_id == n) ended_q[64*n +: 64] <= now_q;
        end
        if (clear) {answer_q, begun_q, ended_q} <= 0;
        may_q   <= clear ? 0 : want_q & running_q;
        wait0_q <= !clear && want_q[0] && running_q[0] && !(cancel_valid && !cancel_id) ? wait0_q + (wait0_q != 3'd7) : 3'd0;
        wait1_q <= !clear && want_q[1] && running_q[1] && !(cancel_valid && cancel_id) ? wait1_q + (wait1_q != 3'd7) : 3'd0;
    end

    // ---- what a read returns in the next cycle ----
    reg  [63:0] counter;
    integer     c;
    always @* begin
        counter = 64'd0;
        for (c = 0; c < 19; c = c + 1) if (core_q == 4'd0 && rd_word[5:1] == c) counter = counters[64*c +: 64];
    end
    wire        id      = rd_at[11:8] == 4'h5 ? rd_word[0] : rd_word[4];
    wire [`WF_FAULT_W-1:0] its_fault = !fault_valid[id] ? 0 : id ? fault[`WF_FAULT_W +: `WF_FAULT_W] : fault[0 +: `WF_FAULT_W];
    wire [63:0] its_begun = id ? begun_q[127:64] : begun_q[63:0], its_ended = id ? ended_q[127:64] : ended_q[63:0];
    wire [63:0] its_retired = id ? retired[127:64] : retired[63:0];
    wire [63:0] its_count = its_fault[`WF_FAULT_COUNT];
    wire [95:0] its_gid   = its_fault[`WF_FAULT_GID];
    wire [33:0] its       = id ? answer_q[67:34] : answer_q[33:0];
    wire [1:0]  state     = queued_q[id] ? 2'd1 : running_q[id] ? 2'd2 : done_q[id] ? 2'd3 : 2'd0;
    reg  [31:0] value, keeps, staged;
    reg         low;
    always @* begin
        {value, keeps, low, staged} = 0;
        for (c = 0; c < WORDS; c = c + 1) if (rd_word[5:0] == c) staged = stage_q[32*c +: 32];
        if (rd_at < 12'h100)
            case (rd_at)
                12'h000: value = 32'h57464c44;
                12'h004: value = 32'h00020004;
                12'h008: value = in_reset;
                12'h00c: value = 8;
                12'h010: value = 4;
                12'h014: value = 3;
                12'h018: value = 24;
                12'h01c: value = 96;
                12'h020: value = 64;
                12'h024: value = 16;
                12'h028: value = 40;
                12'h02c: value = D;
                12'h030: value = CORES;
                12'h034: value = 1;
                12'h038: value = WORDS;
                12'h03c: value = 19;
                12'h040: value = 3;
                12'h044: value = raw;
                12'h048: value = enable_q;
                12'h04c: value = raw & enable_q;
                12'h050: value = done_q;
                12'h054: value = rang_q;
                12'h058: value = {some_q, !some_q, 7'd0, some_q};
                12'h060: value = address_q;
                12'h064: value = low_q;
                12'h068: value = high_q;
                12'h06c: value = buf_base_q;
                12'h070: value = buf_size_q;
                12'h078: value = core_q;
                12'h07c: value = {memory_fault, memory_write, memory_resp, 2'd0, memory_line};
                12'h080: {keeps, value, low} = {now_q, 1'b1};
                12'h084: value = half_q;
                default: value = 32'd0;
            endcase
        else if (rd_at < 12'h200) value = staged;
        else if (rd_at >= 12'h500) value = its_fault[`WF_FAULT_BUFFER];
        else if (rd_at >= 12'h400) {keeps, value, low} = rd_word[0] ? {32'd0, half_q, 1'b0} : {counter, 1'b1};
        else
            case (rd_at[5:0])
                6'h00: value = {8'd0, its[17:2], 2'd0, its[1:0], 1'b0, fault_valid[id], state};
                6'h04: value = its[33:18];
                6'h08: value = {fault_valid[id], 3'd0, its_fault[`WF_FAULT_SLOT], its_fault[`WF_FAULT_LANE], 5'd0, its_fault[`WF_FAULT_KIND]};
                6'h0c: value = {its_fault[`WF_FAULT_WAVE], its_fault[`WF_FAULT_PC]};
                6'h10: value = its_gid[31:0];
                6'h14: value = its_gid[63:32];
                6'h18: value = its_gid[95:64];
                6'h1c: value = its_fault[`WF_FAULT_ADDR];
                6'h20: {keeps, value, low} = {its_count, 1'b1};
                6'h28: {keeps, value, low} = {its_begun, 1'b1};
                6'h30: {keeps, value, low} = {its_ended, 1'b1};
                6'h38: {keeps, value, low} = {its_retired, 1'b1};
                default: value = half_q;
            endcase
    end
    reg answered_q = 0;
    always @(posedge clk) begin
        if (ok && rd_valid && may_read[0] && low) half_q <= keeps;
        if (rd_valid) want_data_q <= may_read[0] ? value : 32'd0;
        single_q   <= rd_at < 12'h100;
        desc_q     <= rd_at >= 12'h100 && rd_at < 12'h200;
        ids_q      <= (rd_at >= 12'h200 && rd_at < 12'h400) || rd_at >= 12'h500;
        counter_q  <= rd_at >= 12'h400 && rd_at < 12'h500;
        answered_q <= ok && rd_valid && rd_at == 12'h200 && state == 2'd3;
    end
    wire wrong = ok && second_q && rd_data != want_data_q;
    assign p_single   = wrong && single_q;
    assign p_desc     = wrong && desc_q;
    assign p_ids      = wrong && ids_q;
    assign p_counters = wrong && counter_q;
    assign p_control  = ok && machine_rst != machine_q;
    assign p_queue    = ok && (desc_valid != some_q || (desc_valid && desc != queued_desc_q));
    assign p_cancel   = ok && ((cancel_valid && !may_q[cancel_id]) || wait0_q > D || wait1_q > D);
    assign p_load     = ok && (imem_we != load_q || (imem_we && {imem_addr, imem_data} != {load_at_q, high_q, low_q}));
    assign p_buffer   = ok && (buf_we != bind_q || (buf_we && {buf_id, buf_robust, buf_index, buf_base, buf_size} !=
                                                    {bind_id_q, bind_robust_q, bind_index_q, buf_base_q, buf_size_q}));
    assign p_irq      = ok && irq != irq_q;
    wire gives0 = cancel_valid && !cancel_id, gives1 = cancel_valid && cancel_id;
    assign p_inside   = ok && (
        {s_high, s_low} != now_q || s_carry != (&s_low) ||
        {s_reset, s_stage, s_ring, s_rang} != {reset_q, stage_q, ring_q, rang_q} || (s_held != held_q && !machine_q) ||
        {s_address, s_low_word, s_high_word, s_base, s_size, s_core} != {address_q, low_q, high_q, buf_base_q, buf_size_q, core_q} ||
        {s_raw, s_enable, s_faulted, s_wrong, s_half} != {raw_q, enable_q, faulted_q, memory_q, half_q} ||
        {s_queued1, s_queued0, s_running1, s_running0, s_done1, s_done0} != {queued_q, running_q, done_q} ||
        {s_answer1, s_answer0, s_begun1, s_begun0, s_ended1, s_ended0} != {answer_q, begun_q, ended_q} ||
        (open[0] && {s_code_base0, s_code_words0} != {base_q[15:0], words_q[16:0]}) ||
        (open[1] && {s_code_base1, s_code_words1} != {base_q[31:16], words_q[33:17]}) ||
        s_rd_second != second_q || (second_q && !(s_ar_full && !s_r_full)) ||
        (queued_q & running_q) != 0 || queued_q != (some_q ? 1 << taken_id : 0) ||
        // a cancel that the machine gets now is not wanted any more, while the ghost waits for it in this cycle
        (want_q & ~{gives1, gives0}) != s_want || (s_want & ~open) != 0 ||
        (wait0_q != 3'd0 && !(gives0 && wait0_q == 3'd1)) ||
        (wait1_q != 3'd0 && !(gives1 && wait1_q <= 3'd2) && !(gives0 && wait1_q == 3'd1)));
    assign w_refused  = ok && rang_q[1] && !rang_q[2];
    assign w_answered = ok && answered_q;
    assign w_code     = ok && wr_high && address_q < 40 && !in_reset && in_code && running_q != 0;
    `undef WF_MERGED
endmodule

`default_nettype wire
