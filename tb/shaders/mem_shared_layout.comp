// SPDX-License-Identifier: Apache-2.0
// Workgroup memory with an explicit layout: two blocks over the same memory, one of words, one of a struct.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };
shared Words { layout(offset = 0) uint words[160]; } w;
struct Item { vec3 a; uint b; };
shared Items { layout(offset = 16) Item item[32]; uint last; } s;

void main()
{
    uint i = gl_LocalInvocationIndex;
    s.item[i] = Item(vec3(float(i), 2.0, 3.0), 100u + i);
    if (i == 5u)
        s.last = 77u;
    if (i < 4u)
        w.words[i] = 0xabcu + i;
    barrier();
    dst[4u * i] = w.words[4u * i + 4u];
    dst[4u * i + 1u] = w.words[4u * i + 7u];
    dst[4u * i + 2u] = w.words[132] + floatBitsToUint(s.item[31u - i].a.z);
    barrier();
    w.words[4u * i + 6u] = floatBitsToUint(8.0);
    barrier();
    dst[4u * i + 3u] = uint(s.item[31u - i].a.z) + w.words[i & 3u];
}
