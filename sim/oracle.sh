#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# oracle.sh [OPTION...] KERNEL... - run shaders on a Vulkan device too and compare, by tb/oracle/wf_oracle.
# Says SKIP where Vulkan's headers or a device are not there.  Environment: BUILD.
set -u
BUILD=${BUILD:-build}
if ! printf '#include <vulkan/vulkan.h>\n' | ${CC:-gcc} -E - >/dev/null 2>&1; then
    echo "SKIP oracle: Vulkan's headers are not installed (Debian: libvulkan-dev; a device without a GPU: mesa-vulkan-drivers)"
    exit 0
fi
make -s BUILD="$BUILD" build-oracle || exit 1
exec "$BUILD/tb/oracle/wf_oracle" "$@"
