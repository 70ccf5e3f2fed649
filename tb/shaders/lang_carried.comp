// SPDX-License-Identifier: Apache-2.0
// What a loop carries from turn to turn beside what it names: the part that modf writes, a global that only the function of a function writes,
// two variables that change places; and components and elements that only some turns may touch.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;
layout(std430, binding = 0) readonly buffer In { uint count; uint size; uint pick; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };
uint quiet = 5u, steps = 1u;

void inner(uint x)
{
    steps = steps * 3u + x;
}

void outer(uint x)
{
    quiet += x;
    inner(x ^ 1u);
}

void main()
{
    uint i = gl_LocalInvocationIndex, k = 5u * i;
    float whole = 2.0, part = 0.0;
    float sum = 0.0;
    for (uint turn = 0u; turn < count; turn++) {
        sum = sum * 2.0 + whole;                        // of the turn before
        part = modf(float(i) * 0.5 + float(turn), whole);
    }
    dst[k] = uint(sum * 2.0 + part);
    uint seen = 0u;
    for (uint turn = 0u; turn < count + i % 3u; turn++) {
        seen += steps;
        outer(turn);
    }
    dst[k + 1u] = seen * 16u + steps + quiet;
    uint a = i, b = 1000u, c = 7u;
    for (int turn = 0; turn < 5; turn++) {              // unrolled
        uint t = a;
        a = b;
        b = t;
        c = c * 2u + a;
    }
    dst[k + 2u] = a + 3u * b + c;
    uint few[4] = uint[4](i, i + 1u, i + 2u, i + 3u), got = 0u;
    for (uint turn = 0u; turn < 8u; turn++)             // unrolled: elements 4 to 7 are never reached
        if (turn < size)
            got = got * 10u + few[turn];
    dst[k + 3u] = got;
    uint part3 = (i + pick) % 3u;
    dst[k + 4u] = gl_LocalInvocationID[part3] + 100u * gl_GlobalInvocationID[2u - part3] + 10000u * gl_WorkGroupSize[part3];
}
