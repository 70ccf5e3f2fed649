// SPDX-License-Identifier: Apache-2.0
// wf_core_wb - write-back and retirement: one instruction per cycle from seven units; the ALU at once, promised results
//   of the FPU too, the others round robin.  An answer of a unit outside the core is granted in its first cycle if nothing
//   else is there.  It is chosen before the look-up of its tag, which shows whether it was asked for; so no choice depends
//   on that.  From the next cycle on it takes its turn.
//   What the instruction was (pc, word, lanes, destination) is kept from its operand stage on, by tag: its slot and its
//   entry there.  Granted in cycle 0, retired and written to the registers in cycle 1.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_wb #(
    parameter integer LANES  = 32,
    parameter integer WAVES  = 16,
    parameter integer ENTRY_W = 2,           // bits of an entry
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1,
    parameter integer TAG_W  = SLOT_W + ENTRY_W      // {slot, entry}
) (
    input  wire                  clk,
    input  wire                  rst,

    // operand stage: remember the instruction
    input  wire                  opnd_valid,
    input  wire [TAG_W-1:0]      opnd_tag,
    input  wire [15:0]           opnd_pc,
    input  wire [63:0]           opnd_word,
    input  wire [LANES-1:0]      opnd_exec,
    input  wire [LANES-1:0]      opnd_write,
    input  wire [2:0]            opnd_words,
    input  wire                  opnd_fold,      // the one behind it goes with it

    // results: bits numbered as WF_UNIT_*
    input  wire [6:0]            rsp_valid,
    input  wire [3:0]            rsp_offered,    // {memory, LDS, cross-lane, pack}: an answer, perhaps one that nobody asked for
    input  wire                  mem_known,      // memory's is valid, known from registers
    output wire [6:0]            rsp_ready,      // also of an offer that turns out not to be valid
    input  wire                  fpu_early,      // the FPU's was promised, for a cycle without the ALU's
    input  wire [7*TAG_W-1:0]    rsp_tags,
    input  wire                  flow_barrier,
    input  wire                  flow_end,
    input  wire [2:0]            flow_fault,
    input  wire                  flow_fold,
    input  wire [LANES-1:0]      flow_lanes,
    input  wire [32*LANES-1:0]   alu_data,
    input  wire [32*LANES-1:0]   fpu_data,
    input  wire [32*LANES-1:0]   pack_data,
    input  wire [128*LANES-1:0]  xlane_data,
    input  wire [32*LANES-1:0]   lds_data,
    input  wire                  lds_pairs,      // of a 64-bit atomic: low and high words of half of the lanes in turn
    input  wire [32*LANES-1:0]   mem_data,
    input  wire                  mem_pairs,
    input  wire [LANES-1:0]      mem_mask,       // lanes whose answer counts; others read 0

    input  wire [TAG_W-1:0]      lookup_tag,       // fault record: where the instruction stands
    output wire [15:0]           lookup_pc,

    output reg  [2:0]            results_waiting,    // those that were not granted in the last cycle
    output wire [WAVES-1:0]      grant_onehot,   // its slot
    output wire [ENTRY_W-1:0]    grant_entry,

    output reg                   rt_valid,
    output reg  [SLOT_W-1:0]     rt_slot,
    output reg  [ENTRY_W-1:0]    rt_entry,
    output reg  [WAVES-1:0]      rt_onehot,
    output reg                   rt_barrier,
    output reg                   rt_end,
    output reg  [2:0]            rt_fault,       // WF_FAULT_*: no instruction, the wave ended; for one cycle
    output reg  [15:0]           rt_pc,
    output reg  [63:0]           rt_word,
    output reg  [LANES-1:0]      rt_exec,
    output reg  [LANES-1:0]      rt_write,
    output reg  [2:0]            rt_words,
    output reg                   rt_fold,
    output reg  [LANES-1:0]      rt_fold_exec,
    output reg  [128*LANES-1:0]  rt_data
);
`include "wf_isa.vh"
    localparam integer INSN_W = 16 + 64 + 2*LANES + 3 + 1;
    reg [INSN_W-1:0] insn_m [0:(1<<TAG_W)-1];
    always @(posedge clk)
        if (opnd_valid) insn_m[opnd_tag] <= {opnd_pc, opnd_word, opnd_exec, opnd_write, opnd_words, opnd_fold};
    wire [INSN_W-1:0] looked_up = insn_m[lookup_tag];
    assign lookup_pc = looked_up[INSN_W-1 -: 16];
    wire unused = &{1'b0, looked_up[INSN_W-17:0]};

    // The ALU's result cannot wait: the wave's next instruction may read it in the cycle in which it is written.
    wire       alu = rsp_valid[`WF_UNIT_ALU];
    wire       at_once = alu || fpu_early;
    reg  [6:0] waits_q;                      // valid in the last cycle, not granted: still valid
    reg  [6:0] other_valid;
    always @* begin
        other_valid = waits_q;
        other_valid[`WF_UNIT_FLOW] = rsp_valid[`WF_UNIT_FLOW];
        other_valid[`WF_UNIT_ALU]  = 1'b0;
        other_valid[`WF_UNIT_FPU]  = rsp_valid[`WF_UNIT_FPU];
        other_valid[`WF_UNIT_MEM]  = mem_known;
    end
    wire [6:0] other_pick;
    wire       other_any;
    wire [2:0] other_unit;
    wf_pick #(.N(7)) u_pick (
        .clk(clk), .rst(rst), .req(other_valid), .take(other_any && !at_once),
        .any(other_any), .onehot(other_pick), .index(other_unit));
    // Of the offers memory's is the last: answers to posted instructions are among them, and no results.
    wire       offered = rsp_offered != 4'd0;
    wire [2:0] offer_unit = rsp_offered[0] ? `WF_UNIT_PACK : rsp_offered[1] ? `WF_UNIT_XLANE :
                            rsp_offered[2] ? `WF_UNIT_LDS : `WF_UNIT_MEM;
    wire [6:0] offer_pick = offered ? 7'd1 << offer_unit : 7'd0;
    wire [2:0] unit = alu ? `WF_UNIT_ALU : fpu_early ? `WF_UNIT_FPU : other_any ? other_unit : offer_unit;
    assign rsp_ready   = alu ? 7'd1 << `WF_UNIT_ALU : fpu_early ? 7'd1 << `WF_UNIT_FPU :
                         other_any ? other_pick : offer_pick;
    wire   chosen      = alu || other_any || offered;        // early: the registers of the record take it,
    wire   grant_valid = alu || other_any || (offer_pick & rsp_valid) != 7'd0;       // ... and it is one

    integer o;
    reg [2:0] others;
    always @* begin
        others = 3'd0;
        for (o = 0; o < 7; o = o + 1) others = others + {2'b00, rsp_valid[o] && !rsp_ready[o]};
    end

    reg [TAG_W-1:0] tag;
    integer u;
    always @* begin
        tag = {TAG_W{1'b0}};
        for (u = 0; u < 7; u = u + 1) tag = tag | (rsp_tags[u*TAG_W +: TAG_W] & {TAG_W{rsp_ready[u]}});
    end
    wire [SLOT_W-1:0] slot = tag[ENTRY_W +: SLOT_W];
    wire [INSN_W-1:0] granted = insn_m[tag];
    assign grant_entry  = tag[ENTRY_W-1:0];
    assign grant_onehot = grant_valid ? {{(WAVES-1){1'b0}}, 1'b1} << slot : {WAVES{1'b0}};

    integer l;
    reg [32*LANES-1:0] words, seconds;           // temporaries of the clocked block: nothing is evaluated while idle
    // A pair is one lane's answer.  The lanes of the other half get the same words, and are not written: so what it is
    // does not select.  Each unit's words are in their lanes before the grant selects among the units.
    localparam integer HALF = LANES / 2;
    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        results_waiting <= others;
        waits_q    <= rsp_valid & ~rsp_ready;
        rt_valid   <= grant_valid;
        rt_barrier <= rsp_ready[`WF_UNIT_FLOW] && flow_barrier;
        rt_end     <= rsp_ready[`WF_UNIT_FLOW] && flow_end;
        rt_fault   <= rsp_ready[`WF_UNIT_FLOW] ? flow_fault : `WF_FAULT_NONE;
        if (chosen) begin
            rt_slot   <= slot;
            rt_entry  <= grant_entry;
            rt_onehot <= grant_onehot;
            {rt_pc, rt_word, rt_exec, rt_write, rt_words} <= granted[INSN_W-1:1];
            rt_fold      <= granted[0] || (rsp_ready[`WF_UNIT_FLOW] && flow_fold);
            rt_fold_exec <= rsp_ready[`WF_UNIT_FLOW] ? flow_lanes : granted[LANES+4 +: LANES];
            seconds = {LANES{32'd0}};
            case (unit)
                `WF_UNIT_ALU:  words = alu_data;
                `WF_UNIT_FPU:  words = fpu_data;
                `WF_UNIT_PACK: words = pack_data;
                `WF_UNIT_LDS: begin
                    words = lds_data;
                    if (lds_pairs)
                        for (l = 0; l < LANES; l = l + 1)
                            {seconds[32*l +: 32], words[32*l +: 32]} = lds_data[64*(l % HALF) +: 64];
                end
                `WF_UNIT_MEM: begin
                    for (l = 0; l < LANES; l = l + 1) words[32*l +: 32] = mem_data[32*l +: 32] & {32{mem_mask[l]}};
                    if (mem_pairs)
                        for (l = 0; l < LANES; l = l + 1)
                            {seconds[32*l +: 32], words[32*l +: 32]} =
                                mem_data[64*(l % HALF) +: 64] & {64{mem_mask[2*(l % HALF)]}};
                end
                default:       words = {LANES{32'd0}};
            endcase
            for (l = 0; l < LANES; l = l + 1)
                rt_data[128*l +: 128] <= {64'd0, seconds[32*l +: 32], words[32*l +: 32]};
            if (unit == `WF_UNIT_XLANE) rt_data <= xlane_data;
        end
        if (rst) begin
            results_waiting <= 3'd0;
            waits_q    <= 7'd0;
            rt_valid   <= 1'b0;
            rt_barrier <= 1'b0;
            rt_end     <= 1'b0;
            rt_fault   <= `WF_FAULT_NONE;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
