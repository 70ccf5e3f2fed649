// SPDX-License-Identifier: Apache-2.0
// Quad operations: broadcast of each place, swaps, of words, floats and vectors.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3
#version 450
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 dst[][2]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = src[i];
    uvec4 b = uvec4(subgroupQuadBroadcast(x, 0u), subgroupQuadBroadcast(x, 1u), subgroupQuadBroadcast(x, 2u), subgroupQuadBroadcast(x, 3u));
    dst[i][0] = b;
    uint h = subgroupQuadSwapHorizontal(x), v = subgroupQuadSwapVertical(x), d = subgroupQuadSwapDiagonal(x);
    vec2 f = subgroupQuadSwapHorizontal(vec2(float(i), 1.0)) + subgroupQuadBroadcast(vec2(float(i), 2.0), 2u);
    dst[i][1] = uvec4(h, v, d, uint(f.x * f.y));
    if (i % 8u < 4u) {                          // whole quads are inactive: nothing changes for the others
        bvec3 t = subgroupQuadSwapDiagonal(bvec3((x & 1u) != 0u, (x & 2u) != 0u, true));
        dst[i][1].w += uint(t.x) << 16 | uint(t.y) << 17 | uint(t.z) << 18;
    }
}
