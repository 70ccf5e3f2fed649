#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_pieces.sh - one buffer at several bindings, pieces of buffers, buffers without a binding, addresses, arrays of blocks: on the command line,
# in kernel files, in check.  What a shader must leave is computed here by hand, from its source.
# Needs: sim/libwavefold_sim_l32.so
set -u
. tb/cli/lib.sh
views=tb/cli/views.spv list=tb/shaders/mem_address_list.spv
words=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
M="--buffer words=text:$words --buffer params=text:0,0,0,0,1000,0,0,0"
# NAME WORDS ARGUMENTS...: the run passes without a word on standard error, and binding 0.2 has these words
gives() {
    name=$1 want=$2
    shift 2
    expect "$name" 0 '^PASS' - run $views --groups 1 $M --expect 0.2=text:"$want" "$@"
}

# ---- pieces: to[i] = from[i] + 100 * words of from + more --------------------------------------------------------------------
gives "a buffer of its own at a binding" 1600,1601,1602,1603,1604,1605,1606,1607 --bind 0.0=@params --bind 0.1=@words --bind 0.2=zero:32
gives "a piece, to the end" 808,809,810,811,812,813,814,815 --bind 0.0=@params --bind 0.1=@words+32 --bind 0.2=zero:32
gives "... of so many bytes" 802,803,804,805,806,807,808,809 --bind 0.0=@params --bind 0.1=@words+8,32 --bind 0.2=zero:32
gives "the offset of a block, which is dynamic in Vulkan" 2600,2601,2602,2603,2604,2605,2606,2607 --bind 0.0=@params+16,16 --bind 0.1=@words --bind 0.2=zero:32
gives "a piece of a piece, before that is given" 808,809,810,811,812,813,814,815,8,9,10,11,12,13,14,15 --bind 0.0=@params --bind 0.1=@0.2+32 --bind 0.2=@all --buffer all=text:$words
expect "... and the words that it is of" 0 '^PASS' - run $views --groups 1 $M --bind 0.0=@params --bind 0.1=@words+32,32 --bind 0.2=@words,32 \
    --expect words=text:808,809,810,811,812,813,814,815,8,9,10,11,12,13,14,15
expect "a piece is printed" 0 '^    808, 809, 810' - run $views --groups 1 $M --bind 0.0=@params --bind 0.1=@words+32 --bind 0.2=@words,32:-
expect "a piece by the name of its binding" 0 '^PASS' - run $views --groups 1 $M --bind Params=@params --bind From=@words --bind To=@From,32 \
    --expect To=text:1600,1601,1602,1603,1604,1605,1606,1607
expect "a buffer without a binding is written" 0 '^PASS' - run $views --groups 1 --buffer "own=zero:32:$dir/own" --bind 0.0=zero:16 --bind 0.1=text:1,2,3,4,5,6,7,8 --bind 0.2=@own
printf '\041\003\0\0\042\003\0\0\043\003\0\0\044\003\0\0\045\003\0\0\046\003\0\0\047\003\0\0\050\003\0\0' >"$dir/want"
same "... in bytes" "$dir/own" "$dir/want"
expect "all wave sizes, and the piece once" 0 '^PASS .*differing-words=0' '' run $views --groups 1 $M --bind 0.0=@params --bind 0.1=@words+32 --bind 0.2=zero:32:- --wave-size all
expect "beyond a piece, inside of the buffer" 0 '' 'To (binding 0.2), which has 16 bytes; 4 lanes faulted' run $views --groups 1 $M --bind 0.0=@params --bind 0.1=@words \
    --bind 0.2=@words,16 --expect words=text:1600,1601,1602,1603,4,5,6,7,8,9,10,11,12,13,14,15
expect "a race between two bindings" 1 '' 'race' run $views --groups 1 $M --bind 0.0=@params --bind 0.1=@words --bind 0.2=@words+4 --races error --wave-size 4
if has_rtl 32; then
    expect "pieces on the hardware" 0 '^PASS .* on=rtl' - run $views --groups 1 $M --bind 0.0=@params+16,16 --bind 0.1=@words+32 --bind 0.2=@words,32 --on rtl \
        --expect words=text:1808,1809,1810,1811,1812,1813,1814,1815,8,9,10,11,12,13,14,15
fi

# ---- addresses: nodes of 16 bytes, {next, value, a word} ------------------------------------------------------------------------
nodes="--buffer nodes=text:@nodes+16,5,0,@tail,6,0 --buffer tail=text:0,0,7,0"
heads=text:@nodes,@nodes+16,@tail$(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29; do printf ',@tail'; done)
A="$nodes --buffer sums=zero:388 --bind 0.0=$heads --bind 0.1=zero:256 --push text:@nodes,@sums"
expect "addresses in buffers and push constants" 0 '^PASS' - run $list --groups 1 $A --expect sums=text:70,25,7,... --expect 0.1=text:1000005,3,5,2,7,1,...
expect "an address that is expected" 0 '^PASS' - run $list --groups 1 $A --expect nodes=text:@nodes+16,5,0,@tail,_,0
expect "... and is another" 1 '' 'nodes\[1\] is 0x00000001 (1), expected 0x00000002 (2)' run $list --groups 1 $A --expect nodes=text:@tail+16,5,0,@tail,_,0
expect "an address of no buffer" 0 'faults=' 'address outside the buffer: table.load' run $list --groups 1 $nodes --buffer sums=zero:388 --bind 0.0="$heads" --bind 0.1=zero:256 \
    --push text:0,77,@sums
M="$nodes --buffer sums=zero:388 --bind 0.1=zero:256 --push sums=0,3"
expect "an address of a member of the push constants" 0 '^    0x0000000100000000, 0x0000000100000010, 0x0000000200000000, ' - run $list --groups 1 $M --bind 0.0="$heads:-" --push first=@nodes --expect sums=text:70,25,7,... \
    --expect 0.1=text:1000005,3,5,2,7,1,...
expect "... and its bits" 0 '^PASS' - run $list --groups 1 $M --bind 0.0="$heads" --push first=0x100000000 --expect 0.1=text:1000005,3,5,2,7,1,...
expect "addresses among values" 0 '^PASS' - run $list --groups 1 $M --bind 0.0=values:"${heads#text:}" --push first=@nodes --expect 0.0=values:@nodes,_,0x200000000,... \
    --expect sums=text:70,25,7,...
expect "... another one than is expected" 1 '' 'Heads\[1\]: 0x0000000100000010, expected 0x0000000100000014$' run $list --groups 1 $M --bind 0.0=values:"${heads#text:}" --push first=@nodes \
    --expect 0.0=values:@nodes,@nodes+20,...
for value in @nobody @ 1.5 0x10000000000000000; do
    expect "... no address: $value" 1 - "error: --push first=$value: .$value. is no value of first; expected an address such as @NAME+16 of a --bind or a --buffer, or a number of 64 bits$" \
        run $list --groups 1 $M --bind 0.0="$heads" --push first=$value
done
expect "an address of a member that is a number" 1 - '"@nodes" is no value of sums.x; expected an unsigned integer of 32 bits$' run $list --groups 1 $nodes --bind 0.0="$heads" \
    --bind 0.1=zero:256 --push first=@nodes --push sums=@nodes,0
# 1 + the numbers: of a binding, two blocks and push constants; from 5 on one of no buffer, the table, scratch memory
for high in 5 6 7 8 4294967295; do
    expect "... or of the shader's own memory, $high" 0 '^PASS .* faults=8' 'address outside the buffer: table.load' run tb/cli/own.spv --groups 1 --bind 0.0=zero:32 \
        --bind 0.1[0]=zero:4 --bind 0.1[1]=zero:4 --push text:0,$high --expect 0.0=text:11,22,33,44,11,22,33,44
done

# ---- what is wrong ---------------------------------------------------------------------------------------------------------------
bad() {     # NAME STATUS MESSAGE ARGUMENTS...
    name=$1 want=$2 message=$3
    shift 3
    expect "$name" "$want" - "$message" run $views --groups 1 --bind 0.0=zero:16 --bind 0.1=zero:32 "$@"
}
bad "a binding that is not there" 2 '.--bind: no such buffer; expected one of another --bind or of --buffer behind the @ of. \?.*@0.7' --bind 0.2=@0.7
bad "a name that is not there" 2 'no such buffer.*@nobody' --bind 0.2=@nobody
bad "a piece of itself" 2 'it is a piece of itself' --bind 0.2=@0.3 --bind 0.3=@0.2
bad "half a word" 1 'error: 30 bytes from byte 2 on, of 32; expected multiples of 4, inside of the buffer' --bind 0.2=@0.1+2
bad "more than there is" 1 'error: 32 bytes from byte 16 on, of 32' --bind 0.2=@0.1+16,32
bad "nothing" 1 'error: 0 bytes from byte 32 on, of 32' --bind 0.2=@0.1+32
expect "more than the piece that it is of" 1 - "error: 12 bytes from byte 8 on, of 16" run $views --groups 1 --bind 0.0=zero:16 --bind 0.1=@words+4,12 --bind 0.2=@0.1+4,12 --buffer words=text:$words
expect "its end is that of the piece that it is of" 0 "^    [0-9]*, [0-9]*  *// 0$" "" run $views --groups 1 --bind 0.0=zero:16 --bind 0.1=@words+4,12 --bind 0.2=@0.1+4:- --buffer words=text:$words
# three bindings and buffers beside: two of the 256 numbers are the shader's own
fill=$(awk 'BEGIN { for (n = 1; n <= 251; n++) printf "--buffer x%d=zero:4 ", n }')
expect "254 buffers" 0 "^PASS" "" run $views --groups 1 --bind 0.0=zero:16 --bind 0.1=zero:32 --bind 0.2=zero:32 $fill
bad "255 buffers" 1 "it has 255 buffers; expected at most 254, since 2 of the 256 numbers are for its table, its scratch memory" --bind 0.2=zero:32 $fill --buffer x252=zero:4
bad "no buffer behind the @" 2 '.--bind: a buffer that is bound already is @SET.BINDING or @NAME' --bind 0.2=@
bad "a size of words" 2 'a buffer that is bound already' --bind 0.2=@0.1+4,x
bad "a name that is none" 2 '.--buffer needs NAME=IN or NAME=IN:OUT' --buffer 1x=zero:4
bad "a buffer that is a piece" 2 'a buffer of its own has contents' --buffer x=@0.1
bad "two of one name" 2 'two buffers of one name' --buffer x=zero:4 --buffer x=zero:8
bad "the name of a binding" 1 "^$views: error: --buffer To: binding 0.2 has this name; expected another$" --buffer To=zero:4 --bind 0.2=@To
bad "an address of nobody" 2 'text: needs addresses such as @0.1 or @NAME+16, of a --bind or a --buffer' --bind 0.2=text:@nobody,0,0,0,0,0,0
bad "an expectation of no buffer" 1 'error: --expect nobody: the module has no such binding; expected one of To' --bind 0.2=zero:32 --expect nobody=zero:4
bad "... of one that is not bound" 2 '.--expect needs a --bind or an --image of the same binding' --bind 0.2=zero:32 --expect 0.7=zero:4

# ---- arrays of blocks --------------------------------------------------------------------------------------------------------------
expect "check lists an array of blocks" 0 '^binding 0.0     data\[4\]: 8 bytes, then elements of 4, written$' - check tb/shaders/mem_block_array.spv
expect "... one that has no length, and is only read" 0 '^binding 0.0     src\[\]: elements of 4 bytes, only read$' - check tb/shaders/mem_block_array_runtime.spv
expect "... as JSON" 0 '"blocks": 4,' - check --json tb/shaders/mem_block_array.spv
expect "... without a length" 0 '"blocks": null,' - check --json tb/shaders/mem_block_array_runtime.spv
expect "... and what is none" 0 '"blocks": 1,' - check --json tb/shaders/mem_block_array.spv
expect "... written in another block than the first" 0 '^binding 0.1     two\[2\]: 4 bytes, written$' - check tb/cli/own.spv
expect "pieces are blocks of an array" 0 '^PASS' - run tb/shaders/mem_block_array_same.spv --groups 1 --buffer all=text:100,7,200 --bind 0.0=zero:8 --bind 0.1[0]=@all,4 \
    --bind 0.1[1]=@all+8 --bind 0.1[2]=@0.1[1] --bind 0.2=@0.1[0] --expect 0.0=text:101100,201200 --expect all=text:101,7,201

# ---- kernel files --------------------------------------------------------------------------------------------------------------------
cat >"$dir/parts.wfk" <<'END'
[numthreads(4,1,1)]
const SECOND = address(B)
buffer A[4] = { 4, SECOND, 16, address(A) }, B[8] = each i, Part[4] = part B[2], Inner[2] = part Part[1]
buffer C[4]
code
    sv      r0, dtid.x
    shl     r0, r0, 2
    mov     r4, address(Part) - 1
    table.load r1, [r4][r0]
    add     r1, r1, 100
    store   Part[r0], r1
    load    r2, B[r0+8]
    store   C[r0], r2
    size    r3, Inner
    store   C[r0], r3
    end
expect A = { 4, 2, 16, 1 }
expect Part = each 102 + i
expect Inner = { 103, 104 }
expect B = { 0, 1, 102, 103, 104, 105, 6, 7 }
expect C = each 8
END
expect "parts of buffers, and their addresses" 0 '^PASS' - run "$dir/parts.wfk"
wrong() {       # NAME MESSAGE SED-COMMAND
    sed "$3" "$dir/parts.wfk" >"$dir/wrong.wfk"
    expect "$1" 3 - "$2" run "$dir/wrong.wfk"
}
wrong "a part that is too long" ':3:[0-9]*: error: a part of 9 words of a buffer of 8; expected less$' 's/Part\[4\] = part B\[2\]/Part[9] = part B[0]/'
wrong "a part that begins too late" ':3:[0-9]*: error: first word of the part is 5; expected 0 to 4$' 's/part B\[2\]/part B[5]/'
addresses=@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A,@A
expect "many addresses by short names" 0 "^PASS" "" run $views --groups 1 --buffer A=zero:32 --buffer P=zero:32 --bind 0.0=@P --bind 0.1=text:$addresses:"$dir/words" --bind 0.2=zero:32
check "... two words each" test "$(wc -c <"$dir/words")" = 160

wrong "a part of nothing" ':3:[0-9]*: error: unexpected .C.; expected the name of a buffer that is declared above$' 's/part B\[2\]/part C[0]/'
wrong "an address of nothing" ':2:[0-9]*: error: unexpected .D.; expected the name of a buffer$' 's/address(B)/address(D)/'
wrong "a number that is an address" ': error: dispatch is [0-9]*; expected 0 to 4294967295 groups$' 's/^code/dispatch address(A)\ncode/'
wrong "a name that is a function" ': error: .address. is a reserved word; expected the name of a buffer$' 's/^buffer C/buffer address/'
exit $status
