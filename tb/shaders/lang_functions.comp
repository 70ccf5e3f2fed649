// SPDX-License-Identifier: Apache-2.0
// Functions: in, out and inout parameters, arrays and structs as parameters and results, early returns, calls inside calls, globals.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.1 -Od
// build v11: glslangValidator -V --target-env spirv1.1
// build merged: glslangValidator --target-env vulkan1.1 | spirv-opt --merge-return --inline-entry-points-exhaustive --ssa-rewrite
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

struct Pair { uint low; uint high; };
uint calls = 0u;

void twice(inout uint x, out uint old)
{
    calls++;
    old = x;
    x *= 2u;
}

Pair split(uint x)
{
    calls++;
    if (x == 0u)
        return Pair(1u, 2u);
    return Pair(x & 0xffffu, x >> 16);
}

uint sum(uint values[4], uint upto)
{
    calls++;
    uint total = 0u;
    for (uint k = 0u; k < upto; k++) {
        if (values[k] == 13u)
            return total | 0x80000000u;
        total += values[k];
    }
    return total;
}

uint[4] spread(Pair p)
{
    uint a[4] = uint[](p.low, p.high, p.low ^ p.high, 13u);
    calls++;
    return a;
}

uint outer(uint x)
{
    uint old;
    twice(x, old);
    Pair p = split(x);
    uint a[4] = spread(p);
    a[0] += old;
    return sum(a, x % 5u);
}

void unused(uint x)
{
    dst[x] = 0u;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint r = outer(src[i]);
    r += outer(src[i] & 1u);
    dst[2u * i] = r;
    dst[2u * i + 1u] = calls;
}
