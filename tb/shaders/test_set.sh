#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_set.sh - the shader test set is whole: every module has a source that says how it is made and a kernel file that runs it, every kernel
# file expects something, nothing is large; where the compilers are installed the sources compile (sim/shaders.sh), and where the validator is, it
# takes what they give.  Modules of Slang name a source language that an older validator does not know, and those of the translator
# of LLVM have debug information that it refuses: they are left out.  A source that speaks of
# validators is valid for none.
set -u
dir=tb/shaders passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAIL shaders: $1"; }

# a line a module: its file, its source, the compiler
awk 'FNR == 1 { base = FILENAME; sub(/\.[a-z]*$/, "", base) }
     /^(\/\/|;) build: / { print base ".spv", FILENAME, $3 }
     /^(\/\/|;) build [a-z0-9]*: / { sub(/:$/, "", $3); print base "-" $3 ".spv", FILENAME, $4 }
    ' $dir/*.comp $dir/*.frag $dir/*.vert $dir/*.tesc $dir/*.tese $dir/*.geom $dir/*.mesh $dir/*.task $dir/*.hlsl $dir/*.slang $dir/*.cl $dir/*.spvasm >"$work/made"
# a line a module that is run: it, the kernel file, how many expectations; a variant NAME is a module X-NAME.spv
awk 'FNR == 1 { files[FILENAME] = "" }
     /^shader "/ || /^task "/ || /^variant / { split($0, part, "\""); files[FILENAME] = files[FILENAME] " " part[2] }
     /^variant / && part[2] !~ "-" $2 "[.]spv$" { files[FILENAME] = files[FILENAME] " no-variant-" $2 }
     /^expect / { expects[FILENAME]++ }
     END { for (file in files) { count = split(files[file] == "" ? "none" : files[file], module, " "); for (i = 1; i <= count; i++) print module[i], file, expects[file] + 0 } }
    ' $dir/*.wfk >"$work/runs"

cut -d ' ' -f 1 "$work/made" | sort >"$work/wanted"
ls $dir/*.spv >"$work/there"
sed 's|^|tb/shaders/|; s| .*||' "$work/runs" | sort -u >"$work/run"
for what in "wanted there:is not checked in" "there wanted:has no source that makes it" "there run:is run by no kernel file" \
            "run there:is run and is not checked in"; do
    set -- ${what%%:*}
    for module in $(comm -23 "$work/$1" "$work/$2"); do fail "$module ${what#*:}"; done
    pass
done
[ -z "$(uniq -d "$work/wanted")" ] && pass || fail "made twice: $(uniq -d "$work/wanted")"
while read -r module kernel expects; do
    [ "$expects" != 0 ] && pass || fail "$kernel expects nothing"
done <"$work/runs"
for file in $(find $dir -name '*.spv' -size +64k) $(find $dir -name '*.wfk' -size +128k); do fail "$file is large"; done
[ "$(cut -d ' ' -f 2 "$work/made" | sort -u | wc -l)" -ge 80 ] && pass || fail "fewer than 80 shaders"

# in `make test` a quarter of the sources, by turns; those of tests of the program too
set -- $dir/*.comp $dir/*.frag $dir/*.vert $dir/*.tesc $dir/*.tese $dir/*.geom $dir/*.mesh $dir/*.task $dir/*.hlsl $dir/*.slang $dir/*.cl $dir/*.spvasm tb/cli/*.spvasm
[ "${ALL-1}" != 0 ] || set -- $(printf '%s\n' "$@" | awk -v seed="${SEED:-1}" '(NR + seed) % 4 == 0')
sim/shaders.sh check "$@" >"$work/compiled"
grep -v '^PASS' "$work/compiled"
passed=$((passed + $(grep -c '^PASS' "$work/compiled"))) failed=$((failed + $(grep -c '^FAIL' "$work/compiled")))

if command -v spirv-val >/dev/null; then
    while read -r module source compiler; do
        case $compiler in slangc | opencl) continue ;; esac
        valid=yes target=vulkan1.3
        # OpenCL has no version of SPIR-V that compares pointers
        ! grep -q "OpMemoryModel.*OpenCL" "$source" || target=$(grep -q 'target-env spv1\.4' "$source" && echo spv1.4 || echo opencl2.2)
        spirv-val --target-env $target --scalar-block-layout --workgroup-scalar-block-layout "$module" >/dev/null 2>&1 || valid=no
        case $valid$(grep -c Validators "$source") in
        yes0 | no1) pass ;;
        *) fail "$module: is it valid? spirv-val --target-env $target says $valid, and its source something else" ;;
        esac
    done <"$work/made"
fi
[ $failed = 0 ] && [ $passed -ge 400 ] || { echo "FAIL shaders: $failed of $((passed + failed)) checks"; exit 1; }
echo "PASS shaders: $passed checks"
