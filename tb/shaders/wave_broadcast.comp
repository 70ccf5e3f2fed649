// SPDX-License-Identifier: Apache-2.0
// Broadcast and broadcast-first of floats, bools, vectors and 64 bits, among all lanes and where only some are.
// build: glslangValidator --target-env vulkan1.2
// build od: glslangValidator --target-env vulkan1.2 -Od
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer Out { uvec4 dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID;
    float f = float(i) + 0.5;
    uvec4 r;
    r.x = floatBitsToUint(subgroupBroadcast(f, 1u));
    r.y = uint(subgroupBroadcast(lane == 3u, 3u)) | uint(subgroupBroadcast(lane == 3u, 2u)) << 1;
    r.z = uint(dot(subgroupBroadcast(vec3(f, 1.0, float(lane)), 2u), vec3(2.0, 3.0, 4.0)));
    uint64_t wide = uint64_t(i) << 33 | uint64_t(lane);
    r.w = uint(subgroupBroadcast(wide, 3u) >> 32) + uint(subgroupBroadcast(wide, 3u));
    if (lane % 4u >= 2u) {
        r.x = floatBitsToUint(subgroupBroadcastFirst(f));
        bvec2 b = subgroupBroadcastFirst(bvec2(lane == 2u, lane != 2u));
        r.y = uint(b.x) | uint(b.y) << 1;
        r.z = uint(subgroupBroadcastFirst(vec2(f, float(lane))).y);
        r.w = uint(subgroupBroadcastFirst(wide) >> 33);
    }
    dst[i] = r;
}
