// SPDX-License-Identifier: Apache-2.0
// wf_vfpu_serial - the vector float unit on fewer lanes: those of a request go through them in LANES / COMPUTE passes.
//   The ports of wf_vfpu.  Latency 5 + passes, throughput one request per `passes` cycles; a request stays at the input
//   until its last pass.  Passes before the last are requests of the second client to wf_vfpu: they stall nothing, and
//   what they give waits here for the last.
//   Page: docs/fp.md   Test: tb/core/wf_valu_tb.v
`default_nettype none

module wf_vfpu_serial #(
    parameter integer LANES   = 32,          // lanes of a request
    parameter integer COMPUTE = 8,           // lanes computed at a time: divides LANES, at most LANES / 2
    parameter integer TAG_W   = 4,           // bits of the tag that travels with a request, >= 1
    parameter integer GATED   = 1            // as in wf_vfpu
) (
    input  wire                clk,
    input  wire                rst,          // synchronous, active high

    input  wire                req_valid,
    output wire                req_ready,    // from rsp_ready, combinational
    input  wire                req_row,
    input  wire [TAG_W-1:0]    req_tag,
    input  wire [7:0]          req_op,
    input  wire [LANES-1:0]    req_active,
    input  wire [32*LANES-1:0] req_a,
    input  wire [32*LANES-1:0] req_b,
    input  wire [32*LANES-1:0] req_c,

    input  wire                early_ok,
    output wire                early_valid,
    output wire [TAG_W-1:0]    early_tag,

    output wire                row_soon,
    output wire [TAG_W-1:0]    soon_tag,
    output wire                row_valid,
    output wire                rsp_valid,
    input  wire                rsp_ready,
    output wire                rsp_early,
    output wire [TAG_W-1:0]    rsp_tag,
    output wire [32*LANES-1:0] rsp_data
);
    localparam integer PASSES  = LANES / COMPUTE;
    localparam integer PASS_W  = (PASSES > 1) ? $clog2(PASSES) : 1;
    localparam integer FINAL_I = PASSES - 1;
    localparam [PASS_W-1:0] FINAL = FINAL_I[PASS_W-1:0];
    localparam integer KEPT    = 32 * (LANES - COMPUTE);     // bits of all passes but the last
    generate
        if (COMPUTE < 1 || PASSES < 2 || PASSES * COMPUTE != LANES)
            wf_vfpu_serial_COMPUTE_must_divide_LANES_and_be_less u_error ();
    endgenerate

    // ---- a pass: its lanes, in a register before the multipliers ----
    reg  [PASS_W-1:0]     pass_q;            // the next
    reg                   lanes_valid_q, lanes_last_q, lanes_row_q;
    reg  [PASS_W-1:0]     lanes_pass_q;
    reg  [TAG_W-1:0]      lanes_tag_q;
    reg  [7:0]            lanes_op_q;
    reg  [COMPUTE-1:0]    lanes_active_q;
    reg  [32*COMPUTE-1:0] lanes_a_q, lanes_b_q, lanes_c_q;
    wire                  lanes_ready;
    wire                  load = !lanes_valid_q || lanes_ready;
    wire                  last = pass_q == FINAL;
    assign req_ready = load && last;

    always @(posedge clk) begin
        if (load) begin
            lanes_valid_q <= req_valid;
            if (req_valid) begin
                pass_q         <= last ? {PASS_W{1'b0}} : pass_q + 1'b1;
                lanes_last_q   <= last;
                lanes_row_q    <= req_row;
                lanes_pass_q   <= pass_q;
                lanes_tag_q    <= req_tag;
                lanes_op_q     <= req_op;
                lanes_active_q <= req_active[COMPUTE*pass_q +: COMPUTE];
                lanes_a_q      <= req_a[32*COMPUTE*pass_q +: 32*COMPUTE];
                lanes_b_q      <= req_b[32*COMPUTE*pass_q +: 32*COMPUTE];
                lanes_c_q      <= req_c[32*COMPUTE*pass_q +: 32*COMPUTE];
            end
        end
        if (rst) begin
            pass_q        <= {PASS_W{1'b0}};
            lanes_valid_q <= 1'b0;
        end
    end

    // ---- the lanes ----
    wire                  pass_valid, pass_row, pass_last, pass_soon, soon_row, soon_last;
    wire [PASS_W-1:0]     pass, soon_pass;
    wire [TAG_W-1:0]      tag;
    wire [32*COMPUTE-1:0] data;
    /* verilator lint_off UNUSEDSIGNAL */    // a promise is of a last pass
    wire [1+1+PASS_W+TAG_W-1:0] promise;
    /* verilator lint_on UNUSEDSIGNAL */
    wf_vfpu #(.LANES(COMPUTE), .TAG_W(1 + 1 + PASS_W + TAG_W), .GATED(GATED)) u_lanes (
        .clk(clk), .rst(rst), .req_valid(lanes_valid_q), .req_ready(lanes_ready), .req_row(lanes_row_q || !lanes_last_q),
        .req_tag({lanes_row_q, lanes_last_q, lanes_pass_q, lanes_tag_q}), .req_op(lanes_op_q),
        .req_active(lanes_active_q), .req_a(lanes_a_q), .req_b(lanes_b_q), .req_c(lanes_c_q),
        .early_ok(early_ok), .early_valid(early_valid), .early_tag(promise), .row_soon(pass_soon), .soon_tag({soon_row, soon_last, soon_pass, soon_tag}), .row_valid(pass_valid),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_early(rsp_early),
        .rsp_tag({pass_row, pass_last, pass, tag}), .rsp_data(data));
    assign early_tag = promise[TAG_W-1:0];
    assign rsp_tag   = tag;
    assign row_soon  = pass_soon && soon_row && soon_last;
    wire   unused    = &{1'b0, soon_pass};
    assign row_valid = pass_valid && pass_row && pass_last;

    // ---- what the passes before the last gave ----
    reg [KEPT-1:0] kept_q;
    integer        p;
    always @(posedge clk)
        if (pass_valid && !pass_last)
            for (p = 0; p < FINAL_I; p = p + 1)
                if (pass == p[PASS_W-1:0]) kept_q[32*COMPUTE*p +: 32*COMPUTE] <= data;
    assign rsp_data = {data, kept_q};
endmodule

`default_nettype wire
