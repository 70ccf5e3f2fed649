// SPDX-License-Identifier: Apache-2.0
// Values made in a loop and used behind it: each lane keeps what it had when it left, while others go on; by break, by condition, from two
// loops at once; values that change places each round; one number in a loop that some lanes do not reach, and in the next;
// loops of one turn that are left in its middle.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uvec4 dst[]; };

uint early(uint i)
{
    for (;;) {                                  // never a second turn
        if ((i & 4u) != 0u)
            break;
        return 3u * i;
    }
    return i + 1u;
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    uint last = 0u, squares = 0u;
    for (uint k = 0u; k < 20u; k++) {
        uint square = k * k + i;
        if (square > 60u) {
            last = square;
            break;
        }
        squares += square;
    }
    uint a = 1u, b = i, c = 2u;
    for (uint k = 0u; k < i % 7u; k++) {        // three values turn round
        uint t = a;
        a = b;
        b = c;
        c = t + k;
    }
    uint x = 0u, y = 0u, found = 99u;
    for (y = 0u; y < 8u && found == 99u; y++)
        for (x = 0u; x < 8u; x++)
            if (x * y == i) {
                found = y * 8u + x;
                break;
            }
    uint fib = 0u, next = 1u;
    do {
        uint t = fib + next;
        fib = next;
        next = t;
    } while (fib < i);
    uint turned = i;
    if ((i & 1u) == 0u)
        for (uint k = 0u; k < i % 5u; k++)
            turned ^= 12345u << (turned & 7u);
    for (uint k = 0u; k <= i % 3u; k++)
        turned += 12345u << (turned & 7u);
    do {
        if (i % 3u == 1u)
            continue;
        turned += early(i);
    } while (false);
    for (uint k = 0u; k < i; k++)
        if ((turned & 7u) == k)
            break;
        else
            turned += 3u * k;
    dst[i] = uvec4(last + 1000u * squares, a | b << 8 | c << 16, found | x << 8 | y << 16, fib ^ turned);
}
