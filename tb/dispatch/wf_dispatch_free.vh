// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_free.vh - in parallel with u_dut the same dispatcher with a clock that never stops: their outputs are the same in each cycle.
//   So a cause for which u_dut wakes too late, or sleeps too early, shows in the first output that it changes.
//   The bench has clk, rst, seed and `SIZES, the parameters of u_dut.
`ifndef WF_NETLIST_wf_dispatch                       // a netlist has no `awake` inside, and would be its own reference
/* verilator lint_off PINMISSING */          // outputs are compared by name
wf_dispatch #(.GATED(0), `SIZES) u_free (
    .clk(clk), .rst(rst), .desc_valid(u_dut.desc_valid), .desc(u_dut.desc), .done_ready(u_dut.done_ready),
    .cancel_valid(u_dut.cancel_valid), .cancel_id(u_dut.cancel_id), .launch_ready(u_dut.launch_ready), .pixel_valid(u_dut.pixel_valid),
    .pixel_end(u_dut.pixel_end), .pixel_live(u_dut.pixel_live), .pixel_helper(u_dut.pixel_helper), .pixel_at(u_dut.pixel_at),
    .end_valid(u_dut.end_valid), .end_slot(u_dut.end_slot), .arrive_valid(u_dut.arrive_valid), .arrive_slot(u_dut.arrive_slot),
    .lds_clear_ready(u_dut.lds_clear_ready), .settled(u_dut.settled));
/* verilator lint_on PINMISSING */

integer slept = 0;                                   // cycles without a clock
`define SAME(port, name) if (u_free.port !== u_dut.port) \
    $fatal(1, "FAIL wf_dispatch seed=%0d time=%0t: %0s is %h with a clock that stops, %h without", seed, $time, name, u_dut.port, u_free.port);
always @(posedge clk) if (!rst) begin
    if (!u_dut.awake) slept = slept + 1;
    `SAME(desc_ready, "desc_ready") `SAME(done_valid, "done_valid") `SAME(done_id, "done_id") `SAME(done_code, "done_code")
    `SAME(done_ending, "done_ending") `SAME(done_wave_size, "done_wave_size") `SAME(done_waves, "done_waves") `SAME(dead, "dead")
    `SAME(launch_valid, "launch_valid") `SAME(launch, "launch") `SAME(pixel_open, "pixel_open")
    `SAME(pixel_wave_log2, "pixel_wave_log2") `SAME(pixel_ready, "pixel_ready") `SAME(end_ready, "end_ready")
    `SAME(arrive_ready, "arrive_ready") `SAME(release_valid, "release_valid") `SAME(release_slots, "release_slots")
    `SAME(gdone_valid, "gdone_valid") `SAME(gdone, "gdone") `SAME(lds_clear_valid, "lds_clear_valid")
    `SAME(lds_clear_base, "lds_clear_base") `SAME(lds_clear_words, "lds_clear_words") `SAME(cfg_valid, "cfg_valid")
    `SAME(cfg_id, "cfg_id") `SAME(cfg_x, "cfg_x") `SAME(cfg_y, "cfg_y") `SAME(cfg_numwaves, "cfg_numwaves") `SAME(settle, "settle")
    `SAME(performed, "performed") `SAME(id_busy, "id_busy") `SAME(grid_size, "grid_size") `SAME(code_words, "code_words")
    `SAME(code_base, "code_base") `SAME(stat_launched, "stat_launched") `SAME(stat_arrived, "stat_arrived")
    `SAME(stat_ended, "stat_ended")
end
`endif
