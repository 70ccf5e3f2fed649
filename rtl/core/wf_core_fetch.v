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
    input  wire [16:0]         code_words,       // instructions of the kernel; beyond them nothing runs

    input  wire                launch_valid,     // a wave with live lanes enters a slot
    input  wire [SLOT_W-1:0]   launch_slot,
    input  wire [15:0]         launch_pc,
    input  wire                jump_valid,       // control flow: go on at pc
    input  wire [SLOT_W-1:0]   jump_slot,
    input  wire [16:0]         jump_pc,

    input  wire                read_valid,       // the buffered instruction issues: it is read now
    input  wire [SLOT_W-1:0]   read_slot,

    output wire [WAVES-1:0]    have,             // an instruction is buffered
    output wire [7*WAVES-1:0]  have_class,       // its class, one bit plane a class: plane u at u*WAVES
    output reg                 insn_valid,       // the instruction that was read
    output reg  [SLOT_W-1:0]   insn_slot,
    output reg  [15:0]         insn_pc,
    output reg  [63:0]         insn_word,
    output reg  [6:0]          insn_decoded,     // WF_DECODE_WORDS and below
    output reg  [2:0]          insn_fault,       // WF_FAULT_*: why it is no instruction
    output reg  [6:0]          insn_class,       // one-hot, numbered as WF_UNIT_*
    output wire [16*WAVES-1:0] pc_flat
);
`include "wf_isa.vh"
`include "wf_isa_decode.vh"
    localparam integer ADDR_W  = (IMEM_WORDS > 1) ? $clog2(IMEM_WORDS) : 1;
    localparam integer ENTRY_W = 1 + 7 + 7 + 3 + 16 + 64;

    generate
        if (IMEM_WORDS < 2 || IMEM_WORDS > 65536) begin : g_check
            wf_core_IMEM_WORDS_must_be_2_to_65536 u_error ();
        end
    endgenerate

    reg [63:0]        imem  [0:IMEM_WORDS-1];
    reg [16:0]        pc    [0:WAVES-1];         // one bit more than an address: the place behind the last instruction
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
        if (launch_valid) pc[launch_slot] <= {1'b0, launch_pc};
        if (ahead)        pc[insn_slot]   <= {1'b0, insn_pc} + 17'd1;
        if (jump_valid)   pc[jump_slot]   <= jump_pc;
    end

    // read the instruction memory
    reg              addr_valid_q, word_valid_q;
    reg [SLOT_W-1:0] addr_slot_q, word_slot_q;
    reg [15:0]       word_pc_q;
    reg              word_inside_q;
    reg [63:0]       word_q;
    reg [16:0]       limit_q;
    wire [16:0]      addr_pc = pc[addr_slot_q];
    localparam [16:0] IMEM_END = IMEM_WORDS[16:0];

    always @(posedge clk) begin
        addr_valid_q <= pick_any;
        word_valid_q <= addr_valid_q;
        if (pick_any)
            addr_slot_q <= pick_index;
        if (addr_valid_q) begin
            word_slot_q <= addr_slot_q;
            word_pc_q   <= addr_pc[15:0];
        end
        if (rst) begin
            addr_valid_q <= 1'b0;
            word_valid_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (imem_we && {1'b0, imem_addr} < IMEM_END)
            imem[imem_addr[ADDR_W-1:0]] <= imem_data;
        limit_q <= code_words < IMEM_END ? code_words : IMEM_END;
        if (addr_valid_q) begin
            word_q        <= imem[addr_pc[ADDR_W-1:0]];
            word_inside_q <= addr_pc < limit_q;
        end
    end

    // decode: what is no instruction goes to the flow unit, which ends the wave
    function [6:0] class_of(input [2:0] unit, input [7:0] mod);
        case (unit)
            `WF_UNIT_SYNC: class_of = 7'd1 << `WF_UNIT_FLOW;
            // system values that are the same for the wave need no packer
            `WF_UNIT_PACK: class_of = 7'd1 << ((mod <= `WF_SV_DTID_Z) ? `WF_UNIT_PACK : `WF_UNIT_ALU);
            default:       class_of = 7'd1 << unit;
        endcase
    endfunction

    wire [63:0] word         = word_inside_q ? word_q : 64'd0;       // beyond the end nothing shows of what lies there
    wire [7:0]  word_op      = word[`WF_INSN_OP];
    wire [10:0] word_decoded = wf_isa_decode(word_op);
    wire [2:0]  word_unit    = word_decoded[`WF_DECODE_UNIT];
    wire        word_known   = word_decoded[`WF_DECODE_KNOWN];
    wire [2:0]  word_fault   = !word_inside_q ? `WF_FAULT_CODE_RANGE : !word_known ? `WF_FAULT_OPCODE : `WF_FAULT_NONE;
    wire        word_stops   = word_fault != `WF_FAULT_NONE || word_unit == `WF_UNIT_FLOW || word_op == `WF_OP_END;
    wire [6:0]  word_class   = class_of(word_fault != `WF_FAULT_NONE ? `WF_UNIT_FLOW : word_unit, word[`WF_INSN_MOD]);

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
            entry[word_slot_q] <= {word_stops, word_class, word_decoded[6:0], word_fault, word_pc_q, word};
        end
        insn_valid <= read_valid;
        if (read_valid) begin
            insn_slot <= read_slot;
            {insn_stops, insn_class, insn_decoded, insn_fault, insn_pc, insn_word} <= entry[read_slot];
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
            assign pc_flat[16*g +: 16] = pc[g][15:0];
        end
    endgenerate
endmodule

`default_nettype wire
