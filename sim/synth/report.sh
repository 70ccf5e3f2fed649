#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh run|check|write FOLDER SECONDS - of what synth.sh has measured (names and tops in FOLDER): the table of blocks and that of memories, then
#   check: a PASS or FAIL line a block of the budget.  3 % more area, flip-flops or memory fails, and so does a slack under MARGIN % of the period,
#     unless the budget has that slack or less.
#   write: the figures into the budget.
# Environment: BUDGET, MARGIN, PERIOD; WHOLE=1: all rows were measured, so the budget has no others.
set -eu
mode=$1 rows=$2 seconds=$3 head='# SPDX-License-Identifier: Apache-2.0'

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

awk -F'\t' '
    function mm2(um2) { return sprintf("%.3f", um2 / 1e6) }
    BEGIN { printf "%-22s %9s %9s %7s %7s %9s %6s %6s  %s\n", "module", "area mm2", "all", "flops", "all", "RAM bits", "slack", "levels", "worst path; parameters" }
    {
        module = $1; sub(/ .*/, "", module)
        values = $1; if (!sub(/^[^ ]* /, "", values)) values = ""
        printf "%-22s %9s %9s %7d %7d %9d %6s %6s  %s -> %s; %s\n", module, mm2($2), mm2($3), $4, $5, $7, $8, $9, $10, $11, values
    }' "$rows/figures"

# the memories of each row of units.list
while read -r row block; do
    dir=$(awk -F'\t' -v b="$block" '$1 == b { print $3 }' "$rows/names")
    sed -n 's/^memory://p' "$dir/totals" | sed "s/^/$row /"
done <"$rows/tops" | awk -v bit="$MACRO_BIT" '
    BEGIN { printf "%-12s %6s %6s %6s %6s %6s %7s %10s\n", "memories of", "number", "rows", "bits", "reads", "writes", "enables", "mm2 in all" }
    {
        split($2, part, "_"); split(part[3], size, "x"); split(part[4], ports, "r")
        printf "%-12s %6d %6d %6d %6d %6d %7d %10.3f\n", $1, $3, size[1], size[2], ports[1], 1, ports[2], $3 * size[1] * size[2] * ports[1] * bit / 1e6
    }'
echo "synthesized in $seconds s with $(basename "$LIB") at $PERIOD ns"

case $mode in
check)
    awk -F'\t' -v margin="$MARGIN" -v period="$PERIOD" -v budget_file="$BUDGET" -v whole="${WHOLE:-}" -v lib="$(basename "$LIB")" '
        function grown(what, k, unit, scale,    percent) {
            if ($k + 0 == 0 && limit[$1, k] + 0 == 0) return
            percent = limit[$1, k] + 0 == 0 ? 100 : 100 * ($k / limit[$1, k] - 1)
            if (percent > 3) says(sprintf("%s %.*f%s, in the budget %.*f: %+.1f %%, 3 %% are allowed", what, scale > 1 ? 3 : 0, $k / scale, unit,
                                          scale > 1 ? 3 : 0, limit[$1, k] / scale, percent))
            if (percent < -3) less = less " " what
        }
        function says(text) { told = told (told == "" ? "" : "; ") text }
        NR == FNR && /^# library / { split($0, words, " "); if (words[3] != lib || words[5] != period) { print "FAIL synth: the budget is for " words[3] " at " words[5] " ns, this is " lib " at " period " ns"; wrong = 1; exit } next }
        NR == FNR && /^#/ { next }
        NR == FNR { count = split($0, field, "\t"); has[field[1]] = 1; for (k = 2; k <= count; k++) limit[field[1], k] = field[k]; next }
        {
            seen[$1] = 1; told = less = ""
            if (!($1 in has)) says("the budget " budget_file " has no line of it")
            else {
                grown("area", 2, " mm2", 1e6); grown("area with its parts", 3, " mm2", 1e6); grown("flip-flops", 4, "", 1); grown("RAM bits", 6, "", 1)
                if ($8 != "-" && $8 < period * margin / 100 && $8 < limit[$1, 8])
                    says(sprintf("slack %+.2f ns, in the budget %+.2f: under the margin of %.2f ns for wires; from %s to %s, %d levels", $8, limit[$1, 8], period * margin / 100, $10, $11, $9))
            }
            if (told == "") printf "PASS synth %s: %.3f mm2, slack %s%s\n", $1, $2 / 1e6, $8, less == "" ? "" : "; more than 3 % less than the budget:" less
            else { print "FAIL synth " $1 ": " told; wrong = 1 }
        }
        END {
            if (whole) for (block in has) if (!(block in seen)) { print "FAIL synth " block ": in the budget, not in the machine"; wrong = 1 }
            if (wrong) print "a change that is worth it: sim/synth/synth.sh write puts the figures of today into " budget_file
            exit wrong
        }' "$BUDGET" "$rows/figures" ;;
write)
    {
        echo "$head"
        echo '# The budget of make synth, written by sim/synth/synth.sh write: block, um2, um2 with its parts, flip-flops, those with its parts, RAM bits, those with'
        echo '# its parts, slack in ns.  3 % more of any fails, and so does less slack under the margin.'
        echo "# library $(basename "$LIB") period $PERIOD"
        { cut -f1-8 "$rows/figures"; [ "${WHOLE:-}" = 1 ] || [ ! -e "$BUDGET" ] || grep -v '^#' "$BUDGET"; } | awk -F'\t' '!seen[$1]++' | LC_ALL=C sort
    } >"$rows/budget"
    cat "$rows/budget" >"$BUDGET"
    echo "wrote $BUDGET" ;;
esac
