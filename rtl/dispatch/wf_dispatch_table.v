// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_table - the dispatches in flight, by id: their order, which may start, which have ended, their answers.
//   A dispatch is checked, ready, runs, drains (its stores reach memory), is answered, and its id is free again.  It
//   starts when those of its priority that came before it have started, and with WAIT when all older ones have ended.
//   One that is cancelled or runs longer than its limit is `dead`: it launches no more groups, ends with its last.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_queue_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_dispatch_table #(
    parameter integer DISPATCHES = 4,        // ids, 1..8
    parameter integer GROUPS     = 8,        // resident groups a core
    parameter integer CORES      = 1,
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1,   // derived
    parameter integer COUNT_W    = $clog2(GROUPS * CORES + 1)                   // derived
) (
    input  wire                   clk,
    input  wire                   rst,       // synchronous, active high

    // a descriptor of a free id comes; later its check is done
    output wire [DISPATCHES-1:0]  id_free,
    input  wire                   accept,
    input  wire [ID_W-1:0]        accept_id,
    input  wire                   accept_wait,
    input  wire                   accept_high,
    input  wire [31:0]            accept_limit,          // cycles from its start; 0: none
    input  wire                   checked,
    input  wire [ID_W-1:0]        checked_id,
    input  wire [7:0]             checked_code,
    input  wire                   checked_only,          // it launches nothing, whatever comes before it
    input  wire                   checked_empty,         // its grid is empty: over as soon as it may start
    input  wire [7:0]             checked_size,          // for the answer
    input  wire [8:0]             checked_waves,

    // who may start, who goes first, who came before whom
    output wire [DISPATCHES-1:0]  able,
    output wire [DISPATCHES-1:0]  high,
    output wire [DISPATCHES*DISPATCHES-1:0] older,       // by id
    output wire [DISPATCHES-1:0]  accepts,               // `accept`, by id
    input  wire [DISPATCHES-1:0]  begins,                // pulse: it starts

    // what happens to those that run
    input  wire [DISPATCHES-1:0]  walked,                // pulse: has no more groups to place,
    input  wire [DISPATCHES-1:0]  unwalked,              // ... or has again: one gives its place back
    input  wire                   group_valid,           // a group of it got a place
    input  wire [ID_W-1:0]        group_id,
    input  wire [CORES-1:0]       over_valid,            // by core: one is over
    input  wire [ID_W*CORES-1:0]  over_id,
    input  wire [CORES-1:0]       drop_valid,            // one gives its place back without a wave
    input  wire [ID_W*CORES-1:0]  drop_id,

    output wire                   settle,                // pulse: dispatches have ended; ...
    input  wire                   settled,               // ... from the next cycle on: stores sent until then are there
    output reg  [DISPATCHES-1:0]  performed,             // pulse before the answer: memory has performed all of it

    input  wire                   cancel_valid,          // pulse; nothing if it is not in flight or its groups are over
    input  wire [ID_W-1:0]        cancel_id,
    output wire [DISPATCHES-1:0]  dead,

    output wire                   done_valid,
    input  wire                   done_ready,
    output reg  [ID_W-1:0]        done_id,
    output reg  [7:0]             done_code,             // WF_REJECT_*
    output reg  [1:0]             done_ending,           // WF_ENDING_*
    output reg  [7:0]             done_wave_size,
    output reg  [15:0]            done_waves,
    output wire                   busy                   // it goes on by itself
);
    localparam [2:0] FREE = 3'd0, CHECK = 3'd1, READY = 3'd2, RUN = 3'd3, ANSWER = 3'd4, SAID = 3'd5, DRAIN = 3'd6;
    localparam integer SET_W = DISPATCHES;
    `include "wf_bits.vh"
    localparam [DISPATCHES-1:0] NONE = {DISPATCHES{1'b0}};
    localparam [DISPATCHES-1:0] ONE  = {{(DISPATCHES-1){1'b0}}, 1'b1};

    localparam integer D = DISPATCHES, C = COUNT_W;
    reg [3*D-1:0]        state_q;                        // by id:
    reg [D*D-1:0]        older_q;                        // those in flight that came before it
    reg [C*D-1:0]        groups_q;                       // its groups that have a place
    reg [32*D-1:0]       limit_q;                        // cycles left
    reg [24:0]           answer_q [0:D-1];               // {code, size, waves}
    reg [DISPATCHES-1:0] wait_q, high_q, empty_q, limited_q, walked_q, cancelled_q, expired_q, refused_q;

    reg [DISPATCHES-1:0] free, ready, runs, drains, answers, early, blocked, over;
    integer i;
    always @* begin
        for (i = 0; i < DISPATCHES; i = i + 1) begin
            free[i]    = state_q[3*i +: 3] == FREE;
            ready[i]   = state_q[3*i +: 3] == READY;
            runs[i]    = state_q[3*i +: 3] == RUN;
            answers[i] = state_q[3*i +: 3] == ANSWER;
            drains[i]  = state_q[3*i +: 3] == DRAIN;
            early[i]   = state_q[3*i +: 3] == CHECK || ready[i] || runs[i];
            over[i]    = runs[i] && walked_q[i] && groups_q[C*i +: C] == {COUNT_W{1'b0}};
        end
        for (i = 0; i < DISPATCHES; i = i + 1)
            blocked[i] = (older_q[D*i +: D] & ready & (high_q[i] ? high_q : ~high_q)) != NONE ||
                         (wait_q[i] && older_q[D*i +: D] != NONE);
    end

    assign id_free = free;
    assign dead    = cancelled_q | expired_q;

    // ---- stores on their way, of all that ended since the last time: those that end meanwhile wait for the next -----
    reg                   settling_q;
    reg  [DISPATCHES-1:0] settling_ids_q;
    assign settle = !settling_q && drains != NONE;
    always @(posedge clk) begin
        if (settle) settling_ids_q <= drains;
        settling_q <= settle || (settling_q && !settled);
        performed  <= settling_q && settled ? settling_ids_q : NONE;
        if (rst) begin
            settling_q <= 1'b0;
            performed  <= NONE;
        end
    end

    assign able    = ready & ~blocked & ~empty_q & ~dead;
    assign high    = high_q;
    assign older   = older_q;
    assign accepts = accept ? ONE << accept_id : NONE;
    wire [DISPATCHES-1:0] cancels = cancel_valid ? (ONE << cancel_id) & early & ~over : NONE;
    wire [DISPATCHES-1:0] ends   = (settling_q && settled ? settling_ids_q : NONE) |
                                   (ready & ~begins & (dead | (empty_q & ~blocked))) |
                                   (checked && (checked_only || checked_code != `WF_REJECT_NONE) ?
                                    ONE << checked_id : NONE);

    // ---- answers, one at a time -------------------------------------------------------------------------------------
    reg                   said_q;
    wire [DISPATCHES-1:0] last   = ONE << done_id;
    wire [DISPATCHES-1:0] above  = answers & ~(last | (last - ONE));       // by turns: an answer waits once for each id
    wire [DISPATCHES-1:0] one    = lowest(above != NONE ? above : answers);
    wire [ID_W-1:0]       one_id = index_of(one);
    wire                  say    = !said_q && answers != NONE;
    assign done_valid = said_q;
    assign busy       = say || said_q || (drains | over | ends | (runs & limited_q)) != NONE;

    // groups that give their places back, by id, in all cores at once
    reg  [C*D-1:0] less;
    integer        n, c;
    always @* begin
        less = {C*D{1'b0}};
        for (n = 0; n < DISPATCHES; n = n + 1)
            for (c = 0; c < CORES; c = c + 1)
                less[C*n +: C] = less[C*n +: C]
                                 + {{(COUNT_W-1){1'b0}}, over_valid[c] && over_id[ID_W*c +: ID_W] == n[ID_W-1:0]}
                               + {{(COUNT_W-1){1'b0}}, drop_valid[c] && drop_id[ID_W*c +: ID_W] == n[ID_W-1:0]};
    end

    integer k;
    always @(posedge clk) begin
        if (say) begin
            said_q         <= 1'b1;
            done_id        <= one_id;
            done_ending    <= !dead[one_id] || refused_q[one_id] ? `WF_ENDING_COMPLETE :
                              cancelled_q[one_id] ? `WF_ENDING_CANCELLED : `WF_ENDING_LIMIT;
            {done_code, done_wave_size, done_waves[8:0]} <= answer_q[one_id];
            done_waves[15:9] <= 7'd0;
        end
        if (done_valid && done_ready) said_q <= 1'b0;

        if (checked) answer_q[checked_id] <= {checked_code, checked_size, checked_waves};
        for (k = 0; k < DISPATCHES; k = k + 1) begin
            case (state_q[3*k +: 3])
            FREE:    if (accepts[k]) state_q[3*k +: 3] <= CHECK;
            CHECK:   if (checked && ends[k]) state_q[3*k +: 3] <= ANSWER;
                     else if (checked && checked_id == k[ID_W-1:0]) state_q[3*k +: 3] <= READY;
            READY:   if (begins[k]) state_q[3*k +: 3] <= RUN;
                     else if (ends[k]) state_q[3*k +: 3] <= ANSWER;
            RUN:     if (over[k]) state_q[3*k +: 3] <= DRAIN;
            DRAIN:   if (ends[k]) state_q[3*k +: 3] <= ANSWER;
            ANSWER:  if (say && one[k]) state_q[3*k +: 3] <= SAID;
            default: if (done_valid && done_ready) state_q[3*k +: 3] <= FREE;
            endcase

            older_q[D*k +: D] <= (accepts[k] ? early | drains : older_q[D*k +: D]) & ~ends;
            groups_q[C*k +: C] <= groups_q[C*k +: C] + {{(COUNT_W-1){1'b0}}, group_valid && group_id == k[ID_W-1:0]}
                           - less[C*k +: C];
            if (runs[k] && limited_q[k]) limit_q[32*k +: 32] <= limit_q[32*k +: 32] - 32'd1;
            if (accepts[k]) begin
                limit_q[32*k +: 32]  <= accept_limit;
                groups_q[C*k +: C] <= {COUNT_W{1'b0}};
            end
            expired_q[k]   <= !accepts[k] && (expired_q[k] ||
                                              (runs[k] && !over[k] && !dead[k] && limited_q[k] &&
                                               limit_q[32*k +: 32] == 32'd1));
            limited_q[k]   <= accepts[k] ? accept_limit != 32'd0 : limited_q[k];
        end
        cancelled_q <= (cancelled_q | (cancels & ~dead)) & ~accepts;
        walked_q    <= (walked_q | walked) & ~accepts & ~unwalked;
        wait_q      <= (wait_q & ~accepts) | (accept_wait ? accepts : NONE);
        high_q      <= (high_q & ~accepts) | (accept_high ? accepts : NONE);
        refused_q   <= (refused_q & ~accepts) | (checked && checked_code != `WF_REJECT_NONE ? ONE << checked_id : NONE);
        empty_q     <= (empty_q & ~accepts) | (checked && checked_empty ? ONE << checked_id : NONE);

        if (rst) begin
            state_q     <= {D{FREE}};
            older_q     <= {D*D{1'b0}};
            groups_q    <= {C*D{1'b0}};
            said_q      <= 1'b0;
            done_id     <= {ID_W{1'b0}};
            cancelled_q <= NONE;
            expired_q   <= NONE;
        end
    end
endmodule

`default_nettype wire
