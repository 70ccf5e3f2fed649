// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_order - which dispatch places groups: the current one, and the next one, which is checked in parallel.
//   The order: those that were passed over PASSES times, then those of high priority, then the others; of equal ones
//   the oldest.  The current walk is suspended when its next group finds no room for PATIENCE cycles and the candidate
//   has room, or when a candidate that goes first has room.  One that was passed over PASSES times comes without room,
//   stays until it has placed a group, and no other places any before.
//   Candidates come in rounds: each dispatch that has groups is the candidate once per round.  One that goes after the
//   current walk stays the candidate.  Another round begins when all were candidates, or one stays, and a resource was
//   returned since: one of high priority is looked at again, whatever stays.  After PATIENCE cycles nothing is kept for
//   the current one, and a round begins, because its ranges may have blocked the others.
//   Latency: one that may start is a candidate 2 cycles later; `turn` 2 after its room is known; one choice per cycle.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_order_tb.v, tb/dispatch/wf_dispatch_queue_tb.v
`default_nettype none

module wf_dispatch_order #(
    parameter integer DISPATCHES = 4,        // ids, 1..8
    parameter integer PASSES     = 32,       // groups of others that go before one, DISPATCHES..255
    parameter integer PATIENCE   = 64,       // cycles without room, a power of two
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1    // derived
) (
    input  wire                   clk,
    input  wire                   rst,       // synchronous, active high

    // the table
    input  wire [DISPATCHES-1:0]  accepts,               // pulse: the id is taken by another dispatch
    input  wire [DISPATCHES-1:0]  able,                  // may start
    input  wire [DISPATCHES-1:0]  high,
    input  wire [DISPATCHES*DISPATCHES-1:0] older,       // by id: which came before it
    input  wire [DISPATCHES-1:0]  dead,
    output wire [DISPATCHES-1:0]  begins,                // pulse: it has started
    output wire [DISPATCHES-1:0]  closes,                // pulse: it was put aside and is dead: it places no more

    // the walk in hand
    input  wire                   on,
    input  wire [ID_W-1:0]        id,
    input  wire                   step,                  // its next group has its place
    input  wire                   turn,                  // it is put aside,
    input  wire                   start,                 // and another one is in hand from the next cycle on: next_id
    input  wire                   ended,                 // it has no more groups
    input  wire                   back,                  // a group gives its place back, its walk begins with it again
    input  wire [ID_W-1:0]        back_id,

    output reg                    next_valid,            // this one comes next, and its room is looked for
    output reg  [ID_W-1:0]        next_id,
    output wire                   next_new,              // pulse: the search for its room begins
    output wire                   may_turn,              // the walk in hand may be put aside for it
    output wire                   hold,                  // the walk in hand places nothing: a high one is looked at
    output wire                   yields,                // the one in hand had no room for long: nothing is kept for it
    output wire                   firm,                  // the one in hand keeps what it places
    output wire                   shy,                   // the one in hand was put aside for room: waits for no slots
    output wire                   has_room,              // the one that is looked at has room
    output wire                   others,                // others than the one in hand have groups to place
    output wire                   busy,                  // it goes on by itself

    // room in the cores: registered here
    input  wire                   next_room,             // for a group of the one that is looked at
    input  wire                   next_none,             // there is none for it in any core
    input  wire                   hand_none,             // there is none for the one in hand
    input  wire                   freed                  // something was given back
);
    generate
        if (PASSES < DISPATCHES || PASSES > 255) wf_dispatch_order_PASSES_must_be_DISPATCHES_to_255 u_error ();
    endgenerate

    localparam integer SET_W = DISPATCHES, D = DISPATCHES, PATIENCE_W = $clog2(PATIENCE) + 1;
    `include "wf_bits.vh"
    localparam [D-1:0] NONE = {D{1'b0}};
    localparam [D-1:0] ONE  = {{(D-1){1'b0}}, 1'b1};

    reg  [D-1:0]          aside_q;                       // its walk was begun and is not in hand
    reg  [D-1:0]          missed_q;                      // no room was found for it, and nobody looked again since
    // groups placed by others, but for older ones of its priority, since it might have placed one
    reg  [8*D-1:0]        passes_q;
    reg  [7:0]            kept_q;                        // of the group placed last: as it was, if that is given back
    reg  [PATIENCE_W-1:0] patience_q;                    // cycles without room of the one in hand
    reg                   next_q, room_q, none_q, hand_none_q, freed_q;
    reg  [1:0]            yielded_q;                     // `yields` of 1 and 2 cycles ago: by then all is given back
    reg  [ID_W-1:0]       next_id_q;

    reg  [D-1:0] passed;                                 // over PASSES times
    reg  [D-1:0] first;                                  // of `top`
    reg  [D-1:0] front;                                  // the one in hand is older: it passes over none of them
    wire [D-1:0] wants   = (able | aside_q) & ~dead;
    wire [D-1:0] untried = wants & (passed | ~missed_q);
    wire [D-1:0] pool    = untried != NONE ? untried : wants;
    wire [D-1:0] top     = (pool & passed) != NONE ? pool & passed : (pool & high) != NONE ? pool & high : pool;
    reg  [D-1:0] hand_q;                                 // id, as a bit: what depends on it comes before the choice of a core
    wire [D-1:0] hand    = on ? hand_q : NONE;
    wire         hand_high = (high & hand_q) != NONE, hand_passed = (passed & hand_q) != NONE;
    wire [D-1:0] next    = next_valid ? ONE << next_id : NONE;
    reg  [D-1:0] hand_older;                             // that came before it
    integer i;
    always @* begin
        hand_older = NONE;
        for (i = 0; i < D; i = i + 1) begin
            hand_older = hand_older | (older[D*i +: D] & {D{hand_q[i]}});
            passed[i] = passes_q[8*i +: 8] == PASSES[7:0];
            first[i]  = top[i] && (older[D*i +: D] & top) == NONE;
            front[i]  = (older[D*i +: D] & hand) != NONE && high[i] == hand_high;
        end
    end

    // ---- the one that is looked at, and the one in hand -------------------------------------------------------------
    wire         known     = next_valid && next_q && next_id_q == next_id;      // since the cycle before at least
    wire         precedes  = passed[next_id] ? !hand_passed :
                             !hand_passed && (high[next_id] != hand_high ? high[next_id] : hand_older[next_id]);
    wire         patient   = !patience_q[PATIENCE_W-1];
    wire         renews    = yielded_q[0] && !yielded_q[1];
    wire         room      = known && room_q;                                // of this candidate, not of the one before
    wire         looked    = known && none_q;
    wire         misses    = looked && (precedes || yielded_q[1]);           // else it stays, to follow the one in hand
    wire         stays     = looked && !misses;                              // so do all that go after it
    wire         round     = stays || (untried & ~(misses ? next : NONE)) == NONE;   // all were looked at
    wire         again     = renews || (freed_q && (missed_q & wants) != NONE && (round || room));

    assign next_new = next_valid && (!known || again);
    assign may_turn = (precedes && (passed[next_id] || room)) || (!patient && room && !hand_passed) ||
                      (back && back_id == id && room);
    assign hold     = !hand_high && !hand_passed && (untried & high) != NONE;
    assign yields   = !patient && others;
    assign has_room = room;
    assign firm     = hand_passed;
    assign shy      = (missed_q & hand_q) != NONE;
    assign others   = wants != NONE;
    // one that stays the candidate without room is missed once
    assign busy     = next_new || (misses && (next & (able | ~missed_q)) != NONE) || closes != NONE ||
                      (hand_none_q && patient);
    assign begins   = (start ? ONE << next_id : NONE) | (misses ? next & able : NONE);
    // one that comes in hand ends there: a pixel shader takes its waves to the last
    assign closes   = aside_q & dead & ~(start ? next : NONE);

    integer k;
    always @(posedge clk) begin
        next_valid <= pool != NONE && !start;
        next_id    <= index_of(first);
        if (start) hand_q <= ONE << next_id;
        next_q     <= next_valid;
        next_id_q  <= next_id;
        room_q     <= next_room && known && !again;
        none_q     <= next_none && known && !again;
        hand_none_q <= on && !start && hand_none;
        patience_q <= start || !hand_none_q ? {PATIENCE_W{1'b0}} : patience_q + {{(PATIENCE_W-1){1'b0}}, patient};
        freed_q    <= freed || start || ended || (freed_q && !again);
        yielded_q  <= {yielded_q[0] && yields, yields};

        aside_q  <= ((aside_q | (misses ? next & able : NONE) | (turn ? hand : NONE)) &
                     ~(start ? next : NONE) & ~closes) |
                    (back && (turn || !on || back_id != id) && !(start && back_id == next_id) ? ONE << back_id : NONE);
        missed_q <= ((again ? missed_q & hand & {D{others}} : missed_q) & ~(step ? hand : NONE) & ~accepts) |
                    (misses && !again ? next : NONE) | (turn && !precedes ? hand : NONE) |
                    (back ? ONE << back_id : NONE);
        if (step) kept_q <= passes_q[8*id +: 8];
        for (k = 0; k < D; k = k + 1)
            if (accepts[k] || (step && hand[k])) passes_q[8*k +: 8] <= 8'd0;
            else if (back && back_id == k[ID_W-1:0]) passes_q[8*k +: 8] <= kept_q;
            else if (step && wants[k] && !front[k] && !passed[k]) passes_q[8*k +: 8] <= passes_q[8*k +: 8] + 8'd1;
        if (rst) begin
            next_valid <= 1'b0;
            next_q     <= 1'b0;
            room_q     <= 1'b0;
            none_q     <= 1'b0;
            freed_q    <= 1'b0;
            aside_q    <= NONE;
            missed_q   <= NONE;
            patience_q <= {PATIENCE_W{1'b0}};
        end
    end
endmodule

`default_nettype wire
