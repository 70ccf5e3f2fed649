// SPDX-License-Identifier: Apache-2.0
// wf_xlane_place - one of the scans that go round in wf_xlane_fscan: its values, links and the lanes of its results.
//   Written from `load`, `answer`, `gathered` at the end of the cycle; a place is not gathered in the cycle of its load.
//   Page: docs/xlane.md   Test: tb/xlane/wf_xlane_tb.v
`default_nettype none

module wf_xlane_place #(
    parameter integer LANES  = 32,
    parameter integer LINK_W = 6,            // {there is one, lane}
    parameter integer TAG_W  = 4
) (
    input  wire                    clk,

    input  wire                    load,     // a scan begins
    input  wire [TAG_W-1:0]        load_tag,
    input  wire [7:0]              load_op,
    input  wire [32*LANES-1:0]     load_value,
    input  wire [LINK_W*LANES-1:0] load_last,

    input  wire                    answer,   // of the float lanes: new values of the lanes that had a link
    input  wire [32*LANES-1:0]     answer_value,

    input  wire                    gathered, // a round begins, with load the first: links after it
    input  wire [LINK_W*LANES-1:0] next_link,
    input  wire [LANES-1:0]        next_has,

    output reg  [TAG_W-1:0]        tag,
    output reg  [7:0]              op,
    output reg  [32*LANES-1:0]     value,
    output reg  [LINK_W*LANES-1:0] link,     // after the round under way
    output reg  [LINK_W*LANES-1:0] last,
    output reg  [LANES-1:0]        has       // lanes that had a link in it
);
    integer l;
    always @(posedge clk) begin
        if (load) begin
            tag   <= load_tag;
            op    <= load_op;
            value <= load_value;
            last  <= load_last;
        end
        if (answer)
            for (l = 0; l < LANES; l = l + 1)
                if (has[l]) value[32*l +: 32] <= answer_value[32*l +: 32];
        if (gathered) begin
            link <= next_link;
            has  <= next_has;
        end
    end
endmodule

`default_nettype wire
