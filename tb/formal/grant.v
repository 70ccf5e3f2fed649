// SPDX-License-Identifier: Apache-2.0
// grant.v - the grant of wf_core_wb among the results of seven units.
//   Ghost: of one unit, any of them, the grants of others while its result waits; what was granted a cycle ago.
//   Environment: a result keeps until it is granted. Each result of pack, cross-lane unit, groupshared memory and memory is an offer too, and memory's is known
//   once it waits. A promised result is the float unit's, and comes without one of the ALU.
// prove one: at most one unit is granted in a cycle, and one with a result or an offer
// prove first: a result of the ALU, and a promised one, is granted in its first cycle
// prove turns: a result is granted after at most six others that are neither of the ALU nor promised
// prove moves: while a result waits, one is granted in each cycle
// prove retires: in the cycle after a grant of a result, and in no other, its instruction retires, with its tag
// prove count: the scheduler learns the number of results that waited in the last cycle
// reach six: a result is granted after six others
// reach vain: an offer is granted that is no result
// run grant: pdr, 20 s
`default_nettype none
`include "wf_isa.vh"

module formal_grant #(
    parameter integer LANES = 4,
    parameter integer TAG_W = 2
) (
    input  wire               clk,
    input  wire [6:0]         valid,
    input  wire [3:0]         offered,
    input  wire               mem_known, early,
    input  wire [2:0]         watch,
    input  wire [7*TAG_W-1:0] tags,
    output wire               p_one, p_first, p_turns, p_moves, p_retires, p_count, w_six, w_vain
);
    `include "wf_formal.vh"
    wire [6:0] ready;
    wire [2:0] results_waiting;
    wire       rt_valid, rt_slot, rt_entry;
    wf_core_wb #(.LANES(LANES), .WAVES(2), .ENTRY_W(1)) u_dut (
        .clk(clk), .rst(rst), .opnd_valid(1'b0), .opnd_tag(2'd0), .opnd_pc(16'd0), .opnd_word(64'd0), .opnd_exec({LANES{1'b0}}),
        .opnd_write({LANES{1'b0}}), .opnd_words(3'd0), .opnd_fold(1'b0), .rsp_valid(valid), .rsp_offered(offered), .mem_known(mem_known),
        .rsp_ready(ready), .fpu_early(early), .rsp_tags(tags), .flow_barrier(1'b0), .flow_end(1'b0), .flow_fault(3'd0), .flow_fold(1'b0),
        .flow_lanes({LANES{1'b0}}), .alu_data({32*LANES{1'b0}}), .fpu_data({32*LANES{1'b0}}), .pack_data({32*LANES{1'b0}}),
        .xlane_data({128*LANES{1'b0}}), .lds_data({32*LANES{1'b0}}), .lds_pairs(1'b0), .mem_data({32*LANES{1'b0}}), .mem_pairs(1'b0),
        .mem_mask({LANES{1'b0}}), .lookup_tag(2'd0), .lookup_pc(), .results_waiting(results_waiting), .grant_onehot(), .grant_entry(),
        .rt_valid(rt_valid), .rt_slot(rt_slot), .rt_entry(rt_entry), .rt_onehot(), .rt_barrier(), .rt_end(), .rt_fault(), .rt_pc(), .rt_word(),
        .rt_exec(), .rt_write(), .rt_words(), .rt_fold(), .rt_fold_exec(), .rt_data());

    reg  [2:0]         watched_q, count, count_q = 0, others_q = 0;
    reg  [6:0]         stalled_q = 0;
    reg  [7*TAG_W-1:0] tags_q;
    reg                granted_q = 0, moved;
    reg  [TAG_W-1:0]   tag, tag_q;
    wire [6:0]         offers  = {offered, 3'd0} | valid;        // pack, cross-lane, groupshared memory and memory are units 3 to 6
    wire [6:0]         granted = ready & valid;
    wire               at_once = valid[`WF_UNIT_ALU] || early;
    wire               waits   = valid[watched_q] && !ready[watched_q];
    wire               other   = granted != 0 && !at_once;
    integer            i;
    always @* begin
        {moved, tag, count} = 0;
        for (i = 0; i < 7; i = i + 1) begin
            if (stalled_q[i] && !(valid[i] && tags[TAG_W*i +: TAG_W] == tags_q[TAG_W*i +: TAG_W])) moved = 1'b1;
            if (granted[i]) tag = tag | tags[TAG_W*i +: TAG_W];
            count = count + (valid[i] && !ready[i]);
        end
    end
    assign legal = !(rst && (valid != 0 || offered != 0 || watch == 3'd7)) && !moved && (valid[6:3] & ~offered) == 0 &&
                   !(early && (!valid[`WF_UNIT_FPU] || valid[`WF_UNIT_ALU])) && !(mem_known && !valid[`WF_UNIT_MEM]) &&
                   !(stalled_q[`WF_UNIT_MEM] && !mem_known);
    always @(posedge clk) begin
        if (rst) watched_q <= watch;
        stalled_q <= ok ? valid & ~ready : 7'd0;
        tags_q    <= tags;
        others_q  <= ok && waits ? others_q + (other && others_q != 3'd7) : 3'd0;
        granted_q <= ok && granted != 0;
        tag_q     <= tag;
        count_q   <= ok ? count : 3'd0;
    end
    assign p_one     = ok && ((ready & (ready - 1'b1)) != 0 || (ready & ~offers) != 0);
    assign p_first   = ok && ((valid[`WF_UNIT_ALU] && !ready[`WF_UNIT_ALU]) || (early && !ready[`WF_UNIT_FPU]));
    assign p_turns   = ok && others_q == 3'd7;
    assign p_moves   = ok && stalled_q != 0 && granted == 0;
    assign p_retires = ok && (rt_valid != granted_q || (rt_valid && {rt_slot, rt_entry} != tag_q));
    assign p_count   = ok && results_waiting != count_q;
    assign w_six     = ok && others_q == 3'd6 && granted[watched_q];
    assign w_vain    = ok && (ready & ~valid) != 0;
endmodule

`default_nettype wire
