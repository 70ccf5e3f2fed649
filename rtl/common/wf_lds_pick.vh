// SPDX-License-Identifier: Apache-2.0
// wf_lds_pick.vh - include in a module with constants LANES, IDX_W, DISTANCE: lane i takes from a lane 0 .. i-DISTANCE.
//   In a loop over i = DISTANCE .. LANES-1, after `WF_LDS_PICK_FROM(i, lane), `WF_LDS_PICK(vector, log2) is the field
//   of 2^log2 bits of that lane in a vector of all lanes.  The choice is made in two parts whose indices have constant
//   bits, so that synthesis leaves out the lanes that i cannot reach (most of them); simulation pays two masks.
//   Docs: docs/lds.md

// For each lane i, of the numbers 0 .. i-DISTANCE: the highest top bit, or the other bits that count.
function [IDX_W*LANES-1:0] reach(input rest);
    integer i, top, count;
    for (i = 0; i < LANES; i = i + 1) begin
        count = i - DISTANCE + 1 > 2 ? i - DISTANCE + 1 : 2;
        top = 1;
        while (2 * top < count) top = 2 * top;
        if (rest) begin
            count = count - top;             // numbers with the top bit
            top = 1;
            while (top < count) top = 2 * top;
            top = top - 1;
        end
        reach[IDX_W*i +: IDX_W] = top[IDX_W-1:0];
    end
endfunction
localparam [IDX_W*LANES-1:0] REACH_TOP  = reach(1'b0);
localparam [IDX_W*LANES-1:0] REACH_REST = reach(1'b1);

reg [IDX_W-1:0] pick_from, pick_top, pick_far, pick_near;

`ifndef WF_LDS_PICK
`define WF_LDS_PICK_FROM(i, lane) begin \
        pick_from = lane; \
        pick_top  = REACH_TOP[IDX_W*i +: IDX_W]; \
        pick_far  = (pick_from & REACH_REST[IDX_W*i +: IDX_W]) | pick_top; \
        pick_near = pick_from & (pick_top - 1'b1); \
    end
`define WF_LDS_PICK(vector, log2) \
    ((pick_from & pick_top) != {IDX_W{1'b0}} ? vector[{pick_far, {log2{1'b0}}} +: 1 << log2] : \
                                               vector[{pick_near, {log2{1'b0}}} +: 1 << log2])
`endif
