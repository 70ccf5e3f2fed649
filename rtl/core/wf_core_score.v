// SPDX-License-Identifier: Apache-2.0
// wf_core_score - scoreboard: which instructions of each wave are in flight, and whether its next one may join them.
//   An instruction takes an entry of its slot when it issues and leaves it when its result will be ready for the next
//   reader.  When an instruction is buffered, its registers are compared once with the destinations in flight and
//   with the one buffered before it; each dependence is one bit per entry, so that being ready takes no comparison.
//   Registers are read when an instruction issues and waves issue in order, so a write never overtakes a read.
//   A posted instruction retires before its access has reached memory: it keeps its entry until its answer comes.
//   Not ready either: after control flow that has not been performed, with all entries taken, and an instruction that
//   waits for all before it to retire (drain) or to reach memory (fence), while one has not.  Buffered in cycle 0,
//   ready in cycle 1; issued in cycle 0, its entry counts from cycle 1; done in cycle 0, ready in cycle 1.
//   Spec: docs/core.md   Test: tb/core/wf_core_score_tb.v, tb/core/wf_core_tb.v
`default_nettype none

module wf_core_score #(
    parameter integer WAVES    = 16,         // slots
    parameter integer INFLIGHT = 4,          // entries per slot, 1..8
    parameter integer SLOT_W   = (WAVES > 1) ? $clog2(WAVES) : 1,
    parameter integer ENTRY_W  = (INFLIGHT > 1) ? $clog2(INFLIGHT) : 1
) (
    input  wire               clk,
    input  wire               rst,

    // an instruction is buffered in one of the two places of its slot (wf_core_pair)
    input  wire [2*WAVES-1:0] in_onehot,     // of this slot and place, place p at p*WAVES; 0: none.  Known late
    input  wire [SLOT_W-1:0]  in_slot,       // the slot and the place; any without an instruction
    input  wire               in_place,
    input  wire               in_younger,    // the other place holds an older one
    input  wire [35:0]        in_operands,   // {destination, c, b, a}: {it counts, all registers of its quad, number}
    input  wire               in_drain,      // waits until all before it have retired,
    input  wire               in_fence,      // ... and reached memory

    // the head of each buffer
    input  wire [WAVES-1:0]   valid,         // there is one
    input  wire [WAVES-1:0]   head,          // its place
    input  wire [WAVES-1:0]   flow,          // it is control flow

    // the head of a slot issues
    input  wire               issue_valid,
    input  wire [SLOT_W-1:0]  issue_slot,
    output wire [ENTRY_W-1:0] issue_entry,   // the lowest free one

    // done: at most one of each in a cycle; posted: the entry stays until the answer
    input  wire               early_valid,   // its result will be there for the next reader
    input  wire [SLOT_W-1:0]  early_slot,
    input  wire [ENTRY_W-1:0] early_entry,
    input  wire [WAVES-1:0]   grant_onehot,  // it is granted; 0: none
    input  wire [ENTRY_W-1:0] grant_entry,
    input  wire               grant_flow,    // what was granted is control flow
    input  wire               grant_posted,  // ... is a posted instruction
    input  wire               answer_valid,  // the answer of a posted one, in the cycle after its request or later
    input  wire [SLOT_W-1:0]  answer_slot,
    input  wire [ENTRY_W-1:0] answer_entry,
    input  wire               settle,        // pulse: from the next cycle on, ...
    output wire               settled,       // ... the accesses that were in flight then have reached memory

    output wire [WAVES-1:0]   ready          // the head may issue
);
    localparam integer SLOTS  = 1 << SLOT_W;
    localparam integer DEST_W = 9;           // a destination, as in in_operands
    localparam [WAVES-1:0] ONE  = {{(WAVES-1){1'b0}}, 1'b1};
    localparam [WAVES-1:0] NONE = {WAVES{1'b0}};

    generate
        if (INFLIGHT < 1 || INFLIGHT > 8) wf_core_INFLIGHT_must_be_1_to_8 u_error ();
    endgenerate

    // one bit plane per entry
    reg [INFLIGHT*WAVES-1:0] inflight_q;                 // the entry is taken
    reg [INFLIGHT*WAVES-1:0] posted_q, answered_q;       // of them: retired unanswered, answered before that
    reg [INFLIGHT*WAVES-1:0] unsettled_q;                // posted since `settle`
    wire [2*INFLIGHT*WAVES-1:0] waits_for;               // by place and entry: what is buffered there waits for the entry
    reg [WAVES-1:0]          depends_q;                  // the younger buffered one waits for the older
    reg [WAVES-1:0]          flow_q;                     // control flow is in flight
    // What is buffered writes these: the last one of a slot, and the one before it.  Known in the second cycle after the fill.
    reg [DEST_W-1:0]         last_dest [0:SLOTS-1], before_dest [0:SLOTS-1];
    reg [WAVES-1:0]          last_place_q;               // place of the last one
    reg  [WAVES-1:0]         filled_q;                   // one was buffered in the cycle before,
    wire                     fill_q = filled_q != NONE;  // ... an or that has no time in that cycle
    reg [SLOT_W:0]           fill_at_q;                  // ... at this {slot, place},
    reg [DEST_W-1:0]         fill_dest_q;                // ... and writes this

    wire [WAVES-1:0]   filled = in_onehot[0 +: WAVES] | in_onehot[WAVES +: WAVES];
    wire [WAVES-1:0]   issued = issue_valid ? ONE << issue_slot : NONE;
    wire [WAVES-1:0]   early  = early_valid ? ONE << early_slot : NONE;
    wire               older_issues = issue_valid && issue_slot == in_slot;
    wire [DEST_W-1:0]  in_dest = in_operands[3*DEST_W +: DEST_W];
    wire [DEST_W-1:0]  issue_dest = head[issue_slot] == last_place_q[issue_slot] ? last_dest[issue_slot] : before_dest[issue_slot];

    // Does it read or write what is in `dest`?
    function conflict(input [DEST_W-1:0] dest, input [4*DEST_W-1:0] operands);
        integer i;
        begin
            conflict = 1'b0;
            for (i = 0; i < 4*DEST_W; i = i + DEST_W)
                if (dest[8] && operands[i+8] && dest[6:2] == operands[i+2 +: 5] &&
                    (dest[7] || operands[i+7] || dest[1:0] == operands[i +: 2]))
                    conflict = 1'b1;
        end
    endfunction

    wire [DEST_W-1:0] older_dest = fill_q && fill_at_q[1 +: SLOT_W] == in_slot ? fill_dest_q : last_dest[in_slot];
    wire in_depends = in_younger && conflict(older_dest, in_operands);

    // ---- entries ----
    wire [INFLIGHT-1:0]       free;              // of the slot that issues
    wire [INFLIGHT-1:0]       chosen = free & (~free + {{(INFLIGHT-1){1'b0}}, 1'b1});
    wire [WAVES-1:0]          answers = answer_valid ? ONE << answer_slot : NONE;
    assign settled = unsettled_q == {INFLIGHT*WAVES{1'b0}};
    genvar k, p;
    generate
        for (k = 0; k < INFLIGHT; k = k + 1) begin : g_entry
            localparam [ENTRY_W-1:0] NUMBER = k[ENTRY_W-1:0];
            reg  [DEST_W-1:0] dest [0:SLOTS-1];  // what is in flight writes
            wire [WAVES-1:0] inflight = inflight_q[k*WAVES +: WAVES];
            wire [WAVES-1:0] posted   = posted_q[k*WAVES +: WAVES];
            wire [WAVES-1:0] answered = answered_q[k*WAVES +: WAVES] | (answer_entry == NUMBER ? answers : NONE);
            wire [WAVES-1:0] granted  = grant_entry == NUMBER ? grant_onehot : NONE;
            wire [WAVES-1:0] posts    = grant_posted ? granted : NONE;
            wire [WAVES-1:0] done     = (early_entry == NUMBER ? early : NONE) | (granted & ~posts) |
                                        ((posted | posts) & answered);
            wire [WAVES-1:0] take     = chosen[k] ? issued : NONE;
            wire [WAVES-1:0] still    = inflight & ~done;        // comes late: no choice by slot follows it
            wire             in_waits = conflict(dest[in_slot], in_operands);
            wire             in_follows = in_depends && older_issues && chosen[k];
            assign free[k] = !inflight[issue_slot];
            for (p = 0; p < 2; p = p + 1) begin : g_place
                reg  [WAVES-1:0] waits_q;        // the one at this place waits for the entry
                wire [WAVES-1:0] filled_here = in_onehot[p*WAVES +: WAVES];
                wire [WAVES-1:0] other       = p ? ~head : head;         // the older one is in the other place
                always @(posedge clk)
                    waits_q <= (((waits_q & ~filled_here) | (in_waits ? filled_here : NONE)) & still) |
                               (in_follows ? filled_here : NONE) | (take & depends_q & other);
                assign waits_for[(p*INFLIGHT + k)*WAVES +: WAVES] = waits_q;
            end
            always @(posedge clk) begin
                if (issue_valid && chosen[k]) dest[issue_slot] <= issue_dest;
                inflight_q[k*WAVES +: WAVES]  <= still | take;
                posted_q[k*WAVES +: WAVES]    <= (posted | posts) & ~answered;
                unsettled_q[k*WAVES +: WAVES] <= (settle ? posted | posts : unsettled_q[k*WAVES +: WAVES]) & ~answered;
                answered_q[k*WAVES +: WAVES]  <= answered & ~(posted | posts);
                if (rst) begin
                    inflight_q[k*WAVES +: WAVES]  <= NONE;
                    posted_q[k*WAVES +: WAVES]    <= NONE;
                    unsettled_q[k*WAVES +: WAVES] <= NONE;
                    answered_q[k*WAVES +: WAVES]  <= NONE;
                end
            end
        end
    endgenerate

    integer n;
    reg [ENTRY_W-1:0] entry;
    always @* begin
        entry = {ENTRY_W{1'b0}};
        for (n = 0; n < INFLIGHT; n = n + 1)
            if (chosen[n]) entry = entry | n[ENTRY_W-1:0];
    end
    assign issue_entry = entry;

    // ---- what is buffered ----
    generate
        for (p = 0; p < 2; p = p + 1) begin : g_buffered
            reg  [WAVES-1:0] drain_q, fence_q;
            wire [WAVES-1:0] filled_here = in_onehot[p*WAVES +: WAVES];
            always @(posedge clk) begin
                drain_q <= (drain_q & ~filled_here) | (in_drain ? filled_here : NONE);
                fence_q <= (fence_q & ~filled_here) | (in_fence ? filled_here : NONE);
            end
        end
    endgenerate
    wire [WAVES-1:0] head_drain = (g_buffered[0].drain_q & ~head) | (g_buffered[1].drain_q & head);
    wire [WAVES-1:0] head_fence = (g_buffered[0].fence_q & ~head) | (g_buffered[1].fence_q & head);
    always @(posedge clk) begin
        filled_q    <= filled;
        fill_at_q   <= {in_slot, in_place};
        fill_dest_q <= in_dest;
        if (fill_q) begin
            before_dest[fill_at_q[1 +: SLOT_W]]  <= last_dest[fill_at_q[1 +: SLOT_W]];
            last_dest[fill_at_q[1 +: SLOT_W]]    <= fill_dest_q;
            last_place_q[fill_at_q[1 +: SLOT_W]] <= fill_at_q[0];
        end
        depends_q <= (depends_q & ~issued & ~filled) | (in_depends && !older_issues ? filled : NONE);
        flow_q    <= (flow_q & ~(grant_flow ? grant_onehot : NONE)) | (issued & flow);
        if (rst) begin
            filled_q <= NONE;
            flow_q <= NONE;
        end
    end

    integer e;
    // an entry is taken, by what has not retired; all are taken; the head waits for one
    reg [WAVES-1:0] pending, unretired, full;
    reg [WAVES-1:0] waits_0, waits_1;        // ... what is at this place
    always @* begin
        pending   = NONE;
        unretired = NONE;
        full      = {WAVES{1'b1}};
        waits_0   = NONE;
        waits_1   = NONE;
        for (e = 0; e < INFLIGHT; e = e + 1) begin
            pending   = pending | inflight_q[e*WAVES +: WAVES];
            unretired = unretired | (inflight_q[e*WAVES +: WAVES] & ~posted_q[e*WAVES +: WAVES]);
            full      = full & inflight_q[e*WAVES +: WAVES];
            waits_0   = waits_0 | waits_for[e*WAVES +: WAVES];
            waits_1   = waits_1 | waits_for[(INFLIGHT + e)*WAVES +: WAVES];
        end
    end
    wire [WAVES-1:0] waits = (waits_0 & ~head) | (waits_1 & head);
    assign ready = valid & ~flow_q & ~full & ~waits & ~(unretired & head_drain) & ~(pending & head_fence);
endmodule

`default_nettype wire
