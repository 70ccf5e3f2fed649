// SPDX-License-Identifier: Apache-2.0
// Adds to the elements of each group what is before the group.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;
layout(binding = FIRST) buffer Out { uint value[]; };
layout(binding = FIRST + 1) buffer Offsets { uint offset[]; };

void main()
{
    if (gl_GlobalInvocationID.x < count)
        value[gl_GlobalInvocationID.x] += offset[gl_WorkGroupID.x];
}
