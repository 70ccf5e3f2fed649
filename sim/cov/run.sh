#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BENCH SEED POINTS - run a bench that was built for coverage, $BUILD/cov/bench/BENCH/tb, and write what it covered (points.awk); the file is there
# whole or not at all.  One that fails covers nothing: exit status 1.  Environment: BUILD.
set -u
cov=${BUILD:-build}/cov bench=$1 seed=$2 points=$3
at=${points%.points} folder=$cov/bench/$bench
awk -f sim/cov/scopes.awk "$folder/signals" tb/cov/functional.def >"$at.scopes"
$(BUILD=$cov sim/bench.sh command verilator "$bench" "$seed") +coverage="$at" +bins="$at.scopes" >"$at.log" 2>&1 || { tail -n 5 "$at.log"; exit 1; }
awk -f sim/cov/bits.awk -f sim/cov/points.awk "$folder/signals" "$at.toggles" "$at.bins" "$at.lines" >"$points.new" && mv "$points.new" "$points"
rm -f "$at.toggles" "$at.lines" "$at.bins"
