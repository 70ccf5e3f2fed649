#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_modules.sh - what the program tells of a module without running it: sizes of blocks, who uses them, registers, places in the source; and
# a module in the other byte order.  The sizes are computed here by hand, from the source.
set -u
. tb/cli/lib.sh

# ---- blocks ----------------------------------------------------------------------------------------------------------------
expect "check of layouts" 0 "^entry point     main$" - check tb/cli/layouts.spv
cp "$dir/out" "$dir/checked"
says() { check "check says: $1" grep -q -e "$1" "$dir/checked"; }
says "^binding 0.0     Turned: 28 bytes, only read$"            # two rows of three words, 16 bytes apart
says "^binding 0.1     Both: 60 bytes, only read$"              # 32 bytes apart
says "^binding 0.2     Threes: 28 bytes, only read$"            # 16 bytes apart, the last one has 12
says "^binding 0.3     Order: 20 bytes, written$"               # the member at 16 comes first
says "^binding 0.4     Small: 16 bytes, written$"               # as large as the larger of two blocks
says "^binding 0.5     Never: 4 bytes, not used$"
bind="--bind 0.0=zero:28 --bind 0.1=zero:60 --bind 0.2=zero:28"
# shellcheck disable=SC2086  # options
{
expect "buffers just as large" 0 "^PASS" - run tb/cli/layouts.spv --groups 1 $bind --bind 0.3=zero:20 --bind 0.4=zero:16
expect "a buffer that is large enough for one of two blocks" 1 - "binding 0.4 (Small) has a buffer of 12 bytes; expected at least 16$" \
    run tb/cli/layouts.spv --groups 1 $bind --bind 0.3=zero:20 --bind 0.4=zero:12
expect "a buffer that ends before the member that comes first" 1 - "binding 0.3 (Order) has a buffer of 16 bytes; expected at least 20$" \
    run tb/cli/layouts.spv --groups 1 $bind --bind 0.3=zero:16 --bind 0.4=zero:16
}

# ---- registers: as many as the code names ------------------------------------------------------------------------------------
for name in wave_ballot lang_pressure mem_far; do
    "$wavefold" asm tb/shaders/$name.spv --wave-size 4 >"$dir/listing" 2>"$dir/err"
    named=$(grep -v '^//' "$dir/listing" | grep -o '\<[rq][0-9][0-9]*\>' | awk '{ n = substr($0, 2) + (/^q/ ? 4 : 1); if (n > most) most = n } END { print most }')
    told=$("$wavefold" check tb/shaders/$name.spv | awk '/^wave size/ { head = 1; next } head && $1 == 4 { print $4 }')
    check "registers of $name: $named" test "$named" = "$told"
done
expect "asm tells of a buffer that only atomics change" 0 "atomic.add " - asm tb/shaders/mem_order.spv
expect "... and check that it is written" 0 "^binding 0.1     Cells: elements of 4 bytes, written$" - check tb/shaders/mem_order.spv

# ---- places: of two files, the same line, one after the other; none; two kinds of debug information; texts in two pieces ---------------
cat >"$dir/want" <<'END'
// a.comp:3  third of a: store cells[
// b.comp:3  third of b: store cells[
// line unknown: store cells[
// b.comp:4  fourth of b: store cells[
// line unknown: store cells[
END
expect "asm of two files" 0 "store" - asm tb/cli/places.spv
awk '/^\/\// { place = $0 } / store / { sub(/ *[0-9]+ +[0-9a-f]+ +/, ""); sub(/\[.*/, "["); print place ": " $0 }' "$dir/out" >"$dir/got"
same "... each place with its line" "$dir/got" "$dir/want"

# ---- the other byte order ----------------------------------------------------------------------------------------------------
other_order() {         # FILE: every word turned round
    od -An -v -tx1 -w4 "$1" | awk '{ printf "%s %s %s %s\n", $4, $3, $2, $1 }' | while read -r a b c d; do
        printf "\\$(printf %o 0x$a)\\$(printf %o 0x$b)\\$(printf %o 0x$c)\\$(printf %o 0x$d)"
    done
}
cp tb/shaders/asm_spec_ops.wfk "$dir"
other_order tb/shaders/asm_spec_ops.spv >"$dir/asm_spec_ops.spv"
expect "operations on constants in the other byte order" 0 "^PASS" - run "$dir/asm_spec_ops.wfk"
exit $status
