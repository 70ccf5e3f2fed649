// SPDX-License-Identifier: Apache-2.0
// Derivatives and quads of groups with more than 64 threads in z: neighbours in x and y, in several groups.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 2, local_size_y = 2, local_size_z_id = 0) in;
layout(derivative_group_quadsNV) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };

void main()
{
    uvec3 id = gl_GlobalInvocationID;
    float v = float(3u * id.x * id.x + 5u * id.y * id.y);
    uint group = gl_WorkGroupID.x + 2u * gl_WorkGroupID.y;
    dst[320u * group + gl_LocalInvocationIndex] = uint(dFdxFine(v)) | uint(dFdyFine(v)) << 8 | subgroupQuadBroadcast(id.z, 3u) << 16;
}
