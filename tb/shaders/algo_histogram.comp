// SPDX-License-Identifier: Apache-2.0
// Histogram of bytes: 256 bins in workgroup memory, added to the whole by one atomic a bin and group.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) buffer Out { uint bins[256]; };
layout(push_constant) uniform Push { uint words; } push;
shared uint count[256];

void main()
{
    uint i = gl_LocalInvocationIndex;
    count[i] = 0u;
    count[i + 128u] = 0u;
    barrier();
    for (uint k = gl_GlobalInvocationID.x; k < push.words; k += gl_NumWorkGroups.x * 128u) {
        uint word = src[k];
        atomicAdd(count[word & 255u], 1u);
        atomicAdd(count[word >> 8 & 255u], 1u);
        atomicAdd(count[word >> 16 & 255u], 1u);
        atomicAdd(count[word >> 24], 1u);
    }
    barrier();
    for (uint b = i; b < 256u; b += 128u)
        if (count[b] != 0u)
            atomicAdd(bins[b], count[b]);
}
