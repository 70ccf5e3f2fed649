// SPDX-License-Identifier: Apache-2.0
// wf_mem_l1 - first-level cache of a core on a line channel: write-through, no allocation by stores, direct mapped.
//   Loads that hit: 3 cycles, 1/cycle, also during misses.  A frame keeps its own miss: a load of a pending line joins
//   it, one whose frame waits for another line bypasses the cache.  So no request waits for a miss, and as many misses
//   are in flight as frames.  Stores and atomics go to the memory, which performs the requests of one line in the order
//   sent; a store changes a line that is here, an atomic drops it, and a pending line that either of them overtakes is
//   not kept.  So loads see the earlier stores of their core.  invalidate drops everything in one cycle, pending lines
//   too; stores of other cores are seen from then on.  An error of memory goes to all that wait; the line is not kept.
//   Page: docs/memory.md   Test: tb/memory/wf_mem_l1_tb.v
`default_nettype none
`include "wf_line.vh"
`include "wf_record.vh"

module wf_mem_l1 #(
    parameter integer UTAG_W  = 7,           // bits of a tag from above
    parameter integer LINES   = 64,          // lines kept: a power of two, at least 2; 0: none, wires
    parameter integer INDEX_W = LINES > 1 ? $clog2(LINES) : 1,              // derived: bits of a frame number
    parameter integer LTAG_W  = 1 + (UTAG_W > INDEX_W ? UTAG_W : INDEX_W)   // derived: bits of a tag below
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       invalidate,    // acquire: what is taken in later cycles finds nothing older here
    output wire                       settled,       // release: all stores and atomics taken before are answered

    input  wire                       ureq_valid,    // a line channel: docs/memory.md
    output wire                       ureq_ready,
    input  wire [UTAG_W-1:0]          ureq_tag,
    input  wire [`WF_AREQ_W-1:0]      ureq,
    output wire                       ursp_valid,
    input  wire                       ursp_ready,
    output wire [UTAG_W-1:0]          ursp_tag,
    output wire [`WF_LRSP_W-1:0]      ursp,

    output wire                       lreq_valid,    // the same below
    input  wire                       lreq_ready,
    output wire [LTAG_W-1:0]          lreq_tag,
    output wire [`WF_AREQ_W-1:0]      lreq,
    input  wire                       lrsp_valid,
    output wire                       lrsp_ready,
    input  wire [LTAG_W-1:0]          lrsp_tag,
    input  wire [`WF_LRSP_W-1:0]      lrsp,

    output reg                        stat_hit,      // a cycle ago: a load was answered here, ...
    output reg                        stat_joined,   // ... joined a line on its way, ...
    output reg                        stat_missed    // ... went on, to be kept or not
);
    localparam integer LINE_W = `WF_LINE_ADDR_W;
    localparam integer BYTES  = `WF_LINE_BYTES;
    localparam integer BITS   = `WF_LINE_BITS;
    localparam integer UTAGS  = 1 << UTAG_W;

    generate
        if (UTAG_W < 1) begin : g_check_tag
            wf_mem_l1_UTAG_W_must_be_at_least_1 u_error ();
        end
        if (LINES != 0 && (LINES < 2 || LINES != (1 << INDEX_W))) begin : g_check_lines
            wf_mem_l1_LINES_must_be_0_or_a_power_of_two_from_2 u_error ();
        end
    endgenerate

    // ---- stores and atomics under way ----
    reg [UTAGS-1:0]  changes_q;              // by tag: no load
    reg [UTAG_W:0]   changing_q;
    wire             begins = ureq_valid && ureq_ready && ureq[`WF_LREQ_KIND] != `WF_ACCESS_LOAD;
    wire             ends   = ursp_valid && ursp_ready && changes_q[ursp_tag];
    assign settled = changing_q == {(UTAG_W+1){1'b0}};
    always @(posedge clk) begin
        if (ureq_valid && ureq_ready) changes_q[ureq_tag] <= ureq[`WF_LREQ_KIND] != `WF_ACCESS_LOAD;
        changing_q <= changing_q + {{UTAG_W{1'b0}}, begins} - {{UTAG_W{1'b0}}, ends};
        if (rst) changing_q <= {(UTAG_W+1){1'b0}};
    end

    generate
        if (LINES == 0) begin : g_none
            assign lreq_valid = ureq_valid;
            assign ureq_ready = lreq_ready;
            assign lreq_tag   = {{(LTAG_W-UTAG_W){1'b0}}, ureq_tag};
            assign lreq       = ureq;
            assign ursp_valid = lrsp_valid;
            assign lrsp_ready = ursp_ready;
            assign ursp_tag   = lrsp_tag[UTAG_W-1:0];
            assign ursp       = lrsp;
            wire unused = &{1'b0, invalidate, lrsp_tag};
            always @(posedge clk) begin
                stat_hit    <= 1'b0;
                stat_joined <= 1'b0;
                stat_missed <= ureq_valid && ureq_ready && ureq[`WF_LREQ_KIND] == `WF_ACCESS_LOAD;
            end
        end else begin : g_cache
            localparam integer TAG_W  = LINE_W - INDEX_W;
            localparam integer NAME_W = TAG_W + UTAG_W;

            // ---- the head: memories are read ----
            wire               head_valid, move;
            wire [UTAG_W-1:0]  head_utag;
            wire [`WF_AREQ_W-1:0] head;
            wire [TAG_W-1:0]   head_tag;
            wire [INDEX_W-1:0] head_index;
            assign {head_tag, head_index} = head[`WF_LREQ_LINE];
            wf_skid #(.WIDTH(UTAG_W + `WF_AREQ_W)) u_head (
                .clk(clk), .rst(rst), .in_valid(ureq_valid), .in_ready(ureq_ready), .in_data({ureq_tag, ureq}),
                .out_valid(head_valid), .out_ready(move), .out_data({head_utag, head}));
            // The name is read for what is the head in the next cycle and compared there, so that stage 1 begins with the
            // result.  A name that is written meanwhile counts.
            reg  [INDEX_W-1:0] taken_index_q;    // of the request taken last: what waits behind the head is that
            wire               stays = head_valid && !move;
            wire [TAG_W-1:0]   unused_tag;
            wire [INDEX_W-1:0] ureq_index;
            assign {unused_tag, ureq_index} = ureq[`WF_LREQ_LINE];
            wire [INDEX_W-1:0] next_index = stays ? head_index : ureq_ready ? ureq_index : taken_index_q;
            always @(posedge clk) if (ureq_valid && ureq_ready) taken_index_q <= ureq_index;

            // ---- stage 1: what is here, what is on its way ----
            reg                valid1_q;
            reg  [UTAG_W-1:0]  utag1_q;
            reg  [`WF_AREQ_W-1:0] request1_q;
            wire [1:0]         kind1  = request1_q[`WF_LREQ_KIND];
            wire [BYTES-1:0]   bytes1 = request1_q[`WF_LREQ_BYTES];
            wire [BITS-1:0]    data1  = request1_q[`WF_LREQ_DATA];
            wire [TAG_W-1:0]   tag1;
            wire [INDEX_W-1:0] index1;
            assign {tag1, index1} = request1_q[`WF_LREQ_LINE];
            reg                stale1_q;     // the line was written since it was read
            reg                named_new_q;  // the head's name was written as it was read: it is in named_q
            reg  [NAME_W-1:0]  named_q;      // what was written last
            reg                same1_q;      // the frame has the line of the request, or waits for it
            reg  [UTAG_W-1:0]  last1_q;      // who joined last
            reg  [LINES-1:0]   here_q;       // frames that have their line,
            reg  [LINES-1:0]   waiting_q;    // that wait for it,
            reg  [LINES-1:0]   spoilt_q;     // and will not keep it
            wire [NAME_W-1:0]  name_read;
            wire [BITS-1:0]    line_read;
            wire [TAG_W-1:0]   tag_here;     // of the head's frame,
            wire [UTAG_W-1:0]  last_here;    // ... and who joined last
            assign {tag_here, last_here} = named_new_q ? named_q : name_read;

            reg                fill_valid_q; // an answer from below: it came for a frame, or passes
            reg                fill_own_q;
            reg  [INDEX_W-1:0] fill_index_q;
            reg  [UTAG_W-1:0]  fill_utag_q;  // to whom it goes next
            reg  [`WF_LRSP_W-1:0] fill_q;
            wire               fill_keeps;   // the line is written

            wire load    = kind1 == `WF_ACCESS_LOAD;
            wire same    = same1_q;
            wire waiting = waiting_q[index1];
            wire hit     = here_q[index1] && same;
            wire joins   = load && waiting && same && !spoilt_q[index1];
            wire fetches = load && !hit && !waiting;
            wire answers = load && hit;
            wire updates = kind1 == `WF_ACCESS_STORE && hit;
            wire goes    = !answers && !joins;
            // The frame's line has come and is being handed out: what follows is known when that is over.
            wire held    = fill_valid_q && fill_own_q && fill_index_q == index1;
            wire wants_line = answers || updates;
            wire reread  = valid1_q && !held && wants_line && stale1_q;
            wire steady  = valid1_q && !held && !(wants_line && stale1_q);
            wire down_ready, up_ready, choose;
            wire leave   = steady && (!goes || down_ready) && (!answers || (up_ready && choose)) &&
                           (!updates || !fill_keeps);
            wire fetched = leave && fetches;
            wire joined  = leave && joins;
            wire updated = leave && updates;
            assign move  = !valid1_q || leave;

            // ---- memories: names (the line's upper bits, and who joined last) and lines ----
            wire               read      = move && head_valid;
            wire               write     = fill_keeps || updated;
            wire [INDEX_W-1:0] write_row = fill_keeps ? fill_index_q : index1;
            wire [BITS-1:0]    merged;
            genvar b;
            for (b = 0; b < BYTES; b = b + 1) begin : g_merge
                assign merged[8*b +: 8] = bytes1[b] ? data1[8*b +: 8] : line_read[8*b +: 8];
            end
            wire [NAME_W-1:0]  name = {tag1, utag1_q};
            wire               renamed = (fetched || joined) && index1 == head_index;
            wf_ram #(.WIDTH(NAME_W), .ROWS(LINES)) u_names (
                .clk(clk), .read(stays || ureq_valid || !ureq_ready), .read_row(next_index), .read_data(name_read),
                .write(fetched || joined), .write_row(index1), .write_data(name));
            wf_ram #(.WIDTH(BITS), .ROWS(LINES)) u_lines (
                .clk(clk), .read(read || reread), .read_row(reread ? index1 : head_index), .read_data(line_read),
                .write(write), .write_row(write_row), .write_data(fill_keeps ? fill_q[`WF_LRSP_DATA] : merged));

            always @(posedge clk) begin
                if (move) begin
                    valid1_q <= head_valid;
                    if (head_valid) begin
                        utag1_q    <= head_utag;
                        request1_q <= head;
                        same1_q    <= (renamed ? tag1 : tag_here) == head_tag;
                        last1_q    <= renamed ? utag1_q : last_here;
                        stale1_q   <= write && write_row == head_index;
                    end
                end else if (write && write_row == index1)
                    stale1_q <= 1'b1;
                else if (reread)
                    stale1_q <= 1'b0;
                if (fetched || joined) named_q <= name;
                named_new_q <= (fetched || joined) && index1 == next_index;
                if (rst) valid1_q <= 1'b0;
            end

            // ---- down ----
            reg  [`WF_AREQ_W-1:0] down;
            always @* begin
                down = request1_q;
                down[`WF_LREQ_BYTES] = bytes1 | {BYTES{fetches}};
            end
            wf_skid #(.WIDTH(LTAG_W + `WF_AREQ_W)) u_down (
                .clk(clk), .rst(rst), .in_valid(steady && goes && (!updates || !fill_keeps)), .in_ready(down_ready),
                .in_data({fetches, fetches ? {{(LTAG_W-1-INDEX_W){1'b0}}, index1} :
                                  {{(LTAG_W-1-UTAG_W){1'b0}}, utag1_q},
                          down}),
                .out_valid(lreq_valid), .out_ready(lreq_ready), .out_data({lreq_tag, lreq}));

            // ---- who waits for a line: the first by frame, each one's next by tag ----
            reg  [UTAG_W-1:0]  first_m [0:LINES-1];
            reg  [UTAG_W-1:0]  next_m [0:UTAGS-1];
            reg  [UTAGS-1:0]   more_q;       // somebody comes next
            always @(posedge clk) begin
                if (fetched) first_m[index1] <= utag1_q;
                if (joined) next_m[last1_q] <= utag1_q;
                if (joined) more_q[last1_q] <= 1'b1;
                if (fetched || joined) more_q[utag1_q] <= 1'b0;
            end

            // ---- answers from below: one at a time, to all who wait ----
            wire [INDEX_W-1:0] lrsp_index = lrsp_tag[INDEX_W-1:0];
            wire fill_more = fill_own_q && more_q[fill_utag_q];
            wire fill_goes = fill_valid_q && up_ready && !choose;
            wire fill_ends = fill_goes && !fill_more;
            assign fill_keeps = fill_ends && fill_own_q && !spoilt_q[fill_index_q] && !fill_q[`WF_LRSP_ERROR];
            assign lrsp_ready = !fill_valid_q || fill_ends;
            always @(posedge clk) begin
                if (lrsp_ready) begin
                    fill_valid_q <= lrsp_valid;
                    if (lrsp_valid) begin
                        fill_own_q   <= lrsp_tag[LTAG_W-1];
                        fill_index_q <= lrsp_index;
                        fill_utag_q  <= lrsp_tag[LTAG_W-1] ? first_m[lrsp_index] : lrsp_tag[UTAG_W-1:0];
                        fill_q       <= lrsp;
                    end
                end else if (fill_goes)
                    fill_utag_q <= next_m[fill_utag_q];
                if (rst) fill_valid_q <= 1'b0;
            end

            // ---- frames ----
            always @(posedge clk) begin
                if (fetched) begin
                    here_q[index1]    <= 1'b0;
                    waiting_q[index1] <= 1'b1;
                    spoilt_q[index1]  <= 1'b0;
                end
                if (leave && !load && same) begin
                    spoilt_q[index1] <= 1'b1;
                    if (kind1[`WF_ACCESS_ATOMICS]) here_q[index1] <= 1'b0;
                end
                if (fill_ends && fill_own_q) begin
                    here_q[fill_index_q]    <= fill_keeps;
                    waiting_q[fill_index_q] <= 1'b0;
                end
                if (invalidate) begin
                    here_q   <= {LINES{1'b0}};
                    spoilt_q <= {LINES{1'b1}};       // those that wait; a fetch of this cycle too
                end
                if (rst) begin
                    here_q    <= {LINES{1'b0}};
                    waiting_q <= {LINES{1'b0}};
                end
            end

            // ---- up: hits, and answers from below, by turns ----
            reg turn_q;
            wire hits = steady && answers;
            assign choose = hits && (turn_q || !fill_valid_q);
            wire [`WF_LRSP_W-1:0] hit_answer;
            assign hit_answer[`WF_LRSP_DATA]  = line_read;
            assign hit_answer[`WF_LRSP_ERROR] = 1'b0;
            wf_skid #(.WIDTH(UTAG_W + `WF_LRSP_W)) u_up (
                .clk(clk), .rst(rst), .in_valid(hits || fill_valid_q), .in_ready(up_ready),
                .in_data(choose ? {utag1_q, hit_answer} : {fill_utag_q, fill_q}),
                .out_valid(ursp_valid), .out_ready(ursp_ready), .out_data({ursp_tag, ursp}));
            always @(posedge clk) begin
                turn_q <= hits && fill_valid_q && (up_ready ? !choose : turn_q);
                stat_hit    <= leave && answers;
                stat_joined <= joined;
                stat_missed <= leave && load && goes;
                if (rst) turn_q <= 1'b0;
            end
        end
    endgenerate
endmodule

`default_nettype wire
