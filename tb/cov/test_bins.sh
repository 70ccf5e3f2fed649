#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_bins.sh - every instruction at every wave size, by one lane, the lowest lanes, others and all; every scan of each mode and scope; every atomic in each
# place; every system value, every fence: in lock step, and none is missing.  Environment: BUILD SEED.
# Needs: sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so sim/libwavefold_sim_l128.so
# Reads: sim/cov/bins.sh sim/cov/records.awk sim/cov/functional.awk tb/cov/bins.awk tb/cov/functional.def
set -u
dir=$(mktemp -d) status=0
trap 'rm -rf "$dir"' EXIT
BUILD=${BUILD:-build} sim/cov/bins.sh "${SEED:-1}" "$dir" >"$dir/traces"
awk -f sim/cov/records.awk c_model/include/wavefold/isa.def "$dir/traces" >"$dir/records" || status=1
: >"$dir/points"
awk -f sim/cov/functional.awk -v records=1 -v units= -v missing="$dir/missing" c_model/include/wavefold/isa.def tb/cov/functional.def "$dir/records" "$dir/points" \
    >"$dir/table" || status=1
grep '^FAIL' "$dir/table"
total=$(awk '$1 == "together" { print $2, $4 }' "$dir/table")
if [ $status = 0 ] && [ ! -s "$dir/missing" ] && [ "${total% *}" = "${total#* }" ] && [ "${total% *}" -gt 10000 ]; then
    echo "PASS bins of instructions: ${total% *}, all hit"
else
    head -n 5 "$dir/missing"
    echo "FAIL bins of instructions: $(wc -l <"$dir/missing") are missing"
    status=1
fi
exit $status
