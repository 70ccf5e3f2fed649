// SPDX-License-Identifier: Apache-2.0
// wf_host_times - the clock of the device, and when each dispatch id began and ended: the cycle in which the machine took
//   its descriptor, and that of its answer.  The high word of the clock is added to by a register of its own, so no carry
//   is longer than 32 bits.
//   Page: docs/host.md   Test: tb/host/wf_host_tb.v
`default_nettype none

module wf_host_times #(
    parameter integer DISPATCHES = 4,        // 1, 2, 4 or 8
    parameter integer ID_W = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1      // derived
) (
    input  wire                     clk,
    input  wire                     rst,     // synchronous, active high: the clock begins at 0
    input  wire                     clear,   // no dispatch has begun
    input  wire                     taken_valid,
    input  wire [ID_W-1:0]          taken_id,
    input  wire                     done_valid,
    input  wire [ID_W-1:0]          done_id,
    output wire [63:0]              now,     // cycles since rst
    output wire [64*DISPATCHES-1:0] begun,   // of each id
    output wire [64*DISPATCHES-1:0] ended
);
    reg [31:0] low_q, high_q;
    reg        carry_q;                      // low_q is all ones

    assign now = {high_q, low_q};
    always @(posedge clk) begin
        low_q   <= low_q + 32'd1;
        carry_q <= low_q == 32'hfffffffe;
        if (carry_q) high_q <= high_q + 32'd1;
        if (rst) begin
            low_q   <= 32'd0;
            high_q  <= 32'd0;
            carry_q <= 1'b0;
        end
    end

    genvar n;
    generate
        for (n = 0; n < DISPATCHES; n = n + 1) begin : g_id
            localparam integer NUMBER = n;
            localparam [ID_W-1:0] ME = NUMBER[ID_W-1:0];
            reg [63:0] begun_q, ended_q;

            assign begun[64*n +: 64] = begun_q;
            assign ended[64*n +: 64] = ended_q;
            always @(posedge clk) begin
                if (taken_valid && taken_id == ME) begun_q <= now;
                if (done_valid && done_id == ME)   ended_q <= now;
                if (clear) begin
                    begun_q <= 64'd0;
                    ended_q <= 64'd0;
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
