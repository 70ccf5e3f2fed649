#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh all|some UNITS POINTS... - the tables of coverage from what sim/cov/points.awk left of each bench, with all those of records and of C tests too; the
# page; and a line for CI, the last one.
# A number below its floor in tb/cov/floors.list, a module that no bench builds, and an exclusion that is wrong make the exit status 1.
# $BUILD/cov/holes lists what is not covered, $BUILD/cov/alone what one bench alone reaches.  With some UNITS, floors of the others are not looked at, and
# exclusions of their files neither.  FIGURES=check: so do tables of docs/coverage.md that differ from these.  Environment: BUILD FIGURES.
set -u
units=$2 dir=${BUILD:-build}/cov status=0 records=
[ "$1" != all ] || records=1
shift 2
: >"$dir/holes"
: >"$dir/places"
# what is said of files of other units is not looked at
for unit in $units; do echo "rtl/$unit/"; done >"$dir/folders"
awk 'NR == FNR { folder[$1]; next }
    /^[^ #]/ { split($1, part, "/"); shown = (part[1] "/" part[2] "/") in folder }
    shown' "$dir/folders" tb/cov/exclusions.list >"$dir/exclusions"
awk -f sim/cov/bits.awk -f sim/cov/report.awk -v holes="$dir/holes" -v places="$dir/places" -v only="$units" "$dir/exclusions" "$@" >"$dir/report" || status=1
grep '^FAIL' "$dir/report"
grep -v '^FAIL' "$dir/report" | tee "$dir/table"
sort -o "$dir/holes" "$dir/holes"
sort -t '	' -k1,1 -k2,2n -o "$dir/places" "$dir/places"
awk -F '\t' '$6 != "" && $6 != "-" && $5 != "excluded" { print $6 "\t" $1 ":" $2 "\t" $3 "\t" $4 }' "$dir/places" | sort >"$dir/alone"

for unit in $units; do
    for module in rtl/"$unit"/*.v; do
        cat "$@" | grep -qxF "built	$(basename "$module" .v)" || grep -q "^$module module " tb/cov/exclusions.list || { echo "FAIL coverage: no bench of $unit builds $module"; status=1; }
    done
done
echo
[ -n "$records" ] || : >"$dir/no_records"
awk -f sim/cov/functional.awk -v records="$records" -v units="$units" -v missing="$dir/missing" c_model/include/wavefold/isa.def tb/cov/functional.def \
    "$dir/$([ -n "$records" ] && echo records.list || echo no_records)" "$@" >"$dir/report" || status=1
grep '^FAIL' "$dir/report"
grep -v '^FAIL' "$dir/report" | tee "$dir/bins"
[ -z "$records" ] || { echo; cat "$dir/c/table"; [ ! -s "$dir/c/wrong" ] || { cat "$dir/c/wrong"; status=1; }; }

# NAME:PART numbers, against their floors
{
    awk 'NR > 1 && $1 != "together" { print $1 ":lines", $2; print $1 ":branches", $4; print $1 ":control", $6; print $1 ":data", $8 }' "$dir/table"
    awk 'NR > 1 && !/^together/ && match($0, /  +/) { print substr($0, 1, RSTART - 1) ":bins", $(NF - 1) }' "$dir/bins" | sed 's/ of /_of_/'
    [ -z "$records" ] || awk 'NR > 1 { name = $1 == "C" ? "C_" $2 : "c_model/" $1; if ($1 == "C") sub(/^C /, ""); print name ":lines", $2; print name ":branches", $4 }' "$dir/c/table"
} >"$dir/numbers"
awk -v all="$records" '
    NR == FNR { if (!/^#/ && NF) floor[$1] = $2; next }
    $1 in floor { seen[$1]; if ($2 < floor[$1]) { printf "FAIL coverage: %s: %.1f %% is below its floor, %.1f %%\n", $1, $2, floor[$1]; bad = 1 } next }
    all { printf "FAIL coverage: %s has no floor\n", $1; bad = 1 }
    END {
        if (all) for (name in floor) if (!(name in seen)) { print "FAIL coverage: a floor of nothing: " name; bad = 1 }
        exit bad
    }' tb/cov/floors.list "$dir/numbers" || status=1
[ -z "$records" ] || [ "${FIGURES-}" != check ] || sim/cov/figures.sh check "$dir" || status=1
sh sim/cov/page.sh "$dir" >"$dir/index.html"
echo "page: $dir/index.html; missing: $dir/holes ($(wc -l <"$dir/holes")); reached by one bench alone: $dir/alone"
percent() { awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$3"; }
word=$([ $status = 0 ] && echo PASS || echo FAIL)
echo "$word coverage: lines $(percent together 2 "$dir/table") %, branches $(percent together 4 "$dir/table") %, control" \
    "$(percent together 6 "$dir/table") %, data $(percent together 8 "$dir/table") %, bins $(percent together 5 "$dir/bins") %$(
    [ -z "$records" ] || awk '$1 " " $2 == "C model" { print ", C model lines " $3 " %, branches " $5 " %" }' "$dir/c/table")"
exit $status
