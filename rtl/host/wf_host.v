// SPDX-License-Identifier: Apache-2.0
// wf_host - registers of a host: AXI4-Lite in, descriptors, buffers, instructions out, answers and an interrupt back.
//   Page: docs/host.md, registers in docs/host-registers.md   Test: tb/host/wf_host_tb.v
`default_nettype none
`include "wf_host.vh"
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_host #(
    parameter integer ADDR_W      = 16,      // bits of a byte address, 12..32
    parameter integer QUEUE_DEPTH = 4,       // descriptors in front of the machine, 1..128
    parameter integer LANES       = 32,      // of the machine, told to the host, like those that follow
    parameter integer WAVES       = 16,
    parameter integer GROUPS      = 8,
    parameter integer REGS        = 64,
    parameter integer REG_ROWS    = WAVES * REGS,
    parameter integer LDS_WORDS   = 8192,
    parameter integer LDS_BANKS   = 32,
    parameter integer IMEM_WORDS  = 4096,
    parameter integer DISPATCHES  = 4,       // 1, 2, 4 or 8
    parameter integer CORES       = 1,
    parameter integer WAVE_OPS    = 1,
    parameter integer FPU         = 1,
    parameter integer ID_W        = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1    // derived
) (
    input  wire                  clk,
    input  wire                  rst,        // synchronous, active high

    // the bus
    input  wire                  s_axi_awvalid,
    output wire                  s_axi_awready,
    input  wire [ADDR_W-1:0]     s_axi_awaddr,
    input  wire                  s_axi_wvalid,
    output wire                  s_axi_wready,
    input  wire [31:0]           s_axi_wdata,
    input  wire [3:0]            s_axi_wstrb,
    output wire                  s_axi_bvalid,
    input  wire                  s_axi_bready,
    output wire [1:0]            s_axi_bresp,
    input  wire                  s_axi_arvalid,
    output wire                  s_axi_arready,
    input  wire [ADDR_W-1:0]     s_axi_araddr,
    output wire                  s_axi_rvalid,
    input  wire                  s_axi_rready,
    output wire [31:0]           s_axi_rdata,
    output wire [1:0]            s_axi_rresp,
    output reg                   irq,        // level

    // the machine: ports of wf_top, and its reset
    output reg                   machine_rst,
    input  wire                  machine_held,   // the machine is still in its last reset; 0 where that takes no time
    output wire                  desc_valid,
    input  wire                  desc_ready,
    output wire [`WF_DESC_W-1:0] desc,
    input  wire                  done_valid,
    output wire                  done_ready,
    input  wire [ID_W-1:0]       done_id,
    input  wire [7:0]            done_code,
    input  wire [1:0]            done_ending,
    input  wire [7:0]            done_wave_size,
    input  wire [15:0]           done_waves,
    output wire                  cancel_valid,
    output wire [ID_W-1:0]       cancel_id,
    output reg                   imem_we,
    output reg  [15:0]           imem_addr,
    output wire [63:0]           imem_data,
    output reg                   buf_we,
    output reg  [ID_W-1:0]       buf_id,
    output reg  [7:0]            buf_index,
    output wire [31:0]           buf_base,
    output wire [31:0]           buf_size,
    output reg                   buf_robust,
    input  wire [DISPATCHES-1:0] fault_valid,
    input  wire [`WF_FAULT_W*DISPATCHES-1:0] fault,      // a record: docs/isa.md
    input  wire [64*DISPATCHES-1:0] retired,     // instructions
    input  wire [`WF_CNT_W*CORES-1:0] counters,  // a core after the other
    input  wire                  memory_fault,   // as wf_axi_memory tells it; 0 without a bus
    input  wire                  memory_fault_write,
    input  wire [1:0]            memory_fault_resp,
    input  wire [`WF_LINE_ADDR_W-1:0] memory_fault_line
);
    localparam integer DESC_WORDS = (`WF_DESC_W + 31) / 32;
    localparam integer COUNT_W    = $clog2(QUEUE_DEPTH + 1);
    localparam [4:0]   IDS        = DISPATCHES[4:0];

    // ---- the bus ----
    wire              wr_valid, rd_valid;
    wire [ADDR_W-3:0] wr_word, rd_word;
    wire [31:0]       wr_data, rd_data;
    wire [3:0]        wr_strb;
    wire [1:0]        wr_resp, rd_resp;

    wf_host_axi #(.ADDR_W(ADDR_W)) u_axi (
        .clk(clk), .rst(rst), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_awaddr(s_axi_awaddr),
        .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready), .s_axi_bresp(s_axi_bresp),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_araddr(s_axi_araddr),
        .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
        .wr_valid(wr_valid), .wr_word(wr_word), .wr_data(wr_data), .wr_strb(wr_strb), .wr_resp(wr_resp),
        .rd_valid(rd_valid), .rd_word(rd_word), .rd_data(rd_data), .rd_resp(rd_resp));

    wire [1:0] wr_access, rd_access;         // {may be written, may be read}; 0: no register
    wf_host_map #(.WORD_W(ADDR_W - 2), .DISPATCHES(DISPATCHES)) u_wr_map (.word(wr_word), .access(wr_access));
    wf_host_map #(.WORD_W(ADDR_W - 2), .DISPATCHES(DISPATCHES)) u_rd_map (.word(rd_word), .access(rd_access));
    // OKAY; SLVERR for a register that cannot be accessed so; DECERR for none
    assign wr_resp = wr_access[1] ? 2'b00 : wr_access[0] ? 2'b10 : 2'b11;
    assign rd_resp = rd_access[0] ? 2'b00 : rd_access[1] ? 2'b10 : 2'b11;

    // ---- writes ----
    wire [31:0] lanes     = {{8{wr_strb[3]}}, {8{wr_strb[2]}}, {8{wr_strb[1]}}, {8{wr_strb[0]}}};
    wire [31:0] wr_ones   = wr_data & lanes; // bytes that are not written: 0
    wire        wr        = wr_valid && wr_access[1] && wr_strb != 4'd0;
    wire        wr_low    = wr && wr_word[8:6] == 3'd0;              // one of the single registers,
    wire        wr_desc   = wr && wr_word[8:6] == 3'd1;
    wire [5:0]  wr_at     = wr_word[5:0];
    wire wr_control = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_CONTROL;
    wire wr_raw     = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_IRQ_RAW;
    wire wr_enable  = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_IRQ_ENABLE;
    wire wr_done    = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_DONE;
    wire wr_ring    = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_DOORBELL;
    wire wr_cancel  = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_CANCEL;
    wire wr_address = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_IMEM_ADDRESS;
    wire wr_lower   = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_IMEM_LOW;
    wire wr_higher  = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_IMEM_HIGH;
    wire wr_base    = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_BUF_BASE;
    wire wr_size    = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_BUF_SIZE;
    wire wr_core    = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_COUNTER_CORE;
    wire wr_select  = wr_low && {8'd0, wr_at, 2'd0} == `WF_HOST_BUF_SELECT;

    generate
        if (ADDR_W < 12 || ADDR_W > 32) wf_host_ADDR_W_must_be_12_to_32 u_error ();
        if (DISPATCHES < 1 || DISPATCHES > 8 || (DISPATCHES & (DISPATCHES - 1)) != 0)
            wf_host_DISPATCHES_must_be_1_2_4_or_8 u_error ();
        if (QUEUE_DEPTH < 1 || QUEUE_DEPTH > 128) wf_host_QUEUE_DEPTH_must_be_1_to_128 u_error ();
        if (CORES < 1 || CORES > 16) wf_host_CORES_must_be_1_to_16 u_error ();
    endgenerate

    // ---- the reset of the machine, and of what is known of its dispatches ----
    reg  reset_q, held_q;
    wire in_reset = reset_q || machine_rst || held_q;        // until the machine can be given something
    always @(posedge clk) begin
        if (wr_control && wr_strb[0]) reset_q <= wr_data[0];
        if (rst) reset_q <= 1'b0;
        machine_rst <= rst || reset_q;
        held_q      <= machine_rst || machine_held;
    end
    wire clear = rst || in_reset;

    // ---- the staged descriptor and the doorbell; what becomes of it is known a cycle later ----
    reg  [32*DESC_WORDS-1:0] stage_q;
    wire [32*DESC_WORDS-1:0] staged;
    reg                    ring_q;
    reg  [4:0]             rang_q;           // as DOORBELL is read
    wire [COUNT_W-1:0]     count;            // descriptors in the queue
    wire                   full = count == QUEUE_DEPTH[COUNT_W-1:0];
    wire [DISPATCHES-1:0]  open, done;
    wire [2:0]             ring_id  = staged[`WF_DESC_ID];
    wire                   no_id    = {2'd0, ring_id} >= IDS;
    wire                   busy     = !no_id && (open[ring_id[ID_W-1:0]] || done[ring_id[ID_W-1:0]]);
    wire                   push     = ring_q && !full && !busy && !no_id && !in_reset;
    genvar                 w;
    generate
        for (w = 0; w < DESC_WORDS; w = w + 1) begin : g_stage
            localparam integer NUMBER = w;
            localparam [5:0] WORD = NUMBER[5:0];
            assign staged[32*w +: 32] = stage_q[32*w +: 32];
            always @(posedge clk) begin
                if (wr_desc && wr_at == WORD) stage_q[32*w +: 32] <= wr_ones | (stage_q[32*w +: 32] & ~lanes);
                if (rst) stage_q[32*w +: 32] <= 32'd0;
            end
        end
    endgenerate
    always @(posedge clk) begin
        if (ring_q) rang_q <= {in_reset, no_id, busy, full, push};
        ring_q <= wr_ring && !rst;
        if (rst) rang_q <= 5'd0;
    end

    wf_queue #(.WIDTH(`WF_DESC_W), .DEPTH(QUEUE_DEPTH)) u_queue (
        .clk(clk), .rst(clear), .in_valid(push), .in_data(staged[`WF_DESC_W-1:0]),
        .out_valid(desc_valid), .out_ready(desc_ready), .out_data(desc), .count(count));

    // ---- the ids ----
    wire [2:0]               taken_id = desc[`WF_DESC_ID];
    wire [2*DISPATCHES-1:0]  state;
    wire [34*DISPATCHES-1:0] answer;
    wire [2:0]               wr_cancel_id = wr_ones[`WF_HOST_CANCEL_ID];
    wire [2:0]               wr_select_id = wr_ones[`WF_HOST_BUF_SELECT_ID];
    assign done_ready = 1'b1;                // each id has its own place for the answer
    wf_host_ids #(.DISPATCHES(DISPATCHES)) u_ids (
        .clk(clk), .rst(clear), .queue_valid(push), .queue_id(ring_id[ID_W-1:0]),
        .taken_valid(desc_valid && desc_ready), .taken_id(taken_id[ID_W-1:0]), .done_valid(done_valid),
        .done_id(done_id), .done_code(done_code), .done_ending(done_ending), .done_wave_size(done_wave_size),
        .done_waves(done_waves), .clear(wr_done ? wr_ones[DISPATCHES-1:0] : {DISPATCHES{1'b0}}),
        .want_valid(wr_cancel && {2'd0, wr_cancel_id} < IDS), .want_id(wr_cancel_id[ID_W-1:0]),
        .cancel_valid(cancel_valid), .cancel_id(cancel_id), .open(open), .done(done), .state(state), .answer(answer));

    // ---- when they began and ended ----
    wire [63:0]              now;
    wire [64*DISPATCHES-1:0] begun, ended;
    wf_host_times #(.DISPATCHES(DISPATCHES)) u_times (
        .clk(clk), .rst(rst), .clear(clear), .taken_valid(desc_valid && desc_ready), .taken_id(taken_id[ID_W-1:0]),
        .done_valid(done_valid), .done_id(done_id), .now(now), .begun(begun), .ended(ended));

    reg [16:0] address_q;                    // of the next instruction to load

    // ---- the code of each id, from its doorbell on: where it may not be changed while the id is queued or runs ----
    wire [DISPATCHES-1:0] code_runs;
    generate
        for (w = 0; w < DISPATCHES; w = w + 1) begin : g_code
            localparam integer NUMBER = w;
            localparam [ID_W-1:0] ME = NUMBER[ID_W-1:0];
            reg  [15:0] code_base_q;
            reg  [16:0] code_words_q;
            wire [17:0] offset = {1'b0, address_q} - {2'd0, code_base_q};
            assign code_runs[w] = open[w] && offset < {1'b0, code_words_q};
            always @(posedge clk)
                if (push && ring_id[ID_W-1:0] == ME) begin
                    code_base_q  <= staged[`WF_DESC_CODE_BASE];
                    code_words_q <= staged[`WF_DESC_CODE_WORDS];
                end
        end
    endgenerate

    // ---- loading ----
    reg [31:0] low_q, high_word_q, base_q, size_q;
    reg [3:0]  core_q;
    wire       imem_ok   = address_q < IMEM_WORDS[16:0] && !in_reset && code_runs == {DISPATCHES{1'b0}};
    wire       no_buf_id = {2'd0, wr_select_id} >= IDS;
    wire       buf_ok    = !no_buf_id && !open[wr_select_id[ID_W-1:0]] && !in_reset;
    assign imem_data = {high_word_q, low_q};
    assign buf_base  = base_q;
    assign buf_size  = size_q;
    always @(posedge clk) begin
        if (wr_address) address_q   <= {1'b0, wr_ones[15:0] | (address_q[15:0] & ~lanes[15:0])};
        if (wr_lower)   low_q       <= wr_ones | (low_q & ~lanes);
        if (wr_higher)  high_word_q <= wr_ones | (high_word_q & ~lanes);
        if (wr_base)    base_q      <= wr_ones | (base_q & ~lanes);
        if (wr_size)    size_q      <= wr_ones | (size_q & ~lanes);
        if (wr_higher && imem_ok) address_q <= address_q + 17'd1;
        if (wr_core && wr_strb[0]) core_q <= wr_data[3:0];
        if (rst) begin
            address_q   <= 17'd0;
            low_q       <= 32'd0;
            high_word_q <= 32'd0;
            base_q      <= 32'd0;
            size_q      <= 32'd0;
            core_q      <= 4'd0;
        end
        imem_we   <= wr_higher && imem_ok && !rst;
        imem_addr <= address_q[15:0];
        buf_we    <= wr_select && buf_ok && !rst;
        buf_id    <= wr_select_id[ID_W-1:0];
        buf_index <= wr_ones[`WF_HOST_BUF_SELECT_INDEX];
        buf_robust <= wr_ones[`WF_HOST_BUF_SELECT_ROBUST];
    end

    // ---- the interrupt: what happens stays, also when it is cleared in the same cycle ----
    reg [4:1]            raw_q;
    reg [4:0]            enable_q;
    reg [DISPATCHES-1:0] faulted_q;
    reg                  wrong_q;
    wire [4:0]           raw = {raw_q, done != {DISPATCHES{1'b0}}};
    wire [4:1]           happens = {memory_fault && !wrong_q,
                                    (wr_higher && !imem_ok) || (wr_select && !buf_ok),
                                    ring_q && !push, (fault_valid & ~faulted_q) != {DISPATCHES{1'b0}}};
    always @(posedge clk) begin
        faulted_q <= fault_valid;
        raw_q     <= happens | (raw_q & ~(wr_raw ? wr_ones[4:1] : 4'd0));
        if (wr_enable && wr_strb[0]) enable_q <= wr_data[4:0];
        irq <= (raw & enable_q) != 5'd0;
        wrong_q <= memory_fault && !clear;
        if (clear) faulted_q <= {DISPATCHES{1'b0}};
        if (rst) begin
            raw_q    <= 4'd0;
            enable_q <= 5'd0;
            irq      <= 1'b0;
        end
    end

    // ---- reads: each window picks its word, a cycle later the window is picked ----
    reg  [31:0] single, desc_q, single_q, id_word, id_q, counter_q, high_q;
    wire [5:0]  rd_at = rd_word[5:0];
    wire        is_buffer = rd_word[8] && rd_word[6];    // FAULT_BUFFER: an id a word, not a window
    wire [2:0]  rd_id = is_buffer ? rd_word[2:0] : rd_word[6:4];     // below DISPATCHES, or the word is not asked for
    wire [ID_W-1:0] id = rd_id[ID_W-1:0];
    wire [33:0] its_answer = answer[34*id +: 34];
    wire [31:0] its_fault  = {32{fault_valid[id]}};      // of a dispatch without one its words are 0
    wire [8:0]  its_buffer = fault[`WF_FAULT_W*id + `WF_FAULT_BUFFER];
    wire [95:0] its_gid    = fault[`WF_FAULT_W*id + `WF_FAULT_GID];
    wire [COUNT_W+7:0] count_byte = {8'd0, count};
    wire [63:0] its_count  = fault[`WF_FAULT_W*id + `WF_FAULT_COUNT];
    wire [63:0] its_counter = {1'b0, core_q} < CORES[4:0] ? counters[`WF_CNT_W*core_q + 64*rd_word[5:1] +: 64] : 64'd0;
    wire [63:0] its_begun  = begun[64*id +: 64];
    wire [63:0] its_ended  = ended[64*id +: 64];
    wire [63:0] its_retired = retired[64*id +: 64];
    wire        is_counter = rd_word[8] && !is_buffer;
    wire        unused = &{1'b0, taken_id, wr_select_id, wr_cancel_id, rd_id, count_byte, staged};

    always @* begin
        case ({8'd0, rd_at, 2'd0})
            `WF_HOST_ID:           single = 32'h57464c44;
            `WF_HOST_VERSION:      single = 32'h00020004;
            `WF_HOST_CONTROL:      single = {31'd0, in_reset};
            `WF_HOST_LANES:        single = LANES;
            `WF_HOST_WAVES:        single = WAVES;
            `WF_HOST_GROUPS:       single = GROUPS;
            `WF_HOST_REGS:         single = REGS;
            `WF_HOST_REG_ROWS:     single = REG_ROWS;
            `WF_HOST_LDS_WORDS:    single = LDS_WORDS;
            `WF_HOST_LDS_BANKS:    single = LDS_BANKS;
            `WF_HOST_IMEM_WORDS:   single = IMEM_WORDS;
            `WF_HOST_DISPATCHES:   single = DISPATCHES;
            `WF_HOST_CORES:        single = CORES;
            `WF_HOST_QUEUE_DEPTH:  single = QUEUE_DEPTH;
            `WF_HOST_DESC_WORDS:   single = DESC_WORDS;
            `WF_HOST_COUNTERS:     single = `WF_CNT_W / 64;
            `WF_HOST_FEATURES:     single = {30'd0, FPU == 0, WAVE_OPS != 0};
            `WF_HOST_IRQ_RAW:      single = {27'd0, raw};
            `WF_HOST_IRQ_ENABLE:   single = {27'd0, enable_q};
            `WF_HOST_IRQ_PENDING:  single = {27'd0, raw & enable_q};
            `WF_HOST_DONE:         single = {{32-DISPATCHES{1'b0}}, done};
            `WF_HOST_DOORBELL:     single = {27'd0, rang_q};
            `WF_HOST_QUEUE:        single = {22'd0, full, !desc_valid, count_byte[7:0]};
            `WF_HOST_IMEM_ADDRESS: single = {15'd0, address_q};
            `WF_HOST_IMEM_LOW:     single = low_q;
            `WF_HOST_IMEM_HIGH:    single = high_word_q;
            `WF_HOST_BUF_BASE:     single = base_q;
            `WF_HOST_BUF_SIZE:     single = size_q;
            `WF_HOST_COUNTER_CORE: single = {28'd0, core_q};
            `WF_HOST_MEMORY_FAULT: single = {memory_fault, memory_fault_write,
                                             memory_fault_resp, 2'd0, memory_fault_line};
            `WF_HOST_CLOCK:        single = now[31:0];
            `WF_HOST_CLOCK_HIGH:   single = high_q;
            default:               single = 32'd0;
        endcase
        case ({10'h8, rd_word[3:0], 2'd0})   // of id 0
            `WF_HOST_STATUS:       id_word = {8'd0, its_answer[17:2], 2'd0, its_answer[1:0], 1'b0,
                                              fault_valid[id], state[2*id +: 2]};
            `WF_HOST_GROUP_WAVES:  id_word = {16'd0, its_answer[33:18]};
            `WF_HOST_FAULT:        id_word = its_fault & {1'b1, 3'd0, fault[`WF_FAULT_W*id + `WF_FAULT_SLOT],
                                                          fault[`WF_FAULT_W*id + `WF_FAULT_LANE], 5'd0,
                                                          fault[`WF_FAULT_W*id + `WF_FAULT_KIND]};
            `WF_HOST_FAULT_PC:     id_word = its_fault & {fault[`WF_FAULT_W*id + `WF_FAULT_WAVE],
                                                          fault[`WF_FAULT_W*id + `WF_FAULT_PC]};
            `WF_HOST_FAULT_GID_X:  id_word = its_fault & its_gid[31:0];
            `WF_HOST_FAULT_GID_Y:  id_word = its_fault & its_gid[63:32];
            `WF_HOST_FAULT_GID_Z:  id_word = its_fault & its_gid[95:64];
            `WF_HOST_FAULT_ADDRESS: id_word = its_fault & fault[`WF_FAULT_W*id + `WF_FAULT_ADDR];
            `WF_HOST_FAULT_COUNT:  id_word = its_fault & its_count[31:0];
            `WF_HOST_BEGUN:        id_word = its_begun[31:0];
            `WF_HOST_ENDED:        id_word = its_ended[31:0];
            `WF_HOST_RETIRED:      id_word = its_retired[31:0];
            default:               id_word = high_q;
        endcase
        if (is_buffer) id_word = its_fault & {23'd0, its_buffer};
    end

    // a low word keeps the high word that belongs to it
    wire of_id      = rd_word[8:7] == 2'b01;
    wire is_faults  = of_id && {10'h8, rd_word[3:0], 2'd0} == `WF_HOST_FAULT_COUNT;
    wire is_begun   = of_id && {10'h8, rd_word[3:0], 2'd0} == `WF_HOST_BEGUN;
    wire is_ended   = of_id && {10'h8, rd_word[3:0], 2'd0} == `WF_HOST_ENDED;
    wire is_retired = of_id && {10'h8, rd_word[3:0], 2'd0} == `WF_HOST_RETIRED;
    wire is_clock   = rd_word[8:6] == 3'd0 && {8'd0, rd_at, 2'd0} == `WF_HOST_CLOCK;
    wire keeps      = rd_valid && rd_access[0] &&
                      (is_counter ? !rd_word[0] : is_faults || is_begun || is_ended || is_retired || is_clock);
    wire [31:0] its_high = is_counter ? its_counter[63:32] : is_begun ? its_begun[63:32] : is_ended ? its_ended[63:32] :
                           is_retired ? its_retired[63:32] : is_clock ? now[63:32] : its_fault & its_count[63:32];
    always @(posedge clk) begin
        if (rd_valid) begin
            single_q  <= single;
            desc_q    <= stage_q[32*rd_at[4:0] +: 32];
            id_q      <= id_word;
            counter_q <= rd_word[0] ? high_q : its_counter[31:0];
            if (keeps) high_q <= its_high;
        end
        if (rst) high_q <= 32'd0;
    end
    assign rd_data = !rd_access[0] ? 32'd0 : is_counter ? counter_q :
                     rd_word[7] || is_buffer ? id_q : rd_word[6] ? desc_q : single_q;
endmodule

`default_nettype wire
