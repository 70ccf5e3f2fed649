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

    wire [3:0] scan_op = op == `WF_ATOM_SUB ? `WF_ATOM_ADD : op;

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer               i;
    reg [IDX_W-1:0]       from;
    reg [LANES-1:0]       next_has;
    reg [IDX_W*LANES-1:0] next_ptr;
    reg [32*LANES-1:0]    next_value;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
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
                next_value = in_value;
                next_has   = in_has;
                next_ptr   = in_ptr;
                if (scans)
                    for (i = 0; i < LANES; i = i + 1)
                        if (in_has[i]) begin
                            from = in_ptr[IDX_W*i +: IDX_W];
                            next_value[32*i +: 32]      = wf_lds_op(scan_op, in_value[{from, 5'd0} +: 32], in_value[32*i +: 32], 32'd0);
                            next_has[i]                 = in_has[from];
                            next_ptr[IDX_W*i +: IDX_W]  = in_ptr[IDX_W * from +: IDX_W];
                        end
                out_value <= next_value;
                out_has   <= next_has;
                out_ptr   <= next_ptr;
            end
        end
        if (rst)
            out_valid <= 1'b0;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
