#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# campaign_shard.sh FOLDER KIND NAME SEED COUNT - one shard of a campaign (sim/campaign.sh): what it did goes to FOLDER/done/KIND-NAME-SEED, one line that is
# there whole or not at all: "KIND NAME jobs failed instructions seconds", seconds of processor time.  What it printed is in FOLDER/log.
#   random    COUNT random kernels of a configuration of sim/campaign.list, from SEED on, in lock step; a job is a kernel
#   corner    COUNT random kernels and as many files of four dispatches on a machine of tb/lockstep/machines.list, under Icarus; a job is one of them
#   mutants   COUNT bugs by rule in a unit; a job is a bug, one that no test finds has failed
#   proof     a run of tb/formal
#   cov       a unit bench with SEED, built for coverage, which its first shard does; what it covered is FOLDER/cov/NAME-SEED.points
# Environment: BUILD, LIST (in place of sim/campaign.list).
set -u
folder=$1 kind=$2 name=$3 seed=$4 count=$5
id=$kind-$name-$seed
[ ! -e "$folder/done/$id" ] || exit 0
export BUILD=${BUILD:-build}

random() {
    # shellcheck disable=SC2046  # words
    set -- $(awk -v name="$name" '$1 == name { $1 = ""; print }' "${LIST:-sim/campaign.list}")
    WAVEFOLD_SIM=$PWD/$BUILD/sim/libwavefold_sim_$1.so CORES=$3 GENERATOR=$4 SHRINK=0 FOLDER=$work sim/random.sh "$2" "$seed" "$count" "$5" "$6"
}
corner() { FOLDER=$work sim/corner_machines.sh "$name" "$seed" "$count" 30 kernel dispatches; }
cov() {
    points=$folder/cov/$name-$seed.points
    mkdir -p "$folder/cov" "$BUILD/cov"
    if flock "$BUILD/cov/$name.lock" env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s "BUILD=$BUILD" "$BUILD/cov/bench/$name/tb" &&
        { [ -e "$points" ] || { sim/cov/run.sh "$name" "$seed" "$work/$name.points" && mv "$work/$name.points" "$points"; }; }; then
        echo "PASS coverage $name seed=$seed"
        rm -f "$work/$name".*
    else
        echo "FAIL coverage $name seed=$seed"
        false
    fi
}
# of the line that sim/sprout.sh ends with: "fp 100 mutants 95 caught by its tests 5 equivalent 0 survived ...": all, survived
sprouted() { awk -v unit="$name" -v column="$1" '$1 == unit && $3 == "mutants" { print $column }' "$log" | tail -n 1; }
instructions() { grep -o 'compared=[0-9]*' "$log" | awk -F = '{ n += $2 } END { print n + 0 }'; }

case $kind in
random | corner | mutants | proof | cov) ;;
*) echo "campaign_shard.sh: $kind: expected random, corner, mutants, proof or cov" >&2; exit 2 ;;
esac
mkdir -p "$folder/log" "$folder/done"
log=$folder/log/$id
work=$folder/work/$id.$$            # one that was killed may have left a process behind
mkdir -p "$work"
case $kind in
random | corner | cov) $kind ;;
mutants) UNIT=$name AUTO=$count SEED=$seed JOBS=1 sim/sprout.sh ;;
proof) sim/formal.sh "$name" ;;
esac >"$log" 2>&1
status=$?
# killed, by hand or by the machine: it did not end, and is not counted
[ $status -lt 128 ] || exit $status
case $kind in
random) good=$(grep -c '^PASS random kernel' "$log") failed=$(grep -c '^FAIL random kernel' "$log") ;;
corner) good=$(grep -c "^PASS $name" "$log") failed=$(grep -c "^FAIL $name" "$log") ;;
mutants) failed=$(sprouted 11) good=$(($(sprouted 2) - failed)) ;;
cov) good=$(grep -c '^PASS coverage' "$log") failed=$(grep -c '^FAIL coverage' "$log") ;;
proof) good=$(grep -c '^PASS formal' "$log") failed=$(grep -c '^FAIL' "$log") ;;
esac
good=${good:-0} failed=${failed:-0}
# it ended otherwise than with verdicts
[ $((good + failed)) -gt 0 ] && { [ $status = 0 ] || [ "$failed" -gt 0 ]; } || failed=$((failed + 1))
times >"$log.times"
seconds=$(awk 'NR == 2 { split($0, t, /[ms ]+/); printf "%.1f", 60 * (t[1] + t[3]) + t[2] + t[4] }' "$log.times")
echo "$kind $name $((good + failed)) $failed $(instructions) $seconds" >"$folder/done/.$id.$$"
mv "$folder/done/.$id.$$" "$folder/done/$id"
rmdir "$work" 2>/dev/null           # a kernel that failed stays there
exit 0
