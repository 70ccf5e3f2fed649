// SPDX-License-Identifier: Apache-2.0
// wf_core_mem - global memory: buffer table, bounds check, request queue, answers.
//   Three stages (offset, check, queue), one instruction per cycle.  Each instruction makes one request and gets
//   one answer, also when no lane may touch memory.  Lanes that were masked out read 0.  An instruction without a
//   destination is posted: it retires with its request, and its answer means only that it has reached memory.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_core_mem #(
    parameter integer LANES  = 32,
    parameter integer DEPTH  = 5,
    parameter integer TAG_W  = 6,            // {slot, entry}
    parameter integer DISPATCHES = 1,        // each has buffers of its own
    parameter integer ID_W   = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1
) (
    input  wire                 clk,
    input  wire                 rst,

    input  wire                 buf_we,
    input  wire [ID_W-1:0]      buf_id,
    input  wire [3:0]           buf_index,
    input  wire [31:0]          buf_base,
    input  wire [31:0]          buf_size,
    input  wire                 unbind_valid,    // pulse: of this dispatch no buffer is bound any more
    input  wire [ID_W-1:0]      unbind_id,
    input  wire [ID_W-1:0]      size_id,         // system value: size of a buffer
    input  wire [3:0]           size_index,
    output wire [31:0]          size_value,

    input  wire                 in_valid,
    input  wire [TAG_W-1:0]     in_tag,
    input  wire [ID_W-1:0]      in_id,           // its dispatch
    input  wire [3:0]           in_buffer,
    input  wire [1:0]           in_kind,         // WF_ACCESS_*
    input  wire [3:0]           in_atom,
    input  wire [LANES-1:0]     in_lanes,        // lanes that ask
    input  wire [32*LANES-1:0]  in_offset,
    input  wire [32*LANES-1:0]  in_data,
    input  wire [32*LANES-1:0]  in_compare,
    input  wire                 in_posted,       // writes no register

    output wire                 mreq_valid,
    input  wire                 mreq_ready,
    output wire [`WF_MREQ_W-1:0] mreq,

    input  wire [ID_W-1:0]      mreq_id,         // whose: kept for its answer, for the wave may have ended by then
    input  wire [15:0]          mreq_wave,
    input  wire [95:0]          mreq_gid,
    input  wire [TAG_W-1:0]     answer_tag,     // which lanes of an answer count
    output wire [LANES-1:0]     answer_mask,
    output wire [ID_W-1:0]      answer_id,
    output wire [15:0]          answer_wave,
    output wire [95:0]          answer_gid,
    output wire [31:0]          answer_base,     // of its buffer
    output wire                 answer_posted,

    output wire                 post_valid,      // a posted instruction whose request was taken
    input  wire                 post_ready,
    output wire [TAG_W-1:0]     post_tag,

    output wire                 fault_valid,     // with the request handshake
    output wire [`WF_REPORT_W-1:0] fault
);
    localparam integer INDEX_W = 4 + (DISPATCHES > 1 ? ID_W : 0);
    wire [ID_W+3:0] buf_at  = {buf_id, buf_index};
    wire [ID_W+3:0] size_at = {size_id, size_index};
    wire [ID_W+3:0] in_at   = {in_id, in_buffer};
    wire            unused  = &{1'b0, buf_at, size_at, in_at};
    reg [31:0] base_m [0:16*DISPATCHES-1];          // {id, index}
    reg [31:0] size_m [0:16*DISPATCHES-1];
    always @(posedge clk)
        if (buf_we) begin
            base_m[buf_at[INDEX_W-1:0]] <= buf_base;
            size_m[buf_at[INDEX_W-1:0]] <= buf_size;
        end
    // What a dispatch did not bind is a buffer of size 0: nothing shows of what another had there.
    reg [16*DISPATCHES-1:0] bound_q;                // {id, index}
    integer u;
    always @(posedge clk) begin
        for (u = 0; u < DISPATCHES; u = u + 1)
            if (unbind_valid && unbind_id == u[ID_W-1:0]) bound_q[16*u +: 16] <= 16'd0;
        if (buf_we) bound_q[buf_at[INDEX_W-1:0]] <= 1'b1;
        if (rst) bound_q <= {16*DISPATCHES{1'b0}};
    end
    wire size_bound = bound_q[size_at[INDEX_W-1:0]], in_bound = bound_q[in_at[INDEX_W-1:0]];
    assign size_value = size_m[size_at[INDEX_W-1:0]] & {32{size_bound}};

    // offset
    reg                offset_valid_q;
    reg [TAG_W-1:0]    offset_tag_q;
    reg                offset_posted_q, check_posted_q;
    reg [1:0]          offset_kind_q;
    reg [3:0]          offset_atom_q;
    reg [LANES-1:0]    offset_lanes_q;
    reg [31:0]         offset_base_q, offset_size_q;
    reg [32*LANES-1:0] offset_q, offset_data_q, offset_compare_q;
    always @(posedge clk) begin
        offset_valid_q <= in_valid && !rst;
        if (in_valid) begin
            offset_tag_q     <= in_tag;
            offset_posted_q  <= in_posted;
            offset_kind_q    <= in_kind;
            offset_atom_q    <= in_atom;
            offset_lanes_q   <= in_lanes;
            offset_base_q    <= base_m[in_at[INDEX_W-1:0]] & {32{in_bound}};
            offset_size_q    <= size_m[in_at[INDEX_W-1:0]] & {32{in_bound}};
            offset_q         <= in_offset;
            offset_data_q    <= in_data;
            offset_compare_q <= in_compare;
        end
    end

    // check: aligned, and its word is one of the whole words of the buffer
    wire [29:0]        words = offset_size_q[31:2];
    wire               unused_size = &{1'b0, offset_size_q[1:0]};
    reg                check_valid_q;
    reg [TAG_W-1:0]    check_tag_q;
    reg [1:0]          check_kind_q;
    reg [3:0]          check_atom_q;
    reg [LANES-1:0]    check_align_q, check_range_q, check_mask_q;
    reg [31:0]         check_base_q;
    reg [32*LANES-1:0] check_addr_q, check_data_q, check_compare_q;
    integer l;
    always @(posedge clk) begin
        check_valid_q <= offset_valid_q && !rst;
        if (offset_valid_q) begin
            check_tag_q     <= offset_tag_q;
            check_posted_q  <= offset_posted_q;
            check_kind_q    <= offset_kind_q;
            check_atom_q    <= offset_atom_q;
            check_base_q    <= offset_base_q;
            check_data_q    <= offset_data_q;
            check_compare_q <= offset_compare_q;
            for (l = 0; l < LANES; l = l + 1) begin
                check_addr_q[32*l +: 32] <= offset_base_q + offset_q[32*l +: 32];
                check_align_q[l] <= offset_lanes_q[l] && offset_q[32*l +: 2] != 2'd0;
                check_range_q[l] <= offset_lanes_q[l] && offset_q[32*l +: 2] == 2'd0 &&
                                    offset_q[32*l + 2 +: 30] >= words;
                check_mask_q[l]  <= offset_lanes_q[l] && offset_q[32*l +: 2] == 2'd0 &&
                                    offset_q[32*l + 2 +: 30] < words;
            end
        end
    end

    // the lowest faulting lane, and how many fault
    localparam integer SET_W = LANES;
    `include "wf_bits.vh"
    wire [LANES-1:0] bad     = check_align_q | check_range_q;
    wire             any_bad = check_valid_q && bad != {LANES{1'b0}};
    reg  [LANES-1:0] first;
    reg  [7:0]       bad_lane, bad_count;
    reg  [31:0]      bad_addr;
    reg              bad_align;
    integer i;
    always @* begin
        first     = {LANES{1'b0}};
        bad_lane  = 8'd0;
        bad_count = 8'd0;
        bad_addr  = 32'd0;
        bad_align = 1'b0;
        if (any_bad) begin
            first     = lowest(bad);
            bad_lane  = {{8-SET_INDEX_W{1'b0}}, index_of(first)};
            bad_align = (first & check_align_q) != {LANES{1'b0}};
            for (i = 0; i < LANES; i = i + 1) begin
                bad_addr  = bad_addr | (check_addr_q[32*i +: 32] & {32{first[i]}});
                bad_count = bad_count + {7'd0, bad[i]};
            end
        end
    end

    // queue
    localparam integer CTL_W = TAG_W + 1 + 2 + 4 + LANES + 1 + 1 + 8 + 8 + 32 + 32;
    wire             head_valid, head_posted, head_bad, head_align, post_room;
    wire [31:0]      head_addr, head_base;       // of the lowest faulting lane, of the buffer
    wire [$clog2(DEPTH+1)-1:0] unused_count;     // credits bound it
    wire [TAG_W-1:0] mreq_tag;
    wire [LANES-1:0] mreq_mask;
    wf_queue #(.WIDTH(CTL_W + 3*32*LANES), .DEPTH(DEPTH)) u_queue (
        .clk(clk), .rst(rst), .in_valid(check_valid_q),
        .in_data({check_tag_q, check_posted_q, check_kind_q, check_atom_q, check_mask_q, any_bad, bad_align,
                  bad_lane, bad_count, bad_addr, check_base_q, check_addr_q, check_data_q, check_compare_q}),
        .out_valid(head_valid), .out_ready(mreq_ready && post_room),
        .out_data({mreq_tag, head_posted, mreq[`WF_MREQ_KIND], mreq[`WF_MREQ_ATOM], mreq_mask, head_bad, head_align,
                   fault[`WF_REPORT_LANE], fault[`WF_REPORT_COUNT], head_addr, head_base, mreq[`WF_MREQ_ADDR],
                   mreq[`WF_MREQ_DATA], mreq[`WF_MREQ_COMPARE]}),
        .count(unused_count));
    assign mreq[`WF_MREQ_TAG]  = mreq_tag;
    assign mreq[`WF_MREQ_MASK] = mreq_mask;
    assign mreq_valid  = head_valid && post_room;
    assign fault_valid = mreq_valid && mreq_ready && head_bad;
    assign fault[`WF_REPORT_TAG]  = mreq_tag;
    assign fault[`WF_REPORT_KIND] = head_align ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE;
    assign fault[`WF_REPORT_ADDR] = head_addr - head_base;

    // what an answer means
    reg [LANES:0] asked_m [0:(1<<TAG_W)-1];
    reg [ID_W+16+96+32-1:0] whose_m [0:(1<<TAG_W)-1];
    always @(posedge clk)
        if (mreq_valid && mreq_ready) begin
            asked_m[mreq_tag] <= {head_posted, mreq_mask};
            whose_m[mreq_tag] <= {mreq_id, mreq_wave, mreq_gid, head_base};
        end
    assign {answer_posted, answer_mask} = asked_m[answer_tag];
    assign {answer_id, answer_wave, answer_gid, answer_base} = whose_m[answer_tag];

    // posted ones retire, in order; a request waits until one more can
    wire [2:0] posts;
    assign post_room = !head_posted || posts != 3'd4;
    wf_queue #(.WIDTH(TAG_W), .DEPTH(4)) u_posts (
        .clk(clk), .rst(rst), .in_valid(mreq_valid && mreq_ready && head_posted), .in_data(mreq_tag),
        .out_valid(post_valid), .out_ready(post_ready), .out_data(post_tag), .count(posts));
endmodule

`default_nettype wire
