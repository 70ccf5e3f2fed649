// SPDX-License-Identifier: Apache-2.0
// Which thread is in which lane of which wave, for a group of any shape.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(std430, binding = 0) writeonly buffer Out { uint place[]; };

void main()
{
    place[gl_LocalInvocationIndex] = gl_SubgroupID << 8 | gl_SubgroupInvocationID;
}
