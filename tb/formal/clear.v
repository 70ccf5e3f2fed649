// SPDX-License-Identifier: Apache-2.0
// clear.v - the choice of wf_lds between the clear of a range and the instructions at the banks. All parts of the unit are cut.
//   Ghost: the rows that were cleared; the instructions that write, in the stages of the banks; which side waits.
//   Environment: a range keeps until it is ready. The parts do what they like: stalls, conflicts and instructions come in any order.
// prove rows: a range is ready when as many rows were cleared as it has, and never before
// prove apart: no row is cleared in a cycle in which a bank writes for an instruction
// prove clear: while a range waits, one of its rows is cleared in any ten cycles
// prove share: a range withholds the banks from an instruction in at most three of any twelve cycles in which they move
// reach slow: nine cycles pass without a row
// reach three: an instruction is withheld for three cycles
// run clear: pdr, 10 s
// cut wf_lds_front wf_lds_guard wf_lds_fadd wf_lds_scan_stage wf_lds_split wf_lds_select wf_lds_bank wf_lds_return
`default_nettype none

module formal_clear (
    input  wire       clk,
    input  wire       clear_valid,
    input  wire [1:0] base,
    input  wire [2:0] rows,
    output wire       p_rows, p_apart, p_clear, p_share, w_slow, w_three
);
    `include "wf_formal.vh"
    localparam integer LANES = 4, BANKS = 4;
    wire clear_ready;
    wf_lds #(.LANES(LANES), .WORDS(16), .BANKS(BANKS), .TAG_W(1)) u_dut (
        .clk(clk), .rst(rst), .clear_valid(clear_valid), .clear_ready(clear_ready), .clear_base({base, 2'd0}), .clear_words({rows, 2'd0}),
        .req_valid(1'b0), .req_ready(), .req_tag(1'b0), .req_kind(2'd0), .req_atom(4'd0), .req_base(4'd0), .req_words(5'd0),
        .req_mask({LANES{1'b0}}), .req_addr({32*LANES{1'b0}}), .req_data({32*LANES{1'b0}}), .req_compare({32*LANES{1'b0}}),
        .rsp_valid(), .rsp_ready(1'b0), .rsp_tag(), .rsp_data(), .rsp_faults(), .rsp_fault_kind(), .rsp_fault_lane(), .rsp_fault_addr(),
        .stat_busy(), .stat_more(), .stat_ops());
    wire moves, here, begins, writes, clears;            // the banks move; an instruction is there, begins a cycle, writes; a row is cleared
    // see moves: u_dut.go
    // see here: u_dut.at_banks
    // see begins: u_dut.issue
    // see writes: u_dut.writes
    // see clears: u_dut.clear_now

    reg        stalled_q = 0;
    reg  [1:0] write_q = 0;                              // an instruction that writes in stages 1 and 2 of the banks
    reg  [1:0] base_q;
    reg  [2:0] rows_q, cleared_q = 0;
    reg  [3:0] waited_q = 0;
    reg  [10:0] held_q = 0;                              // by cycle in which the banks moved, the last at the lowest bit
    wire       held = here && !begins;
    reg  [3:0] all;
    integer    i;
    always @* begin
        all = held;
        for (i = 0; i < 11; i = i + 1) all = all + held_q[i];
    end
    assign legal = !(rst && clear_valid) && rows <= 3'd4 && !(stalled_q && !(clear_valid && base == base_q && rows == rows_q));
    always @(posedge clk) begin
        stalled_q <= ok && clear_valid && !clear_ready;
        {base_q, rows_q} <= {base, rows};
        cleared_q <= ok && clear_valid && !clear_ready ? cleared_q + clears : 3'd0;
        waited_q  <= ok && clear_valid && !clear_ready && !clears ? waited_q + (waited_q != 4'd15) : 4'd0;
        if (rst) write_q <= 2'd0;
        else if (moves) write_q <= {write_q[0], begins && writes};
        if (rst) held_q <= 11'd0;
        else if (moves) held_q <= {held_q[9:0], held};
    end
    assign p_rows  = ok && (clear_ready != (clear_valid && cleared_q == rows) || (clears && !(clear_valid && cleared_q < rows)));
    assign p_apart = ok && clears && moves && write_q[1];
    assign p_clear = ok && waited_q == 4'd10;
    assign p_share = ok && moves && all > 4'd3;
    assign w_slow  = ok && waited_q == 4'd9 && clears;
    assign w_three = ok && moves && held && held_q[1:0] == 2'd3;
endmodule

`default_nettype wire
