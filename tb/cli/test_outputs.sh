#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_outputs.sh - what the program writes: devices, links, pipes, modes, unwritable places, two outputs into one file.
# Needs: sim/libwavefold_sim_l32.so
set -u
. tb/cli/lib.sh
inode() { stat -Lc %i "$1"; }
"$wavefold" asm "$good" >"$dir/want"

# ---- written through, never replaced ----------------------------------------------------------------------------------------
# a private /dev: a program that replaces the links breaks a copy, not the machine
mkdir "$dir/dev"
ln -s /proc/self/fd/1 "$dir/dev/stdout"
ln -s /proc/self/fd/2 "$dir/dev/stderr"
for to in "$dir/dev/stdout" /dev/fd/1 /proc/self/fd/1 -; do
    "$wavefold" asm "$good" -o "$to" >"$dir/got" 2>/dev/null
    same "-o $(basename "$to") into a file" "$dir/got" "$dir/want"
    "$wavefold" asm "$good" -o "$to" 2>/dev/null | cat >"$dir/got"
    same "-o $(basename "$to") into a pipe" "$dir/got" "$dir/want"
done
"$wavefold" asm "$good" -o "$dir/dev/stderr" 2>"$dir/got"
same "-o stderr" "$dir/got" "$dir/want"
check "the links of /dev are links still" test -h "$dir/dev/stdout" -a -h "$dir/dev/stderr"
{ echo before; "$wavefold" asm "$good" -o /dev/fd/5; echo after >&5; } 5>"$dir/five" >&5
{ echo before; cat "$dir/want"; echo after; } >"$dir/want5"
same "an open descriptor of a file is written on" "$dir/five" "$dir/want5"
: >"$dir/real"
ln -s real "$dir/link"
ln -s link "$dir/link2"
before=$(inode "$dir/real")
expect "an output through links" 0 - - asm "$good" -o "$dir/link2"
same "... reaches the file" "$dir/real" "$dir/want"
check "... and leaves the links" test -h "$dir/link" -a -h "$dir/link2"
ln -s "$dir/made" "$dir/dangling"
expect "a link to nothing yet" 0 - - asm "$good" -o "$dir/dangling"
same "... makes its file" "$dir/made" "$dir/want"
check "... and stays a link" test -h "$dir/dangling"
if device null; then
    ln -s null "$dir/to-null"
    expect "a link to a device" 0 - - asm "$good" -o "$dir/to-null"
    check "... stays one" test -h "$dir/to-null" -a -c "$dir/null"
    expect "two outputs into the null device" 0 "^PASS" - run "$good" --trace "$dir/null" --stats "$dir/to-null"
fi
mkfifo "$dir/fifo"
cat "$dir/fifo" >"$dir/got" & reader=$!
expect "an output into a FIFO" 0 "^PASS" - run "$good" --stats "$dir/fifo"
wait $reader
check "... arrives" grep -q '"passed": true' "$dir/got"
expect "--trace and verdict on standard output" 0 "^PASS" - run "$good" --trace -
check "... the trace first" sh -c "tail -n 1 '$dir/out' | grep -q ^PASS && grep -q ' end  *; ' '$dir/out'"
ln "$dir/real" "$dir/hard"
: >"$dir/real"
expect "a file with two names" 0 - - asm "$good" -o "$dir/real"
same "... has the same contents under both" "$dir/hard" "$dir/want"

# ---- modes -----------------------------------------------------------------------------------------------------------------
: >"$dir/mode"
chmod 640 "$dir/mode"
expect "a file with a mode" 0 - - asm "$good" -o "$dir/mode"
check "... keeps it" test "$(stat -c %a "$dir/mode")" = 640
(umask 027; "$wavefold" asm "$good" -o "$dir/masked")
check "a new file has the mode of the mask" test "$(stat -c %a "$dir/masked")" = 640
mkdir "$dir/closed"
: >"$dir/closed/file"
chmod 666 "$dir/closed/file"
chmod 755 "$dir"
chmod 555 "$dir/closed"
cp "$good" "$dir/good.wfk"
chmod 644 "$dir/good.wfk"
if as_user test -x "$wavefold"; then
    as_user "$wavefold" asm "$dir/good.wfk" -o "$dir/closed/file" 2>"$dir/err"
    check "a writable file in a closed directory: status 0" test $? = 0
    same "... is written" "$dir/closed/file" "$dir/want"
    as_user "$wavefold" run "$dir/good.wfk" --stats "$dir/closed/new" >"$dir/out" 2>"$dir/err"
    check "no new file in a closed directory: status 4" test $? = 4
    check "... says so" grep -q "new: error: cannot write: Permission denied" "$dir/err"
    chmod 444 "$dir/closed/file"
    as_user "$wavefold" asm "$dir/good.wfk" -o "$dir/closed/file" 2>"$dir/err"
    check "a file that may not be written: status 4" test $? = 4
else
    echo "SKIP cli: an ordinary user cannot reach $wavefold"
fi
chmod 755 "$dir/closed"

# ---- what cannot be written ---------------------------------------------------------------------------------------------------
expect "trace into nowhere" 4 - "no/trace: error: cannot write" run "$good" --trace "$dir/no/trace"
expect "stats into nowhere" 4 - "cannot write" run "$good" --stats "$dir/no/stats"
expect "dump into nowhere" 4 - "cannot write" run "$good" --dump Where="$dir/no/dump"
ln -s loop "$dir/loop"
expect "a link to itself" 4 - "cannot write: Too many levels" run "$good" --trace "$dir/loop"
expect "trace into a directory" 4 - "cannot write: Is a directory" run "$good" --trace "$dir"
expect "unwritable output is told before a long run" 4 - "cannot write" run tb/cli/spin.wfk --limit 99999999999 --trace "$dir/no/trace"
expect "asm -o into nowhere" 4 - "cannot write" asm "$good" -o "$dir/no/hex"
# the verdict is written before a file takes the place of an old one: status 4 leaves them all
keeps_old() {           # NAME REDIRECTION
    for file in s t d; do echo old >"$dir/$file.old"; done
    eval "\"\$wavefold\" run \"\$good\" --stats \"\$dir/s.old\" --trace \"\$dir/t.old\" --dump \"Where=\$dir/d.old\" 2>\"\$dir/err\" $2"
    check "$1: status 4" test $? = 4
    check "$1: no output takes the place of an old file" test "$(cat "$dir/s.old" "$dir/t.old" "$dir/d.old")" = "$(printf 'old\nold\nold')"
}
keeps_old "standard output is closed" ">&-"
no_leftovers "... and no temporary file is left"
if device full; then
    keeps_old "standard output is full" '>"$dir/full"'
    for file in s d; do echo old >"$dir/$file.old"; done
    expect "one of several outputs is full" 4 - "full: error: cannot write" run "$good" --stats "$dir/s.old" --trace "$dir/full" --dump "Where=$dir/d.old"
    check "... which leaves the others as they were" test "$(cat "$dir/s.old" "$dir/d.old")" = "$(printf 'old\nold')"
    expect "trace to a full device" 4 - "full: error: cannot write" run "$good" --trace "$dir/full"
    check "... which stays one" test -c "$dir/full"
fi
"$wavefold" run "$good" --trace "$dir/apart" >&- 2>"$dir/err"
check "a trace does not take the place of a closed standard output: status 4" test $? = 4
check "... and is not made" test ! -e "$dir/apart"
"$wavefold" run tb/kernels/several_dispatches.wfk --trace "$dir/heard" >/dev/null 2>&1
"$wavefold" run tb/kernels/several_dispatches.wfk --trace "$dir/unheard" >/dev/null 2>&-
same "... nor that of a closed standard error: no message stands in it" "$dir/unheard" "$dir/heard"
for verb in "asm $good" "asm $good --listing" "disasm $dir/want" "run $good" "run $good --stats -" "sizes $good" "layout --numthreads 8,1,1 --wave-size 8" help --version; do
    # shellcheck disable=SC2086  # words
    "$wavefold" $verb >/dev/full 2>"$dir/err"
    check "${verb%% *}: standard output is full: status 4" test $? = 4
    # shellcheck disable=SC2086
    "$wavefold" $verb >&- 2>"$dir/err"
    check "${verb%% *}: standard output is closed: status 4" test $? = 4
    check "... says so" grep -q "standard output.*: Bad file descriptor$" "$dir/err"
done

# ---- outputs that meet ---------------------------------------------------------------------------------------------------------
cp "$good" "$dir/own.wfk"
ln -s own.wfk "$dir/alias.wfk"
expect "an output over the kernel file" 2 - "the kernel file itself" run "$dir/own.wfk" --trace "$dir/./own.wfk"
expect "... by a link" 2 - "the kernel file itself" run "$dir/alias.wfk" --stats "$dir/own.wfk"
expect "... by a dump" 2 - "the kernel file itself" run "$dir/own.wfk" --dump Where="$dir/own.wfk"
expect "... on standard input" 2 - "the kernel file itself" run - --trace "$dir/own.wfk" <"$dir/own.wfk"
"$wavefold" run "$dir/own.wfk" --trace - 1<>"$dir/own.wfk" 2>/dev/null
check "... on standard output: status 2" test $? = 2
expect "asm -o over its input" 2 - "the input file itself" asm "$dir/own.wfk" -o "$dir/own.wfk"
same "the kernel file is intact" "$good" "$dir/own.wfk"
mkdir "$dir/sub"
ln -s ../both "$dir/sub/alias"
for other in both ./both sub/../both sub/alias; do
    expect "two outputs into one file: $other" 2 - "two outputs into one file" run "$good" --trace "$dir/both" --stats "$dir/$other"
done
touch "$dir/both"
ln "$dir/both" "$dir/hardlink"
expect "... says which two" 2 - "^wavefold: error: two outputs into one file, --trace and --stats: $dir/both$" run "$good" --trace "$dir/both" --stats "$dir/both"
expect "... and who may share standard output" 2 - "--stats and --dump (standard output, which only profile, summary and dumps may share): -$" run "$good" --dump Live --stats -
expect "two outputs into one file: a hard link" 2 - "two outputs into one file" run "$good" --trace "$dir/both" --stats "$dir/hardlink"
for other in - "$dir/dev/stdout" /dev/fd/1; do
    expect "two outputs into one file: - and $(basename "$other")" 2 - "two outputs into one file" run "$good" --trace - --stats $other
done

printf 'abcdefgh' >"$dir/data.bin"
cat >"$dir/named.wfk" <<'END'
[numthreads(1,1,1)]
buffer In[2] = file "data.bin"
code
    end
END
expect "an output over a file that the kernel reads" 2 - "a file that the kernel file reads: $dir/./data.bin" run "$dir/named.wfk" --stats "$dir/./data.bin"
expect "... by a dump" 2 - "a file that the kernel file reads" run "$dir/named.wfk" --dump In="$dir/data.bin"
expect "... by asm" 2 - "a file that the kernel file reads" asm "$dir/named.wfk" -o "$dir/data.bin"
check "... which is intact" test "$(cat "$dir/data.bin")" = abcdefgh
expect "a file that the kernel reads, dumped elsewhere" 0 "0x64636261, 0x68676665 " - run "$dir/named.wfk" --dump In

# ---- dumps ---------------------------------------------------------------------------------------------------------------------
expect "--dump prints a buffer" 0 "^Where = {" - run "$good" --dump Where
expect "--dump of two buffers" 0 "^Live = {" - run "$good" --dump Where --dump Live
expect "--dump into a file" 0 "^PASS" - run tb/cli/wide.wfk --wave-size 64 --dump Out="$dir/dump"
{ grep -v '^expect' tb/cli/wide.wfk; printf 'expect '; cat "$dir/dump"; } >"$dir/again.wfk"
expect "a dump is a list that a kernel file takes" 0 "^PASS" - run "$dir/again.wfk" --wave-size 64
sed -n 3p "$dir/dump" >"$dir/got"
echo "    0x00000008, 0x00000009, 0x0000000a, 0x0000000b, 0x0000000c, 0x0000000d, 0x0000000e, 0x0000000f,    // 8" >"$dir/want8"
same "a dump has the words of the buffer" "$dir/got" "$dir/want8"
expect "a dump of a failed run" 1 "0x00000003 " "1 word" run tb/cli/wrong.wfk --dump Out
expect "two dumps of one buffer" 2 - "two dumps of one buffer: Where=$dir/other" run "$good" --dump Where --dump Where="$dir/other"
expect "a dump of no buffer names those there are" 2 - "no such buffer to dump, only Where, Live, Column, Row, Place: Nothing$" run "$good" --dump Nothing
stem=a_name_as_long_as_can_be_____x     # and a letter: the longest
buffers() {             # LETTERS...: a kernel with buffers of these names
    echo '[numthreads(1,1,1)]'
    for letter; do echo "buffer $stem$letter[1]"; done
    printf 'code\n end\n'
}
buffers >"$dir/buffers0.wfk"
buffers a b c d e f g h >"$dir/buffers8.wfk"
buffers a b c d e f g h i j k l m n o p >"$dir/buffers16.wfk"
eight="${stem}a, ${stem}b, ${stem}c, ${stem}d, ${stem}e, ${stem}f, ${stem}g, ${stem}h"
expect "... none" 2 - "the kernel has no buffer to dump: B$" run "$dir/buffers0.wfk" --dump B
expect "... eight" 2 - "no such buffer to dump, only $eight: B$" run "$dir/buffers8.wfk" --dump B
expect "... the first eight of more" 2 - "no such buffer to dump, only $eight and 8 more: B$" run "$dir/buffers16.wfk" --dump B

# ---- old contents --------------------------------------------------------------------------------------------------------------
echo precious >"$dir/kept"
expect "rejected input" 3 - "" run tb/asm/bad/empty.wfk --stats "$dir/kept" --trace "$dir/kept2"
check "the old file is intact" test "$(cat "$dir/kept")" = precious -a ! -e "$dir/kept2"
no_leftovers "no temporary file is left behind"
exit $status
