#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# expected.sh check|write WF_EXPECT FILE... - the lists between `{ // wf_expect NAME` and `}` in kernel files are what the
# sequential reference program prints.  check: a PASS or FAIL line a file; write: rewrite them.
set -eu
mode=$1 program=$2
shift 2
status=0
new=$(mktemp)
trap 'rm -f "$new"' EXIT
for file in "$@"; do
    grep -q '{ // wf_expect ' "$file" || continue
    awk -v program="$program" '
        skipping && /^}/ { skipping = 0 }
        !skipping        { print }
        / \/\/ wf_expect / {
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
        echo "FAIL expected $file: not what wf_expect prints; run make expected"; status=1
    fi
done
exit $status
