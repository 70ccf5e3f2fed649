#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# page.sh check|write - the tables of docs/synth.md are those of sim/synth/budget.list; write puts them there.
# Environment: BUDGET, MACRO_BIT.
set -eu
mode=$1 page=docs/synth.md BUDGET=${BUDGET:-sim/synth/budget.list}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Of the parameters those that are not as the module has them, and that do not follow from others.
for file in rtl/*/*.v; do
    sed -n '/^module /,/^);/s/^ *parameter integer *\([A-Z0-9_]*\) *= *\([0-9]*\),\{0,1\} *\(\/\/.*\)\{0,1\}$/'"$(basename "$file" .v)"' \1=\2/p' "$file"
    sed -n '/^module /,/^);/s/^ *parameter integer *\([A-Z0-9_]*\) *=.*/'"$(basename "$file" .v)"' \1/p' "$file"
done >"$work/usual"
awk -F'\t' '
    NR == FNR { split($0, part, " "); if ($0 ~ /=/) usual[part[1], part[2]] = 1; else { name[part[1], part[2]] = 1 } next }
    /^#/ || /^memory / { next }
    {
        count = split($1, part, " ")
        short = ""
        for (k = 2; k <= count; k++) if (!((part[1], part[k]) in usual) && (part[k] !~ /_W=/)) short = short (short == "" ? "" : " ") part[k]
        line[++lines] = $0
        of[lines] = part[1]; label[lines] = short
        times[part[1], short]++
    }
    END {
        print "| module | parameters | area | with its parts | flip-flops | with its parts | RAM bits | slack | levels | worst path |"
        print "|---|---|---|---|---|---|---|---|---|---|"
        for (n = 1; n <= lines; n++) {
            count = split(line[n], field, "\t")
            if (times[of[n], label[n]] > 1) {
                label[n] = ""
                parts = split(field[1], part, " ")
                for (k = 2; k <= parts; k++) if (!((of[n], part[k]) in usual)) label[n] = label[n] (label[n] == "" ? "" : " ") part[k]
            }
            path = field[10] == "-" ? "" : "`" field[10] "` to `" field[11] "`"
            printf "| `%s` | %s | %.3f | %s | ", of[n], label[n], field[2] / 1e6, field[3] == field[2] ? "" : sprintf("%.3f", field[3] / 1e6)
            printf "%d | %s | %s | ", field[4], field[5] == field[4] ? "" : field[5], field[7] == 0 ? "" : field[7]
            if (field[8] == "-") print " | | |"
            else printf "%+.2f | %d | %s |\n", field[8], field[9], path
        }
    }' "$work/usual" "$BUDGET" >"$work/blocks"
{
    echo '| unit | number | rows | bits of a row | ports that read | enables | area, estimated |'
    echo '|---|---|---|---|---|---|---|'
    awk -F'\t' -v bit="${MACRO_BIT:-11.3}" '
        /^memory / { printf "| %s | %d | %d | %d | %d | %d | %.3f |\n", substr($1, 8), $6, $2, $3, $4, $5, $6 * $2 * $3 * $4 * bit / 1e6 }' "$BUDGET"
} >"$work/memories"
awk -v work="$work" '
    /^\| module \| parameters \| area / || /^\| unit \| number \| rows / {
        file = work (/module/ ? "/blocks" : "/memories")
        while ((getline line < file) > 0) print line
        found++
        skip = 1
        next
    }
    skip && /^\|/ { next }
    { skip = 0; print }
    END { exit found != 2 }' "$page" >"$work/page" || { echo "FAIL synth-page: $page: expected a table of blocks and one of memories"; exit 1; }
if cmp -s "$work/page" "$page"; then echo "PASS synth-page: $page has the tables of $BUDGET"
elif [ "$mode" = write ]; then cat "$work/page" >"$page"; echo "PASS synth-page: $page written"
else
    echo "FAIL synth-page: $page has not the tables of $BUDGET (sim/synth/page.sh write)"
    diff "$page" "$work/page" | head -n 6
    exit 1
fi
