#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_lists.sh - each unit's file list is enough: Icarus and Verilator elaborate the unit from its list alone, from another folder,
# without a warning.  Environment: BUILD.
# Reads: rtl/*/*.v wavefold.core sim/cores.sh sim/file_lists.sh
set -u
build=$(mkdir -p "${BUILD:-build}/lists" && cd "${BUILD:-build}" && pwd) root=$(pwd) status=0

verdict() {             # STATUS NAME LOG
    if [ "$1" = 0 ]; then
        echo "PASS $2"
    else
        echo "FAIL $2"
        sed 's/^/    /' "$3" | head -n 10
        status=1
    fi
}

for unit in fp dispatch host wf_pack wf_pack_quads xlane lds memory wf_axi_memory core top wf_device; do
    case $unit in
    fp)   top=wf_fp_fma lanes= ;;
    host) top=wf_host   lanes=DISPATCHES=2 ;;
    memory) top=wf_memory lanes=LANES=4 ;;
    wf_axi_memory) top=$unit lanes=DATA=64 ;;
    wf_*) top=$unit     lanes=LANES=4 ;;
    *)    top=wf_$unit  lanes=LANES=4 ;;
    esac
    list=$build/lists/$top.f log=$build/lists/$top.log
    PREFIX=$root/ sim/file_lists.sh "$unit" >"$list"
    (cd / && iverilog -g2005 -Wall -Wno-timescale -c "$list" ${lanes:+"-P$top.$lanes"} -s "$top" -o "$build/lists/$top.vvp") >"$log" 2>&1 &&
        [ ! -s "$log" ]
    verdict $? "list $unit: Icarus elaborates $top" "$log"
    (cd / && verilator --lint-only -Wall --default-language 1364-2005 ${lanes:+"-G$lanes"} -f "$list" --top-module "$top") >"$log" 2>&1
    verdict $? "list $unit: Verilator elaborates $top" "$log"
done

exit $status
