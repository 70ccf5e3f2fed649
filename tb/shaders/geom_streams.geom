// SPDX-License-Identifier: Apache-2.0
// Points of two streams: a vertex of a stream has the outputs of that stream, and each stream counts its own strips, and is captured in a buffer of its own.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(lines_adjacency) in;
layout(points, max_vertices = 7) out;
layout(location = 0) in float value[4];
layout(location = 0, stream = 0, xfb_buffer = 0, xfb_offset = 4, xfb_stride = 8) out float zero;
layout(location = 1, stream = 1, xfb_buffer = 1, xfb_offset = 0, xfb_stride = 8) out vec2 one;
layout(location = 2, stream = 3, xfb_buffer = 3, xfb_offset = 0, xfb_stride = 4) out Block { flat int three; };

void main()
{
    zero = -1.0;
    one = vec2(-1.0);
    for (int i = 0; i < 4; i++) {
        if (value[i] < 0.0) {
            one.y = value[i];
            EmitStreamVertex(1);
            EndStreamPrimitive(1);
        } else {
            zero = value[i];
            EmitStreamVertex(0);
            if (i == 1)
                EndStreamPrimitive(0);
        }
        one.x = float(i);
    }
    switch (gl_PrimitiveIDIn % 4) {
    case 1:
        three = gl_PrimitiveIDIn;
        EmitStreamVertex(3);
        break;
    case 2:
        EndStreamPrimitive(3);
    case 3:
        three = -gl_PrimitiveIDIn;
        EmitStreamVertex(3);
        EndStreamPrimitive(3);
        EmitVertex();
        break;
    }
}
