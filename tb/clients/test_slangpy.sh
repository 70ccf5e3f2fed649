#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_slangpy.sh - the programs of the client slangpy on the Vulkan driver, at each subgroup size.
#
# Needs: vulkan/wavefold_icd.json
# Reads: tb/clients/client_slangpy.py tb/clients/reference.py tb/clients/run.sh tb/clients/programs.slang
# Only in `make test-all`, whose set-up installs the package.
exec tb/clients/run.sh slangpy
