// SPDX-License-Identifier: Apache-2.0
// walk.v - wf_dispatch_walk: walks of grids that are suspended, resumed, and take a group back.
//   Ghost: by id, whether its walk is begun, the group that comes next, and the group that may still be given back.
//   Environment: the next walk has groups left and is not in hand. An id is accepted again when its walk has ended and no
//   group of it may return. Only the last group that got its place may return, before the next gets its own. None
//   returns of a walk that quits. Grids have no empty dimension.
// prove group: the group on offer is the one that follows in its grid, from its first one on
// prove base: the first thread of a group is its number times the threads of a group
// prove over: a walk has ended with the last group of its grid or when it quits, and not before
// prove turn: a walk is suspended only when it may be and another comes
// prove owns: id and needs are those of the walk that was started
// reach turned: a walk that was suspended in the middle is in hand again and makes a step
// reach back: a group that came back gets a place again
// reach through: a walk of all groups of a grid with three dimensions has ended
// run walk: pdr, 20 s, DISPATCHES=2
`default_nettype none

module formal_walk #(
    parameter integer DISPATCHES = 2,
    parameter integer ID_W       = 1
) (
    input  wire                  clk,
    input  wire [DISPATCHES-1:0] accepts,
    input  wire                  next_valid, may_turn, step, quit, back, settles,
    input  wire [ID_W-1:0]       next_id,
    input  wire [6*DISPATCHES-1:0] shape,            // last group and threads, a bit of each dimension, when accepted
    output wire                  p_group, p_base, p_over, p_turn, p_owns, w_turned, w_back, w_through
);
    `include "wf_formal.vh"
    // ---- the ghost: what each id is -----------------------------------------------------------------------------
    reg  [DISPATCHES-1:0]   left_q = 0, resumed_q = 0;       // it has groups to place; put aside in the middle
    reg  [6*DISPATCHES-1:0] shape_q = 0;
    reg  [3*DISPATCHES-1:0] at_q = 0;                        // the group that comes next, a bit of each dimension
    reg                     on_q = 0, can_back_q = 0, came_back_q = 0;
    reg  [ID_W-1:0]         id_q = 0, back_id_q = 0;
    reg  [191:0]            back_at_q;
    reg  [2:0]              back_to_q = 0;

    wire [5:0]   next_shape = shape_q[6*next_id +: 6];
    wire [95:0]  next_grid  = {30'd0, 1'b0, next_shape[2], 30'd0, 1'b0, next_shape[1], 30'd0, 1'b0, next_shape[0]} +
                              {32'd1, 32'd1, 32'd1};
    wire [32:0]  next_dims  = {10'd0, next_shape[5], 10'd0, next_shape[4], 10'd0, next_shape[3]};
    wire         on, pixel, turn, start, over_valid;
    wire [ID_W-1:0] id;
    wire [1:0]   own;
    wire [95:0]  gid, tbase;
    wf_dispatch_walk #(.DISPATCHES(DISPATCHES), .OWN_W(2)) u_dut (
        .clk(clk), .rst(rst), .accepts(accepts), .next_valid(next_valid), .next_id(next_id), .next_own(next_shape[1:0]),
        .next_pixel(1'b0), .next_grid(next_grid), .next_dims(next_dims), .may_turn(may_turn), .start(start), .step(step),
        .quit(quit), .back(back), .back_id(back_id_q), .back_at(back_at_q), .on(on), .id(id), .own(own), .pixel(pixel),
        .gid(gid), .tbase(tbase), .turn(turn), .over_valid(over_valid));

    wire [2:0] at    = at_q[3*id_q +: 3];
    wire [2:0] last  = shape_q[6*id_q +: 3];
    wire [2:0] dims  = shape_q[6*id_q + 3 +: 3];
    wire [2:0] after = at[0] != last[0] ? {at[2:1], 1'b1} : at[1] != last[1] ? {at[2], 2'b10} : {1'b1, 2'b00};
    wire       ends  = on_q && (quit || (step && at == last));
    wire [DISPATCHES-1:0] one = {{(DISPATCHES-1){1'b0}}, 1'b1};

    assign legal =
        !(rst && (accepts != 0 || next_valid || step || quit || back)) &&
        (accepts & left_q) == 0 && !(can_back_q && accepts[back_id_q]) && !(on_q && accepts[id_q]) &&
        !(next_valid && (!left_q[next_id] || (on_q && id_q == next_id))) &&
        !(step && (!on_q || turn || quit)) && !(quit && !on_q) &&
        !(back && (!can_back_q || step || settles || (quit && id_q == back_id_q))) &&
        !(step && can_back_q && !settles);
    integer i;
    always @(posedge clk) begin
        if (step) at_q[3*id_q +: 3] <= after;
        if (ends) begin
            on_q         <= 1'b0;
            left_q[id_q] <= 1'b0;
        end
        if (turn) begin
            on_q            <= 1'b0;
            resumed_q[id_q] <= at != 3'd0;
        end
        if (start) begin
            on_q <= 1'b1;
            id_q <= next_id;
        end
        if (settles || back || (quit && id_q == back_id_q)) can_back_q <= 1'b0;
        if (step) begin
            can_back_q <= 1'b1;
            back_id_q  <= id_q;
            back_at_q  <= {tbase, gid};
            back_to_q  <= at;
        end
        came_back_q <= came_back_q || back;
        if (back) begin
            at_q[3*back_id_q +: 3] <= back_to_q;
            left_q[back_id_q]      <= 1'b1;
        end
        for (i = 0; i < DISPATCHES; i = i + 1)
            if (accepts[i]) begin
                left_q[i]           <= 1'b1;
                resumed_q[i]        <= 1'b0;
                at_q[3*i +: 3]      <= 3'd0;
                shape_q[6*i +: 6]   <= shape[6*i +: 6];
            end
    end
    function [31:0] wide(input low);
        wide = {31'd0, low};
    endfunction
    assign p_group  = ok && on && gid != {wide(at[2]), wide(at[1]), wide(at[0])};
    assign p_base   = ok && on && tbase != {wide(at[2] && dims[2]), wide(at[1] && dims[1]), wide(at[0] && dims[0])};
    assign p_over   = ok && over_valid != ends;
    assign p_turn  = ok && turn && !(on_q && next_valid && may_turn);
    assign p_owns   = ok && (on != on_q || (on && (id != id_q || own != shape_q[6*id_q +: 2])));
    assign w_turned = ok && step && resumed_q[id_q];
    assign w_back   = ok && step && came_back_q;
    assign w_through = ok && over_valid && step && at == 3'd7;
endmodule

`default_nettype wire
