// SPDX-License-Identifier: Apache-2.0
// wf_mem_merge - the line channels of several cores on one: round robin, a request a cycle; the tag names the core.
//   Latency 1 down, 0 up.  Requests of one core keep their order.  A core waits for one of each other core at most.
//   CORES = 1: wires.   Page: docs/memory.md   Test: tb/memory/wf_memory_tb.v
`default_nettype none
`include "wf_record.vh"

module wf_mem_merge #(
    parameter integer CORES  = 2,            // 1 to 16
    parameter integer UTAG_W = 7,            // bits of a tag from above
    parameter integer CORE_W = CORES > 1 ? $clog2(CORES) : 0,      // derived
    parameter integer LTAG_W = CORE_W + UTAG_W                     // derived: bits of a tag below
) (
    input  wire                             clk,
    input  wire                             rst,

    input  wire [CORES-1:0]                 ureq_valid,
    output wire [CORES-1:0]                 ureq_ready,
    input  wire [UTAG_W*CORES-1:0]          ureq_tag,
    input  wire [`WF_AREQ_W*CORES-1:0]      ureq,
    output wire [CORES-1:0]                 ursp_valid,
    input  wire [CORES-1:0]                 ursp_ready,
    output wire [UTAG_W*CORES-1:0]          ursp_tag,
    output wire [`WF_LRSP_W*CORES-1:0]      ursp,

    output wire                             lreq_valid,
    input  wire                             lreq_ready,
    output wire [LTAG_W-1:0]                lreq_tag,
    output wire [`WF_AREQ_W-1:0]            lreq,
    input  wire                             lrsp_valid,
    output wire                             lrsp_ready,
    input  wire [LTAG_W-1:0]                lrsp_tag,
    input  wire [`WF_LRSP_W-1:0]            lrsp
);
    localparam integer REQ_W = LTAG_W + `WF_AREQ_W;

    generate
        if (CORES < 1 || CORES > 16 || UTAG_W < 1) begin : g_check
            wf_mem_merge_CORES_must_be_from_1_to_16_and_UTAG_W_at_least_1 u_error ();
        end

        if (CORES == 1) begin : g_one
            assign lreq_valid = ureq_valid;
            assign ureq_ready = lreq_ready;
            assign lreq_tag   = ureq_tag;
            assign lreq       = ureq;
            assign ursp_valid = lrsp_valid;
            assign lrsp_ready = ursp_ready;
            assign ursp_tag   = lrsp_tag;
            assign ursp       = lrsp;
            wire unused = &{1'b0, clk, rst};
        end else begin : g_several
            wire [REQ_W*CORES-1:0] requests;
            genvar c;
            for (c = 0; c < CORES; c = c + 1) begin : g_core
                localparam [31:0] CORE = c;
                assign requests[REQ_W*c +: REQ_W] =
                    {CORE[CORE_W-1:0], ureq_tag[UTAG_W*c +: UTAG_W], ureq[`WF_AREQ_W*c +: `WF_AREQ_W]};
                assign ursp_valid[c] = lrsp_valid && lrsp_tag[LTAG_W-1:UTAG_W] == CORE[CORE_W-1:0];
                assign ursp_tag[UTAG_W*c +: UTAG_W] = lrsp_tag[UTAG_W-1:0];
                assign ursp[`WF_LRSP_W*c +: `WF_LRSP_W] = lrsp;
            end
            assign lrsp_ready = ursp_ready[lrsp_tag[LTAG_W-1:UTAG_W]];

            wf_arbiter #(.N(CORES), .WIDTH(REQ_W)) u_arbiter (
                .clk(clk), .rst(rst), .in_valid(ureq_valid), .in_ready(ureq_ready), .in_data(requests),
                .out_valid(lreq_valid), .out_ready(lreq_ready), .out_data({lreq_tag, lreq}));
        end
    endgenerate
endmodule

`default_nettype wire
