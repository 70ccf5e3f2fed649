// SPDX-License-Identifier: Apache-2.0
// wf_core_decode - what others must know of a fetched instruction, and if it is a pair with the next.  Combinational.
//   What is needed early is in the row of the memory, next to the instruction (wf_core_predecode).
//   Two instructions are a pair if the first has `first` in isa.def and the second has a condition under `second`: the
//   second changes nothing while that holds.  A second is structure without operands, so that a pair needs little more
//   room than one instruction.  What is no instruction goes to the control flow unit, which ends the wave.
//   Spec: docs/core.md, docs/isa.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_predecode.vh"

module wf_core_decode #(
    parameter integer FPU = 1                // as in wf_core_predecode
) (
    input  wire [63:0] word,             // the instruction
    input  wire [7:0]  row_op,           // its opcode, early; of what ends the wave perhaps another
    input  wire [`WF_PREDECODE_W-1:0] bits,          // ... and what was kept of it
    input  wire [15:0] pc,               // where it is
    input  wire [15:0] above,            // pc / 2 + 1: the sum would be late here
    input  wire        outside,          // there is no code
    input  wire [63:0] second_word,      // what is after it in the text, if second_inside
    input  wire [`WF_PREDECODE_W-1:0] second_bits,
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
    wire [7:0]  op      = word[`WF_INSN_OP];
    wire        unknown = bits[`WF_PREDECODE_ENDS] && op != `WF_OP_END;
    wire [13:0] of_isa  = wf_isa_decode(op);
    wire [13:0] of_op   = FPU == 0 && unknown ? 14'd0 : of_isa;
    assign fault      = outside ? `WF_FAULT_CODE_RANGE : unknown ? `WF_FAULT_OPCODE : `WF_FAULT_NONE;
    wire        sync    = bits[`WF_PREDECODE_UNIT] == `WF_UNIT_SYNC;
    assign unit_class = 7'd1 << (sync ? `WF_UNIT_FLOW : bits[`WF_PREDECODE_UNIT]);
    assign decoded    = {of_op[6:1], bits[`WF_PREDECODE_QUAD]};
    assign ends       = bits[`WF_PREDECODE_ENDS];
    assign flows      = ends || of_op[`WF_DECODE_UNIT] == `WF_UNIT_FLOW;
    assign drain      = ends || row_op == `WF_OP_RET;
    assign fence      = sync;
    assign noop       = bits[`WF_PREDECODE_NOOP];
    assign loops      = bits[`WF_PREDECODE_LOOPS];
    assign operands   = {bits[`WF_PREDECODE_WRITES], bits[`WF_PREDECODE_QUAD_DST], word[`WF_INSN_DST],
                         bits[`WF_PREDECODE_C], bits[`WF_PREDECODE_QUAD], word[`WF_INSN_C],
                         bits[`WF_PREDECODE_B], 1'b0, word[`WF_INSN_B], bits[`WF_PREDECODE_A], 1'b0, word[`WF_INSN_A]};

    wire        pairs      = second_inside && bits[`WF_PREDECODE_FIRST];
    assign      second     = pairs ? second_bits[`WF_PREDECODE_NOOP] : `WF_SECOND_NEVER;
    wire        paired     = second != `WF_SECOND_NEVER;
    wire        pair_loops = paired && second_bits[`WF_PREDECODE_LOOPS];
    wire [16:0] onwards    = {paired || pc[0] ? above : {1'b0, pc[15:1]}, pc[0] == paired};
    assign      follows    = loops ? {1'b0, word[`WF_INSN_BACK]} :
                             pair_loops ? {1'b0, second_word[`WF_INSN_BACK]} : onwards;
    wire        unused     = &{1'b0, of_op, of_isa, word, bits, second_word, second_bits};
endmodule

`default_nettype wire
