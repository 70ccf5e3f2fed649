// SPDX-License-Identifier: Apache-2.0
// wf_core_score - scoreboard: which instructions of each wave are in flight, and whether its next one may join them.
//   An instruction takes an entry of its slot when it issues and leaves it when its result will be ready for the next reader.  When an
//   instruction is buffered, its registers are compared once with the destinations in flight and with the one buffered before it; each dependence
//   is one bit per entry, so that being ready takes no comparison.  Registers are read when an instruction issues and waves issue in
//   order, so a write never overtakes a read.
//   A posted instruction retires before its access has reached memory: it keeps its entry, also beyond the end of its wave, until the answer comes.
//   Not ready either: after control flow that has not been performed, with all entries taken, and an instruction that waits for all before
//   it to retire (drain) or to reach memory (fence), while one has not.
//   Buffered in cycle 0, ready in cycle 1; issued in cycle 0, its entry counts from cycle 1; done in cycle 0, ready in cycle 1.
//   Spec: docs/core.md   Test: tb/core/wf_core_score_tb.v, tb/core/wf_core_tb.v
`default_nettype none

module wf_core_score #(
    parameter integer WAVES    = 16,
    parameter integer INFLIGHT = 4,          // entries a slot, 1..8
    parameter integer SLOT_W   = (WAVES > 1) ? $clog2(WAVES) : 1,
    parameter integer ENTRY_W  = (INFLIGHT > 1) ? $clog2(INFLIGHT) : 1
) (
    input  wire               clk,
    input  wire               rst,

    // an instruction is buffered in one of the two places of its slot
    input  wire               in_valid,
    input  wire [SLOT_W-1:0]  in_slot,
    input  wire               in_place,
    input  wire               in_second,     // another is buffered before it
    input  wire               in_a,          // registers it reads ...
    input  wire               in_b,
    input  wire               in_c,
    input  wire               in_quad,       // ... the four of c's quad
    input  wire [6:0]         in_a_number,
    input  wire [6:0]         in_b_number,
    input  wire [6:0]         in_c_number,
    input  wire               in_write,      // ... and writes, one
    input  wire               in_write_quad, // or four
    input  wire [6:0]         in_write_number,
    input  wire               in_drain,      // waits until all before it have retired,
    input  wire               in_fence,      // ... and reached memory

    // the buffers
    input  wire [WAVES-1:0]   have,          // something is buffered
    input  wire [WAVES-1:0]   first,         // the place of the one that issues next
    input  wire [WAVES-1:0]   flow,          // it is control flow

    // the first buffered one issues
    input  wire               issue_valid,
    input  wire [SLOT_W-1:0]  issue_slot,
    output wire [ENTRY_W-1:0] issue_entry,   // the lowest free one

    // done: at most one of each in a cycle; posted: the entry stays until the answer
    input  wire               early_valid,
    input  wire [SLOT_W-1:0]  early_slot,
    input  wire [ENTRY_W-1:0] early_entry,
    input  wire [WAVES-1:0]   grant_onehot,  // 0: none
    input  wire [ENTRY_W-1:0] grant_entry,
    input  wire               grant_flow,    // what was granted is control flow
    input  wire               grant_posted,  // ... is a posted instruction
    input  wire               answer_valid,  // the answer of a posted one, at the earliest in the cycle after its request
    input  wire [SLOT_W-1:0]  answer_slot,
    input  wire [ENTRY_W-1:0] answer_entry,
    input  wire               settle,        // pulse: from the next cycle on, ...
    output wire               settled,       // ... the accesses that were on their way to memory then have arrived

    output wire [WAVES-1:0]   ready
);
    localparam integer SLOTS = 1 << SLOT_W;
    localparam integer RUN_W = 9;            // {writes, four, number}
    localparam [WAVES-1:0] ONE  = {{(WAVES-1){1'b0}}, 1'b1};
    localparam [WAVES-1:0] NONE = {WAVES{1'b0}};

    generate
        if (INFLIGHT < 1 || INFLIGHT > 8) begin : g_check
            wf_core_INFLIGHT_must_be_1_to_8 u_error ();
        end
    endgenerate

    // a bit plane an entry
    reg [INFLIGHT*WAVES-1:0] used_q;
    reg [INFLIGHT*WAVES-1:0] posted_q, reached_q;    // of them: retired without an answer, answered before retirement
    reg [INFLIGHT*WAVES-1:0] marked_q;               // posted since `settle`
    reg [INFLIGHT*WAVES-1:0] wait0_q, wait1_q;   // the buffered one at that place waits for the entry
    reg [WAVES-1:0]          drain0_q, drain1_q, fence0_q, fence1_q;
    reg [WAVES-1:0]          after_q;            // the second buffered one waits for the first
    reg [WAVES-1:0]          flow_q;             // control flow is in flight
    reg [RUN_W-1:0]          place_run [0:2*SLOTS-1];    // what is buffered writes

    wire [WAVES-1:0]   kept  = in_valid    ? ONE << in_slot    : NONE;
    wire [WAVES-1:0]   gone  = issue_valid ? ONE << issue_slot : NONE;
    wire [WAVES-1:0]   early = early_valid ? ONE << early_slot : NONE;
    wire               leaves = issue_valid && issue_slot == in_slot;   // the one before leaves in this cycle
    wire [RUN_W-1:0]   in_run = {in_write, in_write_quad, in_write_number};
    wire [RUN_W-1:0]   issue_run = place_run[{issue_slot, first[issue_slot]}];

    // Does it read or write what `run` writes?  Of each operand: it counts, it is a quad, its number.
    wire [4*RUN_W-1:0] in_runs = {in_run, in_c || in_quad, in_quad, in_c_number, in_b, 1'b0, in_b_number, in_a, 1'b0, in_a_number};
    function conflict(input [RUN_W-1:0] run, input [4*RUN_W-1:0] mine);
        integer i;
        begin
            conflict = 1'b0;
            for (i = 0; i < 4*RUN_W; i = i + RUN_W)
                if (run[8] && mine[i+8] && run[6:2] == mine[i+2 +: 5] && (run[7] || mine[i+7] || run[1:0] == mine[i +: 2]))
                    conflict = 1'b1;
        end
    endfunction

    wire after = in_second && conflict(place_run[{in_slot, !in_place}], in_runs);

    // ---- entries ----
    wire [INFLIGHT-1:0]       free;              // of the slot that issues
    wire [INFLIGHT-1:0]       chosen = free & (~free + {{(INFLIGHT-1){1'b0}}, 1'b1});
    wire [INFLIGHT*WAVES-1:0] head_waits;
    wire [WAVES-1:0]          answered = answer_valid ? ONE << answer_slot : NONE;
    assign settled = marked_q == {INFLIGHT*WAVES{1'b0}};
    genvar k;
    generate
        for (k = 0; k < INFLIGHT; k = k + 1) begin : g_entry
            localparam [ENTRY_W-1:0] NUMBER = k[ENTRY_W-1:0];
            reg  [RUN_W-1:0] run [0:SLOTS-1];    // what is in flight writes
            wire [WAVES-1:0] used  = used_q[k*WAVES +: WAVES];
            wire [WAVES-1:0] wait0 = wait0_q[k*WAVES +: WAVES];
            wire [WAVES-1:0] wait1 = wait1_q[k*WAVES +: WAVES];
            wire [WAVES-1:0] posted  = posted_q[k*WAVES +: WAVES];
            wire [WAVES-1:0] reached = reached_q[k*WAVES +: WAVES] | (answer_entry == NUMBER ? answered : NONE);
            wire [WAVES-1:0] granted = grant_entry == NUMBER ? grant_onehot : NONE;
            wire [WAVES-1:0] posts   = grant_posted ? granted : NONE;
            wire [WAVES-1:0] done    = (early_entry == NUMBER ? early : NONE) | (granted & ~posts) | ((posted | posts) & reached);
            wire [WAVES-1:0] take  = chosen[k] ? gone : NONE;
            wire             waits = (used[in_slot] && !done[in_slot] && conflict(run[in_slot], in_runs)) || (after && leaves && chosen[k]);
            wire [WAVES-1:0] added = waits ? kept : NONE;
            assign free[k] = !used[issue_slot];
            assign head_waits[k*WAVES +: WAVES] = (wait0 & ~first) | (wait1 & first);
            always @(posedge clk) begin
                if (issue_valid && chosen[k])
                    run[issue_slot] <= issue_run;
                used_q[k*WAVES +: WAVES]    <= (used & ~done) | take;
                posted_q[k*WAVES +: WAVES]  <= (posted | posts) & ~reached;
                marked_q[k*WAVES +: WAVES]  <= (settle ? posted | posts : marked_q[k*WAVES +: WAVES]) & ~reached;
                reached_q[k*WAVES +: WAVES] <= reached & ~(posted | posts);
                wait0_q[k*WAVES +: WAVES] <= (in_place ? wait0 & ~done : (wait0 & ~done & ~kept) | added) | (take & after_q & first);
                wait1_q[k*WAVES +: WAVES] <= (in_place ? (wait1 & ~done & ~kept) | added : wait1 & ~done) | (take & after_q & ~first);
                if (rst) begin
                    used_q[k*WAVES +: WAVES]    <= NONE;
                    posted_q[k*WAVES +: WAVES]  <= NONE;
                    marked_q[k*WAVES +: WAVES]  <= NONE;
                    reached_q[k*WAVES +: WAVES] <= NONE;
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

    // ---- the buffered ones ----
    always @(posedge clk) begin
        if (in_valid)
            place_run[{in_slot, in_place}] <= in_run;
        after_q  <= (after_q & ~gone & ~kept) | (after && !leaves ? kept : NONE);
        drain0_q <= in_place ? drain0_q : (drain0_q & ~kept) | (in_drain ? kept : NONE);
        drain1_q <= in_place ? (drain1_q & ~kept) | (in_drain ? kept : NONE) : drain1_q;
        fence0_q <= in_place ? fence0_q : (fence0_q & ~kept) | (in_fence ? kept : NONE);
        fence1_q <= in_place ? (fence1_q & ~kept) | (in_fence ? kept : NONE) : fence1_q;
        flow_q   <= (flow_q & ~(grant_flow ? grant_onehot : NONE)) | (gone & flow);
        if (rst)
            flow_q <= NONE;
    end

    integer e;
    reg [WAVES-1:0] any, some, all, waits;       // in flight; not retired; all entries taken
    always @* begin
        any   = NONE;
        some  = NONE;
        all   = {WAVES{1'b1}};
        waits = NONE;
        for (e = 0; e < INFLIGHT; e = e + 1) begin
            any   = any | used_q[e*WAVES +: WAVES];
            some  = some | (used_q[e*WAVES +: WAVES] & ~posted_q[e*WAVES +: WAVES]);
            all   = all & used_q[e*WAVES +: WAVES];
            waits = waits | head_waits[e*WAVES +: WAVES];
        end
    end
    assign ready = have & ~flow_q & ~all & ~waits & ~(some & ((drain0_q & ~first) | (drain1_q & first))) &
                   ~(any & ((fence0_q & ~first) | (fence1_q & first)));
endmodule

`default_nettype wire
