#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# oracle.sh [OPTION...] KERNEL... - run shaders on a Vulkan device too and compare, by tb/oracle/wf_oracle.
# oracle.sh --random COUNT [OPTION...] - the same with random modules, of seeds from SEED * 1000000 on; what differs is kept in $BUILD/random-oracle.
# Says SKIP where Vulkan's headers or a device are not there.  Environment: BUILD, SEED.
set -u
BUILD=${BUILD:-build} SEED=${SEED:-1} oracle=${BUILD:-build}/tb/oracle/wf_oracle
[ "${1-}" != --random ] || sim/check_number.sh --random "${2-}" 1 1000000 || exit 2
if ! printf '#include <vulkan/vulkan.h>\n' | ${CC:-gcc} -E - >/dev/null 2>&1; then
    echo "SKIP oracle: Vulkan's headers are not installed (Debian: libvulkan-dev; a device without a GPU: mesa-vulkan-drivers)"
    exit 0
fi
make -s BUILD="$BUILD" build-oracle || exit 1
[ "${1-}" = --random ] || exec "$oracle" "$@"

count=$2 kept=$BUILD/random-oracle
shift 2
make -s BUILD="$BUILD" "$BUILD/tb/spirv/wf_spirv_random" || exit 1
options=$("$oracle" "$@" --generator 2>/dev/null) || { echo "SKIP oracle: there is no Vulkan device that works"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2086  # the options are a list of words
"$BUILD/tb/spirv/wf_spirv_random" --seed "$((SEED * 1000000))" --count "$count" $options --out "$work" 2>/dev/null || {
    echo "FAIL oracle: the generator"; exit 1; }
find "$work" -name '*.wfk' | sort | "$oracle" --quiet --mixed --timeout 20 "$@" --list - >"$work/said"
rc=$?
grep -v '^KNOWN oracle\|^SKIP oracle s[0-9]' "$work/said"
for name in $(sed -n 's/^FAIL oracle \(s[0-9]*\): .*/\1/p' "$work/said"); do
    mkdir -p "$kept" && cp "$work/$name.wfk" "$work/$name.spv" "$kept" && echo "kept: $kept/$name.wfk"
done
exit $rc
