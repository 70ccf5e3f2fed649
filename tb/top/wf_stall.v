// SPDX-License-Identifier: Apache-2.0
// wf_stall - channels that simulations delay: while the bench sets the bit of `hold`, nothing new is offered to the receiver.
//   What was offered stays offered until it is taken, whatever `hold` does; a sender that takes valid back is an error.
//   Latency 0.  In rtl/top/wf_channel.v when WF_STALL is defined.
`default_nettype none

module wf_stall #(
    parameter integer N = 1              // channels
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [N-1:0] in_valid,
    output wire [N-1:0] in_ready,
    output wire [N-1:0] out_valid,
    input  wire [N-1:0] out_ready
);
    reg  [N-1:0] hold = {N{1'b0}};       // written by the bench, by its hierarchical name
    reg  [N-1:0] offered_q;

    wire [N-1:0] open  = ~hold | offered_q;
    wire [N-1:0] taken = offered_q & ~in_valid;          // back
    assign out_valid = in_valid & open;
    assign in_ready  = out_ready & open;

    always @(posedge clk) begin
        offered_q <= out_valid & ~out_ready;
        if (taken != {N{1'b0}} && !rst)
            $fatal(1, "FAIL wf_stall: %m: valid was taken back before it was taken: channels %b", taken);
        if (rst)
            offered_q <= {N{1'b0}};
    end
endmodule

`default_nettype wire
