// SPDX-License-Identifier: Apache-2.0
// counted.f - options of Verilator 5.006 in each build for coverage.  Splitting a clocked block moves counts away from their conditions; the pass life-post
// gives registers of a block that is not split wrong values: docs/coverage.md.
--coverage-line
-fno-reorder
-fno-split
-fno-life-post
