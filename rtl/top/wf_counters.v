// SPDX-License-Identifier: Apache-2.0
// wf_counters - counts what the machine did, while a dispatch is in flight and its last events drain; cleared by reset only.
//   Registered: an event is in its counter two cycles later.  A cycle without an issue counts under one cause.
//   Spec: docs/top.md   Test: tb/top/wf_top_smoke_tb.v
`default_nettype none

module wf_counters #(
    parameter integer LANES = 32,
    parameter integer WAVES = 16,
    parameter integer OPS_W = 6              // bits of bank_ops
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             begin_valid,     // a dispatch starts, ends
    input  wire             finish_valid,
    input  wire             launch_valid,
    input  wire             retire_valid,
    input  wire             issue,
    input  wire             blocked,
    input  wire [WAVES-1:0] slots_valid,
    input  wire [WAVES-1:0] slots_waiting,
    input  wire             arrive_valid,
    input  wire             release_valid,
    input  wire [WAVES-1:0] release_slots,
    input  wire             lds_valid,
    input  wire             lds_atomic,
    input  wire [LANES-1:0] lds_mask,
    input  wire             bank_busy,
    input  wire             bank_more,
    input  wire [OPS_W-1:0] bank_ops,
    output reg  [63:0]      cnt_cycles,
    output reg  [63:0]      cnt_waves,
    output reg  [63:0]      cnt_instructions,
    output reg  [63:0]      cnt_stall_empty,
    output reg  [63:0]      cnt_stall_barrier,
    output reg  [63:0]      cnt_stall_busy,
    output reg  [63:0]      cnt_stall_unit,
    output reg  [63:0]      cnt_lds_instructions,
    output reg  [63:0]      cnt_lds_lanes,
    output reg  [63:0]      cnt_atomic_lanes,
    output reg  [63:0]      cnt_lds_words,
    output reg  [63:0]      cnt_bank_conflicts,
    output reg  [63:0]      cnt_barrier_waits
);
    reg        running_q;
    reg        empty_q, barrier_q, busy_q, unit_q, lds_q, atomic_q;
    reg [7:0]  lanes_q;
    reg [8:0]  waiting_q;                    // waves that arrived and were not released

    function [7:0] count_lanes(input [LANES-1:0] lanes);
        integer l;
        begin
            count_lanes = 8'd0;
            for (l = 0; l < LANES; l = l + 1)
                count_lanes = count_lanes + {7'd0, lanes[l]};
        end
    endfunction
    function [8:0] count_slots(input [WAVES-1:0] slots);
        integer s;
        begin
            count_slots = 9'd0;
            for (s = 0; s < WAVES; s = s + 1)
                count_slots = count_slots + {8'd0, slots[s]};
        end
    endfunction

    always @(posedge clk) begin
        if (begin_valid)
            running_q <= 1'b1;
        else if (finish_valid)
            running_q <= 1'b0;
        empty_q   <= running_q && !issue && slots_valid == {WAVES{1'b0}};
        barrier_q <= running_q && !issue && slots_valid != {WAVES{1'b0}} && slots_valid == slots_waiting;
        unit_q    <= running_q && !issue && slots_valid != slots_waiting && blocked;
        busy_q    <= running_q && !issue && slots_valid != slots_waiting && !blocked;
        lds_q     <= lds_valid;
        atomic_q  <= lds_atomic;
        if (lds_valid)
            lanes_q <= count_lanes(lds_mask);
        if (arrive_valid || release_valid)
            waiting_q <= waiting_q + {8'd0, arrive_valid} - (release_valid ? count_slots(release_slots) : 9'd0);
        if (running_q) cnt_cycles        <= cnt_cycles + 64'd1;
        if (launch_valid) cnt_waves      <= cnt_waves + 64'd1;
        if (retire_valid) cnt_instructions <= cnt_instructions + 64'd1;
        if (empty_q)   cnt_stall_empty   <= cnt_stall_empty + 64'd1;
        if (barrier_q) cnt_stall_barrier <= cnt_stall_barrier + 64'd1;
        if (busy_q)    cnt_stall_busy    <= cnt_stall_busy + 64'd1;
        if (unit_q)    cnt_stall_unit    <= cnt_stall_unit + 64'd1;
        if (lds_q) begin
            cnt_lds_instructions <= cnt_lds_instructions + 64'd1;
            cnt_lds_lanes        <= cnt_lds_lanes + {56'd0, lanes_q};
            if (atomic_q)
                cnt_atomic_lanes <= cnt_atomic_lanes + {56'd0, lanes_q};
        end
        if (bank_busy) cnt_lds_words <= cnt_lds_words + {{(64-OPS_W){1'b0}}, bank_ops};
        if (bank_more) cnt_bank_conflicts <= cnt_bank_conflicts + 64'd1;
        cnt_barrier_waits <= cnt_barrier_waits + {55'd0, waiting_q};
        if (rst) begin
            running_q            <= 1'b0;
            empty_q              <= 1'b0;
            barrier_q            <= 1'b0;
            unit_q               <= 1'b0;
            busy_q               <= 1'b0;
            lds_q                <= 1'b0;
            waiting_q            <= 9'd0;
            cnt_bank_conflicts   <= 64'd0;
            cnt_cycles           <= 64'd0;
            cnt_waves            <= 64'd0;
            cnt_instructions     <= 64'd0;
            cnt_stall_empty      <= 64'd0;
            cnt_stall_barrier    <= 64'd0;
            cnt_stall_busy       <= 64'd0;
            cnt_stall_unit       <= 64'd0;
            cnt_lds_instructions <= 64'd0;
            cnt_lds_lanes        <= 64'd0;
            cnt_atomic_lanes     <= 64'd0;
            cnt_lds_words        <= 64'd0;
            cnt_barrier_waits    <= 64'd0;
        end
    end
endmodule

`default_nettype wire
