// SPDX-License-Identifier: Apache-2.0
// Half of the threads return before a barrier that the others reach: undefined in Vulkan.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i >= 32)
        return;
    barrier();
    dst[i] = i;
}
