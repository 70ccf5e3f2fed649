// SPDX-License-Identifier: Apache-2.0
// Explicit layouts: std140 and std430, matrices of both orders, vec3 in arrays, nested structs, runtime arrays.
#version 450
layout(local_size_x = 4) in;
struct Inner { vec3 v; float w; mat2x3 m; };
layout(std140, binding = 2) uniform U { float a[3]; layout(row_major) mat3x2 r; Inner inner[2]; ivec2 last; } u;
layout(std430, binding = 1) buffer S { layout(row_major) mat4x3 r; layout(column_major) mat3 c; uint n; vec2 rest[]; } s;
layout(std430, binding = 0) buffer Out { float o[]; };
layout(push_constant) uniform P { uint first; layout(offset = 16) vec2 pair[2]; } p;
void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint at = i * 16;
    o[at + 0] = u.a[i % 3];
    o[at + 1] = u.r[i % 3][i & 1];
    o[at + 2] = u.inner[i & 1].v.z;
    o[at + 3] = u.inner[i & 1].w;
    o[at + 4] = u.inner[1].m[i & 1][i % 3];
    o[at + 5] = float(u.last[i & 1]);
    vec3 column = s.r[i];
    o[at + 6] = column.x + 10 * column.y + 100 * column.z;
    mat3 whole = s.c;
    o[at + 7] = whole[i % 3][(i + 1) % 3];
    o[at + 8] = s.rest[i].y;
    o[at + 9] = float(s.rest.length());
    o[at + 10] = float(p.first) + p.pair[i & 1].y;
    s.r[i][1] = 0.5 + float(i);
    s.c[i % 3].z = float(i % 3);
    Inner copy = u.inner[0];
    copy.m[1].y = 7.0;
    o[at + 11] = copy.m[1].y + copy.m[0].y;
    o[at + 12] = s.rest[100 + i].x;
    s.rest[100 + i].x = 1.0;
}
