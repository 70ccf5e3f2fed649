#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_wgpu.sh - the programs of the client wgpu on the Vulkan driver: at each subgroup size on the model, in lock step on 8 and 32 lanes.
#
# Needs: vulkan/wavefold_icd.json sim/libwavefold_sim_l8.so sim/libwavefold_sim_l32.so
# Reads: tb/clients/client_wgpu.py tb/clients/reference.py tb/clients/run.sh
# Only in `make test-all`, whose set-up installs the package.
failed=0
tb/clients/run.sh wgpu || failed=1
WAVEFOLD_LANES=8 tb/clients/run.sh --on lockstep --sizes "4 8" wgpu || failed=1
WAVEFOLD_LANES=32 tb/clients/run.sh --on lockstep --sizes 32 wgpu || failed=1
# by the program wavefold, which compares what the runs print
if [ -x "${BUILD:-build}/python/bin/python" ] && "${BUILD:-build}/python/bin/python" -c "import wgpu" 2>/dev/null; then
    WAVEFOLD_VK=webgpu "${BUILD:-build}/bin/wavefold" vulkan --wave-size 8,64 -- "${BUILD:-build}/python/bin/python" tb/clients/client_wgpu.py >"${TMPDIR:-/tmp}/wgpu.$$" 2>&1
    grep '^PASS.* runs=2 failed=0 different=0' "${TMPDIR:-/tmp}/wgpu.$$" || { failed=1; echo "FAIL client wgpu by wavefold vulkan: $(tail -n 1 "${TMPDIR:-/tmp}/wgpu.$$")"; }
    rm -f "${TMPDIR:-/tmp}/wgpu.$$"
fi
exit $failed
