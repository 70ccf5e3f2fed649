// SPDX-License-Identifier: Apache-2.0
// fadd.v - wf_lds_fadd: f32 adds come out in order, each once, with one in the adder and one that waits. Adders are cut.
//   Ghost: what was kept with the one in the adder and with the one that waits; whether its old values are due.
//   Environment: as wf_lds has it. An f32 add starts when none waits, while neither results nor a read are due. Its first
//   pass is with its start, or later as `reads` asks for it, and old values come once after it. A link leads to a lower lane.
// prove order: results are of the oldest f32 add that started and was not taken
// prove held: `busy` and `full` are 1 exactly while one, and two, started and were not taken
// prove reads: the first pass of one that waited is asked for once, from the cycle after it is next
// prove old: there are no results before the old values came
// prove stable: results hold until they are taken
// prove soon: results are on offer 15 cycles after the start, and 7 after the old values, for two steps of the scan at most
// reach two: the second of two f32 adds has its results
// reach scan: one has its results whose lanes all share a word
// run fadd: pdr, 20 s, LANES=4
// cut wf_fp_add
`default_nettype none
`include "wf_link.vh"

module formal_fadd #(
    parameter integer LANES  = 4,
    parameter integer IDX_W  = 2,
    parameter integer HOLD_W = 2
) (
    input  wire                   clk,
    input  wire                   starts, takes, old_comes, read_taken,
    input  wire [LANES-1:0]       some,
    input  wire [IDX_W*LANES-1:0] links,
    input  wire [HOLD_W-1:0]      hold,
    output wire                   p_order, p_held, p_reads, p_old, p_stable, p_soon, w_two, w_scan
);
    `include "wf_formal.vh"
    wire                busy, full, reads, done;
    wire [HOLD_W-1:0]   held;
    wire [32*LANES-1:0] sum, result;
    reg  [8*LANES-1:0]  prev;
    reg                 upward;              // a link that leads to no lower lane
    integer             i;
    always @* begin
        prev   = 0;
        upward = 1'b0;
        for (i = 0; i < LANES; i = i + 1) begin
            prev[8*i +: IDX_W]        = links[IDX_W*i +: IDX_W];
            prev[8*i + `WF_LINK_SOME] = some[i];
            if (some[i] && links[IDX_W*i +: IDX_W] >= i) upward = 1'b1;
        end
    end
    reg  [1:0]        count_q = 0;
    reg               due_q = 0, ask_q = 0, here_q = 0, stalled_q = 0, second_q = 0, chain_q, next_chain_q;
    reg  [HOLD_W-1:0] under_q, next_q;
    reg  [2:0]        old_q = 0;             // cycles since the old values
    reg  [3:0]        age_q = 0;             // cycles since the start
    reg  [HOLD_W+64*LANES-1:0] was_q;
    wire              start = starts, taken = takes;
    wf_lds_fadd #(.LANES(LANES), .IDX_W(IDX_W), .HOLD_W(HOLD_W)) u_dut (
        .clk(clk), .rst(rst), .start(start), .prev(prev), .data({32*LANES{1'b0}}), .hold(hold), .busy(busy), .full(full), .reads(reads),
        .read_taken(read_taken), .old_valid(old_comes), .old({32*LANES{1'b0}}), .done(done), .taken(taken), .held(held), .sum(sum),
        .result(result));
    assign legal = !(rst && (starts || takes || old_comes || read_taken)) && !(starts && (count_q == 2'd2 || done || ask_q || upward)) &&
                   !(takes && !done) && !(read_taken && !ask_q) && !(old_comes && !due_q);

    wire chain = some[3:1] == 3'b111 && links[3:2] == 2'd0 && links[5:4] == 2'd1 && links[7:6] == 2'd2;
    always @(posedge clk) begin
        if (ok) count_q <= count_q + start - taken;
        if (start && count_q == 2'd0) {under_q, chain_q} <= {hold, chain};
        if (start && count_q == 2'd1) {next_q, next_chain_q} <= {hold, chain};
        if (taken) {under_q, chain_q} <= {next_q, next_chain_q};
        ask_q    <= ok && ((taken && count_q == 2'd2) || (ask_q && !read_taken));
        due_q    <= ok && ((start && count_q == 2'd0) || read_taken || (due_q && !old_comes));
        here_q   <= ok && (old_comes || (here_q && !taken));
        old_q    <= ok && here_q && !taken ? old_q + (old_q != 3'd7) : 3'd0;
        age_q    <= ok && count_q != 2'd0 && !taken ? age_q + (age_q != 4'd15) : 4'd0;
        second_q <= ok && ((taken && count_q == 2'd2) || (second_q && !taken));
        stalled_q <= ok && done && !taken;
        was_q    <= {held, sum, result};
    end
    assign p_order  = ok && done && (count_q == 2'd0 || held != under_q);
    assign p_held   = ok && (busy != (count_q != 2'd0) || full != (count_q == 2'd2));
    assign p_reads  = ok && reads != ask_q;
    assign p_old    = ok && done && !here_q;
    assign p_stable = ok && stalled_q && !(done && was_q == {held, sum, result});
    assign p_soon   = ok && here_q && old_q >= 3'd6 && age_q >= 4'd14 && !done;
    assign w_two    = ok && done && second_q;
    assign w_scan   = ok && done && chain_q;
endmodule

`default_nettype wire
