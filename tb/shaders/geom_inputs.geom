// SPDX-License-Identifier: Apache-2.0
// Inputs that are arrays with an element for each vertex of a primitive: numbers, blocks, built-ins; indices that are not constant.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(triangles_adjacency, invocations = 3) in;
layout(points, max_vertices = 1) out;
in gl_PerVertex {
    vec4 gl_Position;
    float gl_PointSize;
    float gl_ClipDistance[2];
} gl_in[];
layout(location = 0) in vec3 normal[6];
layout(location = 1) in Part {
    mat2 turn;
    flat uvec2 key;
} part[6];
layout(location = 4) in float list[6][3];
layout(location = 7) flat in double real[6];
layout(location = 8, component = 2) in float own[6];
struct Result {
    float place, size, clip, normal, turn, list, real;
    uint key;
    float own;
    int primitive, invocation;
};
layout(std430, binding = 0) buffer Results { Result result[]; };

void main()
{
    const int v = (gl_PrimitiveIDIn + 2 * gl_InvocationID) % 6, i = gl_InvocationID;
    Result r;
    r.place = gl_in[v].gl_Position[i];
    r.size = gl_in[5].gl_PointSize;
    r.clip = gl_in[(v + 1) % 6].gl_ClipDistance[i % 2];
    r.normal = normal[v][i];
    r.turn = part[v].turn[1][i % 2];
    r.list = list[v][i];
    r.real = float(real[v]);
    r.key = part[0].key.x + part[v].key.y;
    r.own = own[v];
    r.primitive = gl_PrimitiveIDIn;
    r.invocation = gl_InvocationID;
    result[3 * gl_PrimitiveIDIn + gl_InvocationID] = r;
}
