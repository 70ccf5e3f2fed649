#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_compushady.sh - the programs of the client compushady on the Vulkan driver: at each subgroup size on the model, in lock step on 8 and 32 lanes.
#
# Needs: vulkan/wavefold_icd.json sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so
# Reads: tb/clients/client_compushady.py tb/clients/reference.py tb/clients/run.sh tb/clients/*.comp tb/clients/common.glsl
# Only in `make test-all`, whose set-up installs the package.
failed=0
tb/clients/run.sh compushady || failed=1
WAVEFOLD_LANES=8 tb/clients/run.sh --on lockstep --sizes "4 8" compushady || failed=1
WAVEFOLD_LANES=32 tb/clients/run.sh --on lockstep --sizes 32 compushady || failed=1
exit $failed
