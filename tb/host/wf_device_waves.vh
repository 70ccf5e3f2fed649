// SPDX-License-Identifier: Apache-2.0
// wf_device_waves.vh - signals for waveforms of a whole device, in the traced builds only; part of wf_device_watched.
//   `bus` has what passes on both buses and in the queue, as events {1, what it carries}, else 0; `view` is that of the
//   other simulators (tb/lockstep/wf_waves.vh), with the device's clock for a cycle.  Lines: sim/gtkwave/device.gtkw
//   Spec: docs/waves.md   Test: tb/cli/test_device_waves.sh
`define WF_TOP u_device.u_system.u_top
`define WF_WAVES_CYCLE u_device.u_host.u_times.now[31:0]
    localparam integer SLOT_W   = WAVES > 1 ? $clog2(WAVES) : 1;
    localparam integer INFLIGHT = 4;                                // that of wf_device, which has no other here
    localparam integer TAG_W    = SLOT_W + $clog2(INFLIGHT);
    localparam integer ID_W     = DISPATCHES > 1 ? $clog2(DISPATCHES) : 1;
    localparam integer GSLOT_W  = GROUPS > 1 ? $clog2(GROUPS) : 1;

    // the names that wf_waves.vh has in its bench
    wire                        done_valid = u_device.done_valid, done_ready = u_device.done_ready;
    wire [7:0]                  done_code  = u_device.done_code;
    wire [ID_W-1:0]     done_id    = u_device.done_id;
    wire [CORES-1:0]            mreq_taken = u_device.u_system.mreq_valid & u_device.u_system.mreq_take;
    wire [CORES-1:0]            rt_valid   = u_device.u_system.rt_valid, ev_launch_valid = u_device.u_system.ev_launch_valid,
                                ev_lds_valid     = u_device.u_system.ev_lds_valid, ev_arrive_valid = u_device.u_system.ev_arrive_valid,
                                ev_release_valid = u_device.u_system.ev_release_valid, ev_end_valid = u_device.u_system.ev_end_valid;
    wire [`WF_RT_W*CORES-1:0]   rt         = u_device.u_system.rt;
    wire [`WF_MREQ_W*CORES-1:0] mreq       = u_device.u_system.mreq, ev_lds = u_device.u_system.ev_lds;
    wire [`WF_LAUNCH_W*CORES-1:0] ev_launch = u_device.u_system.ev_launch;
    wire [SLOT_W*CORES-1:0]     ev_arrive_slot   = u_device.u_system.ev_arrive_slot, ev_end_slot = u_device.u_system.ev_end_slot;
    wire [WAVES*CORES-1:0]      ev_release_slots = u_device.u_system.ev_release_slots,
                                st_valid = u_device.u_system.st_valid, st_waiting = u_device.u_system.st_waiting;
    `include "wf_waves.vh"

    generate
        if (1) begin : bus
            /* verilator lint_off WIDTH */          // fields are widened to the widths of the view
            // registers: an access is shown when its answer is taken
            reg  [15:0] write_address, read_address;
            reg  [31:0] write_data;
            always @(posedge clk) begin
                if (s_awvalid && s_awready) write_address <= s_awaddr;
                if (s_wvalid && s_wready)   write_data <= s_wdata;
                if (s_arvalid && s_arready) read_address <= s_araddr;
            end
            wire        write_now = s_bvalid && s_bready, read_now = s_rvalid && s_rready;
            wire [16:0] register_write  = write_now ? {1'b1, s_awvalid && s_awready ? s_awaddr : write_address} : 17'd0;
            wire [32:0] register_wdata  = write_now ? {1'b1, s_wvalid && s_wready ? s_wdata : write_data} : 33'd0;
            wire [16:0] register_read   = read_now ? {1'b1, s_arvalid && s_arready ? s_araddr : read_address} : 17'd0;
            wire [32:0] register_rdata  = read_now ? {1'b1, s_rdata} : 33'd0;
            wire        register_error  = (write_now && s_bresp != 2'd0) || (read_now && s_rresp != 2'd0);
            wire        interrupt       = irq;

            // queue and machine: descriptors that wait, and the one that the machine takes
            wire [7:0]  queued          = u_device.u_host.count;
            wire [4:0]  descriptor      = u_device.desc_valid && u_device.desc_ready ? 5'h10 | u_device.desc[`WF_DESC_ID] : 5'd0;
            wire [4:0]  answered        = done_valid && done_ready ? 5'h10 | done_id : 5'd0;
            wire [23:0] dispatches      = `WF_TOP.u_dispatch.u_table.state_q;   // view has 0 to 3
            wire [2:0]  dispatch_4      = dispatches[14:12];
            wire [2:0]  dispatch_5      = dispatches[17:15];
            wire [2:0]  dispatch_6      = dispatches[20:18];
            wire [2:0]  dispatch_7      = dispatches[23:21];
            wire        restart         = u_device.machine_rst || u_device.machine_held;

            // memory: a request by its address, a beat of data by its id, an answer by its id
            wire [32:0] memory_write    = m_awvalid && m_awready ? {1'b1, m_awaddr} : 33'd0;
            wire [32:0] memory_read     = m_arvalid && m_arready ? {1'b1, m_araddr} : 33'd0;
            wire        write_beat      = m_wvalid && m_wready;
            wire [8:0]  write_answer    = m_bvalid && m_bready ? 9'h100 | m_bid : 9'd0;
            wire [8:0]  read_beat       = m_rvalid && m_rready ? 9'h100 | m_rid : 9'd0;
            wire        memory_error    = (m_bvalid && m_bready && m_bresp != 2'd0) || (m_rvalid && m_rready && m_rresp != 2'd0);
            reg  [8:0]  writes_open, reads_open;                    // requests without their answer
            always @(posedge clk) begin
                writes_open <= rst ? 9'd0 : writes_open + {8'd0, m_awvalid && m_awready} - {8'd0, m_bvalid && m_bready};
                reads_open  <= rst ? 9'd0 : reads_open + {8'd0, m_arvalid && m_arready} - {8'd0, m_rvalid && m_rready && m_rlast};
            end
            /* verilator lint_on WIDTH */
        end
    endgenerate
