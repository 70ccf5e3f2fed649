// SPDX-License-Identifier: Apache-2.0
// Partitions and clusters of types other than words: bools, 8, 16 and 64 bits, halves, vectors; reductions and both scans.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 128) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer In { uint src[N]; };        // by lane
layout(std430, binding = 1) writeonly buffer Scans { uint scans[]; };
layout(std430, binding = 2) writeonly buffer Reduced { uint reduced[]; };
layout(std430, binding = 3) writeonly buffer Clusters { uint clusters[]; };

void main()
{
    uint k = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID, x = src[lane];
    uint64_t wide = uint64_t(x) << 24 | lane;
    uvec4 group = subgroupPartitionNV(u16vec2(uint16_t(lane % 3u), uint16_t(5)));
    bool odd = (x & 1u) != 0u;
    scans[k] = uint(subgroupPartitionedInclusiveXorNV(odd, group)) | uint(subgroupPartitionedExclusiveOrNV(odd, group)) << 1
             | uint(subgroupPartitionedInclusiveAndNV(bvec2(true, odd), group).y) << 2; k += N;
    scans[k] = uint(subgroupPartitionedInclusiveAddNV(uint8_t(x), group)) | uint(subgroupPartitionedExclusiveMaxNV(uint8_t(x), group)) << 8
             | (uint(subgroupPartitionedInclusiveMinNV(int8_t(x), group)) & 255u) << 16; k += N;
    scans[k] = uint(subgroupPartitionedExclusiveMulNV(uint16_t(x | 1u), group))
             | (uint(subgroupPartitionedInclusiveMaxNV(int16_t(x), group)) & 0xffffu) << 16; k += N;
    scans[k] = uint(subgroupPartitionedInclusiveAddNV(wide, group) >> 20); k += N;
    scans[k] = uint(subgroupPartitionedExclusiveMinNV(int64_t(wide << 8), group) >> 32); k += N;
    scans[k] = uint(subgroupPartitionedExclusiveXorNV(u64vec2(wide, wide << 4), group).y >> 24); k += N;
    scans[k] = uint(float(subgroupPartitionedExclusiveAddNV(float16_t(lane & 3u), group)));
    k = gl_LocalInvocationIndex;
    reduced[k] = uint(subgroupPartitionedAddNV(uint16_t(x), group)) | uint(subgroupPartitionedOrNV(odd, group)) << 16; k += N;
    reduced[k] = uint(subgroupPartitionedMaxNV(wide, group) >> 24);
    k = gl_LocalInvocationIndex;
    clusters[k] = uint(subgroupClusteredAdd(uint8_t(x), 4u)) | uint(subgroupClusteredMin(uint16_t(x), 2u)) << 16; k += N;
    clusters[k] = uint(subgroupClusteredMax(wide, 4u) >> 24); k += N;
    clusters[k] = uint(subgroupClusteredXor(u64vec2(wide), 2u).x >> 16); k += N;
    clusters[k] = uint(float(subgroupClusteredAdd(float16_t(lane & 7u), 4u))) | uint(subgroupClusteredMul(u8vec2(3, x | 1u), 2u).y) << 8; k += N;
    clusters[k] = floatBitsToUint(subgroupClusteredMul(vec2(2.0, float(lane & 1u) - 0.5), 4u).y) ^ uint(subgroupClusteredOr(odd, 2u));
}
