// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_places - places of resident groups, each with a range of the register file and a range of the LDS.
//   A place is free, ready (it has the ranges that a group of the dispatch in hand needs), next (ready, and on offer), or holds a group.  A place
//   whose group is over is ready again while that dispatch has more groups, so their ranges need no search; else they are given back.
//   Ranges are searched ahead: a place a cycle, in the second cycle after the restart the first.
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

    input  wire               restart,       // pulse: another dispatch, with other sizes
    input  wire [REG_W-1:0]   reg_size,      // units of a group, held from the restart on
    input  wire [LDS_W-1:0]   lds_size,
    input  wire               wanted,        // it has groups to launch; not in the cycle of the restart

    output reg                next_valid,    // a place for its next group
    input  wire               next_take,     // only with next_valid and wanted
    output reg  [GSLOT_W-1:0] next_place,
    output reg  [REG_W-1:0]   next_reg,      // where its ranges begin
    output reg  [LDS_W-1:0]   next_lds,

    input  wire               over_valid,    // a group is over
    input  wire [GSLOT_W-1:0] over_place
);
    localparam integer SET_W = GROUPS;
    `include "wf_bits.vh"
    localparam [GROUPS-1:0] NONE = {GROUPS{1'b0}};
    localparam [GROUPS-1:0] ONE  = {{(GROUPS-1){1'b0}}, 1'b1};

    reg  [GROUPS-1:0] free_q, ready_q;
    reg  [GROUPS-1:0] sized_q;               // the ranges are of the sizes in hand

    wire [GROUPS-1:0] offered  = next_valid ? ONE << next_place : NONE;
    wire [GROUPS-1:0] over     = over_valid ? ONE << over_place : NONE;
    wire              again    = wanted && (sized_q & over) != NONE;          // what is over serves the next group
    wire [GROUPS-1:0] give     = (again ? NONE : over) | (wanted ? NONE : ready_q | offered);

    wire              refill   = wanted && (!next_valid || next_take);
    wire              is_ready = ready_q != NONE;
    wire              is_free  = free_q != NONE;
    wire [GROUPS-1:0] old      = lowest(ready_q);
    wire [GROUPS-1:0] fresh    = lowest(free_q);
    wire              reg_fits, lds_fits;
    wire              make     = refill && !is_ready && is_free && reg_fits && lds_fits;
    wire [GROUPS-1:0] made     = make ? fresh : NONE;
    wire [GROUPS-1:0] used     = refill && is_ready ? old : NONE;

    wire [REG_W-1:0]  reg_at, reg_was;
    wire [LDS_W-1:0]  lds_at, lds_was;
    wf_dispatch_fit #(.PLACES(GROUPS), .UNITS(REG_UNITS)) u_registers (
        .clk(clk), .rst(rst), .restart(restart), .size(reg_size), .fits(reg_fits), .at(reg_at), .take(make), .take_place(fresh),
        .give(give), .look_place(old), .look_at(reg_was));
    wf_dispatch_fit #(.PLACES(GROUPS), .UNITS(LDS_UNITS)) u_lds (
        .clk(clk), .rst(rst), .restart(restart), .size(lds_size), .fits(lds_fits), .at(lds_at), .take(make), .take_place(fresh),
        .give(give), .look_place(old), .look_at(lds_was));

    always @(posedge clk) begin
        free_q  <= (free_q & ~made) | give;
        ready_q <= wanted ? (ready_q & ~used) | (again ? over : NONE) : NONE;
        sized_q <= restart ? NONE : sized_q | made;
        if (refill) begin
            next_valid <= is_ready || make;
            next_place <= index_of(is_ready ? old : fresh);
            next_reg   <= is_ready ? reg_was : reg_at;
            next_lds   <= is_ready ? lds_was : lds_at;
        end
        if (!wanted) next_valid <= 1'b0;
        if (rst) begin
            free_q     <= {GROUPS{1'b1}};
            ready_q    <= NONE;
            sized_q    <= NONE;
            next_valid <= 1'b0;
        end
    end

`ifdef WF_ASSERT
    always @(posedge clk)
        if (!rst) begin
            if ((free_q & ready_q) != NONE || ((free_q | ready_q) & offered) != NONE) $fatal(1, "FAIL wf_dispatch_places: a place is two things");
            if ((over & (free_q | ready_q | offered)) != NONE) $fatal(1, "FAIL wf_dispatch_places: the group of a place without one is over");
            if (u_registers.used_q !== ~free_q || u_lds.used_q !== ~free_q) $fatal(1, "FAIL wf_dispatch_places: a range is lost");
            if (next_take && !(next_valid && wanted)) $fatal(1, "FAIL wf_dispatch_places: no place is on offer");
        end
`endif
endmodule

`default_nettype wire
