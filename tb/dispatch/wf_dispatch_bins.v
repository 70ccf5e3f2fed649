// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_bins - only for `make cov`: how many dispatches are in flight when something is asked of the queue or it answers; tb/cov/functional.def.
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_dispatch_bins #(parameter integer DISPATCHES = 4, ID_W = 2) (
    input wire                  rst, offered, ready, cancelled, answered,
    input wire [`WF_DESC_W-1:0] desc,
    input wire [ID_W-1:0]       cancel_id,
    input wire [7:0]            done_code,
    input wire [1:0]            done_ending,
    input wire [DISPATCHES-1:0] id_busy, dead
);
    integer   i;
    reg [7:0] busy;
    reg [1:0] queue;                                     // empty, one, some, full
    always @* begin
        busy = 8'd0;
        for (i = 0; i < DISPATCHES; i = i + 1) busy = busy + {7'd0, id_busy[i]};
        queue = busy == 8'd0 ? 2'd0 : busy == DISPATCHES ? 2'd3 : busy == 8'd1 ? 2'd1 : 2'd2;
    end
    wire       several = DISPATCHES > 2;
    wire       taken   = offered && ready && several;
    wire       refused = offered && !ready && several;       // for now
    // pixel shader, commit only, else by its rank: one that waits, of high priority, both, neither
    wire [2:0] command = desc[`WF_DESC_COMMIT_ONLY] ? 3'd5 : desc[`WF_DESC_STAGE] == `WF_STAGE_PIXEL ? 3'd4 : {1'b0, desc[`WF_DESC_HIGH], desc[`WF_DESC_WAIT]};
    wire       limit   = desc[`WF_DESC_LIMIT] != 0;
    wire       cancels = cancelled && several;
    wire [1:0] target  = !id_busy[cancel_id] ? 2'd0 : dead[cancel_id] ? 2'd2 : 2'd1;     // free, in flight, ended before
    wire       answers = answered && several;
    wire [1:0] result  = done_code != `WF_REJECT_NONE ? 2'd3 : done_ending;              // the endings; refused
endmodule

`default_nettype wire
