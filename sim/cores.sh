#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cores.sh write|check - the FuseSoC core files: one a unit (rtl/UNIT/wf_UNIT.core), one for its bench (tb/UNIT/wf_UNIT_tb.core), and
# wavefold.core for the whole machine.  Files come from the folders, everything else from the table below.
# check prints a PASS or FAIL line a file; also that no unit needs a module of a unit that it does not depend on.
set -eu
mode=$1 version=0.2.0 status=0

# UNIT ~ units it depends on ~ modules to lint and synthesize, the main one first ~ bench modules, the main one first ~ what it is
units='common~~wf_queue wf_skid wf_arbiter wf_pick wf_free_list wf_ram~wf_common_tb~what all units share: queues, skid registers, arbiters, memories, constants
fp~common~wf_fp_fma wf_fp_add wf_fp_mul wf_fp_convert~wf_fp_tb~binary32 add, multiply, fused multiply-add, conversions
dispatch~common~wf_dispatch~wf_dispatch_tb~thread-group dispatcher: wave sizes, wave indices, slots, registers, LDS, barriers
pack~common~wf_pack wf_pack_quads wf_pack_pixels~wf_pack_tb wf_pack_quads_tb wf_pack_pixels_tb~lane packing: thread ids of every lane; pixel quads into waves
xlane~common fp~wf_xlane~wf_xlane_tb~cross-lane unit: votes, reads, shuffles, match, scans over arbitrary partitions
lds~common fp~wf_lds~wf_lds_tb~groupshared memory with same-address combining atomics
memory~common fp lds~wf_memory wf_mem_coalesce wf_mem_l1 wf_mem_atomic wf_axi_memory~wf_memory_tb wf_memory_cores_tb wf_mem_coalesce_tb wf_mem_l1_tb wf_mem_atomic_tb wf_axi_memory_tb~memory path: coalescer, first-level cache, atomics of lines, AXI4
core~common fp~wf_core~wf_core_tb wf_core_sched_tb wf_valu_tb~fetch, schedule, registers, control flow, vector ALU
host~common~wf_host~wf_host_tb~host interface: AXI4-Lite registers in front of the queue of descriptors
top~common fp dispatch pack xlane lds core memory host~wf_top wf_system wf_device~wf_top_smoke_tb~GPU wave scheduler: dispatcher, lane packing, cross-lane unit, LDS atomic coalescer and a small SIMT core'

vlnv() { if [ "$1" = top ]; then echo "wavefold:gpu:wavefold:$version"; else echo "wavefold:gpu:$1:$version"; fi; }

# $1 folder, $2 prefix in the core file: the sources there, include files marked
sources() {
    for file in "$1"/*.vh "$1"/*.v; do
        [ -f "$file" ] || continue
        case $file in
        */wf_lockstep*) ;;
        *.vh) echo "      - $2${file##*/}: {is_include_file: true}" ;;
        *)    echo "      - $2${file##*/}" ;;
        esac
    done
}
depends() {             # the depend list of unit $1, "none" without
    for unit in $1; do printf '      - %s\n' "$(vlnv "$unit")"; done
}

unit_core() {           # UNIT DEPENDS TOPS BENCHES TEXT -> core file
    folder=rtl/$1 prefix=
    [ "$1" != top ] || prefix=rtl/top/
    cat <<TXT
CAPI=2:
# SPDX-License-Identifier: Apache-2.0
# Made by sim/cores.sh; do not edit.
name: $(vlnv "$1")
description: "$5"

filesets:
  rtl:
    file_type: verilogSource-2005
    files:
$(sources "$folder" "$prefix")
TXT
    [ -z "$2" ] || printf '    depend:\n%s\n' "$(depends "$2")"
    if [ -z "$3" ]; then
        printf '\ntargets:\n  default:\n    filesets: [rtl]\n'
        return
    fi
    cat <<TXT
  bench:
    depend:
      - wavefold:bench:$1:$version

targets:
  default: &default
    filesets: [rtl]
    toplevel: ${3%% *}
    parameters: [$(parameters "${3%% *}")]
TXT
    for top in $3; do
        suffix=; [ "$top" = "${3%% *}" ] || suffix=-$top
        cat <<TXT
  lint$suffix:
    <<: *default
    description: Verilator's warnings on $top
    toplevel: $top
    parameters: [$(parameters "$top")]
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall$([ "$1" != top ] || printf ', -Wno-VARHIDDEN'), --default-language, 1364-2005]
  synth$suffix:
    <<: *default
    description: $top by yosys for the ECP5, as a check and for cell counts; set the parameters small
    toplevel: $top
    parameters: [$(parameters "$top")]
    default_tool: yosys
    tools:
      yosys: {arch: ecp5, output_format: json}
TXT
    done
    for bench in $4; do
        suffix=; [ "$bench" = "${4%% *}" ] || suffix=-$bench
        cat <<TXT
  sim$suffix:
    <<: *default
    description: the bench $bench
    filesets: [rtl, bench]
    toplevel: $bench
    default_tool: icarus
    parameters: [$({ parameters "$bench"; plusargs "$bench"; } | sed '/^$/d' | paste -sd, - | sed 's/, */, /g')$(case $bench in wf_fp_tb | wf_valu_tb) echo ', vectors' ;; esac)]
    tools:
      icarus:
        iverilog_options: [-g2005, -Wno-timescale]
      verilator:
        mode: binary
        verilator_options: [--timing, --assert, -Wno-fatal, -Wno-TIMESCALEMOD]
TXT
    done
    printf '\nparameters:\n'
    for name in $(for m in $3 $4; do parameters "$m" | tr -d , | tr ' ' '\n'; done | sort -u); do
        printf '  %s: {datatype: int, paramtype: vlogparam, description: see the head of the module}\n' "$name"
    done
    echo '  seed: {datatype: int, paramtype: plusarg, default: 1, description: seed of the bench}'
    for name in $(for m in $4; do plusargs "$m"; done | grep -v '^seed$' | sort -u); do
        echo "  $name: {datatype: int, paramtype: plusarg, description: how much the bench does}"
    done
    case $4 in *wf_fp_tb* | *wf_valu_tb*)
        echo '  vectors: {datatype: file, paramtype: plusarg, description: float vectors (make build/tb/fp/vectors-1.txt)}' ;;
    esac
}

# the parameters of module $1 that a user may set, "A, B": its head marks the others as derived
parameters() {
    sed -n '/derived/d; s,//.*,,; s/^ *parameter  *integer//p' rtl/*/"$1".v tb/*/"$1".v 2>/dev/null | tr ',' '\n' |
        sed -n 's/^ *\([A-Z_0-9]*\) *=.*/\1/p' | sort -u | paste -sd, - | sed 's/,/, /g'
}

# the numbers that bench $1 takes at its start
plusargs() { { echo seed; sed -n 's/.*\$value\$plusargs("\([a-z]*\)=%d".*/\1/p' tb/*/"$1".v; } | sort -u; }

# the units whose benches have a file that one of tb/$1 includes
included() {
    sed -n 's/^ *`include "\(.*\)".*/\1/p' "tb/$1"/*.v "tb/$1"/*.vh 2>/dev/null | sort -u | while read -r file; do
        [ -e "tb/$1/$file" ] || ls tb/*/"$file" 2>/dev/null || :
    done | cut -d/ -f2 | sort -u
}

bench_depends() {
    others=$(included "$1")
    [ -z "$others" ] || printf '\n    depend:'
    for unit in $others; do printf '\n      - wavefold:bench:%s:%s' "$unit" "$version"; done
}

bench_core() {          # UNIT -> core file of its bench
    cat <<TXT
CAPI=2:
# SPDX-License-Identifier: Apache-2.0
# Made by sim/cores.sh; do not edit.
name: wavefold:bench:$1:$version
description: benches of the unit $1

filesets:
  bench:
    file_type: verilogSource-2005
    files:
$(sources "tb/$1" '')$(bench_depends "$1")

targets:
  default:
    filesets: [bench]
TXT
}

keep() {                # FILE: standard input must be (check) or becomes (write) its content
    if [ "$mode" = write ]; then
        cat >"$1"
    elif cmp -s - "$1"; then
        echo "PASS core $1"
    else
        echo "FAIL core $1: stale, run make generated"
        status=1
    fi
}

while IFS='~' read -r unit needs tops benches text; do
    file=rtl/$unit/wf_$unit.core
    [ "$unit" != top ] || file=wavefold.core
    unit_core "$unit" "$needs" "$tops" "$benches" "$text" | keep "$file"
    [ -z "$benches" ] || bench_core "$unit" | keep "tb/$unit/wf_${unit}_tb.core"
    # every folder that the unit's modules come from is one it depends on
    if [ "$unit" != common ]; then
        for folder in $(sim/lists.sh "$unit" | sed -n 's|^rtl/\([a-z]*\)/.*|\1|p' | sort -u); do
            case " $unit $needs " in
            *" $folder "*) ;;
            *) echo "FAIL core $file: does not depend on $folder, whose modules it uses"; status=1 ;;
            esac
        done
    fi
done <<TXT
$units
TXT
exit $status
