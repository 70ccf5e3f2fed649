#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list_tests.sh - the test list for run_tests.sh: NAME<tab>COMMAND a line, the long ones first.  Environment: BUILD, SEED.
set -eu
BUILD=${BUILD:-build} SEED=${SEED:-1}
"$(dirname "$0")/number.sh" SEED "$SEED" 0 4294967295 || exit 2
job() { printf '%s\t%s\n' "$1" "$2"; }

# random programs in lock step: seeds SEED.. on each build
for lanes in 32 128 8; do
    job "random-l$lanes" "sim/random.sh $lanes $SEED 60"
done
# ... several in flight together, with waits, priorities, limits and cancels; the same on several cores
for lanes in 32 8; do
    job "queue-random-l$lanes" "sim/random.sh $lanes $SEED 40 100 6"
    for cores in 2 4; do
        job "cores-random-l$lanes-c$cores" "CORES=$cores sim/random.sh $lanes $SEED 30 100 6"
    done
done
# every kernel, every wave size it allows, every build; and on the model alone with several interleavings
for lanes in 32 128 8; do
    for kernel in tb/kernels/*.wfk; do
        job "kernel-l$lanes-$(basename "$kernel" .wfk)" "sim/kernel.sh $kernel rtl $lanes $SEED"
    done
done
for kernel in tb/kernels/*.wfk; do
    job "cores-$(basename "$kernel" .wfk)" "WAVEFOLD_SIM=$BUILD/sim/l8/wf_sim_c2 sim/kernel.sh $kernel rtl 8 $SEED"
done
# the same over the memory path and a memory of lines
job system-random "WAVEFOLD_SIM=$BUILD/sim/l8/wf_sim_system sim/random.sh 8 $SEED 60"
for kernel in tb/kernels/*.wfk; do
    job "system-$(basename "$kernel" .wfk)" "WAVEFOLD_SIM=$BUILD/sim/l8/wf_sim_system sim/kernel.sh $kernel rtl 8 $SEED"
done
# ... of several cores: files of dispatches that share few lines, and so find what a cache kept; on four cores with test-all
for cores in 2 4; do
    [ "${ALL_SHADERS:-0}" != 0 ] || [ $cores = 2 ] || continue
    with="WAVEFOLD_SIM=$BUILD/sim/l8/wf_sim_small_system_c$cores CORES=$cores GENERATOR=wf_shared"
    job "shared-c$cores-d8" "$with sim/random.sh 8 $SEED 80 10 8"
    job "shared-c$cores-d32" "$with sim/random.sh 8 $SEED 5 10 32"
done
# four-valued: an X in anything that retires is an error
for name in match_table multi_prefix_table barrier_all_arrive barrier_end_after barrier_extra_waves lds_ops read_lane_last helper_lanes \
            coalesced_or fault_lds_range fault_mem_align query_6x10 lerp_random multi_prefix_all reject_numthreads_total zero_grid; do
    job "icarus-$name" "sim/kernel.sh tb/kernels/$name.wfk icarus 32 $SEED"
done
for name in smallest three cores; do job "odd-$name" "sim/odd.sh $name $SEED 2 60"; done
job odd-groups "sim/odd.sh groups $SEED 1 40"
job odd-lines "sim/odd.sh lines $SEED 2 40 dispatches"
job odd-sixteen "sim/odd.sh sixteen $SEED 1 40 dispatches"
if [ "${ALL_SHADERS:-0}" != 0 ]; then
    for name in smallest three cores groups lines sixteen; do job "odd-$name-all" "sim/odd.sh $name $((SEED % 4000000000 + 2)) 6 60"; done
fi
job icarus-random "SIM=icarus sim/random.sh 32 $SEED 4 60"

for kernel in tb/kernels/*.wfk; do
    job "model-$(basename "$kernel" .wfk)" "sim/kernel.sh $kernel model 128 $SEED"
done
# shaders: on the model at every wave size, and on the hardware others with each seed, an eighth of them on 32 lanes and a 32nd on 128;
# `make test-all` runs all there
number=0
for shader in tb/shaders/*.wfk; do
    name=$(basename "$shader" .wfk) number=$((number + 1))
    job "shader-model-$name" "sim/kernel.sh $shader model 128 $SEED"
    [ "${ALL_SHADERS:-0}" = 0 ] && [ $(((number + SEED) % 8)) != 0 ] || job "shader-l32-$name" "sim/kernel.sh $shader rtl 32 $SEED"
    [ "${ALL_SHADERS:-0}" = 0 ] && [ $(((number + SEED) % 32)) != 1 ] || job "shader-l128-$name" "SIZES='64 128' sim/kernel.sh $shader rtl 128 $SEED"
done
# every target of every FuseSoC core, in make test-all
if [ "${ALL_SHADERS:-0}" != 0 ]; then
    for core in wavefold.core rtl/*/*.core; do job "fusesoc-$(basename "$core" .core)" "BUILD=$BUILD SEED=$SEED sim/fusesoc.sh $core"; done
    job timing "BUILD=$BUILD sim/synth/reproducible.sh"
    job timing-table "BUILD=$BUILD sim/synth/table.sh check 0.03"
fi
make -s BUILD="$BUILD" SEED="$SEED" list-benches
# a flag that is polled between cores, over caches
job shader-coherent-c2 "WAVEFOLD_SIM=$BUILD/sim/l8/wf_sim_small_system_c2 sim/kernel.sh tb/shaders/mem_coherent.wfk rtl 8 $SEED"
job run-host "$BUILD/sim/host/wf_host_run $SEED"
job advise-table "BUILD=$BUILD sim/advise.sh check"
job isolation "$BUILD/sim/host/wf_host_isolation $SEED"
job lint "make -s BUILD=$BUILD lint"
job clang "make -s BUILD=$BUILD check-clang"
for test in tb/*/test_*.c; do
    job "c-$(basename "$test" .c)" "$BUILD/${test%.c} $SEED"
done
for test in tb/*/test_*.sh; do
    job "sh-$(basename "$test" .sh)" "BUILD=$BUILD $test"
done
job cores "sim/cores.sh check"
job testplan sim/testplan.sh
job circles "sim/circles.sh $(for unit in advise asm cosim driver spirv 'model/*'; do printf '%s ' "$BUILD/c_model/$unit/*.o"; done)"
job generated "make -s BUILD=$BUILD check-generated"
job expected "sim/expected.sh check $BUILD/tb/expect/wf_expect tb/*/*.wfk"
