// SPDX-License-Identifier: Apache-2.0
// wf_core_fetch_pc - pc, epoch and fetches of each slot: which slots need a fetch, where, and which are still of use.
//   A slot needs a fetch while its buffer has room for those pending (two at most), or an instruction leaves its buffer
//   in this cycle; and none after an instruction that ends the wave.  Its pc runs ahead of the instructions that issue:
//   on through the text, and at the end of a loop to its top.
//   A fetch takes the epoch of its slot along.  What makes pending fetches useless (a launch, a jump, an end; a pc that
//   does not follow the text) moves the slot to the next epoch, and a fetch of another epoch is dropped.  While a fetch
//   is pending at most two such changes come in a row, so that two bits are enough.
//   Latency: a change is seen in the next cycle.  Throughput: one fetch granted, one read and one buffered per cycle.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_fetch_pc #(
    parameter integer WAVES  = 16,           // slots
    parameter integer ID_W   = 1,            // bits of a dispatch's id
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                launch_valid,     // a wave with live lanes enters a slot
    input  wire [SLOT_W-1:0]   launch_slot,
    input  wire [15:0]         launch_pc,
    input  wire [ID_W-1:0]     launch_id,
    input  wire                next_valid,       // control flow: the wave goes on at next_pc,
    input  wire                jump,             // ... which is not where fetch went
    input  wire                next_end,         // the wave ends
    input  wire [SLOT_W-1:0]   next_slot,
    input  wire [16:0]         next_pc,
    output wire [WAVES-1:0]    flush,            // slots of these three: what is buffered and pending is dropped

    input  wire [WAVES-1:0]    valid,            // an instruction is buffered
    input  wire [WAVES-1:0]    full,             // two are
    input  wire [WAVES-1:0]    freed,            // one leaves in this cycle because it issues
    output wire [WAVES-1:0]    request,          // a fetch is wanted

    input  wire                grant_valid,      // one gets the memory, unless a jump does
    input  wire [WAVES-1:0]    grant_onehot,

    input  wire                access,           // the memory is read, for a fetch or a prefetch
    input  wire                read_valid,       // ... for a fetch
    input  wire [SLOT_W-1:0]   read_slot,
    input  wire [16:0]         read_pc,          // where it is read
    output wire [16:0]         slot_pc,          // pc to fetch of read_slot; 17 bits: also after the last instruction
    output wire [ID_W-1:0]     slot_id,          // its dispatch

    input  wire                word_valid,       // a fetched instruction is there
    input  wire [SLOT_W-1:0]   word_slot,
    input  wire                word_ends,        // it ends the wave
    input  wire                word_loops,       // it ends a loop
    input  wire                word_paired,      // the instruction after it comes with it
    input  wire [16:0]         word_follows,     // where fetch goes on after both
    output wire                fill,             // it is of the epoch of its slot, and is buffered

    input  wire                insn_valid,       // an instruction issued in the cycle before
    input  wire                insn_flows,       // control flow will say where its wave goes on, or the wave ends
    input  wire [SLOT_W-1:0]   insn_slot,
    input  wire [15:0]         insn_follows,     // else the wave goes on here
    output wire [16*WAVES-1:0] issue_pc          // of the next instruction of each wave to issue, for reports
);
    localparam [WAVES-1:0] ONE  = {{(WAVES-1){1'b0}}, 1'b1};
    localparam [WAVES-1:0] NONE = {WAVES{1'b0}};

    reg  [16:0]      pc       [0:WAVES-1];       // to fetch next
    reg  [15:0]      issue    [0:WAVES-1];       // to issue next
    reg  [ID_W-1:0]  id       [0:WAVES-1];       // dispatch
    reg  [WAVES-1:0] fetching_q;                 // the slot may fetch ahead
    reg  [WAVES-1:0] pending_q, pending2_q;      // fetches are pending: one or two; two
    reg  [WAVES-1:0] epoch0_q, epoch1_q;         // bits of the epoch
    reg  [1:0]       read_epoch_q, word_epoch_q; // of the fetch that is read; that is there
    reg              follow_q;                   // word_follows of the cycle before is the pc of follow_slot_q,
    reg  [SLOT_W-1:0] follow_slot_q;             // ... which the memory's data would reach late in their own cycle
    reg  [16:0]      follow_pc_q;

    wire [WAVES-1:0] launched  = launch_valid ? ONE << launch_slot : NONE;
    wire [WAVES-1:0] jumped    = jump ? ONE << next_slot : NONE;
    wire [WAVES-1:0] ended     = next_end ? ONE << next_slot : NONE;
    wire [WAVES-1:0] granted   = jump ? NONE : grant_onehot;
    wire [WAVES-1:0] filled    = fill ? ONE << word_slot : NONE;
    wire             refetched = word_paired && read_valid && read_slot == word_slot;  // its second is read on its own
    wire [WAVES-1:0] redirected = word_loops || word_ends || refetched ? filled : NONE;  // others follow it
    wire             read_current = read_epoch_q == {epoch1_q[read_slot], epoch0_q[read_slot]};
    assign flush   = launched | jumped | ended;
    assign request = fetching_q & (freed | (~full & ~pending2_q & ~(valid & pending_q)));
    assign fill    = word_valid && word_epoch_q == {epoch1_q[word_slot], epoch0_q[word_slot]};
    assign slot_pc = follow_q && follow_slot_q == read_slot ? follow_pc_q : pc[read_slot];
    assign slot_id = id[read_slot];

    always @(posedge clk) begin
        fetching_q <= (fetching_q & ~(word_ends ? filled : NONE) & ~ended) | launched | jumped;
        pending_q  <= ((granted | (pending_q & ~filled) | pending2_q) & ~flush & ~redirected) | jumped;
        pending2_q <= ((granted & pending_q & ~filled) | (pending2_q & (granted | ~filled))) & ~flush & ~redirected;
        epoch0_q   <= epoch0_q ^ (flush | redirected);
        epoch1_q   <= epoch1_q ^ ((flush | redirected) & epoch0_q);
        if (grant_valid || jump)
            read_epoch_q <= jump ? {epoch1_q[next_slot], epoch0_q[next_slot]} + 2'd1 :
                            {|(epoch1_q & grant_onehot), |(epoch0_q & grant_onehot)};
        if (access) word_epoch_q <= read_epoch_q;

        follow_q      <= fill && (word_loops || word_paired) && !flush[word_slot];
        follow_slot_q <= word_slot;
        follow_pc_q   <= word_follows;
        if (follow_q)                   pc[follow_slot_q] <= follow_pc_q;
        if (read_valid && read_current) pc[read_slot]     <= read_pc + 17'd1;
        if (launch_valid)               pc[launch_slot]   <= {1'b0, launch_pc};
        if (launch_valid)               id[launch_slot]   <= launch_id;
        if (jump)                       pc[next_slot]     <= next_pc;

        if (insn_valid && !insn_flows) issue[insn_slot]   <= insn_follows;
        if (launch_valid)              issue[launch_slot] <= launch_pc;
        if (next_valid)                issue[next_slot]   <= next_pc[15:0];
        if (rst) begin
            fetching_q <= NONE;
            pending_q  <= NONE;
            pending2_q <= NONE;
            follow_q   <= 1'b0;
            epoch0_q   <= NONE;
            epoch1_q   <= NONE;
        end
    end

    genvar g;
    generate
        for (g = 0; g < WAVES; g = g + 1) begin : g_pc
            assign issue_pc[16*g +: 16] = issue[g];
        end
    endgenerate
endmodule

`default_nettype wire
