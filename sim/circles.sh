#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# circles.sh OBJECT... - no two object files may need each other, not even by way of others: what they share belongs below them.
# One verdict; after a FAIL the files of the circle.
set -u
[ $# != 0 ] || { echo "usage: $0 OBJECT..." >&2; exit 2; }
log=$(mktemp)
trap 'rm -f "$log" "$log.edges"' EXIT
nm -A -P "$@" | awk '
    { split($1, file, ":"); sub(/\[.*/, "", file[1]) }
    $3 ~ /^[TDBRC]$/ { home[$2] = file[1] }
    $3 == "U"        { needs[++n] = file[1] SUBSEP $2 }
    END { for (i = 1; i <= n; i++) { split(needs[i], p, SUBSEP); if (p[2] in home && home[p[2]] != p[1]) print p[1], home[p[2]] } }' |
    sort -u >"$log.edges"
if [ ! -s "$log.edges" ]; then
    echo "FAIL circles: no file needs another"
elif tsort "$log.edges" >/dev/null 2>"$log"; then
    echo "PASS circles: $(wc -l <"$log.edges") needs among $# files"
    exit 0
else
    echo "FAIL circles: these files need each other"
    grep -v 'loop' "$log"
fi
exit 1
