// SPDX-License-Identifier: Apache-2.0
// Partition by value and the arithmetic over its groups (NV): every operation as reduction, inclusive and exclusive scan.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 128) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer In { uint src[N]; };
layout(std430, binding = 1) readonly buffer Keys { uint keys[N]; };
layout(std430, binding = 2) writeonly buffer Masks { uvec4 masks[]; };
layout(std430, binding = 3) writeonly buffer Reduce { uint reduce[]; };
layout(std430, binding = 4) writeonly buffer Inclusive { uint inclusive[]; };
layout(std430, binding = 5) writeonly buffer Exclusive { uint exclusive[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, k = i, lane = gl_SubgroupInvocationID, x = src[lane];
    int s = int(x);
    float f = float(s >> 24);
    uvec4 group = subgroupPartitionNV(keys[lane]);
    masks[i] = group;
#define ALL(operation, value) \
    reduce[k] = uint(subgroupPartitioned##operation##NV(value, group)); \
    inclusive[k] = uint(subgroupPartitionedInclusive##operation##NV(value, group)); \
    exclusive[k] = uint(subgroupPartitionedExclusive##operation##NV(value, group)); \
    k += N;
    ALL(Add, x)
    ALL(Mul, x | 1u)
    ALL(Min, s)
    ALL(Max, s)
    ALL(Min, x)
    ALL(Max, x)
    ALL(And, x)
    ALL(Or, x)
    ALL(Xor, x)
#undef ALL
#define ALL(operation, value) \
    reduce[k] = floatBitsToUint(subgroupPartitioned##operation##NV(value, group)); \
    inclusive[k] = floatBitsToUint(subgroupPartitionedInclusive##operation##NV(value, group)); \
    exclusive[k] = floatBitsToUint(subgroupPartitionedExclusive##operation##NV(value, group)); \
    k += N;
    ALL(Add, f)
    ALL(Min, f)
    ALL(Max, f)
}
