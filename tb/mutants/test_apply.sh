#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_apply.sh - every mutant still applies to the text that it was planted in: one that does not proves nothing (sim/mutants.sh runs them).
# Needs: tb/mutants/wf_mutate
exec "${BUILD:-build}/tb/mutants/wf_mutate" check tb/mutants/*.list
