// SPDX-License-Identifier: Apache-2.0
// Ten values change places with ten others in each turn of a loop: one group of copies goes round in circles.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer A { uint a[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(a.length()) || gl_WorkGroupID.y != 0u)       // on the grid of another shader (tb/spirv/test_copies.sh)
        return;
    uint first = a[i];
    uint x0 = first, x1 = x0 * 3u, x2 = x0 * 5u, x3 = x0 * 7u, x4 = x0 * 11u;
    uint x5 = x0 * 13u, x6 = x0 * 17u, x7 = x0 * 19u, x8 = x0 * 23u, x9 = x0 * 29u;
    uint y0 = x0 + 1u, y1 = x1 + 2u, y2 = x2 + 3u, y3 = x3 + 4u, y4 = x4 + 5u;
    uint y5 = x5 + 6u, y6 = x6 + 7u, y7 = x7 + 8u, y8 = x8 + 9u, y9 = x9 + 10u;

    for (uint n = 0u; n < (first & 7u); n++) {
        uint t;
        t = x0; x0 = y0; y0 = t;
        t = x1; x1 = y1; y1 = t;
        t = x2; x2 = y2; y2 = t;
        t = x3; x3 = y3; y3 = t;
        t = x4; x4 = y4; y4 = t;
        t = x5; x5 = y5; y5 = t;
        t = x6; x6 = y6; y6 = t;
        t = x7; x7 = y7; y7 = t;
        t = x8; x8 = y8; y8 = t;
        t = x9; x9 = y9; y9 = t;
    }
    uint x = x0 ^ x1 << 1 ^ x2 << 2 ^ x3 << 3 ^ x4 << 4 ^ x5 << 5 ^ x6 << 6 ^ x7 << 7 ^ x8 << 8 ^ x9 << 9;
    uint y = y0 ^ y1 << 1 ^ y2 << 2 ^ y3 << 3 ^ y4 << 4 ^ y5 << 5 ^ y6 << 6 ^ y7 << 7 ^ y8 << 8 ^ y9 << 9;
    a[i] = x + 5u * y;
}
