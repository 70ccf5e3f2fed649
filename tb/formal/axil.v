// SPDX-License-Identifier: Apache-2.0
// axil.v - wf_host_axi: an AXI4-Lite slave to registers.
//   Ghost: the rules of AXI4-Lite, wf_check_axil; the address and the data of one write, of one read, as they were sent.
//   Environment: the master keeps the rules of AXI4-Lite.
// prove rules: the slave keeps the rules of AXI4-Lite
// prove writes: a write reaches the registers once, with its address, data and strobes, and is answered with their response
// prove reads: a read names its register for two cycles, and is answered with the word and response of the second
// prove soon: a response is on offer 3 cycles after it is due
// reach data: the data of a write come before its address
// reach both: a write and a read are done in one cycle
// reach second: a second write is taken before the first is answered
// run axil: pdr, 20 s, ADDR_W=12
`default_nettype none

module formal_axil #(
    parameter integer ADDR_W = 12
) (
    input  wire              clk,
    input  wire              awvalid, wvalid, bready, arvalid, rready,
    input  wire [ADDR_W-1:0] awaddr, araddr,
    input  wire [31:0]       wdata, rd_data,
    input  wire [3:0]        wstrb,
    input  wire [1:0]        wr_resp, rd_resp,
    output wire              p_rules, p_writes, p_reads, p_soon, w_data, w_both, w_second
);
    `include "wf_formal.vh"
    wire              awready, wready, bvalid, arready, rvalid, wr_valid, rd_valid, master_ok, slave_ok;
    wire [1:0]        bresp, rresp;
    wire [31:0]       rdata, wr_data;
    wire [ADDR_W-3:0] wr_word, rd_word;
    wire [3:0]        wr_strb, write_waits, read_waits;
    wire [2:0]        writes, reads;
    wf_host_axi #(.ADDR_W(ADDR_W)) u_dut (
        .clk(clk), .rst(rst), .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(awaddr),
        .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_bvalid(bvalid),
        .s_axi_bready(bready), .s_axi_bresp(bresp), .s_axi_arvalid(arvalid), .s_axi_arready(arready),
        .s_axi_araddr(araddr), .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .wr_valid(wr_valid), .wr_word(wr_word), .wr_data(wr_data), .wr_strb(wr_strb), .wr_resp(wr_resp),
        .rd_valid(rd_valid), .rd_word(rd_word), .rd_data(rd_data), .rd_resp(rd_resp));
    wf_check_axil #(.ADDR_W(ADDR_W)) u_check (
        .clk(clk), .rst(rst), .awvalid(awvalid), .awready(awready), .wvalid(wvalid), .wready(wready), .bvalid(bvalid),
        .bready(bready), .arvalid(arvalid), .arready(arready), .rvalid(rvalid), .rready(rready), .awaddr(awaddr),
        .araddr(araddr), .wdata(wdata), .rdata(rdata), .wstrb(wstrb), .bresp(bresp), .rresp(rresp),
        .master_ok(master_ok), .slave_ok(slave_ok), .write_waits(write_waits), .read_waits(read_waits), .writes(writes), .reads(reads));
    assign legal = master_ok;

    // the ghost: addresses and data that were taken and have not reached the registers, one of each
    reg               aw_q = 0, w_q = 0, ar_q = 0, due_b_q = 0, second_q = 0, due_r_q = 0;
    reg  [ADDR_W-3:0] aw_word_q, ar_word_q;
    reg  [31:0]       data_q, read_q;
    reg  [3:0]        strb_q;
    reg  [1:0]        b_resp_q, r_resp_q;
    always @(posedge clk) begin
        if (wr_valid && ok) {aw_q, w_q} <= 2'd0;
        if (ok && awvalid && awready) {aw_q, aw_word_q} <= {1'b1, awaddr[ADDR_W-1:2]};
        if (ok && wvalid && wready) {w_q, data_q, strb_q} <= {1'b1, wdata, wstrb};
        if (ok && bvalid && bready) due_b_q <= 1'b0;
        if (ok && wr_valid) {due_b_q, b_resp_q} <= {1'b1, wr_resp};
        if (ok && arvalid && arready) {ar_q, ar_word_q} <= {1'b1, araddr[ADDR_W-1:2]};
        second_q <= ok && rd_valid;
        if (ok && rvalid && rready) due_r_q <= 1'b0;
        if (ok && second_q) {ar_q, due_r_q, read_q, r_resp_q} <= {1'b0, 1'b1, rd_data, rd_resp};
    end
    assign p_rules  = ok && !slave_ok;
    assign p_writes = ok && ((wr_valid && !(aw_q && w_q && !due_b_q && wr_word == aw_word_q && wr_data == data_q && wr_strb == strb_q)) ||
                             (bvalid && !(due_b_q && bresp == b_resp_q)));
    assign p_reads  = ok && (((rd_valid || second_q) && !(ar_q && rd_word == ar_word_q)) || (rd_valid && (second_q || due_r_q)) ||
                             (rvalid && !(due_r_q && rdata == read_q && rresp == r_resp_q)));
    assign p_soon   = ok && (write_waits > 4'd2 || read_waits > 4'd2);
    assign w_data   = ok && w_q && !aw_q;
    assign w_both   = ok && wr_valid && rd_valid;
    assign w_second = ok && writes == 3'd2;
endmodule

`default_nettype wire
