// SPDX-License-Identifier: Apache-2.0
// Offsets that an instruction word has no room for, and sums of constants that just do not fit it: members and elements beyond 64 KiB.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
struct Line { uint w[256]; };
layout(std430, binding = 0) readonly buffer Far { uint first; uint pad[19999]; uint x; uint y[]; } far;        // x at 80000
layout(std430, binding = 1) readonly buffer Near { uint a; uint b[]; } near;
layout(std430, binding = 2) readonly buffer Lines { Line line[]; };
layout(std430, binding = 3) buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    dst[4u * i] = far.x + far.y[i];
    dst[4u * i + 1u] = near.b[i + 16383u] ^ near.b[i + 16382u];         // bytes 65532 and 65528 behind b, which is at 4
    dst[4u * i + 2u] = line[(i & 7u) + 3u].w[5u + i];
    dst[4u * i + 3u] = far.pad[i + 16384u] - far.pad[18000u - i];
}
