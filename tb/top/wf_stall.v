// SPDX-License-Identifier: Apache-2.0
// wf_stall - a channel that simulations delay: while the bench sets `hold`, nothing new is offered to the receiver.
//   What was offered stays offered until it is taken, whatever `hold` does; a sender that takes valid back is an error.
//   Latency 0.  In rtl/top/wf_channel.v when WF_STALL is defined.
`default_nettype none

module wf_stall (
    input  wire clk,
    input  wire rst,
    input  wire in_valid,
    output wire in_ready,
    output wire out_valid,
    input  wire out_ready
);
    reg hold = 1'b0;             // written by the bench, by its hierarchical name
    reg offered_q;

    wire open = !hold || offered_q;
    assign out_valid = in_valid && open;
    assign in_ready  = out_ready && open;

    always @(posedge clk) begin
        offered_q <= out_valid && !out_ready;
        if (offered_q && !in_valid && !rst) $fatal(1, "FAIL wf_stall: %m: valid was taken back before it was taken");
        if (rst) offered_q <= 1'b0;
    end
endmodule

`default_nettype wire
