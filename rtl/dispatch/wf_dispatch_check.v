// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_check - checks one descriptor, commits a wave size, deals the threads of a group to its waves.
//   Sequential, once per dispatch: the product X*Y*Z, at most 7 bits of a factor per cycle; all wave sizes; the shares.
//   Latency from start to done: 6 cycles, to dealt 3 more with extra waves that get threads; throughput: one at a time.
//   When several rules are broken the lowest code is answered.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_dispatch_check #(
    parameter integer LANES     = 32,        // widest wave, a power of two 4..128
    parameter integer WAVES     = 16,        // wave slots, 1..256
    parameter integer REGS      = 64,        // registers a lane
    parameter integer REG_ROWS  = WAVES * REGS,     // of the register file
    parameter integer LDS_WORDS = 8192,      // 32-bit words of groupshared memory
    parameter integer WAVE_OPS  = 1          // 0: kernels that use wave operations are refused
) (
    input  wire         clk,
    input  wire         rst,                 // synchronous, active high

    input  wire         start,               // pulse: desc is there from the next cycle on
    input  wire [`WF_DESC_W-1:0] desc,       // held by the caller from start until done

    output reg          done,                // pulse: the fields below are there and hold
    output reg  [7:0]   code,                // WF_REJECT_*
    output reg  [2:0]   wave_log2,           // 0 when rejected
    output reg  [8:0]   waves,               // waves a group, 0 when rejected
    output reg  [10:0]  threads,             // X*Y*Z of a numthreads group

    // how many runs of four places a wave gets: `runs`, the first `longer` waves one more.  Waves that are filled one
    // after the other get as many as fit.
    output reg          dealt,               // 1 from the answer until the next start
    output reg  [5:0]   runs,
    output reg  [8:0]   longer
);
    localparam [2:0]  IDLE = 3'd0, TIMES_Y0 = 3'd1, TIMES_Y1 = 3'd2, TIMES_Z = 3'd3,
                     TOTAL = 3'd4, SIZES = 3'd5, CHOOSE = 3'd6, DEAL = 3'd7;
    localparam integer LAST_CODE = {24'd0, `WF_REJECT_REGISTER_FILE};
    localparam [31:0] LDS_BYTES = LDS_WORDS * 4;
    localparam [7:0]  WIDEST    = LANES[7:0];
    localparam [11:0] SLOTS     = WAVES[11:0];

    // no bit set: 0; one: 1; several: 2
    function [1:0] bits_set(input [31:0] v);
        reg     any, two;
        integer i;
        begin
            any = 1'b0;
            two = 1'b0;
            for (i = 0; i < 32; i = i + 1) begin
                two = two | (any & v[i]);
                any = any | v[i];
            end
            bits_set = {two, any & ~two};
        end
    endfunction

    function power_of_two(input [31:0] v);
        power_of_two = bits_set(v) == 2'd1;
    endfunction

    function in_wave_bounds(input [31:0] v);
        in_wave_bounds = v >= 32'd4 && v <= 32'd128;
    endfunction

    // ---- the fields -------------------------------------------------------------------------------------------------
    wire [3:0]   stage            = desc[`WF_DESC_STAGE];
    wire [15:0]  shader_model     = desc[`WF_DESC_SHADER_MODEL];
    wire         threaded         = desc[`WF_DESC_HAS_NUMTHREADS];
    wire         waved            = desc[`WF_DESC_HAS_NUMWAVES];
    wire [31:0]  x                = desc[`WF_DESC_X];
    wire [31:0]  y                = desc[`WF_DESC_Y];
    wire [31:0]  z                = desc[`WF_DESC_Z];
    wire [31:0]  num_waves        = desc[`WF_DESC_NUM_WAVES];
    wire [1:0]   size_kind        = desc[`WF_DESC_WAVESIZE_KIND];
    wire [31:0]  size_min         = desc[`WF_DESC_WAVESIZE_MIN];
    wire [31:0]  size_max         = desc[`WF_DESC_WAVESIZE_MAX];
    wire [31:0]  size_preferred   = desc[`WF_DESC_WAVESIZE_PREFERRED];
    wire         prefer_small     = desc[`WF_DESC_PREFER_SMALL];
    wire         prefer_large     = desc[`WF_DESC_PREFER_LARGE];
    wire         thread_launch    = desc[`WF_DESC_THREAD_LAUNCH];
    wire         exported         = desc[`WF_DESC_EXPORTED];
    wire         uses_wave_index  = desc[`WF_DESC_USES_WAVE_INDEX];
    wire         uses_wave_count  = desc[`WF_DESC_USES_WAVE_COUNT];
    wire         uses_thread_ids  = desc[`WF_DESC_USES_THREAD_IDS];
    wire         uses_wave_ops    = desc[`WF_DESC_USES_WAVE_OPS];
    wire         uses_match       = desc[`WF_DESC_USES_MATCH_OR_MULTI_PREFIX];
    wire         uses_derivatives = desc[`WF_DESC_USES_DERIVATIVES];
    wire [31:0]  extra_waves      = desc[`WF_DESC_EXTRA_WAVES];
    wire         extra_idle       = desc[`WF_DESC_EXTRA_IDLE];
    wire [31:0]  groupshared      = desc[`WF_DESC_GROUPSHARED];
    wire [7:0]   registers        = desc[`WF_DESC_REGISTERS];
    wire         unused           = &{1'b0, desc};    // what the rules do not ask for

    wire small_stage = stage == `WF_STAGE_MESH || stage == `WF_STAGE_AMPLIFICATION;
    wire wave_stage  = stage == `WF_STAGE_COMPUTE || stage == `WF_STAGE_AMPLIFICATION;
    wire group_stage = wave_stage || stage == `WF_STAGE_MESH || stage == `WF_STAGE_NODE;
    wire pixel_stage = stage == `WF_STAGE_PIXEL;
    wire wave_query  = uses_wave_index || uses_wave_count;
    wire wave_ops    = wave_query || uses_wave_ops || uses_match;
    wire node_launch = thread_launch && stage == `WF_STAGE_NODE;
    wire sized       = size_kind != `WF_WAVESIZE_NONE;
    wire preferring  = size_kind == `WF_WAVESIZE_PREFERRED;
    wire ranged      = size_kind == `WF_WAVESIZE_RANGE || preferring;

    // ---- what is known so far ---------------------------------------------------------------------------------------
    reg [2:0]  state_q;
    reg [LAST_CODE:1] bad_q;                        // rules broken, by code
    reg [21:0] product_q;
    reg        extra_fits_q, num_fits_q;
    reg [12*6-1:0] full_q;                   // ceil(XYZ / 2^s), 12 bits for each s from 2 on
    reg [9*6-1:0]  count_q;                  // waves a group, where the size is a candidate, 9 bits each
    reg [7:2]  supported_q, fits_q;          // sizes; candidates
    reg [7:2]  over_q;                       // sizes at which the group needs more registers than there are
    reg [8:0]  most_q;                       // waves for which the register file suffices, 256 if more

    // a product above 2047 breaks its rule whatever comes next; 2047 keeps it broken without more bits
    wire [10:0] xy    = (|product_q[21:11]) ? 11'd2047 : product_q[10:0];
    wire [15:0] limit = stage == `WF_STAGE_AMPLIFICATION ? 16'd128 : 16'd1024;   // threads of a group
    wire        deals = threaded && extra_waves != 32'd0 && !extra_idle;

    function allowed(input [7:0] size);      // by the attribute and the device
        allowed = size <= WIDEST && (!sized || size == size_min[7:0] ||
                                     (ranged && size > size_min[7:0] && size <= size_max[7:0]));
    endfunction

    localparam integer SET_W = 8;            // wave sizes, by their logarithms
    `include "wf_bits.vh"
    wire [7:0] fits     = {fits_q, 2'b00};
    wire [2:0] wanted   = index_of(size_preferred[7:0]);
    wire [2:0] smallest = index_of(lowest(fits));
    wire [2:0] largest  = index_of(highest(fits));
    wire [2:0] chosen   = (preferring && fits[wanted]) ? wanted : prefer_small ? smallest : prefer_large ? largest :
                          |fits[5:2] ? index_of(highest(fits & 8'h3f)) : smallest;   // 32 or the nearest, smaller first

    wire [2:0] nth    = chosen - 3'd2;       // of the sizes

    function [7:0] lowest_code(input [LAST_CODE:1] bad);
        integer k;
        begin
            lowest_code = `WF_REJECT_NONE;
            for (k = LAST_CODE; k >= 1; k = k - 1)
                if (bad[k]) lowest_code = k[7:0];
        end
    endfunction

    // codes are 8 bits wide, sets need fewer to index; products take the width of product_q; constants are 32
    /* verilator lint_off WIDTH */
    // waves of `regs` registers a lane, in steps of 8, that the register file holds
    function [8:0] held(input [7:0] regs);
        integer k;
        begin
            held = 9'd256;
            for (k = 1; k <= REGS / 8; k = k + 1)
                if ((regs == 8'd0 && k == REGS / 8) || (regs > 8 * (k - 1) && regs <= 8 * k))
                    held = REG_ROWS / 8 / k < 256 ? REG_ROWS / 8 / k : 9'd256;
        end
    endfunction

    reg [LAST_CODE:1] verdict;                      // bad_q and the rules on the wave sizes
    always @* begin
        verdict = bad_q;
        verdict[`WF_REJECT_NO_WAVESIZE]    = supported_q == 6'd0;
        verdict[`WF_REJECT_TOO_MANY_WAVES] = supported_q != 6'd0 && (waved ? !num_fits_q : fits_q == 6'd0);
        verdict[`WF_REJECT_REGISTER_FILE]  = 1'b0;                    // the last code: added where the size is chosen
        verdict[`WF_REJECT_NUMWAVES_LANES] = waved && supported_q != 6'd0 && num_fits_q && fits_q == 6'd0;
    end

    wire refused = |verdict || over_q[chosen];

    // DEAL: runs / waves, two bits of the quotient a cycle; it is at most 32: no wave gets more runs than it has quads
    reg  [1:0]  deal_q;                      // pairs of bits left
    reg  [8:0]  rest_q;
    wire [13:0] by_two = {4'd0, waves, 1'b0} << {deal_q - 2'd1, 1'b0};
    wire [13:0] by_one = {5'd0, waves} << {deal_q - 2'd1, 1'b0};
    wire        two    = {5'd0, rest_q} >= by_two;
    wire [8:0]  rest   = two ? rest_q - by_two[8:0] : rest_q;
    wire        one    = {5'd0, rest} >= by_one;

    integer s;
    always @(posedge clk) begin
        done <= 1'b0;
        case (state_q)
        IDLE: ;

        // Rules that need no arithmetic.  A rule may judge nonsense when one of a lower code is broken: that one wins.
        TIMES_Y0: begin
            bad_q <= {LAST_CODE{1'b0}};
            bad_q[`WF_REJECT_NO_SHAPE]           <= !threaded && !waved && !pixel_stage;
            bad_q[`WF_REJECT_BOTH_SHAPES]        <= threaded && waved;
            bad_q[`WF_REJECT_NUMTHREADS_ZERO]    <= threaded && (x == 32'd0 || y == 32'd0 || z == 32'd0);
            bad_q[`WF_REJECT_NUMTHREADS_X]       <= threaded && x > 32'd1024;
            bad_q[`WF_REJECT_NUMTHREADS_Y]       <= threaded && y > 32'd1024;
            bad_q[`WF_REJECT_NUMTHREADS_Z]       <= threaded && z > 32'd64;
            bad_q[`WF_REJECT_NUMWAVES_ZERO]      <= waved && num_waves == 32'd0;
            bad_q[`WF_REJECT_NUMWAVES_STAGE]     <= waved && !wave_stage;
            bad_q[`WF_REJECT_NUMWAVES_IDS]       <= waved && uses_thread_ids;
            bad_q[`WF_REJECT_WAVESIZE_POW2]      <= (sized && !power_of_two(size_min)) ||
                                                    (ranged && !power_of_two(size_max)) ||
                                                    (preferring && !power_of_two(size_preferred));
            bad_q[`WF_REJECT_WAVESIZE_BOUNDS]    <= (sized && !in_wave_bounds(size_min)) ||
                                                    (ranged && !in_wave_bounds(size_max)) ||
                                                    (preferring && !in_wave_bounds(size_preferred));
            bad_q[`WF_REJECT_WAVESIZE_ORDER]     <= ranged && size_min[7:0] >= size_max[7:0];
            bad_q[`WF_REJECT_WAVESIZE_PREFERRED] <= preferring && (size_preferred[7:0] < size_min[7:0] ||
                                                                   size_preferred[7:0] > size_max[7:0]);
            bad_q[`WF_REJECT_PREFER_BOTH]        <= prefer_small && prefer_large;
            bad_q[`WF_REJECT_INDEX_STAGE]        <= uses_wave_index && !group_stage && !exported;
            bad_q[`WF_REJECT_COUNT_STAGE]        <= uses_wave_count && !group_stage && !exported;
            bad_q[`WF_REJECT_WAVE_THREAD_NODE]   <= wave_query && node_launch;
            bad_q[`WF_REJECT_WAVE_EXPORT]        <= wave_query && exported;
            bad_q[`WF_REJECT_WAVE_MODEL]         <= wave_query && shader_model < 16'h060a;
            bad_q[`WF_REJECT_DERIVATIVES]        <= uses_derivatives && threaded && !pixel_stage && (x[0] || y[0]) &&
                                                    (x[1:0] != 2'd0 || y != 32'd1 || z != 32'd1);
            bad_q[`WF_REJECT_GROUPSHARED]        <= groupshared > LDS_BYTES;
            bad_q[`WF_REJECT_PIXEL_GROUP]        <= pixel_stage &&
                                                    (threaded || waved || uses_thread_ids || groupshared != 32'd0);
            bad_q[`WF_REJECT_STAGE_UNKNOWN]      <= stage > `WF_STAGE_LIBRARY;
            bad_q[`WF_REJECT_THREAD_LAUNCH_STAGE] <= thread_launch && !node_launch;
            bad_q[`WF_REJECT_THREAD_LAUNCH_GROUP] <= node_launch &&
                                                     !(threaded && x == 32'd1 && y == 32'd1 && z == 32'd1);
            bad_q[`WF_REJECT_NUMWAVES_MODEL]     <= waved && shader_model < 16'h060a;
            bad_q[`WF_REJECT_MATCH_MODEL]        <= uses_match && shader_model < 16'h0605;
            bad_q[`WF_REJECT_WAVE_OPS_MODEL]     <= wave_ops && shader_model < 16'h0600;
            bad_q[`WF_REJECT_WAVESIZE_MODEL]     <= sized && shader_model < 16'h0606;
            bad_q[`WF_REJECT_WAVESIZE_RANGE_MODEL] <= ranged && shader_model < 16'h0608;
            bad_q[`WF_REJECT_DERIVATIVES_MODEL]  <= uses_derivatives && stage != `WF_STAGE_PIXEL &&
                                                    shader_model < 16'h0606;
            bad_q[`WF_REJECT_WAVE_OPS_DEVICE]    <= wave_ops && WAVE_OPS == 0;
            bad_q[`WF_REJECT_REGISTERS]          <= registers > REGS;
            most_q       <= held(registers);
            extra_fits_q <= extra_waves[31:9] == 23'd0;
            num_fits_q   <= num_waves[31:9] == 23'd0 && {3'd0, num_waves[8:0]} <= SLOTS;
            product_q    <= x[10:0] * y[3:0];
            state_q      <= TIMES_Y1;
        end

        TIMES_Y1: begin
            product_q <= product_q + ((x[10:0] * y[10:4]) << 4);
            state_q   <= TIMES_Z;
        end

        TIMES_Z: begin
            product_q <= xy * z[6:0];
            state_q   <= TOTAL;
        end

        TOTAL: begin
            bad_q[`WF_REJECT_NUMTHREADS_TOTAL] <= threaded && product_q > 22'd1024;
            bad_q[`WF_REJECT_NUMTHREADS_MESH]  <= threaded && small_stage && product_q > 22'd128;
            threads <= product_q[10:0];
            for (s = 2; s <= 7; s = s + 1) begin
                supported_q[s]     <= allowed(8'd1 << s);
                full_q[12*(s-2) +: 12] <= ({1'b0, product_q[10:0]} + (12'd1 << s) - 12'd1) >> s;
            end
            state_q <= SIZES;
        end

        SIZES: begin
            for (s = 2; s <= 7; s = s + 1) begin
                fits_q[s] <= supported_q[s] && (
                    pixel_stage ? 1'b1 :
                    waved       ? num_fits_q && ({7'd0, num_waves[8:0]} << s) <= limit :
                                  extra_fits_q && full_q[12*(s-2) +: 12] + {3'd0, extra_waves[8:0]} <= SLOTS);
                over_q[s] <= (pixel_stage ? 12'd1 : waved ? {3'd0, num_waves[8:0]} :
                              full_q[12*(s-2) +: 12] + {3'd0, extra_waves[8:0]}) > most_q;
                count_q[9*(s-2) +: 9] <= pixel_stage ? 9'd1 : waved ? num_waves[8:0] :
                                         full_q[12*(s-2) +: 9] + extra_waves[8:0];
            end
            state_q <= CHOOSE;
        end

        CHOOSE: begin
            code      <= |verdict ? lowest_code(verdict) : over_q[chosen] ? `WF_REJECT_REGISTER_FILE : `WF_REJECT_NONE;
            wave_log2 <= refused ? 3'd0 : chosen;
            waves     <= refused ? 9'd0 : count_q[9*nth +: 9];
            done      <= 1'b1;
            dealt     <= !deals || refused;
            runs      <= deals ? 6'd0 : 6'd1 << nth;
            longer    <= 9'd0;
            rest_q    <= full_q[8:0];
            deal_q    <= 2'd3;
            state_q   <= (deals && !refused) ? DEAL : IDLE;
        end

        DEAL: begin
            runs   <= {runs[3:0], two, one};
            rest_q <= one ? rest - by_one[8:0] : rest;
            longer <= one ? rest - by_one[8:0] : rest;
            deal_q <= deal_q - 2'd1;
            if (deal_q == 2'd1) begin
                dealt   <= 1'b1;
                state_q <= IDLE;
            end
        end

        default: state_q <= IDLE;
        endcase
        if (start) begin
            state_q <= TIMES_Y0;
            dealt   <= 1'b0;
        end
        if (rst) begin
            state_q <= IDLE;
            done    <= 1'b0;
            dealt   <= 1'b0;
        end
    end
    /* verilator lint_on WIDTH */
endmodule

`default_nettype wire
