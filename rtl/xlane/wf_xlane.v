// SPDX-License-Identifier: Apache-2.0
// wf_xlane - the cross-lane unit: votes, reads, shuffles, mask operations, match, scans and reductions of a wave.
//   Latency 3 (votes, reads, shuffles, quads, masks), log2(LANES) + 3 (integer scans, float minimum and maximum), 2 +
//   2 * words (match), 6 * rounds + 4 (float sums and products, integer products; rounds = log2 of the longest chain,
//   rounded up), uncontended.  Throughput 1/cycle; match one per 2 * words cycles; sums and products of floats six at
//   a time.  Answers overtake each other: the tag identifies them.  req_ready follows req_op; out: wf_skid.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

module wf_xlane #(
    parameter integer LANES = 32,            // lanes, a power of two 4..128
    parameter integer TAG_W = 4,             // request tag bits, >= 1
    parameter integer FPU   = 1              // 0: no float lanes: float sums and products, integer products must not be asked for
) (
    input  wire                 clk,
    input  wire                 rst,         // synchronous, active high

    input  wire                 req_valid,
    output wire                 req_ready,
    input  wire [TAG_W-1:0]     req_tag,
    input  wire [7:0]           req_op,
    input  wire [7:0]           req_mod,     // scans: mode, scope, cluster; match: words
    input  wire [2:0]           req_wave_log2,
    input  wire [LANES-1:0]     req_exec,    // running lanes
    input  wire [LANES-1:0]     req_active,  // running and not helper
    input  wire [32*LANES-1:0]  req_a,
    input  wire [32*LANES-1:0]  req_b,
    input  wire [128*LANES-1:0] req_q,       // mask operand, or match key: word k of lane l at 32*(4*l+k)

    // float lanes next to it: requests, answers taken at once (wf_fpu)
    output wire                 row_wanted,  // requests come, at the earliest in the next cycle
    output wire                 row_req_valid,
    input  wire                 row_req_ready,
    output wire [2:0]           row_req_tag,
    output wire [7:0]           row_req_op,
    output wire [LANES-1:0]     row_req_active,
    output wire [32*LANES-1:0]  row_req_a,
    output wire [32*LANES-1:0]  row_req_b,
    input  wire                 row_soon_valid,  // it will answer in the next cycle, or later if it does not move
    input  wire [2:0]           row_soon_tag,
    input  wire                 row_rsp_valid,
    input  wire [32*LANES-1:0]  row_rsp_data,

    output wire                 rsp_valid,
    input  wire                 rsp_ready,
    output wire [TAG_W-1:0]     rsp_tag,
    output wire [128*LANES-1:0] rsp_data     // word 0 for one-word results; zero above LANES for masks
);
    localparam integer OUT_W = LANES > 32 ? LANES : 32;      // result bits a lane that can be other than 0

    generate
        if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32 && LANES != 64 && LANES != 128)
            wf_xlane_LANES_must_be_a_power_of_two_from_4_to_128 u_error ();
        if (TAG_W < 1) wf_xlane_TAG_W_must_be_at_least_1 u_error ();
    endgenerate

    // ---- requests to the four units
    wire is_match = req_op == `WF_OP_MATCH;
    wire is_round = req_op == `WF_OP_WMUL || req_op == `WF_OP_WFADD || req_op == `WF_OP_WFMUL;
    wire is_scan  = is_round || req_op == `WF_OP_WADD || req_op == `WF_OP_WMINS || req_op == `WF_OP_WMAXS ||
                    req_op == `WF_OP_WMINU || req_op == `WF_OP_WMAXU || req_op == `WF_OP_WAND || req_op == `WF_OP_WOR ||
                    req_op == `WF_OP_WXOR || req_op == `WF_OP_WFMIN || req_op == `WF_OP_WFMAX ||
                    req_op == `WF_OP_WCOUNT;
    wire fast_ready, match_ready, link_ready;
    assign req_ready = is_match ? match_ready : is_scan ? link_ready : fast_ready;

    wire                   fast_valid, match_valid, scan_valid;
    wire [TAG_W-1:0]       fast_tag, match_tag, scan_tag;
    wire [OUT_W*LANES-1:0] fast_data;
    wire [LANES*LANES-1:0] match_data;
    wire [32*LANES-1:0]    scan_data;
    wire [2:0]             grant;            // {scan, match, fast}

    wf_xlane_fast #(.LANES(LANES), .TAG_W(TAG_W), .OUT_W(OUT_W)) u_fast (
        .clk(clk), .rst(rst),
        .in_valid(req_valid && !is_match && !is_scan), .in_ready(fast_ready), .in_tag(req_tag), .in_op(req_op),
        .in_wave_log2(req_wave_log2), .in_exec(req_exec), .in_active(req_active), .in_a(req_a), .in_b(req_b),
        .in_q(req_q), .out_valid(fast_valid), .out_ready(grant[0]), .out_tag(fast_tag), .out_data(fast_data));

    wf_xlane_match #(.LANES(LANES), .TAG_W(TAG_W)) u_match (
        .clk(clk), .rst(rst), .in_valid(req_valid && is_match), .in_ready(match_ready), .in_tag(req_tag),
        .in_words(req_mod[`WF_MOD_WORDS]), .in_active(req_active), .in_key(req_q),
        .out_valid(match_valid), .out_ready(grant[1]), .out_tag(match_tag), .out_data(match_data));

    // ---- scans: one first stage, then the pipeline or the ring
    wire                link_valid, pipe_ready, ring_ready, ring_busy;
    wire                round_valid, round_ready;
    wire [`WF_CHAIN_W-1:0] chain, round_chain;
    wire [7:0]          link_op = chain[`WF_CHAIN_OP];
    wire link_round = link_op == `WF_OP_WMUL || link_op == `WF_OP_WFADD || link_op == `WF_OP_WFMUL;

    wf_xlane_link #(.LANES(LANES), .TAG_W(TAG_W)) u_link (
        .clk(clk), .rst(rst), .in_valid(req_valid && is_scan), .in_ready(link_ready), .in_tag(req_tag), .in_op(req_op),
        .in_mod(req_mod), .in_active(req_active), .in_value(req_a), .in_q(req_q),
        .out_valid(link_valid), .out_ready(link_round ? ring_ready : pipe_ready), .out_chain(chain));

    wf_xlane_scan #(.LANES(LANES), .TAG_W(TAG_W)) u_scan (
        .clk(clk), .rst(rst), .in_valid(link_valid && !link_round), .in_ready(pipe_ready), .in_chain(chain),
        .end_valid(round_valid), .end_ready(round_ready), .end_chain(round_chain),
        .out_valid(scan_valid), .out_ready(grant[2]), .out_tag(scan_tag), .out_data(scan_data));

    assign row_wanted = (req_valid && is_round) || (link_valid && link_round) || ring_busy;
    generate
        if (FPU != 0) begin : g_round
            wf_xlane_fscan #(.LANES(LANES), .TAG_W(TAG_W)) u_fscan (
                .clk(clk), .rst(rst), .in_valid(link_valid && link_round), .in_ready(ring_ready), .in_chain(chain), .busy(ring_busy),
                .row_req_valid(row_req_valid), .row_req_ready(row_req_ready), .row_req_tag(row_req_tag), .row_req_op(row_req_op),
                .row_req_active(row_req_active), .row_req_a(row_req_a), .row_req_b(row_req_b),
                .row_soon_valid(row_soon_valid), .row_soon_tag(row_soon_tag), .row_rsp_valid(row_rsp_valid),
                .row_rsp_data(row_rsp_data), .out_valid(round_valid), .out_ready(round_ready), .out_chain(round_chain));
        end else begin : g_none
            assign {ring_ready, ring_busy, round_valid, row_req_valid} = 4'b1000;
            assign {row_req_tag, row_req_op, row_req_active, row_req_a, row_req_b} = {(11 + 65*LANES){1'b0}};
            assign round_chain = {`WF_CHAIN_W{1'b0}};
            wire unused = &{1'b0, round_ready, row_req_ready, row_soon_valid, row_soon_tag, row_rsp_valid, row_rsp_data};
        end
    endgenerate

    // ---- answers: by turns, through registers
    wire [OUT_W*LANES-1:0] data;
    reg  [OUT_W*LANES-1:0] match_wide, scan_wide;
    integer                l;
    always @*
        for (l = 0; l < LANES; l = l + 1) begin
            match_wide[OUT_W*l +: OUT_W] = {{OUT_W-LANES{1'b0}}, match_data[LANES*l +: LANES]};
            scan_wide[OUT_W*l +: OUT_W]  = {{OUT_W-32{1'b0}}, scan_data[32*l +: 32]};
        end
    wf_arbiter #(.N(3), .WIDTH(TAG_W + OUT_W*LANES)) u_answers (
        .clk(clk), .rst(rst), .in_valid({scan_valid, match_valid, fast_valid}), .in_ready(grant),
        .in_data({scan_tag, scan_wide, match_tag, match_wide, fast_tag, fast_data}),
        .out_valid(rsp_valid), .out_ready(rsp_ready), .out_data({rsp_tag, data}));

    integer             r;                   // a loop, not a generate: simulators then copy words, join no slices
    reg [128*LANES-1:0] wide;
    always @* begin
        for (r = 0; r < LANES; r = r + 1) wide[128*r +: 128] = {{128-OUT_W{1'b0}}, data[OUT_W*r +: OUT_W]};
    end
    assign rsp_data = wide;

endmodule

`default_nettype wire
