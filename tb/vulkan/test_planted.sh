#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_planted.sh - a program for Vulkan on the hardware in lock step: what catches the bugs of the hardware in tb/mutants/vulkan.list.
# Environment: BUILD.
# Needs: sim/libwavefold_sim_l8.so vulkan/wavefold_icd.json tb/vulkan/test_lockstep
set -eu
"${BUILD:-build}/tb/vulkan/test_lockstep" | sed 's/vulkan_lockstep/vulkan planted/' | tee "${BUILD:-build}/vulkan_planted.said"
grep -q '^PASS' "${BUILD:-build}/vulkan_planted.said"
