// SPDX-License-Identifier: Apache-2.0
// Which thread a lane carries in groups of two and three dimensions: wave, lane and the ids that belong to one thread.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };

void main()
{
    uvec3 id = gl_LocalInvocationID, size = gl_WorkGroupSize;
    uint place = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    bool good = gl_LocalInvocationIndex == (id.z * size.y + id.y) * size.x + id.x && all(equal(gl_GlobalInvocationID, gl_WorkGroupID * size + id));
    dst[place] = id.x | id.y << 8 | id.z << 16 | uint(good) << 24;
}
