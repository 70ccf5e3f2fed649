#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# layers.sh OBJECT... - what may use what in C.  No two files need each other, not even by way of others: what they share belongs below them.
# And of the folders of c_model each uses only those above it in this list, by a header or by a function:
folders='model/fp model/isa model/dispatch model/pack model/core model/xlane model/lds model/top
    spirv/module spirv/kernel spirv/code spirv/math spirv/lower spirv/passes spirv asm advise driver cosim vulkan cli'
# A verdict on the files and one on the folders; after a FAIL the files of a circle, or who uses what.
set -u
[ $# != 0 ] || { echo "usage: $0 OBJECT..." >&2; exit 2; }
log=$(mktemp) status=0
trap 'rm -f "$log" "$log.needs"' EXIT

# "file file" for each file that needs a symbol of another
nm -A -P "$@" | awk '
    { split($1, file, ":"); sub(/\[.*/, "", file[1]) }
    $3 ~ /^[TDBRC]$/ && $2 != "main" { home[$2] = file[1] }
    $3 == "U"                        { needs[++n] = file[1] SUBSEP $2 }
    END { for (i = 1; i <= n; i++) { split(needs[i], p, SUBSEP); if (p[2] in home && home[p[2]] != p[1]) print p[1], home[p[2]] } }' |
    sort -u >"$log.needs"
if [ ! -s "$log.needs" ]; then
    echo "FAIL layers: no file needs another"
    status=1
elif tsort "$log.needs" >/dev/null 2>"$log"; then
    echo "PASS layers: $(wc -l <"$log.needs") needs among $# files"
else
    echo "FAIL layers: these files need each other"
    grep -v 'loop' "$log"
    status=1
fi

# the same of folders: by symbols, and by headers
{
    sed 's|[^ ]*c_model/|c_model/|g' "$log.needs"
    grep -o '^# *include "[^"]*/[^"]*"' c_model/*/*.[ch] c_model/*/*/*.[ch] | awk -F'[:"]' '$3 !~ /^wavefold\// {
        folder = $1
        sub(/\/[^\/]*$/, "", folder)
        path = folder "/" $3
        while (sub(/[^\/.]+\/\.\.\//, "", path)) {}
        print $1, path }'
} | awk -v folders="$folders" '
    BEGIN { n = split(folders, list, " "); for (i = 1; i <= n; i++) rank[list[i]] = i }
    function folder(path) { sub(/^c_model\//, "", path); sub(/\/[^\/]*$/, "", path); return path }
    !/^c_model\/.* c_model\// || $2 ~ /^c_model\/include\// { next }
    {
        from = folder($1); to = folder($2); uses++
        if (!(from in rank) || !(to in rank) || rank[to] > rank[from]) bad[++wrong] = "    " $1 " uses " $2
    }
    END {
        if (wrong || !uses) print "FAIL layers: " (uses ? "folders use what is not above them in the list of sim/layers.sh" : "no folder uses another")
        else print "PASS layers: " uses " uses among " n " folders"
        for (i = 1; i <= wrong; i++) print bad[i]
        exit wrong || !uses
    }' || status=1
exit $status
