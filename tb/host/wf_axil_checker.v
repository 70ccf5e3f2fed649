// SPDX-License-Identifier: Apache-2.0
// wf_axil_checker - watches an AXI4-Lite bus; a rule that is broken ends the simulation with its name.
//   Of both sides: UNKNOWN valid or ready X; HELD valid and payload hold until ready; RESET valid is low after a reset.
//   Of the subordinate: B_EARLY an answer before address and data; R_EARLY; RESP no exclusive access; TAKE an idle
//   channel takes an offer at once; SLOW the answer comes 2 (write) or 3 cycles after its request or the last answer.
//   Test: tb/host/wf_host_tb.v
`timescale 1ns/1ps
`default_nettype none

module wf_axil_checker #(
    parameter integer ADDR_W = 16
) (
    input wire              clk,
    input wire              rst,
    output wire             idle,            // nothing is under way
    input wire              awvalid, awready,
    input wire [ADDR_W-1:0] awaddr,
    input wire              wvalid, wready,
    input wire [31:0]       wdata,
    input wire [3:0]        wstrb,
    input wire              bvalid, bready,
    input wire [1:0]        bresp,
    input wire              arvalid, arready,
    input wire [ADDR_W-1:0] araddr,
    input wire              rvalid, rready,
    input wire [31:0]       rdata,
    input wire [1:0]        rresp
);
    reg              was_rst = 1'b1, live = 1'b0;
    reg [4:0]        held = 5'd0;            // valid without ready in the cycle before
    reg [ADDR_W-1:0] aw, ar;
    reg [35:0]       w;
    reg [1:0]        b;
    reg [33:0]       r;
    integer          addresses = 0, words = 0, reads = 0, writing = 0, reading = 0;
    wire [4:0]       valid = {awvalid, wvalid, bvalid, arvalid, rvalid}, ready = {awready, wready, bready, arready, rready};

    assign idle = addresses == 0 && words == 0 && reads == 0 && valid == 5'd0;

    task broken(input [8*8-1:0] rule);
        $fatal(1, "FAIL host: AXI4-Lite rule %0s, %m", rule);
    endtask

    always @(posedge clk) begin
        if (rst) begin
            addresses = 0; words = 0; reads = 0; writing = 0; reading = 0; held = 5'd0; live = 1'b1;
        end else if (live) begin
            if ((^valid) === 1'bx || (^ready) === 1'bx) broken("UNKNOWN");
            if (was_rst && valid != 5'd0) broken("RESET");
            if ((held & ~valid) != 5'd0) broken("HELD");
            if ((held[4] && awaddr !== aw) || (held[3] && {wstrb, wdata} !== w) || (held[2] && bresp !== b) ||
                (held[1] && araddr !== ar) || (held[0] && {rresp, rdata} !== r)) broken("HELD");
            if (bvalid && (addresses == 0 || words == 0)) broken("B_EARLY");
            if (rvalid && reads == 0) broken("R_EARLY");
            if ((bvalid && (^bresp === 1'bx || bresp == 2'b01)) || (rvalid && (^rresp === 1'bx || rresp == 2'b01))) broken("RESP");
            if ((awvalid && !awready && addresses == 0) || (wvalid && !wready && words == 0) || (arvalid && !arready && reads == 0)) broken("TAKE");
            writing = (addresses > 0 && words > 0 && !bvalid) ? writing + 1 : 0;
            reading = (reads > 0 && !rvalid) ? reading + 1 : 0;
            if (writing > 1 || reading > 2) broken("SLOW");
            if (bvalid && bready) begin addresses = addresses - 1; words = words - 1; end
            if (rvalid && rready) reads = reads - 1;
            if (awvalid && awready) addresses = addresses + 1;
            if (wvalid && wready)   words = words + 1;
            if (arvalid && arready) reads = reads + 1;
            held = valid & ~ready;
            aw = awaddr; w = {wstrb, wdata}; b = bresp; ar = araddr; r = {rresp, rdata};
        end
        was_rst = rst;
    end
endmodule

`default_nettype wire
