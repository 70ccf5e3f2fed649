// SPDX-License-Identifier: Apache-2.0
// A loop that waits until an atomic gives 70000, and counts its turns.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint count; uint turns; };

void main()
{
    uint k = 0u;
    while (atomicAdd(count, 1u) < 70000u)
        k++;
    turns = k;
}
