// SPDX-License-Identifier: Apache-2.0
// wf_device - the device on a bus: host registers (AXI4-Lite), machine, memory path, AXI4 to memory, one interrupt.
//   The host resets it by a register at any time: requests on the memory bus are completed first.  Quads have no port
//   here: a pixel shader draws nothing (docs/host.md).
//   Page: docs/top.md   Test: tb/host/wf_host_run.c
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_device #(
    parameter integer LANES      = 32,       // widest wave, a power of two 4..128
    parameter integer WAVES      = 16,       // wave slots, 1..256
    parameter integer GROUPS     = 8,        // resident groups
    parameter integer REGS       = 64,       // registers a lane, 16..128, a multiple of 8
    parameter integer REG_ROWS   = WAVES * REGS,    // each a register of all lanes; a multiple of 8, REGS to 32768
    parameter integer LDS_WORDS  = 8192,     // 32-bit words of groupshared memory, a power of two
    parameter integer LDS_BANKS  = 32,       // a power of two
    parameter integer COALESCE   = 1,        // 0: LDS atomics make one operation a lane, also where lanes share a word
    parameter integer FPU_LANES  = LANES,    // lanes that the float unit of a core computes at a time: divides LANES
    parameter integer IMEM_WORDS = 4096,     // instructions, at most 65536
    parameter integer POLICY     = 0,        // 0 loose round robin, 1 oldest first
    parameter integer INFLIGHT   = 4,        // instructions of a wave in flight, 1..8
    parameter integer DISPATCHES = 4,        // in flight at once: 1, 2, 4 or 8
    parameter integer CORES      = 1,        // compute units, 1..16; all above but DISPATCHES is of each
    parameter integer WAVE_OPS   = 1,        // 0: kernels that use wave operations are refused
    parameter integer L1_LINES   = 64,       // lines of a core's cache, a power of two; 0: none
    parameter integer AXI_DATA   = 128,      // bits of the AXI data bus: 64 or 128
    parameter integer AXI_ID_W   = 5,        // 2^AXI_ID_W requests under way on the bus
    parameter integer LINES_W    = 7,        // of wf_memory: 2^LINES_W lines of a core under way
    parameter integer QUEUE_DEPTH = 4,       // descriptors in front of the machine, 1..128
    parameter integer ADDR_W     = 16        // bits of an address of the registers, 12..32
) (
    input  wire                  clk,
    input  wire                  rst,                        // synchronous, active high

    // the host's registers: docs/host-registers.md
    input  wire                  s_axi_awvalid,
    output wire                  s_axi_awready,
    input  wire [ADDR_W-1:0]     s_axi_awaddr,
    input  wire                  s_axi_wvalid,
    output wire                  s_axi_wready,
    input  wire [31:0]           s_axi_wdata,
    input  wire [3:0]            s_axi_wstrb,
    output wire                  s_axi_bvalid,
    input  wire                  s_axi_bready,
    output wire [1:0]            s_axi_bresp,
    input  wire                  s_axi_arvalid,
    output wire                  s_axi_arready,
    input  wire [ADDR_W-1:0]     s_axi_araddr,
    output wire                  s_axi_rvalid,
    input  wire                  s_axi_rready,
    output wire [31:0]           s_axi_rdata,
    output wire [1:0]            s_axi_rresp,
    output wire                  irq,                        // level

    // memory
    output wire                  m_axi_awvalid,
    input  wire                  m_axi_awready,
    output wire [AXI_ID_W-1:0]   m_axi_awid,
    output wire [31:0]           m_axi_awaddr,
    output wire [7:0]            m_axi_awlen,
    output wire [2:0]            m_axi_awsize,
    output wire [1:0]            m_axi_awburst,
    output wire                  m_axi_awlock,
    output wire [3:0]            m_axi_awcache,
    output wire [2:0]            m_axi_awprot,
    output wire [3:0]            m_axi_awqos,
    output wire                  m_axi_wvalid,
    input  wire                  m_axi_wready,
    output wire [AXI_DATA-1:0]   m_axi_wdata,
    output wire [AXI_DATA/8-1:0] m_axi_wstrb,
    output wire                  m_axi_wlast,
    input  wire                  m_axi_bvalid,
    output wire                  m_axi_bready,
    input  wire [AXI_ID_W-1:0]   m_axi_bid,
    input  wire [1:0]            m_axi_bresp,
    output wire                  m_axi_arvalid,
    input  wire                  m_axi_arready,
    output wire [AXI_ID_W-1:0]   m_axi_arid,
    output wire [31:0]           m_axi_araddr,
    output wire [7:0]            m_axi_arlen,
    output wire [2:0]            m_axi_arsize,
    output wire [1:0]            m_axi_arburst,
    output wire                  m_axi_arlock,
    output wire [3:0]            m_axi_arcache,
    output wire [2:0]            m_axi_arprot,
    output wire [3:0]            m_axi_arqos,
    input  wire                  m_axi_rvalid,
    output wire                  m_axi_rready,
    input  wire [AXI_ID_W-1:0]   m_axi_rid,
    input  wire [AXI_DATA-1:0]   m_axi_rdata,
    input  wire [1:0]            m_axi_rresp,
    input  wire                  m_axi_rlast
);
    localparam integer ID_W   = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1;
    localparam integer INDEX_W = L1_LINES > 1 ? $clog2(L1_LINES) : 1;                          // LTAG_W as in wf_memory
    localparam integer LTAG_W = 2 + (CORES > 1 ? $clog2(CORES) : 0) + (LINES_W > INDEX_W ? LINES_W : INDEX_W);

    generate
        if (AXI_DATA != 64 && AXI_DATA != 128) begin : g_check_data
            wf_device_AXI_DATA_must_be_64_or_128 u_error ();
        end
    endgenerate

    wire                     machine_rst, machine_held, desc_valid, desc_ready, done_valid, done_ready,
                             cancel_valid, imem_we, buf_we;
    wire [`WF_DESC_W-1:0]    desc;
    wire [ID_W-1:0]          done_id, cancel_id, buf_id;
    wire [7:0]               done_code, done_wave_size;
    wire [1:0]               done_ending, memory_fault_resp;
    wire [15:0]              done_waves, imem_addr;
    wire [63:0]              imem_data;
    wire [7:0]               buf_index;
    wire [31:0]              buf_base, buf_size;
    wire                     buf_robust;
    wire [DISPATCHES-1:0]    fault_valid;
    wire [`WF_FAULT_W*DISPATCHES-1:0] fault;
    wire [64*DISPATCHES-1:0] retired;
    wire [`WF_CNT_W*CORES-1:0] counters;
    wire                     memory_fault, memory_fault_write, bus_busy, lreq_valid, lreq_ready, lrsp_valid, lrsp_ready;
    wire [LTAG_W-1:0]        lreq_tag, lrsp_tag;
    wire [`WF_LREQ_W-1:0]    lreq;
    wire [`WF_LRSP_W-1:0]    lrsp;
    wire [`WF_LINE_ADDR_W-1:0] memory_fault_line;

    wf_host #(
        .ADDR_W(ADDR_W), .QUEUE_DEPTH(QUEUE_DEPTH), .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS),
        .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), .IMEM_WORDS(IMEM_WORDS),
        .DISPATCHES(DISPATCHES), .CORES(CORES), .WAVE_OPS(WAVE_OPS)
    ) u_host (
        .clk(clk), .rst(rst), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_awaddr(s_axi_awaddr),
        .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
        .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready), .s_axi_bresp(s_axi_bresp),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_araddr(s_axi_araddr),
        .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
        .irq(irq), .machine_rst(machine_rst), .machine_held(machine_held),
        .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id), .done_code(done_code),
        .done_ending(done_ending), .done_wave_size(done_wave_size), .done_waves(done_waves),
        .cancel_valid(cancel_valid), .cancel_id(cancel_id),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data), .buf_we(buf_we), .buf_id(buf_id),
        .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size), .buf_robust(buf_robust),
        .fault_valid(fault_valid), .fault(fault), .retired(retired), .counters(counters),
        .memory_fault(memory_fault), .memory_fault_write(memory_fault_write),
        .memory_fault_resp(memory_fault_resp), .memory_fault_line(memory_fault_line));

    // the driver asks for no events; the quads of a pixel shader are one that covers nothing, which ends it
    /* verilator lint_off PINCONNECTEMPTY */
    wf_system #(
        .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS),
        .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), .IMEM_WORDS(IMEM_WORDS), .DISPATCHES(DISPATCHES), .CORES(CORES),
        .WAVE_OPS(WAVE_OPS), .COALESCE(COALESCE), .FPU_LANES(FPU_LANES), .POLICY(POLICY),
        .INFLIGHT(INFLIGHT), .L1_LINES(L1_LINES), .LINES_W(LINES_W)
    ) u_system (
        .clk(clk), .rst(rst), .restart(machine_rst), .restarting(machine_held), .bus_busy(bus_busy),
        .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id), .done_code(done_code),
        .done_ending(done_ending), .done_wave_size(done_wave_size), .done_waves(done_waves),
        .cancel_valid(cancel_valid), .cancel_id(cancel_id),
        .imem_we(imem_we), .imem_addr(imem_addr), .imem_data(imem_data),
        .buf_we(buf_we), .buf_id(buf_id), .buf_index(buf_index), .buf_base(buf_base), .buf_size(buf_size),
        .buf_robust(buf_robust), .fault_valid(fault_valid), .fault(fault), .retired(retired), .counters(counters),
        .id_busy(), .quad_valid(1'b1),
        .quad_ready(), .quad_last(1'b1), .quad_coverage(4'd0), .quad_x(14'd0), .quad_y(14'd0), .rt_valid(), .rt(),
        .ev_launch_valid(), .ev_launch(), .ev_lds_valid(), .ev_lds(), .ev_arrive_valid(), .ev_arrive_slot(),
        .ev_release_valid(), .ev_release_slots(), .ev_end_valid(), .ev_end_slot(), .ev_gdone_valid(), .ev_gdone(),
        .st_valid(), .st_waiting(), .st_pc(), .st_launched(), .st_arrived(), .st_ended(),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));
    /* verilator lint_on PINCONNECTEMPTY */

    // the machine begins anew behind its bus, which first brings what is under way to its end
    wf_axi_memory #(.TAG_W(LTAG_W), .DATA(AXI_DATA), .SLOT_W(AXI_ID_W)) u_axi (
        .clk(clk), .rst(rst), .busy(bus_busy), .forget(rst || machine_rst || machine_held),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp), .fault(memory_fault),
        .fault_write(memory_fault_write), .fault_resp(memory_fault_resp), .fault_line(memory_fault_line),
        .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready),
        .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen), .m_axi_awsize(m_axi_awsize),
        .m_axi_awburst(m_axi_awburst), .m_axi_awlock(m_axi_awlock), .m_axi_awcache(m_axi_awcache),
        .m_axi_awprot(m_axi_awprot), .m_axi_awqos(m_axi_awqos), .m_axi_wvalid(m_axi_wvalid),
        .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast),
        .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready), .m_axi_bid(m_axi_bid), .m_axi_bresp(m_axi_bresp),
        .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid),
        .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_arsize(m_axi_arsize),
        .m_axi_arburst(m_axi_arburst), .m_axi_arlock(m_axi_arlock), .m_axi_arcache(m_axi_arcache),
        .m_axi_arprot(m_axi_arprot), .m_axi_arqos(m_axi_arqos),
        .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata),
        .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast));
endmodule

`default_nettype wire
