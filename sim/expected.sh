#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# expected.sh check|write PROGRAM FILE... - the lists between `{ // PROGRAM NAME` and `}` in kernel files are what the
# sequential reference program, wf_expect, prints.  check: a PASS or FAIL line a file; write: rewrite them.
set -eu
mode=$1 program=$2 word=$(basename "$2")
shift 2
status=0
new=$(mktemp)
trap 'rm -f "$new"' EXIT
for file in "$@"; do
    grep -q "{ // $word " "$file" || continue
    awk -v program="$program" -v word="$word" '
        skipping && /^}/ { skipping = 0 }
        !skipping        { print }
        index($0, " // " word " ") {
            command = program " " $NF
            while ((got = (command | getline line)) > 0) print line
            if (close(command) != 0 || got < 0) exit 1
            skipping = 1
        }' "$file" >"$new" || { echo "FAIL expected $file: the reference program failed"; status=1; continue; }
    if [ "$mode" = write ]; then
        cat "$new" >"$file"
    elif cmp -s "$file" "$new"; then
        echo "PASS expected $file"
    else
        echo "FAIL expected $file: not what $word prints; run make expected"; status=1
    fi
done
exit $status
