// SPDX-License-Identifier: Apache-2.0
// wf_system_checks.vh - the end of wf_system_tb: faults of two cores at about one time, and restarts.
    integer i_fault;
    // ---- the waves of two groups fault, at about one time: the record is of the core that was first, the lower one if both were ----
    reg [`WF_FAULT_W-1:0] its_fault;
    integer               fault_at [0:CORES-1], times_met = 0;   // cycle of the first fault of a core
    genvar                of_core;
    generate
        for (of_core = 0; of_core < CORES; of_core = of_core + 1) begin : g_watch
            always @(posedge clk) if (u_dut.u_top.g_core[of_core].u_cu.u_core.mreq_faulty && fault_at[of_core] < 0) fault_at[of_core] = cycle;
        end
    endgenerate
    task check_faults(input integer id, input integer late, input integer delay);
        begin
            at = 0;
            ins(`WF_OP_SV, 0, 0, 0, `WF_SV_GID_X);
            imm(`WF_OP_XOR, 3, 0, 1 - late);
            flow(`WF_OP_IF, at + 2);
            code[at - 1][`WF_INSN_A] = 7'd3;
            imm(`WF_OP_ADD, 1, 1, 0);
            flow(`WF_OP_ENDIF, at + 1);
            for (c = 0; c < delay; c = c + 1) imm(`WF_OP_ADD, 1, 1, 0);
            ins(`WF_OP_GLD, 2, 1, 0, 8'h09);                   // of a buffer that is not bound
            ins(`WF_OP_END, 0, 0, 0, 0);
            load_code;
            for (c = 0; c < CORES; c = c + 1) fault_at[c] = -1;
            describe(id, 0, LANES - 1, 2);
            wait_for_answer;
            its_fault = fault[`WF_FAULT_W*id +: `WF_FAULT_W];
            third = 0;
            for (c = 1; c < CORES; c = c + 1) if (fault_at[c] >= 0 && (fault_at[third] < 0 || fault_at[c] < fault_at[third])) third = c;
            if (fault_valid[id] !== 1'b1 || its_fault[`WF_FAULT_KIND] !== `WF_FAULT_MEM_RANGE || its_fault[`WF_FAULT_PC] !== at - 2 ||
                its_fault[`WF_FAULT_COUNT] !== 2 * (LANES - 1))
                fail("the record of a fault");
            if (its_fault[`WF_FAULT_SLOT] / 8 !== third) fail("not the first fault");
            if (CORES > 1 && id != 0 && fault_at[0] == fault_at[1] + 1) times_met = times_met + 1;      // both have a record: none knew of the other
        end
    endtask

    // A restart lasts until the bus is not busy, one cycle at least.
    task check_restart;
        for (n = 0; n < 4; n = n + 1) begin
            bus_busy = 1'b1;                    // without a restart that is nothing
            repeat (3) begin
                @(negedge clk);
                if (restarting !== 1'b0) fail("a restart that nobody asked for");
            end
            restart = 1'b1;
            #1 if (u_dut.machine_rst !== 1'b1) fail("a restart that begins late");
            @(negedge clk);
            restart = 1'b0;
            repeat (5 * n) begin
                if (restarting !== 1'b1) fail("a restart that ends while the bus is busy");
                @(negedge clk);
            end
            bus_busy = 1'b0;
            if (restarting !== 1'b1) fail("a restart that does not begin");
            @(negedge clk);
            if (restarting !== 1'b0) fail("a restart that does not end");
        end
    endtask

