#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_compushady.sh - the programs of the client compushady on the Vulkan driver, at each subgroup size.
#
# Needs: vulkan/wavefold_icd.json
# Reads: tb/clients/client_compushady.py tb/clients/reference.py tb/clients/run.sh tb/clients/*.comp tb/clients/common.glsl
# Only in `make test-all`, whose set-up installs the package.
exec tb/clients/run.sh compushady
