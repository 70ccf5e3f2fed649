// SPDX-License-Identifier: Apache-2.0
// Nested loops with break and continue, if inside, return from the middle; every lane goes its own way.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.1 -Od
// build v11: glslangValidator -V --target-env spirv1.1
// build merged: glslangValidator --target-env vulkan1.1 | spirv-opt --merge-return --inline-entry-points-exhaustive --ssa-rewrite
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 96) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };

uint walk(uint x)
{
    uint acc = 0u;
    for (uint a = 0u; a < 10u; a++) {
        if (x % 16u == 0u) {
            if (a == 5u)
                break;
            acc += 2u;
        }
        for (uint b = 0u; ; b++) {
            if ((x + b) % 4u == 3u)
                continue;
            if (b > x % 7u)
                break;
            if (acc > 900u)
                return acc | 0x10000u;
            acc += a * b + (b % 2u != 0u ? x : 1u);
        }
    }
    return acc;
}

uint collatz(uint x)
{
    uint steps = 0u;
    while (x != 1u) {
        x = (x & 1u) == 0u ? x >> 1 : 3u * x + 1u;
        ++steps;
    }
    return steps;
}

uint digits(uint x)
{
    uint n = 0u;
    do {
        x /= 10u;
        n++;
    } while (x != 0u);
    return n;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    dst[3u * i] = walk(i);
    dst[3u * i + 1u] = collatz(i + 1u);
    if (i % 5u == 4u)
        return;
    dst[3u * i + 2u] = digits(i * i * i);
}
