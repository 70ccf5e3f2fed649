// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_reference.vh - part of wf_dispatch_tb: the answer to the descriptor in d_commit_only .. d_regs, and each wave's share
//   of its group's threads.  Rules: the section "Dispatch" of the semantics, one after the other in their order.

integer    ref_code, ref_log2, ref_waves, ref_threads, ref_regs, ref_some, ref_fits;
reg [95:0] ref_xyz, ref_count;
integer    r;

function ok_size(input [31:0] v); ok_size = v == 4 || v == 8 || v == 16 || v == 32 || v == 64 || v == 128; endfunction
function pow2(input [31:0] v);
    integer b;
    begin
        pow2 = 1'b0;
        for (b = 0; b < 32; b = b + 1) if (v == (32'd1 << b)) pow2 = 1'b1;
    end
endfunction
function candidate(input integer log2, input need_fit);   // the size is supported (and the group fits)
    reg [95:0] n;
    begin
        candidate = (1 << log2) <= LANES && log2 >= 2 &&
                    (d_kind == 0 || (d_kind == 1 && d_min == (1 << log2)) ||
                     (d_kind >= 2 && d_min <= (1 << log2) && d_max >= (1 << log2)));
        n = d_stage == `WF_STAGE_PIXEL ? 96'd1 : d_has_numwaves ? {64'd0, d_n}
                                      : (ref_xyz + (1 << log2) - 1) / (1 << log2) + {64'd0, d_extra};
        if (need_fit && n > WAVES) candidate = 1'b0;
        if (need_fit && d_has_numwaves && (n << log2) > (d_stage == `WF_STAGE_AMPLIFICATION ? 128 : 1024)) candidate = 1'b0;
    end
endfunction

task reference;
    reg query, group_stage;
    begin
        ref_xyz     = {64'd0, d_x} * {64'd0, d_y} * {64'd0, d_z};
        query       = d_uses_index || d_uses_count;
        group_stage = d_stage == `WF_STAGE_COMPUTE || d_stage == `WF_STAGE_MESH || d_stage == `WF_STAGE_AMPLIFICATION ||
                      d_stage == `WF_STAGE_NODE;
        ref_some = 0;
        ref_fits = 0;
        for (r = 2; r <= 7; r = r + 1) begin
            if (candidate(r, 1'b0)) ref_some = 1;
            if (candidate(r, 1'b1)) ref_fits = 1;
        end
        ref_code = `WF_REJECT_NONE;
        if (!d_has_numthreads && !d_has_numwaves && d_stage != `WF_STAGE_PIXEL) ref_code = `WF_REJECT_NO_SHAPE;
        else if (d_has_numthreads && d_has_numwaves) ref_code = `WF_REJECT_BOTH_SHAPES;
        else if (d_has_numthreads && (d_x == 0 || d_y == 0 || d_z == 0)) ref_code = `WF_REJECT_NUMTHREADS_ZERO;
        else if (d_has_numthreads && d_x > 1024) ref_code = `WF_REJECT_NUMTHREADS_X;
        else if (d_has_numthreads && d_y > 1024) ref_code = `WF_REJECT_NUMTHREADS_Y;
        else if (d_has_numthreads && d_z > 64) ref_code = `WF_REJECT_NUMTHREADS_Z;
        else if (d_has_numthreads && ref_xyz > 1024) ref_code = `WF_REJECT_NUMTHREADS_TOTAL;
        else if (d_has_numthreads && ref_xyz > 128 && (d_stage == `WF_STAGE_MESH || d_stage == `WF_STAGE_AMPLIFICATION))
            ref_code = `WF_REJECT_NUMTHREADS_MESH;
        else if (d_has_numwaves && d_n == 0) ref_code = `WF_REJECT_NUMWAVES_ZERO;
        else if (d_has_numwaves && d_stage != `WF_STAGE_COMPUTE && d_stage != `WF_STAGE_AMPLIFICATION)
            ref_code = `WF_REJECT_NUMWAVES_STAGE;
        else if (d_has_numwaves && d_uses_ids) ref_code = `WF_REJECT_NUMWAVES_IDS;
        else if ((d_kind >= 1 && !pow2(d_min)) || (d_kind >= 2 && !pow2(d_max)) || (d_kind == 3 && !pow2(d_pref)))
            ref_code = `WF_REJECT_WAVESIZE_POW2;
        else if ((d_kind >= 1 && !ok_size(d_min)) || (d_kind >= 2 && !ok_size(d_max)) || (d_kind == 3 && !ok_size(d_pref)))
            ref_code = `WF_REJECT_WAVESIZE_BOUNDS;
        else if (d_kind >= 2 && d_min >= d_max) ref_code = `WF_REJECT_WAVESIZE_ORDER;
        else if (d_kind == 3 && (d_pref < d_min || d_pref > d_max)) ref_code = `WF_REJECT_WAVESIZE_PREFERRED;
        else if (d_prefer_small && d_prefer_large) ref_code = `WF_REJECT_PREFER_BOTH;
        else if (d_uses_index && !group_stage && !d_exported) ref_code = `WF_REJECT_INDEX_STAGE;
        else if (d_uses_count && !group_stage && !d_exported) ref_code = `WF_REJECT_COUNT_STAGE;
        else if (query && d_thread_launch && d_stage == `WF_STAGE_NODE) ref_code = `WF_REJECT_WAVE_THREAD_NODE;
        else if (query && d_exported) ref_code = `WF_REJECT_WAVE_EXPORT;
        else if (query && d_model < 16'h060a) ref_code = `WF_REJECT_WAVE_MODEL;
        else if (d_uses_deriv && d_has_numthreads && d_stage != `WF_STAGE_PIXEL && !(d_x % 4 == 0 && d_y == 1 && d_z == 1) &&
                 !(d_x % 2 == 0 && d_y % 2 == 0)) ref_code = `WF_REJECT_DERIVATIVES;
        else if (!ref_some) ref_code = `WF_REJECT_NO_WAVESIZE;
        else if (d_has_numwaves ? d_n > WAVES : !ref_fits) ref_code = `WF_REJECT_TOO_MANY_WAVES;
        else if (d_shared > 4 * LDS_WORDS) ref_code = `WF_REJECT_GROUPSHARED;
        else if (d_stage == `WF_STAGE_PIXEL && (d_has_numthreads || d_has_numwaves || d_uses_ids || d_shared != 0))
            ref_code = `WF_REJECT_PIXEL_GROUP;
        else if (d_stage >= 10) ref_code = `WF_REJECT_STAGE_UNKNOWN;
        else if (d_thread_launch && d_stage != `WF_STAGE_NODE) ref_code = `WF_REJECT_THREAD_LAUNCH_STAGE;
        else if (d_thread_launch && (d_has_numwaves || ref_xyz != 1)) ref_code = `WF_REJECT_THREAD_LAUNCH_GROUP;
        else if (d_has_numwaves && d_model < 16'h060a) ref_code = `WF_REJECT_NUMWAVES_MODEL;
        else if (!ref_fits) ref_code = `WF_REJECT_NUMWAVES_LANES;
        else if (d_uses_match && d_model < 16'h0605) ref_code = `WF_REJECT_MATCH_MODEL;
        else if ((query || d_uses_ops || d_uses_match) && d_model < 16'h0600) ref_code = `WF_REJECT_WAVE_OPS_MODEL;
        else if (d_kind != 0 && d_model < 16'h0606) ref_code = `WF_REJECT_WAVESIZE_MODEL;
        else if (d_kind >= 2 && d_model < 16'h0608) ref_code = `WF_REJECT_WAVESIZE_RANGE_MODEL;
        else if (d_uses_deriv && d_stage != `WF_STAGE_PIXEL && d_model < 16'h0606) ref_code = `WF_REJECT_DERIVATIVES_MODEL;
        else if ((query || d_uses_ops || d_uses_match) && WAVE_OPS == 0) ref_code = `WF_REJECT_WAVE_OPS_DEVICE;
        else if (d_regs > REGS) ref_code = `WF_REJECT_REGISTERS;

        ref_log2  = 0;
        ref_waves = 0;
        if (ref_code == 0) begin
            if (d_kind == 3)
                for (r = 2; r <= 7; r = r + 1) if (d_pref == (1 << r) && candidate(r, 1'b1)) ref_log2 = r;
            if (ref_log2 == 0 && d_prefer_small) begin
                for (r = 7; r >= 2; r = r - 1) if (candidate(r, 1'b1)) ref_log2 = r;
            end else if (ref_log2 == 0 && d_prefer_large) begin
                for (r = 2; r <= 7; r = r + 1) if (candidate(r, 1'b1)) ref_log2 = r;
            end
            if (ref_log2 == 0)           // 32, 16, 8, 4
                for (r = 2; r <= 5; r = r + 1) if (candidate(r, 1'b1)) ref_log2 = r;
            if (ref_log2 == 0)           // 64, 128
                for (r = 7; r >= 6; r = r - 1) if (candidate(r, 1'b1)) ref_log2 = r;
            ref_count   = d_stage == `WF_STAGE_PIXEL ? 96'd1 : d_has_numwaves ? {64'd0, d_n}
                                         : (ref_xyz + (1 << ref_log2) - 1) / (1 << ref_log2) + {64'd0, d_extra};
            ref_waves   = ref_count[15:0];
            ref_threads = d_has_numwaves ? ref_waves << ref_log2 : ref_xyz[15:0];
            ref_regs    = d_regs == 0 ? REGS : (d_regs + 7) / 8 * 8;
            if (ref_waves * ref_regs > REG_ROWS) begin
                ref_code  = `WF_REJECT_REGISTER_FILE;
                ref_log2  = 0;
                ref_waves = 0;
            end
        end
    end
endtask

// the wave's first place and its live lanes, by the wave's number alone
integer ref_first, ref_live;
task reference_share(input integer wave);
    integer all, each, more, lanes;
    begin
        ref_first = wave << ref_log2;
        lanes     = 1 << ref_log2;
        if (d_has_numthreads && d_extra != 0 && !d_extra_idle) begin
            all       = (ref_threads + 3) / 4;
            each      = all / ref_waves;
            more      = all % ref_waves;
            ref_first = 4 * (wave * each + (wave < more ? wave : more));
            lanes     = 4 * (each + (wave < more ? 1 : 0));
        end
        ref_live = ref_threads - ref_first;
        if (ref_live < 0) ref_live = 0;
        if (ref_live > lanes) ref_live = lanes;
    end
endtask
