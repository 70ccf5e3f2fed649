// SPDX-License-Identifier: Apache-2.0
// The ids of a thread in a grid of three dimensions, and the sizes.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3
#version 450
layout(local_size_x = 6, local_size_y = 5, local_size_z = 2) in;
layout(std430, binding = 0) writeonly buffer Index { uint index[]; };
layout(std430, binding = 1) writeonly buffer Local { uint local[]; };
layout(std430, binding = 2) writeonly buffer Group { uint group[]; };
layout(std430, binding = 3) writeonly buffer Sizes { uint sizes[]; };

uint pack(uvec3 v)
{
    return v.x | v.y << 8 | v.z << 16;
}

void main()
{
    uvec3 id = gl_GlobalInvocationID;
    uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize;
    uint at = (id.z * size.y + id.y) * size.x + id.x;
    index[at] = gl_LocalInvocationIndex;
    local[at] = pack(gl_LocalInvocationID);
    group[at] = pack(gl_WorkGroupID);
    sizes[at] = pack(gl_NumWorkGroups) + 16u * pack(gl_WorkGroupSize);
}
