#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh [--on ON] [--sizes SIZES] CLIENT [PROGRAM...] - run programs of a client, tb/clients/client_CLIENT.py, on the Vulkan driver, at each subgroup size.
#   ON     model, rtl, lockstep or device: WAVEFOLD_ON (model)
#   SIZES  "4 8 16 32 64 128" by default
# A line PASS, FAIL or SKIP for each.  A program passes if its results are right, and the driver's table of dispatches has it.
# The package of the client comes from sim/python.sh; where it is not there, says SKIP.
# Environment: BUILD; WAVEFOLD_* of the driver; V=1: traces of errors; PLAIN=1: without
# WAVEFOLD_VK=webgpu; SOURCES, a folder in place of tb/clients.
set -u
BUILD=${BUILD:-build} sources=${SOURCES:-tb/clients} on=model sizes="4 8 16 32 64 128"
while [ $# -gt 1 ]; do
    case $1 in
    --on) on=$2 ;;
    --sizes) sizes=$2 ;;
    *) break ;;
    esac
    shift 2
done
[ $# -gt 0 ] && [ -f "$sources/client_$1.py" ] || { echo "usage: tb/clients/run.sh [--on ON] [--sizes SIZES] CLIENT [PROGRAM...]; clients:$(
    find "$sources" -name 'client_*.py' | sed 's/.*client_\(.*\)\.py/ \1/' | sort | tr -d '\n')" >&2; exit 2; }
client=$1
shift
python=$BUILD/python/bin/python
modules=$([ "$client" = iree ] && echo "iree.compiler iree.runtime" || echo "$client")
if ! "$python" -c "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))" $modules 2>/dev/null; then
    echo "SKIP client $client: the package $client of PyPI is not installed, and could not be (sim/python.sh)"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# what a client leaves behind, or finds of an earlier run, is none of ours
HOME=$work XDG_CACHE_HOME=$work XDG_RUNTIME_DIR=$work
VK_DRIVER_FILES=$(realpath "$BUILD/vulkan/wavefold_icd.json") VK_ICD_FILENAMES=$VK_DRIVER_FILES
export HOME XDG_CACHE_HOME XDG_RUNTIME_DIR VK_DRIVER_FILES VK_ICD_FILENAMES SHADERS="$work" WAVEFOLD_ON="$on" PYTHONDONTWRITEBYTECODE=1

# where the shaders have their parameters and resources
case $client in
vulkan) places="-DPARAMETERS=push_constant -DFIRST=0 -DTEXTURE=8" ;;
compushady) places="-DPARAMETERS=binding=0 -DFIRST=2048 -DTEXTURE=1024" ;;
*) places= ;;
esac
if [ -n "$places" ]; then
    command -v glslangValidator >/dev/null || { echo "SKIP client $client: glslangValidator is not installed (Debian: glslang-tools)"; exit 0; }
    for shader in "$sources"/*.comp; do
        # shellcheck disable=SC2086  # a list of words
        glslangValidator -g --target-env vulkan1.1 $places -o "$work/$(basename "$shader" .comp).spv" "$shader" >"$work/log" || {
            echo "FAIL client $client: $(cat "$work/log")"; exit 1; }
    done
fi
# these ask for a queue of graphics, or for swap chains, and use none
case $client in
wgpu | taichi | slangpy | compushady) [ -n "${PLAIN-}" ] || export WAVEFOLD_VK=webgpu ;;
esac

failed=0
for size in $sizes; do
    rm -f "$work/stats.json"
    TABLE=$work/stats.json WAVEFOLD_STATS=$work/stats.json WAVEFOLD_WAVE_SIZE=$size timeout "${LIMIT:-300}" \
        "$python" "$sources/client_$client.py" "$@" >"$work/said" 2>"$work/errors"
    rc=$?
    [ -z "${V-}" ] || cat "$work/said" "$work/errors"
    sed -n "s/^\(PASS\|FAIL\) client .*/& wave-size=$size on=$on/p" "$work/said"
    [ $rc = 0 ] && grep -q '^PASS' "$work/said" || failed=1
    if [ $rc != 0 ] && ! grep -q '^FAIL' "$work/said" || ! grep -q '^PASS\|^FAIL' "$work/said"; then
        failed=1
        echo "FAIL client $client wave-size=$size on=$on: exit status $rc: $(tail -n 3 "$work/errors" | tr '\n' ' ')"
    fi
done
exit $failed
