// SPDX-License-Identifier: Apache-2.0
// The product of two square matrices of floats, in tiles of 16 by 16.
#version 460
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, set = 0, binding = 0) readonly buffer A { float a[]; };
layout(std430, set = 0, binding = 1) readonly buffer B { float b[]; };
layout(std430, set = 0, binding = 2) writeonly buffer C { float c[]; };
layout(push_constant) uniform Push { uint n; };
shared float left[16][16], right[16][16];
void main()
{
    const uvec2 here = gl_LocalInvocationID.xy, at = gl_GlobalInvocationID.xy;
    float sum = 0;
    for (uint tile = 0; tile < n; tile += 16) {
        left[here.y][here.x] = a[at.y * n + tile + here.x];
        right[here.y][here.x] = b[(tile + here.y) * n + at.x];
        barrier();
        for (uint k = 0; k < 16; k++)
            sum += left[here.y][k] * right[k][here.x];
        barrier();
    }
    c[at.y * n + at.x] = sum;
}
