#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_value.sh - the tables of docs/value.md: the rows of one wave size, which the seed chooses, are what sim/value.sh measures now, to a tenth of a
# cycle; and the units are the faster way there.  Environment: BUILD, SEED.
# Needs: sim/libwavefold_sim_l32.so sim/libwavefold_sim_l32_serial.so
set -u
BUILD=${BUILD:-build} status=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
size=$(echo 4 8 16 32 | cut -d ' ' -f $((${SEED:-1} % 4 + 1)))
what="atomics prefix match reduce survivors serial"

# shellcheck disable=SC2086  # a list of words
if ! sim/value.sh -s "$size" $what >"$dir/figures"; then echo "FAIL value: a run is wrong"; exit 1; fi
sim/value_page.sh tables "$dir/figures" | grep '^| [0-9]' >"$dir/rows"
while read -r row; do
    if grep -qxF -- "$row" docs/value.md; then
        echo "PASS value $row"
    else
        echo "FAIL value $row: docs/value.md has no such row; \`make bench\` measures again, sim/value_page.sh write $BUILD/value/figures"
        status=1
    fi
done <"$dir/rows"
slower=$(awk '$1 != "serial" && $5 >= $6' "$dir/figures")
if [ -s "$dir/rows" ] && [ -z "$slower" ]; then echo "PASS value: the units are the faster way"; else echo "FAIL value: slower with the unit: $slower"; status=1; fi
exit $status
