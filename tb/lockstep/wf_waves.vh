// SPDX-License-Identifier: Apache-2.0
// wf_waves.vh - signals for waveforms, in the traced builds only; part of wf_lockstep_tb.  `view` has those of the
//   machine, `view.core[n]` those of a core.  c_model/cli/view.def fits every build: no width depends on LANES, WAVES
//   or GROUPS.  An event is {1, what it carries}, else 0, which the translation files leave blank.  Slots are per core.
//   An instruction is named by its place in the instruction memory, where the kernels of a file follow one another.
//   A whole device has it too, with its own clock as WF_WAVES_CYCLE: tb/host/wf_device_waves.vh.
//   Spec: docs/waves.md   Test: tb/lockstep/test_waves.sh
`define WF_SEEN `WF_TOP.g_core[c].u_cu
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
`ifdef WF_WAVES_CYCLE
            wire [31:0] cycle           = `WF_WAVES_CYCLE;
`else
            reg  [31:0] cycle;                                      // as in the trace: 0 when the first descriptor is accepted
            reg         begun;                                      // the first descriptor was accepted, and the counters have not come to rest
            always @(posedge clk) begin
                begun <= !rst && (begun ? state != SETTLE || pause != 8'd0 : state == SEND && desc_ready);
                cycle <= !begun ? {31'd0, state == SEND && desc_ready} : state == SETTLE ? cycle : cycle + 32'd1;
            end
`endif

            // what becomes of the ids
            wire [11:0] dispatches      = `WF_TOP.u_dispatch.u_table.state_q;
            wire [2:0]  dispatch_0      = dispatches[2:0];
            wire [2:0]  dispatch_1      = dispatches[5:3];
            wire [2:0]  dispatch_2      = dispatches[8:6];
            wire [2:0]  dispatch_3      = dispatches[11:9];
            wire [8:0]  answer          = done_valid && done_ready ? {1'b1, done_code} : 9'd0;
            wire [4:0]  answer_id       = done_valid && done_ready ? 5'h10 | done_id : 5'd0;

            genvar c, k;
            for (c = 0; c < CORES; c = c + 1) begin : core
                // dispatch
                wire [SLOT_W-1:0] launched = ev_launch[`WF_LAUNCH_W*c + `WF_LAUNCH_SLOT], retired = rt[`WF_RT_W*c + `WF_RT_SLOT];
                wire [ID_W-1:0] launched_id = ev_launch[`WF_LAUNCH_W*c + `WF_LAUNCH_ID], retired_id = rt[`WF_RT_W*c + `WF_RT_ID];
                wire [8:0]  launch_slot     = ev_launch_valid[c] ? 9'h100 | launched : 9'd0;
                wire [8:0]  launch_wave     = ev_launch_valid[c] ? 9'h100 | ev_launch[`WF_LAUNCH_W*c + `WF_LAUNCH_WAVE] : 9'd0;
                wire [4:0]  launch_dispatch = ev_launch_valid[c] ? 5'h10 | launched_id : 5'd0;
                wire [8:0]  end_slot        = ev_end_valid[c] ? 9'h100 | ev_end_slot[SLOT_W*c +: SLOT_W] : 9'd0;
                wire [8:0]  waves_resident  = count_slots(st_valid[WAVES*c +: WAVES]);
                reg  [ID_W-1:0] id [0:WAVES-1];                     // the dispatch of a slot's wave
                always @(posedge clk)
                    if (ev_launch_valid[c])
                        id[launched] <= launched_id;

                // fetch and issue
                wire        issue           = `WF_SEEN.u_core.insn_valid;
                wire [SLOT_W-1:0] issued    = `WF_SEEN.u_core.insn_slot;
                wire [15:0] place           = `WF_SEEN.u_core.insn_pc + `WF_TOP.code_base[16*id[issued] +: 16];
                wire [6:0]  unit            = `WF_SEEN.u_core.insn_class;
                wire [8:0]  issue_slot      = issue ? 9'h100 | issued : 9'd0;
                wire [16:0] issue_pc        = issue ? {1'b1, place} : 17'd0;
                wire [8:0]  issue_op        = issue ? {1'b1, `WF_SEEN.u_core.insn_word[7:0]} : 9'd0;
                wire [3:0]  issue_unit      = !issue ? 4'd0 : unit[0] ? 4'd8 : unit[1] ? 4'd9 : unit[2] ? 4'd10 : unit[3] ? 4'd11 :
                                              unit[4] ? 4'd12 : unit[5] ? 4'd13 : 4'd14;
                wire        unit_full       = `WF_SEEN.u_core.stat_blocked;
                wire [8:0]  waves_ready     = count_slots(`WF_SEEN.u_core.u_sched.eligible);

                // retire
                wire        retire          = rt_valid[c];
                wire [63:0] retired_word    = rt[`WF_RT_W*c + `WF_RT_WORD];
                wire [15:0] retire_place    = rt[`WF_RT_W*c + `WF_RT_PC] + `WF_TOP.code_base[16*retired_id +: 16];
                wire [8:0]  retire_slot     = retire ? 9'h100 | retired : 9'd0;
                wire [4:0]  retire_dispatch = retire ? 5'h10 | retired_id : 5'd0;
                wire [16:0] retire_pc       = retire ? {1'b1, retire_place} : 17'd0;
                wire [8:0]  retire_op       = retire ? {1'b1, retired_word[`WF_INSN_OP]} : 9'd0;
                wire [8:0]  retire_lanes    = retire ? {1'b1, count_lanes(rt[`WF_RT_W*c + `WF_RT_EXEC])} : 9'd0;
                wire [31:0] retire_exec     = rt[`WF_RT_W*c + `WF_RT_EXEC];                // lanes 31..0
                wire [7:0]  retire_register = retire && rt[`WF_RT_W*c + `WF_RT_WORDS] != 3'd0 ? {1'b1, retired_word[`WF_INSN_DST]} : 8'd0;
                wire [31:0] retire_lane0    = rt[`WF_RT_W*c + `WF_RT_DATA];

                // the other units
                wire        fpu_take        = `WF_SEEN.u_core.fpu_credit;      // not those of the cross-lane unit
                wire        pack_take       = `WF_SEEN.preq_go && `WF_SEEN.preq_ready;
                wire        xlane_take      = `WF_SEEN.xreq_go && `WF_SEEN.xreq_ready;
                wire [8:0]  alu_slot        = `WF_SEEN.u_core.alu_valid ? 9'h100 | (`WF_SEEN.u_core.alu_req_tag >> (TAG_W - SLOT_W)) : 9'd0;
                wire [8:0]  alu_op          = `WF_SEEN.u_core.alu_valid ? {1'b1, `WF_SEEN.u_core.alu_req_op} : 9'd0;
                wire [8:0]  fpu_slot        = fpu_take ? 9'h100 | (`WF_SEEN.u_core.u_fpu.req_tag >> (TAG_W - SLOT_W)) : 9'd0;
                wire [8:0]  fpu_op          = fpu_take ? {1'b1, `WF_SEEN.u_core.u_fpu.req_op} : 9'd0;
                wire [8:0]  pack_slot       = pack_take ? 9'h100 | (`WF_SEEN.preq_tag >> (TAG_W - SLOT_W)) : 9'd0;
                wire [7:0]  pack_sv         = pack_take ? 8'h80 | `WF_SEEN.preq_sv : 8'd0;
                wire [8:0]  xlane_slot      = xlane_take ? 9'h100 | (`WF_SEEN.xreq_tag >> (TAG_W - SLOT_W)) : 9'd0;
                wire [8:0]  xlane_op        = xlane_take ? {1'b1, `WF_SEEN.xreq_op} : 9'd0;
                wire [8:0]  xlane_lanes     = xlane_take ? {1'b1, count_lanes(`WF_SEEN.xreq_active)} : 9'd0;
                wire [8:0]  xlane_answer    = `WF_SEEN.xrsp_go && `WF_SEEN.xrsp_ready ? 9'h100 | (`WF_SEEN.xrsp_tag >> (TAG_W - SLOT_W)) : 9'd0;

                wire [1:0]  lds_kind        = ev_lds[`WF_MREQ_W*c + `WF_MREQ_KIND];
                wire [8:0]  lds_slot        = ev_lds_valid[c] ? 9'h100 | (ev_lds[`WF_MREQ_W*c + `WF_MREQ_TAG] >> (TAG_W - SLOT_W)) : 9'd0;
                wire [6:0]  lds_access      = ev_lds_valid[c] ? {1'b1, lds_kind, lds_kind[`WF_ACCESS_ATOMICS] ? ev_lds[`WF_MREQ_W*c + `WF_MREQ_ATOM] : 4'd0} : 7'd0;
                wire [8:0]  lds_lanes       = ev_lds_valid[c] ? {1'b1, count_lanes(ev_lds[`WF_MREQ_W*c + `WF_MREQ_MASK]) >> (lds_kind == `WF_ACCESS_PAIRS)} : 9'd0;
                wire [8:0]  lds_words       = `WF_SEEN.lds_stat_busy ? 9'h100 | `WF_SEEN.lds_stat_ops : 9'd0;
                wire [8:0]  lds_answer      = `WF_SEEN.lrsp_go && `WF_SEEN.lrsp_ready ? 9'h100 | (`WF_SEEN.lrsp_report[`WF_REPORT_TAG] >> (TAG_W - SLOT_W)) : 9'd0;

                wire        memory_give     = `WF_SEEN.mrsp_valid && `WF_SEEN.mrsp_ready;
                wire [1:0]  memory_kind     = mreq[`WF_MREQ_W*c + `WF_MREQ_KIND];
                wire [8:0]  memory_slot     = mreq_taken[c] ? 9'h100 | (mreq[`WF_MREQ_W*c + `WF_MREQ_TAG] >> (TAG_W - SLOT_W)) : 9'd0;
                wire [6:0]  memory_access   = mreq_taken[c] ? {1'b1, memory_kind, memory_kind[`WF_ACCESS_ATOMICS] ? mreq[`WF_MREQ_W*c + `WF_MREQ_ATOM] : 4'd0} : 7'd0;
                wire [8:0]  memory_lanes    = mreq_taken[c] ? {1'b1, count_lanes(mreq[`WF_MREQ_W*c + `WF_MREQ_MASK]) >> (memory_kind == `WF_ACCESS_PAIRS)} : 9'd0;
                wire [8:0]  memory_answer   = memory_give ? 9'h100 | (`WF_SEEN.mrsp[`WF_MRSP_TAG] >> (TAG_W - SLOT_W)) : 9'd0;
                reg  [11:0] memory_open;                            // requests without their answer

                // barrier
                wire [8:0]  arrive_slot     = ev_arrive_valid[c] ? 9'h100 | ev_arrive_slot[SLOT_W*c +: SLOT_W] : 9'd0;
                wire [8:0]  waves_waiting   = count_slots(st_waiting[WAVES*c +: WAVES]);
                wire [8:0]  waves_released  = ev_release_valid[c] ? 9'h100 | count_slots(ev_release_slots[WAVES*c +: WAVES]) : 9'd0;
                always @(posedge clk)
                    memory_open <= rst ? 12'd0 : memory_open + {11'd0, mreq_taken[c]} - {11'd0, memory_give};

                // what each slot does: 0 free, {1, place} performs this instruction, {2, 0} waits for its turn, {3, 0} waits at the barrier
                for (k = 0; k < WAVES; k = k + 1) begin : slot
                    reg  [4:0]  flying;                             // instructions; the last that was issued is shown
                    reg  [15:0] last;
                    wire        mine  = issue && issued == k;
                    wire [17:0] doing = !st_valid[WAVES*c + k] ? 18'd0 : mine ? {2'd1, place} : flying != 5'd0 ? {2'd1, last} :
                                        st_waiting[WAVES*c + k] ? {2'd3, 16'd0} : {2'd2, 16'd0};
                    always @(posedge clk) begin
                        if (mine)
                            last <= place;
                        flying <= rst ? 5'd0 : flying + {4'd0, mine} - {4'd0, retire && retired == k};
                    end
                end
            end
            /* verilator lint_on WIDTH */
        end
    endgenerate
