#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_scripts.sh - scripts that the pages tell people to start, started wrongly: what was expected, status 1 or 2, and nothing made.
set -u
dir=$(mktemp -d) top=$PWD status=0
trap 'rm -rf "$dir"' EXIT

refused() {     # STATUS "words of the message" FOLDER COMMAND...
    wanted=$1 words=$2 folder=$3
    shift 3
    (cd "$folder" && "$@") >"$dir/out" 2>"$dir/err"
    rc=$?
    if [ $rc = "$wanted" ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q -e "$words" "$dir/err"; then
        echo "PASS scripts: $words"
    else
        echo "FAIL scripts: $* in $folder: status $rc"
        cat "$dir/out" "$dir/err"
        status=1
    fi
}

refused 2 '^usage: sim/gtkwave/waves.sh' . sim/gtkwave/waves.sh
refused 2 '^usage: sim/gtkwave/waves.sh' . sim/gtkwave/waves.sh draw tb/kernels/query.wfk
mkdir -p "$dir/none/bin"
printf '#!/bin/sh\n' >"$dir/none/bin/wavefold"
chmod +x "$dir/none/bin/wavefold"
refused 1 'there is no waveform' . env BUILD="$dir/none" sim/gtkwave/waves.sh write tb/kernels/query.wfk
refused 2 '^waves: KERNEL=README.md: expected a kernel file, .* or a shader' . sim/gtkwave/waves.sh check README.md
for shader in tb/cli/disc.frag tb/cli/counts.mesh tb/cli/emit.task; do
    if sim/gtkwave/waves.sh check $shader; then echo "PASS scripts: waves of $shader"; else echo "FAIL scripts: waves of $shader"; status=1; fi
done
refused 2 '^usage: sim/file_lists.sh UNIT' . sim/file_lists.sh
refused 2 'neither a folder of rtl/ nor a module' . sim/file_lists.sh nothere
refused 2 'from the top folder' "$dir" "$top/sim/file_lists.sh" lds
refused 2 '^usage: sim/fusesoc.sh UNIT' . sim/fusesoc.sh
refused 2 '^usage: sim/fusesoc.sh UNIT' . sim/fusesoc.sh nothere
refused 2 '^usage: sim/variants.sh FILE' . sim/variants.sh
refused 2 '^usage: sim/kernel.sh FILE' . sim/kernel.sh
refused 2 '^usage: sim/kernel.sh FILE' . sim/kernel.sh tb/kernels/query.wfk: model 32 1
refused 2 'OUTPUT_DELAY=abc: expected nanoseconds' . env BUILD="$dir/none" OUTPUT_DELAY=abc sim/synth/timing.sh wf_lds_split
refused 2 'no table has a mutant nothere' . env BUILD="$dir/mutants" sim/mutants.sh nothere
refused 2 'UNIT=nothere: expected advise asm ' . env BUILD="$dir/mutants" UNIT=nothere sim/mutants.sh
refused 2 'SHARE=0: expected a number from 1 to' . env BUILD="$dir/mutants" SHARE=0 sim/mutants.sh
refused 2 'CHEAP=few: expected a number from 1 to' . env BUILD="$dir/mutants" CHEAP=few sim/mutants.sh
refused 2 'none of these is one' . env BUILD="$dir/mutants" UNIT=dispatch sim/mutants.sh fp-add-minus-zero

fresh_make() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make "$@"; }
for given in LANES=7 KERNEL=tb/kernels/query.wfk WAVE_SIZE=8; do
    refused 2 "make run does not read ${given%%=*}: it runs every kernel .* expected SEED, JOBS, BUILD or V" . fresh_make -n run "$given" CFLAGS=-O0
done

# the build folder: make clean removes it, so nothing that make did not make
check() { if [ "$2" = 0 ]; then echo "PASS scripts: $1"; else echo "FAIL scripts: $1"; status=1; fi; }
mkdir "$dir/things" "$dir/empty"
: >"$dir/things/own"
for folder in docs . .. / rtl/core "$dir/things" ./docs/; do
    refused 2 "BUILD=$folder: expected a folder that is empty" . fresh_make clean BUILD="$folder"
done
refused 2 'BUILD=x y: expected a name without blanks' . fresh_make build/bin/wavefold BUILD="x y"
refused 2 'BUILD=a\$b: expected a name without blanks' . fresh_make help BUILD='a$$b'
refused 2 'BUILD=: expected the name of a folder' . fresh_make clean BUILD=
refused 2 'BUILD=Makefile: expected a folder' . fresh_make clean BUILD=Makefile
refused 2 'BUILD=docs: expected a folder' . env BUILD=docs sh -c 'unset MAKEFLAGS MAKELEVEL; make clean'
check "what it refuses stays" "$([ -e docs/waves.md ] && [ -e "$dir/things/own" ]; echo $?)"
for folder in "$dir/empty" "$dir/new"; do
    fresh_make -s BUILD="$folder" "$folder/wf_gen" >"$dir/out" 2>&1 && fresh_make -s BUILD="$folder" "$folder/wf_gen" >>"$dir/out" 2>&1
    check "${folder##*/}: made, and made again" $?
    fresh_make clean BUILD="$folder" >>"$dir/out" 2>&1
    check "${folder##*/}: removed" "$([ ! -e "$folder" ]; echo $?)"
done
fresh_make -n BUILD="$dir/new" build/bin/wavefold >"$dir/out" 2>&1
check "make -n makes no folder" "$([ ! -e "$dir/new" ]; echo $?)"

# what is left out for want of a tool is named
BUILD=$dir/none PYTHON=false sim/slang.sh >"$dir/out" 2>&1
check "without slang the check is skipped" "$([ $? = 0 ] && grep -q '^SKIP slang: ' "$dir/out"; echo $?)"
BUILD=$dir/none PYTHON=false sim/python.sh pyslang==0 >"$dir/out" 2>&1
check "... and what could not be installed is named" "$([ $? = 0 ] && grep -q 'is skipped: pyslang==0 ' "$dir/out"; echo $?)"

# what waves-fst cannot show is told before anything is built for it
for wrong in 'KERNEL=nothere.wfk: there is no such file' 'KERNEL=README.md: expected a kernel file' 'KERNEL=tb/kernels/query.wfk:none: expected one of' \
    'KERNEL=tb/kernels/query.wfk:: expected one of' 'SIM=foo: verilator or' 'WAVE_SIZE=7: a power of two' 'WAVE_SIZE=64: a power of two'; do
    fresh_make -s waves-fst "${wrong%: *}" BUILD="$dir/unbuilt" >"$dir/out" 2>&1
    check "waves-fst builds nothing, $wrong" "$(grep -q "$wrong" "$dir/out" && [ ! -e "$dir/unbuilt/bin" ]; echo $?)"
done

# names that awk would take for something else, and a file without a line
printf 'variant x : N = 1\n' >"$dir/a=b.wfk"
check "variants of any name" "$([ "$(cd "$dir" && "$top/sim/variants.sh" a=b.wfk things/own | tr '\n' ' ')" = "a=b.wfk a=b.wfk:x things/own " ]; echo $?)"

# a picture stands where it was asked for, never where git has one
fresh_make -n waves-png >"$dir/out" 2>&1
check "waves-png without KERNEL: into the build folder" "$(grep -q 'PNG="build/waves/minmaxz.png"' "$dir/out"; echo $?)"
fresh_make -n waves-png PNG=docs/waves.png >"$dir/out" 2>&1
check "... PNG=: there" "$(grep -q 'PNG="docs/waves.png"' "$dir/out"; echo $?)"
exit $status
