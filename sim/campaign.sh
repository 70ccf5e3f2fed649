#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# campaign.sh N - a campaign: N shards of random kernels in lock step, over the configurations of sim/campaign.list in turn, each with seeds of its own; with
# KINDS="random corner mutants proof cov" also N shards on the machines of corner sizes (tb/lockstep/machines.list), bugs by rule in each unit of the RTL and of
# the golden model, the proofs of tb/formal, and the coverage of the unit benches, each with COVER_SEEDS seeds.
# HOSTS=local: GNU parallel, JOBS shards at once.  HOSTS=slurm: an array of jobs of `sbatch`; its nodes share this folder.
# A shard that ended is not run again: the same command goes on where it was stopped, a larger N adds shards.  One that was killed is run again, three times
# at most.  Results are in $BUILD/campaign, in a folder by the sources and SEED.  Closes with a table and "N passed, N failed": of jobs, shards that never
# ended being failures.  Coverage of all runs together is a table of its own; an exclusion that a run covers is a failure.  Exit status 1 when anything failed.
# Environment: BUILD, JOBS, SEED, HOSTS, KINDS, AUTO (bugs of a unit, 100), COVER_SEEDS (1), COVER_BENCHES (all), LIST (in place of sim/campaign.list).
set -u
BUILD=${BUILD:-build} JOBS=${JOBS:-2} SEED=${SEED:-1} HOSTS=${HOSTS:-local} KINDS=${KINDS:-random} AUTO=${AUTO:-100}
LIST=${LIST:-sim/campaign.list} COVER_SEEDS=${COVER_SEEDS:-1}
tries=3 most_of_array=1000
export BUILD LIST
"$(dirname "$0")/check_number.sh" N "${1-}" 1 10000000 || exit 2
"$(dirname "$0")/check_number.sh" SEED "$SEED" 0 2147483647 || exit 2
"$(dirname "$0")/check_number.sh" COVER_SEEDS "$COVER_SEEDS" 1 100000 || exit 2
case $HOSTS in
local) tool=parallel ;;
slurm) tool=sbatch ;;
*) echo "campaign.sh: HOSTS=$HOSTS: expected local or slurm" >&2; exit 2 ;;
esac
for kind in $KINDS; do
    case $kind in random | corner | mutants | proof | cov) ;; *) echo "campaign.sh: KINDS=$KINDS: expected random, corner, mutants, proof, cov" >&2; exit 2 ;; esac
done
command -v $tool >/dev/null || { echo "campaign.sh: $tool is not installed (make setup-campaign)" >&2; exit 1; }
sources=$(find rtl c_model tb sim -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c 1-12)
folder=$BUILD/campaign/$sources-seed$SEED
mkdir -p "$folder/done" "$folder/log"

asked() { case " $KINDS " in *" $1 "*) true ;; *) false ;; esac; }
units() {
    for list in tb/*/bench.list; do unit=${list%/*} unit=${unit#tb/}; [ ! -d "rtl/$unit" ] || echo "$unit"; done
    awk '!/^#/ { print $1 }' sim/sprout_model.list
}
# N COUNT: that many shards of the names that come in, in turn, COUNT jobs each, from SEED on: "NAME SEED COUNT"
in_turn() {
    awk -v n="$1" -v count="$2" -v seed="$SEED" '{ name[NR - 1] = $1; each[NR - 1] = count ? count : $2 }
        END { for (i = 0; i < n; i++) { c = i % NR; print name[c], seed + int(i / NR) * each[c], each[c] } }'
}
# KIND NAME SEED COUNT of each shard
plan() {
    ! asked random || grep -v '^#' "$LIST" | awk '{ print $1, $8 }' | in_turn "$1" 0 | sed 's/^/random /'
    ! asked corner || grep -v '^#' tb/lockstep/machines.list | in_turn "$1" 2 | sed 's/^/corner /'
    ! asked mutants || for unit in $(units); do echo "mutants $unit $SEED $AUTO"; done
    ! asked proof || sim/formal.sh list | awk '{ print "proof", $1, 0, 1 }'
    ! asked cov || for at in $(seq "$SEED" $((SEED + COVER_SEEDS - 1))); do
        for bench in ${COVER_BENCHES:-$(sim/bench.sh names verilator)}; do echo "cov $bench $at 1"; done
    done
}
missing() { while read -r kind name seed count; do [ -e "$folder/done/$kind-$name-$seed" ] || echo "$folder $kind $name $seed $count"; done <"$folder/plan"; }

run_local() { parallel --will-cite --jobs "$JOBS" --colsep ' ' --arg-file "$folder/missing" sim/campaign_shard.sh >>"$folder/parallel.log" 2>&1; }
run_slurm() {
    rm -f "$folder"/array.*
    split -l $most_of_array -d "$folder/missing" "$folder/array."
    for array in "$folder"/array.*; do
        # shellcheck disable=SC2016  # the job expands it
        sbatch --quiet --wait --job-name=wavefold --array=1-"$(wc -l <"$array")" --output="$folder/log/slurm-%A-%a" --chdir="$PWD" \
            --wrap 'exec sim/campaign_shard.sh $(sed -n "${SLURM_ARRAY_TASK_ID}p" '"$array)" >>"$folder/slurm.log" 2>&1
    done
}

plan "$1" >"$folder/plan"
try=0
while missing >"$folder/missing"; [ -s "$folder/missing" ] && [ $try -lt $tries ]; do
    run_$HOSTS
    try=$((try + 1))
done

lost=$(wc -l <"$folder/missing")
while read -r kind name seed count; do cat "$folder/done/$kind-$name-$seed" 2>/dev/null; done <"$folder/plan" >"$folder/results"
awk '
    { at = $1 " " $2; if (!(at in shards)) order[++n] = at
      shards[at]++; jobs[at] += $3; failed[at] += $4; instructions[at] += $5; seconds[at] += $6
      all["shards"]++; all["jobs"] += $3; all["failed"] += $4; all["instructions"] += $5; all["seconds"] += $6 }
    function row(what, shards, jobs, failed, instructions, seconds) { printf "%-24s %8d %8d %8d %14d %10.1f\n", what, shards, jobs, failed, instructions, seconds }
    END {
        printf "%-24s %8s %8s %8s %14s %10s\n", "", "shards", "jobs", "failed", "instructions", "CPU s"
        for (i = 1; i <= n; i++) row(order[i], shards[order[i]], jobs[order[i]], failed[order[i]], instructions[order[i]], seconds[order[i]])
        row("all", all["shards"], all["jobs"], all["failed"], all["instructions"], all["seconds"])
    }' "$folder/results"

# of all runs that ended, each once
coverage() {
    # shellcheck disable=SC2046  # files
    set -- $(while read -r kind name seed count; do
        [ "$kind" != cov ] || [ ! -e "$folder/done/cov-$name-$seed" ] || [ ! -e "$folder/cov/$name-$seed.points" ] || echo "$folder/cov/$name-$seed.points"
    done <"$folder/plan")
    [ $# != 0 ] || return
    : >"$folder/cov/holes"
    : >"$folder/cov/places"
    : >"$folder/cov/no_records"
    awk -f sim/cov/bits.awk -f sim/cov/report.awk -v holes="$folder/cov/holes" -v places="$folder/cov/places" tb/cov/exclusions.list "$@" >"$folder/cov/report"
    printf '\n%s runs of benches\n' $#
    # benches that were not asked for may leave an exclusion without what it names
    grep -v '^FAIL.*names nothing that was built' "$folder/cov/report"
    awk -f sim/cov/functional.awk -v records= -v units="$(echo rtl/* | sed 's|rtl/||g')" -v missing="$folder/cov/missing" c_model/include/wavefold/isa.def \
        tb/cov/functional.def "$folder/cov/no_records" "$@" >"$folder/cov/bins"
    grep '^together' "$folder/cov/bins" | awk '{ print "bins of functional coverage: " $2 " of " $4 ", " $5 " %" }'
}
wrong=0
if asked cov; then
    coverage >"$folder/coverage"
    cat "$folder/coverage"
    wrong=$(grep -c '^FAIL' "$folder/coverage")
fi
sed 's/^[^ ]* /never ended: /' "$folder/missing"
grep -l '^FAIL' "$folder"/log/* 2>/dev/null | sed 's/^/failed: /'
good=$(awk '{ n += $3 - $4 } END { print n + 0 }' "$folder/results") bad=$(awk '{ n += $4 } END { print n + 0 }' "$folder/results")
echo "$good passed, $((bad + lost + wrong)) failed"
[ $((bad + lost + wrong)) = 0 ]
