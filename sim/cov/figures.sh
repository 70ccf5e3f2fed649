#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# figures.sh check|write FOLDER - the tables of docs/coverage.md are those that sim/cov/report.sh left in FOLDER, of all units; write puts them there.
set -eu
mode=$1 dir=$2 page=docs/coverage.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk 'NR > 1 && $1 != "together" { print "| " $1 " | " $2 " | " $4 " | " $6 " | " $8 " | " $10 " |" }' "$dir/table" >"$work/units"
awk 'NR > 1 && match($0, /  +/) { print "| " substr($0, 1, RSTART - 1) " | " $(NF - 4) " | " $(NF - 2) " | " $(NF - 1) " |" }' "$dir/bins" >"$work/bins"
awk 'NR > 1 { name = $1; if ($1 == "C") name = name " " $2; print "| " name " | " $(NF - 4) " | " $(NF - 2) " | " $NF " |" }' "$dir/c/table" >"$work/c"
awk -v work="$work" '
    function table(name,    line) { print; getline; print; while ((getline line <(work "/" name)) > 0) print line; found++; inside = 1 }
    /^\| unit \| lines %/ { table("units"); next }
    /^\| bins \| hit/ { table("bins"); next }
    /^\| folder of `c_model`/ { table("c"); next }
    inside && /^\|/ { next }
    { inside = 0; print }
    END { exit found != 3 }' "$page" >"$work/page" || { echo "FAIL coverage: $page has no tables of units, bins and C code"; exit 1; }
cmp -s "$page" "$work/page" && exit
[ "$mode" != write ] || { cp "$work/page" "$page"; exit; }
diff "$page" "$work/page" | sed -n 's/^[<>] /    &/p'
echo "FAIL coverage: the tables of $page are not those of this run: sim/cov/figures.sh write $dir"
exit 1
