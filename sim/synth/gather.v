// SPDX-License-Identifier: Apache-2.0
// gather.v - for yosys techmap: one of 8 or more words of 5 or more bits is chosen by a decoded number, an AND and an OR per word and bit.
// Left to abc, the tree of multiplexers that yosys makes of such an index costs a third more area; the decoder is shared by all bits.
(* techmap_celltype = "$shiftx" *)
module wf_gather_by_decoder (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    parameter [B_WIDTH-1:0] _TECHMAP_CONSTMSK_B_ = 0;
    parameter [B_WIDTH-1:0] _TECHMAP_CONSTVAL_B_ = 0;
    input [A_WIDTH-1:0]  A;
    input [B_WIDTH-1:0]  B;
    output [Y_WIDTH-1:0] Y;

    function integer low_zeros(input [B_WIDTH-1:0] known, input [B_WIDTH-1:0] value);
        integer k;
        reg     all;
        begin
            low_zeros = 0;
            all       = 1'b1;
            for (k = 0; k < B_WIDTH; k = k + 1) begin
                all = all && known[k] && !value[k];
                if (all) low_zeros = low_zeros + 1;
            end
        end
    endfunction

    localparam integer SHIFT   = low_zeros(_TECHMAP_CONSTMSK_B_, _TECHMAP_CONSTVAL_B_);
    localparam integer STRIDE  = 1 << SHIFT;
    localparam integer WORDS   = (A_WIDTH + STRIDE - 1) >> SHIFT;
    localparam integer INDEX_W = WORDS > 2 ? $clog2(WORDS) : 2;
    localparam integer PAIRS   = 1 << (INDEX_W - 1);
    wire _TECHMAP_FAIL_ = SHIFT == 0 || Y_WIDTH > STRIDE || Y_WIDTH < 5 || WORDS < 8;

    // what lies beyond A is undefined, so an index has no further bits
    wire [(STRIDE<<INDEX_W)-1:0] words = A;
    wire [INDEX_W-1:0]           index = B >> SHIFT;

    // two words to a gate AOI22; a tree: node 1 is its root, nodes from PAIRS up have a pair each
    genvar k;
    generate
        for (k = 1; k < 2*PAIRS; k = k + 1) begin : g_node
            wire [Y_WIDTH-1:0] any;
        end
        for (k = 0; k < PAIRS; k = k + 1) begin : g_pair
            wire pair = index[INDEX_W-1:1] == k;
            assign g_node[PAIRS+k].any = (words[STRIDE*2*k +: Y_WIDTH] & {Y_WIDTH{pair && !index[0]}}) |
                                         (words[STRIDE*(2*k+1) +: Y_WIDTH] & {Y_WIDTH{pair && index[0]}});
        end
        for (k = 1; k < PAIRS; k = k + 1) begin : g_either
            assign g_node[k].any = g_node[2*k].any | g_node[2*k+1].any;
        end
    endgenerate
    assign Y = g_node[1].any;
endmodule
