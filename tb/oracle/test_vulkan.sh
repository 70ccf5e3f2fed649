#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_vulkan.sh - the shader set and some random modules on the project's own Vulkan driver agree with plain C; a wrong expectation does not.
# In `make test` at one subgroup size, by turns.  Environment: ALL, BUILD, SEED.
#
# Needs: tb/oracle/wf_oracle tb/spirv/wf_spirv_random vulkan/wavefold_icd.json
# Reads: sim/oracle.sh sim/oracle_vulkan.sh tb/shaders/*.wfk
set -u
BUILD=${BUILD:-build} SEED=${SEED:-1} ALL=${ALL:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
turn=$(echo 4 8 16 32 64 128 | cut -d ' ' -f $((SEED % 6 + 1)))
sizes=$([ "$ALL" = 0 ] && echo "$turn" || echo 4 8 16 32 64 128)
failed=0
SEED=$((SEED % 100000)) && export SEED
sim/oracle_vulkan.sh --sizes "$sizes" --least 420 --lavapipe "$([ "$ALL" = 0 ] && echo no || echo yes)" || failed=1
sim/oracle_vulkan.sh --sizes "$sizes" --random "$([ "$ALL" = 0 ] && echo 40 || echo 400)" || failed=1

# the comparison finds what is wrong
sed 's|shader "|&'"$PWD/tb/shaders/"'|; s/^expect Out = .*/expect Out = each i + 12345/' tb/shaders/wave_vote.wfk >"$work/wave_vote.wfk"
if sim/oracle_vulkan.sh --sizes "$turn" "$work/wave_vote.wfk" >"$work/said" 2>&1 || ! grep -q '^  FAIL oracle wave_vote: ' "$work/said"; then
    echo "FAIL oracle: a wrong expectation passes"
    cat "$work/said"
    failed=1
else
    echo "PASS oracle: a wrong expectation"
fi
exit $failed
