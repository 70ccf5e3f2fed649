// SPDX-License-Identifier: Apache-2.0
// wf_waves.vh - signals made to be looked at, in the traced builds only; part of wf_lockstep_tb.  Widths do not depend on LANES,
//   WAVES or GROUPS, so that sim/gtkwave/wavefold.gtkw fits every build.
//   An event shows as {1, what it carries}, and as 0 in the cycles without it; the translation files leave 0 blank.
//   Spec: docs/waves.md   Test: tb/lockstep/test_waves.sh
    generate
        if (1) begin : view
            function [7:0] count_lanes(input [LANES-1:0] lanes);
                integer l;
                begin
                    count_lanes = 8'd0;
                    for (l = 0; l < LANES; l = l + 1)
                        count_lanes = count_lanes + {7'd0, lanes[l]};
                end
            endfunction
            function [8:0] count_slots(input [WAVES-1:0] slots);
                integer s;
                begin
                    count_slots = 9'd0;
                    for (s = 0; s < WAVES; s = s + 1)
                        count_slots = count_slots + {8'd0, slots[s]};
                end
            endfunction

            /* verilator lint_off WIDTH */          // fields are widened to the widths of the view
            reg  [31:0] cycle;                                      // as in the trace: 0 when the descriptor is accepted

            // dispatch: what becomes of the ids
            wire [11:0] dispatches      = `WF_TOP.u_dispatch.u_book.state_q;
            wire [2:0]  dispatch_0      = dispatches[2:0];
            wire [2:0]  dispatch_1      = dispatches[5:3];
            wire [2:0]  dispatch_2      = dispatches[8:6];
            wire [2:0]  dispatch_3      = dispatches[11:9];
            wire [8:0]  launch_slot     = ev_launch_valid ? 9'h100 | ev_launch_slot : 9'd0;
            wire [8:0]  launch_wave     = ev_launch_valid ? 9'h100 | ev_launch_wave[7:0] : 9'd0;
            wire [8:0]  end_slot        = ev_end_valid ? 9'h100 | ev_end_slot : 9'd0;
            wire [8:0]  answer          = done_valid && done_ready ? {1'b1, done_code} : 9'd0;
            wire [8:0]  waves_resident  = count_slots(st_valid[WAVES-1:0]);
            reg  [15:0] groups_done;

            // fetch and issue
            wire [8:0]  issue_slot      = `WF_CU.u_core.insn_valid ? 9'h100 | `WF_CU.u_core.insn_slot : 9'd0;
            wire [16:0] issue_pc        = `WF_CU.u_core.insn_valid ? {1'b1, `WF_CU.u_core.insn_pc} : 17'd0;
            wire [8:0]  issue_op        = `WF_CU.u_core.insn_valid ? {1'b1, `WF_CU.u_core.insn_word[7:0]} : 9'd0;
            wire [3:0]  issue_unit      = !`WF_CU.u_core.insn_valid ? 4'd0 :
                                          `WF_CU.u_core.insn_class[0] ? 4'd8  : `WF_CU.u_core.insn_class[1] ? 4'd9  :
                                          `WF_CU.u_core.insn_class[2] ? 4'd10 : `WF_CU.u_core.insn_class[3] ? 4'd11 :
                                          `WF_CU.u_core.insn_class[4] ? 4'd12 : `WF_CU.u_core.insn_class[5] ? 4'd13 : 4'd14;
            wire        unit_full       = `WF_CU.u_core.stat_blocked;
            wire [8:0]  waves_ready     = count_slots(`WF_CU.u_core.u_sched.could);

            // retire
            wire [8:0]  retire_slot     = rt_valid ? 9'h100 | rt_slot : 9'd0;
            wire [16:0] retire_pc       = rt_valid ? {1'b1, rt_pc} : 17'd0;
            wire [8:0]  retire_op       = rt_valid ? {1'b1, rt_word[7:0]} : 9'd0;
            wire [8:0]  retire_lanes    = rt_valid ? {1'b1, count_lanes(rt_exec)} : 9'd0;
            wire [31:0] retire_exec     = rt_exec;                  // lanes 31..0
            wire [7:0]  retire_register = rt_valid && rt_words != 3'd0 ? {1'b1, rt_dst} : 8'd0;
            wire [31:0] retire_lane0    = rt_data[31:0];

            // the other units
            wire [8:0]  alu_slot        = `WF_CU.u_core.alu_valid ? 9'h100 | (`WF_CU.u_core.alu_req_tag >> (TAG_W - SLOT_W)) : 9'd0;
            wire [8:0]  alu_op          = `WF_CU.u_core.alu_valid ? {1'b1, `WF_CU.u_core.alu_req_op} : 9'd0;
            wire [8:0]  fpu_slot        = `WF_CU.u_core.fpu_valid && `WF_CU.u_core.fpu_ready ?
                                          9'h100 | (`WF_CU.u_core.fpu_req_tag >> (TAG_W - SLOT_W)) : 9'd0;
            wire [8:0]  fpu_op          = `WF_CU.u_core.fpu_valid && `WF_CU.u_core.fpu_ready ?
                                          {1'b1, `WF_CU.u_core.fpu_req_op} : 9'd0;
            wire [8:0]  pack_slot       = `WF_CU.preq_go && `WF_CU.preq_ready ? 9'h100 | (`WF_CU.preq_tag >> (TAG_W - SLOT_W)) : 9'd0;
            wire [7:0]  pack_sv         = `WF_CU.preq_go && `WF_CU.preq_ready ? 8'h80 | `WF_CU.preq_sv : 8'd0;

            wire        xlane_take      = `WF_CU.xreq_go && `WF_CU.xreq_ready;
            wire [8:0]  xlane_slot      = xlane_take ? 9'h100 | (`WF_CU.xreq_tag >> (TAG_W - SLOT_W)) : 9'd0;
            wire [8:0]  xlane_op        = xlane_take ? {1'b1, `WF_CU.xreq_op} : 9'd0;
            wire [8:0]  xlane_lanes     = xlane_take ? {1'b1, count_lanes(`WF_CU.xreq_active)} : 9'd0;
            wire [8:0]  xlane_answer    = `WF_CU.xrsp_go && `WF_CU.xrsp_ready ? 9'h100 | (`WF_CU.xrsp_tag >> (TAG_W - SLOT_W)) : 9'd0;

            wire [8:0]  lds_slot        = ev_lds_valid ? 9'h100 | ev_lds_slot : 9'd0;
            wire [6:0]  lds_access      = ev_lds_valid ? {1'b1, ev_lds_kind, ev_lds_kind == `WF_ACCESS_ATOMIC ? ev_lds_atom : 4'd0} : 7'd0;
            wire [8:0]  lds_lanes       = ev_lds_valid ? {1'b1, count_lanes(ev_lds_mask)} : 9'd0;
            wire [8:0]  lds_words       = `WF_CU.lds_stat_busy ? 9'h100 | `WF_CU.lds_stat_ops : 9'd0;
            wire [8:0]  lds_answer      = `WF_CU.lrsp_go && `WF_CU.lrsp_ready ? 9'h100 | (`WF_CU.lrsp_tag >> (TAG_W - SLOT_W)) : 9'd0;

            wire        memory_take     = mreq_valid && mreq_ready;
            wire        memory_give     = mrsp_valid && mrsp_ready;
            wire [8:0]  memory_slot     = memory_take ? 9'h100 | (mreq_tag >> (TAG_W - SLOT_W)) : 9'd0;
            wire [6:0]  memory_access   = memory_take ? {1'b1, mreq_kind, mreq_kind == `WF_ACCESS_ATOMIC ? mreq_atom : 4'd0} : 7'd0;
            wire [8:0]  memory_lanes    = memory_take ? {1'b1, count_lanes(mreq_mask)} : 9'd0;
            wire [8:0]  memory_answer   = memory_give ? 9'h100 | (mrsp_tag >> (TAG_W - SLOT_W)) : 9'd0;
            reg  [11:0] memory_open;                                // requests without their answer

            // barrier
            wire [8:0]  arrive_slot     = ev_arrive_valid ? 9'h100 | ev_arrive_slot : 9'd0;
            wire [8:0]  waves_waiting   = count_slots(st_waiting);
            wire [8:0]  waves_released  = ev_release_valid ? 9'h100 | count_slots(ev_release_slots) : 9'd0;
            /* verilator lint_on WIDTH */

            always @(posedge clk)
                case (state)
                    SEND:    cycle <= {31'd0, desc_ready};
                    RUN:     cycle <= cycle + 32'd1;
                    SETTLE:  cycle <= cycle;
                    default: cycle <= 32'd0;
                endcase
            always @(posedge clk) begin
                groups_done <= groups_done + {15'd0, ev_gdone_valid};
                memory_open <= memory_open + {11'd0, memory_take} - {11'd0, memory_give};
                if (rst) begin
                    groups_done <= 16'd0;
                    memory_open <= 12'd0;
                end
            end

            // what each slot does: 0 free, {1, pc} performs this instruction, {2, 0} waits for its turn, {3, 0} waits at the barrier
            genvar k;
            for (k = 0; k < WAVES; k = k + 1) begin : slot
                reg  [4:0]  flying;                                 // instructions; the last that was issued is shown
                reg  [15:0] pc;
                wire        issue = `WF_CU.u_core.insn_valid && `WF_CU.u_core.insn_slot == k;
                wire [17:0] doing = !st_valid[k] ? 18'd0 : issue ? {2'd1, `WF_CU.u_core.insn_pc} : flying != 5'd0 ? {2'd1, pc} :
                                    st_waiting[k] ? {2'd3, 16'd0} : {2'd2, 16'd0};
                always @(posedge clk) begin
                    if (issue)
                        pc <= `WF_CU.u_core.insn_pc;
                    flying <= rst ? 5'd0 : flying + {4'd0, issue} - {4'd0, rt_valid && rt_slot == k};
                end
            end
        end
    endgenerate
