// SPDX-License-Identifier: Apache-2.0
// wf_core_pixels - the positions of the quads of each pixel wave, and SV_Position of all its lanes.
//   Written at a launch, read at an issue: the answer comes in the next cycle and holds.  0 in the waves of other stages.
//   No adder: a quad's position is even, so the lane's corner is the lowest bit.
//   Spec: docs/core.md   Test: tb/kernels/pixel_disc.wfk and pixel_list.wfk in lock step
`default_nettype none

module wf_core_pixels #(
    parameter integer LANES  = 32,
    parameter integer WAVES  = 16,
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire                clk,

    input  wire                launch_valid,
    input  wire [SLOT_W-1:0]   launch_slot,
    input  wire                launch_pixel,     // of a pixel shader
    input  wire [7*LANES-1:0]  launch_at,        // {y, x} of quad q at 28*q

    input  wire                read_valid,
    input  wire [SLOT_W-1:0]   read_slot,
    input  wire                read_y,           // else x
    output reg  [32*LANES-1:0] position
);
    reg [7*LANES:0]   at [0:WAVES-1];        // {is a pixel wave, positions}
    reg [7*LANES-1:0] at_q;
    reg               pixel_q, y_q;

    always @(posedge clk) begin
        if (launch_valid)
            at[launch_slot] <= {launch_pixel, launch_at};
        if (read_valid) begin
            {pixel_q, at_q} <= at[read_slot];
            y_q             <= read_y;
        end
    end

    integer l;
    always @* begin
        position = {32*LANES{1'b0}};
        for (l = 0; l < LANES; l = l + 1)
            if (pixel_q)
                position[32*l +: 14] = y_q ? {at_q[28*(l/4) + 15 +: 13], l[1]} : {at_q[28*(l/4) + 1 +: 13], l[0]};
    end
    wire unused = &{1'b0, at_q};             // the lowest bits are 0
endmodule

`default_nettype wire
