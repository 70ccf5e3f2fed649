// SPDX-License-Identifier: Apache-2.0
// wf_core_flow - which lanes run: the exec mask, and the reason of each lane that does not run.  There is no stack.  A
//   waiting lane keeps a reason (else, endif, break, continue) and the nesting level of the construct; a reconvergence
//   instruction wakes the lanes that wait for it by comparing both.  The state is kept in bit planes per slot.
//   Cycle 0 reads and compares, cycle 1 computes the new state of the lanes without the condition, which comes late:
//   it waits in the queue too.  The state is unchanged until the instruction is performed: a wave has one such
//   instruction in flight.  From cycle 2 it is performed when its retirement is granted.  One instruction per cycle.
//   Depth of cycle 1: mask logic, an or over the lanes; after the queue: the condition, an or over the lanes, the pc.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_flow #(
    parameter integer LANES  = 32,
    parameter integer WAVES  = 16,
    parameter integer DEPTH  = 5,
    parameter integer ENTRY_W = 2,           // bits of an entry, which goes along
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire                 clk,
    input  wire                 rst,

    input  wire                 launch_valid,
    input  wire [SLOT_W-1:0]    launch_slot,
    input  wire [LANES-1:0]     launch_lanes,    // live lanes
    input  wire [LANES-1:0]  launch_helper,     // of them: helpers from the start

    input  wire                 read_valid,      // cycle 0: any instruction
    input  wire [SLOT_W-1:0]    read_slot,
    input  wire [7:0]           read_level,
    output reg  [LANES-1:0]     exec,            // cycle 1
    output reg  [LANES-1:0]     helper,

    output reg  [WAVES-1:0]     running,         // a lane of the wave runs
    output reg  [WAVES-1:0]     converged,       // ... and none of it waits for an else, an endif or a continuing
    input  wire                 in_valid,        // cycle 1: an instruction of this unit
    input  wire [SLOT_W-1:0]    in_slot,
    input  wire [ENTRY_W-1:0]   in_entry,
    input  wire [15:0]          in_pc,
    input  wire [7:0]           in_op,
    input  wire [7:0]           in_level,
    input  wire [15:0]          in_target,
    input  wire [15:0]          in_back,         // ENDLOOP: top of the body
    input  wire [2:0]           in_fault,        // WF_FAULT_*: no instruction at all, the wave ends
    input  wire [LANES-1:0]     in_condition,
    input  wire [18:0]          in_second,       // second of its pair (insn_second); none: the first two bits are 0

    output wire                 done_valid,      // wants to retire
    input  wire                 done_ready,
    output wire [SLOT_W-1:0]    done_slot,
    output wire [ENTRY_W-1:0]   done_entry,
    output wire                 done_barrier,
    output wire                 done_end,        // the wave ends with it
    output wire [2:0]           done_fault,      // ... because of this
    output wire                 done_fold,       // the second of its pair changes nothing: it retires with it,
    output wire [LANES-1:0]     done_lanes,      // ... run by these

    output wire                 goes_on,         // the wave goes on, when it is granted,
    output wire                 next_jump,       // ... not where fetch went: the top of the loop, or on in the text
    output wire                 next_skips,      // ... but to the target, because no lane runs
    output wire [16:0]          next_pc          // ... here; with done_fold after the second of its pair
);
`include "wf_isa.vh"
    localparam [1:0] WAIT_ELSE = 2'd0, WAIT_ENDIF = 2'd1, WAIT_BREAK = 2'd2, WAIT_CONTINUE = 2'd3;
    localparam [LANES-1:0] NONE = {LANES{1'b0}};

    // lane state a slot; reason and level count only for lanes that are live and do not run
    reg [LANES-1:0]   exec_m   [0:WAVES-1];
    reg [LANES-1:0]   live_m   [0:WAVES-1];
    reg [LANES-1:0]   helper_m [0:WAVES-1];
    reg [2*LANES-1:0] reason_m [0:WAVES-1];
    reg [8*LANES-1:0] level_m  [0:WAVES-1];

    // cycle 0: who waits at this level
    function [LANES-1:0] same_level(input [8*LANES-1:0] planes, input [7:0] level);
        integer k;
        begin
            same_level = {LANES{1'b1}};
            for (k = 0; k < 8; k = k + 1)
                same_level = same_level & ~(planes[k*LANES +: LANES] ^ {LANES{level[k]}});
        end
    endfunction

    reg [LANES-1:0] live_q, level_q, reason0_q, reason1_q;
    always @(posedge clk)
        if (read_valid) begin
            exec    <= exec_m[read_slot];
            helper  <= helper_m[read_slot];
            live_q  <= live_m[read_slot];
            level_q <= same_level(level_m[read_slot], read_level) & live_m[read_slot] & ~exec_m[read_slot];
            {reason1_q, reason0_q} <= reason_m[read_slot];
        end

    // cycle 1: who runs next, who begins to wait, if the condition stops no lane; into the queue
    wire [LANES-1:0] for_else     = level_q & ~reason1_q & ~reason0_q;
    wire [LANES-1:0] for_endif    = level_q & ~reason1_q &  reason0_q;
    wire [LANES-1:0] for_break    = level_q &  reason1_q & ~reason0_q;
    wire [LANES-1:0] for_continue = level_q &  reason1_q &  reason0_q;
    wire             in_any_run   = exec != NONE;
    reg  [LANES-1:0] in_next, in_stop;
    reg  [1:0]       in_reason;
    always @* begin
        in_next   = exec;
        in_stop   = NONE;
        in_reason = WAIT_ELSE;
        case (in_op)
            `WF_OP_ELSE: begin
                in_next   = for_else;
                in_stop   = exec;
                in_reason = WAIT_ENDIF;
            end
            `WF_OP_ENDIF:
                in_next = exec | for_else | for_endif;
            `WF_OP_CONTINUING:
                in_next = exec | for_continue;
            `WF_OP_ENDLOOP:
                in_next = in_any_run ? exec : for_break;
            `WF_OP_BREAK: begin
                in_next   = NONE;
                in_stop   = exec;
                in_reason = WAIT_BREAK;
            end
            `WF_OP_BREAKIF:
                in_reason = WAIT_BREAK;
            `WF_OP_CONTINUE: begin
                in_next   = NONE;
                in_stop   = exec;
                in_reason = WAIT_CONTINUE;
            end
            `WF_OP_RET:
                in_next = NONE;
            default: ;
        endcase
    end
    // those that wait for the end of a loop, afterwards
    wire [LANES-1:0] for_merge  = (in_stop & {LANES{in_reason == WAIT_BREAK}}) | (~in_stop & reason1_q & ~reason0_q);
    wire             in_converged = (live_q & ~in_next & ~for_merge) == NONE;
    wire             in_last    = (live_q & ~exec) == NONE;
    wire             in_if      = in_op == `WF_OP_IF;
    wire             in_breakif = in_op == `WF_OP_BREAKIF;
    wire             in_stays   = in_op == `WF_OP_NOP || in_op == `WF_OP_MEMBAR;    // it jumps nowhere
    wire             in_leaves  = in_op == `WF_OP_ENDLOOP && !in_any_run;
    wire             in_far     = {1'b0, in_target} != {1'b0, in_pc} + 17'd1;
    wire             in_marks   = in_op == `WF_OP_RET || in_op == `WF_OP_DEMOTE;   // the running do not begin to wait

    localparam integer CTL_W = SLOT_W + ENTRY_W + 3 + 8 + 8 + 16 + 16 + 16 + 2 + 8;
    wire [7:0]        op, level;
    wire [15:0]       pc, target, back, second_back;
    wire              second_running, second_converged, second_loops;
    wire [1:0]        reason;
    wire              any_run, others_converged, last, leaves, far, is_if, is_breakif, stays;
    wire [LANES-1:0]  eligible, marked, condition;

    wire [$clog2(DEPTH+1)-1:0] unused_count; // credits bound it
    wf_queue #(.WIDTH(CTL_W + 3*LANES + 19), .DEPTH(DEPTH)) u_queue (
        .clk(clk), .rst(rst), .in_valid(in_valid),
        .in_data({in_slot, in_entry, in_fault, in_op, in_level, in_pc, in_target, in_back, in_reason,
                  in_any_run, in_converged, in_last, in_leaves, in_far, in_if, in_breakif, in_stays,
                  in_next, in_marks ? exec : in_stop, in_condition, in_second}),
        .out_valid(done_valid), .out_ready(done_ready),
        .out_data({done_slot, done_entry, done_fault, op, level, pc, target, back, reason, any_run,
                   others_converged, last, leaves, far, is_if, is_breakif, stays, eligible, marked, condition,
                   second_running, second_converged, second_loops, second_back}),
        .count(unused_count));

    // the condition stops lanes
    wire [LANES-1:0]  stop = eligible & (({LANES{is_if}} & ~condition) | ({LANES{is_breakif}} & condition));
    wire [LANES-1:0]  next = eligible & ~stop;     // lanes that run next
    wire [LANES-1:0]  part = marked | stop;      // that begin to wait, return or become helpers
    // out of the registers at once: `next` waits for the buffers of is_if and is_breakif
    wire              any_true  = (eligible & condition) != NONE;
    wire              any_false = (eligible & ~condition) != NONE;
    wire              none = !((any_true && !is_breakif) || (any_false && !is_if));
    wire              all_converged = others_converged && !(is_if && any_false);         // those of a break wait for the end of a loop
    wire              skips = none && !stays;    // no lane runs: on to where lanes can reconverge
    assign            next_jump = leaves || (skips && far);

    // perform
    wire act         = done_valid && done_ready;
    wire faulty      = done_fault != `WF_FAULT_NONE;
    wire is_ret      = op == `WF_OP_RET && !faulty;
    wire nobody_left = is_ret && last;
    wire repeats     = op == `WF_OP_ENDLOOP && any_run;

    assign done_barrier = !faulty && op == `WF_OP_BARRIER;
    assign done_end     = faulty || op == `WF_OP_END || nobody_left;
    wire [16:0] follows = {1'b0, pc} + 17'd1;

    assign goes_on      = !done_barrier && !done_end;
    assign next_skips   = skips;
    assign next_pc      = repeats ? {1'b0, back} : skips ? {1'b0, target} : !done_fold ? follows :
                          second_loops ? {1'b0, second_back} : {1'b0, pc} + 17'd2;
    assign done_fold    = !none && (second_running || (second_converged && all_converged));
    assign done_lanes   = next;

    integer k;
    always @(posedge clk) begin
        if (act) begin
            exec_m[done_slot] <= next;
            running[done_slot]   <= !none;
            converged[done_slot] <= !none && all_converged;
            if (is_ret) live_m[done_slot] <= live_m[done_slot] & ~part;
            if (op == `WF_OP_DEMOTE) helper_m[done_slot] <= helper_m[done_slot] | part;
            // lanes that run or returned have no use for what they wait for
            reason_m[done_slot] <= (reason_m[done_slot] & ~{2{part}}) |
                                   {part & {LANES{reason[1]}}, part & {LANES{reason[0]}}};
            for (k = 0; k < 8; k = k + 1)
                level_m[done_slot][k*LANES +: LANES] <= (level_m[done_slot][k*LANES +: LANES] & ~part) |
                                                        (part & {LANES{level[k]}});
        end
        if (launch_valid) begin
            exec_m[launch_slot]   <= launch_lanes;
            running[launch_slot]   <= 1'b1;
            converged[launch_slot] <= 1'b1;
            live_m[launch_slot]   <= launch_lanes;
            helper_m[launch_slot] <= launch_helper;
            reason_m[launch_slot] <= {2{NONE}};
            level_m[launch_slot]  <= {8{NONE}};
        end
    end
endmodule

`default_nettype wire
