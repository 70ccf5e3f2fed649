#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list_tests.sh - the tests, one per line: PHASE<tab>UNITS<tab>NAME<tab>NEEDS<tab>COMMAND; the long ones first.  sim/test.sh runs them.
#   PHASE   what its time counts for (sim/test.sh has the budgets)
#   UNITS   the words that `make test UNIT=word` knows it by
#   NEEDS   the files that it depends on; make builds those that it has rules for
# Environment: BUILD, SEED, ALL=1: those of `make test-all` too.
set -eu
BUILD=${BUILD:-build} SEED=${SEED:-1} ALL=${ALL:-0}
export BUILD SEED
"$(dirname "$0")/check_number.sh" SEED "$SEED" 0 4294967295 || exit 2
mkdir -p "$BUILD/test"
wavefold=$BUILD/bin/wavefold
job() { printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "$5"; }
all() { [ "$ALL" != 0 ]; }
turn() { all || [ $((($1 + SEED) % $2)) = 0 ]; }        # one in so many
machine() { echo "$BUILD/sim/$1"; }
icarus="$BUILD/sim/icarus/wavefold.vpi"

# ---- unit benches: of each source one always and another by turns; in `make test-all` each of them, with three seeds ------------------------------
if all; then
    for simulator in verilator icarus; do for bench in $(sim/bench.sh names $simulator); do echo "$simulator $bench"; done; done
else
    sim/bench.sh choose "$SEED"
fi >"$BUILD/test/benches"
sim/bench.sh jobs "$SEED" $(all && echo 3 || echo 1) <"$BUILD/test/benches"

# ---- random programs in lock step ----------------------------------------------------------------------------------------------------------------
random() {      # UNITS NAME MACHINE GENERATOR ARGUMENTS...
    units=$1 name=$2 sim=$(machine "$3") generator=$4
    shift 4
    job lockstep "$units" "$name" "$wavefold $sim $BUILD/tb/top/$generator sim/random.sh" "WAVEFOLD_SIM=$sim GENERATOR=$generator $*"
}
few() { if all; then echo "$2"; else echo "$1"; fi; }
random top           random-l32     libwavefold_sim_l32.so                wf_random "sim/random.sh 32 $SEED $(few 20 60)"
random top           random-l128    libwavefold_sim_l128.so               wf_random "sim/random.sh 128 $SEED $(few 10 60)"
random "top core"    random-l8      libwavefold_sim_l8.so                 wf_random "sim/random.sh 8 $SEED $(few 40 60)"
random "top core"    queue-l8       libwavefold_sim_l8.so                 wf_random "sim/random.sh 8 $SEED $(few 30 40) 100 6"
random top           cores-l8-c2    libwavefold_sim_l8_c2.so              wf_random "CORES=2 sim/random.sh 8 $SEED $(few 20 30) 100 6"
random "top memory"  system-l8      libwavefold_sim_l8_system.so          wf_random "sim/random.sh 8 $SEED $(few 30 60)"
random "top memory"  shared-c2-d8   libwavefold_sim_l8_small_system_c2.so wf_shared "CORES=2 sim/random.sh 8 $SEED $(few 40 80) 10 8"
random "top memory"  shared-c2-d32  libwavefold_sim_l8_small_system_c2.so wf_shared "CORES=2 sim/random.sh 8 $SEED $(few 3 5) 10 32"
if all; then
    random top       queue-l32      libwavefold_sim_l32.so                wf_random "sim/random.sh 32 $SEED 40 100 6"
    for cores in 2 4; do
        random top   cores-l32-c$cores libwavefold_sim_l32_c$cores.so     wf_random "CORES=$cores sim/random.sh 32 $SEED 30 100 6"
    done
    random top       cores-l8-c4    libwavefold_sim_l8_c4.so              wf_random "CORES=4 sim/random.sh 8 $SEED 30 100 6"
    random memory    shared-c4-d8   libwavefold_sim_l8_small_system_c4.so wf_shared "CORES=4 sim/random.sh 8 $SEED 80 10 8"
    random memory    shared-c4-d32  libwavefold_sim_l8_small_system_c4.so wf_shared "CORES=4 sim/random.sh 8 $SEED 5 10 32"
fi
# four-valued, on machines at the corners of the parameters
corner() { job lockstep "top core" "corner-$1$2" "$wavefold $icarus $(machine "icarus/wf_sim_$1.vvp") $BUILD/tb/top/wf_random sim/corner_machines.sh tb/top/many_groups.wfk" "sim/corner_machines.sh $1 $3"; }
number=0
for name in smallest three cores groups lines bare fpga; do  # sixteen cores: in `make test-all`
    number=$((number + 1))
    case $name in lines) what=dispatches ;; *) what= ;; esac
    turn $number 7 && corner $name "" "$SEED 1 20 $what"
done
if all; then                     # two minutes for each file on sixteen cores
    for name in smallest three cores groups lines bare fpga; do corner $name -all "$((SEED % 4000000000 + 2)) 6 60"; done
    corner sixteen -all "$((SEED % 4000000000 + 2)) 2 60"
fi

# ---- kernels: on each machine at one of its wave sizes, by turns; in `make test-all` at all of them ----------------------------------------------------
kernel() {      # PHASE UNITS NAME MACHINE FILE[:VARIANT] ON LANES [VARIABLES]
    [ "${5%.wfk*}" = "${known-}" ] || known=${5%.wfk*} reads=$(awk -v folder="${5%/*}" -v lists="$BUILD/reference" '
        $1 == "shader" || $1 == "task" || /^ *variant [^:]*=/      { split($0, part, "\""); printf " %s/%s", folder, part[2] }
        match($0, /= reference [A-Za-z0-9_]+/)     { printf " %s/%s", lists, substr($0, RSTART + 12, RLENGTH - 12) }' "${5%.wfk*}.wfk")
    job "$1" "$2" "$3" "$wavefold sim/kernel.sh $4 $known.wfk$reads" "${8-} sim/kernel.sh $5 $6 $7 $SEED"
}
test_name() { basename "$1" | sed 's/\.wfk:/-/; s/\.wfk$//'; }     # FILE[:VARIANT]
one=$(all || echo "TURN=1")
number=0
for file in $(sim/variants.sh tb/kernels/*.wfk); do
    name=$(test_name "$file") number=$((number + 1))
    kernel lockstep top "kernel-l32-$name" "$(machine libwavefold_sim_l32.so)" "$file" rtl 32 "$one"
    kernel lockstep top "kernel-l128-$name" "$(machine libwavefold_sim_l128.so)" "$file" rtl 128 "$one SIZES='$(all && echo 4 8 16 32) 64 128'"
    turn $number 2 && kernel lockstep top "kernel-l8-$name" "$(machine libwavefold_sim_l8.so)" "$file" rtl 8 "$one"
    turn $((number + 1)) 2 && kernel lockstep top "cores-$name" "$(machine libwavefold_sim_l8_c2.so)" "$file" rtl 8 "$one WAVEFOLD_SIM=$(machine libwavefold_sim_l8_c2.so)"
    turn $number 2 && kernel lockstep "top memory" "system-$name" "$(machine libwavefold_sim_l8_system.so)" "$file" rtl 8 "$one WAVEFOLD_SIM=$(machine libwavefold_sim_l8_system.so)"
    kernel model c_model "model-$name" "" "$file" model 128
done
# four-valued: an X in anything that retires is an error; every second of these kernels by turns
small=$(machine icarus/wf_sim_small.vvp)
number=0
while read -r unit names; do
    for name in $names; do
        number=$((number + 1))
        turn $number 2 || continue
        file=$(echo "tb/kernels/$name" | sed 's/:\|$/.wfk&/') name=$(test_name "$file")
        kernel lockstep "$unit top" "icarus-$name" "$small $icarus" "$file" icarus 8 "SIZES='8 default' WAVEFOLD_SIM=$small"
        all && kernel lockstep top "icarus-l32-$name" "$(machine icarus/wf_sim_l32.vvp) $icarus" "$file" icarus 32
    done
done <<END
xlane match_table multi_prefix_table read_lane_last helper_lanes multi_prefix_all
lds lds_ops coalesced_or fault_lds_range
core fault_mem_align fault_atomics64 fault_atomics64_part
pack query:n6x10
fp lerp_random
dispatch barrier_all_arrive barrier_end_after barrier_extra_waves reject:numthreads_total zero_grid
END
job lockstep top icarus-random "$wavefold $icarus $(machine icarus/wf_sim_l32.vvp) $BUILD/tb/top/wf_random" "SIM=icarus MOST=$(few 3000 100000) sim/random.sh 32 $SEED $(few 1 4) 60"

# ---- shaders: on the model at every wave size, and some of them, by turns, on the hardware --------------------------------------------------------------
number=0
for file in $(sim/variants.sh tb/shaders/*.wfk); do
    name=$(test_name "$file") number=$((number + 1))
    kernel model spirv "shader-model-$name" "" "$file" model 128
    turn $number 12 && kernel lockstep top "shader-l32-$name" "$(machine libwavefold_sim_l32.so)" "$file" rtl 32 "$one"
    turn $number 48 && kernel lockstep top "shader-l128-$name" "$(machine libwavefold_sim_l128.so)" "$file" rtl 128 "$one SIZES='64 128'"
done
# a flag that is polled between cores, over caches
sim=$(machine libwavefold_sim_l8_small_system_c2.so)
kernel lockstep "top memory" shader-coherent-c2 "$sim" tb/shaders/mem_coherent.wfk rtl 8 "WAVEFOLD_SIM=$sim"

# ---- C tests, and scripts: "Needs:" lines say what beside the program ------------------------------------------------------------------------------
units_of() {    # FOLDER of tb/
    case $1 in
    cli | spirv | dispatch | host | memory | vulkan) echo "$1" ;;
    asm | advise | isa | lockstep | expect) echo "$1 c_model" ;;
    common) echo "common docs" ;;
    cov) echo "cov docs" ;;
    shaders | oracle) echo "spirv" ;;
    kernels) echo "c_model" ;;
    *) echo "$1 c_model" ;;
    esac
}
needs_of() { sed -n "s|^[ #*]* Needs: *||p$(all && echo '; s|^# Needs in `make test-all`: *||p')" "$1" | tr ' ' '\n' | sed "/./s|^| $BUILD/|" | tr -d '\n'; }
# "Reads:" lines: files of the tree
reads_of() { for pattern in $(sed -n "s|^[ #*]* Reads: *||p" "$1"); do printf ' %s' $pattern; done; }
for test in tb/*/test_*.c; do
    folder=${test#tb/}
    job program "$(units_of "${folder%%/*}")" "c-${folder%%/*}-$(basename "$test" .c)" "$BUILD/${test%.c}$(needs_of "$test")$(reads_of "$test")" "$BUILD/${test%.c} $SEED"
done
# the programs for Vulkan once more, under the validation layer
for test in $(grep -L '^ [*] Not validated: ' tb/vulkan/test_*.c); do
    name=$(basename "$test" .c)
    job program vulkan "validated-$name" "$BUILD/tb/vulkan/$name$(needs_of "$test")$(reads_of "$test")" "WF_VALIDATE=1 $BUILD/tb/vulkan/$name $SEED"
done
# ... and on the hardware of 8 lanes, in lock step and through registers and buses: quick ones; in `make test-all` all that tb/vulkan/model_alone.list
# leaves, and random ones on two cores, with stalls
on_hardware() {     # NAME ON LIBRARY NUMBER [VARIABLES]
    job program vulkan "$2$4-$1" "$BUILD/tb/vulkan/$1 $BUILD/vulkan/wavefold_icd.json $(machine "libwavefold_$3.so")" \
        "${5:+$5 }WAVEFOLD_ON=$2 WAVEFOLD_LANES=8 $BUILD/tb/vulkan/$1 $SEED"
}
if all; then
    for test in tb/vulkan/test_*.c; do
        name=$(basename "$test" .c)
        grep -q "^$name " tb/vulkan/model_alone.list && continue
        on_hardware "$name" device device_l8 ""
        on_hardware "$name" lockstep sim_l8 ""
    done
    for stalls in 1 2 3 4 5; do
        on_hardware test_random_queues device device_l8_c2 "-c2-$stalls" "WAVEFOLD_CORES=2 WAVEFOLD_SEED=$stalls"
        on_hardware test_random_queues lockstep sim_l8_c2 "-c2-$stalls" "WAVEFOLD_CORES=2 WAVEFOLD_SEED=$stalls"
    done
else
    for name in test_address_numbers test_descriptor_arrays test_lost test_query test_random_queues test_sync; do on_hardware $name device device_l8 ""; done
fi
for test in tb/*/test_*.sh; do
    folder=${test#tb/} name=$(basename "$test" .sh)
    grep -q '^# Only in `make test-all`' "$test" && ! all && continue
    job program "$(units_of "${folder%%/*}")" "sh-${folder%%/*}-$name" "$wavefold $test$(needs_of "$test")$(reads_of "$test")" "ALL=$ALL $test"
done
job program host run-host "$(machine host/wf_host_run)" "$(machine host/wf_host_run) $SEED"
job program host isolation "$(machine host/wf_host_isolation)" "$(machine host/wf_host_isolation) $SEED"

# ---- mutants: twelve cheap ones, by turns; in `make test-all` a tenth of them, of files that the last commit changed first.  The catchers have one
# seed; what they need is built before, for the script runs a make of its own -----------------------------------------------------------------------------
some=$(all && echo "SHARE=10 BASE=$(git rev-parse -q --verify HEAD~1)" || echo CHEAP=12)
catchers() { sed -n "s/^by //p" tb/mutants/*.list | tr ' ' '\n' | sort -u | grep -v '^icarus-kernel$'; }
needs=$(catchers | sed -n "s|^icarus-\(.*\)|$BUILD/bench/\1.vvp|p"; echo tb/mutants/*.list rtl/*/*.v rtl/*/*.vh)
if all; then
    needs="$needs $(catchers | sed -n "s|^bench-\(.*\)|$BUILD/bench/\1/tb|p") $icarus $(machine icarus/wf_sim_l8.vvp) $(machine icarus/wf_sim_cores.vvp)
        $(for sim in l8 l8_c2 l8_system l8_small_system_c2; do machine libwavefold_sim_$sim.so; done | tr '\n' ' ')
        $(machine host/wf_host_run) $(machine host/wf_host_isolation) $BUILD/tb/top/wf_random $BUILD/tb/top/wf_shared"
fi
# shellcheck disable=SC2086  # a list of files
job mutants mutants mutants "$(echo "$wavefold" "$BUILD/libwavefold.a" "$BUILD/tb/mutants/wf_mutate" "$BUILD/tb/fp/vectors-1.txt" sim/mutants.sh $needs)" \
    "UNIT= SEED=1 CHOICE=$SEED $some sim/mutants.sh"

# ---- proofs: in `make test-all` those of at most 20 s ---------------------------------------------------------------------------------------------------
if all; then
    sim/formal.sh list | while read -r name file method depth seconds rest; do
        [ "$seconds" -gt 20 ] || job formal "docs" "formal-$name" "$file tb/formal/wf_formal.vh sim/formal.sh $BUILD/tb/formal/wf_exhaust $(echo rtl/*/*.v rtl/*/*.vh)" "sim/formal.sh $name"
    done
fi

# ---- checks of the text ----------------------------------------------------------------------------------------------------------------------------------
for module in rtl/*/*.v; do
    unit=${module#rtl/}
    job checks "${unit%%/*}" "lint-$(basename "$module" .v)" "$BUILD/lint/${module%.v}.ok" "echo PASS lint $module"
done
job checks top lint-cores "$BUILD/lint/cores.ok" "echo PASS lint of two cores"
job checks top lint-yosys "$BUILD/lint/wf_device.yosys.ok" "echo PASS lint by Yosys"
job checks core lint-bank-ports "$BUILD/lint/bank-ports.ok" "echo PASS ports of a bank"
job checks top slang "sim/slang.sh" sim/slang.sh
job checks "c_model cli spirv" clang "" "make -s check-clang"
job checks "c_model cli spirv" layers "$BUILD/layers.list sim/layers.sh" "sim/layers.sh \$(cat $BUILD/layers.list)"
job checks docs generated "$BUILD/wf_gen $BUILD/wf_spirv_gen" "make -s check-generated"
job checks docs prose "sim/prose.sh sim/prose.list $(sim/prose.sh --files)" sim/prose.sh
job checks docs testplan "sim/testplan.sh" sim/testplan.sh
job checks docs formal-page "sim/formal.sh docs/formal.md tb/mutants/formal.list $(echo tb/formal/*.v)" "sim/formal.sh page"
job checks docs synth-page "sim/synth/page.sh sim/synth/budget.list docs/synth.md $(echo rtl/*/*.v)" "sim/synth/page.sh check"
job checks docs cores "sim/cores.sh" "sim/cores.sh check"
if all; then
    # every target of the FuseSoC core
    for unit in rtl/*; do job checks top "fusesoc-${unit#rtl/}" "" "sim/fusesoc.sh ${unit#rtl/}"; done
    job checks top timing "" sim/synth/reproducible.sh
    job checks top synth "sim/synth/budget.list $(echo sim/synth/*.sh sim/synth/*.awk sim/synth/*.v sim/synth/*.list rtl/*/*.v rtl/*/*.vh)" \
        "JOBS=1 sim/synth/synth.sh check $(awk '/^# ---- long/ { exit } !/^#/ { printf "%s ", $1 }' sim/synth/units.list)"
    while read -r name module folder source rest; do
        [ "$name $module" != "# ----" ] || break
        case $name$folder in '#'* | *-) continue ;; esac
        unit=$(echo rtl/*/"$module".v) unit=${unit#rtl/}
        case $rest in *@VECTORS@*) vectors=$BUILD/tb/fp/wf_fp_vectors ;; *) vectors= ;; esac
        job checks "${unit%%/*}" "gates-$name" "sim/synth/gates.sh sim/synth/gates.list tb/$folder/$source $(echo rtl/*/*.v rtl/*/*.vh) $vectors" \
            "sim/synth/gates.sh $name"
    done <sim/synth/gates.list
    job checks docs advise-table "$wavefold $(machine libwavefold_sim_l32.so) $(machine libwavefold_sim_l32_serial.so)" "sim/advise.sh check"
    job checks docs timing-table "" "sim/synth/table.sh check 0.03"
fi
