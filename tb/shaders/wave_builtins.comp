// SPDX-License-Identifier: Apache-2.0
// What a thread knows of its wave: index, count, size, lane, and the five lane masks.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer Own { uint own[][4]; };
layout(std430, binding = 1) writeonly buffer Eq { uvec4 eq[]; };
layout(std430, binding = 2) writeonly buffer Ge { uvec4 ge[]; };
layout(std430, binding = 3) writeonly buffer Gt { uvec4 gt[]; };
layout(std430, binding = 4) writeonly buffer Le { uvec4 le[]; };
layout(std430, binding = 5) writeonly buffer Lt { uvec4 lt[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    own[i] = uint[](gl_SubgroupID, gl_NumSubgroups, gl_SubgroupSize, gl_SubgroupInvocationID);
    eq[i] = gl_SubgroupEqMask;
    ge[i] = gl_SubgroupGeMask;
    gt[i] = gl_SubgroupGtMask;
    le[i] = gl_SubgroupLeMask;
    lt[i] = gl_SubgroupLtMask;
}
