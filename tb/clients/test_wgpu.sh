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
python=${BUILD:-build}/python/bin/python
if "$python" -c "import wgpu" 2>/dev/null; then
    said=$(WAVEFOLD_VK=webgpu "${BUILD:-build}/bin/wavefold" vulkan --wave-size 8,64 -- "$python" tb/clients/client_wgpu.py 2>&1)
    echo "$said" | grep '^PASS.* runs=2 failed=0 different=0' || {
        failed=1; echo "FAIL client wgpu by wavefold vulkan: $(echo "$said" | tail -n 1)"; }
fi
exit $failed
