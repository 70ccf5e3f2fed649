// SPDX-License-Identifier: Apache-2.0
// Some 1,000 instructions in a row, with floats, integers, loads and branches, for the time that a pipeline takes.
#version 460
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Words { uint word[]; };
#define ROUND(n) \
    h ^= h >> 16; h *= 0x7feb352du + n; h ^= h >> 15; \
    f = f * 1.0001 + float(h & 255u); \
    if (h > 0x80000000u + n) h += word[(i + n) & 1023u]; else f = sqrt(abs(f) + 1.0); \
    h = bitfieldReverse(h) + uint(f);
#define ROUND4(n) ROUND(n) ROUND(n + 1) ROUND(n + 2) ROUND(n + 3)
#define ROUND16(n) ROUND4(n) ROUND4(n + 4) ROUND4(n + 8) ROUND4(n + 12)
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    uint h = word[i];
    float f = 1.0;
    ROUND16(0u) ROUND16(16u)
    word[i] = h + uint(f);
}
