// SPDX-License-Identifier: Apache-2.0
// Code that reads the clock of its core, which the groups before it moved on.
#version 460
#extension GL_ARB_shader_clock : require
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
void main()
{
    result[gl_GlobalInvocationID.x] = clock2x32ARB().x;
}
