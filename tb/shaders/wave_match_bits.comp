// SPDX-License-Identifier: Apache-2.0
// Partition of floats goes by their bits here: a NaN is with the NaNs of its bits, -0 is not with +0 (docs/semantics.md, section 5).
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint src[4]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    float f = uintBitsToFloat(src[gl_SubgroupInvocationID & 3u]);
    dst[gl_LocalInvocationIndex] = subgroupPartitionNV(f).x;
}
