// SPDX-License-Identifier: Apache-2.0
// wf_bits.vh - include in a module that has SET_W >= 1, a constant: the number of bits of a set (lanes, requests).
//   lowest(set), highest(set)  only the lowest or highest member stays; none of an empty set
//   index_of(alone)            SET_INDEX_W bits: number of the only member; 0 of an empty set
//   end_index(set, high)       number of the lowest member, with high of the highest; of an empty set 0 with high, else undefined.  It has half
//                              the gates of index_of(highest(set)).
//   Depth: log2(SET_W) two-input gates for a member, as many again for its index.

localparam integer SET_INDEX_W = SET_W > 1 ? $clog2(SET_W) : 1;

/* verilator lint_off UNUSED */              // no module needs them all

// Row k: the members whose number has bit k.  The index of a one-hot set is then an or a bit.
function [SET_W*SET_INDEX_W-1:0] number_bits(input integer zero);
    integer i, k;
    for (k = 0; k < SET_INDEX_W; k = k + 1)
        for (i = 0; i < SET_W; i = i + 1) number_bits[SET_W*k+i] = ((i >> k) & 1) != zero;
endfunction
localparam [SET_W*SET_INDEX_W-1:0] NUMBER_BITS = number_bits(0);

function [SET_INDEX_W-1:0] index_of(input [SET_W-1:0] alone);
    integer k;
    for (k = 0; k < SET_INDEX_W; k = k + 1) index_of[k] = |(alone & NUMBER_BITS[SET_W*k +: SET_W]);
endfunction

function [SET_W-1:0] lowest(input [SET_W-1:0] set);
    integer k;
    reg [SET_W-1:0] smear;                   // ones from the lowest member up
    begin
        smear = set;
        for (k = 0; k < SET_INDEX_W; k = k + 1) smear = smear | (smear << (1 << k));
        lowest = smear & ~(smear << 1);
    end
endfunction

function [SET_W-1:0] highest(input [SET_W-1:0] set);
    integer k;
    reg [SET_W-1:0] smear;                   // ones from the highest member down
    begin
        smear = set;
        for (k = 0; k < SET_INDEX_W; k = k + 1) smear = smear | (smear >> (1 << k));
        highest = smear & ~(smear >> 1);
    end
endfunction

// A tree: after step k, bit 2^(k+1) * i of `some` is 1 if a block has a member, `number` is its number in the block; the other bits mean nothing.
function [SET_INDEX_W-1:0] end_index(input [SET_W-1:0] set, input of_highest);
    integer k, j;
    reg [SET_W-1:0] some, upper;             // the member is in the upper half of the block
    reg [SET_W*SET_INDEX_W-1:0] number;
    begin
        some  = set;
        number = {SET_W*SET_INDEX_W{1'b0}};
        for (k = 0; k < SET_INDEX_W; k = k + 1) begin
            upper = of_highest ? some >> (1 << k) : ~some;
            for (j = 0; j < k; j = j + 1)
                number[SET_W*j +: SET_W] = (number[SET_W*j +: SET_W] >> (1 << k) & upper) | (number[SET_W*j +: SET_W] & ~upper);
            number[SET_W*k +: SET_W] = upper;
            some = some | (some >> (1 << k));
        end
        for (k = 0; k < SET_INDEX_W; k = k + 1) end_index[k] = number[SET_W*k];
    end
endfunction

/* verilator lint_on UNUSED */
