#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# machine_run.sh SEED COUNT POINTS - run tb/cov/machine.sh on the machine that sim/cov/machine.sh built, and write what all of it covered (points.awk).  A bit
# is covered when it rises and falls in one run (sim/verilator/wf_rtl.cpp).  Environment: BUILD.
set -u
cov=${BUILD:-build}/cov points=$3 at=${3%.points}
signals=$cov/machine/signals
rm -rf "$at.runs"
mkdir -p "$at.runs"
awk -f sim/cov/scopes.awk "$signals" tb/cov/functional.def >"$at.scopes"
WAVEFOLD_SIM=$cov/libwavefold_sim_cover.so WF_BINS=$at.scopes tb/cov/machine.sh "$1" "$2" "$at.runs" >"$at.log" 2>&1 || { tail -n 20 "$at.log"; exit 1; }
for kind in toggles bins lines; do find "$at.runs" -name "*.$kind" -exec cat {} + >"$at.$kind"; done
awk -f sim/cov/bits.awk -f sim/cov/points.awk "$signals" "$at.toggles" "$at.bins" "$at.lines" |
    grep -v '	tb/lockstep/' >"$points.new" && mv "$points.new" "$points"
rm -rf "$at.runs" "$at.toggles" "$at.bins" "$at.lines"
