#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_options.sh - the words of the command line: help, version, spelling, misuse.
# Needs: sim/libwavefold_sim_l8.so
set -u
. tb/cli/lib.sh

# ---- help and version ------------------------------------------------------------------------------------------------------
expect "help" 0 "^usage: wavefold run" - help
expect "--help" 0 "^usage: wavefold run" - --help
for verb in run asm disasm layout sizes isa; do
    expect "help $verb" 0 "^usage: wavefold $verb" - help $verb
    cp "$dir/out" "$dir/help"
    expect "$verb --help" 0 "" - $verb --help
    same "$verb --help is help $verb" "$dir/out" "$dir/help"
    expect "help $verb tells the exit statuses" 0 "^exit status: 0 right; 1 " - help $verb
done
"$wavefold" help >"$dir/help"
expect "help help" 0 "^usage: wavefold run" - help help
same "... is help" "$dir/out" "$dir/help"
expect "help version" 0 "^usage: wavefold version$" - help version
"$wavefold" help run | grep -q 'wavefold layout' && fail "help run is of run alone" || pass "help run is of run alone"
expect "help of no verb" 2 - "no such command: frob" help frob
version=$(sed -n 's/^#define WF_VERSION "\(.*\)"/\1/p' c_model/include/wavefold/version.h)
expect "--version" 0 "^wavefold $version\$" - --version

# ---- spelling --------------------------------------------------------------------------------------------------------------
expect "--opt=value" 0 "^PASS .*wave-size=8 seed=7 " - run --wave-size=8 "$good" --seed=7
expect "the last of two values counts" 0 "^PASS .*wave-size=16 seed=2 " - run "$good" --wave-size 8 --seed 1 --wave-size 16 --seed 2
expect "--opt= with an equals sign in the value" 0 "^PASS" - run "$good" --trace="$dir/a=b"
check "... is its name" test -s "$dir/a=b"
expect "a flag takes no value" 2 - "takes no value: --listing=1" asm "$good" --listing=1
cp "$good" "$dir/--seed"
(cd "$dir" && "$wavefold" run --wave-size 8 -- --seed) >"$dir/out" 2>&1
check "-- ends the options" grep -q '^PASS --seed ' "$dir/out"
expect "-oOUT" 0 - - asm "$good" "-o$dir/joined"
check "... is its name" test -s "$dir/joined"

# ---- isa -------------------------------------------------------------------------------------------------------------------
expect "isa lists the instructions" 0 "^lds.load  *lds  *d, \[a+offset\]  *word of the group" - isa
count=$(grep -c '^WF_OP(' c_model/include/wavefold/isa.def)
check "... all of them" test "$(sed '/^$/q' "$dir/out" | wc -l)" = $((count + 2))
expect "isa NAME explains an instruction" 0 "a + b" - isa add
expect "... with its suffixes" 0 "" - isa wadd.reduce.cluster8
expect "... by HLSL's name" 0 "wadd.reduce" - isa WaveActiveSum
expect "... by that of GLSL" 0 "^subgroupAdd: wadd.reduce r0, r1 / wfadd.reduce r0, r1" - isa subgroupAdd
expect "... by an opcode of SPIR-V" 0 "wmin.u.exclusive r0, r1" - isa OpGroupNonUniformUMin
for name in dFdx ddx OpDPdxCoarse; do expect "... a derivative, $name" 0 "^$name: quad.read r0, r1, 1; quad.read r2, r1, 0; fsub r0, r0, r2  " - isa $name; done
expect "... both of them" 0 "^fwidth: .* fabs r3, r3; fadd r0, r0, r3  " - isa fwidth
expect "... both fine ones" 0 "^fwidthFine: sv r2, lane; .* fadd r0, r0, r3  " - isa fwidthFine
expect "... without its Op" 0 "^OpGroupNonUniformElect: isfirst r0$" - isa GroupNonUniformElect
expect "... a system value" 0 "SV_GroupThreadID.x" - isa tid.x
expect "isa of an unknown name gives the nearest" 2 - "readlane" isa redlane
expect "isa of a family" 0 "^lt.u d, a, b|imm$" - isa lt
expect "isa of a form tells that form alone" 0 "^lds.add d|_, \[a+offset\], b$" - isa lds.add
check "... alone" test "$(grep -c '^  \.' "$dir/out")" = 1
expect "isa of an attribute" 0 "X and Y from 1 to 1024" - isa numthreads
expect "isa of a stage" 0 'shader("mesh")' - isa mesh
expect "isa with two names" 2 - "one name only" isa add sub

# ---- misuse ----------------------------------------------------------------------------------------------------------------
expect "no command" 2 - "command is missing"
expect "unknown command" 2 - "no such command: frob" frob
check "... without a near one: none is named" test "$(grep -c nearest "$dir/err")" = 0
expect "a command that is near" 2 - "^nearest: .run.$" rnu
expect "help of a command that is near" 2 - "^nearest: .occupancy.$" help ocupancy
expect "a waveform in another format than FST" 2 - "--waves writes FST, and no VCD; expected a name such as x.fst, not: $dir/w.VCD$" run "$good" --waves "$dir/w.VCD"
expect "an option that is near" 2 - "^nearest: .--wave-size. or .--waves.$" run "$good" --wavesize=4
check "... is named as it was typed" grep -q "^wavefold: error: no such option: --wavesize=4$" "$dir/err"
check "... and the help of that command" grep -q "^try: wavefold help run$" "$dir/err"
expect "the help of another command" 2 - "^try: wavefold help layout$" layout
expect "no help of a command before there is one" 2 - "^try: wavefold help$" --frob
expect "run without a file" 2 - "kernel file is missing" run
expect "run with an unknown option" 2 - "no such option: --frob" run "$good" --frob 1
for option in --on --lanes --wave-size --seed --waves --trace --stats --sim --limit --dump --memory-latency --memory-lines \
    --memory-path --memory-period --memory-banks --memory-bank-period --memory-order --reset-at --first-group; do
    expect "$option without a value" 2 - "value is missing after: $option" run "$good" $option
done
expect "--on elsewhere" 2 - "model or rtl" run "$good" --on fpga
expect "--sim elsewhere" 2 - "verilator or icarus" run "$good" --sim vcs
for lanes in 33 256 2; do
    expect "--lanes $lanes" 2 - "power of two" run "$good" --lanes $lanes
done
expect "--wave-size 12" 2 - "power of two" run "$good" --wave-size 12
expect "--wave-size above --lanes" 2 - "larger than --lanes" run "$good" --wave-size 64 --lanes 32
for seed in -1 99999999999999999999 18446744073709551616 1x 0x1; do
    expect "--seed $seed" 2 - "^wavefold: error: --seed needs a number from 0 to 18446744073709551615, not: $seed$" run "$good" --seed $seed
done
for seed in 18446744073709551615 18446744073709551609; do
    expect "--seed $seed" 0 " seed=$seed " - run "$good" --seed $seed
done
for limit in 0 18446744073709551616; do
    expect "--limit $limit" 2 - "--limit needs a number from 1 to 18446744073709551615, not: $limit$" run "$good" --limit $limit
done
for option in --memory-latency --memory-lines; do
    check "help run tells the range of $option" sh -c "'$wavefold' help run | grep -q -- '^$option .*1 to 4294967295'"
    for number in 0 4294967296; do
        expect "$option $number" 2 - "$option needs a number from 1 to 4294967295, not: $number$" run "$good" --on rtl $option $number
    done
done
has_rtl 8 && expect "--first-group behind the grid" 2 - "--first-group is behind the last group of the grid: 100$" run "$good" --on rtl --lanes 8 --first-group 100
expect "--reset-at 0" 2 - "--reset-at needs a number from 1 to 18446744073709551615, not: 0$" run "$good" --on rtl --reset-at 0
expect "device of a file" 2 - "device takes no file: $good$" device "$good"
expect "device --lanes 7" 2 - "--lanes needs a power of two from 4 to 128, not: 7$" device --lanes 7
expect "device --cores 17" 2 - "--cores needs a number from 1 to 16, not: 17$" device --cores 17
expect "asm --lanes 7" 2 - "--lanes needs a power of two from 4 to 128, not: 7$" asm "$good" --lanes 7
expect "sizes --lanes 7" 2 - "--lanes needs a power of two from 4 to 128, not: 7$" sizes "$good" --lanes 7
for verb in run asm; do
    expect "$verb --wave-size 8 --lanes 4" 2 - "--wave-size is larger than --lanes: 8, and the device has 4 lanes" $verb "$good" --wave-size 8 --lanes 4
done

# an empty word names nothing
for option in --trace --stats --waves --dump --seed --on; do
    expect "$option with an empty value" 2 - "^wavefold: error: an empty value after: $option$" run "$good" $option ""
    expect "$option= with nothing behind" 2 - "^wavefold: error: an empty value after: $option$" run "$good" $option=
done
expect "-o with an empty value" 2 - "an empty value after: -o" asm "$good" -o ""
for verb in run asm disasm sizes isa layout; do
    expect "$verb with an empty name" 2 - "an empty word names nothing" $verb ""
done
for dump in Where= =file =; do
    expect "--dump $dump" 2 - "--dump needs BUFFER or BUFFER=FILE, not: $dump$" run "$good" --dump $dump
done

# words that nobody asked for
expect "--version with another word" 2 - "nothing follows the version: x" --version x
expect "version with another word" 2 - "nothing follows the version: x" version x
expect "help of two commands" 2 - "one command only: asm" help run asm
for option in "--waves $dir/w.fst" "--sim icarus" "--sim verilator" "--memory-latency 5" "--memory-lines 1" "--reset-at 9" "--first-group 1"; do
    # shellcheck disable=SC2086  # an option and its value
    expect "${option%% *} on the model" 2 - "needs --on rtl: ${option%% *}" run "$good" --on model $option
done
for option in "--memory-period 3" "--memory-banks 8" "--memory-bank-period 2" "--memory-order any"; do
    # shellcheck disable=SC2086
    expect "${option%% *} without the memory path" 2 - "needs --memory-path on: ${option%% *}" run "$good" --on rtl $option
done
for banks in "" "--memory-banks 0"; do
    # shellcheck disable=SC2086
    expect "--memory-bank-period $banks" 2 - "without banks this option does nothing: --memory-banks N with it: --memory-bank-period" run "$good" --on rtl --memory-path on --memory-bank-period 2 $banks
done
expect "--memory-path elsewhere" 2 - "--memory-path is off or on, not: yes" run "$good" --on rtl --memory-path yes
expect "--memory-path on the model" 2 - "needs --on rtl: --memory-path" run "$good" --memory-path on
expect "--memory-path on with lines a cycle" 2 - "use --memory-period: --memory-lines" run "$good" --on rtl --memory-path on --memory-lines 2
expect "--memory-path on with a waveform" 2 - "write no waveforms.*: --waves" run "$good" --on rtl --memory-path on --waves "$dir/w.fst"
expect "--on rtl --lanes 16" 2 - "8, 32 and 128" run "$good" --on rtl --lanes 16
expect "asm without a file" 2 - "file is missing" asm
expect "asm -o without a name" 2 - "missing after" asm "$good" -o
expect "asm --picture" 2 - "no such option" asm "$good" --picture
expect "disasm --lanes" 2 - "no such option" disasm "$good" --lanes 8
expect "layout without numthreads" 2 - "numthreads is missing" layout --wave-size 8
expect "layout without wave size" 2 - "wave-size is missing" layout --numthreads 8,8,1
expect "help layout tells its columns" 0 "^One line per thread, .*tab-separated" - help layout
expect "... and the ranges" 0 "^--numthreads X,Y,Z .* X and Y from 1 to 1024, Z from 1 to 64, at most 1024 in all$" - help layout
expect "layout 4294967296,1,1" 2 - "needs X,Y,Z: X and Y from 1 to 1024" layout --numthreads 4294967296,1,1 --wave-size 8
expect "layout --wave-size 12" 2 - "--wave-size needs a power of two from 4 to 128, not: 12" layout --numthreads 8,8,1 --wave-size 12
expect "layout --extra 4294967296" 2 - "needs a number from 0 to 4294967295" layout --numthreads 8,8,1 --wave-size 8 --extra 4294967296
expect "layout --extra 1,busy" 2 - "needs a number from 0 to 4294967295, or one and \",idle\"" layout --numthreads 8,8,1 --wave-size 8 --extra 1,busy
expect "layout 8,8" 2 - "needs X,Y,Z" layout --numthreads 8,8 --wave-size 8
expect "layout 8,8,1,1" 2 - "needs X,Y,Z" layout --numthreads 8,8,1,1 --wave-size 8
expect "layout --group a" 2 - "needs GX,GY,GZ" layout --numthreads 8,8,1 --wave-size 8 --group a
expect "layout --extra x" 2 - "needs a number" layout --numthreads 8,8,1 --wave-size 8 --extra x
expect "layout with a file" 2 - "takes no file" layout file
exit $status
