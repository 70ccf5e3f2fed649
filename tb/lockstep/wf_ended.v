// SPDX-License-Identifier: Apache-2.0
// wf_ended - in place of the bench, for tb/lockstep/test_devices.c: it ends the simulation in its tenth clock, by $stop while observed, else by $finish.
module wf_lockstep_tb (input wire clk);
    import "DPI-C" function void wf_start(input int lanes, input int waves, input int groups, input int regs, input int reg_rows,
                                          input int lds_words, input int lds_banks, input int imem_words, input int coalesce, input int inflight, input int dispatches, input int cores, input int fpu_lanes);
    import "DPI-C" function int  wf_cycle(input int room);
    integer clocks = 1, control;
    initial wf_start(4, 4, 1, 16, 64, 64, 2, 64, 1, 1, 1, 1, 4);
    always @(posedge clk) begin
        control = wf_cycle(1);
        clocks <= clocks + 1;
        if (clocks == 5) $display("FAIL devices: the library printed this");
        if (clocks == 10 && control[14]) $stop;
        else if (clocks == 10) $finish;
    end
endmodule
