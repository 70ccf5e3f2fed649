// SPDX-License-Identifier: Apache-2.0
// Linear derivative groups pack the lanes of a group of two dimensions in a line: quads are four threads in a row.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 6, local_size_y = 4) in;
layout(derivative_group_linearNV) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };

void main()
{
    uvec3 id = gl_LocalInvocationID;
    uint place = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    float v = float(gl_LocalInvocationIndex * gl_LocalInvocationIndex);
    dst[place] = id.x | id.y << 8 | gl_LocalInvocationIndex << 16;
    dst[24u + place] = uint(dFdxFine(v)) | uint(dFdyFine(v)) << 16;
}
