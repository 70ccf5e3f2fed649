#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_parameters.sh - a parameter outside of what a module's head allows is refused by name: MODULE PARAMETER=VALUE, what the error names.
set -u
status=0
paths="-Irtl/common $(for unit in rtl/*/; do printf -- '-y %s ' "$unit"; done)"

while read -r module parameter names; do
    # shellcheck disable=SC2086  # paths are words
    if iverilog -g2005 -Wno-timescale $paths "-P$module.$parameter" -s "$module" -o /dev/null rtl/*/"$module".v 2>&1 | grep -q "Unknown module type: $names\$"; then
        echo "PASS $module $parameter: $names"
    else
        echo "FAIL $module $parameter: expected $names"
        status=1
    fi
done <<'END'
wf_axi_memory DATA=32 wf_axi_memory_DATA_must_be_64_or_128
wf_core DISPATCHES=3 wf_core_DISPATCHES_must_be_1_2_4_or_8
wf_core DISPATCHES=16 wf_core_DISPATCHES_must_be_1_2_4_or_8
wf_core GROUPS=0 wf_core_GROUPS_must_be_1_to_64
wf_core GROUPS=65 wf_core_GROUPS_must_be_1_to_64
wf_core INFLIGHT=9 wf_core_INFLIGHT_must_be_1_to_8
wf_core LANES=12 wf_core_LANES_must_be_a_power_of_two_4_to_128
wf_core WAVES=257 wf_core_WAVES_must_be_1_to_256
wf_device AXI_DATA=0 wf_device_AXI_DATA_must_be_64_or_128
wf_dispatch CORES=17 wf_dispatch_CORES_must_be_1_to_16
wf_dispatch DISPATCHES=5 wf_dispatch_DISPATCHES_must_be_1_2_4_or_8
wf_dispatch GROUPS=65 wf_dispatch_GROUPS_must_be_1_to_64
wf_dispatch WAVE_OPS=2 wf_dispatch_WAVE_OPS_must_be_0_or_1
wf_host ADDR_W=11 wf_host_ADDR_W_must_be_12_to_32
wf_host ADDR_W=33 wf_host_ADDR_W_must_be_12_to_32
wf_host CORES=17 wf_host_CORES_must_be_1_to_16
wf_host DISPATCHES=5 wf_host_DISPATCHES_must_be_1_2_4_or_8
wf_free_list COUNT=0 wf_free_list_COUNT_must_be_at_least_1
wf_host QUEUE_DEPTH=129 wf_host_QUEUE_DEPTH_must_be_1_to_128
wf_pack DISPATCHES=3 wf_pack_DISPATCHES_must_be_1_2_4_or_8
wf_pick N=257 wf_ring_N_must_be_1_to_256
wf_queue DEPTH=0 wf_queue_DEPTH_must_be_at_least_1_without_DIRECT_2
wf_queue DIRECT=2 wf_queue_DIRECT_must_be_0_or_1
wf_ram ROWS=0 wf_ram_ROWS_must_be_at_least_1
wf_ram PARTS=3 wf_ram_WIDTH_must_be_a_multiple_of_PARTS
wf_skid WIDTH=0 wf_skid_WIDTH_must_be_at_least_1
wf_top CORES=0 wf_top_CORES_must_be_1_to_16
END
exit $status
