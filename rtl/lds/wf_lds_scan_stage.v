// SPDX-License-Identifier: Apache-2.0
// wf_lds_scan_stage - one register of the scan pipeline of wf_lds; with COMBINE, one step of pointer doubling before it.
//   Latency 1, throughput 1/cycle.  Each lane combines the value of the lane it points at (a lower member of its set, already
//   holding everything up to its own pointer) with its own, then takes that lane's pointer.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"

module wf_lds_scan_stage #(
    parameter integer LANES   = 32,          // lanes, a power of two
    parameter integer IDX_W   = 5,           // bits of a lane number
    parameter integer ADDR_W  = 13,          // bits of a word number
    parameter integer CTL_W   = 8,           // bits that only pass: {.., kind[2:0], op[3:0]}
    parameter integer COMBINE = 1            // 0: only a register
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    en,

    input  wire                    in_valid,
    input  wire [CTL_W-1:0]        in_ctl,
    input  wire [LANES-1:0]        in_ok,
    input  wire [LANES-1:0]        in_plain,     // the lane returns the old value as it is
    input  wire [ADDR_W*LANES-1:0] in_word,
    input  wire [IDX_W*LANES-1:0]  in_server,    // lane that performs the memory operation for this one
    input  wire [IDX_W*LANES-1:0]  in_prev,      // next lower member, kept for the end
    input  wire [LANES-1:0]        in_has,       // pointers of the scan
    input  wire [IDX_W*LANES-1:0]  in_ptr,
    input  wire [32*LANES-1:0]     in_value,
    input  wire [32*LANES-1:0]     in_compare,

    output reg                     out_valid,
    output reg  [CTL_W-1:0]        out_ctl,
    output reg  [LANES-1:0]        out_ok,
    output reg  [LANES-1:0]        out_plain,
    output reg  [ADDR_W*LANES-1:0] out_word,
    output reg  [IDX_W*LANES-1:0]  out_server,
    output reg  [IDX_W*LANES-1:0]  out_prev,
    output reg  [LANES-1:0]        out_has,
    output reg  [IDX_W*LANES-1:0]  out_ptr,
    output reg  [32*LANES-1:0]     out_value,
    output reg  [32*LANES-1:0]     out_compare
);
    `include "wf_lds_op.vh"

    wire [3:0] op   = in_ctl[3:0];
    wire [2:0] kind = in_ctl[6:4];
    // Exchange and compare-exchange keep the own value: the next member returns it.
    wire scans = COMBINE != 0 && kind == `WF_LDS_ATOMIC && op != `WF_ATOM_XCHG && op != `WF_ATOM_CAS && |in_has;

    function [32*LANES-1:0] combine(input [3:0] f, input [LANES-1:0] has, input [IDX_W*LANES-1:0] ptr,
                                    input [32*LANES-1:0] value);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            if (has[i])
                combine[32*i +: 32] = wf_lds_op(f, value[{ptr[IDX_W*i +: IDX_W], 5'd0} +: 32], value[32*i +: 32], 32'd0);
            else
                combine[32*i +: 32] = value[32*i +: 32];
    endfunction

    function [LANES-1:0] follow_has(input [LANES-1:0] has, input [IDX_W*LANES-1:0] ptr);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            follow_has[i] = has[i] && has[ptr[IDX_W*i +: IDX_W]];
    endfunction

    function [IDX_W*LANES-1:0] follow(input [IDX_W*LANES-1:0] ptr);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            follow[IDX_W*i +: IDX_W] = ptr[IDX_W * ptr[IDX_W*i +: IDX_W] +: IDX_W];
    endfunction

    always @(posedge clk) begin
        if (en) begin
            out_valid <= in_valid;
            if (in_valid) begin
                out_ctl     <= in_ctl;
                out_ok      <= in_ok;
                out_plain   <= in_plain;
                out_word    <= in_word;
                out_server  <= in_server;
                out_prev    <= in_prev;
                out_compare <= in_compare;
                if (scans) begin
                    out_value <= combine(op == `WF_ATOM_SUB ? `WF_ATOM_ADD : op, in_has, in_ptr, in_value);
                    out_has   <= follow_has(in_has, in_ptr);
                    out_ptr   <= follow(in_ptr);
                end else begin
                    out_value <= in_value;
                    out_has   <= in_has;
                    out_ptr   <= in_ptr;
                end
            end
        end
        if (rst)
            out_valid <= 1'b0;
    end
endmodule

`default_nettype wire
