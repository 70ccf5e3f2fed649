// SPDX-License-Identifier: Apache-2.0
// wf_top_bins - only for `make cov`, for each core: how many dispatches are in flight before a reset, and in which
//   order waves of one group are launched, arrive at a barrier and end; tb/cov/functional.def.  Its reset is not named rst, for it counts in that cycle.
`default_nettype none

module wf_top_bins #(parameter integer WAVES = 16, GROUPS = 4, DISPATCHES = 4, SLOT_W = 4, GSLOT_W = 2) (
    input wire                  clk, reset, launch, launch_first, arrive, over,
    input wire [DISPATCHES-1:0] id_busy,
    input wire [SLOT_W-1:0]     launch_slot, arrive_slot, over_slot,
    input wire [GSLOT_W-1:0]    launch_group
);
    // ---- a reset ----
    integer   i;
    reg [7:0] busy;
    reg [1:0] queue;                                     // empty, one, some, full
    always @* begin
        busy = 8'd0;
        for (i = 0; i < DISPATCHES; i = i + 1) busy = busy + {7'd0, id_busy[i]};
        queue = busy == 8'd0 ? 2'd0 : busy == DISPATCHES ? 2'd3 : busy == 8'd1 ? 2'd1 : 2'd2;
    end
    reg        reset_q = 1'b1;
    reg  [1:0] queue_q = 2'd0;                           // of the cycle before
    wire       resets = reset && !reset_q;
    always @(posedge clk) begin
        reset_q <= reset;
        queue_q <= queue;
    end

    // ---- three events of a group, one after the other; those of one cycle in the order launch, arrive, end ----
    localparam [1:0] NONE = 2'd3;
    reg [GSLOT_W-1:0] group_of [0:WAVES-1];
    reg [1:0]         older [0:GROUPS-1], last [0:GROUPS-1];            // 0 launch, 1 arrive, 2 end
    reg [1:0]         first = 2'd0, second = 2'd0, third = 2'd0;         // of those that end with the last event of the cycle
    reg               three = 1'b0;
    reg [1:0]         first_early = 2'd0, second_early = 2'd0, third_early = 2'd0;      // ... with the one before it
    reg               three_early = 1'b0;
    task happens(input [GSLOT_W-1:0] group, input [1:0] what);
        begin
            if (older[group] != NONE) begin
                {first_early, second_early, third_early, three_early} = {first, second, third, three};
                {first, second, third, three} = {older[group], last[group], what, 1'b1};
            end
            older[group] = last[group];
            last[group]   = what;
        end
    endtask
    always @(posedge clk) begin
        three = 1'b0;
        three_early = 1'b0;
        if (launch) begin
            group_of[launch_slot] = launch_group;
            if (launch_first) {older[launch_group], last[launch_group]} = {NONE, NONE};
            happens(launch_group, 2'd0);
        end
        if (arrive) happens(group_of[arrive_slot], 2'd1);
        if (over)   happens(group_of[over_slot], 2'd2);
    end
endmodule

`default_nettype wire
