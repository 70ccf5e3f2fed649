// SPDX-License-Identifier: Apache-2.0
// wf_host_system - host registers and machine, wired: what a driver sees in simulation.  The bus and the memory port are the ports.
`default_nettype none
`include "wf_isa.vh"

module wf_host_system #(
    parameter integer LANES = 8,
    parameter integer WAVES = 16,
    parameter integer TAG_W = $clog2(WAVES) + 2      // derived
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                awvalid,
    output wire                awready,
    input  wire [15:0]         awaddr,
    input  wire                wvalid,
    output wire                wready,
    input  wire [31:0]         wdata,
    input  wire [3:0]          wstrb,
    output wire                bvalid,
    input  wire                bready,
    output wire [1:0]          bresp,
    input  wire                arvalid,
    output wire                arready,
    input  wire [15:0]         araddr,
    output wire                rvalid,
    input  wire                rready,
    output wire [31:0]         rdata,
    output wire [1:0]          rresp,
    output wire                irq,
    output wire                mreq_valid,
    input  wire                mreq_ready,
    output wire [TAG_W-1:0]    mreq_tag,
    output wire [1:0]          mreq_kind,
    output wire [3:0]          mreq_atom,
    output wire [LANES-1:0]    mreq_mask,
    output wire [32*LANES-1:0] mreq_addr,
    output wire [32*LANES-1:0] mreq_data,
    output wire [32*LANES-1:0] mreq_compare,
    input  wire                mrsp_valid,
    output wire                mrsp_ready,
    input  wire [TAG_W-1:0]    mrsp_tag,
    input  wire [32*LANES-1:0] mrsp_data
);
    localparam integer D = 4, ID_W = 2, GROUPS = 8, LDS_WORDS = 2048, IMEM_WORDS = 1024;

    wire                  desc_valid, desc_ready, done_valid, done_ready, cancel_valid, imem_we, buf_we;
    wire [`WF_DESC_W-1:0] desc;
    wire [ID_W-1:0]       done_id, cancel_id, buf_id;
    wire [7:0]            done_code, done_wave_size;
    wire [1:0]            done_ending;
    wire [15:0]           done_waves, imem_addr;
    wire [D-1:0]          fault_valid;
    wire                  machine_rst;
    wire [63:0]           imem_data;
    wire [3:0]            buf_index;
    wire [31:0]           buf_base, buf_size;
    wire [3*D-1:0]        fault_kind;
    wire [16*D-1:0]       fault_slot;
    wire [16*D-1:0]       fault_wave, fault_pc;
    wire [32*D-1:0]       fault_gid_x, fault_gid_y, fault_gid_z, fault_addr;
    wire [8*D-1:0]        fault_lane;
    wire [64*D-1:0]       fault_count;
    wire [`WF_CNT_W-1:0]  counters;

    wf_host #(.LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(8), .IMEM_WORDS(IMEM_WORDS), .DISPATCHES(D)) u_host (
        .clk(clk), .rst(rst),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(awaddr), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp),
        .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(araddr), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
        .s_axi_rdata(rdata), .s_axi_rresp(rresp), .irq(irq), .machine_rst(machine_rst),
        .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc), .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id),
        .done_code(done_code), .done_ending(done_ending), .done_wave_size(done_wave_size), .done_waves(done_waves),
        .cancel_valid(cancel_valid), .cancel_id(cancel_id),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data),
        .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size),
        .fault_valid(fault_valid), .fault_kind(fault_kind), .fault_slot(fault_slot), .fault_wave(fault_wave),
        .fault_gid_x(fault_gid_x), .fault_gid_y(fault_gid_y), .fault_gid_z(fault_gid_z), .fault_lane(fault_lane),
        .fault_pc(fault_pc), .fault_addr(fault_addr), .fault_count(fault_count), .counters(counters)
    );
    wf_top #(.LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(8), .IMEM_WORDS(IMEM_WORDS), .DISPATCHES(D)) u_top (
        .clk(clk), .rst(machine_rst),
        .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc), .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id),
        .done_code(done_code), .done_ending(done_ending), .done_wave_size(done_wave_size), .done_waves(done_waves),
        .cancel_valid(cancel_valid), .cancel_id(cancel_id), .id_busy(),
        .quad_valid(1'b0), .quad_last(1'b0), .quad_coverage(4'd0), .quad_x(14'd0), .quad_y(14'd0),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data),
        .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size),
        .mreq_valid(mreq_valid), .mreq_ready(mreq_ready), .mreq_tag(mreq_tag), .mreq_kind(mreq_kind), .mreq_atom(mreq_atom),
        .mreq_mask(mreq_mask), .mreq_addr(mreq_addr), .mreq_data(mreq_data), .mreq_compare(mreq_compare),
        .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp_tag(mrsp_tag), .mrsp_data(mrsp_data),
        .fault_valid(fault_valid), .fault_kind(fault_kind), .fault_slot(fault_slot), .fault_wave(fault_wave),
        .fault_gid_x(fault_gid_x), .fault_gid_y(fault_gid_y), .fault_gid_z(fault_gid_z), .fault_lane(fault_lane),
        .fault_pc(fault_pc), .fault_addr(fault_addr), .fault_count(fault_count), .counters(counters)
    );
endmodule

`default_nettype wire
