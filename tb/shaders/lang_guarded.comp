// SPDX-License-Identifier: Apache-2.0
// Loads in loops that only some lanes may make: by the number of turns, by a branch, because others have left from a loop further inside;
// elsewhere they are out of bounds.  And a loop in which both what is left out by `continue` and what follows it compute the same.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint size; uint turns; uint b[]; };
layout(std430, binding = 1) readonly buffer Tail { uint first; uint none[]; };         // bound to one word
layout(std430, binding = 2) writeonly buffer Out { uint dst[]; };
layout(std430, binding = 3) readonly buffer Same { uint pad[2]; uint same[]; };        // at the same addresses as b

uint further(uint at)
{
    uint sum = 1u, k = 0u;
    do {                                    // nobody has left before the loop further inside
        for (uint j = 0u; j < 4u + k; j++)
            if (at + j >= size + 3u)
                return sum;
        sum = sum * 3u + b[at];
        k++;
    } while (k < turns);
    return sum;
}

void main()
{
    uint i = gl_LocalInvocationIndex, k = 5u * i;
    uint many = i < size ? turns : 0u, sum = 0u;
    for (uint n = 0u; n < many; n++)
        sum = sum * 5u + b[i];
    dst[k] = sum;
    sum = same[i];
    uint turn = 0u;
    do {
        sum = sum * 7u + turn;
        if (i < size)
            sum += b[i];
        turn++;
    } while (turn < turns);
    dst[k + 1u] = sum;
    dst[k + 2u] = further(i);
    sum = first;
    for (uint n = 0u; n < turns; n++)
        if (size == 0u)
            sum += none[0];
    dst[k + 3u] = sum;
    sum = 0u;
    for (uint n = i; n < 200u; sum += n * n, n += turns + 4u) {
        if ((n & 1u) == 1u)
            continue;
        sum ^= n * n;
    }
    dst[k + 4u] = sum;
}
