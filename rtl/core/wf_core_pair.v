// SPDX-License-Identifier: Apache-2.0
// wf_core_pair - the instruction buffer: two places per slot, each an instruction or a pair; which pairs are folded.
//   A pair is folded, which means that both issue together, if its first is no control flow and its second changes
//   nothing.  Otherwise it is split: the first issues alone and the second stays.  It goes with its first if that is
//   control flow, and changes nothing in the lanes that run when that is performed (next_fold).  Else it issues next,
//   as control flow.  An instruction that changes nothing goes through the ALU and writes nothing, so that what follows
//   does not wait for it.  While an instruction that is no control flow is at the head, no control flow of its wave is
//   in flight: `running` and `converged` are stable until it has issued.
//   Latency: buffered in cycle 0, it may issue in 1 (issue_valid) and is read in 2 (insn_*).  Throughput: one
//   instruction or pair in, one out per cycle.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_pair #(
    parameter integer WAVES  = 16,           // slots
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire               clk,
    input  wire               rst,

    input  wire [WAVES-1:0]   flush,             // what is buffered is dropped
    input  wire               fill,              // the word is buffered,
    input  wire               hit,               // ... or a jump in this cycle needs it: buffered after the flush
    input  wire               word_prefetched,   // it is a prefetch
    input  wire [SLOT_W-1:0]  word_slot,
    input  wire [15:0]        word_pc,
    input  wire [63:0]        word,              // wf_core_decode says what the next seven are
    input  wire [63:0]        word_second,       // instruction after it in the text
    input  wire [2:0]         word_fault,
    input  wire [6:0]         word_class,
    input  wire [6:0]         word_decoded,
    input  wire               word_flows,
    input  wire [1:0]         word_noop,
    input  wire [1:0]         word_pairs,        // WF_SECOND_*: when word_second changes nothing
    output wire [2*WAVES-1:0] fill_onehot,       // slot and place that it goes to, place p at p*WAVES; 0: none
    output wire               fill_place,        // place that it goes to
    output wire               fill_younger,      // the other place holds an older instruction

    input  wire [WAVES-1:0]   running,           // a lane of the wave runs
    input  wire [WAVES-1:0]   converged,         // ... and none waits for an else, an endif or a continuing
    output wire [WAVES-1:0]   valid,             // an instruction is buffered
    output wire [WAVES-1:0]   full,              // two places are
    output wire [WAVES-1:0]   freed,             // a place becomes free in this cycle because it issues
    output wire [WAVES-1:0]   head,              // the place that issues next
    output wire [7*WAVES-1:0] head_class,        // its unit, one bit plane per class: plane u at u*WAVES

    input  wire               issue_valid,       // the head of issue_slot issues
    input  wire [SLOT_W-1:0]  issue_slot,
    input  wire               next_fold,         // control flow is performed, and the second of its pair goes with it
    input  wire [SLOT_W-1:0]  next_slot,

    output reg                insn_valid,        // the instruction that issued in the cycle before
    output reg  [SLOT_W-1:0]  insn_slot,
    output wire [15:0]        insn_pc,
    output reg  [63:0]        insn_word,
    output reg  [6:0]         insn_decoded,      // WF_DECODE_WORDS and below
    output reg  [2:0]         insn_fault,        // WF_FAULT_*
    output reg  [6:0]         insn_class,        // its unit, one-hot
    output reg                insn_flows,        // control flow will say where the wave goes on, or the wave ends
    output reg                insn_fold,         // its second issued with it
    output reg  [18:0]        insn_second,       // its second: {no change while running, converged; ends a loop; top}
    output wire [15:0]        insn_follows       // where the wave goes on unless insn_flows
);
`include "wf_isa.vh"
    localparam integer FIRST_W  = 1 + 7 + 7 + 3 + 16 + 64;
    localparam integer SECOND_W = 16 + 8 + 16 + `WF_SECOND_OP_W;   // target, level, top of the loop, opcode
    localparam [WAVES-1:0] ONE  = {{(WAVES-1){1'b0}}, 1'b1};
    localparam [WAVES-1:0] NONE = {WAVES{1'b0}};
    localparam integer RUNNING = 0, CONVERGED = 1;                   // bits of WF_SECOND_*

    reg  [FIRST_W-1:0]  first_m  [0:(2<<SLOT_W)-1];                  // by slot and place
    reg  [SECOND_W-1:0] second_m [0:(2<<SLOT_W)-1];
    reg  [WAVES-1:0]    valid_q, full_q;         // places in use: one or two; two
    reg  [WAVES-1:0]    head_q, fill_q;          // the place that issues next; the place to fill next
    reg  [WAVES-1:0]    split_q;                 // of the pair at the head the first has issued
    assign valid = valid_q;
    assign full  = full_q;
    assign head  = head_q;

    // A prefetch is only buffered by a hit, after the flush.
    assign fill_place   = !word_prefetched && fill_q[word_slot];
    assign fill_younger = !word_prefetched && valid_q[word_slot];
    wire [WAVES-1:0] filled  = fill ? ONE << word_slot : NONE;
    wire [WAVES-1:0] hit_new = hit ? ONE << word_slot : NONE;        // comes late in the cycle

    // ---- what is known of each place ----
    wire [WAVES-1:0] split;                      // the pair at the head is split in this cycle

    // One bit of a place in each slot: filled with `value`; `second` when only the second is left.
    function [WAVES-1:0] update(input [WAVES-1:0] now, input [WAVES-1:0] fill_in, input [WAVES-1:0] hit_in, input value,
                                input [WAVES-1:0] split_in, input [WAVES-1:0] second);
        update = (((now & ~fill_in & ~split_in) | (fill_in & {WAVES{value}}) | (split_in & second)) & ~hit_in) |
                 (hit_in & {WAVES{value}});
    endfunction

    genvar p, c;
    generate
        for (p = 0; p < 2; p = p + 1) begin : g_place
            wire [WAVES-1:0] here      = p ? head_q : ~head_q;
            wire [WAVES-1:0] filled_in = (p != 0) == fill_place ? filled : NONE;
            wire [WAVES-1:0] hit_in    = p ? NONE : hit_new;
            wire [WAVES-1:0] split_in  = split & here;
            assign fill_onehot[p*WAVES +: WAVES] = filled_in | hit_in;
            reg  [WAVES-1:0] noop_running_q, noop_converged_q;       // when the instruction changes nothing
            reg  [WAVES-1:0] second_running_q, second_converged_q;   // when its second does
            always @(posedge clk) begin
                noop_running_q     <= update(noop_running_q, filled_in, hit_in, word_noop[RUNNING],
                                             split_in, second_running_q);
                noop_converged_q   <= update(noop_converged_q, filled_in, hit_in, word_noop[CONVERGED],
                                             split_in, second_converged_q);
                second_running_q   <= update(second_running_q, filled_in, hit_in, word_pairs[RUNNING], split_in, NONE);
                second_converged_q <= update(second_converged_q, filled_in, hit_in, word_pairs[CONVERGED],
                                             split_in, NONE);
            end
            for (c = 0; c < 7; c = c + 1) begin : g_class
                reg [WAVES-1:0] class_q;
                always @(posedge clk)
                    if (rst) class_q <= NONE;
                    else     class_q <= update(class_q, filled_in, hit_in, word_class[c], split_in,
                                               c == `WF_UNIT_FLOW ? ~NONE : NONE);
            end
        end
    endgenerate

    // ---- the head of each slot ----
    wire [WAVES-1:0] noop_running     = (g_place[0].noop_running_q & ~head_q) | (g_place[1].noop_running_q & head_q);
    wire [WAVES-1:0] noop_converged   = (g_place[0].noop_converged_q & ~head_q) |
                                        (g_place[1].noop_converged_q & head_q);
    wire [WAVES-1:0] second_running   = (g_place[0].second_running_q & ~head_q) |
                                        (g_place[1].second_running_q & head_q);
    wire [WAVES-1:0] second_converged = (g_place[0].second_converged_q & ~head_q) |
                                        (g_place[1].second_converged_q & head_q);
    wire [WAVES-1:0] noop = (noop_running & running) | (noop_converged & converged);
    generate
        for (c = 0; c < 7; c = c + 1) begin : g_head
            wire [WAVES-1:0] plane = (g_place[0].g_class[c].class_q & ~head_q) |
                                     (g_place[1].g_class[c].class_q & head_q);
            assign head_class[c*WAVES +: WAVES] = c == `WF_UNIT_FLOW ? plane & ~noop :
                                                  c == `WF_UNIT_ALU ? plane | noop : plane;
        end
    endgenerate
    wire [WAVES-1:0] folds  = ((second_running & running) | (second_converged & converged)) &
                              ~head_class[`WF_UNIT_FLOW*WAVES +: WAVES];
    wire [WAVES-1:0] splits = (second_running | second_converged) & ~folds;
    wire [WAVES-1:0] issued = issue_valid ? ONE << issue_slot : NONE;
    wire [WAVES-1:0] leaves = freed | (next_fold ? ONE << next_slot : NONE);
    assign split = issued & splits;
    assign freed = issued & ~splits;

    // ---- the buffer ----
    // An instruction is read two cycles after it was buffered or later: it is written between, off the path of a jump.
    reg                write_q;
    reg [SLOT_W:0]     write_at_q;
    reg [FIRST_W-1:0]  write_first_q;
    reg [SECOND_W-1:0] write_second_q;
    wire               unused = &{1'b0, word_second};
    always @(posedge clk) begin
        write_q        <= fill || hit;
        write_at_q     <= {word_slot, fill_place};
        write_first_q  <= {word_flows, word_class, word_decoded, word_fault, word_pc, word};
        write_second_q <= {word_second[`WF_INSN_IMM16], word_second[`WF_INSN_LEVEL],
                           word_second[`WF_INSN_BACK], word_second[`WF_SECOND_OP_W-1:0]};
        if (write_q) begin
            first_m[write_at_q]  <= write_first_q;
            second_m[write_at_q] <= write_second_q;
        end
        valid_q <= (((valid_q & ~(leaves & ~full_q)) | filled) & ~flush) | hit_new;
        full_q  <= ((full_q & ~leaves) | (filled & valid_q & ~leaves)) & ~flush;
        head_q  <= (head_q ^ leaves) & ~flush;
        fill_q  <= ((fill_q ^ filled) & ~flush) | hit_new;
        split_q <= (split_q | split) & ~leaves & ~flush;
        if (rst) begin
            valid_q <= NONE;
            full_q  <= NONE;
            head_q  <= NONE;
            fill_q  <= NONE;
            split_q <= NONE;
            write_q <= 1'b0;
        end
    end

    // ---- the instruction that issues ----
    wire               read_flows;
    wire [6:0]         read_class, read_decoded;
    wire [2:0]         read_fault;
    wire [15:0]        read_pc, second_target, second_back;
    wire [63:0]        read_word;
    wire [7:0]         second_level, second_op;
    wire               read_noop = noop[issue_slot], read_split = split_q[issue_slot];    // only the second is left
    assign {read_flows, read_class, read_decoded, read_fault, read_pc, read_word} =
        first_m[{issue_slot, head_q[issue_slot]}];
    assign second_op[7:`WF_SECOND_OP_W] = {(8-`WF_SECOND_OP_W){1'b0}};
    assign {second_target, second_level, second_back, second_op[`WF_SECOND_OP_W-1:0]} =
        second_m[{issue_slot, head_q[issue_slot]}];

    reg  [15:0] first_pc;
    reg         insn_split;
    assign insn_pc = first_pc + {15'd0, insn_split};
    always @(posedge clk) begin
        insn_valid <= issue_valid;
        if (issue_valid) begin
            insn_slot    <= issue_slot;
            insn_split   <= read_split;
            first_pc     <= read_pc;
            insn_word    <= read_split ? {second_target, second_level, 16'd0, second_back, second_op} : read_word;
            insn_decoded <= read_split ? 7'd0 : read_decoded;
            insn_fault   <= read_split ? `WF_FAULT_NONE : read_fault;
            insn_flows   <= (read_flows || read_split) && !read_noop;
            insn_class   <= read_noop ? 7'd1 << `WF_UNIT_ALU : read_split ? 7'd1 << `WF_UNIT_FLOW : read_class;
            insn_fold    <= folds[issue_slot];
            insn_second  <= {second_running[issue_slot], second_converged[issue_slot],
                             second_op == `WF_OP_ENDLOOP, second_back};
        end
        if (rst) insn_valid <= 1'b0;
    end
    wire        loops = insn_fold ? insn_second[16] : insn_word[`WF_INSN_OP] == `WF_OP_ENDLOOP;
    assign      insn_follows = !loops ? insn_pc + (insn_fold ? 16'd2 : 16'd1) :
                               insn_fold ? insn_second[15:0] : insn_word[`WF_INSN_BACK];
endmodule

`default_nettype wire
