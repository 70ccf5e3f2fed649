#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_halide.sh - the programs of the client halide on the Vulkan driver, at each subgroup size.
#
# Needs: vulkan/wavefold_icd.json
# Reads: tb/clients/client_halide.py tb/clients/reference.py tb/clients/run.sh
# Only in `make test-all`, whose set-up installs the package.
exec tb/clients/run.sh halide
