#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_taichi.sh - the programs of the client taichi on the Vulkan driver: at each subgroup size on the model, in lock step on 8 and 32 lanes.
#
# Needs: vulkan/wavefold_icd.json sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so
# Reads: tb/clients/client_taichi.py tb/clients/reference.py tb/clients/run.sh
# Only in `make test-all`, whose set-up installs the package.
failed=0
tb/clients/run.sh taichi || failed=1
WAVEFOLD_LANES=8 tb/clients/run.sh --on lockstep --sizes "4 8" taichi product reduce blur || failed=1
WAVEFOLD_LANES=32 tb/clients/run.sh --on lockstep --sizes 32 taichi product reduce blur || failed=1
exit $failed
