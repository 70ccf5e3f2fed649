// SPDX-License-Identifier: Apache-2.0
// wf_core_predecode - what others must know of an instruction, and if it is a pair with the next.  Combinational.
//   Two instructions are a pair if the first has `first` in isa.def and the second has a condition under `second`: the
//   second changes nothing while that holds.  A second is structure without operands, so that a pair needs little more
//   room than one instruction.  What is no instruction goes to the control flow unit, which ends the wave.
//   Spec: docs/core.md, docs/isa.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_predecode (
    input  wire [63:0] word,             // the instruction
    input  wire [15:0] pc,               // where it is
    input  wire        outside,          // there is no code
    input  wire [63:0] second_word,      // what is after it in the text, if second_inside
    input  wire        second_inside,

    output wire [2:0]  fault,            // WF_FAULT_*: why it is no instruction
    output wire [6:0]  unit_class,       // its unit: one-hot, numbered as WF_UNIT_*
    output wire [6:0]  decoded,          // WF_DECODE_WORDS and below; QUAD: if it reads c as a quad
    output wire        flows,            // control flow says where the wave goes on, or the wave ends
    output wire        ends,             // the wave ends: nothing is fetched after it
    output wire [35:0] operands,         // for the scoreboard: in_operands of wf_core_score
    output wire        drain,            // it waits until all instructions of the wave before it have retired,
    output wire        fence,            // ... and reached memory
    output wire [1:0]  noop,             // WF_SECOND_*: when it changes nothing
    output wire [1:0]  second,           // WF_SECOND_*: when its second changes nothing; NEVER: it is not paired
    output wire        loops,            // it ends a loop
    output wire [16:0] follows           // where the wave goes on after it and its second if they change nothing
);
`include "wf_isa.vh"
`include "wf_isa_decode.vh"
`include "wf_access.vh"
    function [6:0] class_of(input [2:0] unit, input [7:0] op, input [7:0] mod);
        case (unit)
            `WF_UNIT_SYNC: class_of = 7'd1 << `WF_UNIT_FLOW;
            // system values that are the same for the wave need no packer
            `WF_UNIT_PACK: class_of = 7'd1 << ((op == `WF_OP_SV && mod <= `WF_SV_DTID_Z) ? `WF_UNIT_PACK : `WF_UNIT_ALU);
            default:       class_of = 7'd1 << unit;
        endcase
    endfunction

    wire [7:0]  op       = word[`WF_INSN_OP];
    wire [7:0]  mod      = word[`WF_INSN_MOD];
    wire [13:0] of_first = wf_isa_decode(op);
    wire [2:0]  unit     = of_first[`WF_DECODE_UNIT];
    wire        faulty   = outside || !of_first[`WF_DECODE_KNOWN];
    assign fault      = outside ? `WF_FAULT_CODE_RANGE : faulty ? `WF_FAULT_OPCODE : `WF_FAULT_NONE;
    assign unit_class = class_of(faulty ? `WF_UNIT_FLOW : unit, op, mod);
    assign flows      = faulty || unit == `WF_UNIT_FLOW || op == `WF_OP_END;
    assign ends       = faulty || op == `WF_OP_END;
    assign drain      = ends || op == `WF_OP_RET;
    assign fence      = !faulty && (op == `WF_OP_BARRIER || op == `WF_OP_MEMBAR);
    assign noop       = faulty ? `WF_SECOND_NEVER : of_first[`WF_DECODE_SECOND];
    assign loops      = !faulty && op == `WF_OP_ENDLOOP;

    // Operand c counts where it is read: not the mask of a scan over the wave, of atomics only the compare value and
    // the number of a buffer: both are in one quad.  A 64-bit atomic has its operand and compare value there.
    wire        memory  = unit_class[`WF_UNIT_LDS] || unit_class[`WF_UNIT_MEM];
    wire        atomic  = memory && op[1:0] == `WF_ACCESS_ATOMIC;
    wire [3:0]  atom    = unit_class[`WF_UNIT_MEM] ? word[`WF_INSN_ATOM] : mod[`WF_MOD_ATOM];
    wire        cas     = atomic && atom == `WF_ATOM_CAS;
    wire        by_table = op == `WF_OP_TATOM;
    wire        scans   = of_first[`WF_DECODE_A] && !memory;
    wire        quad    = (cas && by_table) || of_first[`WF_DECODE_QUAD] &&
                          !(scans && mod[`WF_MOD_SCAN_SCOPE] != `WF_SCOPE_MULTI);
    assign      decoded = {of_first[6:1], quad};
    wire        reads_b = decoded[`WF_DECODE_B] && !word[`WF_INSN_IMMEDIATE];
    wire        reads_c = decoded[`WF_DECODE_C] && !(atomic && !cas && !by_table);
    wire        writes  = decoded[`WF_DECODE_WORDS] != 3'd0 && !(memory && word[`WF_INSN_NO_DST]);
    assign      operands = {writes, decoded[`WF_DECODE_WORDS] == 3'd4, word[`WF_INSN_DST],
                            reads_c || quad, quad, word[`WF_INSN_C],
                            reads_b, 1'b0, word[`WF_INSN_B], decoded[`WF_DECODE_A], 1'b0, word[`WF_INSN_A]};

    wire [13:0] of_second  = wf_isa_decode(second_word[`WF_INSN_OP]);
    wire        plain      = second_word[39:24] == 16'd0;        // the buffer does not keep these bits of a second
    wire        pairs      = second_inside && !faulty && of_first[`WF_DECODE_FIRST] && plain;
    assign      second     = pairs ? of_second[`WF_DECODE_SECOND] : `WF_SECOND_NEVER;
    wire        paired     = second != `WF_SECOND_NEVER;
    wire        pair_loops = paired && second_word[`WF_INSN_OP] == `WF_OP_ENDLOOP;
    assign      follows    = loops ? {1'b0, word[`WF_INSN_BACK]} :
                             pair_loops ? {1'b0, second_word[`WF_INSN_BACK]} :
                             {1'b0, pc} + (paired ? 17'd2 : 17'd1);
    wire        unused     = &{1'b0, of_second, word, second_word};
endmodule

`default_nettype wire
