// SPDX-License-Identifier: Apache-2.0
// Vertices of several instances: a matrix of a uniform block, push constants, inputs of vertices, of instances and one for all; a return before
// the end of the entry point, and outputs that a function writes.
// build: glslangValidator --target-env vulkan1.1 -g
// build opt: glslangValidator --target-env vulkan1.1 -g | spirv-opt -O
#version 450
#extension GL_ARB_shader_draw_parameters : require
layout(location = 0) in vec3 place;
layout(location = 1) in uvec2 key;
layout(location = 2) in vec2 shift;
layout(location = 2, component = 2) in int turn;
layout(location = 3) in float scale;
layout(set = 0, binding = 0) uniform Scene { mat4 matrix; };
layout(push_constant) uniform Push { vec4 more; uint skip; };
layout(location = 0) out vec2 uv;
layout(location = 1) flat out uvec4 ids;

void tell(uint a)
{
    ids = uvec4(gl_VertexIndex, gl_InstanceIndex, a, uint(turn));
}

void main()
{
    vec4 at = vec4(place * scale, 1.0);
    at.xy += shift;
    gl_Position = matrix * at + more;
    tell(uint(gl_BaseVertexARB + 16 * gl_BaseInstanceARB + 256 * gl_DrawIDARB));
    if (key.x % 4u == skip)
        return;
    uv = vec2(key);
    gl_PointSize = float(key.y & 7u);
}
