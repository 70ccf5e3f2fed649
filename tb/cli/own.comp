// SPDX-License-Identifier: Apache-2.0
// A table of constants that no address leads to; an array of blocks of which the second alone is written.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 8) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint word[]; };
layout(binding = 0) writeonly buffer Out { uint result[]; };
layout(binding = 1) buffer Block { uint count; } two[2];
layout(push_constant) uniform Push { Words memory; };

void main()
{
    const uint table[4] = uint[](11, 22, 33, 44);
    const uint i = gl_LocalInvocationIndex;
    result[i] = table[i & 3] + memory.word[i] + two[0].count;
    if (i == 0)
        two[1].count = 1;
}
