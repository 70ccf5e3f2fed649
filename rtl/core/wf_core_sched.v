// SPDX-License-Identifier: Apache-2.0
// wf_core_sched - picks the wave whose instruction issues next.
//   A wave can issue when it has an instruction, none in flight, does not wait at a barrier, and the queue of its unit has room
//   (a credit), so one full unit never stands in the way of another.  One pick a cycle, registered.
//   POLICY 0: loose round robin.  POLICY 1: the wave launched first; each eighth pick is round robin, so nobody starves.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_sched #(
    parameter integer WAVES   = 16,
    parameter integer POLICY  = 0,
    parameter integer DEPTH   = 5,           // credits a class: entries of each operand queue, 2..7
    parameter integer SLOT_W  = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               hold,          // no pick this cycle

    input  wire               launch_valid,
    input  wire [SLOT_W-1:0]  launch_slot,
    input  wire [WAVES-1:0]   have,
    input  wire [7*WAVES-1:0] have_class,
    input  wire [WAVES-1:0]   waiting,       // at a barrier
    input  wire               done_valid,    // the instruction in flight has its result
    input  wire [WAVES-1:0]   done_onehot,
    input  wire [6:0]         credit_return, // a queue passed an instruction on

    output wire               pick_valid,
    output wire [WAVES-1:0]   pick_onehot,
    output reg                issue_valid,   // registered pick
    output reg  [SLOT_W-1:0]  issue_slot,
    output wire               blocked        // an instruction is there, its unit is full
);
    generate
        if (POLICY < 0 || POLICY > 1) begin : g_check_policy
            wf_core_POLICY_must_be_0_or_1 u_error ();
        end
        if (DEPTH < 2 || DEPTH > 7) begin : g_check_depth
            wf_core_DEPTH_must_be_2_to_7 u_error ();
        end
    endgenerate

    localparam [2:0] FULL_CREDIT = DEPTH[2:0];

    reg [WAVES-1:0] busy_q;
    reg [6:0]       room_q;                  // class has a credit
    reg [3*7-1:0]   credit_q;

    wire [WAVES-1:0] could = have & ~busy_q & ~waiting;
    reg  [WAVES-1:0] allowed;
    integer u;
    always @* begin
        allowed = {WAVES{1'b0}};
        for (u = 0; u < 7; u = u + 1)
            allowed = allowed | (have_class[u*WAVES +: WAVES] & {WAVES{room_q[u]}});
    end
    wire [WAVES-1:0] ready = could & allowed & {WAVES{!hold}};

    wire              ring_any;
    wire [WAVES-1:0]  ring_onehot;
    wire [SLOT_W-1:0] ring_index;

    wf_core_pick #(.N(WAVES)) u_ring (
        .clk(clk), .rst(rst), .req(ready), .take(ring_any),
        .any(ring_any), .onehot(ring_onehot), .index(ring_index));

    wire [SLOT_W-1:0] pick_index;
    assign pick_valid = ring_any;
    assign blocked    = could != {WAVES{1'b0}} && !ring_any;

    generate
        if (POLICY == 0) begin : g_ring
            wire unused = &{1'b0, launch_valid, launch_slot};
            assign pick_onehot = ring_onehot;
            assign pick_index  = ring_index;
        end else begin : g_oldest
            // row i: slots launched before slot i
            reg  [WAVES*WAVES-1:0] older_q;
            reg  [2:0]             turn_q;
            wire [WAVES-1:0]       first;
            reg  [SLOT_W-1:0]      first_index;
            wire [WAVES-1:0]       newcomer = {{(WAVES-1){1'b0}}, 1'b1} << launch_slot;
            genvar g;
            for (g = 0; g < WAVES; g = g + 1) begin : g_row
                assign first[g] = ready[g] && (ready & older_q[g*WAVES +: WAVES]) == {WAVES{1'b0}};
                always @(posedge clk) begin
                    if (launch_valid)            // the newcomer is younger than all others
                        older_q[g*WAVES +: WAVES] <= newcomer[g] ? ~newcomer : older_q[g*WAVES +: WAVES] & ~newcomer;
                    if (rst)
                        older_q[g*WAVES +: WAVES] <= {WAVES{1'b0}};
                end
            end
            integer i;
            always @* begin
                first_index = {SLOT_W{1'b0}};
                for (i = 0; i < WAVES; i = i + 1)
                    first_index = first_index | (first[i] ? i[SLOT_W-1:0] : {SLOT_W{1'b0}});
            end
            assign pick_onehot = (turn_q == 3'd0) ? ring_onehot : first;
            assign pick_index  = (turn_q == 3'd0) ? ring_index : first_index;
            always @(posedge clk) begin
                if (ring_any)
                    turn_q <= turn_q + 3'd1;
                if (rst)
                    turn_q <= 3'd0;
            end
        end
    endgenerate

    // class of the pick, and the credits
    reg [6:0] spend;
    always @* begin
        for (u = 0; u < 7; u = u + 1)
            spend[u] = (have_class[u*WAVES +: WAVES] & pick_onehot) != {WAVES{1'b0}};
    end

    always @(posedge clk) begin
        for (u = 0; u < 7; u = u + 1)
            if (spend[u] && !credit_return[u]) begin
                credit_q[3*u +: 3] <= credit_q[3*u +: 3] - 3'd1;
                room_q[u]          <= credit_q[3*u +: 3] != 3'd1;
            end else if (credit_return[u] && !spend[u]) begin
                credit_q[3*u +: 3] <= credit_q[3*u +: 3] + 3'd1;
                room_q[u]          <= 1'b1;
            end
        busy_q      <= (busy_q & ~(done_valid ? done_onehot : {WAVES{1'b0}})) | pick_onehot;
        issue_valid <= pick_valid;
        if (pick_valid)
            issue_slot <= pick_index;
        if (rst) begin
            credit_q    <= {7{FULL_CREDIT}};
            room_q      <= 7'h7f;
            busy_q      <= {WAVES{1'b0}};
            issue_valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
