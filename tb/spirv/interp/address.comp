// SPDX-License-Identifier: Apache-2.0
// Arrays of blocks and addresses, for test_interp_memory.c.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 4) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Far { uint word[]; };
layout(binding = 0) writeonly buffer Out { uint result[]; };
layout(binding = 1) buffer Block { uint word[]; } block[];
layout(binding = 3) readonly buffer Table { uvec2 table[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    Far far = Far(table[i]);
    result[4 * i] = block[nonuniformEXT(i & 1)].word[i];
    result[4 * i + 1] = block[nonuniformEXT(i & 1)].word.length();
    result[4 * i + 2] = far.word[i];                            // the last leads nowhere
    far.word[2 * i] = 70 + i;
    result[4 * i + 3] = block[nonuniformEXT(1 + (i >> 1))].word[int(i) - 1];      // beyond the array; before the block
}
