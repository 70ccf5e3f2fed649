// SPDX-License-Identifier: Apache-2.0
// Layouts of arrays: std140 pads each element to 16 bytes, std430 and scalar do not; arrays of arrays, of matrices, of structs with tails.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 16) in;
struct Edge { vec3 a; float b; vec2 c; };
layout(std140, binding = 0) uniform Uniform { float one[4]; vec2 two[2][3]; Edge edge[2]; mat3 m[2]; uint last; } u;
layout(std430, binding = 1) readonly buffer Storage { float one[4]; vec2 two[2][3]; Edge edge[2]; mat3 m[2]; uint last; } s;
layout(scalar, binding = 2) readonly buffer Scalar { float one[4]; vec2 two[2][3]; Edge edge[2]; mat3 m[2]; uint last; } t;
layout(std430, binding = 3) writeonly buffer Out { vec4 dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, k = 8u * i, h = i & 1u, r = i % 3u;
#define READ(from) \
    dst[k++] = vec4(from.one[i & 3u], from.two[h][r], from.edge[h].b); \
    dst[k++] = vec4(from.edge[h].c.y + from.edge[h].a[r], from.m[h][r].z, from.m[h][2][r], float(from.last));
    READ(u)
    READ(s)
    READ(t)
}
