#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh run|check|write FOLDER SECONDS - of what synth.sh has measured (names and tops in FOLDER): the table of blocks and that of memories, then
#   check: a PASS or FAIL line a block of the budget.  3 % more area, flip-flops or memory fails, and so does a slack under MARGIN % of the period,
#     unless the budget has that slack or less.
#   write: the figures into the budget.
# Environment: BUDGET, MARGIN, PERIOD, LIB, MACRO_BIT; WHOLE=1: all rows were measured, so the budget has no others.
set -eu
mode=$1 rows=$2 seconds=$3

# BLOCK, then area, area with its parts, flip-flops, those with its parts, bits, those with its parts, slack, levels, start, end
tac "$rows/names" | while IFS="$(printf '\t')" read -r block module dir; do
    [ -s "$dir/timing" ] && timing=$dir/timing || timing=
    # shellcheck disable=SC2086  # none or one
    awk -v block="$block" -v OFS='\t' '
        FILENAME ~ /figures$/ && $1 != "macro" && $1 != "block" { own[$1] = $2 }
        FILENAME ~ /totals$/ { all[$1] = $2 }
        FILENAME ~ /timing$/ { slack = $1; levels = $2; start = $3; end = $4 }
        END {
            if (slack == "") slack = levels = start = end = "-"
            print block, own["area"], all["area"], own["flops"], all["flops"], own["bits"], all["bits"], slack, levels, start, end
        }' "$dir/figures" "$dir/totals" $timing
done >"$rows/figures"
# the memories of each row of units.list: "memory ROW", rows, bits, ports that read, enables, how many
while read -r row block; do
    dir=$(awk -F'\t' -v b="$block" '$1 == b { print $3 }' "$rows/names")
    sed -n 's/^memory://p' "$dir/totals" | sed 's/^wf_macro_//; s/[x_r ]/\t/g' | sed "s/^/memory $row\t/"
done <"$rows/tops" >"$rows/memories"

awk -F'\t' '
    function mm2(um2) { return sprintf("%.3f", um2 / 1e6) }
    BEGIN {
        printf "%-22s %9s %9s %7s %7s %9s %6s %6s  %s\n", "module", "area mm2", "all", "flops", "all", "RAM bits", "slack", "levels", "worst path; parameters"
    }
    {
        module = $1; sub(/ .*/, "", module)
        values = $1; if (!sub(/^[^ ]* /, "", values)) values = ""
        printf "%-22s %9s %9s %7d %7d %9d %6s %6s  %s -> %s; %s\n", module, mm2($2), mm2($3), $4, $5, $7, $8, $9, $10, $11, values
    }' "$rows/figures"
awk -F'\t' -v bit="$MACRO_BIT" '
    BEGIN { printf "%-20s %6s %6s %6s %6s %7s %10s\n", "memories", "number", "rows", "bits", "reads", "enables", "mm2 in all" }
    { sub(/^memory /, ""); printf "%-20s %6d %6d %6d %6d %7d %10.3f\n", $1, $6, $2, $3, $4, $5, $6 * $2 * $3 * $4 * bit / 1e6 }' "$rows/memories"
echo "synthesized in $seconds s with $(basename "$LIB") at $PERIOD ns"

case $mode in
check)
    awk -F'\t' -v margin="$MARGIN" -v period="$PERIOD" -v budget="$BUDGET" -v whole="${WHOLE:-}" -v lib="$(basename "$LIB")" \
        -f sim/synth/budget.awk "$BUDGET" "$rows/figures" ;;
write)
    {
        sed -n '/^#/p' sim/synth/budget.head
        echo "# library $(basename "$LIB") period $PERIOD"
        { cat "$rows/figures" "$rows/memories"; [ "${WHOLE:-}" = 1 ] || [ ! -e "$BUDGET" ] || grep -v '^#' "$BUDGET"; } |
            awk -F'\t' '
                { name = /^memory/ ? $1 FS $2 FS $3 FS $4 FS $5 : $1 }
                !seen[name]++' | LC_ALL=C sort
    } >"$rows/budget"
    cat "$rows/budget" >"$BUDGET"
    echo "wrote $BUDGET" ;;
esac
