#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_reproduce.sh - the line `reproduce:` has every option that changes a run: those of the help text, but for outputs and those of several runs.
# The runs are on a library that only seems to simulate, so nothing has the right result.
set -u
. tb/cli/lib.sh
FAKE=$dir WAVEFOLD_SIM=$dir/fake
export FAKE WAVEFOLD_SIM
"${CC:-cc}" -std=c11 -Wall -Wextra -Ic_model/include -shared -fPIC -o "$dir/fake" tb/cli/fake_simulator.c 2>"$dir/err" || fail "fake_simulator.c" "$dir/err"
echo nothing >"$dir/act"
reproduces() {      # NAME OPTIONS ARGUMENTS...: the line has these options, and what it says gives it again
    name=$1 options=$2
    shift 2
    expect "$name" 1 "^FAIL" "^reproduce: wavefold run .*$options" run "$@"
    sed -n 's/^reproduce: wavefold //p' "$dir/err" | tee -a "$dir/lines" >"$dir/command"
    sed -n 's/^reproduce: //p' "$dir/err" >"$dir/want"
    eval "\"\$wavefold\" $(cat "$dir/command")" 2>&1 >"$dir/out" | sed -n 's/^reproduce: //p' >"$dir/got"
    same "... which gives itself" "$dir/got" "$dir/want"
}

printf '%s\n' '[numthreads(4,1,1)]' 'dispatch 8' 'buffer A[4]' 'variant other : [WaveSize(8)]' code ' end' 'expect A = each 1' >"$dir/plain.wfk"
reproduces "a kernel file" " --on rtl --lanes 32 --wave-size 8 --seed 7 --bounds warn --limit 900 --memory-latency 3 --memory-lines 2$" "$dir/plain.wfk" \
    --variant other --on rtl --lanes 32 --wave-size 8 --seed 7 --bounds warn --limit 900 --memory-latency 3 --memory-lines 2
printf '%s\n' 'buffer A[4]' '--- eight' '[numthreads(8,1,1)] [WaveSize(8)]' code ' end' '--- four' '[numthreads(8,1,1)] [WaveSize(4)]' code ' end' 'expect A = each 1' >"$dir/sizes.wfk"
reproduces "dispatches of several wave sizes, for which no option asks" " --on rtl --lanes 32 --seed 3$" "$dir/sizes.wfk" --on rtl --lanes 32 --seed 3
sed 's/WaveSize(4)/WaveSize(8)/' "$dir/sizes.wfk" >"$dir/one.wfk"
reproduces "... and of one" " --on rtl --lanes 32 --wave-size 8 --seed 3$" "$dir/one.wfk" --on rtl --lanes 32 --seed 3
reproduces "races" " --races error --race-watch all$" "$dir/plain.wfk" --on rtl --races error --race-watch all
reproduces "a first group" " --first-group 5$" "$dir/plain.wfk" --on rtl --first-group 5
reproduces "a reset" " --reset-at 3$" "$dir/plain.wfk" --on rtl --reset-at 3
: >"$dir/serial"
reproduces "no combining" " --coalesce off " "$dir/plain.wfk" --on rtl --coalesce off
rm "$dir/serial"
echo 3 >"$dir/cores"
: >"$dir/path"
reproduces "cores and the memory path" " --cores 3 .* --memory-path on --memory-period 2 --memory-banks 4 --memory-bank-period 6 --memory-order " "$dir/plain.wfk" --on rtl \
    --cores 3 --memory-path on --memory-period 2 --memory-banks 4 --memory-bank-period 6 --memory-order asked
rm "$dir/cores" "$dir/path"

reproduces "a shader" " --groups 1 --bind 0.1=zero:24 --bind 1.2=zero:24 --expect '1.2=text:9,...' --push zero:8 --spec '3=3' --extra 1,idle --prefer small " \
    tb/cli/scale.spv --on rtl --groups 1 --bind 0.1=zero:24 --bind 1.2=zero:24 --push zero:8 --spec 3=3 --extra 1,idle --prefer small --expect 1.2=text:9,...
reproduces "... of whole waves" " --entry long .* --num-waves 1 --shader-model 6.10 --precise-division off " tb/cli/widths.spv --on rtl --entry long --groups 1 \
    --bind 0.0=zero:16 --expect 0.0=text:9,... --num-waves 1 --shader-model 6.10 --precise-division off
reproduces "... with a buffer that is not bound" " --buffer Far=zero:16 " tb/cli/nowhere.spv --on rtl --groups 1 --bind 0.0=text:@Far,0,1 --buffer Far=zero:16 \
    --bind '0.1[0]=zero:16' --bind '0.1[1]=zero:8' --expect Far=text:1,...
reproduces "... that draws" " --draw 4x2 --samples 4 --facing back --depth 0,0.5,0.25 --clip-w 1,2,1 --input '0=text:0,0,1,0,0,1' .* --output 0=rgba8 " tb/cli/disc.spv --on rtl \
    --draw 4x2 --samples 4 --facing back --depth 0,0.5,0.25 --clip-w 1,2,1 --input 0=text:0,0,1,0,0,1 --input 1=text:1 --output 0=rgba8 --output 1=r32ui --output depth=r32f \
    --bind 0.0=zero:4 --expect 0.0=text:9
reproduces "... of vertices" " --vertices 3x2 --first-vertex 7 --first-instance 5 --input '0=text:1,2' --input '1=text:2,3:instances' " tb/cli/square.spv --on rtl --vertices 3x2 \
    --first-vertex 7 --first-instance 5 --input 0=text:1,2 --input 1=text:2,3:instances --bind 0.0=zero:4 --push depth=0.5 --expect vertices=text:9,...
reproduces "... of primitives" " --primitives 2 --input 'Position=text:1,2,3,4' .* --expect 'counts=text:9,...' " tb/cli/fan.spv --on rtl --primitives 2 --input Position=text:1,2,3,4 \
    --input 0=text:3,4 --expect counts=text:9,...
reproduces "... of patches" " --patches 2x3 --input 'Position=text:1,2,3,4' --input '0=text:3' .* --expect 'patches=text:9,...' " tb/cli/fan_control.spv --on rtl --patches 2x3 \
    --input Position=text:1,2,3,4 --input 0=text:3 --bind 0.0=zero:4 --expect patches=text:9,...
reproduces "... of points" " --patches 2x2 .* --input 'TessCoord=text:1,2,3,4,5,6:patches' " tb/cli/fan_points.spv --on rtl --patches 2x2 --input Position=text:1,2,3,4 --input 0=text:3 \
    --input 1=text:1,2 --input TessCoord=text:1,2,3,4,5,6:patches --bind 0.0=zero:4 --expect vertices=text:9,...
reproduces "... with an image" " --image '0.0=2x2:r32f:zero' --sampler '1.3=linear,clamp' " tb/cli/blur.spv --on rtl --groups 1 --image 0.0=2x2:r32f:zero --sampler 1.3=linear,clamp \
    --bind 0.2=zero:16 --expect 0.2=values:9,...
reproduces "... and its tasks" " --entry main --task tb/cli/emit.spv --task-entry main " tb/cli/counts.spv --on rtl --entry main --task tb/cli/emit.spv --task-entry main \
    --groups 1 --bind 0.0=zero:16 --bind 0.1=zero:16 --expect 0.0=text:9,...

# ---- all options --------------------------------------------------------------------------------------------------------------------
# where results go, what is printed, and what several runs are made of; test_rtl.sh has --sim
others=" --dump --hex --junit --profile --report --stats --summary --timeline --trace --view --waves --seeds --differ --sim "
"$wavefold" help run | grep -o -e '[[ ]--[a-z][a-z-]*' | tr -d '[ ' | sort -u >"$dir/options"
for option in $(cat "$dir/options"); do
    case $others in
    *" $option "*) ;;
    *) grep -q -e " $option " "$dir/lines" || echo "$option" ;;
    esac
done >"$dir/missing"
if [ -s "$dir/missing" ]; then fail "options that change a run and are in no line" "$dir/missing"; else pass "every option that changes a run is in a line"; fi
check "... of $(wc -l <"$dir/options") options" test "$(wc -l <"$dir/options")" -gt 40
exit $status
