#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# oracle_vulkan.sh [--sizes SIZES] [--random COUNT] [--least N] [KERNEL...] - the shader set, or those kernel files, by sim/oracle.sh on the project's own
# Vulkan driver, at each subgroup size: as the size of the device, and as one that the pipeline requires.  Nothing may differ from plain C and the model.
# At size 8 they run on lavapipe as well, where that is installed.
#   --random COUNT   random modules instead, so many a size
#   --least N        fewer that agree, at a size, are a failure (1)
#   --lavapipe no    not on lavapipe, which takes a minute where it has compiled none of them before
# A line for each size.  Environment: BUILD, SEED.
set -u
BUILD=${BUILD:-build} SEED=${SEED:-1} sizes="4 8 16 32 64 128" count= least=1 lavapipe=yes failed=0
while [ $# -gt 1 ]; do
    case $1 in
    --sizes) sizes=$2 ;;
    --random) count=$2 ;;
    --least) least=$2 ;;
    --lavapipe) lavapipe=$2 ;;
    *) break ;;
    esac
    shift 2
done
sim/check_number.sh --least "$least" 1 1000000 || exit 2
[ $# -gt 0 ] || [ -n "$count" ] || set -- $(sim/variants.sh tb/shaders/*.wfk)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ours=$(realpath "$BUILD/vulkan/wavefold_icd.json" 2>/dev/null) || { echo "oracle_vulkan: the driver is not built: make vulkan" >&2; exit 2; }
[ "$lavapipe" = no ] && lavapipe= || lavapipe=$(find /usr/share/vulkan/icd.d /usr/local/share/vulkan/icd.d -name 'lvp_icd*.json' 2>/dev/null | head -n 1)

# WHERE WHAT DRIVER COMMAND...: the last line of the oracle becomes the verdict
judge() {
    where=$1 what=$2
    shift 2
    VK_DRIVER_FILES=$1 VK_ICD_FILENAMES=$1
    export VK_DRIVER_FILES VK_ICD_FILENAMES
    shift
    "$@" >"$work/said" 2>"$work/errors"
    rc=$?
    result=$(sed -n 's/^oracle: \(.*\)$/\1/p' "$work/said")
    agree=$(echo "$result" | sed -n 's/.*: \([0-9]*\) agree.*/\1/p')
    if [ $rc = 0 ] && [ -z "$result" ] && grep -q '^SKIP oracle: ' "$work/said"; then
        sed -n "s/^SKIP oracle: /SKIP oracle on $where, $what: /p" "$work/said"
    elif [ $rc = 0 ] && [ "${agree:-0}" -ge "$least" ]; then
        echo "PASS oracle on $where, $what: $result"
    else
        failed=1
        grep '^FAIL\|^kept' "$work/said" | sed 's/^FAIL/  FAIL/'
        echo "FAIL oracle on $where, $what: ${result:-exit status $rc}, expected $least or more that agree $(tail -n 2 "$work/errors" | tr '\n' ' ')"
    fi
}

for size in $sizes; do
    export WAVEFOLD_WAVE_SIZE="$size"
    if [ -n "$count" ]; then
        SEED=$((SEED * 100 + size)) judge wavefold "random modules at $size" "$ours" sim/oracle.sh --random "$count" --bare --device Wavefold
        continue
    fi
    judge wavefold "size $size" "$ours" sim/oracle.sh --bare --device Wavefold "$@"
    sed -n 's/^PASS oracle \([^ ]*\) wave-size=8 .*/\1/p; s/^PASS oracle \([^ ]*\) wave-size=8$/\1/p' "$work/said" >"$work/ours-$size"
    WAVEFOLD_WAVE_SIZE=$([ "$size" = 32 ] && echo 16 || echo 32) judge wavefold "required size $size" "$ours" \
        sim/oracle.sh --bare --device Wavefold --wave-size "$size" "$@"
    [ "$size" = 8 ] && [ -n "$lavapipe" ] || continue
    ours_least=$least least=1
    judge lavapipe "size 8" "$lavapipe" sim/oracle.sh --device llvmpipe "$@"
    least=$ours_least
    sed -n 's/^PASS oracle \([^ ]*\) .*/\1/p' "$work/said" | sort >"$work/theirs"
    both=$(sort "$work/ours-8" | comm -12 - "$work/theirs" | wc -l)
    [ "$both" -gt 0 ] && echo "PASS oracle on both, size 8: $both agree with plain C" || { failed=1; echo "FAIL oracle on both, size 8: none agrees"; }
done
exit $failed
