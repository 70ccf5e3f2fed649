// SPDX-License-Identifier: Apache-2.0
// wf_xlane_fscan - float sums and products, integer products: pointer doubling through a row of float lanes next to it.
//   Goes round until no lane has a link left: rounds = log2 of the longest chain, rounded up.  A round: gather both
//   operands, give them to the row, get the results.  The row is that of the core's float unit (wf_fpu), with
//   latency 5 and a register before it, so a round has 6 cycles.  Latency 6 * rounds + 1 after wf_xlane_link, more
//   where the row is lent to others; up to six requests go round at once, so one per rounds + 1 cycles.
//   The row's answers come in any number of cycles and are taken at once.  A request to it stays until it is taken.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_link.vh"

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
    output wire [2:0]          row_req_tag,
    output wire [7:0]          row_req_op,   // WF_OP_FADD, FMUL, MUL
    output wire [LANES-1:0]    row_req_active,
    output wire [32*LANES-1:0] row_req_a,
    output wire [32*LANES-1:0] row_req_b,
    input  wire                row_rsp_valid,
    input  wire [2:0]          row_rsp_tag,
    input  wire [32*LANES-1:0] row_rsp_data, // lanes that were active

    output reg                 out_valid,
    input  wire                out_ready,
    output reg  [TAG_W-1:0]    out_tag,
    output reg  [32*LANES-1:0] out_data
);
    localparam integer LANE_W = $clog2(LANES);
    localparam integer LINK_W = LANE_W + 1;  // {there is one, lane}
    localparam integer PLACES = 6;           // the cycles of a round: then the gather is never idle

    wire [8*LANES-1:0] in_link = in_chain[`WF_CHAIN_LINK];
    wire [8*LANES-1:0] in_last = in_chain[`WF_CHAIN_LAST];
    wire               unused  = &{1'b0, in_chain};          // a NaN is one as any other here

    // ---- what goes round ----
    reg  [PLACES-1:0]       used_q, ready_q; // ready: not in the row, waits for the gather
    reg  [TAG_W-1:0]        tag_m   [0:PLACES-1];
    reg  [7:0]              op_m    [0:PLACES-1];
    reg  [32*LANES-1:0]     value_m [0:PLACES-1];
    reg  [LINK_W*LANES-1:0] link_m  [0:PLACES-1];            // links after the round under way
    reg  [LINK_W*LANES-1:0] last_m  [0:PLACES-1];
    reg  [LANES-1:0]        has_m   [0:PLACES-1];            // had a link in this round
    assign busy = used_q != {PLACES{1'b0}};

    // ---- whose turn: a request that the row did not take, an answer that comes, one that waits, a new one ----
    reg                     held_q, held_new_q;
    reg  [2:0]              held_place_q;
    wire [PLACES-1:0]       unused_pick;
    wire [2:0]              ready_place;
    wire                    any_ready;
    reg  [2:0]              free_place;
    reg                     more;                                        // some lane has a link
    wire                    from_place = held_q ? !held_new_q : row_rsp_valid || any_ready;
    wire                    bypass     = row_rsp_valid && !held_q;               // the answer goes straight into the next round
    wire [2:0]              place      = held_q ? held_place_q : row_rsp_valid ? row_rsp_tag : ready_place;
    wire                    go         = from_place || (in_valid && !(&used_q));
    wire                    taken      = go && (more ? row_req_ready : !out_valid || out_ready);
    wf_pick #(.N(PLACES)) u_turn (
        .clk(clk), .rst(rst), .req(ready_q), .take(taken && from_place && !held_q && !row_rsp_valid),
        .any(any_ready), .onehot(unused_pick), .index(ready_place));
    integer p;
    always @* begin
        free_place = 3'd0;
        for (p = PLACES - 1; p >= 0; p = p - 1) if (!used_q[p]) free_place = p[2:0];
    end
    assign in_ready       = taken && !from_place;
    assign row_req_valid  = go && more;
    assign row_req_tag    = from_place ? place : free_place;
    assign row_req_op     = op == `WF_OP_WFADD ? `WF_OP_FADD : op == `WF_OP_WFMUL ? `WF_OP_FMUL : `WF_OP_MUL;
    assign row_req_active = has;
    assign row_req_a      = low;
    assign row_req_b      = value;

    // ---- the gather ----
    integer                 l;
    reg [7:0]               op;
    reg [TAG_W-1:0]         tag;
    reg [32*LANES-1:0]      answered;        // the values of the place whose answer comes
    reg [32*LANES-1:0]      value, low;      // own value, what stands at the link (at last: at the lane of the result)
    reg [LINK_W*LANES-1:0]  link, last, links, next_link;    // links: those that lane l can reach, zeros above
    reg [LANES-1:0]         has;
    reg [LINK_W-1:0]        far;
    reg [LANE_W-1:0]        next, from;
    reg [31:0]              identity;
    wire [32*LANES-1:0]     value_before = value_m[row_rsp_tag];
    wire [LANES-1:0]        had          = has_m[row_rsp_tag];
    wire [7:0]              op_there     = op_m[place];
    wire [TAG_W-1:0]        tag_there    = tag_m[place];
    wire [32*LANES-1:0]     value_there  = value_m[place];
    wire [LINK_W*LANES-1:0] link_there   = link_m[place];
    wire [LINK_W*LANES-1:0] last_there   = last_m[place];
    always @* begin
        answered  = {LANES{32'd0}};
        if (row_rsp_valid) begin
            answered = value_before;
            for (l = 0; l < LANES; l = l + 1)
                if (had[l]) answered[32*l +: 32] = row_rsp_data[32*l +: 32];
        end
        op        = 8'd0;
        tag       = {TAG_W{1'b0}};
        value     = {LANES{32'd0}};
        link      = {LANES{{LINK_W{1'b0}}}};
        last      = link;
        low       = {LANES{32'd0}};
        next_link = {LANES{{LINK_W{1'b0}}}};
        links     = next_link;
        has       = {LANES{1'b0}};
        far       = {LINK_W{1'b0}};
        next      = {LANE_W{1'b0}};
        from      = next;
        identity  = 32'd0;
        more      = 1'b0;
        if (go) begin
            if (from_place) begin
                op    = op_there;
                tag   = tag_there;
                value = bypass ? answered : value_there;
                link  = link_there;
                last  = last_there;
            end else begin
                op    = in_chain[`WF_CHAIN_OP];
                tag   = in_chain[`WF_CHAIN_TAG];
                value = in_chain[`WF_CHAIN_VALUE];
                for (l = 0; l < LANES; l = l + 1) begin
                    link[LINK_W*l +: LINK_W] = {in_link[8*l+`WF_LINK_SOME], in_link[8*l +: LANE_W]};
                    last[LINK_W*l +: LINK_W] = {in_last[8*l+`WF_LINK_SOME], in_last[8*l +: LANE_W]};
                end
            end
            for (l = 0; l < LANES; l = l + 1) has[l] = link[LINK_W*l+LANE_W];
            more     = |has;
            identity = op == `WF_OP_WFMUL ? 32'h3f800000 : {31'd0, op == `WF_OP_WMUL};
            links    = link;
            for (l = LANES - 1; l >= 0; l = l - 1) begin
                links[LINK_W*l +: LINK_W] = {LINK_W{1'b0}};  // a link names a lane below: no gate is built for the others
                next = link[LINK_W*l +: LANE_W];
                from = more ? next : last[LINK_W*l +: LANE_W];
                far  = links[LINK_W*next +: LINK_W];
                low[32*l +: 32] = !more && !last[LINK_W*l+LANE_W] ? identity : value[{from, 5'd0} +: 32];
                next_link[LINK_W*l +: LINK_W] = {has[l] && far[LANE_W], far[LANE_W-1:0]};
            end
        end
    end

    always @(posedge clk) begin
        if (row_rsp_valid) begin
            value_m[row_rsp_tag] <= answered;
            ready_q[row_rsp_tag] <= 1'b1;
        end
        if (go && more) begin
            held_q       <= !row_req_ready;
            held_new_q   <= !from_place;
            held_place_q <= place;
        end
        if (taken && from_place) begin
            ready_q[place] <= 1'b0;
            used_q[place]  <= more;
            link_m[place]  <= next_link;
            has_m[place]   <= has;
        end
        if (taken && !from_place && more) begin
            used_q[free_place]  <= 1'b1;
            tag_m[free_place]   <= tag;
            op_m[free_place]    <= op;
            value_m[free_place] <= value;
            link_m[free_place]  <= next_link;
            last_m[free_place]  <= last;
            has_m[free_place]   <= has;
        end
        if (out_ready) out_valid <= 1'b0;
        if (taken && !more) begin
            out_valid <= 1'b1;
            out_tag   <= tag;
            out_data  <= low;
        end
        if (rst) begin
            used_q    <= {PLACES{1'b0}};
            ready_q   <= {PLACES{1'b0}};
            held_q    <= 1'b0;
            out_valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
