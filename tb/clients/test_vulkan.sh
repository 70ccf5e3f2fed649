#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_vulkan.sh - the programs of the client vulkan on the Vulkan driver, at each subgroup size.
#
# Needs: vulkan/wavefold_icd.json
# Reads: tb/clients/client_vulkan.py tb/clients/reference.py tb/clients/run.sh tb/clients/*.comp tb/clients/common.glsl
# Only in `make test-all`, whose set-up installs the package.
exec tb/clients/run.sh vulkan
