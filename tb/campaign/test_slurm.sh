#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_slurm.sh - sim/campaign.sh with HOSTS=slurm, on a cluster of this machine alone that the test starts and stops: the table is that of HOSTS=local, and
# a shard that is killed is run again.  Ports and files are the test's own, all on the loopback interface.
# Only in `make test-all`
# Needs: bin/wavefold tb/top/wf_random sim/libwavefold_sim_l8.so
set -u
BUILD=${BUILD:-build}
PATH=$PATH:/usr/sbin
for tool in parallel sbatch slurmctld slurmd munged; do
    command -v $tool >/dev/null || { echo "SKIP slurm: $tool is not installed (make setup-campaign)"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo 'SKIP slurm: its daemons start for root alone'; exit 0; }
dir=$(mktemp -d) status=0 host=$(hostname -s)
made=$BUILD/slurm-test
stop() {
    for daemon in slurmd slurmctld munged; do
        pid=$(cat "$dir/run/$daemon.pid" 2>/dev/null) || continue
        kill "$pid"
        for _ in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
    done
    rm -rf "$dir" "$made"
}
trap stop EXIT
check() { if [ "$2" = 0 ]; then echo "PASS slurm: $1"; else echo "FAIL slurm: $1"; tail -n 20 "$dir"/out "$dir"/*.log; status=1; fi; }

# ---- a cluster of one node ----------------------------------------------------------------------------------------------------------------------
mkdir "$dir/run" "$dir/state" "$dir/spool"
chmod 755 "$dir" "$dir/run"
(umask 077 && head -c 64 /dev/urandom >"$dir/key")
munged --force --key-file="$dir/key" --socket="$dir/run/munge" --pid-file="$dir/run/munged.pid" --log-file="$dir/munged.log" --seed-file="$dir/seed" >"$dir/munged.out" 2>&1
port=$((20000 + $$ % 20000))
export SLURM_CONF=$dir/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=wavefold
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge
CryptoType=crypto/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
SchedulerParameters=sched_interval=1
ReturnToService=2
MinJobAge=10
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
slurmctld -f "$SLURM_CONF" && slurmd -f "$SLURM_CONF"
for _ in $(seq 100); do sinfo -h -o %T 2>/dev/null | grep -q idle && break; sleep 0.2; done
sinfo -h -o %T >"$dir/out" 2>&1 && grep -q idle "$dir/out"
check 'a cluster of one node' $?
[ $status = 0 ] || exit 1

# ---- the campaign -------------------------------------------------------------------------------------------------------------------------------
mkdir -p "$made/bin" "$made/tb/top" "$made/sim"
for file in bin/wavefold tb/top/wf_random sim/libwavefold_sim_l8.so; do ln -s "$(realpath "$BUILD/$file")" "$made/$file"; done
ln -s "$(realpath "$BUILD/reference")" "$made/reference" 2>/dev/null
printf 'one l8 8 1 wf_random 200 1 4\nsix l8 8 1 wf_random 40 3 2\n' >"$dir/list"
campaign() { BUILD=$made LIST=$dir/list SEED=10 HOSTS=$1 timeout 200 sim/campaign.sh 5 >"$dir/out" 2>&1; }
table() { awk '/^random|^all/ { NF--; print }' "$dir/out"; }
campaign local
table >"$dir/local"
grep -q '^all 5 16 0 ' "$dir/local"
check 'runs here' $?
rm -rf "$made/campaign"
campaign slurm &
running=$!
victim=
for _ in $(seq 300); do
    victim=$(pgrep -f "^/bin/sh sim/campaign_shard.sh $made/campaign/" | head -n 1)
    [ -z "$victim" ] || break
    sleep 0.05
done
[ -n "$victim" ] && kill -9 "$victim"
killed=$?
wait $running
[ $? = 0 ] && [ $killed = 0 ] && table | cmp -s - "$dir/local"
check 'the table is the same, of a shard too that was killed on its node' $?
exit $status
