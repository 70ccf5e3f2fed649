// SPDX-License-Identifier: Apache-2.0
// wf_host_ids - what the host knows of each dispatch id: idle, queued, running or done, and the answer.
//   A cancel of a queued id is kept until the machine has taken its descriptor: the machine knows no id before.
//   Page: docs/host.md   Test: tb/host/wf_host_tb.v
`default_nettype none
`include "wf_host.vh"

module wf_host_ids #(
    parameter integer DISPATCHES = 4,        // 1, 2, 4 or 8
    parameter integer ID_W = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1      // derived
) (
    input  wire                     clk,
    input  wire                     rst,     // synchronous, active high

    // events, each a cycle
    input  wire                     queue_valid,         // into the queue; never of an id that is not idle
    input  wire [ID_W-1:0]          queue_id,
    input  wire                     taken_valid,         // out of it
    input  wire [ID_W-1:0]          taken_id,
    input  wire                     done_valid,
    input  wire [ID_W-1:0]          done_id,
    input  wire [7:0]               done_code,
    input  wire [1:0]               done_ending,
    input  wire [7:0]               done_wave_size,
    input  wire [15:0]              done_waves,
    input  wire [DISPATCHES-1:0]    clear,               // of done
    input  wire                     want_valid,          // a cancel
    input  wire [ID_W-1:0]          want_id,

    output reg                      cancel_valid,        // to the machine
    output reg  [ID_W-1:0]          cancel_id,
    output wire [DISPATCHES-1:0]    open,                // queued or running
    output wire [DISPATCHES-1:0]    done,
    output wire [2*DISPATCHES-1:0]  state,               // WF_HOST_STATE_*
    output wire [34*DISPATCHES-1:0] answer               // {waves, wave size, code, ending}
);
    reg  [DISPATCHES-1:0] want_q;
    wire [DISPATCHES-1:0] running;
    reg                   pick_any;
    reg  [ID_W-1:0]       pick_id;
    integer               i;

    // one cancel a cycle leaves
    always @* begin
        pick_any = 1'b0;
        pick_id  = {ID_W{1'b0}};
        for (i = DISPATCHES - 1; i >= 0; i = i - 1)
            if (want_q[i] && running[i]) begin
                pick_any = 1'b1;
                pick_id  = i[ID_W-1:0];
            end
    end
    always @(posedge clk) begin
        cancel_valid <= pick_any && !rst;
        cancel_id    <= pick_id;
    end

    genvar n;
    generate
        for (n = 0; n < DISPATCHES; n = n + 1) begin : g_id
            localparam integer NUMBER = n;
            localparam [ID_W-1:0] ME = NUMBER[ID_W-1:0];
            reg        queued_q, running_q, done_q;
            reg [33:0] answer_q;
            wire ends = done_valid && done_id == ME;

            assign running[n]          = running_q;
            assign open[n]             = queued_q || running_q;
            assign done[n]             = done_q;
            assign answer[34*n +: 34]  = answer_q;
            assign state[2*n +: 2]     = queued_q ? `WF_HOST_STATE_QUEUED : running_q ? `WF_HOST_STATE_RUNNING :
                                         done_q ? `WF_HOST_STATE_DONE : `WF_HOST_STATE_IDLE;
            always @(posedge clk) begin
                if (ends) answer_q <= {done_waves, done_wave_size, done_code, done_ending};
                queued_q  <= (queue_valid && queue_id == ME) || (queued_q && !(taken_valid && taken_id == ME));
                running_q <= (taken_valid && taken_id == ME) || (running_q && !ends);
                done_q    <= ends || (done_q && !clear[n]);
                want_q[n] <= ((want_valid && want_id == ME) || want_q[n]) &&
                             open[n] && !ends && !(pick_any && pick_id == ME);
                if (rst) begin
                    answer_q  <= 34'd0;
                    queued_q  <= 1'b0;
                    running_q <= 1'b0;
                    done_q    <= 1'b0;
                    want_q[n] <= 1'b0;
                end
            end
        end
    endgenerate

`ifdef WF_ASSERT
    always @(posedge clk)
        if (!rst && done_valid && !running[done_id]) $fatal(1, "%m: an answer for an id that is not running");
`endif
endmodule

`default_nettype wire
