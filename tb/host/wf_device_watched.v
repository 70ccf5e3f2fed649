// SPDX-License-Identifier: Apache-2.0
// wf_device_watched - a wf_device with a checker on each of its buses: what a driver sees in simulation.  Its
//   parameters are first those of a small one of two cores.
`default_nettype none
`ifdef WF_TRACE
`include "wf_isa.vh"
`include "wf_record.vh"
`endif

module wf_device_watched #(
    parameter integer LANES      = 8,        // these as in wf_device
    parameter integer WAVES      = 8,
    parameter integer GROUPS     = 4,
    parameter integer REGS       = 64,
    parameter integer LDS_WORDS  = 1024,
    parameter integer LDS_BANKS  = 8,
    parameter integer IMEM_WORDS = 1024,
    parameter integer DISPATCHES = 4,
    parameter integer CORES      = 2,
    parameter integer L1_LINES   = 16,
    parameter integer AXI_ID_W   = 4,        // these too
    parameter integer DATA       = 64        // its AXI_DATA
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              s_awvalid,
    output wire              s_awready,
    input  wire [15:0]       s_awaddr,
    input  wire              s_wvalid,
    output wire              s_wready,
    input  wire [31:0]       s_wdata,
    input  wire [3:0]        s_wstrb,
    output wire              s_bvalid,
    input  wire              s_bready,
    output wire [1:0]        s_bresp,
    input  wire              s_arvalid,
    output wire              s_arready,
    input  wire [15:0]       s_araddr,
    output wire              s_rvalid,
    input  wire              s_rready,
    output wire [31:0]       s_rdata,
    output wire [1:0]        s_rresp,
    output wire              irq,
    output wire              m_awvalid,
    input  wire              m_awready,
    output wire [AXI_ID_W-1:0] m_awid,
    output wire [31:0]       m_awaddr,
    output wire [7:0]        m_awlen,
    output wire              m_wvalid,
    input  wire              m_wready,
    output wire [DATA-1:0]   m_wdata,
    output wire [DATA/8-1:0] m_wstrb,
    output wire              m_wlast,
    input  wire              m_bvalid,
    output wire              m_bready,
    input  wire [AXI_ID_W-1:0] m_bid,
    input  wire [1:0]        m_bresp,
    output wire              m_arvalid,
    input  wire              m_arready,
    output wire [AXI_ID_W-1:0] m_arid,
    output wire [31:0]       m_araddr,
    output wire [7:0]        m_arlen,
    input  wire              m_rvalid,
    output wire              m_rready,
    input  wire [AXI_ID_W-1:0] m_rid,
    input  wire [DATA-1:0]   m_rdata,
    input  wire [1:0]        m_rresp,
    input  wire              m_rlast
);
    wire [2:0] awsize, arsize;
    wire [1:0] awburst, arburst;

    /* verilator lint_off PINCONNECTEMPTY */
    wf_device #(.LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), .IMEM_WORDS(IMEM_WORDS),
                .DISPATCHES(DISPATCHES), .CORES(CORES), .L1_LINES(L1_LINES), .AXI_DATA(DATA), .AXI_ID_W(AXI_ID_W)) u_device (
        .clk(clk), .rst(rst),
        .s_axi_awvalid(s_awvalid), .s_axi_awready(s_awready), .s_axi_awaddr(s_awaddr), .s_axi_wvalid(s_wvalid), .s_axi_wready(s_wready),
        .s_axi_wdata(s_wdata), .s_axi_wstrb(s_wstrb), .s_axi_bvalid(s_bvalid), .s_axi_bready(s_bready), .s_axi_bresp(s_bresp),
        .s_axi_arvalid(s_arvalid), .s_axi_arready(s_arready), .s_axi_araddr(s_araddr), .s_axi_rvalid(s_rvalid), .s_axi_rready(s_rready),
        .s_axi_rdata(s_rdata), .s_axi_rresp(s_rresp), .irq(irq),
        .m_axi_awvalid(m_awvalid), .m_axi_awready(m_awready), .m_axi_awid(m_awid), .m_axi_awaddr(m_awaddr), .m_axi_awlen(m_awlen),
        .m_axi_awsize(awsize), .m_axi_awburst(awburst), .m_axi_awlock(), .m_axi_awcache(), .m_axi_awprot(), .m_axi_awqos(),
        .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready), .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb), .m_axi_wlast(m_wlast),
        .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready), .m_axi_bid(m_bid), .m_axi_bresp(m_bresp),
        .m_axi_arvalid(m_arvalid), .m_axi_arready(m_arready), .m_axi_arid(m_arid), .m_axi_araddr(m_araddr), .m_axi_arlen(m_arlen),
        .m_axi_arsize(arsize), .m_axi_arburst(arburst), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos(),
        .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready), .m_axi_rid(m_rid), .m_axi_rdata(m_rdata), .m_axi_rresp(m_rresp), .m_axi_rlast(m_rlast));

    wf_axil_checker u_registers (
        .clk(clk), .rst(rst), .idle(), .awvalid(s_awvalid), .awready(s_awready), .awaddr(s_awaddr), .wvalid(s_wvalid), .wready(s_wready),
        .wdata(s_wdata), .wstrb(s_wstrb), .bvalid(s_bvalid), .bready(s_bready), .bresp(s_bresp), .arvalid(s_arvalid), .arready(s_arready),
        .araddr(s_araddr), .rvalid(s_rvalid), .rready(s_rready), .rdata(s_rdata), .rresp(s_rresp));

    wf_axi_checker #(.ID_W(AXI_ID_W), .DATA(DATA)) u_memory (
        .clk(clk), .rst(rst), .idle(), .awvalid(m_awvalid), .awready(m_awready), .awid(m_awid), .awaddr(m_awaddr), .awlen(m_awlen),
        .awsize(awsize), .awburst(awburst), .wvalid(m_wvalid), .wready(m_wready), .wdata(m_wdata), .wstrb(m_wstrb), .wlast(m_wlast),
        .bvalid(m_bvalid), .bready(m_bready), .bid(m_bid), .bresp(m_bresp), .arvalid(m_arvalid), .arready(m_arready), .arid(m_arid),
        .araddr(m_araddr), .arlen(m_arlen), .arsize(arsize), .arburst(arburst), .rvalid(m_rvalid), .rready(m_rready), .rid(m_rid),
        .rdata(m_rdata), .rresp(m_rresp), .rlast(m_rlast));
    /* verilator lint_on PINCONNECTEMPTY */
`ifdef WF_TRACE
    `include "wf_device_waves.vh"
`endif
endmodule

`default_nettype wire
