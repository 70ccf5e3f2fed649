// SPDX-License-Identifier: Apache-2.0
// wf_host_axi - an AXI4-Lite slave of 32-bit words to registers.  One write and one read at a time, in parallel.
//   Address and data of a write come in any order.  All outputs are registered.  A write is done in the cycle of
//   wr_valid; a read names its register for two cycles: rd_valid is the first, in the second its word is taken.
//   Page: docs/host.md   Test: tb/host/wf_host_tb.v
`default_nettype none

module wf_host_axi #(
    parameter integer ADDR_W = 16            // bits of a byte address, 12..32
) (
    input  wire              clk,
    input  wire              rst,            // synchronous, active high

    input  wire              s_axi_awvalid,
    output wire              s_axi_awready,
    input  wire [ADDR_W-1:0] s_axi_awaddr,   // bits 1:0 are ignored, here and in araddr
    input  wire              s_axi_wvalid,
    output wire              s_axi_wready,
    input  wire [31:0]       s_axi_wdata,
    input  wire [3:0]        s_axi_wstrb,
    output wire              s_axi_bvalid,
    input  wire              s_axi_bready,
    output wire [1:0]        s_axi_bresp,
    input  wire              s_axi_arvalid,
    output wire              s_axi_arready,
    input  wire [ADDR_W-1:0] s_axi_araddr,
    output wire              s_axi_rvalid,
    input  wire              s_axi_rready,
    output wire [31:0]       s_axi_rdata,
    output wire [1:0]        s_axi_rresp,

    output wire              wr_valid,       // one cycle
    output wire [ADDR_W-3:0] wr_word,
    output wire [31:0]       wr_data,
    output wire [3:0]        wr_strb,
    input  wire [1:0]        wr_resp,        // of wr_word, in the same cycle

    output wire              rd_valid,       // one cycle
    output wire [ADDR_W-3:0] rd_word,        // stays for the next cycle too,
    input  wire [31:0]       rd_data,        // in which these belong to it
    input  wire [1:0]        rd_resp
);
    // ---- writes ----
    reg              aw_full_q, w_full_q, b_valid_q;
    reg [ADDR_W-3:0] aw_word_q;
    reg [31:0]       w_data_q;
    reg [3:0]        w_strb_q;
    reg [1:0]        b_resp_q;

    assign wr_valid      = aw_full_q && w_full_q && !b_valid_q;
    assign wr_word       = aw_word_q;
    assign wr_data       = w_data_q;
    assign wr_strb       = w_strb_q;
    assign s_axi_awready = !aw_full_q;
    assign s_axi_wready  = !w_full_q;
    assign s_axi_bvalid  = b_valid_q;
    assign s_axi_bresp   = b_resp_q;

    always @(posedge clk) begin
        if (wr_valid) b_resp_q <= wr_resp;
        b_valid_q <= wr_valid || (b_valid_q && !s_axi_bready);
        if (!aw_full_q) aw_word_q <= s_axi_awaddr[ADDR_W-1:2];
        if (!w_full_q) begin
            w_data_q <= s_axi_wdata;
            w_strb_q <= s_axi_wstrb;
        end
        aw_full_q <= aw_full_q ? !wr_valid : s_axi_awvalid;
        w_full_q  <= w_full_q  ? !wr_valid : s_axi_wvalid;
        if (rst) begin
            aw_full_q <= 1'b0;
            w_full_q  <= 1'b0;
            b_valid_q <= 1'b0;
        end
    end

    // ---- reads ----
    reg              ar_full_q, second_q, r_valid_q;
    reg [ADDR_W-3:0] ar_word_q;
    reg [31:0]       r_data_q;
    reg [1:0]        r_resp_q;

    assign rd_valid      = ar_full_q && !second_q && !r_valid_q;
    assign rd_word       = ar_word_q;
    assign s_axi_arready = !ar_full_q;
    assign s_axi_rvalid  = r_valid_q;
    assign s_axi_rdata   = r_data_q;
    assign s_axi_rresp   = r_resp_q;

    always @(posedge clk) begin
        if (!ar_full_q) ar_word_q <= s_axi_araddr[ADDR_W-1:2];
        if (second_q) begin
            r_data_q <= rd_data;
            r_resp_q <= rd_resp;
        end
        ar_full_q <= ar_full_q ? !second_q : s_axi_arvalid;
        second_q  <= rd_valid;
        r_valid_q <= second_q || (r_valid_q && !s_axi_rready);
        if (rst) begin
            ar_full_q <= 1'b0;
            second_q  <= 1'b0;
            r_valid_q <= 1'b0;
        end
    end

    wire unused = &{1'b0, s_axi_awaddr[1:0], s_axi_araddr[1:0]};
endmodule

`default_nettype wire
