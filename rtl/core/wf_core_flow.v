// SPDX-License-Identifier: Apache-2.0
// wf_core_flow - which lanes run: the exec mask and what each lane that does not run waits for.
//   There is no stack.  A waiting lane keeps a reason (else, endif, break, continue) and the nesting level of the construct; a
//   reconvergence instruction wakes the lanes that wait for it by comparing both.  The state is kept in bit planes a slot.
//   Cycle 0 reads and compares, cycle 1 queues, from cycle 2 the instruction is performed when its retirement is granted.
//   One instruction a cycle.  Depth of the last step: mask logic, an or over the lanes, the choice of the pc.
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

    output reg  [WAVES-1:0]     some,            // a lane of the wave runs
    output reg  [WAVES-1:0]     joined,          // ... and none of it waits for an else, an endif or a continuing
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
    input  wire [18:0]          in_tail,         // structure behind it: {turns, joins, loops, top of the loop}; none: the first two 0

    output wire                 done_valid,      // wants to retire
    input  wire                 done_ready,
    output wire [SLOT_W-1:0]    done_slot,
    output wire [ENTRY_W-1:0]   done_entry,
    output wire                 done_barrier,
    output wire                 done_end,        // the wave ends with it
    output wire [2:0]           done_fault,      // ... because of this
    output wire                 done_fold,       // what stands behind it changes nothing: it retires with it,
    output wire [LANES-1:0]     done_lanes,      // ... run by these

    output wire                 next_valid,      // in the cycle of done_valid && done_ready: where the wave goes on
    output wire                 next_jump,       // ... not what fetch takes for granted: the top of the loop behind ENDLOOP, else what follows
    output wire                 next_skips,      // ... but the target, for no lane runs
    output wire                 next_end,        // ... the wave ends: nowhere
    output wire                 next_fold,       // ... behind the tail
    output wire [16:0]          next_pc
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

    // cycle 1: into the queue
    localparam integer CTL_W = SLOT_W + ENTRY_W + 3 + 8 + 8 + 16 + 16 + 16 + 19;
    wire [CTL_W-1:0]  head_ctl;
    wire [LANES-1:0]  head_condition;
    wire [2*LANES-1:0] head_lanes;
    wire [3*LANES-1:0] head_wait;
    wire [7:0]        op, level;
    wire [15:0]       pc, target, back, tail_back;
    wire              tail_turns, tail_joins, tail_loops;
    wire [LANES-1:0]  run, live, at_level, reason0, reason1;

    wf_core_queue #(.CTL_W(CTL_W), .A_W(LANES), .B_W(2*LANES), .C_W(3*LANES), .DEPTH(DEPTH)) u_queue (
        .clk(clk), .rst(rst), .in_valid(in_valid),
        .in_ctl({in_slot, in_entry, in_fault, in_op, in_level, in_pc, in_target, in_back, in_tail}),
        .in_a(in_condition), .in_b({live_q, exec}), .in_c({level_q, reason1_q, reason0_q}),
        .out_valid(done_valid), .out_ready(done_ready), .out_ctl(head_ctl), .out_a(head_condition), .out_b(head_lanes),
        .out_c(head_wait));
    assign {done_slot, done_entry, done_fault, op, level, pc, target, back, tail_turns, tail_joins, tail_loops, tail_back} = head_ctl;
    assign {live, run}                  = head_lanes;
    assign {at_level, reason1, reason0} = head_wait;

    // perform
    wire [LANES-1:0] for_else     = at_level & ~reason1 & ~reason0;
    wire [LANES-1:0] for_endif    = at_level & ~reason1 &  reason0;
    wire [LANES-1:0] for_break    = at_level &  reason1 & ~reason0;
    wire [LANES-1:0] for_continue = at_level &  reason1 &  reason0;
    wire             any_run      = run != NONE;

    reg  [LANES-1:0] next, stop;             // lanes that run next; lanes that begin to wait
    reg  [1:0]       reason;
    always @* begin
        next   = run;
        stop   = NONE;
        reason = WAIT_ELSE;
        case (op)
            `WF_OP_IF: begin
                next = run & head_condition;
                stop = run & ~head_condition;
            end
            `WF_OP_ELSE: begin
                next   = for_else;
                stop   = run;
                reason = WAIT_ENDIF;
            end
            `WF_OP_ENDIF:
                next = run | for_else | for_endif;
            `WF_OP_CONTINUING:
                next = run | for_continue;
            `WF_OP_ENDLOOP:
                next = any_run ? run : for_break;
            `WF_OP_BREAK: begin
                next   = NONE;
                stop   = run;
                reason = WAIT_BREAK;
            end
            `WF_OP_BREAKIF: begin
                next   = run & ~head_condition;
                stop   = run & head_condition;
                reason = WAIT_BREAK;
            end
            `WF_OP_CONTINUE: begin
                next   = NONE;
                stop   = run;
                reason = WAIT_CONTINUE;
            end
            `WF_OP_RET:
                next = NONE;
            default: ;
        endcase
    end

    // those that wait for the end of a loop, afterwards
    wire [LANES-1:0] for_merge = (stop & {LANES{reason == WAIT_BREAK}}) | (~stop & reason1 & ~reason0);

    wire act         = done_valid && done_ready;
    wire faulty      = done_fault != `WF_FAULT_NONE;
    wire is_ret      = op == `WF_OP_RET && !faulty;
    wire nobody_left = is_ret && (live & ~run) == NONE;
    wire repeats     = op == `WF_OP_ENDLOOP && any_run;
    wire has_target  = op != `WF_OP_NOP && op != `WF_OP_MEMBAR;
    wire skips       = next == NONE && has_target;           // no lane runs: on to where lanes can reconverge

    assign done_barrier = !faulty && op == `WF_OP_BARRIER;
    assign done_end     = faulty || op == `WF_OP_END || nobody_left;
    wire [16:0] follows = {1'b0, pc} + 17'd1;
    wire        near    = {1'b0, target} == follows;
    wire        all_joined = (live & ~next & ~for_merge) == NONE;

    assign next_valid   = act && !done_barrier && !done_end;
    assign next_end     = act && done_end;
    assign next_jump    = op == `WF_OP_ENDLOOP ? !any_run : skips && !near;
    assign next_skips   = skips;
    assign next_pc      = repeats ? {1'b0, back} : skips ? {1'b0, target} : !next_fold ? follows : tail_loops ? {1'b0, tail_back} : {1'b0, pc} + 17'd2;
    assign done_fold    = next != NONE && (tail_turns || (tail_joins && all_joined));
    assign done_lanes   = next;
    assign next_fold    = act && done_fold;

    integer k;
    always @(posedge clk) begin
        if (act) begin
            exec_m[done_slot] <= next;
            some[done_slot]   <= next != NONE;
            joined[done_slot] <= next != NONE && all_joined;
            if (is_ret)
                live_m[done_slot] <= live & ~run;
            if (op == `WF_OP_DEMOTE)
                helper_m[done_slot] <= helper_m[done_slot] | run;
            if (stop != NONE) begin
                reason_m[done_slot] <= (reason_m[done_slot] & ~{2{stop}}) |
                                       {stop & {LANES{reason[1]}}, stop & {LANES{reason[0]}}};
                for (k = 0; k < 8; k = k + 1)
                    level_m[done_slot][k*LANES +: LANES] <= (level_m[done_slot][k*LANES +: LANES] & ~stop) |
                                                           (stop & {LANES{level[k]}});
            end
        end
        if (launch_valid) begin
            exec_m[launch_slot]   <= launch_lanes;
            some[launch_slot]     <= 1'b1;
            joined[launch_slot]   <= 1'b1;
            live_m[launch_slot]   <= launch_lanes;
            helper_m[launch_slot] <= launch_helper;
            reason_m[launch_slot] <= {2{NONE}};
            level_m[launch_slot]  <= {8{NONE}};
        end
    end
endmodule

`default_nettype wire
