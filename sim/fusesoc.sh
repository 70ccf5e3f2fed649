#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fusesoc.sh UNIT - run every target of wavefold.core that is of this unit once, with small parameters and short benches.  fusesoc comes from PyPI
# (sim/python.sh, or PATH); without it the unit is skipped.  Environment: BUILD, SEED, TARGETS (a pattern of grep: those alone).
set -u
[ $# = 1 ] && [ -d "rtl/$1" ] || { echo "usage: sim/fusesoc.sh UNIT, from the top folder; UNIT is a folder of rtl/" >&2; exit 2; }
BUILD=${BUILD:-build} SEED=${SEED:-1} unit=$1 root=$PWD status=0 core=wavefold.core
fusesoc=$BUILD/python/bin/fusesoc
[ -x "$fusesoc" ] || fusesoc=$(command -v fusesoc) || { echo "SKIP fusesoc $unit: fusesoc is not installed, and could not be (sim/python.sh)"; exit 0; }
case $fusesoc in /*) ;; *) fusesoc=$root/$fusesoc ;; esac
name=$(sed -n 's/^name: *//p' $core)
work=$BUILD/fusesoc/$unit
mkdir -p "$work"
: >"$BUILD/FUSESOC_IGNORE"          # copies of this tree are no cores
work=$(cd "$work" && pwd)

# lint-MODULE, synth-MODULE and sim-BENCH, whose file stands in the unit's folder; those of the whole machine have no module in their name
targets() {
    sed -n '/^targets:/,/^parameters:/s/^  \([a-z][A-Za-z0-9_-]*\):.*/\1/p' $core | grep -v '^default$' | while read -r target; do
        case $target in
        *-*) [ ! -f "rtl/$unit/${target#*-}.v" ] && [ ! -f "tb/$unit/${target#*-}.v" ] || echo "$target" ;;
        *)   [ "$unit" != top ] || echo "$target" ;;
        esac
    done | grep -e "${TARGETS:-.}"
}
# the parameters that a target takes: of `synth-MODULE` those of `lint-MODULE`, and of the machine's those of `default`
takes() {
    case $1 in lint | synth) set -- default ;; synth-*) set -- "lint-${1#*-}" ;; esac
    awk -v target="  $1:" 'index($0, target) == 1 { here = 1 } here && sub(/.*parameters: *\[/, "") { gsub(/[],}]/, " "); print " " $0 " "; exit }' $core
}
# a small machine; of each parameter the target takes, its value
machine='LANES=4 WAVES=2 GROUPS=1 REGS=16 REG_ROWS=32 LDS_WORDS=64 LDS_BANKS=2 IMEM_WORDS=16 DISPATCHES=1 L1_LINES=2 LINES_W=8'
of_target() {
    case $1 in
    synth-wf_mem_atomic) echo SLOT_W=1 ;;
    synth*-wf_mem_l1) echo LINES=2 ;;
    synth*) case $unit in lds) echo LANES=4 BANKS=2 WORDS=64 ;; host) echo DISPATCHES=1 QUEUE_DEPTH=1 ;; *) echo "$machine" ;; esac ;;
    lint*) ;;
    sim*) case $unit:$1 in
          common:*) echo cycles=500 ;;
          core:*core_tb) echo LANES=8 rounds=3 ;;
          core:*sched_tb) echo phases=3 ;;
          *valu_tb) echo LANES=4 ;;
          dispatch:*) echo LANES=8 effort=1 ;;
          lds:*) echo LANES=8 BANKS=8 count=300 ;;
          xlane:*) echo LANES=8 requests=300 ;;
          memory:*cores_tb) echo CORES=2 COUNT=100 ;;
          memory:*axi_memory_tb | memory:*_l1_tb | memory:*_atomic_tb) echo count=300 ;;
          memory:*) echo LANES=8 count=200 ;;
          host:*) echo count=300 ;;
          pack:*) echo LANES=8 effort=1 ;;
          top:*) echo LANES=8 ;;
          esac ;;
    esac
}

[ -n "$(targets)" ] || echo "NONE fusesoc $unit: it has no target"
for target in $(targets); do
    log=$work/$target.log options=
    has=$(takes "$target")
    for value in seed=$SEED vectors=$root/$BUILD/tb/fp/vectors-$SEED.txt $(of_target "$target"); do
        case $has in *" ${value%%=*} "*) options="$options --$value" ;; esac
    done
    # shellcheck disable=SC2086  # a list of words
    (cd "$work" && "$fusesoc" --cores-root "$root" run --build-root "$work/build" --target="$target" "$name" $options) >"$log" 2>&1
    rc=$?
    if [ $rc = 0 ] && { [ "${target%%-*}" != sim ] || grep -q '^PASS ' "$log"; }; then
        echo "PASS fusesoc $unit $target$options"
    else
        echo "FAIL fusesoc $unit $target$options: status $rc, $log"
        tail -n 8 "$log" | sed 's/^/    /'
        status=1
    fi
done
exit $status
