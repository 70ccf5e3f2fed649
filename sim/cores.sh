#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cores.sh write|check - wavefold.core, the FuseSoC core of the whole machine and of each unit: files come from the folders, everything else from the table below.
# check prints a PASS or FAIL line; also that no unit needs a module of a unit that it does not depend on.
set -eu
mode=$1 version=0.2.0 status=0

# UNIT ~ units it depends on ~ modules to lint and synthesize ~ bench modules ~ what it is
units='common~~wf_queue wf_skid wf_arbiter wf_pick wf_free_list wf_ram~wf_common_tb~what all units share: queues, skid registers, arbiters, memories, constants
fp~common~wf_fp_fma wf_fp_add wf_fp_mul wf_fp_convert~wf_fp_tb wf_fp_format_tb~add, multiply, fused multiply-add in binary32 and narrower formats; conversions
dispatch~common~wf_dispatch~wf_dispatch_tb~thread-group dispatcher: wave sizes, wave indices, slots, registers, LDS, barriers
pack~common~wf_pack wf_pack_quads wf_pack_pixels~wf_pack_tb wf_pack_quads_tb wf_pack_pixels_tb~lane packing: thread ids of every lane; pixel quads into waves
xlane~common fp~wf_xlane~wf_xlane_tb~cross-lane unit: votes, reads, shuffles, match, scans over arbitrary partitions
lds~common fp~wf_lds~wf_lds_tb~groupshared memory with same-address combining atomics
memory~common fp lds~wf_memory wf_mem_coalesce wf_mem_l1 wf_mem_atomic wf_axi_memory~wf_memory_tb wf_memory_cores_tb wf_mem_coalesce_tb wf_mem_l1_tb wf_mem_atomic_tb wf_axi_memory_tb~memory path: coalescer, first-level cache, atomics of lines, AXI4
core~common fp~wf_core~wf_core_tb wf_core_sched_tb wf_valu_tb~fetch, schedule, registers, control flow, vector ALU
host~common~wf_host~wf_host_tb~host interface: AXI4-Lite registers in front of the queue of descriptors
top~common fp dispatch pack xlane lds core memory host~wf_top wf_system wf_device~wf_top_smoke_tb~the units wired, with counters and faults'

of_units() { printf '%s\n' "$units" | while IFS='~' read -r unit needs tops benches text; do "$1"; done; }     # FUNCTION: call it for each line of the table

list() { paste -sd, - | sed 's/,/, /g'; }               # words, a line each, into a list

fileset() {             # FOLDER NAME: the sources there, include files marked
    printf '  %s:\n    file_type: verilogSource-2005\n    files:\n' "$2"
    for file in "$1"/*.vh "$1"/*.v; do
        [ -f "$file" ] || continue
        case $file in
        */wf_lockstep*) ;;
        *.vh) echo "$file: {is_include_file: true}" ;;
        *)    echo "$file" ;;
        esac
    done | sed 's/^/      - /'
}

# the parameters of module $1 that a user may set: its head marks the others as derived
parameters() {
    sed -n '/derived/d; s,//.*,,; s/^ *parameter  *integer//p' rtl/*/"$1".v tb/*/"$1".v 2>/dev/null | tr ',' '\n' |
        sed -n 's/^ *\([A-Z_0-9]*\) *=.*/\1/p' | sort -u
}

# what bench $1 takes at its start
plusargs() {
    { echo seed; sed -n 's/.*\$value\$plusargs("\([a-z]*\)=%d".*/\1/p' tb/*/"$1".v; } | sort -u
    case $1 in wf_fp_tb | wf_valu_tb) echo vectors ;; esac
}

# the benches of unit $1, and of the units that have a file which they include
bench_filesets() {
    echo "bench_$1"
    for other in $(sed -n 's/^ *`include "\(.*\)".*/\1/p' "tb/$1"/*.v "tb/$1"/*.vh 2>/dev/null | sort -u | while read -r file; do
        [ -e "tb/$1/$file" ] || ls tb/*/"$file" 2>/dev/null || :
    done | cut -d/ -f2 | sort -u); do bench_filesets "$other"; done
}

unit_filesets() {
    echo "  # $text"
    fileset "rtl/$unit" "$unit"
    [ -z "$benches" ] || fileset "tb/$unit" "bench_$unit"
}

own_filesets() { for one in $needs $unit; do echo "$one"; done | list; }

bench_of() {            # BENCH: what its target says
    echo "filesets: [$(own_filesets), $(bench_filesets "$unit" | sort -u | list)], toplevel: $1, parameters: [$({ parameters "$1"; plusargs "$1"; } | list)]"
}

unit_targets() {
    for top in $tops; do
        [ $top != wf_top ] || continue          # lint and synth
        echo "  lint-$top: &$top {<<: *lint, filesets: [$(own_filesets)], toplevel: $top, parameters: [$(parameters "$top" | list)]}"
        echo "  synth-$top: {<<: *$top, description: *synth, default_tool: yosys, tools: *yosys}"
    done
    for bench in $benches; do
        [ $bench = wf_top_smoke_tb ] || echo "  sim-$bench: {<<: *sim, $(bench_of $bench)}"
    done
}

names() { for module in $tops $benches; do parameters "$module"; done; }
counts() { for bench in $benches; do plusargs "$bench"; done; }
machine_bench() { [ "$unit" != top ] || bench_of "$benches" | sed 's/\(\]\), \|\(tb\), /\1\2\n    /g'; }
unit_name() { echo "$unit"; }

core() {
    cat <<TXT
CAPI=2:
# SPDX-License-Identifier: Apache-2.0
# Made by sim/cores.sh; do not edit.
name: wavefold:gpu:wavefold:$version
description: "GPU wave scheduler: dispatcher, lane packing, cross-lane unit, LDS atomic coalescer and a small SIMT core"

filesets:
$(of_units unit_filesets)

targets:
  default: &wavefold {filesets: [$(of_units unit_name | list)], toplevel: wf_top, parameters: [$(parameters wf_top | list)]}
  lint: &lint
    <<: *wavefold
    description: Verilator's warnings
    default_tool: verilator
    tools: {verilator: {mode: lint-only, verilator_options: [-Wall, -Wno-VARHIDDEN, --default-language, 1364-2005]}}
  synth:
    <<: *wavefold
    description: &synth by yosys for the ECP5, as a check and for cell counts; set the parameters small
    default_tool: yosys
    tools: &yosys {yosys: {arch: ecp5, output_format: json, yosys_synth_options: [-noflatten]}}
  sim: &sim
    description: a bench
    $(of_units machine_bench)
    default_tool: icarus
    tools:
      icarus: {iverilog_options: [-g2005, -Wno-timescale]}
      verilator: {mode: binary, verilator_options: [--timing, --assert, -Wno-fatal, -Wno-TIMESCALEMOD]}
$(of_units unit_targets)

parameters: {
TXT
    {
        of_units names | sort -u | sed '1s/$/: \&module {datatype: int, paramtype: vlogparam, description: see the head of the module}/; 2,$s/$/: *module/'
        echo 'seed: {datatype: int, paramtype: plusarg, default: 1, description: seed of the bench}'
        echo 'vectors: {datatype: file, paramtype: plusarg, description: float vectors (make build/tb/fp/vectors-1.txt)}'
        of_units counts | grep -vx 'seed\|vectors' | sort -u | sed '1s/$/: \&bench {datatype: int, paramtype: plusarg, description: how much the bench does}/; 2,$s/$/: *bench/'
    } | list | sed 's|,  |, |g' | fold -s -w 140 | sed 's/^/    /; s/ *$//'
    echo '}'
}

# every folder that the unit's modules come from is one it depends on
check_needs() {
    [ "$unit" != common ] || return 0
    for folder in $(sim/file_lists.sh "$unit" | sed -n 's|^rtl/\([a-z]*\)/.*|\1|p' | sort -u); do
        case " $unit $needs " in
        *" $folder "*) ;;
        *) echo "FAIL core: the unit $unit does not depend on $folder, whose modules it uses" ;;
        esac
    done
}

if [ "$mode" = write ]; then
    core >wavefold.core
elif core | cmp -s - wavefold.core; then
    echo "PASS core wavefold.core"
else
    echo "FAIL core wavefold.core: stale, run make generated"
    status=1
fi
wrong=$(of_units check_needs)
[ -z "$wrong" ] || { echo "$wrong"; status=1; }
exit $status
