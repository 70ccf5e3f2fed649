// SPDX-License-Identifier: Apache-2.0
// wf_core_predecode - what fetch and scoreboard must know of an instruction.  Combinational.
//   It is made when the instruction is loaded, and read with it: after the read there is no time to decode.
//   Structure that changes nothing has no operands.  With a bit where those would be it is performed as control flow,
//   because the buffer does not keep these bits of a second.
//   Spec: docs/core.md, docs/isa.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_predecode.vh"

module wf_core_predecode (
    input  wire [63:0]                word,
    output wire [`WF_PREDECODE_W-1:0] bits
);
`include "wf_isa.vh"
`include "wf_isa_decode.vh"
`include "wf_access.vh"
    function [2:0] unit_of(input [2:0] unit, input [7:0] op, input [7:0] mod);
        case (unit)
            `WF_UNIT_FLOW: unit_of = op == `WF_OP_MEMBAR ? `WF_UNIT_SYNC : `WF_UNIT_FLOW;
            `WF_UNIT_SYNC: unit_of = op == `WF_OP_BARRIER ? `WF_UNIT_SYNC : `WF_UNIT_FLOW;
            // system values that are the same for the wave need no packer
            `WF_UNIT_PACK: unit_of = (op == `WF_OP_SV && mod <= `WF_SV_DTID_Z) ? `WF_UNIT_PACK : `WF_UNIT_ALU;
            default:       unit_of = unit;
        endcase
    endfunction

    wire [7:0]  op     = word[`WF_INSN_OP];
    wire [7:0]  mod    = word[`WF_INSN_MOD];
    wire [13:0] of_op  = wf_isa_decode(op);
    wire        faulty = !of_op[`WF_DECODE_KNOWN];
    wire [2:0]  unit   = faulty ? `WF_UNIT_FLOW : unit_of(of_op[`WF_DECODE_UNIT], op, mod);
    wire        plain  = word[39:24] == 16'd0;

    // Operand c counts where it is read: not the mask of a scan over the wave, of atomics only the compare value and
    // the number of a buffer: both are in one quad.  A 64-bit atomic has its operand and compare value there.
    wire        global   = unit == `WF_UNIT_MEM;
    wire        memory   = unit == `WF_UNIT_LDS || global;
    wire        atomic   = memory && op[1:0] == `WF_ACCESS_ATOMIC;
    wire [3:0]  atom     = global ? word[`WF_INSN_ATOM] : mod[`WF_MOD_ATOM];
    wire        cas      = atomic && atom == `WF_ATOM_CAS;
    wire        by_table = op == `WF_OP_TATOM;
    wire        scans    = of_op[`WF_DECODE_A] && !memory;
    wire        quad     = (cas && by_table) || of_op[`WF_DECODE_QUAD] &&
                           !(scans && mod[`WF_MOD_SCAN_SCOPE] != `WF_SCOPE_MULTI);
    wire        reads_c  = of_op[`WF_DECODE_C] && !(atomic && !cas && !by_table);

    assign bits[`WF_PREDECODE_UNIT]   = unit;
    assign bits[`WF_PREDECODE_A]      = of_op[`WF_DECODE_A];
    assign bits[`WF_PREDECODE_B]      = of_op[`WF_DECODE_B] && !word[`WF_INSN_IMMEDIATE];
    assign bits[`WF_PREDECODE_C]      = reads_c || quad;
    assign bits[`WF_PREDECODE_QUAD]   = quad;
    assign bits[`WF_PREDECODE_WRITES] = of_op[`WF_DECODE_WORDS] != 3'd0 && !(memory && word[`WF_INSN_NO_DST]);
    assign bits[`WF_PREDECODE_QUAD_DST] = of_op[`WF_DECODE_WORDS] == 3'd4;
    assign bits[`WF_PREDECODE_FIRST]  = of_op[`WF_DECODE_FIRST];
    assign bits[`WF_PREDECODE_NOOP]   = plain ? of_op[`WF_DECODE_SECOND] : `WF_SECOND_NEVER;
    assign bits[`WF_PREDECODE_LOOPS]  = op == `WF_OP_ENDLOOP;
    assign bits[`WF_PREDECODE_ENDS]   = faulty || op == `WF_OP_END;
    wire        unused = &{1'b0, word, of_op};
endmodule

`default_nettype wire
