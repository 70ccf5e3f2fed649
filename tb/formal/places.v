// SPDX-License-Identifier: Apache-2.0
// places.v - wf_dispatch_places: places of groups, each with a range of the register file and one of the LDS.
//   Ghost: by place, whether a group has it, and maps of the units of its ranges.
//   Environment: a restart comes with a restart ahead or after it; sizes are held. A place is taken on offer only,
//   while it is wanted. A group that has a place ends or returns it once, and not in one cycle.
// prove free: the place on offer is of no group
// prove inside: the ranges on offer end at the last unit at most
// prove apart: the ranges on offer overlap none of a group
// prove ahead: there is a place ahead only when the ranges of groups leave room for it
// prove none: `none` and an offer exclude each other
// prove full: when groups have all places, there is none
// prove early: after a restart with another size, and until a place is given back, `none` means that there is no room
// shared free: the second group of a place hides the first one from the others, and early finds room that none sees
// reach all: all places have groups
// reach again: a place is taken again whose group has ended, without a search between
// reach other: groups of two sizes have places
// run places: pdr, 20 s, GROUPS=2, REG_UNITS=2, LDS_UNITS=2
// run places-three: pdr, 20 s, GROUPS=2, REG_UNITS=3, LDS_UNITS=2
`default_nettype none

module formal_places #(
    parameter integer GROUPS    = 2,
    parameter integer REG_UNITS = 2,
    parameter integer LDS_UNITS = 2,
    parameter integer GSLOT_W   = (GROUPS > 1) ? $clog2(GROUPS) : 1,   // derived
    parameter integer REG_W     = $clog2(REG_UNITS + 1),               // derived
    parameter integer LDS_W     = $clog2(LDS_UNITS + 1)                // derived
) (
    input  wire               clk,
    input  wire               restart, ahead_restart, wanted, standby, take, over_valid, drop_valid,
    input  wire [REG_W-1:0]   reg_size, ahead_reg,
    input  wire [LDS_W-1:0]   lds_size, ahead_lds,
    input  wire [GSLOT_W-1:0] over_place, drop_place,
    output wire               p_free, p_inside, p_apart, p_ahead, p_none, p_full, p_early, w_all, w_again, w_other
);
    `include "wf_formal.vh"
    wire               offer, none, ahead_fits, ahead_none;
    wire [GSLOT_W-1:0] place;
    wire [REG_W-1:0]   place_reg;
    wire [LDS_W-1:0]   place_lds;
    wf_dispatch_places #(.GROUPS(GROUPS), .REG_UNITS(REG_UNITS), .LDS_UNITS(LDS_UNITS)) u_dut (
        .clk(clk), .rst(rst), .restart(restart), .reg_size(reg_size), .lds_size(lds_size), .ahead_restart(ahead_restart),
        .ahead_reg(ahead_reg), .ahead_lds(ahead_lds), .wanted(wanted), .standby(standby), .offer(offer), .take(take),
        .place(place), .place_reg(place_reg), .place_lds(place_lds), .none(none), .ahead_fits(ahead_fits),
        .ahead_none(ahead_none), .over_valid(over_valid), .over_place(over_place), .drop_valid(drop_valid),
        .drop_place(drop_place));

    reg  [GROUPS-1:0]           taken_q = 0, over_q = 0;
    reg  [REG_UNITS*GROUPS-1:0] regs_q = 0;
    reg  [LDS_UNITS*GROUPS-1:0] lds_q = 0;
    reg                         early_q = 0; // the search for the ranges of now began with the restart, and nothing was given back
    reg  [REG_W+LDS_W-1:0]      size_q = 0, ahead_q = 0;
    reg                         sized_q = 0, told_q = 0, restarted_q = 0;
    reg  [REG_UNITS-1:0]        reg_busy, reg_mine;
    reg  [LDS_UNITS-1:0]        lds_busy, lds_mine;
    reg                         reg_room, lds_room, reg_left, lds_left;
    integer                     p, u;
    always @* begin
        reg_busy = 0;
        lds_busy = 0;
        for (p = 0; p < GROUPS; p = p + 1)
            if (taken_q[p]) begin
                reg_busy = reg_busy | regs_q[REG_UNITS*p +: REG_UNITS];
                lds_busy = lds_busy | lds_q[LDS_UNITS*p +: LDS_UNITS];
            end
        for (u = 0; u < REG_UNITS; u = u + 1) reg_mine[u] = u >= place_reg && u < place_reg + reg_size;
        for (u = 0; u < LDS_UNITS; u = u + 1) lds_mine[u] = u >= place_lds && u < place_lds + lds_size;
        reg_room = ahead_reg == 0;
        lds_room = ahead_lds == 0;
        reg_left = reg_size == 0;
        lds_left = lds_size == 0;
        for (u = 0; u < REG_UNITS; u = u + 1)
            if (u + reg_size <= REG_UNITS && ((((1 << reg_size) - 1) << u) & reg_busy) == 0) reg_left = 1'b1;
        for (u = 0; u < LDS_UNITS; u = u + 1)
            if (u + lds_size <= LDS_UNITS && ((((1 << lds_size) - 1) << u) & lds_busy) == 0) lds_left = 1'b1;
        for (u = 0; u < REG_UNITS; u = u + 1)
            if (u + ahead_reg <= REG_UNITS && ((((1 << ahead_reg) - 1) << u) & reg_busy) == 0) reg_room = 1'b1;
        for (u = 0; u < LDS_UNITS; u = u + 1)
            if (u + ahead_lds <= LDS_UNITS && ((((1 << ahead_lds) - 1) << u) & lds_busy) == 0) lds_room = 1'b1;
    end
    assign legal =
        reg_size <= REG_UNITS && ahead_reg <= REG_UNITS && lds_size <= LDS_UNITS && ahead_lds <= LDS_UNITS &&
        !(rst && (restart || ahead_restart || wanted || take || over_valid || drop_valid)) &&
        !(restart && !(told_q || ahead_restart)) &&
        !(wanted && !sized_q) &&
        !(take && !(offer && wanted)) &&
        !(over_valid && (over_place >= GROUPS || !taken_q[over_place])) &&
        !(drop_valid && (drop_place >= GROUPS || !taken_q[drop_place])) &&
        !(over_valid && drop_valid && over_place == drop_place) &&
        !(!rst && restarted_q && {reg_size, lds_size} != ahead_q) &&
        !(!rst && !restarted_q && sized_q && {reg_size, lds_size} != size_q) &&
        !(!rst && told_q && !ahead_restart && {ahead_reg, ahead_lds} != ahead_q);
    integer q;
    always @(posedge clk) begin
        size_q      <= {reg_size, lds_size};
        ahead_q     <= {ahead_reg, ahead_lds};
        restarted_q <= restart;
        early_q     <= !rst && !over_valid && !drop_valid && (restart ? ahead_restart : early_q);
        sized_q     <= !rst && (sized_q || restart);
        told_q      <= !rst && (told_q || ahead_restart) && !restart;
        for (q = 0; q < GROUPS; q = q + 1) begin
            over_q[q] <= ok && over_valid && over_place == q;
            if ((over_valid && over_place == q) || (drop_valid && drop_place == q)) taken_q[q] <= 1'b0;
            if (take && place == q) begin
                taken_q[q]                        <= 1'b1;
                regs_q[REG_UNITS*q +: REG_UNITS]  <= reg_mine;
                lds_q[LDS_UNITS*q +: LDS_UNITS]   <= lds_mine;
            end
        end
    end
    wire offered = ok && offer && wanted;
    assign p_free   = offered && taken_q[place];
    assign p_inside = offered && (place_reg + reg_size > REG_UNITS || place_lds + lds_size > LDS_UNITS);
    assign p_apart  = offered && ((reg_mine & reg_busy) != 0 || (lds_mine & lds_busy) != 0);
    assign p_ahead  = ok && told_q && !ahead_restart && ahead_fits && !(reg_room && lds_room && taken_q != {GROUPS{1'b1}});
    assign p_none   = ok && none && offer;
    assign p_full   = ok && taken_q == {GROUPS{1'b1}} && !none;
    assign p_early  = ok && early_q && none && reg_left && lds_left && taken_q != {GROUPS{1'b1}};
    assign w_all    = ok && taken_q == {GROUPS{1'b1}} && reg_busy == {REG_UNITS{1'b1}};
    assign w_again  = ok && take && over_q[place];
    assign w_other  = ok && regs_q[0 +: REG_UNITS] != regs_q[REG_UNITS +: REG_UNITS] && lds_size == 0 && take &&
                      lds_busy != 0 && reg_size != 0;
endmodule

`default_nettype wire
