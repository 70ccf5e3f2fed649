// SPDX-License-Identifier: Apache-2.0
// wf_top - the whole machine: dispatch, core, lane packer, cross-lane unit, LDS and counters.
//   A descriptor goes in, waves run, one answer a descriptor comes out.  Everything a checker needs leaves as an event or a
//   retire record in the cycle in which it happens.  Event order inside a cycle: launch, LDS or memory request, retire,
//   arrive, release, end, group done.
//   Spec: docs/top.md   Test: tb/top/wf_top_smoke_tb.v
`default_nettype none

module wf_top #(
    parameter integer LANES      = 32,       // widest wave, a power of two 4..128
    parameter integer WAVES      = 16,       // wave slots, 1..256
    parameter integer GROUPS     = 8,        // resident groups
    parameter integer REGS       = 64,       // registers a lane, 16..128, a multiple of 4
    parameter integer LDS_WORDS  = 8192,     // 32-bit words of groupshared memory, a power of two
    parameter integer LDS_BANKS  = 32,       // a power of two
    parameter integer IMEM_WORDS = 4096,     // instructions, at most 65536
    parameter integer POLICY     = 0,        // 0 loose round robin, 1 oldest first
    parameter integer SLOT_W     = (WAVES > 1) ? $clog2(WAVES) : 1,     // derived
    parameter integer GSLOT_W    = (GROUPS > 1) ? $clog2(GROUPS) : 1    // derived
) (
    input  wire                  clk,
    input  wire                  rst,        // synchronous, active high
    input  wire [7:0]            hold,       // 1 stalls: 0 launch 1 issue 2 xlane rsp 3 pack rsp 4 lds rsp 5 lds req 6 xlane req 7 end

    // one dispatch (fields as struct wf_desc)
    input  wire                  desc_valid,
    output wire                  desc_ready,
    input  wire                  desc_commit_only,
    input  wire [3:0]            desc_stage,
    input  wire [15:0]           desc_shader_model,
    input  wire                  desc_has_numthreads,
    input  wire                  desc_has_numwaves,
    input  wire [31:0]           desc_x,
    input  wire [31:0]           desc_y,
    input  wire [31:0]           desc_z,
    input  wire [31:0]           desc_num_waves,
    input  wire [1:0]            desc_wavesize_kind,
    input  wire [31:0]           desc_wavesize_min,
    input  wire [31:0]           desc_wavesize_max,
    input  wire [31:0]           desc_wavesize_preferred,
    input  wire                  desc_prefer_small,
    input  wire                  desc_prefer_large,
    input  wire                  desc_report_wave_size,
    input  wire                  desc_thread_launch,
    input  wire                  desc_exported,
    input  wire                  desc_uses_wave_index,
    input  wire                  desc_uses_wave_count,
    input  wire                  desc_uses_thread_ids,
    input  wire                  desc_uses_derivatives,
    input  wire [31:0]           desc_extra_waves,
    input  wire [31:0]           desc_grid_x,
    input  wire [31:0]           desc_grid_y,
    input  wire [31:0]           desc_grid_z,
    input  wire [31:0]           desc_groupshared,       // bytes
    input  wire [15:0]           desc_entry,

    // its answer, after everything ended
    output wire                  done_valid,
    input  wire                  done_ready,
    output wire [7:0]            done_code,              // WF_REJECT_*
    output wire [7:0]            done_wave_size,         // reported size, 0 without REPORT_WAVE_SIZE
    output wire [15:0]           done_waves,             // waves a group

    // loading: instructions and buffers, while no dispatch runs
    input  wire                  imem_we,
    input  wire [15:0]           imem_addr,
    input  wire [63:0]           imem_data,
    input  wire                  buf_we,
    input  wire [3:0]            buf_index,
    input  wire [31:0]           buf_base,
    input  wire [31:0]           buf_size,

    // global memory: one request and one response a memory instruction
    output wire                  mreq_valid,
    input  wire                  mreq_ready,
    output wire [SLOT_W-1:0]     mreq_tag,               // the slot
    output wire [1:0]            mreq_kind,              // 0 load 1 store 2 atomic
    output wire [3:0]            mreq_atom,              // WF_ATOM_*
    output wire [LANES-1:0]      mreq_mask,              // asked, in range and aligned
    output wire [32*LANES-1:0]   mreq_addr,              // absolute bytes
    output wire [32*LANES-1:0]   mreq_data,
    output wire [32*LANES-1:0]   mreq_compare,
    input  wire                  mrsp_valid,
    output wire                  mrsp_ready,
    input  wire [SLOT_W-1:0]     mrsp_tag,
    input  wire [32*LANES-1:0]   mrsp_data,

    // retire record, one a cycle
    output wire                  rt_valid,
    output wire [SLOT_W-1:0]     rt_slot,
    output wire [GSLOT_W-1:0]    rt_gslot,
    output wire [15:0]           rt_wave,
    output wire [31:0]           rt_gid_x,
    output wire [31:0]           rt_gid_y,
    output wire [31:0]           rt_gid_z,
    output wire [15:0]           rt_pc,
    output wire [63:0]           rt_word,
    output wire [LANES-1:0]      rt_exec,                // lanes that ran it, helpers included
    output wire [LANES-1:0]      rt_write,               // lanes whose destination was written
    output wire [6:0]            rt_dst,
    output wire [2:0]            rt_words,               // 0, 1 or 4
    output wire [128*LANES-1:0]  rt_data,                // word k of lane l at (4*l+k)*32

    // the first fault, and how many lanes faulted
    output wire                  fault_valid,
    output wire [2:0]            fault_kind,             // WF_FAULT_*
    output wire [SLOT_W-1:0]     fault_slot,
    output wire [15:0]           fault_wave,
    output wire [31:0]           fault_gid_x,
    output wire [31:0]           fault_gid_y,
    output wire [31:0]           fault_gid_z,
    output wire [7:0]            fault_lane,
    output wire [31:0]           fault_addr,             // offset as the lane computed it
    output wire [63:0]           fault_count,

    // counters
    output wire [63:0]           cnt_cycles,             // with a dispatch in flight
    output wire [63:0]           cnt_waves,              // launched
    output wire [63:0]           cnt_instructions,       // retired
    output wire [63:0]           cnt_stall_empty,        // no issue: no wave resident
    output wire [63:0]           cnt_stall_barrier,      // no issue: every resident wave waits at a barrier
    output wire [63:0]           cnt_stall_busy,         // no issue: instructions in flight or being fetched
    output wire [63:0]           cnt_stall_unit,         // no issue: an instruction is there, its unit is full
    output wire [63:0]           cnt_lds_instructions,
    output wire [63:0]           cnt_lds_lanes,          // lanes that asked the LDS
    output wire [63:0]           cnt_atomic_lanes,       // of them for an atomic
    output wire [63:0]           cnt_lds_words,          // word operations the banks did
    output wire [63:0]           cnt_bank_conflicts,     // cycles the banks served, less one an instruction
    output wire [63:0]           cnt_barrier_waits,      // waves waiting, summed over cycles

    // events: valid for one cycle
    output wire                  ev_launch_valid,
    output wire [SLOT_W-1:0]     ev_launch_slot,
    output wire [GSLOT_W-1:0]    ev_launch_gslot,
    output wire [31:0]           ev_launch_gid_x,
    output wire [31:0]           ev_launch_gid_y,
    output wire [31:0]           ev_launch_gid_z,
    output wire [15:0]           ev_launch_wave,
    output wire [15:0]           ev_launch_count,
    output wire [2:0]            ev_launch_wave_log2,
    output wire [7:0]            ev_launch_live,
    output wire                  ev_lds_valid,
    output wire [SLOT_W-1:0]     ev_lds_slot,
    output wire [1:0]            ev_lds_kind,
    output wire [3:0]            ev_lds_atom,
    output wire [LANES-1:0]      ev_lds_mask,
    output wire [32*LANES-1:0]   ev_lds_addr,            // byte offset in the group's allocation
    output wire [32*LANES-1:0]   ev_lds_data,
    output wire [32*LANES-1:0]   ev_lds_compare,
    output wire                  ev_arrive_valid,
    output wire [SLOT_W-1:0]     ev_arrive_slot,
    output wire                  ev_release_valid,
    output wire [WAVES-1:0]      ev_release_slots,
    output wire                  ev_end_valid,
    output wire [SLOT_W-1:0]     ev_end_slot,
    output wire                  ev_gdone_valid,
    output wire [31:0]           ev_gdone_gid_x,
    output wire [31:0]           ev_gdone_gid_y,
    output wire [31:0]           ev_gdone_gid_z,

    // who is where, for a hang report
    output wire [WAVES-1:0]      st_valid,               // slot holds a wave
    output wire [WAVES-1:0]      st_waiting,             // ... that waits at a barrier
    output wire [16*WAVES-1:0]   st_pc,                  // next instruction
    output wire [16*GROUPS-1:0]  st_launched,            // a group slot: waves launched,
    output wire [16*GROUPS-1:0]  st_arrived,             // waiting at the barrier,
    output wire [16*GROUPS-1:0]  st_ended                // ended
);
endmodule

`default_nettype wire
