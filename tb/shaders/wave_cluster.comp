// SPDX-License-Identifier: Apache-2.0
// Clusters of 1, 2 and 4 lanes: every operation, with some lanes away.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, k = i, x = src[i];
    int s = int(x);
    float f = float(s >> 20);
    dst[k] = subgroupClusteredAdd(x, 4u); k += N;
    dst[k] = subgroupClusteredMul(x, 2u); k += N;
    dst[k] = subgroupClusteredMin(x, 4u); k += N;
    dst[k] = subgroupClusteredMax(x, 2u); k += N;
    dst[k] = uint(subgroupClusteredMin(s, 2u)); k += N;
    dst[k] = uint(subgroupClusteredMax(s, 4u)); k += N;
    dst[k] = subgroupClusteredAnd(x, 2u); k += N;
    dst[k] = subgroupClusteredOr(x, 4u); k += N;
    dst[k] = subgroupClusteredXor(x, 4u); k += N;
    dst[k] = subgroupClusteredAdd(x, 1u); k += N;
    dst[k] = uint(int(subgroupClusteredAdd(f, 4u))); k += N;
    dst[k] = uint(int(subgroupClusteredMin(f, 2u)) + int(subgroupClusteredMax(vec2(f), 4u).y)); k += N;
    dst[k] = uint(subgroupClusteredAnd(s > 0, 2u)) | uint(subgroupClusteredOr(s > 0, 4u)) << 1 | uint(subgroupClusteredXor(s > 0, 4u)) << 2; k += N;
    if (x % 3u != 0u)
        dst[k] = subgroupClusteredAdd(x, 4u) ^ subgroupClusteredMax(x, 2u);
}
