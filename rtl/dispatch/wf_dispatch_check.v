// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_check - checks one descriptor and commits a wave size.
//   Sequential, once a dispatch: the product X*Y*Z by shift and add, then one wave size a cycle.  The caller holds desc
//   from start until done.  Latency from start to done: 15 cycles plus the bits of Y and of Z; throughput: one at a time.
//   When several rules are broken the lowest code is answered.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_dispatch_check #(
    parameter integer LANES     = 32,        // widest wave, a power of two 4..128
    parameter integer WAVES     = 16,        // wave slots, 1..256
    parameter integer LDS_WORDS = 8192       // 32-bit words of groupshared memory
) (
    input  wire         clk,
    input  wire         rst,                 // synchronous, active high

    input  wire         start,               // pulse: desc is there
    input  wire [`WF_DESC_W-1:0] desc,       // held by the caller from start until done

    output reg          done,                // pulse: the fields below are there and hold
    output reg  [7:0]   code,                // WF_REJECT_*
    output reg  [2:0]   wave_log2,           // 0 when rejected
    output reg  [8:0]   waves,               // waves a group, 0 when rejected
    output reg  [10:0]  threads              // X*Y*Z of a numthreads group
);
    localparam [2:0]  IDLE = 3'd0, RULES = 3'd1, TIMES_Y = 3'd2, TIMES_Z = 3'd3, TOTAL = 3'd4, SIZES = 3'd5,
                      VERDICT = 3'd6, CHOOSE = 3'd7;
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

    // ---- the fields ---------------------------------------------------------------------------------------------------
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
    wire         uses_derivatives = desc[`WF_DESC_USES_DERIVATIVES];
    wire [31:0]  extra_waves      = desc[`WF_DESC_EXTRA_WAVES];
    wire [31:0]  groupshared      = desc[`WF_DESC_GROUPSHARED];
    wire         unused           = &{1'b0, desc};    // what the rules do not ask for

    wire small_stage = stage == `WF_STAGE_MESH || stage == `WF_STAGE_AMPLIFICATION;
    wire wave_stage  = stage == `WF_STAGE_COMPUTE || stage == `WF_STAGE_AMPLIFICATION;
    wire group_stage = wave_stage || stage == `WF_STAGE_MESH || stage == `WF_STAGE_NODE;
    wire wave_query  = uses_wave_index || uses_wave_count;
    wire sized       = size_kind != 2'd0;
    wire ranged      = size_kind[1];
    wire preferring  = size_kind == 2'd3;

    reg [2:0]  state_q;
    reg [25:1] bad_q;                        // rules broken, by code
    reg [21:0] product_q, shifted_q;
    reg [10:0] factor_q;                     // bits of the factor not yet used

    // SIZES: size 2^s = size_q, one a cycle, smallest first
    reg [7:0]  size_q;
    reg [2:0]  s_q;
    reg [10:0] ceil_q;                       // ceil(XYZ / 2^s): halving rounded up, again and again, is one division rounded up
    reg        extra_fits_q, num_fits_q;
    reg        some_q, fits_q;               // a size is supported; a candidate exists
    reg [2:0]  least_q, most_q, near_q;      // candidates: smallest, largest, nearest to 32
    reg        wanted_q;                     // the preferred size is a candidate
    reg [8:0]  count_q [0:7];                // waves a group of the candidates

    wire [11:0] sum       = {1'b0, ceil_q} + {3'd0, extra_waves[8:0]};
    wire        supported = size_q >= 8'd4 && size_q <= WIDEST &&
                            (!sized || size_q == size_min[7:0] ||
                             (ranged && size_q > size_min[7:0] && size_q <= size_max[7:0]));
    wire        candidate = supported && (waved ? num_fits_q : extra_fits_q && sum <= SLOTS);
    wire [2:0]  chosen    = wanted_q ? log2_of(size_preferred[7:0]) :
                            prefer_small ? least_q : prefer_large ? most_q : near_q;

    function [2:0] log2_of(input [7:0] v);   // of a power of two
        log2_of = {|v[7:4], |(v & 8'b11001100), |(v & 8'b10101010)};
    endfunction

    function [7:0] lowest(input [25:1] bad);
        integer i;
        begin
            lowest = `WF_REJECT_NONE;
            for (i = 25; i >= 1; i = i - 1)
                if (bad[i]) lowest = i[7:0];
        end
    endfunction

    /* verilator lint_off WIDTH */ // reject codes are 8 bits wide, bad_q needs 5 to index
    always @(posedge clk) begin
        done <= 1'b0;
        case (state_q)
        IDLE:
            if (start) state_q <= RULES;

        // Rules that need no arithmetic.  A rule may judge nonsense when one of a lower code is broken: that one wins.
        RULES: begin
            bad_q <= 25'd0;
            bad_q[`WF_REJECT_NO_SHAPE]           <= !threaded && !waved;
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
            bad_q[`WF_REJECT_INDEX_STAGE]        <= uses_wave_index && !group_stage;
            bad_q[`WF_REJECT_COUNT_STAGE]        <= uses_wave_count && !group_stage;
            bad_q[`WF_REJECT_WAVE_THREAD_NODE]   <= wave_query && thread_launch;
            bad_q[`WF_REJECT_WAVE_EXPORT]        <= wave_query && exported;
            bad_q[`WF_REJECT_WAVE_MODEL]         <= wave_query && shader_model < 16'h060a;
            bad_q[`WF_REJECT_DERIVATIVES]        <= uses_derivatives && threaded && (x[0] || y[0]) &&
                                                    (x[1:0] != 2'd0 || y != 32'd1 || z != 32'd1);
            bad_q[`WF_REJECT_GROUPSHARED]        <= groupshared > LDS_BYTES;
            product_q    <= 22'd0;
            shifted_q    <= {11'd0, x[10:0]};
            factor_q     <= threaded ? y[10:0] : 11'd0;
            extra_fits_q <= extra_waves[31:9] == 23'd0;
            num_fits_q   <= num_waves[31:9] == 23'd0 && {3'd0, num_waves[8:0]} <= SLOTS;
            state_q      <= TIMES_Y;
        end

        TIMES_Y: begin
            if (factor_q[0]) product_q <= product_q + shifted_q;
            shifted_q <= shifted_q << 1;
            factor_q  <= factor_q >> 1;
            if (factor_q == 11'd0) begin
                // X*Y above 1024 breaks the rule whatever Z is; 2047 keeps it broken without more bits
                shifted_q <= (|product_q[21:11]) ? 22'd2047 : {11'd0, product_q[10:0]};
                factor_q  <= threaded ? {4'd0, z[6:0]} : 11'd0;
                product_q <= 22'd0;
                state_q   <= TIMES_Z;
            end
        end

        TIMES_Z: begin
            if (factor_q[0]) product_q <= product_q + shifted_q;
            shifted_q <= shifted_q << 1;
            factor_q  <= factor_q >> 1;
            if (factor_q == 11'd0) state_q <= TOTAL;
        end

        TOTAL: begin
            bad_q[`WF_REJECT_NUMTHREADS_TOTAL] <= threaded && product_q > 22'd1024;
            bad_q[`WF_REJECT_NUMTHREADS_MESH]  <= threaded && small_stage && product_q > 22'd128;
            threads    <= product_q[10:0];
            ceil_q     <= product_q[10:0];
            size_q     <= 8'd1;
            s_q        <= 3'd0;
            some_q     <= 1'b0;
            fits_q     <= 1'b0;
            wanted_q   <= 1'b0;
            state_q    <= SIZES;
        end

        SIZES: begin
            if (supported) some_q <= 1'b1;
            if (candidate) begin
                fits_q <= 1'b1;
                if (!fits_q) least_q <= s_q;
                most_q <= s_q;
                if (size_q <= 8'd32 || !fits_q) near_q <= s_q;
                if (preferring && size_q == size_preferred[7:0]) wanted_q <= 1'b1;
            end
            count_q[s_q] <= waved ? num_waves[8:0] : sum[8:0];
            ceil_q       <= (ceil_q + 11'd1) >> 1;
            size_q       <= size_q << 1;
            s_q          <= s_q + 3'd1;
            if (size_q[7]) state_q <= VERDICT;
        end

        VERDICT: begin
            bad_q[`WF_REJECT_NO_WAVESIZE]    <= !some_q;
            bad_q[`WF_REJECT_TOO_MANY_WAVES] <= some_q && !fits_q;
            state_q <= CHOOSE;
        end

        CHOOSE: begin
            code      <= lowest(bad_q);
            wave_log2 <= |bad_q ? 3'd0 : chosen;
            waves     <= |bad_q ? 9'd0 : count_q[chosen];
            done      <= 1'b1;
            state_q   <= IDLE;
        end

        default: state_q <= IDLE;
        endcase
        if (rst) begin
            state_q <= IDLE;
            done    <= 1'b0;
        end
    end
    /* verilator lint_on WIDTH */
endmodule

`default_nettype wire
