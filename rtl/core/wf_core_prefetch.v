// SPDX-License-Identifier: Apache-2.0
// wf_core_prefetch - reads the target of a jump before the jump, in cycles in which no fetch uses the memory.
//   Control flow that issues is performed two cycles later at the earliest.  Meanwhile the word is read at which the
//   wave continues if it jumps: for endloop the instruction after it, else the target.  The word stays at the output of
//   the memory until the next fetch replaces it.  A jump that finds its own there is a hit: the instruction is buffered
//   in the cycle of the jump, and the fetch of the jump reads what is after it.
//   Latency: requested in cycle 0, read in 1, a hit from 2 on.  Throughput: one prefetch per cycle; the latest is kept.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_prefetch #(
    parameter integer SLOT_W = 4             // bits of a slot's number
) (
    input  wire              clk,
    input  wire              rst,

    input  wire              insn_valid,     // an instruction issued in the cycle before
    input  wire              insn_flows,     // it says where the wave goes on
    input  wire [15:0]       insn_pc,
    input  wire [63:0]       insn_word,

    input  wire              fetch_valid,    // a fetch or a jump takes the memory: it is read in the next cycle
    input  wire              read_valid,     // the memory is read for one
    output wire              request,        // the target of the instruction is read in the next cycle, for its slot
    output reg               prefetch_valid, // the memory is read for a prefetch

    output reg               pc_valid,       // in place of the slot's pc ...
    output reg  [16:0]       pc,             // ... the memory is read here

    input  wire              jump,           // control flow goes elsewhere than fetch,
    input  wire              jump_skips,     // ... to its target, because no lane runs
    input  wire [SLOT_W-1:0] jump_slot,
    input  wire [SLOT_W-1:0] word_slot,      // slot of the word at the memory's output
    input  wire [16:0]       word_follows,   // where fetch goes on after that word
    output reg               word_prefetched, // that word is a prefetch
    output wire              hit             // ... and what the jump needs
);
`include "wf_isa.vh"
    // After endloop the jump is to what is after it if lanes wake, else to its target.
    wire insn_loops = insn_word[`WF_INSN_OP] == `WF_OP_ENDLOOP;
    reg  after_loop_q, word_after_loop_q;
    assign request = insn_valid && insn_flows && !fetch_valid;
    assign hit     = jump && !(jump_skips && word_after_loop_q) && word_prefetched && jump_slot == word_slot;

    wire unused = &{1'b0, insn_word};
    always @(posedge clk) begin
        prefetch_valid <= request;
        pc_valid       <= request || hit;
        pc             <= !request ? word_follows : insn_loops ? {1'b0, insn_pc} + 17'd1 :
                          {1'b0, insn_word[`WF_INSN_IMM16]};
        // At a jump the word is never a prefetch for earlier control flow of the slot: that has been replaced.
        word_prefetched <= prefetch_valid || (word_prefetched && !read_valid);
        if (request) after_loop_q <= insn_loops;
        if (prefetch_valid) word_after_loop_q <= after_loop_q;
        if (rst) begin
            prefetch_valid  <= 1'b0;
            word_prefetched <= 1'b0;
        end
    end
endmodule

`default_nettype wire
