#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_wgpu.sh - the programs of the client wgpu on the Vulkan driver: at each subgroup size on the model, small ones on the RTL in lock step.
#
# Needs: vulkan/wavefold_icd.json sim/libwavefold_sim_l8.so
# Reads: tb/clients/client_wgpu.py tb/clients/reference.py tb/clients/run.sh
# Only in `make test-all`, whose set-up installs the package.
failed=0
tb/clients/run.sh wgpu || failed=1
WAVEFOLD_LANES=8 tb/clients/run.sh --on lockstep --sizes "4 8" wgpu || failed=1
exit $failed
