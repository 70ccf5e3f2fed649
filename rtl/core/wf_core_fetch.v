// SPDX-License-Identifier: Apache-2.0
// wf_core_fetch - from the pc of a slot to its next two instructions: arbitrates the instruction memory, wires the
//   parts.  wf_core_fetch_pc has the slots that need a fetch, and the addresses; wf_core_prefetch reads the targets
//   of jumps while no slot does; wf_core_imem is the memory; wf_core_predecode decodes what is loaded,
//   wf_core_decode what is read; wf_core_pair buffers, issues.
//   Latency: needed in cycle 0 (a launch, room), granted in 1, memory read in 2, buffered in 3, may issue in 4.  After
//   a jump in cycle 0 the memory is read in 1, and the instruction may issue in 3; if it was prefetched, in 1.
//   Throughput: one fetch per cycle: a jump first, else round robin, else a prefetch.  Up to two per slot are pending.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_predecode.vh"

module wf_core_fetch #(
    parameter integer WAVES      = 16,       // slots
    parameter integer IMEM_WORDS = 4096,     // instructions that the memory holds
    parameter integer DISPATCHES = 1,        // ids: 1, 2, 4 or 8
    parameter integer FPU        = 1,        // 0: there is no float unit
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1,
    parameter integer SLOT_W     = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                imem_we,          // the host loads an instruction
    input  wire [15:0]         imem_addr,
    input  wire [63:0]         imem_data,
    input  wire [17*DISPATCHES-1:0] code_words,  // by id: instructions of the kernel, beyond them nothing runs
    input  wire [16*DISPATCHES-1:0] code_base,   // by id: where the first of them is in the memory
    input  wire [DISPATCHES-1:0] dead,           // by id: its waves are to end: what is read from now on is END

    input  wire                launch_valid,     // a wave with live lanes enters a slot
    input  wire [SLOT_W-1:0]   launch_slot,
    input  wire [15:0]         launch_pc,        // its first instruction
    input  wire [ID_W-1:0]     launch_id,        // its dispatch
    input  wire                next_valid,       // control flow: the wave goes on at next_pc ...
    input  wire                next_jump,        // ... which is not where fetch went,
    input  wire                next_skips,       // ... but the target, because no lane runs
    input  wire                next_end,         // the wave ends instead
    input  wire                next_fold,        // the second of its pair goes with it
    input  wire [SLOT_W-1:0]   next_slot,        // slot of the control flow
    input  wire [16:0]         next_pc,

    input  wire                issue_valid,      // the next instruction of this slot issues
    input  wire [SLOT_W-1:0]   issue_slot,

    // an instruction is buffered: for the scoreboard
    output wire [2*WAVES-1:0]  fill_onehot,      // at this slot and place, place p at p*WAVES; 0: none
    output wire [SLOT_W-1:0]   fill_slot,
    output wire                fill_place,       // place of the slot that it goes to
    output wire                fill_younger,     // the other place holds an older instruction
    output wire [35:0]         fill_operands,    // its registers (wf_core_decode)
    output wire                fill_drain,       // it waits until all instructions of the wave before it have retired,
    output wire                fill_fence,       // ... and reached memory

    input  wire [WAVES-1:0]    running,          // a lane of the wave runs
    input  wire [WAVES-1:0]    converged,        // ... and none waits for an else, an endif or a continuing
    output wire [WAVES-1:0]    valid,            // an instruction is buffered
    output wire [WAVES-1:0]    head,             // the place of the one that issues next
    output wire [7*WAVES-1:0]  head_class,       // its unit, one bit plane per class: plane u at u*WAVES
    output wire                insn_valid,       // the instruction that issued in the cycle before
    output wire [SLOT_W-1:0]   insn_slot,
    output wire [15:0]         insn_pc,
    output wire [63:0]         insn_word,
    output wire [6:0]          insn_decoded,     // WF_DECODE_WORDS and below
    output wire [2:0]          insn_fault,       // WF_FAULT_*: why it is no instruction
    output wire [6:0]          insn_class,       // its unit: one-hot, numbered as WF_UNIT_*
    output wire                insn_fold,        // its second issued with it
    output wire [18:0]         insn_second,      // its second, which may go with it: as of wf_core_pair
    output wire [16*WAVES-1:0] issue_pc          // of the next instruction of each wave to issue, for reports
);
    // ---- grant ----
    wire              jump = next_valid && next_jump;
    wire [WAVES-1:0]  request, grant_onehot, flush, full, freed;
    wire              grant_valid;
    wire [SLOT_W-1:0] grant_slot;
    wf_pick #(.N(WAVES)) u_pick (
        .clk(clk), .rst(rst), .req(request), .take(grant_valid && !jump),
        .any(grant_valid), .onehot(grant_onehot), .index(grant_slot));

    // ---- read the memory ----
    wire              fetch_valid = grant_valid || jump;
    wire              prefetch_request, prefetch_valid, prefetch_pc_valid, hit;
    wire [16:0]       prefetch_pc, slot_pc;
    wire [ID_W-1:0]   slot_id;
    reg               read_valid_q, word_valid_q;        // for a fetch
    reg  [SLOT_W-1:0] read_slot_q, word_slot_q;
    reg  [15:0]       word_pc_q, word_above_q;
    wire              access  = read_valid_q || prefetch_valid;
    wire [16:0]       read_pc = prefetch_pc_valid ? prefetch_pc : slot_pc;
    always @(posedge clk) begin
        read_valid_q <= fetch_valid;
        word_valid_q <= read_valid_q;
        if (prefetch_request) read_slot_q <= insn_slot;
        if (fetch_valid)      read_slot_q <= jump ? next_slot : grant_slot;
        if (access) begin
            word_slot_q  <= read_slot_q;
            word_pc_q    <= read_pc[15:0];
            word_above_q <= {1'b0, read_pc[15:1]} + 16'd1;
        end
        if (rst) begin
            read_valid_q <= 1'b0;
            word_valid_q <= 1'b0;
        end
    end

    wire [63:0]       word, second_word;
    wire [7:0]        row_op;
    wire [`WF_PREDECODE_W-1:0] imem_bits, word_bits, second_bits;
    wire              outside, second_inside;
    wf_core_predecode #(.FPU(FPU)) u_predecode (.word(imem_data), .bits(imem_bits));
    wf_core_imem #(.IMEM_WORDS(IMEM_WORDS), .DISPATCHES(DISPATCHES)) u_imem (
        .clk(clk), .rst(rst), .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data),
        .imem_bits(imem_bits), .code_words(code_words), .code_base(code_base),
        .dead(dead), .read(access), .read_id(slot_id), .read_pc(read_pc),
        .word(word), .row_op(row_op), .bits(word_bits), .outside(outside), .second_word(second_word), .second_bits(second_bits),
        .second_inside(second_inside));

    // ---- buffer what was read ----
    wire [2:0]        word_fault;
    wire [6:0]        word_class, word_decoded;
    wire [1:0]        word_noop, word_pairs;
    wire              word_flows, word_ends, word_loops, word_prefetched, fill, insn_flows;
    wire [16:0]       word_follows;
    wire [15:0]       insn_follows;
    wf_core_decode #(.FPU(FPU)) u_decode (
        .word(word), .row_op(row_op), .bits(word_bits), .pc(word_pc_q), .above(word_above_q), .outside(outside),
        .second_word(second_word), .second_bits(second_bits), .second_inside(second_inside),
        .fault(word_fault), .unit_class(word_class), .decoded(word_decoded), .flows(word_flows), .ends(word_ends),
        .operands(fill_operands), .drain(fill_drain), .fence(fill_fence), .noop(word_noop), .second(word_pairs),
        .loops(word_loops), .follows(word_follows));

    wf_core_fetch_pc #(.WAVES(WAVES), .ID_W(ID_W)) u_pc (
        .clk(clk), .rst(rst),
        .launch_valid(launch_valid), .launch_slot(launch_slot), .launch_pc(launch_pc), .launch_id(launch_id),
        .next_valid(next_valid), .jump(jump), .next_end(next_end), .next_slot(next_slot), .next_pc(next_pc),
        .flush(flush), .valid(valid), .full(full), .freed(freed), .request(request),
        .grant_valid(grant_valid), .grant_onehot(grant_onehot), .access(access),
        .read_valid(read_valid_q), .read_slot(read_slot_q), .read_pc(read_pc), .slot_pc(slot_pc), .slot_id(slot_id),
        .word_valid(word_valid_q), .word_slot(word_slot_q), .word_ends(word_ends), .word_loops(word_loops),
        .word_paired(|word_pairs), .word_follows(word_follows), .fill(fill),
        .insn_valid(insn_valid), .insn_flows(insn_flows), .insn_slot(insn_slot), .insn_follows(insn_follows),
        .issue_pc(issue_pc));

    wf_core_prefetch #(.SLOT_W(SLOT_W)) u_prefetch (
        .clk(clk), .rst(rst),
        .insn_valid(insn_valid), .insn_flows(insn_flows), .insn_pc(insn_pc), .insn_word(insn_word),
        .fetch_valid(fetch_valid), .read_valid(read_valid_q), .request(prefetch_request),
        .prefetch_valid(prefetch_valid),
        .pc_valid(prefetch_pc_valid), .pc(prefetch_pc), .jump(jump), .jump_skips(next_skips), .jump_slot(next_slot),
        .word_slot(word_slot_q), .word_follows(word_follows), .word_prefetched(word_prefetched), .hit(hit));

    wf_core_pair #(.WAVES(WAVES)) u_pair (
        .clk(clk), .rst(rst), .flush(flush), .fill(fill), .hit(hit), .word_prefetched(word_prefetched), .fill_onehot(fill_onehot),
        .word_slot(word_slot_q), .word_pc(word_pc_q), .word(word), .word_second(second_word), .word_fault(word_fault),
        .word_class(word_class), .word_decoded(word_decoded), .word_flows(word_flows), .word_noop(word_noop),
        .word_pairs(word_pairs), .fill_place(fill_place), .fill_younger(fill_younger), .running(running),
        .converged(converged), .valid(valid), .full(full), .freed(freed), .head(head), .head_class(head_class),
        .issue_valid(issue_valid), .issue_slot(issue_slot), .next_fold(next_fold), .next_slot(next_slot),
        .insn_valid(insn_valid), .insn_slot(insn_slot), .insn_pc(insn_pc), .insn_word(insn_word),
        .insn_decoded(insn_decoded), .insn_fault(insn_fault), .insn_class(insn_class), .insn_flows(insn_flows),
        .insn_fold(insn_fold), .insn_second(insn_second), .insn_follows(insn_follows));

    assign fill_slot  = word_slot_q;
endmodule

`default_nettype wire
