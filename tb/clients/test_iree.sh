#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_iree.sh - the programs of the client iree on the Vulkan driver, at each subgroup size.
#
# Needs: vulkan/wavefold_icd.json
# Reads: tb/clients/client_iree.py tb/clients/reference.py tb/clients/run.sh
# Only in `make test-all`, whose set-up installs the package.
exec tb/clients/run.sh iree
