#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# campaign.sh N - a campaign: N shards of random kernels in lock step, over the configurations of sim/campaign.list in turn, each with seeds of its own; with
# KINDS="random mutants proof" also bugs by rule in each unit and the proofs of tb/formal.
# HOSTS=local: GNU parallel, JOBS shards at once.  HOSTS=slurm: an array of jobs of `sbatch`; its nodes share this folder.
# A shard that ended is not run again: the same command goes on where it was stopped, a larger N adds shards.  One that was killed is run again, three times
# at most.  Results are in $BUILD/campaign, in a folder by the sources and SEED.  Closes with a table and "N passed, N failed": of jobs, shards that never
# ended being failures.  Exit status 1 when anything failed.
# Environment: BUILD, JOBS, SEED, HOSTS, KINDS, AUTO (bugs of a unit, 100), LIST (in place of sim/campaign.list).
set -u
BUILD=${BUILD:-build} JOBS=${JOBS:-2} SEED=${SEED:-1} HOSTS=${HOSTS:-local} KINDS=${KINDS:-random} AUTO=${AUTO:-100}
LIST=${LIST:-sim/campaign.list}
tries=3 most_of_array=1000
export BUILD LIST
"$(dirname "$0")/check_number.sh" N "${1-}" 1 10000000 || exit 2
"$(dirname "$0")/check_number.sh" SEED "$SEED" 0 2147483647 || exit 2
case $HOSTS in
local) tool=parallel ;;
slurm) tool=sbatch ;;
*) echo "campaign.sh: HOSTS=$HOSTS: expected local or slurm" >&2; exit 2 ;;
esac
for kind in $KINDS; do
    case $kind in random | mutants | proof) ;; *) echo "campaign.sh: KINDS=$KINDS: expected random, mutants, proof" >&2; exit 2 ;; esac
done
command -v $tool >/dev/null || { echo "campaign.sh: $tool is not installed (make setup-campaign)" >&2; exit 1; }
sources=$(find rtl c_model tb sim -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c 1-12)
folder=$BUILD/campaign/$sources-seed$SEED
mkdir -p "$folder/done" "$folder/log"

units() { for list in tb/*/bench.list; do unit=${list%/*} unit=${unit#tb/}; [ ! -d "rtl/$unit" ] || echo "$unit"; done; }
# KIND NAME SEED COUNT of each shard
plan() {
    case " $KINDS " in *' random '*)
        grep -v '^#' "$LIST" | awk -v n="$1" -v seed="$SEED" '{ name[NR - 1] = $1; count[NR - 1] = $8 }
            END { for (i = 0; i < n; i++) { c = i % NR; print "random", name[c], seed + int(i / NR) * count[c], count[c] } }' ;;
    esac
    case " $KINDS " in *' mutants '*)
        for unit in $(units); do echo "mutants $unit $SEED $AUTO"; done ;;
    esac
    case " $KINDS " in *' proof '*)
        sim/formal.sh list | awk '{ print "proof", $1, 0, 1 }' ;;
    esac
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
sed 's/^[^ ]* /never ended: /' "$folder/missing"
grep -l '^FAIL' "$folder"/log/* 2>/dev/null | sed 's/^/failed: /'
good=$(awk '{ n += $3 - $4 } END { print n + 0 }' "$folder/results") bad=$(awk '{ n += $4 } END { print n + 0 }' "$folder/results")
echo "$good passed, $((bad + lost)) failed"
[ $((bad + lost)) = 0 ]
