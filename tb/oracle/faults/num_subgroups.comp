// SPDX-License-Identifier: Apache-2.0
// Vulkan, built-in NumSubgroups: "the number of subgroups in the local workgroup".  12 threads are two waves of 8.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 12) in;
layout(std430, binding = 0) writeonly buffer Out { uint count[2]; };

void main()
{
    count[gl_SubgroupID] = gl_NumSubgroups;
}
