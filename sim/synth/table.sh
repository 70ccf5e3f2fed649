#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# table.sh check|write AREA [MODULE] - measure the rows of docs/timing.md whose area is at most AREA mm2 (of MODULE alone) again.  check: a PASS or FAIL line
# a row; write: the figures of today into the page.  The widths that the page states before a table are given to the modules that have them.
# Environment: BUILD.
set -u
mode=$1 area=$2 only=${3:-} page=docs/timing.md status=0
for tool in yosys sta; do
    command -v $tool >/dev/null || { echo "SKIP timing: $tool is not installed (make setup-synth)"; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

widths() {              # SECTION MODULE PARAMETERS
    case $1:$3 in
    lds:*LANES=8*)    all='IDX_W=3 BANK_W=3 ADDR_W=11 CTL_W=52 HOLD_W=169' ;;
    memory:*LANES=8*) all=IDX_W=3 ;;
    *)                all= ;;
    esac
    for width in $all; do
        ! grep -q "parameter integer ${width%%=*} " rtl/*/"$2".v || printf ' %s' "$width"
    done
}

# SECTION, MODULE, what the column of parameters says; the row
awk -F' *[|] *' -v area="$area" -v only="$only" '/^## /{ section = substr($0, 4); sub(/,.*/, "", section) }
    /^\| `wf_/ { module = $2; gsub(/`/, "", module); if ($4 <= area && (only == "" || module == only)) print section "|" module "|" $3 "|" $0 }' "$page" >"$work/rows"
while IFS='|' read -r section module column row; do
    parameters=$(echo "$column" | tr ' ,' '\n\n' | grep = | tr '\n' ' ')
    # shellcheck disable=SC2046,SC2086  # lists of words
    sim/synth/timing.sh "$module" $(widths "$section" "$module" "$column") $parameters >"$work/said" 2>&1
    now=$(awk -v start="| \`$module\` | $column |" '/Chip area/ { area = $NF / 1e6 } /worst slack/ { for (k = 1; k < NF; k++) if ($k == "slack") slack = $(k + 1) }
        END { if (slack == "") exit 1; printf "%s %.3f | %+.2f |\n", start, area, slack }' "$work/said" | sed 's/ |  |/ | |/') || now=
    if [ "$now" = "$row" ]; then
        echo "PASS timing $module $column"
    elif [ -z "$now" ]; then
        echo "FAIL timing $module $column: not measured"
        tail -n 3 "$work/said"
        status=1
    elif [ "$mode" = write ]; then
        echo "$row" >"$work/old"
        echo "$now" >"$work/new"
        awk 'FILENAME == ARGV[1] { old = $0; next } FILENAME == ARGV[2] { new = $0; next } $0 == old { print new; next } { print }' "$work/old" "$work/new" "$page" >"$work/page"
        cat "$work/page" >"$page"
        echo "PASS timing $module $column: $row becomes $now"
    else
        echo "FAIL timing $module $column: the page has $row, today it is $now (sim/synth/table.sh write $area $module)"
        status=1
    fi
done <"$work/rows"
[ -s "$work/rows" ] || { echo "FAIL timing: no row of $page has at most $area mm2"; status=1; }
exit $status
