// SPDX-License-Identifier: Apache-2.0
// wf_core_sched - picks the wave whose instruction issues next.
//   A wave can issue when its next instruction is ready, it does not wait at a barrier, it was not picked in the cycle
//   before, and the queue of the unit has room (a credit), so a full unit never blocks another.  One pick per cycle,
//   registered.  Results of the ALU go first, five cycles after the pick, before other results.  So its class is held
//   for one cycle for each waiting result, except for cycles without an ALU result that come anyway.
//   Each unit class has a ring over the waves that need it, and a ring over the classes has the next class: a ring
//   moves only when its choice is used, so no wave is passed over because its unit was full at the wrong moment.
//   A class's ring begins at one place for STAY picks, then after the last of them.  Waves that began together come
//   apart so, instead of all asking memory and all waiting for it at the same time.
//   POLICY 0: the rings alone.  POLICY 1: the wave launched first; each eighth pick is the rings', and of each class
//   each eighth.  Waits are bounded in picks, see docs/core.md.
//   Spec: docs/core.md   Test: tb/core/wf_core_sched_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_core_sched #(
    parameter integer WAVES   = 16,          // slots
    parameter integer POLICY  = 0,           // 0: round robin; 1: oldest first
    parameter integer STAY    = 128,         // POLICY 0: picks of a class from one place of its ring, 1, 2, 4..128
    parameter integer DEPTH   = 5,           // credits per class: entries of each operand queue, 2..7
    parameter integer SLOT_W  = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire               clk,
    input  wire               rst,

    input  wire               launch_valid,
    input  wire [SLOT_W-1:0]  launch_slot,
    input  wire [WAVES-1:0]   ready,         // the next instruction is there, and nothing in flight stands in its way
    input  wire [7*WAVES-1:0] head_class,    // its class, one bit plane per class: plane u at u*WAVES
    input  wire [WAVES-1:0]   waiting,       // at a barrier
    input  wire [2:0]         results_waiting,   // results of other units that wait for the ALU's, which go first
    input  wire [6:0]         credit_return, // a queue passed an instruction on
    input  wire               fpu_lend,      // wf_xlane wants places of the float unit's queue: up to 2 credits are kept back
    output reg  [1:0]         fpu_lent,      // so many are

    output wire               pick_valid,
    output reg                issue_valid,   // registered pick
    output reg  [SLOT_W-1:0]  issue_slot,
    output wire               blocked        // an instruction is there, its unit is full
);
    localparam integer CLASSES = 7;          // WF_UNIT_FLOW .. WF_UNIT_MEM
    localparam integer COLUMNS = (WAVES < 16) ? WAVES : 16;          // as wf_ring has them
    localparam integer ROWS    = (WAVES + COLUMNS - 1) / COLUMNS;
    localparam integer SET_W   = 16;
    `include "wf_bits.vh"

    generate
        if (WAVES < 1 || WAVES > 256) wf_core_sched_WAVES_must_be_1_to_256 u_error ();
        if (POLICY < 0 || POLICY > 1) wf_core_POLICY_must_be_0_or_1 u_error ();
        if (STAY < 1 || STAY > 128 || (STAY & (STAY - 1)) != 0)
            wf_core_sched_STAY_must_be_a_power_of_two_1_to_128 u_error ();
        if (DEPTH < 2 || DEPTH > 7) wf_core_DEPTH_must_be_2_to_7 u_error ();
    endgenerate

    localparam [2:0]       FULL_CREDIT = DEPTH[2:0];
    localparam [WAVES-1:0] NONE        = {WAVES{1'b0}};

    reg [WAVES-1:0]     picked_q;            // in the cycle before: what is ready is what was picked
    reg [CLASSES-1:0]   room_q;              // class has a credit
    reg                 hold_q;              // the ALU's class
    wire [CLASSES-1:0]  room = room_q & ~({{(CLASSES-1){1'b0}}, hold_q} << `WF_UNIT_ALU);
    reg [3*CLASSES-1:0] credit_q;

    // ---- a ring per class, and the ring of the classes ----
    wire [WAVES-1:0]           eligible = ready & ~picked_q & ~waiting;
    wire [CLASSES-1:0]         wanted, turn_onehot, spend;
    wire [CLASSES-1:0]         ring_class;   // one-hot: whose ring chooses; 0: none does
    wire [CLASSES*WAVES-1:0]   wants;
    wire [CLASSES*ROWS-1:0]    ring_row;     // what the ring of a class would choose
    wire [CLASSES*COLUMNS-1:0] ring_column;
    wire                       turn_take;
    wire [2:0]                 unused_turn_index;

    localparam integer STAYS     = (POLICY == 0) ? STAY : 1;
    localparam integer LAST_STAY = STAYS - 1;
    genvar c;
    generate
        for (c = 0; c < CLASSES; c = c + 1) begin : g_class
            reg [6:0] stay_q;                // picks from this place
            always @(posedge clk)
                if (rst)                stay_q <= 7'd0;
                else if (ring_class[c]) stay_q <= (stay_q + 7'd1) & LAST_STAY[6:0];
            assign wants[c*WAVES +: WAVES] = eligible & head_class[c*WAVES +: WAVES];
            wf_ring #(.N(WAVES)) u_ring (
                .clk(clk), .rst(rst), .req(wants[c*WAVES +: WAVES]), .take(ring_class[c] && stay_q == LAST_STAY[6:0]),
                .any(wanted[c]), .row(ring_row[c*ROWS +: ROWS]), .column(ring_column[c*COLUMNS +: COLUMNS]));
        end
    endgenerate

    wire [CLASSES-1:0] open = wanted & room;
    wf_pick #(.N(CLASSES)) u_turn (
        .clk(clk), .rst(rst), .req(open), .take(turn_take), .any(pick_valid), .onehot(turn_onehot),
        .index(unused_turn_index));

    assign blocked = wanted != {CLASSES{1'b0}} && !pick_valid;

    reg  [ROWS-1:0]         rings_row;       // what the rings choose
    reg  [COLUMNS-1:0]      rings_column;
    reg  [ROWS*COLUMNS-1:0] rings_onehot;
    wire [2*SET_INDEX_W-1:0] rings_place =
        {index_of({{SET_W-ROWS{1'b0}}, rings_row}), index_of({{SET_W-COLUMNS{1'b0}}, rings_column})};
    wire [SLOT_W-1:0]       rings_index = rings_place[SLOT_W-1:0];
    wire unused = &{1'b0, unused_turn_index, rings_place, rings_onehot};     // places above the last slot
    integer r;
    always @* begin
        rings_row    = {ROWS{1'b0}};
        rings_column = {COLUMNS{1'b0}};
        for (r = 0; r < CLASSES; r = r + 1)
            if (ring_class[r]) begin
                rings_row    = rings_row | ring_row[r*ROWS +: ROWS];
                rings_column = rings_column | ring_column[r*COLUMNS +: COLUMNS];
            end
        for (r = 0; r < ROWS; r = r + 1)
            rings_onehot[r*COLUMNS +: COLUMNS] = rings_column & {COLUMNS{rings_row[r]}};
    end

    // ---- the pick ----
    wire [WAVES-1:0]  pick_onehot;
    wire [SLOT_W-1:0] pick_index;
    generate
        if (POLICY == 0) begin : g_rings
            wire unused_age = &{1'b0, launch_valid, launch_slot};
            assign pick_onehot = rings_onehot[WAVES-1:0];
            assign pick_index  = rings_index;
            assign spend       = turn_onehot;
            assign ring_class  = turn_onehot;
            assign turn_take   = pick_valid;
        end else begin : g_oldest
            reg  [WAVES*WAVES-1:0] older_q;  // bit i*WAVES+j, j < i: slot j was launched before slot i; else 0
            reg  [WAVES*WAVES-1:0] older;    // row i: slots launched before slot i
            reg  [2:0]             turn_q;   // picks since the rings chose
            reg  [3*CLASSES-1:0]   class_turn_q;     // of a class since its ring chose
            wire                   rings_choose = turn_q == 3'd7;
            wire [WAVES-1:0]       launched     = {{(WAVES-1){1'b0}}, 1'b1} << launch_slot;
            wire [CLASSES-1:0]     due;              // the class's next pick is its ring's
            wire [CLASSES-1:0]     oldest_class;
            wire [WAVES-1:0]       candidate;        // eligible, and its unit has room
            wire [WAVES-1:0]       oldest;
            wire [WAVES-1:0]       oldest_pick;      // the oldest, when no ring takes its place
            reg  [SLOT_W-1:0]      oldest_index;
            genvar g, h;
            for (g = 0; g < WAVES; g = g + 1) begin : g_row
                localparam [WAVES-1:0] LOWER = ~({WAVES{1'b1}} << g);
                wire [CLASSES-1:0] mine;           // its class
                for (h = 0; h < CLASSES; h = h + 1) begin : g_bit
                    assign mine[h] = head_class[h*WAVES + g];
                end
                assign candidate[g] = eligible[g] && (mine & room) != {CLASSES{1'b0}};
                assign oldest[g]    = candidate[g] && (candidate & older[g*WAVES +: WAVES]) == NONE;
                assign oldest_pick[g] = oldest[g] && !rings_choose && (mine & due) == {CLASSES{1'b0}};
                always @(posedge clk) begin
                    if (launch_valid && launched[g])     // it is younger than all others
                        older_q[g*WAVES +: WAVES] <= LOWER;
                    else if (launch_valid)
                        older_q[g*WAVES +: WAVES] <= older_q[g*WAVES +: WAVES] & ~launched;
                    if (rst) older_q[g*WAVES +: WAVES] <= NONE;
                end
            end
            for (g = 0; g < CLASSES; g = g + 1) begin : g_spend
                assign due[g]   = class_turn_q[3*g +: 3] == 3'd7;
                assign oldest_class[g] = (oldest & wants[g*WAVES +: WAVES]) != NONE;
                always @(posedge clk) begin
                    if (ring_class[g]) class_turn_q[3*g +: 3] <= 3'd0;
                    else if (spend[g]) class_turn_q[3*g +: 3] <= class_turn_q[3*g +: 3] + 3'd1;
                    if (rst) class_turn_q[3*g +: 3] <= 3'd0;
                end
            end
            integer i, j;
            always @*
                for (i = 0; i < WAVES; i = i + 1)
                    for (j = 0; j < WAVES; j = j + 1)
                        older[i*WAVES + j] = (j < i) ? older_q[i*WAVES + j] : (j > i) && !older_q[j*WAVES + i];
            always @* begin
                oldest_index = {SLOT_W{1'b0}};
                for (i = 0; i < WAVES; i = i + 1)
                    oldest_index = oldest_index | (oldest_pick[i] ? i[SLOT_W-1:0] : {SLOT_W{1'b0}});
            end
            assign spend       = rings_choose ? turn_onehot : oldest_class;
            assign ring_class  = rings_choose ? turn_onehot : oldest_class & due;
            assign pick_onehot = oldest_pick | rings_onehot[WAVES-1:0];  // at least one of them is 0
            assign pick_index  = oldest_index | rings_index;
            assign turn_take   = pick_valid && rings_choose;
            always @(posedge clk) begin
                if (pick_valid) turn_q <= turn_q + 3'd1;
                if (rst) turn_q <= 3'd0;
            end
        end
    endgenerate

    // ---- cycles without a result of the ALU, for those that wait ----
    reg [4:0] alu_q;                         // the last five picks: of the ALU
    wire [2:0] gaps = {2'b00, !alu_q[0]} + {2'b00, !alu_q[1]} + {2'b00, !alu_q[2]} +
                      {2'b00, !alu_q[3]} + {2'b00, !alu_q[4]} + {2'b00, hold_q};
    always @(posedge clk) begin
        alu_q  <= {alu_q[3:0], spend[`WF_UNIT_ALU]};
        hold_q <= results_waiting > gaps;
        if (rst) begin
            alu_q  <= 5'd0;
            hold_q <= 1'b0;
        end
    end

    // ---- credits ----
    // The float unit's are lent one by one, as they come back or while at least one more is there; the scheduler may
    // spend one in the same cycle.
    localparam [1:0] LENDS = (DEPTH > 3) ? 2'd2 : 2'd1;      // at least one stays
    wire fpu_keeps = fpu_lend && fpu_lent < LENDS &&
                     (credit_return[`WF_UNIT_FPU] || credit_q[3*`WF_UNIT_FPU +: 3] >= 3'd2);
    wire fpu_gives = !fpu_lend && fpu_lent != 2'd0;

    integer             u;
    reg [3*CLASSES-1:0] credit;              // before what this cycle spends
    always @* begin
        for (u = 0; u < CLASSES; u = u + 1)
            credit[3*u +: 3] = credit_q[3*u +: 3] + {2'd0, credit_return[u]};
        credit[3*`WF_UNIT_FPU +: 3] = credit[3*`WF_UNIT_FPU +: 3] + {2'd0, fpu_gives} - {2'd0, fpu_keeps};
    end
    always @(posedge clk) begin
        for (u = 0; u < CLASSES; u = u + 1) begin
            credit_q[3*u +: 3] <= credit[3*u +: 3] - {2'd0, spend[u]};
            room_q[u]          <= credit[3*u +: 3] != {2'd0, spend[u]};
        end
        fpu_lent    <= fpu_lent + {1'b0, fpu_keeps} - {1'b0, fpu_gives};
        picked_q    <= pick_onehot;
        issue_valid <= pick_valid;
        if (pick_valid) issue_slot <= pick_index;
        if (rst) begin
            fpu_lent    <= 2'd0;
            credit_q    <= {CLASSES{FULL_CREDIT}};
            room_q      <= {CLASSES{1'b1}};
            picked_q    <= NONE;
            issue_valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
