// SPDX-License-Identifier: Apache-2.0
// Derivatives in groups that form quads of 2 x 2: fine ones of a curved function, the others of one whose differences are the same in both rows.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_NV_compute_shader_derivatives : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 8, local_size_y = 6, local_size_z = 2) in;
layout(derivative_group_quadsNV) in;
layout(std430, binding = 0) writeonly buffer Fine { vec2 fine[]; };
layout(std430, binding = 1) writeonly buffer Other { vec4 other[]; };
layout(std430, binding = 2) writeonly buffer Across { vec4 across[]; };

void main()
{
    uvec3 id = gl_LocalInvocationID;
    uint i = gl_LocalInvocationIndex;
    float x = float(id.x), y = float(id.y), z = float(id.z);
    float curved = x * x + 3.0 * x * y * y + z;
    fine[i] = vec2(dFdxFine(curved), dFdyFine(curved));
    float plane = x * x + 10.0 * y * y + z;
    other[i] = vec4(dFdx(plane), dFdy(plane), dFdxCoarse(plane) + dFdyCoarse(plane), fwidth(-plane) + fwidthFine(plane) + fwidthCoarse(plane));
    across[i] = vec4(subgroupQuadSwapHorizontal(x), subgroupQuadSwapVertical(y), subgroupQuadBroadcast(x + 100.0 * y, 3u), dFdx(vec2(z, x)).y);
}
