#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# filters.sh - the GTKWave translation files of the view, into $BUILD/gtkwave/.  Environment: BUILD.
#   filters.sh              names of the instruction set, from wf_gen
#   filters.sh LISTING OUT  the instructions of one kernel, line and text as its file has them, from `wavefold asm --listing`
# A line is "hexadecimal value, name"; ?colour? paints it.  Signals of the view carry a 1 above the value while it is valid (wf_waves.vh).
set -eu
BUILD=${BUILD:-build}
gen=$BUILD/wf_gen out=$BUILD/gtkwave
mkdir -p "$out"

# one colour a unit, the same in every line of the view
colours='
    BEGIN {
        paint["FLOW"] = "?gray35?"; paint["ALU"] = "?RoyalBlue4?"; paint["FPU"] = "?SteelBlue4?"; paint["PACK"] = "?DarkSlateGray?"
        paint["XLANE"] = "?purple4?"; paint["LDS"] = "?DarkGreen?"; paint["MEM"] = "?firebrick4?"; paint["SYNC"] = "?DarkGoldenrod4?"
    }'

if [ $# = 2 ]; then
    # the opcode is the last byte of the word; op.txt says its colour
    # The listings of several dispatches stand one after the other, each from 0 on.  The place is a column, of a shader a line of its own; it becomes
    # what a trace says.
    awk 'NR == FNR { if (match($2, /^[?][^?]*[?]/)) paint[substr($1, 2)] = substr($2, RSTART, RLENGTH); next }
         /^\/\/ dispatch / { base = count + 0 }
         /^\/\/ line unknown/ { place = "-" }
         /^\/\/ / && match($0, /:[0-9]+(  |$)/) { place = substr($0, 4, RSTART + RLENGTH - 4); sub(/ *$/, "", place); sub(/.*\//, "", place); gsub(/ /, "_", place) }
         /^\/\// { next }
         { op = substr($2, 15); count = base + $1 + 1; text = $0; sub(/^ *[0-9]+ +[0-9a-f]+ +/, "", text); sub(/ *\/\/.*/, "", text) }
         $3 ~ /^[0-9]+$/ { place = $3; sub(/^[0-9]+ +/, "", text) }
         { printf "1%04x %s%s %s\n", base + $1, paint[op], place, text }
         END { print "00000 ?black? "; print "20000 ?gray15? "; print "30000 ?DarkGoldenrod4?at barrier" }' "$out/op.txt" "$1" >"$2"
    exit 0
fi

"$gen" gtkw-op | awk "$colours"'{ printf "1%s %s%s\n", $1, paint[$2], $3 } END { print "000 ?black? " }' >"$out/op.txt"
"$gen" gtkw-unit | awk "$colours"'{ printf "%x %s%s\n", 8 + $1, paint[$2], $2 } END { print "0 ?black? " }' >"$out/unit.txt"
"$gen" gtkw-atom | awk '{ n = index("0123456789abcdef", $1) - 1; printf "%02x %s\n", 96 + n, $2; if (n <= 10) printf "%02x %s 64\n", 112 + n, $2 }
    END { print "00 ?black? "; print "40 load"; print "50 store" }' >"$out/access.txt"
"$gen" gtkw-sv | awk 'NR <= 7 { printf "%02x %s\n", 128 + NR - 1, $2 } END { print "00 ?black? " }' >"$out/sv.txt"
"$gen" gtkw-reject | awk '{ printf "1%s %s\n", $1, $2 == "NONE" ? "accepted" : $2 } END { print "000 ?black? " }' >"$out/answer.txt"
"$gen" gtkw-stage >"$out/stage.txt"
"$gen" gtkw-fault >"$out/fault.txt"
awk 'BEGIN { print "000 ?black? "; for (n = 0; n < 256; n++) printf "1%02x %d\n", n, n }' >"$out/number.txt"
awk 'BEGIN { print "00 ?black? "; for (n = 0; n < 8; n++) printf "1%x %d\n", n, n }' >"$out/id.txt"
awk 'BEGIN { print "00 ?black? "; for (n = 0; n < 128; n++) printf "%02x r%d\n", 128 + n, n }' >"$out/register.txt"
# the states of a dispatch, as the source numbers them
sed -n 's/^ *localparam *\[2:0\] *\(FREE.*\);$/\1/p' rtl/dispatch/wf_dispatch_table.v | tr , '\n' |
    sed "s/^ *\([A-Z]*\) *= *3'd\([0-7]\)$/\2 \1/" >"$out/dispatch.txt"
