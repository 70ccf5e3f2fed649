#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_info.sh - the page of features and the output of vulkaninfo are what the driver reports, and a test enables each feature.
# Needs: vulkan/wavefold_icd.json tb/vulkan/list_features
# Reads: docs/vulkan-features.md tb/vulkan/vulkaninfo.txt sim/vulkan_info.sh tb/vulkan/*.c
set -u
sim/vulkan_info.sh check
