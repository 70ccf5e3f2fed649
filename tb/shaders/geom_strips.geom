// SPDX-License-Identifier: Apache-2.0
// Triangle strips from called functions, nested loops, branches and early returns; outputs keep their values from one vertex to the next.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 9) out;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
out gl_PerVertex { vec4 gl_Position; };
layout(location = 0) in vec3 color[3];
layout(location = 0) out vec3 shade;
layout(location = 1) flat out ivec2 key;

void corner(int i, float scale)
{
    gl_Position = gl_in[i].gl_Position * scale;
    shade += color[i];
    EmitVertex();
}

void main()
{
    const int p = gl_PrimitiveIDIn, n = gl_InvocationID;
    shade = vec3(0.0);
    key = ivec2(p, n);
    gl_PrimitiveID = p;
    gl_Layer = n;
    if (n == 1 && p % 5 == 0)
        return;
    for (int s = 0; s < 1 + p % 3; s++) {
        if (p % 4 == 3 && s == 1) {
            key.x = -1;
            continue;
        }
        for (int i = 0; i < 3; i++) {
            if (i == 2 && p % 7 == 6)
                break;
            corner((i + n) % 3, float(s + 1));
        }
        EndPrimitive();
        gl_PrimitiveID += 100;
    }
}
