// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_walk - walks the grid of the dispatch that places its groups, x, then y, then z; one of high priority comes in between.
//   The walk of the dispatch that follows begins in the cycle in which the last group of the one before gets its place.  A walk of low priority that
//   is interrupted goes on where it was; one of a pixel shader is not interrupted, for its quads are coming.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_queue_tb.v
`default_nettype none

module wf_dispatch_walk #(
    parameter integer ID_W  = 2,             // bits of a dispatch's id
    parameter integer OWN_W = 8              // bits of what its groups need, carried along
) (
    input  wire              clk,
    input  wire              rst,            // synchronous, active high

    // who may begin, and what of the one with the highest priority is known
    input  wire [1:0]        next_valid,     // {high, low}
    input  wire [2*ID_W-1:0] next_id,
    output wire [ID_W-1:0]   ask_id,         // whose fields
    input  wire [OWN_W-1:0]  ask_own,
    input  wire              ask_pixel,
    input  wire [95:0]       ask_grid,       // {z, y, x}
    input  wire [32:0]       ask_dims,       // threads of a group {z, y, x}, 0 with numWaves
    output wire [1:0]        start,          // it begins now

    input  wire              step,           // its next group got a place; not with `turn`
    input  wire              quit,           // it has no more: cancelled, or the last pixel came
    input  wire              quit_saved,     // the interrupted one is cancelled

    output reg               on,
    output reg  [ID_W-1:0]   id,
    output reg  [OWN_W-1:0]  own,
    output reg               pixel,
    output wire [95:0]       gid,            // the next group {z, y, x}
    output wire [95:0]       tbase,          // its group id * dims
    output wire              turn,           // it is interrupted in this cycle
    output wire              restart,        // another one walks from the next cycle on,
    output wire [OWN_W-1:0]  restart_own,    // whose groups need this, when it is the one that was interrupted
    output wire              over_valid,     // the walk is over,
    output wire              saved_valid,    // an interrupted one waits,
    output wire [ID_W-1:0]   saved_id,
    output wire              saved_over      // ... and is over
);
    localparam integer STATE_W = ID_W + OWN_W + 96 + 33 + 192;

    reg         high_q;
    reg  [31:0] last_x_q, last_y_q, last_z_q;                // the grid's last group
    reg  [10:0] dim_x_q, dim_y_q, dim_z_q;
    reg  [31:0] w_x, w_y, w_z, w_tx, w_ty, w_tz;
    reg         saved_valid_q;
    reg  [STATE_W-1:0] saved_q;

    wire end_x = w_x == last_x_q && !pixel;
    wire end_y = w_y == last_y_q;
    wire end_z = w_z == last_z_q;

    wire ends   = on && (quit || (step && end_x && end_y && end_z));
    wire vacant = !on || ends;
    wire resume = vacant && !next_valid[1] && saved_valid_q && !quit_saved;
    assign turn        = on && !quit && next_valid[1] && !high_q && !pixel;
    assign start       = {next_valid[1] && (vacant || turn), next_valid[0] && !next_valid[1] && vacant && !resume};
    assign restart     = start != 2'b00 || resume;
    assign ask_id      = next_valid[1] ? next_id[ID_W +: ID_W] : next_id[0 +: ID_W];
    assign restart_own = saved_q[321 +: OWN_W];
    assign gid         = {w_z, w_y, w_x};
    assign tbase       = {w_tz, w_ty, w_tx};
    assign over_valid  = ends;
    assign saved_valid = saved_valid_q;
    assign saved_id    = saved_q[321 + OWN_W +: ID_W];
    assign saved_over  = saved_valid_q && quit_saved;

    wire [STATE_W-1:0] present = {id, own, last_z_q, last_y_q, last_x_q, dim_z_q, dim_y_q, dim_x_q, w_tz, w_ty, w_tx, w_z, w_y, w_x};

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
        if (ends) on <= 1'b0;
        if (turn) begin
            saved_valid_q <= 1'b1;
            saved_q       <= present;
        end
        if (start != 2'b00) begin
            on     <= 1'b1;
            high_q <= start[1];
            pixel  <= ask_pixel;
            id     <= ask_id;
            own    <= ask_own;
            {dim_z_q, dim_y_q, dim_x_q} <= ask_dims;
            last_x_q <= ask_grid[31:0] - 32'd1;
            last_y_q <= ask_grid[63:32] - 32'd1;
            last_z_q <= ask_grid[95:64] - 32'd1;
            {w_z, w_y, w_x, w_tz, w_ty, w_tx} <= 192'd0;
        end
        if (resume) begin
            on     <= 1'b1;
            high_q <= 1'b0;
            pixel  <= 1'b0;
            {id, own, last_z_q, last_y_q, last_x_q, dim_z_q, dim_y_q, dim_x_q, w_tz, w_ty, w_tx, w_z, w_y, w_x} <= saved_q;
        end
        if (resume || saved_over) saved_valid_q <= 1'b0;
        if (rst) begin
            on            <= 1'b0;
            saved_valid_q <= 1'b0;
        end
    end
endmodule

`default_nettype wire
