// SPDX-License-Identifier: Apache-2.0
// Uniform and push-constant blocks: std140, std430 and scalar layouts, row_major and column_major, explicit offsets and alignments.
// build: glslangValidator --target-env vulkan1.2
// build od: glslangValidator --target-env vulkan1.2 -Od
#version 450
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 32) in;

layout(std140, binding = 0) uniform Rows {
    layout(row_major) mat2x3 a;             // three rows of two, 16 bytes apart: 0
    layout(column_major) mat2x3 b;          // two columns of three: 48
    float after;                            // 80
    vec3 three[2];                          // 96
    layout(offset = 144) uint placed;
    layout(align = 32) uint aligned;        // 160
} u;
layout(scalar, binding = 1) readonly buffer Tight {
    vec3 first;                             // 0
    float second;                           // 12
    vec3 more[3];                           // 16
    layout(row_major) mat3x2 r;             // two rows of three: 52
    uint tail[];                            // 76
} t;
layout(std430, binding = 2) writeonly buffer Out { float dst[]; };
layout(push_constant) uniform Push { uint base; layout(offset = 8) vec2 factor; layout(row_major) mat2 m; uint list[4]; } push;

void main()
{
    uint i = gl_LocalInvocationIndex, k = 8u * i;
    dst[k] = u.a[i & 1u][i % 3u] + 100.0 * u.b[i & 1u][i % 3u];
    dst[k + 1u] = u.after + u.three[i & 1u].z;
    dst[k + 2u] = float(u.placed * 3u + u.aligned);
    dst[k + 3u] = t.more[i % 3u].y * t.second + t.first.z;
    dst[k + 4u] = (t.r * vec3(1.0, 10.0, 100.0))[i & 1u];
    dst[k + 5u] = float(t.tail[i & 7u] + uint(t.tail.length()));
    dst[k + 6u] = float(push.base + push.list[i & 3u]) * push.factor.y;
    dst[k + 7u] = dot(push.m * vec2(1.0, 3.0), push.factor);
}
