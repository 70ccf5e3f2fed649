// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_places - places of resident groups, each with a range of the register file and a range of the LDS.
//   A place is free, ready (it has the ranges that a group of the current dispatch needs), or it is taken.  A place
//   whose group has ended is ready again while that dispatch has more groups, so their ranges need no search; else they
//   are returned.  One place per cycle is offered, the first in the cycle after the restart.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_tb.v
`default_nettype none

module wf_dispatch_places #(
    parameter integer GROUPS    = 8,         // places, 1..64
    parameter integer REG_UNITS = 128,       // units of the register file
    parameter integer LDS_UNITS = 256,       // and of the LDS
    parameter integer GSLOT_W   = (GROUPS > 1) ? $clog2(GROUPS) : 1,   // derived
    parameter integer REG_W     = $clog2(REG_UNITS + 1),               // derived
    parameter integer LDS_W     = $clog2(LDS_UNITS + 1)                // derived
) (
    input  wire               clk,
    input  wire               rst,           // synchronous, active high; all are free

    input  wire               restart,       // pulse: groups of the one that was told ahead, from the next cycle on
    input  wire [REG_W-1:0]   reg_size,      // what they need in units, held from the cycle after the restart on
    input  wire [LDS_W-1:0]   lds_size,
    input  wire               ahead_restart, // pulse: another one is next,
    input  wire [REG_W-1:0]   ahead_reg,     // what its groups need, held from then on
    input  wire [LDS_W-1:0]   ahead_lds,
    input  wire               wanted,        // there is a dispatch whose groups need places,
    input  wire               standby,       // ... and nothing is kept: a high one is looked at, or it waits long

    output wire               offer,         // a place for the next group
    input  wire               take,          // only with offer and wanted
    output wire [GSLOT_W-1:0] place,
    output wire [REG_W-1:0]   place_reg,     // where its ranges begin
    output wire [LDS_W-1:0]   place_lds,
    output wire               none,          // there is none, and the search for one found none in a whole lap
    output wire               ahead_fits,    // there is a place for a group of the one that is next
    output wire               ahead_none,    // there is none likewise
    output wire               busy,          // a search for now goes on by itself
    output wire               ahead_busy,    // and one ahead: without end, if what is on offer now is in its way

    input  wire               over_valid,    // a group is over
    input  wire [GSLOT_W-1:0] over_place,
    input  wire               drop_valid,    // a place that was taken is given back without a group
    input  wire [GSLOT_W-1:0] drop_place
);
    localparam integer SET_W = GROUPS;
    `include "wf_bits.vh"
    localparam [GROUPS-1:0] NONE = {GROUPS{1'b0}};
    localparam [GROUPS-1:0] ONE  = {{(GROUPS-1){1'b0}}, 1'b1};

    reg  [GROUPS-1:0] free_q, ready_q;
    reg  [GROUPS-1:0] sized_q;               // the ranges are of the sizes in hand

    wire [GROUPS-1:0] over     = over_valid ? ONE << over_place : NONE;
    wire [GROUPS-1:0] drop     = drop_valid ? ONE << drop_place : NONE;
    wire              keep     = wanted && !restart && !standby;
    wire              again    = keep && (sized_q & over) != NONE;          // what is over serves the next group
    reg               some_ready_q, some_free_q;     // beside the sets, for whether a group may come hangs on them
    wire [GROUPS-1:0] old      = lowest(ready_q);
    wire [GROUPS-1:0] fresh    = lowest(free_q);
    wire              more_ready = (ready_q & ~old) != NONE, more_free = (free_q & ~fresh) != NONE;
    wire              reg_fits, lds_fits, reg_none, lds_none,
                      next_reg_fits, next_lds_fits, next_reg_none, next_lds_none;
    wire              make     = take && !some_ready_q;
    wire [GROUPS-1:0] made     = make ? fresh : NONE;
    wire [GROUPS-1:0] left     = ready_q & ~(take && some_ready_q ? old : NONE);
    wire [GROUPS-1:0] give     = drop | (again ? NONE : over) | (keep ? NONE : left);

    // without waiting for `take`: now and then for nothing
    wire              freed    = drop_valid || (over_valid && !again) || (!keep && some_ready_q);

    wire              reg_busy, lds_busy, next_reg_busy, next_lds_busy;
    assign            busy       = reg_busy || lds_busy;
    assign            ahead_busy = next_reg_busy || next_lds_busy;
    wire [REG_W-1:0]  reg_at, reg_was;
    wire [LDS_W-1:0]  lds_at, lds_was;
    wf_dispatch_allocate #(.PLACES(GROUPS), .UNITS(REG_UNITS)) u_registers (
        .clk(clk), .rst(rst), .restart(1'b0), .size(reg_size), .ahead_restart(ahead_restart), .ahead_size(ahead_reg),
        .standby(standby), .swap(restart), .fits(reg_fits), .at(reg_at), .none(reg_none),
        .ahead_fits(next_reg_fits), .ahead_none(next_reg_none), .busy(reg_busy), .ahead_busy(next_reg_busy),
        .take(make), .take_place(fresh), .give(give), .freed(freed), .look_place(old), .look_at(reg_was));
    wf_dispatch_allocate #(.PLACES(GROUPS), .UNITS(LDS_UNITS)) u_lds (
        .clk(clk), .rst(rst), .restart(1'b0), .size(lds_size), .ahead_restart(ahead_restart), .ahead_size(ahead_lds),
        .standby(standby), .swap(restart), .fits(lds_fits), .at(lds_at), .none(lds_none),
        .ahead_fits(next_lds_fits), .ahead_none(next_lds_none), .busy(lds_busy), .ahead_busy(next_lds_busy),
        .take(make), .take_place(fresh), .give(give), .freed(freed), .look_place(old), .look_at(lds_was));

    assign offer     = some_ready_q || (some_free_q && reg_fits && lds_fits);
    assign place     = index_of(some_ready_q ? old : fresh);
    assign place_reg = some_ready_q ? reg_was : reg_at;
    assign place_lds = some_ready_q ? lds_was : lds_at;

    assign none       = !offer && (!some_free_q || reg_none || lds_none);
    assign ahead_fits = some_free_q && next_reg_fits && next_lds_fits;
    assign ahead_none = !ahead_fits && (!some_free_q || next_reg_none || next_lds_none);

    wire              stays    = more_ready || (some_ready_q && !take);      // a ready one is not taken
    always @(posedge clk) begin
        some_ready_q <= keep && (again || stays);
        some_free_q  <= drop_valid || (over_valid && !again) || (!keep && stays) || more_free || (some_free_q && !make);
        free_q   <= (free_q & ~made) | give;
        ready_q  <= keep ? left | (again ? over : NONE) : NONE;
        sized_q  <= restart ? NONE : sized_q | made;
        if (rst) begin
            some_ready_q <= 1'b0;
            some_free_q  <= 1'b1;
            free_q   <= {GROUPS{1'b1}};
            ready_q  <= NONE;
            sized_q  <= NONE;
        end
    end

`ifdef WF_ASSERT
    always @(posedge clk)
        if (!rst) begin
            if (some_free_q != (free_q != NONE) || some_ready_q != (ready_q != NONE))
                $fatal(1, "FAIL wf_dispatch_places: what there is is not known");
            if ((free_q & ready_q) != NONE) $fatal(1, "FAIL wf_dispatch_places: a place is free and ready");
            if (((over | drop) & (free_q | ready_q)) != NONE || (over & drop) != NONE)
                $fatal(1, "FAIL wf_dispatch_places: no group has this place");
            if (u_registers.used_q !== ~free_q || u_lds.used_q !== ~free_q)
                $fatal(1, "FAIL wf_dispatch_places: a range is lost");
            if (take && !(offer && wanted)) $fatal(1, "FAIL wf_dispatch_places: no place is on offer");
        end
`endif
endmodule

`default_nettype wire
