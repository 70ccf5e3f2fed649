// SPDX-License-Identifier: Apache-2.0
// Helper lanes: those that begin as helpers, and those that are demoted.  They load, take part in quads, and store nothing.
// build: glslangValidator --target-env vulkan1.3 -g
#version 450
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(binding = 0) readonly buffer Src { uint src[]; };
layout(binding = 1) buffer Count { uint stores[16 * 10]; uint adds; uint covered; uint total; };
layout(location = 0) out uvec4 bits;

void main()
{
    const uvec2 at = uvec2(gl_FragCoord.xy);
    const uint i = at.y * 16 + at.x, own = src[i];
    const bool began = gl_HelperInvocation;
    const uint helpers = (subgroupQuadBroadcast(began ? 1u : 0u, 0)) | (subgroupQuadBroadcast(began ? 1u : 0u, 1) << 1) |
                         (subgroupQuadBroadcast(began ? 1u : 0u, 2) << 2) | (subgroupQuadBroadcast(began ? 1u : 0u, 3) << 3);
    const uint across = subgroupQuadSwapHorizontal(own);        // of a helper lane too, which has loaded it
    if (own % 3u == 0u)
        demote;
    const uint later = (subgroupQuadBroadcast(helperInvocationEXT() ? 1u : 0u, 0)) |
                       (subgroupQuadBroadcast(helperInvocationEXT() ? 1u : 0u, 1) << 1) |
                       (subgroupQuadBroadcast(helperInvocationEXT() ? 1u : 0u, 2) << 2) |
                       (subgroupQuadBroadcast(helperInvocationEXT() ? 1u : 0u, 3) << 3);
    stores[i] = own + 1u;
    atomicAdd(adds, 1u);
    const uint here = subgroupAdd(1u), sum = subgroupAdd(own & 255u);
    if (subgroupElect()) {
        atomicAdd(covered, here);
        atomicAdd(total, sum);
    }
    // a helper lane that ends a loop only by what it sees itself
    uint turns = 0u;
    while (turns < (own & 3u))
        turns++;
    bits = uvec4(helpers | later << 8, across, (gl_HelperInvocation ? 1u : 0u) | (helperInvocationEXT() ? 2u : 0u), turns);
}
