// SPDX-License-Identifier: Apache-2.0
// Bitonic sort of 512 signed keys a group in workgroup memory, a pair of keys a thread and step.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { int src[]; };
layout(std430, binding = 1) writeonly buffer Out { int dst[]; };
const uint N = 512u;
shared int keys[N];

void main()
{
    uint i = gl_LocalInvocationIndex, base = gl_WorkGroupID.x * N;
    keys[i] = src[base + i];
    keys[i + 256u] = src[base + i + 256u];
    for (uint size = 2u; size <= N; size *= 2u) {
        for (uint step_ = size / 2u; step_ > 0u; step_ /= 2u) {
            barrier();
            uint low = 2u * i - (i & (step_ - 1u)), high = low + step_;
            bool ascending = (low & size) == 0u;
            int a = keys[low], b = keys[high];
            if ((a > b) == ascending) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    }
    barrier();
    dst[base + i] = keys[i];
    dst[base + i + 256u] = keys[i + 256u];
}
