// SPDX-License-Identifier: Apache-2.0
// wf_core_fetch - program counters, instruction memory and one fetched instruction a slot.
//   A slot asks for a fetch when it is launched, when its instruction issues (the next one, ahead of time) and when a control
//   flow instruction has set its pc.  Asked in cycle 0, chosen in 1, memory read in 2, decoded and buffered in 3, there in 4.
//   One fetch a cycle, round robin.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_fetch #(
    parameter integer WAVES      = 16,
    parameter integer IMEM_WORDS = 4096,
    parameter integer SLOT_W     = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                imem_we,
    input  wire [15:0]         imem_addr,
    input  wire [63:0]         imem_data,

    input  wire                launch_valid,     // a wave with live lanes enters a slot
    input  wire [SLOT_W-1:0]   launch_slot,
    input  wire [15:0]         launch_pc,
    input  wire                jump_valid,       // control flow: go on at pc
    input  wire [SLOT_W-1:0]   jump_slot,
    input  wire [15:0]         jump_pc,

    input  wire                read_valid,       // the buffered instruction issues: it is read now
    input  wire [SLOT_W-1:0]   read_slot,

    output wire [WAVES-1:0]    have,             // an instruction is buffered
    output wire [7*WAVES-1:0]  have_class,       // its class, one bit plane a class: plane u at u*WAVES
    output reg                 insn_valid,       // the instruction that was read
    output reg  [SLOT_W-1:0]   insn_slot,
    output reg  [15:0]         insn_pc,
    output reg  [63:0]         insn_word,
    output reg  [7:0]          insn_decoded,     // {known, words, reads a b c q}
    output reg  [6:0]          insn_class,
    output wire [16*WAVES-1:0] pc_flat
);
`include "wf_isa.vh"
`include "wf_isa_decode.vh"
    localparam integer ADDR_W  = (IMEM_WORDS > 1) ? $clog2(IMEM_WORDS) : 1;
    localparam integer ENTRY_W = 1 + 7 + 8 + 16 + 64;

    generate
        if (IMEM_WORDS < 2 || IMEM_WORDS > 65536) begin : g_check
            wf_core_IMEM_WORDS_must_be_2_to_65536 u_error ();
        end
    endgenerate

    reg [63:0]        imem  [0:IMEM_WORDS-1];
    reg [15:0]        pc    [0:WAVES-1];
    reg [ENTRY_W-1:0] entry [0:WAVES-1];

    // choose
    reg               insn_stops;            // control flow sets the pc, or the wave ends
    reg  [WAVES-1:0]  want_q;
    wire              pick_any;
    wire [WAVES-1:0]  pick_onehot;
    wire [SLOT_W-1:0] pick_index;

    wf_core_pick #(.N(WAVES)) u_pick (
        .clk(clk), .rst(rst), .req(want_q), .take(pick_any),
        .any(pick_any), .onehot(pick_onehot), .index(pick_index));

    localparam [WAVES-1:0] ONE = {{(WAVES-1){1'b0}}, 1'b1};
    wire ahead = insn_valid && !insn_stops;  // fetch the next one
    wire [WAVES-1:0] want_launch = launch_valid ? ONE << launch_slot : {WAVES{1'b0}};
    wire [WAVES-1:0] want_ahead  = ahead ? ONE << insn_slot : {WAVES{1'b0}};
    wire [WAVES-1:0] want_jump   = jump_valid ? ONE << jump_slot : {WAVES{1'b0}};

    always @(posedge clk) begin
        want_q <= (want_q & ~pick_onehot) | want_launch | want_ahead | want_jump;
        if (rst)
            want_q <= {WAVES{1'b0}};
    end

    always @(posedge clk) begin
        if (launch_valid) pc[launch_slot] <= launch_pc;
        if (ahead)        pc[insn_slot]   <= insn_pc + 16'd1;
        if (jump_valid)   pc[jump_slot]   <= jump_pc;
    end

    // read the instruction memory
    reg              addr_valid_q, word_valid_q;
    reg [SLOT_W-1:0] addr_slot_q, word_slot_q;
    reg [15:0]       word_pc_q;
    reg [63:0]       word_q;
    wire [15:0]      addr_pc = pc[addr_slot_q];

    always @(posedge clk) begin
        addr_valid_q <= pick_any;
        word_valid_q <= addr_valid_q;
        if (pick_any)
            addr_slot_q <= pick_index;
        if (addr_valid_q) begin
            word_slot_q <= addr_slot_q;
            word_pc_q   <= addr_pc;
        end
        if (rst) begin
            addr_valid_q <= 1'b0;
            word_valid_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (imem_we)
            imem[imem_addr[ADDR_W-1:0]] <= imem_data;
        if (addr_valid_q)
            word_q <= imem[addr_pc[ADDR_W-1:0]];
    end

    generate
        if (ADDR_W < 16) begin : g_unused
            wire unused = &{1'b0, imem_addr[15:ADDR_W]};     // the loader keeps within IMEM_WORDS
        end
    endgenerate

    // decode: what is no instruction ends the wave
    function [6:0] class_of(input [2:0] unit, input [7:0] mod);
        case (unit)
            `WF_UNIT_ALU:   class_of = 7'b0000010;
            `WF_UNIT_FPU:   class_of = 7'b0000100;
            // system values that are the same for the wave need no packer
            `WF_UNIT_PACK:  class_of = (mod <= `WF_SV_DTID_Z) ? 7'b0001000 : 7'b0000010;
            `WF_UNIT_XLANE: class_of = 7'b0010000;
            `WF_UNIT_LDS:   class_of = 7'b0100000;
            `WF_UNIT_MEM:   class_of = 7'b1000000;
            default:        class_of = 7'b0000001;   // FLOW, SYNC
        endcase
    endfunction

    wire [10:0] word_table   = wf_isa_decode(word_q[7:0]);
    wire [7:0]  word_decoded = word_table[10] ? {1'b1, word_table[6:0]} : 8'd0;
    wire        word_stops   = !word_table[10] || (word_table[9:7] == `WF_UNIT_SYNC && word_q[7:0] != `WF_OP_BARRIER) ||
                               word_table[9:7] == `WF_UNIT_FLOW;
    wire [6:0]  word_class   = class_of(word_table[10] ? word_table[9:7] : `WF_UNIT_SYNC, word_q[47:40]);

    // one buffered instruction a slot
    reg [WAVES-1:0]   have_q;
    reg [7*WAVES-1:0] class_q;
    integer u;

    assign have       = have_q;
    assign have_class = class_q;

    always @(posedge clk) begin
        have_q <= (have_q & ~(read_valid ? ONE << read_slot : {WAVES{1'b0}})) |
                  (word_valid_q ? ONE << word_slot_q : {WAVES{1'b0}});
        if (word_valid_q) begin
            for (u = 0; u < 7; u = u + 1)
                class_q[u*WAVES + {{(32-SLOT_W){1'b0}}, word_slot_q}] <= word_class[u];
            entry[word_slot_q] <= {word_stops, word_class, word_decoded, word_pc_q, word_q};
        end
        insn_valid <= read_valid;
        if (read_valid) begin
            insn_slot <= read_slot;
            {insn_stops, insn_class, insn_decoded, insn_pc, insn_word} <= entry[read_slot];
        end
        if (rst) begin
            have_q     <= {WAVES{1'b0}};
            class_q    <= {(7*WAVES){1'b0}};
            insn_valid <= 1'b0;
        end
    end

    genvar g;
    generate
        for (g = 0; g < WAVES; g = g + 1) begin : g_pc
            assign pc_flat[16*g +: 16] = pc[g];
        end
    endgenerate
endmodule

`default_nettype wire
