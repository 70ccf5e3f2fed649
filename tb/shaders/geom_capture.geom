// SPDX-License-Identifier: Apache-2.0
// Triangle strips that are captured: every second triangle turns. Strips of two vertices give none.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(points, invocations = 2) in;
layout(triangle_strip, max_vertices = 10) out;
layout(location = 0) in uint length[];
layout(location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) flat out uint first;
layout(location = 1, xfb_buffer = 3, xfb_offset = 4, xfb_stride = 12) out vec2 second;

void main()
{
    uint number = 0u;
    for (int strip = 0; strip <= gl_InvocationID; strip++) {
        for (uint i = 0u; i < length[0] % 6u; i++, number++) {
            first = 1000u * uint(gl_PrimitiveIDIn) + 100u * uint(gl_InvocationID) + number;
            second = vec2(strip, i);
            EmitVertex();
        }
        EndPrimitive();
    }
}
