// SPDX-License-Identifier: Apache-2.0
// wf_core_sv - operand b of an instruction where it is no register: its immediate, or a system value without packer.  A
//   value that is the same for the wave is chosen when the instruction issued (cycle 0); lane numbers, helper lanes and
//   the positions of a pixel wave join it in cycle 1.  The positions of each pixel wave are written at its launch; those of
//   other waves are 0.  No adder makes a position: a quad's is even, so the lane's corner is the lowest bit.  The clock is
//   that of cycle 0, one word per instruction; docs/semantics.md makes 64 bits of two.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v; tb/kernels/pixel_disc.wfk and pixel_list.wfk in lock step
`default_nettype none
`include "wf_isa.vh"

module wf_core_sv #(
    parameter integer LANES     = 32,
    parameter integer WAVES     = 16,
    parameter integer SLOT_BASE = 0,         // number of the core's first slot among those of all cores
    parameter integer CORES     = 1,         // of the machine
    parameter integer SLOT_W    = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire                clk,

    input  wire                launch_valid,
    input  wire [SLOT_W-1:0]   launch_slot,
    input  wire                launch_pixel,     // of a pixel shader
    input  wire [7*LANES-1:0]  launch_at,        // {y, x} of quad q at 28*q

    // cycle 0: an instruction whose operand b is no register, its wave, and what is the same for its dispatch
    input  wire                insn_valid,
    input  wire [SLOT_W-1:0]   insn_slot,
    input  wire [63:0]         insn_word,
    input  wire [2:0]          insn_wave_log2,
    input  wire [15:0]         insn_wave,
    input  wire [15:0]         insn_count,
    input  wire [95:0]         insn_gid,
    input  wire [95:0]         grid,             // {z, y, x}
    input  wire [63:0]         cycles,           // since the reset

    // cycle 1
    input  wire [LANES-1:0]    opnd_helper,
    output reg  [32*LANES-1:0] value
);
    wire [7:0] mod      = insn_word[`WF_INSN_MOD];
    wire       is_sv    = insn_word[`WF_INSN_OP] == `WF_OP_SV;
    wire       is_pixel = is_sv && (mod == `WF_SV_PIXEL_X || mod == `WF_SV_PIXEL_Y);
    wire       unused   = &{1'b0, insn_word};

    reg [31:0] uniform;                      // the same for all lanes
    always @* begin
        uniform = insn_word[`WF_INSN_IMM32];
        if (is_sv)
            case (mod)
                `WF_SV_GID_X:  uniform = insn_gid[31:0];
                `WF_SV_GID_Y:  uniform = insn_gid[63:32];
                `WF_SV_GID_Z:  uniform = insn_gid[95:64];
                `WF_SV_LANES:  uniform = 32'd1 << insn_wave_log2;
                `WF_SV_WAVE:   uniform = {16'd0, insn_wave};
                `WF_SV_WAVES:  uniform = {16'd0, insn_count};
                `WF_SV_GRID_X: uniform = grid[31:0];
                `WF_SV_GRID_Y: uniform = grid[63:32];
                `WF_SV_GRID_Z: uniform = grid[95:64];
                `WF_SV_SLOT:   uniform = SLOT_BASE + {{32-SLOT_W{1'b0}}, insn_slot};
                `WF_SV_CORE:   uniform = SLOT_BASE / WAVES;
                `WF_SV_CORES:  uniform = CORES;
                `WF_SV_SLOTS:  uniform = WAVES;
                `WF_SV_CLOCK_LOW:  uniform = cycles[31:0];
                `WF_SV_CLOCK_HIGH: uniform = cycles[63:32];
                default:       uniform = 32'd0;
            endcase
    end

    reg  [7*LANES-1:0] at_m [0:WAVES-1];         // position of each quad of a pixel wave
    reg  [WAVES-1:0]   pixels_q;                 // it is one
    reg  [7*LANES-1:0] at_q;
    reg                valid_q, lane_q, helper_q, x_q, y_q;  // one of the last four at most, and then uniform_q is 0
    reg  [31:0]        uniform_q;
    always @(posedge clk) begin
        if (launch_valid) begin
            at_m[launch_slot]     <= launch_at;
            pixels_q[launch_slot] <= launch_pixel;
        end
        valid_q  <= insn_valid;
        lane_q   <= insn_valid && is_sv && mod == `WF_SV_LANE;
        helper_q <= insn_valid && is_sv && mod == `WF_SV_HELPER;
        x_q      <= insn_valid && is_sv && mod == `WF_SV_PIXEL_X && pixels_q[insn_slot];
        y_q      <= insn_valid && is_sv && mod == `WF_SV_PIXEL_Y && pixels_q[insn_slot];
        if (insn_valid) begin
            uniform_q <= uniform;
            if (is_pixel) at_q <= at_m[insn_slot];
        end
    end
    wire unused_at = &{1'b0, at_q};              // the lowest bits are 0

    // The positions come late, out of a memory: after them is one choice alone.
    integer l;
    always @* begin
        value = {LANES{valid_q ? uniform_q : 32'd0}};
        if (lane_q)
            for (l = 0; l < LANES; l = l + 1) value[32*l +: 32] = l;
        if (helper_q)
            for (l = 0; l < LANES; l = l + 1) value[32*l] = opnd_helper[l];
        for (l = 0; l < LANES; l = l + 1)
            value[32*l +: 14] = value[32*l +: 14] | (x_q ? {at_q[28*(l/4) +  1 +: 13], l[0]} : 14'd0)
                                                  | (y_q ? {at_q[28*(l/4) + 15 +: 13], l[1]} : 14'd0);
    end
endmodule

`default_nettype wire
