// SPDX-License-Identifier: Apache-2.0
// done.v - answers of wf_top and wf_system to a descriptor hold until they are taken.
//   Ghost: the answer on offer, a cycle ago. The dispatcher, the cores and the memory path are cut.
//   Environment: the answer of the dispatcher holds until it is taken, which `table` proves. While it waits, no core finds
//   a first fault of its dispatch, the dispatch does not begin, and its mark does not rise. For `performed` came before
//   (`table`), and a mark rises only in the cycle after it (`marked`). Nothing restarts.
// prove top: an answer of wf_top holds while it is stalled
// prove system: an answer of wf_system holds while it is stalled
// prove fault: no answer is on offer before the first fault of its dispatch is shown
// prove marked: no answer of wf_system is on offer before the lines of atomics are written that were in flight
// shared top: an answer that wf_top withdraws is withdrawn by wf_system too
// shared marked: a mark that is not heeded lets the answer go when another mark rises, and system is violated
// reach stalled: an answer is taken that was stalled
// reach waited: an answer waits for a fault, and then for a mark
// run done: pdr, 10 s, CORES=2
// cut wf_dispatch wf_cu wf_memory wf_dispatch_counts wf_pack_pixels
`default_nettype none
`include "wf_record.vh"

module formal_done #(
    parameter integer CORES = 2,
    parameter integer D     = 2              // dispatches in flight
) (
    input  wire clk,
    input  wire ready,
    output wire p_top, p_system, p_fault, p_marked, w_stalled, w_waited
);
    `include "wf_formal.vh"
    wire        valid, id, over_valid, ended, cfg_valid, cfg_id;
    wire [7:0]  code, size;
    wire [1:0]  ending;
    wire [15:0] waves;
    wire [D-1:0]       marked, shown;
    wire [D*CORES-1:0] found;
    (* keep *) wire [1:0] kept;
    wf_system #(.LANES(4), .WAVES(2), .GROUPS(2), .REGS(16), .LDS_WORDS(16), .LDS_BANKS(2), .FPU_LANES(0), .IMEM_WORDS(16), .DISPATCHES(D),
                .CORES(CORES), .L1_LINES(0), .LINES_W(1)) u_dut (
        .clk(clk), .rst(rst), .restart(1'b0), .bus_busy(1'b0), .restarting(kept[0]), .desc_valid(1'b0), .done_valid(valid), .done_ready(ready),
        .done_id(id), .done_code(code), .done_ending(ending), .done_wave_size(size), .done_waves(waves), .cancel_valid(1'b0), .cancel_id(1'b0),
        .quad_valid(1'b0), .imem_we(1'b0), .buf_we(1'b0), .fault_valid(shown), .lreq_ready(1'b0), .lrsp_valid(1'b0));
    // see over_valid: u_dut.u_top.over_valid
    // see ended: u_dut.ended
    // see marked: u_dut.marked
    // see found: u_dut.u_top.core_found
    // see cfg_valid: u_dut.u_top.cfg_valid
    // see cfg_id: u_dut.u_top.cfg_id

    localparam integer W = 1 + 8 + 2 + 8 + 16;
    wire               taken = ready && !marked[id];        // of wf_top by wf_system
    wire [W-1:0]       word = {id, code, ending, size, waves};
    reg                over_q = 0, top_q = 0, system_q = 0, waited_q = 0;
    reg  [W-1:0]       was_q;
    reg  [D-1:0]       marked_q = 0;
    reg  [D*CORES-1:0] found_q = 0;
    reg                known, known_before;              // a core has a fault of the dispatch on offer
    integer            c;
    always @* begin
        known        = 1'b0;
        known_before = 1'b0;
        for (c = 0; c < CORES; c = c + 1) begin
            known        = known | found[D*c + id];
            known_before = known_before | found_q[D*c + id];
        end
    end
    assign legal = !(rst && over_valid) &&
                   !(over_q && !(over_valid && word == was_q)) &&
                   !(over_q && known && !known_before) && !(over_valid && cfg_valid && cfg_id == id) &&
                   !(over_q && marked[id] && !marked_q[id]);
    always @(posedge clk) begin
        over_q      <= ok && over_valid && !(ended && taken);
        top_q       <= ok && ended && !taken;
        system_q    <= ok && valid && !ready;
        was_q       <= word;
        marked_q    <= rst ? 0 : marked;
        found_q     <= rst ? 0 : found;
        waited_q    <= ok && over_valid && !ended && marked[id];
    end
    assign p_top     = ok && top_q && !ended;
    assign p_system  = ok && system_q && !(valid && word == was_q);
    assign p_fault   = ok && ended && known && !shown[id];
    assign p_marked  = ok && valid && marked[id];
    assign w_stalled = ok && system_q && valid && ready;
    assign w_waited  = ok && waited_q && ended && marked[id];
endmodule

`default_nettype wire
