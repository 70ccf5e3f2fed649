// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_walk - walks the grid of the dispatch that places groups, x, then y, then z; others may come in between.
//   The walk of the dispatch that follows begins in the cycle in which the last group of the one before gets its place.
//   A suspended walk resumes at its next group; one of a pixel shader is not suspended, because its quads arrive.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_queue_tb.v
`default_nettype none

module wf_dispatch_walk #(
    parameter integer DISPATCHES = 4,        // ids, 1..8
    parameter integer OWN_W = 8,             // bits of what its groups need, carried along
    parameter integer ID_W  = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1    // derived
) (
    input  wire              clk,
    input  wire              rst,            // synchronous, active high

    input  wire [DISPATCHES-1:0] accepts,    // pulse: the id is taken by another dispatch: from its first group on

    // the one that comes next
    input  wire              next_valid,
    input  wire [ID_W-1:0]   next_id,
    input  wire [OWN_W-1:0]  next_own,
    input  wire              next_pixel,
    input  wire [95:0]       next_grid,      // {z, y, x}
    input  wire [32:0]       next_dims,      // threads of a group {z, y, x}, 0 with numWaves
    input  wire              may_turn,       // it may come before the one in hand is through
    output wire              start,          // it is in hand from the next cycle on

    input  wire              step,           // the next group of the one in hand got a place; not with `turn`
    input  wire              quit,           // it has no more: cancelled, or the last pixel came
    input  wire              back,           // a group gave its place back: its walk goes on with it; not with its step
    input  wire [ID_W-1:0]   back_id,
    input  wire [191:0]      back_at,        // {tbase, gid}

    output reg               on,
    output reg  [ID_W-1:0]   id,
    output reg  [OWN_W-1:0]  own,
    output reg               pixel,
    output wire [95:0]       gid,            // the next group {z, y, x}
    output wire [95:0]       tbase,          // its group id * dims
    output wire              turn,           // it is put aside in this cycle
    output wire              over_valid      // the walk is over
);
    reg  [31:0] last_x_q, last_y_q, last_z_q;                // the grid's last group
    reg  [10:0] dim_x_q, dim_y_q, dim_z_q;
    reg  [31:0] w_x, w_y, w_z, w_tx, w_ty, w_tz;
    wire [191:0] next_at;                                    // where the one that comes next goes on

    wire end_x = w_x == last_x_q && !pixel;
    wire end_y = w_y == last_y_q;
    wire end_z = w_z == last_z_q;

    wire ends   = on && (quit || (step && end_x && end_y && end_z));
    wire redo   = back && on && back_id == id;
    assign turn        = on && !quit && !pixel && next_valid && may_turn;
    assign start       = next_valid && (!on || ends || turn);
    assign gid         = {w_z, w_y, w_x};
    assign tbase       = {w_tz, w_ty, w_tx};
    assign over_valid  = ends;

    // ---- walks that were put aside ----------------------------------------------------------------------------------
    genvar k;
    generate
        if (DISPATCHES > 1) begin : g_aside
            reg  [192*DISPATCHES-1:0] at_q;
            reg  [DISPATCHES-1:0] begun_q;
            assign next_at = back && back_id == next_id ? back_at :        // given back as it comes
                             begun_q[next_id] ? at_q[192*next_id +: 192] : 192'd0;
            for (k = 0; k < DISPATCHES; k = k + 1) begin : g_id
                wire given = back && back_id == k[ID_W-1:0] && (turn || !redo) && !(start && next_id == k[ID_W-1:0]);
                wire saved = turn && id == k[ID_W-1:0];
                always @(posedge clk) begin
                    if (given || saved) at_q[192*k +: 192] <= given ? back_at : {tbase, gid};
                    begun_q[k] <= (begun_q[k] || given || saved) && !accepts[k];
                end
            end
        end else begin : g_alone
            wire unused = &{1'b0, accepts};
            assign next_at = 192'd0;
        end
    endgenerate

    always @(posedge clk) begin
        if (step) begin
            w_x  <= end_x ? 32'd0 : w_x + 32'd1;
            w_tx <= end_x ? 32'd0 : w_tx + {21'd0, dim_x_q};
            if (end_x) begin
                w_y  <= end_y ? 32'd0 : w_y + 32'd1;
                w_ty <= end_y ? 32'd0 : w_ty + {21'd0, dim_y_q};
                if (end_y) begin
                    w_z  <= w_z + 32'd1;
                    w_tz <= w_tz + {21'd0, dim_z_q};
                end
            end
        end
        if (redo) {w_tz, w_ty, w_tx, w_z, w_y, w_x} <= back_at;
        if (ends) on <= 1'b0;
        if (start) begin
            on     <= 1'b1;
            pixel  <= next_pixel;
            id     <= next_id;
            own    <= next_own;
            {dim_z_q, dim_y_q, dim_x_q} <= next_dims;
            last_x_q <= next_grid[31:0] - 32'd1;
            last_y_q <= next_grid[63:32] - 32'd1;
            last_z_q <= next_grid[95:64] - 32'd1;
            {w_tz, w_ty, w_tx, w_z, w_y, w_x} <= next_at;
        end
        if (rst) on <= 1'b0;
    end
endmodule

`default_nettype wire
