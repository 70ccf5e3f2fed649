#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_campaign.sh - sim/campaign.sh: its table counts each job and instruction once, whatever is stopped or killed on the way; a shard that fails, one that
# never ends; bad input.
# Needs: bin/wavefold tb/top/wf_random sim/libwavefold_sim_l8.so
set -u
BUILD=${BUILD:-build}
dir=$(mktemp -d) status=0
command -v parallel >/dev/null || { echo 'SKIP campaign: GNU parallel is not installed (make setup-campaign)'; exit 0; }
made=$BUILD/campaign-test
rm -rf "$made" && mkdir -p "$made/bin" "$made/tb/top" "$made/sim"
trap 'rm -rf "$dir" "$made"' EXIT
for file in bin/wavefold tb/top/wf_random sim/libwavefold_sim_l8.so; do ln -s "$(realpath "$BUILD/$file")" "$made/$file"; done
ln -s "$(realpath "$BUILD/reference")" "$made/reference" 2>/dev/null
check() { if [ "$2" = 0 ]; then echo "PASS campaign: $1"; else echo "FAIL campaign: $1"; head -n 20 "$dir/out"; status=1; fi; }
printf 'one l8 8 1 wf_random 60 1 3\nsix l8 8 1 wf_random 40 3 2\n' >"$dir/list"
campaign() { BUILD=$made LIST=$dir/list JOBS=${JOBS:-2} sim/campaign.sh "$@" >"$dir/out" 2>&1; }
folder_of() { echo "$made"/campaign/*-seed"$1"; }
# all but the times
table() { awk '/^random|^all/ { NF--; print }' "$dir/out"; }

# five shards, three of the first configuration: what the table has is what the kernels printed
SEED=10 campaign 5
check 'ends well' $?
jobs=$(cat "$(folder_of 10)"/log/* | grep -c '^PASS random kernel') instructions=$(cat "$(folder_of 10)"/log/* | grep -o 'compared=[0-9]*' | awk -F = '{ n += $2 } END { print n }')
table >"$dir/first"
[ "$jobs" = 13 ] && grep -qx "all 5 13 0 $instructions" "$dir/first" && grep -q '^random one 3 9 0 ' "$dir/first" && tail -n 1 "$dir/out" | grep -qx '13 passed, 0 failed'
check "counts $jobs kernels and $instructions instructions" $?
# kernels differ: no seed comes twice
[ "$(cat "$(folder_of 10)"/log/random-one-* | grep -o 'seed [0-9]*' | sort -u | wc -l)" = 9 ]
check 'no seed comes twice' $?

# the same again runs nothing; more shards run those alone
touch "$dir/now"
SEED=10 campaign 5 && table | cmp -s - "$dir/first" && [ -z "$(find "$(folder_of 10)/done" -newer "$dir/now" -name 'random*')" ]
check 'a second run counts what is there' $?
SEED=10 campaign 7 && [ "$(find "$(folder_of 10)/done" -newer "$dir/now" -name 'random*' | wc -l)" = 2 ] && table | grep -q '^random one 4 12 0 ' 
check 'a larger one adds its shards' $?

# shards are killed, then the campaign is stopped: in the end the table is that of one that was left alone
printf 'one l8 8 1 wf_random 200 1 8\n' >"$dir/list"
SEED=50 campaign 6
table >"$dir/alone"
rm -rf "$(folder_of 50)"
shards() { pgrep -f "^/bin/sh sim/campaign_shard.sh $made/campaign/[0-9a-f]*-seed50 " || true; }
kill_one() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        victim=$(shards | head -n 1)
        [ -z "$victim" ] || { kill -9 "$victim"; return; }
        sleep 0.05
    done
    false
}
(SEED=50 campaign 6) &
running=$!
kill_one
killed=$?
wait $running
ended=$?
[ $killed = 0 ] && [ $ended = 0 ] && table | cmp -s - "$dir/alone"
check 'a shard that is killed is run again, and counted once' $?
rm -rf "$(folder_of 50)"
BUILD=$made LIST=$dir/list JOBS=1 SEED=50 setsid sim/campaign.sh 6 >"$dir/stopped" 2>&1 &
running=$!
for _ in $(seq 200); do ls "$made"/campaign/*-seed50/done/random* >/dev/null 2>&1 && break; sleep 0.02; done
kill -9 -$running
wait $running 2>/dev/null
before=$(ls "$(folder_of 50)/done" | wc -l)
SEED=50 campaign 6 && table | cmp -s - "$dir/alone" && [ "$before" -ge 1 ] && [ "$before" -lt 6 ]
check "a campaign that was stopped after $before of 6 shards goes on" $?

# a simulator that is not there: kernels fail, the shard has ended
printf 'none none 8 1 wf_random 60 1 3\n' >"$dir/list"
SEED=70 campaign 2
[ $? = 1 ] && table | grep -q '^random none 2 2 2 0'  && grep -q '^failed: .*/log/random-none-70$' "$dir/out" && tail -n 1 "$dir/out" | grep -qx '0 passed, 2 failed'
check 'a shard that fails is a failure, with its log' $?
# a table that names no such configuration when the shard runs: it is killed each time
printf 'one l8 8 1 wf_random 60 1 3\n' >"$dir/list"
mkdir -p "$dir/bin" && printf '#!/bin/sh\nkill -9 $PPID\n' >"$dir/bin/awk" && chmod +x "$dir/bin/awk"
mkdir -p "$dir/tools" && printf '#!/bin/sh\nPATH=%s:$PATH exec %s "$@"\n' "$dir/bin" "$(command -v parallel)" >"$dir/tools/parallel" && chmod +x "$dir/tools/parallel"
PATH=$dir/tools:$PATH SEED=90 campaign 2
[ $? = 1 ] && [ "$(grep -c '^never ended: random one' "$dir/out")" = 2 ] && tail -n 1 "$dir/out" | grep -qx '0 passed, 2 failed'
check 'a shard that is always killed is a failure' $?

# shards of corner machines: each machine of the table in turn, two kernels and two files of dispatches with seeds of their own; a file that fails stays
stub=$made/stub
mkdir -p "$stub/bin" "$stub/tb/top"
ln -s "$(realpath "$BUILD/tb/top/wf_random")" "$stub/tb/top/wf_random"
cat >"$stub/bin/wavefold" <<'END'
#!/bin/sh
case $1 in device) echo 'DEVICE lanes=4 slots=2 groups=1 regs=16 reg-rows=32 lds-words=64 imem-words=1024 fpu=1'; exit 0 ;; esac
case $2 in *smallest-dispatches-seed11.wfk) echo 'a difference'; exit 1 ;; esac
echo 'PASS compared=7 cycles=9'
END
chmod +x "$stub/bin/wavefold"
first=$(awk '/^[a-z]/ { print $1 }' tb/lockstep/machines.list | head -n 1) machines=$(grep -c '^[a-z]' tb/lockstep/machines.list)
BUILD=$stub SEED=10 KINDS=corner JOBS=2 sim/campaign.sh $((machines + 1)) >"$dir/out" 2>&1
[ $? = 1 ] && grep -q "^corner $first  *2  *8  *0  *56 " "$dir/out" && grep -q '^corner smallest  *1  *4  *1  *21 ' "$dir/out" &&
    [ "$(cat "$stub"/campaign/*/log/corner-"$first"-1[02] | grep -c 'seed 1[0123]:')" = 8 ] && tail -n 1 "$dir/out" | grep -qx "$((4 * machines + 3)) passed, 1 failed" &&
    [ "$(find "$stub"/campaign/*/work -name '*.wfk')" = "$(echo "$stub"/campaign/*/work/corner-smallest-10.*/smallest-dispatches-seed11.wfk)" ]
check 'shards of corner machines' $?

# coverage: runs of a bench together, as by hand; one that fails adds nothing; what was run before a shard was killed is not run again
cat >"$dir/bench" <<'END'
#!/bin/sh
for word; do case $word in +coverage=*) at=${word#*=} ;; +seed=*) seed=${word#*=} ;; esac; done
case $0 in */lds-l16/tb) [ "$seed" != 11 ] || exit 1 ;; esac
echo "$0 $seed" >>"${0%/*}/runs"
case $seed in 10) bits='0f 01' ;; 11) bits='10 1e' ;; *) bits='00 00' ;; esac       # rose, fell
echo "TOP.tb.u_a data 8 $bits" >"$at.toggles"
echo "value TOP.tb.u_a reject $seed" >"$at.bins"
line() { printf "C '\001f\002rtl/lds/wf_lds.v\001l\002%s\001n\0029\001page\002v_line/wf_lds\001o\002block\001S\002%s\001h\002TOP.tb.u_a' %s\n" "$1" "$1" "$2"; }
{ line 3 "$((seed == 11))"; line 4 "$((seed == 12))"; } >"$at.lines"
END
for bench in lds-l8 lds-l16; do
    mkdir -p "$stub/cov/bench/$bench"
    printf 'cell tb.u_a wf_lds\nsignal wf_lds data rtl/lds/wf_lds.v 5\n' >"$stub/cov/bench/$bench/signals"
    cp "$dir/bench" "$stub/cov/bench/$bench/tb" && chmod +x "$stub/cov/bench/$bench/tb"
done
mkdir -p "$dir/make" && printf '#!/bin/sh\nexit 0\n' >"$dir/make/make" && chmod +x "$dir/make/make"       # they are built
cover() { PATH=$dir/make:$PATH BUILD=$stub KINDS=cov COVER_BENCHES="lds-l8 lds-l16" SEED=10 COVER_SEEDS=$1 sim/campaign.sh 1 >"$dir/out" 2>&1; }
covered() { grep -q "^cov lds-l8  *$1  *$1  *0 " "$dir/out" && grep -q "^$2 runs of benches\$" "$dir/out" && grep -q "^lds  *$3  *$4 .* $5 " "$dir/out"; }
cover 1 && covered 1 2 0.0 0/2 1/8
check 'coverage of one seed' $?
cover 2
[ $? = 1 ] && grep -q '^cov lds-l16  *2  *2  *1 ' "$dir/out" && covered 2 3 50.0 1/2 2/8 && tail -n 1 "$dir/out" | grep -qx '3 passed, 1 failed'
check 'coverage of two seeds: each bit in one run; a run that fails adds nothing' $?
rm "$stub"/campaign/*/done/cov-lds-l8-10 && cover 3
[ $? = 1 ] && covered 3 5 100.0 2/2 2/8 && [ "$(sort "$stub/cov/bench/lds-l8/runs" | uniq -c | awk '{ print $1, $3 }' | xargs)" = '1 10 1 11 1 12' ]
check 'coverage of three seeds: each has run once' $?

# ... for real, which builds benches: each job is counted
if [ "${ALL:-0}" != 0 ]; then
    make -s BUILD="$BUILD" "$BUILD/cov/bench/runtime/clang++-15" "$BUILD/sim/icarus/wavefold.vpi" "$BUILD/sim/icarus/wf_sim_smallest.vvp" >"$dir/out" 2>&1
    BUILD=$BUILD sim/campaign_shard.sh "$made/kinds" cov pack-l4 1 1 && sim/campaign_shard.sh "$made/kinds" corner smallest 1 1
    for unit in pack model-isa; do sim/campaign_shard.sh "$made/kinds" mutants $unit 1 2; done
    sim/campaign_shard.sh "$made/kinds" proof skid 0 1
    cat "$made"/kinds/done/* >"$dir/out"
    missing=
    for job in 'mutants pack 2 0' 'mutants model-isa 2 0' 'proof skid 1 0' 'cov pack-l4 1 0' 'corner smallest 2 0'; do
        grep -q "^$job " "$dir/out" || missing="$missing, $job"
    done
    [ -z "$missing" ]
    check 'a corner machine, bugs by rule, a proof and coverage are jobs' $?
fi

refused() { "$@" >"$dir/out" 2>&1; [ $? = 2 ] && grep -q "$words" "$dir/out"; }
words='N.*expected' refused sim/campaign.sh many
check 'N is a number' $?
words='HOSTS=moon: expected local or slurm' refused env HOSTS=moon sim/campaign.sh 1
check 'HOSTS is one of two' $?
words='KINDS=all: expected random, corner, mutants, proof, cov' refused env KINDS=all sim/campaign.sh 1
check 'KINDS are known' $?
exit $status
