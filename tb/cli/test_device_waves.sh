#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_device_waves.sh - wavefold vulkan --on device --waves: the waveform of one dispatch on the whole device, with what its view shows.
# Needs: vulkan/wavefold_icd.json tb/vulkan/reports sim/libwavefold_device_l8.so
# Needs in `make test-all`: sim/libwavefold_device_l8_trace.so tb/lockstep/wf_fst_names
# Reads: tb/cli/lib.sh sim/gtkwave/device.gtkw c_model/include/wavefold/host.def
set -u
. tb/cli/lib.sh
reports=$root/$BUILD/tb/vulkan/reports
names=$root/$BUILD/tb/lockstep/wf_fst_names
plain=$root/$BUILD/sim/libwavefold_device_l8.so
traced=$root/$BUILD/sim/libwavefold_device_l8_trace.so
unset VK_DRIVER_FILES VK_ICD_FILENAMES WAVEFOLD_ON WAVEFOLD_WAVE_SIZE WAVEFOLD_LANES WAVEFOLD_CORES WAVEFOLD_SEED WAVEFOLD_SIM WAVEFOLD_WAVES 2>/dev/null

waves() { vulkan --on device --lanes 8 --waves "$@"; }
vulkan() { expect "$name" "$status" "$out" "$err" vulkan "$@"; }

expect "no traced device of this size: the message has the command" 1 "" \
    "no simulator at .*libwavefold_device_l64_trace.so: build it in the source tree with: make build/sim/libwavefold_device_l64_trace.so" \
    vulkan --on device --lanes 64 --waves "$dir/w.fst" -- "$reports" 99 0 1
WAVEFOLD_SIM=$plain expect "a device without waveforms" 1 "" "WAVEFOLD_WAVES=.*: the simulator at .*libwavefold_device_l8.so writes no waveforms" \
    vulkan --on device --lanes 8 --waves "$dir/w.fst" -- "$reports" 99 0 1
check "... writes none" test ! -e "$dir/w.fst"
if [ ! -e "$traced" ] || [ ! -e "$names" ]; then
    [ "${ALL-}" = 0 ] || echo "SKIP cli: $BUILD/sim/libwavefold_device_l8_trace.so is not built"
    finish
fi
