// SPDX-License-Identifier: Apache-2.0
// elect, all, any and all-equal of bool, integers, floats and vectors, in uniform flow and among some of the lanes.  The votes of
// group g ask about word g of src: bit b of it decides vote b.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint src[8]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, lane = gl_SubgroupInvocationID;
    uint x = src[gl_WorkGroupID.x];
    bool last = lane == gl_SubgroupSize - 1u;
    bool p = (x & 1u) != 0u || !last, q = (x & 2u) != 0u && last;
    uint r = uint(subgroupElect()) | uint(subgroupAll(p)) << 1 | uint(subgroupAny(q)) << 2;
    r |= uint(subgroupAllEqual((x & 4u) != 0u && last)) << 3;
    r |= uint(subgroupAllEqual((x & 8u) != 0u && last ? 7u : 9u)) << 4;
    r |= uint(subgroupAllEqual((x & 16u) != 0u && last ? -7 : 9)) << 5;
    r |= uint(subgroupAllEqual((x & 32u) != 0u && last ? -0.0 : 0.0)) << 6;            // equal as values
    r |= uint(subgroupAllEqual((x & 64u) != 0u && last ? 1.5 : 2.5)) << 7;
    r |= uint(subgroupAllEqual(uvec3(5u, x, (x & 128u) != 0u && last ? 1u : 2u))) << 8;
    if (lane % 4u != 3u) {                      // the last lane is not there
        r |= uint(subgroupElect()) << 9 | uint(subgroupAll(p)) << 10 | uint(subgroupAny(q)) << 11;
        r |= uint(subgroupAllEqual(last ? 1.0 : 2.0)) << 12;
        if (lane % 4u != 0u)
            r |= uint(subgroupElect()) << 13 | uint(subgroupAllEqual(vec2(float(x), lane % 4u)) ) << 14 | uint(subgroupAny(lane == 1u)) << 15;
    }
    dst[i] = r;
}
