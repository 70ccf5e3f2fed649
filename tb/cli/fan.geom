// SPDX-License-Identifier: Apache-2.0
// A strip from each line: as many vertices as `corners` says, which may be more than there is room for; two invocations.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(lines, invocations = 2) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) in int corners[2];
layout(location = 0) out vec2 uv;
layout(constant_id = 3) const float size = 1.0;

void main()
{
    gl_PrimitiveID = 10 + gl_PrimitiveIDIn;
    for (int i = 0; i < corners[gl_InvocationID]; i++) {
        gl_Position = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, 0.5 * float(i)) * size;
        uv = vec2(i, gl_InvocationID);
        EmitVertex();
    }
    EndPrimitive();
}
