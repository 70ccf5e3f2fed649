#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# assemble.sh NAMES BUFFER MODULE [PARAMETER=VALUE...] - the netlist of one block whose parts have theirs; in the block's folder net.v, loads, figures, totals
# (figures with those of all blocks in it), tree (the folders of the blocks in it, itself the last).
#   NAMES: of synth.sh, lines BLOCK <tab> MODULE OF THE NETLIST <tab> FOLDER.
# Environment: SHARED (of synth.sh).
set -eu
names=$1 buffer=$2
shift 2
block=$*
tab=$(printf '\t')
here=$(grep -F "$block$tab" "$names" | awk -F'\t' -v b="$block" '$1 == b')
module=$(echo "$here" | cut -f2) dir=$(echo "$here" | cut -f3)
awk -F'\t' 'NR == FNR { part[$0] = 1; next } $1 in part { print $2 "\t" $3 }' "$dir/parts" "$names" >"$dir/inside.new"
while read -r inner folder; do
    echo "# $inner"
    cat "$folder/loads"
done <"$dir/inside.new" >"$dir/loads.inside"
key=$(cat "$dir/block.blif.key" "$dir/loads.inside" "$SHARED/cells" sim/synth/netlist.awk sim/synth/assemble.sh | sha256sum)
if [ ! -s "$dir/net.v" ] || [ "$key" != "$(cat "$dir/net.key" 2>/dev/null)" ]; then
    rm -f "$dir/net.key" "$dir/timing.key"
    awk -v name="$module" -v loads=10 -v buffer="$buffer" -v out="$dir" -f sim/synth/netlist.awk "$SHARED/cells" "$names" "$dir/loads.inside" "$dir/block.blif"
    echo "$key" >"$dir/net.key"
fi
rm -f "$dir/loads.inside"
mv "$dir/inside.new" "$dir/inside"
# those of the parts, as often as they are there
{
    awk '$1 == "macro" { print "memory:" $2, 1; next } $1 != "block"' "$dir/figures"
    sed -n 's/^block //p' "$dir/figures" | while read -r part; do
        cat "$(awk -F'\t' -v b="$part" '$1 == b { print $3 }' "$names")/totals"
    done
} | awk '{ sum[$1] += $2 } END { for (what in sum) printf "%s %.0f\n", what, sum[what] }' | sort >"$dir/totals"
{ while read -r inner folder; do cat "$folder/tree"; done <"$dir/inside"; echo "$dir"; } | awk '!seen[$0]++' >"$dir/tree"
