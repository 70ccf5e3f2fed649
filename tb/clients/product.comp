// SPDX-License-Identifier: Apache-2.0
// A product of square matrices of `count` rows by tiles of 8 x 8.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = FIRST) buffer A { float a[]; };
layout(binding = FIRST + 1) buffer B { float b[]; };
layout(binding = FIRST + 2) buffer C { float c[]; };
shared float left[8][8], right[8][8];

void main()
{
    const uvec2 at = gl_GlobalInvocationID.xy, in_tile = gl_LocalInvocationID.xy;
    float sum = 0;

    for (uint tile = 0; tile < count; tile += 8) {
        left[in_tile.y][in_tile.x] = a[at.y * count + tile + in_tile.x];
        right[in_tile.y][in_tile.x] = b[(tile + in_tile.y) * count + at.x];
        barrier();
        for (uint k = 0; k < 8; k++)
            sum += left[in_tile.y][k] * right[k][in_tile.x];
        barrier();
    }
    c[at.y * count + at.x] = sum;
}
