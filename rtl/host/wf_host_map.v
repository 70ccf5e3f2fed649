// SPDX-License-Identifier: Apache-2.0
// wf_host_map - which words of the address space are registers, and how they may be accessed.  Combinational.
//   Page: docs/host-registers.md   Test: tb/host/wf_host_tb.v
`default_nettype none
`include "wf_host.vh"
`include "wf_isa.vh"

module wf_host_map #(
    parameter integer WORD_W     = 14,       // bits of a word address
    parameter integer DISPATCHES = 4         // windows of ids that there are
) (
    input  wire [WORD_W-1:0] word,
    output reg  [1:0]        access          // {may be written, may be read}; 0: no register
);
    localparam integer DESC_WORDS    = (`WF_DESC_W + 31) / 32;
    localparam integer COUNTER_WORDS = `WF_CNT_W / 32;
    wire [15:0] single = {8'd0, word[5:0], 2'd0};

    always @* begin
        casez (word[8:6])
            3'd0:
                case (single)
                    `WF_HOST_ID, `WF_HOST_VERSION, `WF_HOST_LANES, `WF_HOST_WAVES, `WF_HOST_GROUPS, `WF_HOST_REGS,
                    `WF_HOST_REG_ROWS, `WF_HOST_LDS_WORDS, `WF_HOST_LDS_BANKS, `WF_HOST_IMEM_WORDS, `WF_HOST_DISPATCHES,
                    `WF_HOST_CORES, `WF_HOST_QUEUE_DEPTH, `WF_HOST_DESC_WORDS, `WF_HOST_COUNTERS, `WF_HOST_FEATURES,
                    `WF_HOST_IRQ_PENDING, `WF_HOST_QUEUE, `WF_HOST_MEMORY_FAULT, `WF_HOST_CLOCK,
                    `WF_HOST_CLOCK_HIGH: access = 2'b01;
                    `WF_HOST_CANCEL, `WF_HOST_BUF_SELECT: access = 2'b10;
                    default: access = {2{single <= `WF_HOST_COUNTER_CORE}};
                endcase
            3'd1:    access = {2{{1'b0, word[5:0]} < DESC_WORDS[6:0]}};
            3'b01?:  access = {1'b0, {2'd0, word[6:4]} < DISPATCHES[4:0]};       // all words of a window
            3'd4:    access = {1'b0, {1'b0, word[5:0]} < COUNTER_WORDS[6:0]};
            3'd5:    access = {1'b0, word[5:0] < DISPATCHES[5:0]};
            default: access = 2'b00;
        endcase
        if (word[WORD_W-1:9] != {WORD_W-9{1'b0}}) access = 2'b00;
    end
endmodule

`default_nettype wire
