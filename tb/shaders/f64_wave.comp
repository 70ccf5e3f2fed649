// SPDX-License-Identifier: Apache-2.0
// Doubles over the lanes of a wave: sums and products whose order counts, minima and maxima, clusters, partitions, reads of other lanes.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_NV_shader_subgroup_partitioned : require
layout(local_size_x = 128) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer In { double src[N]; };
layout(std430, binding = 1) writeonly buffer Reduce { double reduce[]; };
layout(std430, binding = 2) writeonly buffer Inclusive { double inclusive[]; };
layout(std430, binding = 3) writeonly buffer Exclusive { double exclusive[]; };
layout(std430, binding = 4) writeonly buffer Own { double own[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID, k = i;
    double x = src[lane];
    uvec4 group = subgroupPartitionNV(double(lane % 3u));
#define ALL(operation) \
    reduce[k] = subgroup##operation(x); \
    inclusive[k] = subgroupInclusive##operation(x); \
    exclusive[k] = subgroupExclusive##operation(x); \
    k += N;
    ALL(Add)
    ALL(Mul)
    ALL(Min)
    ALL(Max)
#define PARTS(operation) \
    reduce[k] = subgroupPartitioned##operation##NV(x, group); \
    inclusive[k] = subgroupPartitionedInclusive##operation##NV(x, group); \
    exclusive[k] = subgroupPartitionedExclusive##operation##NV(x, group); \
    k += N;
    PARTS(Add)
    PARTS(Mul)
    PARTS(Min)
    PARTS(Max)
    k = i;
#define PUT(value) own[k] = value; k += N;
    PUT(subgroupClusteredAdd(x, 4u))
    PUT(subgroupClusteredMul(x, 2u))
    PUT(subgroupClusteredMax(x, 4u))
    PUT(subgroupShuffleXor(x, 1u))
    PUT(subgroupQuadBroadcast(x, 2u))
    PUT(subgroupAllEqual(x) ? 1.0lf : subgroupAllEqual(x - x) ? 2.0lf : 3.0lf)
    double sum = 0.0lf;         /* half of the lanes, which leave one after another */
    if ((lane & 1u) == 1u)
        for (uint n = 0u; n < lane % 4u; n++)
            sum += subgroupAdd(1.0lf) / 3.0lf;
    PUT(sum)
}
