#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# shaders.sh build|check [SOURCE...] - the compiled modules of the shader test set, tb/shaders by default.
# A source says how it is compiled in lines of its own, at its head, behind a comment sign:
#     build: glslangValidator --target-env vulkan1.1 -g          makes NAME.spv
#     build o2: slangc -O2 -entry main | spirv-opt -O            makes NAME-o2.spv, the variant o2 of NAME.wfk
#     with: ../common/frame.spvasm                               assembly that leaves out what that file has (sim/spirv/frame.awk)
#     build o0: opencl -cl-std=CL2.0 -O0                         clang and the translator of LLVM to SPIR-V, of version 15
# slangc is sim/slangc.cpp over the Slang library: the environment says where that program lies (SLANGC).
# build: write what differs from what is there; sources whose compiler is not installed are left as they are, with a word.
# check: write nothing; a PASS or FAIL line a source.  What the same compiler makes must be what is checked in; another version of it must
# only take the source.  (The third word of a module names the compiler; spirv-opt leaves no name, so after it nothing is compared.)
set -u
mode=$1
shift
[ $# != 0 ] || set -- tb/shaders/*.comp tb/shaders/*.frag tb/shaders/*.vert tb/shaders/*.tesc tb/shaders/*.tese tb/shaders/*.geom tb/shaders/*.mesh tb/shaders/*.task tb/shaders/*.hlsl tb/shaders/*.slang tb/shaders/*.cl tb/shaders/*.spvasm
here=$(cd "$(dirname "$0")/.." && pwd)
include=../../c_model/include/wavefold          # from the sources' folder, where the compilers run
SLANGC=${SLANGC:-$here/build/bin/slangc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

fail() { echo "FAIL shader $1"; [ ! -s "$work/log" ] || sed 's/^/    /' "$work/log"; status=1; }
generator() { od -An -tx4 -j8 -N4 "$1"; }

compile() {     # SOURCE COMMAND...: to $work/out.spv; 77: its compiler is not there
    file=$1 tool=$2
    shift 2
    case $tool in
    glslangValidator) command -v glslangValidator >/dev/null || return 77
                      case $file in *.hlsl) set -- -D -S comp "$@" ;; esac
                      glslangValidator -I"$include" "$@" -o "$work/out.spv" "$file" ;;
    slangc)           [ -x "$SLANGC" ] || return 77
                      "$SLANGC" -I"$include" "$@" -o "$work/out.spv" "$file" ;;
    spirv-as)         command -v spirv-as >/dev/null || return 77
                      frame=$(sed -n 's/^; with: *//p' "$file")
                      [ -z "$frame" ] || { awk -f "$here/sim/spirv/frame.awk" "$frame" "$file" >"$work/whole" && file=$work/whole; } || return 1
                      spirv-as "$@" -o "$work/out.spv" "$file" ;;
    opencl)           command -v clang-15 >/dev/null && command -v llvm-spirv-15 >/dev/null || return 77
                      clang-15 -c -x cl -Xclang -finclude-default-header -fno-discard-value-names -ffp-contract=off -emit-llvm "$@" -o "$work/out.bc" "$file" &&
                          llvm-spirv-15 "$work/out.bc" -o "$work/out.spv" ;;
    spirv-opt)        command -v spirv-opt >/dev/null || return 77
                      spirv-opt "$@" -o "$work/opt.spv" "$work/out.spv" && mv "$work/opt.spv" "$work/out.spv" ;;
    *)                echo "no such compiler: $tool"; return 1 ;;
    esac
}

make_one() {    # SOURCE VARIANT COMMAND [| COMMAND]
    source=$1 variant=$2 commands=$3
    file=${source##*/} name=${source##*/} name=${name%.*}
    made=$name${variant:+-$variant}
    case $source in */*) dir=${source%/*} ;; *) dir=. ;; esac
    : >"$work/log"
    first=${commands%%|*} second=
    [ "$first" = "$commands" ] || second=${commands#*|}
    for step in "$first" "$second"; do
        [ -n "$step" ] || continue
        # debug information holds the name of the source: the same wherever the tree lies
        # shellcheck disable=SC2086
        (cd "$dir" && compile "$file" $step) >"$work/log" 2>&1
        rc=$?
        [ $rc != 77 ] || { [ "$mode" = check ] || echo "left as it is: $made (${step%% *} is not installed)"; return 0; }
        [ $rc = 0 ] || { fail "$made: $step"; return 0; }
    done
    if [ "$mode" = check ]; then
        : >"$work/log"
        if ! cmp -s "$work/out.spv" "$dir/$made.spv" && [ -z "$second" ] && [ "$(generator "$work/out.spv")" = "$(generator "$dir/$made.spv")" ]; then
            fail "$made: $dir/$made.spv is not what its source gives; run make shaders"
        else
            echo "PASS shader $made compiles"
        fi
    elif ! cmp -s "$work/out.spv" "$dir/$made.spv"; then
        cp "$work/out.spv" "$dir/$made.spv"
        echo "made $dir/$made.spv"
    fi
}

for source in "$@"; do
    [ -f "$source" ] || continue
    sed -n 's/^\(\/\/\|;\) build\( [a-z0-9]*\)\{0,1\}: */\2~/p' "$source" >"$work/builds"
    [ -s "$work/builds" ] || { : >"$work/log"; fail "$source: no line says how to build it"; continue; }
    while IFS='~' read -r variant commands; do
        make_one "$source" "${variant# }" "$commands"
    done <"$work/builds"
done
exit $status
