#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_options.sh - the words of the command line: help, version, spelling, misuse.
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
"$wavefold" help run | grep -q 'wavefold layout' && fail "help run is of run alone" || pass "help run is of run alone"
expect "help of no verb" 2 - "no such command: frob" help frob
version=$(sed -n 's/^#define WF_VERSION "\(.*\)"/\1/p' c_model/include/wavefold/version.h)
expect "--version" 0 "^wavefold $version\$" - --version

# ---- spelling --------------------------------------------------------------------------------------------------------------
expect "--opt=value" 0 "^PASS .*wave-size=8 seed=7 " - run --wave-size=8 "$good" --seed=7
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
expect "... a system value" 0 "SV_GroupThreadID.x" - isa tid.x
expect "isa of an unknown name gives the nearest" 2 - "readlane" isa redlane
expect "isa with two names" 2 - "one name only" isa add sub

# ---- misuse ----------------------------------------------------------------------------------------------------------------
expect "no command" 2 - "command is missing"
expect "unknown command" 2 - "no such command: frob" frob
expect "run without a file" 2 - "kernel file is missing" run
expect "run with two files" 2 - "one file only" run "$good" "$good"
expect "run with an unknown option" 2 - "no such option: --frob" run "$good" --frob 1
for option in --on --lanes --wave-size --seed --waves --trace --stats --sim --limit --dump --memory-latency --memory-lines; do
    expect "$option without a value" 2 - "value is missing after: $option" run "$good" $option
done
expect "--on elsewhere" 2 - "model or rtl" run "$good" --on fpga
expect "--sim elsewhere" 2 - "verilator or icarus" run "$good" --sim vcs
for lanes in 33 256 2; do
    expect "--lanes $lanes" 2 - "power of two" run "$good" --lanes $lanes
done
expect "--wave-size 12" 2 - "power of two" run "$good" --wave-size 12
expect "--wave-size above --lanes" 2 - "larger than --lanes" run "$good" --wave-size 64 --lanes 32
expect "--seed -1" 2 - "needs a number" run "$good" --seed -1
expect "--seed 99999999999999999999" 2 - "needs a number" run "$good" --seed 99999999999999999999
expect "--limit 0" 2 - "above 0" run "$good" --limit 0
expect "--memory-latency 0" 2 - "above 0" run "$good" --on rtl --memory-latency 0
for option in "--waves $dir/w.fst" "--sim icarus" "--memory-latency 5" "--memory-lines 1"; do
    # shellcheck disable=SC2086  # an option and its value
    expect "${option%% *} on the model" 2 - "needs --on rtl: ${option%% *}" run "$good" $option
done
expect "--on rtl --lanes 16" 2 - "8, 32 and 128" run "$good" --on rtl --lanes 16
expect "asm without a file" 2 - "file is missing" asm
expect "asm -o without a name" 2 - "missing after" asm "$good" -o
expect "asm --picture" 2 - "no such option" asm "$good" --picture
expect "disasm --lanes" 2 - "no such option" disasm "$good" --lanes 8
expect "layout without numthreads" 2 - "numthreads is missing" layout --wave-size 8
expect "layout without wave size" 2 - "wave-size is missing" layout --numthreads 8,8,1
expect "layout 8,8" 2 - "needs X,Y,Z" layout --numthreads 8,8 --wave-size 8
expect "layout 8,8,1,1" 2 - "needs X,Y,Z" layout --numthreads 8,8,1,1 --wave-size 8
expect "layout --group a" 2 - "needs GX,GY,GZ" layout --numthreads 8,8,1 --wave-size 8 --group a
expect "layout --extra x" 2 - "needs a number" layout --numthreads 8,8,1 --wave-size 8 --extra x
expect "layout with a file" 2 - "takes no file" layout file
exit $status
