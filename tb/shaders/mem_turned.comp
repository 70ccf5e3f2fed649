// SPDX-License-Identifier: Apache-2.0
// Matrices in rows, loaded and stored by arrays and structs of them at once.
// build: glslangValidator --target-env vulkan1.2
#version 450
layout(local_size_x = 32) in;
struct Pair { mat3x2 a; mat2x3 b[2]; };
layout(std430, row_major, binding = 0) readonly buffer In { mat3x2 m[3]; Pair p; };      // m: 32 bytes apart; a at 96, b at 128, 24 bytes apart
layout(std430, row_major, binding = 1) buffer Out { mat3x2 copy[3]; Pair pair; };
layout(std430, binding = 2) writeonly buffer Words { float dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    mat3x2 all[3] = m;
    Pair both = p;
    dst[i] = i < 18u ? all[i / 6u][i / 2u % 3u][i & 1u] : i < 30u ? both.b[(i - 18u) / 6u][(i - 18u) / 3u % 2u][(i - 18u) % 3u] : both.a[i - 29u].y;
    if (i == 0u) {
        copy = mat3x2[3](all[2], all[0], all[1]);
        pair = Pair(both.a, mat2x3[2](both.b[1], both.b[0]));
    }
}
