// SPDX-License-Identifier: Apache-2.0
// Private and function arrays with indices that only the lane knows: an insertion sort of sixteen words, a table of constants.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.1 -Od
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };

const uint primes[8] = uint[](2u, 3u, 5u, 7u, 11u, 13u, 17u, 19u);
uint keys[16];

void insert(uint n, uint key)
{
    uint at = n;
    while (at > 0u && keys[at - 1u] > key) {
        keys[at] = keys[at - 1u];
        at--;
    }
    keys[at] = key;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint places[16];
    for (uint n = 0u; n < 16u; n++)
        insert(n, src[16u * i + n]);
    for (uint n = 0u; n < 16u; n++)
        places[(n * 5u + i) & 15u] = keys[n];
    for (uint n = 0u; n < 16u; n++)
        dst[16u * i + n] = places[n] * primes[(n + i) & 7u];
}
