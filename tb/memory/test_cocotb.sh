#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_cocotb.sh - the bench that docs/memory.md shows runs as it stands there.
# Only in `make test-all`, whose set-up installs the package.
exec sim/cocotb.sh docs/memory.md test_axi cocotbext.axi
