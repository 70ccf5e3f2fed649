// SPDX-License-Identifier: Apache-2.0
// Code of more than 16,384 instructions: calls that are put in place, in one branch of a loop, so that jumps lead over all of it both ways.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) buffer Out { uint dst[]; };

uint x, y, times;
float z;

void turn(uint n)
{
    x = (x ^ y >> 3) * 0x9e3779b1u + n;
    y += x % (n + (y & 15u));
    z = float(y >> 8) / (z + 1.0);
    if ((x & 192u) == 0u) {
        times++;
        dst[16u * (n & 3u) + gl_LocalInvocationIndex] += x;
    } else {
        y ^= x << 5;
    }
}

#define TURN4(n) turn(n); turn(n + 1u); turn(n + 2u); turn(n + 3u);
#define TURN16(n) TURN4(n) TURN4(n + 4u) TURN4(n + 8u) TURN4(n + 12u)
#define TURN64(n) TURN16(n) TURN16(n + 16u) TURN16(n + 32u) TURN16(n + 48u)

void main()
{
    uint i = gl_LocalInvocationIndex;
    x = src[i];
    y = ~x;
    z = 0.25;
    for (uint round = 0u; round < 2u; round++) {
        if ((x >> i & 1u) == round) {
            TURN64(1u) TURN64(65u) TURN64(129u)
        } else {
            times += 1000u;
            y++;
        }
    }
    dst[64u + i] = x;
    dst[80u + i] = y;
    dst[96u + i] = times;
    dst[112u + i] = floatBitsToUint(z);
}
