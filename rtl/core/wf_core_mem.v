// SPDX-License-Identifier: Apache-2.0
// wf_core_mem - global memory: buffer table, bounds check, request queue, answers.
//   Three stages (queue, check, request), one instruction per cycle.  The number of the buffer is in the instruction,
//   and its entry is read with the registers; or each lane has a number, and the head of the queue takes a cycle per
//   distinct number, at least one, and two more.  Each instruction makes one request and gets one answer, also when no
//   lane may touch memory.  Lanes that were masked out read 0.  An instruction without a destination is posted: it
//   retires with its request, and its answer means only that it has reached memory.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"
`include "wf_eager.vh"

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
    input  wire [7:0]           buf_index,
    input  wire [31:0]          buf_base,
    input  wire [31:0]          buf_size,
    input  wire                 buf_robust,    // an access beyond it is no fault
    input  wire                 unbind_valid,    // pulse: of this dispatch no buffer is bound any more
    input  wire [ID_W-1:0]      unbind_id,
    input  wire                 read_valid,      // the buffer that an instruction names, a cycle before `in`
    input  wire [ID_W-1:0]      read_id,
    input  wire [7:0]           read_index,
    output wire [31:0]          read_size,       // in the next cycle: its bytes

    input  wire                 in_valid,
    input  wire [TAG_W-1:0]     in_tag,
    input  wire [ID_W-1:0]      in_id,           // its dispatch
    input  wire                 in_table,        // the number of the buffer is in in_number, lane by lane
    input  wire [1:0]           in_kind,         // WF_ACCESS_*
    input  wire                 in_high,         // of PAIRS: the upper half of the lanes of the wave
    input  wire [3:0]           in_atom,
    input  wire [LANES-1:0]     in_lanes,        // lanes that ask
    input  wire [32*LANES-1:0]  in_operand,      // its byte in the buffer, lane by lane,
    input  wire [15:0]          in_offset,       // ... and this, of the instruction, to add
    input  wire [32*LANES-1:0]  in_data,
    input  wire [32*LANES-1:0]  in_compare,
    input  wire [9*LANES-1:0]   in_number,       // 256 and above: no number of a buffer
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
    output wire [31:0]          answer_base,     // of its buffer; 0 if each lane had a number
    output wire                 answer_posted,
    output wire                 answer_pairs,
    output wire                 answer_high,

    output wire                 post_valid,      // a posted instruction whose request was taken
    input  wire                 post_ready,
    output wire [TAG_W-1:0]     post_tag,

    output wire                 fault_valid,     // with the request handshake
    output wire [`WF_REPORT_W-1:0] fault
);
    // ---- table: a dispatch's buffers by number ----
    localparam integer INDEX_W = 8 + (DISPATCHES > 1 ? ID_W : 0);
    wire [ID_W+7:0] buf_at  = {buf_id, buf_index};
    wire [ID_W+7:0] read_at = {read_id, read_index};
    wire [ID_W+7:0] look_at;
    wire [64:0]     read_entry, look_entry;          // {robust, base, size}
    wire            look;
    reg  [7:0]      index_q;                         // of read_entry
    always @(posedge clk) if (read_valid) index_q <= read_index;
    wire            unused_at = &{1'b0, buf_at, read_at, look_at};
    wf_ram #(.WIDTH(65), .ROWS(256*DISPATCHES)) u_table (
        .clk(clk), .read(read_valid), .read_row(read_at[INDEX_W-1:0]), .read_data(read_entry),
        .write(buf_we), .write_row(buf_at[INDEX_W-1:0]), .write_data({buf_robust, buf_base, buf_size}));
    wf_ram #(.WIDTH(65), .ROWS(256*DISPATCHES)) u_lookup (       // the same again, for numbers in registers
        .clk(clk), .read(look), .read_row(look_at[INDEX_W-1:0]), .read_data(look_entry),
        .write(buf_we), .write_row(buf_at[INDEX_W-1:0]), .write_data({buf_robust, buf_base, buf_size}));
    // What a dispatch did not bind is a buffer of size 0: nothing shows of what another had there.
    reg [256*DISPATCHES-1:0] bound_q;
    reg                      read_bound_q, look_bound_q;
    integer u;
    always @(posedge clk) begin
        for (u = 0; u < DISPATCHES; u = u + 1)
            if (unbind_valid && unbind_id == u[ID_W-1:0]) bound_q[256*u +: 256] <= 256'd0;
        if (buf_we) bound_q[buf_at[INDEX_W-1:0]] <= 1'b1;
        if (read_valid) read_bound_q <= bound_q[read_at[INDEX_W-1:0]];
        if (rst) bound_q <= {256*DISPATCHES{1'b0}};
    end
    wire        read_robust = read_entry[64] && read_bound_q;
    wire [31:0] read_base = read_entry[63:32] & {32{read_bound_q}};
    assign      read_size = read_entry[31:0] & {32{read_bound_q}};

    // ---- queue: operands, and the buffer that the instruction names ----
    localparam integer FRONT_W = TAG_W + ID_W + 1 + 1 + 2 + 1 + 4 + LANES + 8 + 65 + 16;
    wire               head_valid, head_ready, head_posted, head_table, head_high, head_robust;
    wire [TAG_W-1:0]   head_tag;
    wire [ID_W-1:0]    head_id;
    wire [1:0]         head_kind;
    wire [3:0]         head_atom;
    wire [LANES-1:0]   head_lanes;
    wire [7:0]         head_index;
    wire [31:0]        head_base, head_size;
    wire [15:0]        head_plus;
    wire [32*LANES-1:0] head_operand, head_data, head_compare;
    wire [9*LANES-1:0] queued_number;
    reg  [9*LANES-1:0] head_number;          // 256: no number of a buffer
    wire [$clog2(DEPTH+1)-1:0] unused_count;     // credits bound it
    wf_queue #(.WIDTH(FRONT_W + (3*32 + 9)*LANES), .DEPTH(DEPTH), .GATED(1)) u_queue (
        .clk(clk), .rst(rst), .in_valid(in_valid),
        .in_data({in_tag, in_id, in_posted, in_table, in_kind, in_high, in_atom, in_lanes, index_q,
                  read_robust, read_base, read_size, in_offset, in_number, in_operand, in_data, in_compare}),
        .out_valid(head_valid), .out_ready(head_ready),
        .out_data({head_tag, head_id, head_posted, head_table, head_kind, head_high, head_atom, head_lanes, head_index,
                   head_robust, head_base, head_size, head_plus, queued_number, head_operand, head_data, head_compare}),
        .count(unused_count));
    integer q;
    always @* begin
        head_number = queued_number;
        if (`WF_EAGER || (head_valid && head_table))
            for (q = 0; q < LANES; q = q + 1) head_number[9*q +: 8] = queued_number[9*q +: 8] & ~{8{queued_number[9*q + 8]}};
    end

    // ---- look up, by number: the lowest lane that waits, with all lanes of the same number; one number per cycle ----
    localparam integer SET_W = LANES;
    `include "wf_bits.vh"
    reg              check_valid_q;
    wire             check_ready;
    reg              look_q;                 // numbers of the head are being looked up
    reg              found_q, entry_valid_q; // the entry of same_q is read; that of entry_lanes_q is in entry_q
    reg  [LANES-1:0] waits_q, same_q, entry_lanes_q;
    reg  [64:0]      entry_q;
    wire [LANES-1:0] waits  = look_q ? waits_q : head_lanes;
    reg  [LANES-1:0] tree_valid;             // a tree over the lanes: the lower half goes first
    reg  [9*LANES-1:0] tree;
    reg  [8:0]       number;
    reg  [LANES-1:0] same;
    integer          m, span;
    always @* begin
        tree_valid = {LANES{1'b0}};
        tree       = {LANES{9'd0}};
        same       = {LANES{1'b0}};
        if (look) begin
            tree_valid = waits;
            tree       = head_number;
            for (span = 1; span < LANES; span = 2*span)
                for (m = 0; m < LANES; m = m + 2*span) begin
                    if (!tree_valid[m]) tree[9*m +: 9] = tree[9*(m+span) +: 9];
                    tree_valid[m] = tree_valid[m] || tree_valid[m+span];
                end
        end
        number = tree[8:0];
        if (look) begin
            for (m = 0; m < LANES; m = m + 1) same[m] = waits[m] && head_number[9*m +: 9] == number;
        end
    end
    assign look    = head_valid && head_table && check_ready && (!look_q || waits_q != {LANES{1'b0}});
    assign look_at = {head_id, number[7:0]};
    wire   looked  = look_q && !found_q;     // the last number's entry is there: a number is looked up in each cycle
    assign head_ready = check_ready && (!head_table || looked);
    always @(posedge clk) begin
        found_q       <= look;
        entry_valid_q <= found_q;
        if (found_q) begin
            entry_q       <= look_entry & {65{look_bound_q}};
            entry_lanes_q <= same_q;
        end
        if (look) begin
            look_q       <= 1'b1;
            waits_q      <= waits & ~same;
            same_q       <= same;
            look_bound_q <= bound_q[look_at[INDEX_W-1:0]] && !number[8];
        end
        if (head_valid && head_ready) look_q <= 1'b0;
        if (rst) begin
            look_q        <= 1'b0;
            found_q       <= 1'b0;
            entry_valid_q <= 1'b0;
        end
    end

    // ---- check: aligned, and its word is one of the whole words of the buffer; of a pair, both words.  A buffer that begins
    // at an odd word has no pairs. ----
    wire [31:0]        base  = head_table ? entry_q[63:32] : head_base;
    wire [31:0]        size  = head_table ? entry_q[31:0] : head_size;
    wire               robust = head_table ? entry_q[64] : head_robust;
    wire [29:0]        words = size[31:2];
    wire               unused_size = &{1'b0, size[1:0]};
    wire               pairs = head_kind == `WF_ACCESS_PAIRS;
    reg                check_posted_q, check_high_q, check_table_q;
    reg [7:0]          check_index_q;
    reg [9*LANES-1:0]  check_number_q;       // of a table instruction, for the fault
    reg [TAG_W-1:0]    check_tag_q;
    reg [1:0]          check_kind_q;
    reg [3:0]          check_atom_q;
    reg [LANES-1:0]    check_align_q, check_range_q, check_mask_q;
    reg [31:0]         check_base_q;
    reg [32*LANES-1:0] check_addr_q, check_data_q, check_compare_q;
    wire [LANES-1:0]   now = !head_table ? head_lanes : entry_lanes_q & {LANES{entry_valid_q}};     // lanes whose buffer is known
    // The offset of the instruction is a third summand in each of the sums: no sum waits for another.  The byte is inside
    // if the subtraction of the size borrows, which is what bit 32 of the sum does not say.
    reg  [LANES-1:0]   aligned, in_range;
    reg  [32*LANES-1:0] head_offset, address;    // byte in the buffer, byte in memory
    reg                wraps;
    /* verilator lint_off UNUSEDSIGNAL */    // of the difference only the borrow
    reg  [32:0]        beyond;
    /* verilator lint_on UNUSEDSIGNAL */
    integer l;
    always @* begin
        aligned     = {LANES{1'b0}};
        in_range    = {LANES{1'b0}};
        head_offset = {LANES{32'd0}};
        address     = {LANES{32'd0}};
        wraps       = 1'b0;
        beyond      = 33'd0;
        if (`WF_EAGER || head_valid)
            for (l = 0; l < LANES; l = l + 1) begin
                {wraps, head_offset[32*l +: 32]} = {1'b0, head_operand[32*l +: 32]} + {17'd0, head_plus};
                beyond = {1'b0, head_operand[32*l +: 32]} - {1'b0, words, 2'd0} + {17'd0, head_plus};
                address[32*l +: 32] = head_operand[32*l +: 32] + base + {16'd0, head_plus};
                aligned[l]  = head_offset[32*l +: 2] == 2'd0 && !(pairs && (head_offset[32*(l - l % 2) + 2] || base[2]));
                in_range[l] = wraps != beyond[32];
            end
        if (pairs)                           // the odd lane has the higher word
            for (l = 0; l < LANES; l = l + 2) in_range[l] = in_range[l+1];
    end
    integer c;
    always @(posedge clk) begin
        if (check_ready) check_valid_q <= head_valid && head_ready;
        if (head_valid && check_ready) begin
            check_tag_q     <= head_tag;
            check_posted_q  <= head_posted;
            check_kind_q    <= head_kind;
            check_high_q    <= head_high;
            check_table_q   <= head_table;
            check_index_q   <= head_index;
            if (head_table) check_number_q <= head_number;
            check_atom_q    <= head_atom;
            check_base_q    <= head_table ? 32'd0 : head_base;
            check_data_q    <= head_data;
            check_compare_q <= head_compare;
            for (c = 0; c < LANES; c = c + 1)
                if (!head_table || !look_q || now[c]) begin
                    // of a lane that may not touch memory the offset, for the fault
                    check_addr_q[32*c +: 32] <= aligned[c] && in_range[c] ? address[32*c +: 32] : head_offset[32*c +: 32];
                    check_align_q[c] <= now[c] && !aligned[c];
                    check_range_q[c] <= now[c] && aligned[c] && !in_range[c] && !robust;
                    check_mask_q[c]  <= now[c] && aligned[c] && in_range[c];
                end
        end
        if (rst) check_valid_q <= 1'b0;
    end

    // ---- the lowest faulting lane, and how many fault ----
    wire [LANES-1:0] bad     = check_align_q | check_range_q;
    wire             any_bad = check_valid_q && bad != {LANES{1'b0}};
    reg  [LANES-1:0] first;
    reg  [7:0]       bad_lane, bad_count;
    reg  [31:0]      bad_addr;
    reg  [8:0]       bad_number;
    reg              bad_align;
    integer i;
    always @* begin
        first     = {LANES{1'b0}};
        bad_lane  = 8'd0;
        bad_count = 8'd0;
        bad_addr  = 32'd0;
        bad_number = check_table_q ? 9'd0 : {1'b0, check_index_q};
        bad_align = 1'b0;
        if (any_bad) begin
            first     = lowest(bad);
            bad_lane  = {{8-SET_INDEX_W{1'b0}}, index_of(first)};
            bad_align = (first & check_align_q) != {LANES{1'b0}};
            for (i = 0; i < LANES; i = i + 1) begin
                bad_addr  = bad_addr | (check_addr_q[32*i +: 32] & {32{first[i]}});
                bad_number = bad_number | (check_number_q[9*i +: 9] & {9{first[i] && check_table_q}});
                bad_count = bad_count + {7'd0, bad[i]};
            end
        end
    end

    // ---- request ----
    localparam integer OUT_W = TAG_W + 1 + 2 + 1 + 4 + LANES + 1 + 1 + 8 + 8 + 9 + 32 + 32;
    wire             out_valid, out_posted, out_high, out_bad, out_align, post_room, unused_out_count;
    wire [7:0]       out_lane, out_count;    // of the request that fault
    wire [31:0]      out_base;               // of the buffer
    wire [TAG_W-1:0] mreq_tag;
    wire [LANES-1:0] mreq_mask;
    wire [1:0]       mreq_kind;
    wire             out_pairs = mreq_kind == `WF_ACCESS_PAIRS;
    assign check_ready = !check_valid_q || !out_valid || (mreq_ready && post_room);
    wf_queue #(.WIDTH(OUT_W + 3*32*LANES), .DEPTH(1), .GATED(1)) u_out (
        .clk(clk), .rst(rst), .in_valid(check_valid_q && check_ready),
        .in_data({check_tag_q, check_posted_q, check_kind_q, check_high_q, check_atom_q, check_mask_q, any_bad,
                  bad_align, bad_lane, bad_count, bad_number, bad_addr, check_base_q, check_addr_q, check_data_q,
                  check_compare_q}),
        .out_valid(out_valid), .out_ready(mreq_ready && post_room),
        .out_data({mreq_tag, out_posted, mreq_kind, out_high, mreq[`WF_MREQ_ATOM], mreq_mask, out_bad, out_align,
                   out_lane, out_count, fault[`WF_REPORT_BUFFER], fault[`WF_REPORT_ADDR], out_base,
                   mreq[`WF_MREQ_ADDR], mreq[`WF_MREQ_DATA], mreq[`WF_MREQ_COMPARE]}),
        .count(unused_out_count));
    assign mreq[`WF_MREQ_TAG]  = mreq_tag;
    assign mreq[`WF_MREQ_MASK] = mreq_mask;
    assign mreq[`WF_MREQ_KIND] = mreq_kind;
    assign mreq_valid  = out_valid && post_room;
    assign fault_valid = mreq_valid && mreq_ready && out_bad;
    assign fault[`WF_REPORT_TAG]  = mreq_tag;
    assign fault[`WF_REPORT_KIND] = out_align ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE;

    wf_core_report #(.LANES(LANES)) u_report (
        .pairs(out_pairs), .high(out_high), .in_lane(out_lane), .in_count(out_count),
        .lane(fault[`WF_REPORT_LANE]), .count(fault[`WF_REPORT_COUNT]));

    // ---- what an answer means ----
    reg [LANES+2:0] asked_m [0:(1<<TAG_W)-1];
    reg [ID_W+16+96+32-1:0] whose_m [0:(1<<TAG_W)-1];
    always @(posedge clk)
        if (mreq_valid && mreq_ready) begin
            asked_m[mreq_tag] <= {out_posted, out_pairs, out_high, mreq_mask};
            whose_m[mreq_tag] <= {mreq_id, mreq_wave, mreq_gid, out_base};
        end
    assign {answer_posted, answer_pairs, answer_high, answer_mask} = asked_m[answer_tag];
    assign {answer_id, answer_wave, answer_gid, answer_base} = whose_m[answer_tag];

    // posted ones retire, in order; a request waits until one more can
    wire [2:0] posts;
    assign post_room = !out_posted || posts != 3'd4;
    wf_queue #(.WIDTH(TAG_W), .DEPTH(4)) u_posts (
        .clk(clk), .rst(rst), .in_valid(mreq_valid && mreq_ready && out_posted), .in_data(mreq_tag),
        .out_valid(post_valid), .out_ready(post_ready), .out_data(post_tag), .count(posts));
endmodule

`default_nettype wire
