// SPDX-License-Identifier: Apache-2.0
// wf_top_watch.vh - what wf_top_smoke_tb watches through all kernels: when caches forget, lanes of LDS and memory requests, instructions of a dispatch,
//   loads at an address after the code that runs, clocks of units that have nothing to do.
    // ---- caches forget: a cycle after a fence of device scope or the release of such a barrier, two after the first wave of a dispatch ----
    reg             want_acquire = 1'b0, first_wave = 1'b0, fresh = 1'b0;
    reg [WAVES-1:0] of_device = 0;
    integer         acquires = 0;
    always @(posedge clk) begin
        if (!rst) begin
            if (acquire !== want_acquire) $fatal(1, "FAIL wf_top_smoke seed=%0d cycle=%0d: acquire %b, want %b", seed, cycle, acquire, want_acquire);
            acquires = acquires + acquire;
        end
        want_acquire <= !rst && (first_wave || (rt_valid && rt_word[7:0] == `WF_OP_MEMBAR && rt_word[`WF_INSN_DEVICE]) ||
                                 (ev_release_valid && (ev_release_slots & of_device) != 0));
        first_wave   <= !rst && ev_launch_valid && fresh;
        fresh        <= !rst && ((desc_valid && desc_ready) || (fresh && !ev_launch_valid));
        if (rt_valid && rt_word[7:0] == `WF_OP_BARRIER) of_device[rt_slot] <= rt_word[`WF_INSN_DEVICE];
    end

    // ---- lanes that ask; of 64-bit atomics the even ones ----
    wire [LANES-1:0] lds_mask = ev_lds[`WF_MREQ_MASK];
    wire [1:0]       lds_kind = ev_lds[`WF_MREQ_KIND];
    integer          own_lds = 0, own_memory = 0, own_lanes = 0, own_atomic = 0, wl;
    always @(posedge clk) if (!rst) begin
        own_lds    = own_lds + ev_lds_valid;
        own_memory = own_memory + (mreq_valid && mreq_ready);
        for (wl = 0; wl < LANES; wl = wl + 1) begin
            if (ev_lds_valid && lds_mask[wl] && (lds_kind != `WF_ACCESS_PAIRS || wl % 2 == 0)) begin
                own_lanes  = own_lanes + 1;
                own_atomic = own_atomic + lds_kind[`WF_ACCESS_ATOMICS];
            end
            if (mreq_valid && mreq_ready && mreq_mask[wl] && mreq_kind[`WF_ACCESS_ATOMICS] && (mreq_kind != `WF_ACCESS_PAIRS || wl % 2 == 0))
                own_atomic = own_atomic + 1;
        end
    end
    // since the dispatch began
    task count_watched;
        begin
            count(since[`WF_CNT_LDS_INSTRUCTIONS], own_lds);
            count(since[`WF_CNT_LDS_LANES], own_lanes);
            count(since[`WF_CNT_MEMORY_INSTRUCTIONS], own_memory);
            count(since[`WF_CNT_ATOMIC_LANES], own_atomic);
            count(retired, since[`WF_CNT_INSTRUCTIONS]);
        end
    endtask

    // ---- an instruction after the code that runs may be loaded ----
    localparam integer AFTER = 1022;
    reg [63:0] loaded_last;
    integer    loaded_after = 0;
    always @(posedge clk)
        if (!rst && imem_we && imem_addr == AFTER) begin
            loaded_last = imem_data;
            loaded_after = loaded_after + running;
        end
    task check_loaded;
`ifdef WF_NETLIST
        if (loaded_after == 0)                                  // a netlist of the core has no such names
`else
        if (loaded_after == 0 || u_dut.g_core[0].u_cu.u_core.u_fetch.u_imem.even[AFTER/2][63:0] !== loaded_last)
`endif
            $fatal(1, "FAIL wf_top_smoke seed=%0d: an instruction after the code that ran was not loaded", seed);
    endtask

    // ---- clocks ----
    integer unit_edges = 0;
`ifndef WF_NETLIST_wf_top
    always @(posedge u_dut.g_core[0].u_cu.pack_clk)  unit_edges = unit_edges + 1;
    always @(posedge u_dut.g_core[0].u_cu.xlane_clk) unit_edges = unit_edges + 1;
    always @(posedge u_dut.g_core[0].u_cu.lds_clk)   unit_edges = unit_edges + 1;
`endif
    task check_sleep;
        begin
            repeat (40) @(negedge clk);
            unit_edges = 0;
            repeat (20) @(negedge clk);
`ifdef WF_CLOCK_GATE
            if (unit_edges != 0) $fatal(1, "FAIL wf_top_smoke seed=%0d: clocks of units that have nothing to do run", seed);
`endif
        end
    endtask
