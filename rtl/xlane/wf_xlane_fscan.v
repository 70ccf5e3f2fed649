// SPDX-License-Identifier: Apache-2.0
// wf_xlane_fscan - float sums and products, integer products: pointer doubling through a row of float lanes next to it.
//   Goes round until no lane has a link left: rounds = log2 of the longest chain, rounded up.  A round: gather both
//   operands, give them to the row, get the results.  The row is that of the core's float unit (wf_fpu), with latency 5
//   and a register before it, so a round has 6 cycles.  Then the values go to the last gather of wf_xlane_scan, through
//   a register: place, values and two gathers are more than a cycle.
//   Latency 6 * rounds + 1 after wf_xlane_link, more where the row is lent to others; up to six requests go round at
//   once, so one per rounds + 1 cycles.  An answer of the row is announced one cycle before, and taken in its cycle.  A
//   request to the row, or a result, stays until it is taken.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"
`include "wf_eager.vh"

module wf_xlane_fscan #(
    parameter integer LANES = 32,            // lanes, a power of two 4..128
    parameter integer TAG_W = 4              // request tag bits
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                in_valid,
    output wire                in_ready,
    input  wire [`WF_CHAIN_W-1:0] in_chain,  // wf_link.vh

    output wire                busy,         // something goes round

    output wire                row_req_valid,
    input  wire                row_req_ready,
    output reg  [2:0]          row_req_tag,
    output wire [7:0]          row_req_op,   // WF_OP_FADD, FMUL, MUL
    output wire [LANES-1:0]    row_req_active,
    output reg  [32*LANES-1:0] row_req_a,
    output wire [32*LANES-1:0] row_req_b,
    input  wire                row_soon_valid,   // the row will answer, in the next cycle if it moves
    input  wire [2:0]          row_soon_tag,
    input  wire                row_rsp_valid,
    input  wire [32*LANES-1:0] row_rsp_data, // lanes that were active; the tag is that of row_soon the cycle before

    output wire                out_valid,    // a register, as out_chain
    input  wire                out_ready,
    output reg  [`WF_CHAIN_W-1:0] out_chain  // without links
);
    localparam integer LANE_W = $clog2(LANES);
    localparam integer LINK_W = LANE_W + 1;  // {there is one, lane}
    localparam integer PLACES = 6;           // the cycles of a round: then the gather is never idle

    wire [8*LANES-1:0] in_link = in_chain[`WF_CHAIN_LINK];
    wire [8*LANES-1:0] in_last = in_chain[`WF_CHAIN_LAST];
    wire               unused  = &{1'b0, in_chain};          // a NaN is one as any other here

    // ---- what goes round ----
    reg  [PLACES-1:0]              used_q;
    reg  [PLACES-1:0]              ready_q;  // not in the row: waits for the gather
    wire [PLACES-1:0]              load, answer, gathered, more;
    wire [TAG_W*PLACES-1:0]        tags;
    wire [8*PLACES-1:0]            ops;
    wire [32*LANES*PLACES-1:0]     values;
    wire [LINK_W*LANES*PLACES-1:0] links, lasts;
    wire [LANES*PLACES-1:0]        had;
    reg                            end_valid_q;      // a scan has ended
    wire                           end_ready = !end_valid_q || out_ready;
    assign busy = used_q != {PLACES{1'b0}};

    integer i;
    reg     in_more;
    always @* begin
        in_more = 1'b0;
        for (i = 0; i < LANES; i = i + 1) in_more = in_more || in_link[8*i+`WF_LINK_SOME];
    end

    // ---- whose turn: chosen one cycle before, for all that follows has no time for the choice ----
    //   a request that the row did not take, an answer that is announced, one that waits, or else a new one
    reg  [PLACES-1:0] turn_q;                // the place; 0: a new one
    reg               new_q;                 // as is_new, but a register: that one goes to thousands of loads of the gather, through buffers
    reg               turn_answer_q;         // if its answer comes
    wire [PLACES-1:0] ready_turn;
    wire              any_ready;
    wire [2:0]        unused_index;
    wire [PLACES-1:0] soon  = {{(PLACES-1){1'b0}}, row_soon_valid} << row_soon_tag;
    wire [PLACES-1:0] free  = ~used_q & (used_q + {{(PLACES-1){1'b0}}, 1'b1});     // the lowest
    wire              is_new = turn_q == {PLACES{1'b0}};
    wire              goes   = new_q ? in_valid && !(&used_q) : !turn_answer_q || row_rsp_valid;
    wire              goes_on = new_q ? in_more : (more & turn_q) != {PLACES{1'b0}};    // else it has ended
    wire              taken  = goes && (goes_on ? row_req_ready : end_ready);
    wire              holds  = goes && !taken;
    wf_pick #(.N(PLACES)) u_turn (
        .clk(clk), .rst(rst), .req(ready_q & ~turn_q), .take(!holds && !row_soon_valid), .any(any_ready),
        .onehot(ready_turn), .index(unused_index));

    assign in_ready = taken && new_q;
    assign load     = free & {PLACES{taken && new_q && goes_on}};
    assign gathered = load | (turn_q & {PLACES{taken && goes_on}});
    reg  [PLACES-1:0] came_q;                // the place of the answer in this cycle
    assign answer   = came_q & {PLACES{row_rsp_valid}};

    always @(posedge clk) begin
        came_q        <= soon;
        turn_answer_q <= !holds && row_soon_valid;
        if (!holds) turn_q <= row_soon_valid ? soon : any_ready ? ready_turn : {PLACES{1'b0}};
        if (!holds) new_q  <= !row_soon_valid && !any_ready;
        used_q  <= (used_q | load) & ~(turn_q & {PLACES{taken && !goes_on}});
        ready_q <= (ready_q | answer) & ~(turn_q & {PLACES{taken}});
        if (rst) begin
            turn_q        <= {PLACES{1'b0}};
            new_q         <= 1'b1;
            turn_answer_q <= 1'b0;
            used_q        <= {PLACES{1'b0}};
            ready_q       <= {PLACES{1'b0}};
            came_q        <= {PLACES{1'b0}};
        end
    end

    // ---- the gather ----
    integer                 l, p;
    reg [7:0]               op;
    reg [TAG_W-1:0]         tag;
    reg [32*LANES-1:0]      value, reach;    // reach: values that lane l can reach, zeros above
    reg [LINK_W*LANES-1:0]  link, last, next_link;
    reg [8*LANES-1:0]       below;           // links that it can reach, a power of two apart: their gather is then that of the values
    reg [LANES-1:0]         has, answered;
    reg [LINK_W-1:0]        far;
    reg [LANE_W-1:0]        next;
    always @* begin
        op        = 8'd0;
        tag       = {TAG_W{1'b0}};
        value     = {LANES{32'd0}};
        link      = {LANES{{LINK_W{1'b0}}}};
        last      = link;
        reach     = value;
        row_req_a = value;
        next_link = link;
        below     = {LANES{8'd0}};
        has       = {LANES{1'b0}};
        answered  = has;
        far       = {LINK_W{1'b0}};
        next      = {LANE_W{1'b0}};
        if (`WF_EAGER || goes) begin
            for (p = 0; p < PLACES; p = p + 1) begin
                op       = op    | ops[8*p +: 8] & {8{turn_q[p]}};
                tag      = tag   | tags[TAG_W*p +: TAG_W] & {TAG_W{turn_q[p]}};
                value    = value | values[32*LANES*p +: 32*LANES] & {(32*LANES){turn_q[p]}};
                link     = link  | links[LINK_W*LANES*p +: LINK_W*LANES] & {(LINK_W*LANES){turn_q[p]}};
                last     = last  | lasts[LINK_W*LANES*p +: LINK_W*LANES] & {(LINK_W*LANES){turn_q[p]}};
                answered = answered | had[LANES*p +: LANES] & {LANES{turn_q[p] && turn_answer_q}};
            end
            if (is_new) begin
                op    = in_chain[`WF_CHAIN_OP];
                tag   = in_chain[`WF_CHAIN_TAG];
                value = in_chain[`WF_CHAIN_VALUE];
            end
            for (l = LANES - 1; l >= 0; l = l - 1) begin
                if (is_new) link[LINK_W*l +: LINK_W] = {in_link[8*l+`WF_LINK_SOME], in_link[8*l +: LANE_W]};
                if (is_new) last[LINK_W*l +: LINK_W] = {in_last[8*l+`WF_LINK_SOME], in_last[8*l +: LANE_W]};
                if (answered[l]) value[32*l +: 32] = row_rsp_data[32*l +: 32];
            end
            if (`WF_EAGER || goes_on) begin
                reach = value;               // a link names a lane below: no gate is built for the others
                for (l = 0; l < LANES; l = l + 1) below[8*l +: LINK_W] = link[LINK_W*l +: LINK_W];
                for (l = LANES - 1; l >= 0; l = l - 1) begin
                    below[8*l +: 8]   = 8'd0;
                    reach[32*l +: 32]         = 32'd0;
                    next   = link[LINK_W*l +: LANE_W];
                    has[l] = link[LINK_W*l+LANE_W];
                    far    = below[{next, 3'd0} +: LINK_W];
                    next_link[LINK_W*l +: LINK_W] = {has[l] && far[LANE_W], far[LANE_W-1:0]};
                    row_req_a[32*l +: 32] = reach[{next, 5'd0} +: 32];
                end
            end
        end
    end

    // ---- the row, results, the places ----
    assign row_req_valid  = goes && goes_on;
    assign row_req_op     = op == `WF_OP_WFADD ? `WF_OP_FADD : op == `WF_OP_WFMUL ? `WF_OP_FMUL : `WF_OP_MUL;
    assign row_req_active = has;
    assign row_req_b      = value;
    assign out_valid      = end_valid_q;
    wire [PLACES-1:0] place = is_new ? free : turn_q;
    integer           n;
    always @* begin
        row_req_tag = 3'd0;
        for (n = 0; n < PLACES; n = n + 1) row_req_tag = row_req_tag | n[2:0] & {3{place[n]}};
    end

    // ---- one that ended, on its way to the last gather ----
    reg [32*LANES-1:0]     end_value_q;
    reg [LINK_W*LANES-1:0] end_last_q;
    reg [7:0]              end_op_q;
    reg [TAG_W-1:0]        end_tag_q;
    always @(posedge clk) begin
        if (end_ready) end_valid_q <= goes && !goes_on;
        if (end_ready && goes && !goes_on) begin
            end_value_q <= value;
            end_last_q  <= last;
            end_op_q    <= op;
            end_tag_q   <= tag;
        end
        if (rst) end_valid_q <= 1'b0;
    end
    integer e;
    always @* begin
        out_chain = {`WF_CHAIN_W{1'b0}};
        out_chain[`WF_CHAIN_VALUE] = end_value_q;
        for (e = 0; e < LANES; e = e + 1) begin
            out_chain[40*LANES + 8*e + `WF_LINK_SOME] = end_last_q[LINK_W*e + LANE_W];
            out_chain[40*LANES + 8*e +: LANE_W]       = end_last_q[LINK_W*e +: LANE_W];
        end
        out_chain[`WF_CHAIN_OP]  = end_op_q;
        out_chain[`WF_CHAIN_TAG] = end_tag_q;
    end

    genvar g;
    generate
        for (g = 0; g < PLACES; g = g + 1) begin : g_place
            wf_xlane_place #(.LANES(LANES), .LINK_W(LINK_W), .TAG_W(TAG_W)) u_place (
                .clk(clk), .load(load[g]), .load_tag(tag), .load_op(op), .load_value(value), .load_last(last),
                .answer(answer[g]), .answer_value(row_rsp_data), .gathered(gathered[g]), .next_link(next_link),
                .next_has(has), .tag(tags[TAG_W*g +: TAG_W]), .op(ops[8*g +: 8]),
                .value(values[32*LANES*g +: 32*LANES]), .link(links[LINK_W*LANES*g +: LINK_W*LANES]),
                .last(lasts[LINK_W*LANES*g +: LINK_W*LANES]), .has(had[LANES*g +: LANES]));
            reg     some;                    // lane has a link
            integer k;
            always @* begin
                some = 1'b0;
                for (k = 0; k < LANES; k = k + 1) some = some || links[LINK_W*(LANES*g + k) + LANE_W];
            end
            assign more[g] = some;
        end
    endgenerate
endmodule

`default_nettype wire
