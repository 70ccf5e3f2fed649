// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_barrier - counts the waves of a resident group: launched, waiting, ended; releases barriers, closes
//   groups.  A group's pending count starts at its number of waves; every arrival and every end takes one away, in any
//   order and any combination inside a cycle, so a wave that was not launched yet is simply still pending.  At zero,
//   when a wave waits, the waiting waves are released and become the pending ones.  Release 4 cycles after the event
//   that completes it (more when several groups are ready: one group per cycle, in a ring, so each other group goes
//   before at most once); 1 arrival, 1 end and 1 launch per cycle.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_tb.v
`default_nettype none

module wf_dispatch_barrier #(
    parameter integer WAVES   = 16,          // wave slots, 1..256
    parameter integer GROUPS  = 8,           // resident groups, 1..64
    parameter integer ID_W    = 1,           // bits of a dispatch's id
    parameter integer SLOT_W  = (WAVES > 1) ? $clog2(WAVES) : 1,    // derived
    parameter integer GSLOT_W = (GROUPS > 1) ? $clog2(GROUPS) : 1   // derived
) (
    input  wire                  clk,
    input  wire                  rst,        // synchronous, active high

    // a wave gets a slot (before the core sees it)
    input  wire                  wave_valid,
    input  wire                  wave_first, // of its group: the group becomes resident
    input  wire [SLOT_W-1:0]     wave_slot,
    input  wire [GSLOT_W-1:0]    wave_gslot,
    input  wire [95:0]           wave_gid,   // {z, y, x}
    input  wire [8:0]            wave_count, // waves of the group
    input  wire [ID_W-1:0]       wave_id,    // its dispatch

    input  wire                  arrive_valid,
    input  wire [SLOT_W-1:0]     arrive_slot,
    input  wire                  end_valid,
    input  wire [SLOT_W-1:0]     end_slot,

    output reg                   release_valid,
    output reg  [WAVES-1:0]      release_slots,
    output reg                   gdone_valid,
    output reg  [GSLOT_W-1:0]    gdone_gslot,
    output reg  [95:0]           gdone_gid,
    output reg  [ID_W-1:0]       gdone_id,

    // counts of resident groups, 16 bits each; 0 for places without a group
    output wire [16*GROUPS-1:0]  stat_launched,
    output wire [16*GROUPS-1:0]  stat_arrived,
    output wire [16*GROUPS-1:0]  stat_ended,

    output wire                  busy        // a group waits for its release
);
    localparam integer GDEPTH = 1 << GSLOT_W;
    localparam integer SET_W  = GROUPS;
    `include "wf_bits.vh"

    reg [GSLOT_W-1:0] gslot_q    [0:(1<<SLOT_W)-1];     // of a slot
    reg [95:0]        gid_q      [0:GDEPTH-1];
    reg [ID_W-1:0]    id_q       [0:GDEPTH-1];
    reg [8:0]         waves_q    [0:GDEPTH-1];          // of the group
    reg [8:0]         launched_q [0:GDEPTH-1];
    reg [8:0]         pending_q  [0:GDEPTH-1];          // waves - waiting - ended
    reg [8:0]         waiting_q  [0:GDEPTH-1];
    reg [8:0]         ended_q    [0:GDEPTH-1];
    reg [GROUPS-1:0]  open_q;
    reg [WAVES-1:0]   wait_q;                           // slots that wait

    // stage 1: the event with its group
    reg               a_valid_q, e_valid_q;
    reg [GSLOT_W-1:0] a_gslot_q, e_gslot_q;
    // stage 2: groups to release; stage 3: the one chosen
    reg [GROUPS-1:0]  ready_q, behind_q;                // behind: the groups above the last one chosen
    reg               pick_valid_q;
    reg [GSLOT_W-1:0] pick_q;

    wire same   = a_valid_q && e_valid_q && a_gslot_q == e_gslot_q;
    wire a_last = a_valid_q && pending_q[a_gslot_q] == (same ? 9'd2 : 9'd1);
    wire e_last = e_valid_q && !same && pending_q[e_gslot_q] == 9'd1 && waiting_q[e_gslot_q] != 9'd0;
    wire closes = e_valid_q && ended_q[e_gslot_q] + 9'd1 == waves_q[e_gslot_q];

    wire [GROUPS-1:0]  later  = ready_q & behind_q;
    wire [GROUPS-1:0]  alone  = lowest(|later ? later : ready_q);
    wire [GSLOT_W-1:0] choice = index_of(alone);

    assign busy = |ready_q;

    integer w;
    always @(posedge clk) begin
        a_valid_q <= arrive_valid;
        e_valid_q <= end_valid;
        if (arrive_valid) a_gslot_q <= gslot_q[arrive_slot];
        if (end_valid)    e_gslot_q <= gslot_q[end_slot];
        if (arrive_valid) wait_q[arrive_slot] <= 1'b1;

        if (a_valid_q) begin
            pending_q[a_gslot_q] <= pending_q[a_gslot_q] - (same ? 9'd2 : 9'd1);
            waiting_q[a_gslot_q] <= waiting_q[a_gslot_q] + 9'd1;
        end
        gdone_valid <= closes;
        if (e_valid_q) begin
            if (!same) pending_q[e_gslot_q] <= pending_q[e_gslot_q] - 9'd1;
            ended_q[e_gslot_q] <= ended_q[e_gslot_q] + 9'd1;
            gdone_gslot        <= e_gslot_q;
            gdone_gid          <= gid_q[e_gslot_q];
            gdone_id           <= id_q[e_gslot_q];
            if (closes) open_q[e_gslot_q] <= 1'b0;
        end

        pick_valid_q <= |ready_q;
        if (|ready_q) begin
            pick_q          <= choice;
            behind_q        <= ~(alone | (alone - 1'b1));
            ready_q[choice] <= 1'b0;
        end
        if (a_last) ready_q[a_gslot_q] <= 1'b1;
        if (e_last) ready_q[e_gslot_q] <= 1'b1;

        release_valid <= pick_valid_q;
        if (pick_valid_q) begin              // nothing else happens to this group: all its waves wait or have ended
            pending_q[pick_q] <= waiting_q[pick_q];
            waiting_q[pick_q] <= 9'd0;
            for (w = 0; w < WAVES; w = w + 1) begin
                release_slots[w] <= wait_q[w] && gslot_q[w] == pick_q;
                if (gslot_q[w] == pick_q) wait_q[w] <= 1'b0;
            end
        end

        if (wave_valid) begin
            gslot_q[wave_slot]     <= wave_gslot;
            launched_q[wave_gslot] <= wave_first ? 9'd1 : launched_q[wave_gslot] + 9'd1;
            if (wave_first) begin
                open_q[wave_gslot]    <= 1'b1;
                pending_q[wave_gslot] <= wave_count;
                waves_q[wave_gslot]   <= wave_count;
                id_q[wave_gslot]      <= wave_id;
                waiting_q[wave_gslot] <= 9'd0;
                ended_q[wave_gslot]   <= 9'd0;
                gid_q[wave_gslot]     <= wave_gid;
            end
        end

        if (rst) begin
            a_valid_q     <= 1'b0;
            e_valid_q     <= 1'b0;
            pick_valid_q  <= 1'b0;
            release_valid <= 1'b0;
            gdone_valid   <= 1'b0;
            ready_q       <= {GROUPS{1'b0}};
            behind_q      <= {GROUPS{1'b0}};
            open_q        <= {GROUPS{1'b0}};
            wait_q        <= {WAVES{1'b0}};
        end
    end

    generate
        genvar g;
        for (g = 0; g < GROUPS; g = g + 1) begin : g_stat
            assign stat_launched[16*g +: 16] = open_q[g] ? {7'd0, launched_q[g]} : 16'd0;
            assign stat_arrived [16*g +: 16] = open_q[g] ? {7'd0, waiting_q[g]}  : 16'd0;
            assign stat_ended   [16*g +: 16] = open_q[g] ? {7'd0, ended_q[g]}    : 16'd0;
        end
    endgenerate
endmodule

`default_nettype wire
