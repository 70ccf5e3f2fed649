// SPDX-License-Identifier: Apache-2.0
// Vectors and bools in arithmetic over lanes: each component for itself; half of the lanes are elsewhere.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer Sum { uvec4 sum[]; };
layout(std430, binding = 1) writeonly buffer Least { ivec2 least[]; };
layout(std430, binding = 2) writeonly buffer Truth { uint truth[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, lane = gl_SubgroupInvocationID;
    bool odd = (lane & 1u) != 0u;
    if (odd) {
        sum[i] = subgroupAdd(uvec4(1u, lane, 3u, lane << 8)) + uvec4(subgroupInclusiveAdd(uvec3(1000u, 0u, lane << 16)), 7u);
    } else {
        sum[i] = subgroupExclusiveAdd(uvec4(1u, lane, 3u, lane << 8));
        vec2 f = subgroupInclusiveMax(vec2(-float(lane), float(lane)));
        sum[i].x += uint(f.y - f.x) << 16;
    }
    least[i] = subgroupInclusiveMin(ivec2(-int(lane), int(lane))) + subgroupMax(ivec2(odd ? 5 : -5, -3));
    bvec2 t = subgroupAnd(bvec2(lane < 200u, odd)), u = subgroupOr(bvec2(lane == 2u, lane > 200u));
    bool x = subgroupInclusiveXor(odd), y = subgroupExclusiveXor(true), z = subgroupExclusiveAnd(lane < 3u), v = subgroupExclusiveOr(lane >= 3u);
    truth[i] = uint(t.x) | uint(t.y) << 1 | uint(u.x) << 2 | uint(u.y) << 3 | uint(x) << 4 | uint(y) << 5 | uint(z) << 6 | uint(v) << 7;
}
