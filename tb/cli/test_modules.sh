#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_modules.sh - what the program tells of a module without running it: sizes of blocks, who uses them, registers, places in the source; and
# a module in the other byte order.  The sizes are computed here by hand, from the source.
# Needs: sim/libwavefold_sim_l32.so
set -u
. tb/cli/lib.sh

# ---- blocks ----------------------------------------------------------------------------------------------------------------
expect "check of layouts" 0 "^entry point     main$" - check tb/cli/layouts.spv
cp "$dir/out" "$dir/checked"
checked "^binding 0.0     Turned: 28 bytes, only read$"            # two rows of three words, 16 bytes apart
checked "^binding 0.1     Both: 60 bytes, only read$"              # 32 bytes apart
checked "^binding 0.2     Threes: 28 bytes, only read$"            # 16 bytes apart, the last one has 12
checked "^binding 0.3     Order: 20 bytes, written$"               # the member at 16 comes first
checked "^binding 0.4     Small: 16 bytes, written$"               # as large as the larger of two blocks
checked "^binding 0.5     Never: 4 bytes, not used$"
bind="--bind 0.0=zero:28 --bind 0.1=zero:60 --bind 0.2=zero:28"
# shellcheck disable=SC2086  # options
{
expect "buffers just as large" 0 "^PASS" - run tb/cli/layouts.spv --groups 1 $bind --bind 0.3=zero:20 --bind 0.4=zero:16
expect "a buffer that is large enough for one of two blocks" 1 - "binding 0.4 (Small) has a buffer of 12 bytes; expected at least 16$" \
    run tb/cli/layouts.spv --groups 1 $bind --bind 0.3=zero:20 --bind 0.4=zero:12
expect "a buffer that ends before the member that comes first" 1 - "binding 0.3 (Order) has a buffer of 16 bytes; expected at least 20$" \
    run tb/cli/layouts.spv --groups 1 $bind --bind 0.3=zero:16 --bind 0.4=zero:16
}
expect "check of a block that is used behind one that is not" 0 "^binding 0.0     cells: 20 bytes, written$" - check tb/cli/places.spv
check "... and of that" grep -q "^binding 0.1     never: 20 bytes, not used$" "$dir/out"
sed -n 's/^\(binding [0-9.]*\|push constants\) .*/\1/p' "$dir/checked" | tr '\n' ' ' >"$dir/list"
check "check lists bindings in order" test "$(cat "$dir/list")" = "binding 0.0 binding 0.1 binding 0.2 binding 0.3 binding 0.4 binding 0.5 "
"$wavefold" check tb/cli/scale.spv 2>&1 | sed -n 's/^\(binding [0-9.]*\|push constants\) .*/\1/p' | tr '\n' ' ' >"$dir/list"
check "... and push constants behind them" test "$(cat "$dir/list")" = "binding 0.1 binding 1.2 push constants "

# ---- a loop in which a value is made of itself alone: lowering ends ------------------------------------------------------------------
expect "check of a value that is made of itself" 0 "^       32     32      3 " - check tb/cli/itself.spv
expect "check of a value that is masked over and over, of a variable that nothing has come to" 0 "^       32     32      1 " - check tb/cli/late.spv
expect "check of a value that is masked over and over, of a word that nothing was written to" 0 "^       32     32      2 " - check tb/cli/unwritten.spv

# ---- too much code is refused before its constants are looked for, one by one: in seconds --------------------------------------------
expect "check of a module that becomes far too much code" 1 "" "^tb/cli/calls.spv: error: the module becomes [0-9]* instructions; expected at most 65536$" \
    check tb/cli/calls.spv

# ---- names that would break a line do not ------------------------------------------------------------------------------------------
expect "check of names that hold ends of lines" 0 "^binding 0.0     na?me: elements of 4 bytes, written$" - check tb/cli/broken_names.spv
check "... the entry point" grep -q "^entry point     ma?in$" "$dir/out"
check "... a constant" grep -q "^spec 3          s?c = 6 (0x6): integer of 32 bits$" "$dir/out"
expect "asm of names that hold ends of lines" 0 "^// a?b.comp:2  second$" - asm tb/cli/broken_names.spv
check "... a buffer" grep -q "  store na?me\[r1+24\], r0$" "$dir/out"
expect "a buffer with such a name is missing" 1 - "^tb/cli/broken_names.spv: error: binding 0.0 (na?me) has no buffer; expected elements of 4 bytes$" \
    run tb/cli/broken_names.spv --groups 1
expect "a fault in such a file" 0 "^na?me = {$" "^a?b.comp:2: warning: model: fault: " run tb/cli/broken_names.spv --hex --groups 1 --bind 0.0=zero:8:-

# ---- a source that the module only names is read, and not written over --------------------------------------------------------------
cp tb/cli/named_source.spv "$dir/"
printf 'one\ntwo\n' >"$dir/named_source.txt"
expect "asm of a module that names its source" 0 "^// named_source.txt:2  two$" - asm "$dir/named_source.spv"
expect "... into that" 2 - "error: the output is a file that is read: $dir/named_source.txt$" asm "$dir/named_source.spv" -o "$dir/named_source.txt"
expect "a trace into the source" 2 - "error: the output is a file that is read: $dir/named_source.txt$" \
    run "$dir/named_source.spv" --groups 1 --trace "$dir/named_source.txt"
check "... the source stays" test "$(cat "$dir/named_source.txt")" = "$(printf 'one\ntwo')"

# ---- two entry points, of which one cannot be ------------------------------------------------------------------------------------
expect "check of an entry point that cannot be, and one that can" 1 "^entry point     right$" "^tb/cli/halves.spv: error: OpDPdx at word [0-9]*: expected floats of 32 bits$" \
    check tb/cli/halves.spv
check "... tells of both" test "$(grep -c '^entry point' "$dir/out") $(grep -c '^       32     32      1 ' "$dir/out")" = "2 1"
check "... a constant of 64 bits" grep -q "^spec 7          HALF = 0.5: float of 64 bits$" "$dir/out"
check "... what it wants of subgroups" grep -q "^subgroups       basic, rotate, partitioned$" "$dir/out"

# ---- options at their ends -------------------------------------------------------------------------------------------------------
lines="tb/cli/lines.spv --groups 1 --bind 0.0=text:0 --bind 0.7=zero:64 --races off"
many=$(i=0; while [ $i -lt 254 ]; do printf -- '--bind 5.%d=zero:4 ' $i; i=$((i + 1)); done)
# shellcheck disable=SC2086  # options
{
expect "more extra waves than can be counted" 2 - "extra needs a number of waves, then perhaps \",idle\", not: 65536$" run $lines --extra 65536
expect "... as many as can: more than the device has" 1 - "needs more waves than the device has slots" run $lines --extra 65535
expect "256 bindings" 1 - "the module has no binding 5.0" run $lines $many
expect "... and push constants" 2 - "too many bindings, and push constants take a buffer too: zero:4$" run $lines $many --push zero:4
expect "257 bindings" 2 - "too many bindings: 6.0=zero:4$" run $lines $many --bind 6.0=zero:4
expect "a set of 32 bits" 1 - "the module has no binding 4294967295.4294967295" run $lines --bind 4294967295.4294967295=zero:4
}

# ---- registers: as many as the code names ------------------------------------------------------------------------------------
for name in wave_ballot lang_pressure mem_far; do
    "$wavefold" asm tb/shaders/$name.spv --wave-size 4 >"$dir/listing" 2>"$dir/err"
    named=$(grep -v '^//' "$dir/listing" | grep -o '\<[rq][0-9][0-9]*\>' | awk '{ n = substr($0, 2) + (/^q/ ? 4 : 1); if (n > most) most = n } END { print most }')
    told=$("$wavefold" check tb/shaders/$name.spv | awk '/^wave size/ { head = 1; next } head && $1 == 4 { print $5 }')
    check "registers of $name: $named" test "$named" = "$told"
done
"$wavefold" check tb/shaders/wave_ballot.spv | awk '/^wave size/ { head = 1; next } head && ($5 > 16 || $5 < 8) { bad = 1 } END { exit bad || !head }'
check "masks take the lowest registers" test $? = 0
expect "asm tells of a buffer that only atomics change" 0 "atomic.add " - asm tb/shaders/mem_order.spv
expect "... and check that it is written" 0 "^binding 0.1     Cells: elements of 4 bytes, written$" - check tb/shaders/mem_order.spv

# ---- coherent and volatile loads of buffers ask the memory that all cores share; check calls that no write ---------------------------------
"$wavefold" asm tb/shaders/mem_coherent.spv >"$dir/listing" 2>"$dir/err"
check "coherent and volatile loads are atomics" grep -q 'atomic.or r[0-9]*, Chain\[r[0-9]*+4\], ' "$dir/listing"
check "... of both flags" grep -q 'atomic.or r[0-9]*, Chain\[r[0-9]*+8\], ' "$dir/listing"
check "... and plain ones are not" grep -q ' load r[0-9]*, Chain\[' "$dir/listing"
"$wavefold" asm tb/shaders/mem_polled_64.spv >"$dir/listing" 2>"$dir/err"
check "those of 64 bits are one atomic" grep -q 'atomic64.or.low q[0-9]*, Cells\[r[0-9]*+8\], ' "$dir/listing"
check "... of doubles too" grep -q 'atomic64.or.low q[0-9]*, Cells\[r[0-9]*+24\], ' "$dir/listing"
check "... by two instructions, of both halves of the lanes" grep -q 'atomic64.or.high q[0-9]*, Cells' "$dir/listing"
"$wavefold" asm tb/shaders/mem_polled_64.spv --lanes 32 --wave-size 16 >"$dir/listing" 2>"$dir/err"
check "... by one where a wave has no lane in the high half" test "$(grep -c 'atomic64.or.low' "$dir/listing") $(grep -c 'atomic64.*high' "$dir/listing")" = "13 0"
"$wavefold" asm tb/shaders/algo_hash_table-opt.spv --lanes 32 --wave-size 16 >"$dir/listing" 2>"$dir/err"
check "the operands of a compare-exchange in a loop are put together before it" test "$(grep -B 1 'lds64.cas' "$dir/listing" | grep -c ' shl ')" = 1
expect "... nor are those that are made visible to the group alone" 0 " load r[0-9]*, Flags\[" - asm tb/cli/flags.spv --entry group
expect "... but volatile ones are" 0 "atomic.or r[0-9]*, Flags\\[" - asm tb/cli/flags.spv --entry polled
expect "check of a buffer that volatile loads alone touch" 0 "^binding 0.1     Flags: elements of 4 bytes, only read$" - check tb/cli/flags.spv --entry polled

# ---- a constant array that is written again as it is lies in no lane's memory ------------------------------------------------------------
expect "check of a table of two copies, each with an initializer and a store" 0 "^       32     32      2 .* 0            0$" - check tb/shaders/mem_table-opt.spv
expect "... of an array that is given another constant later, beside one that is given the same: one of 70 words" 0 "^       32     32      2 .* 280            0$" - \
    check tb/shaders/asm_tables.spv

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
expect "operations on constants in the other byte order" 0 "^PASS" - run "$dir/asm_spec_ops.wfk" --races off

# ---- the hardware: the command that repeats a run ----------------------------------------------------------------------------------
on="--on rtl"
has_rtl 32 || on="--on rtl --sim icarus"
# shellcheck disable=SC2086  # options
if has_rtl 32 >/dev/null || has_rtl icarus >/dev/null; then
    expect "a run that does not end" 1 "^FAIL" "^reproduce: .* --extra 2,idle" run tb/cli/lines.spv --groups 1 --bind 0.0=text:1 --bind 0.7=zero:64 \
        --limit 300 --extra 2,idle $on
    expect "... with less exact division" 1 "^FAIL" "^reproduce: .* --precise-division off" run tb/cli/widths.spv --entry long --groups 1 \
        --bind 0.0=zero:16 --precise-division off --limit 5 $on
    expect "... of whole waves" 1 "^FAIL" "^reproduce: .* --num-waves 1" run tb/cli/widths.spv --entry long --groups 1 --bind 0.0=zero:16 --num-waves 1 --limit 5 $on
fi
exit $status
