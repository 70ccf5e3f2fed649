// SPDX-License-Identifier: Apache-2.0
// Indices whose bytes pass 4 GiB: what modulo 2^32 would be inside is outside, 0 is loaded there, and nothing is stored. By shifts and
// multiplication, by elements of elements, in workgroup memory, in a loop; and one that only seems to be far.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

struct Three { uint a, b, c; };
layout(local_size_x = 8) in;
layout(binding = 0) buffer Words { uint words[]; };
layout(binding = 1, std430) buffer Threes { Three threes[]; };
layout(binding = 2) buffer Rows { uint row[][16]; };
layout(binding = 4) buffer Deep { uint deep[][2][2][2][2][2][2][2]; };
layout(binding = 3) writeonly buffer Result { uint result[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Far { uint word[]; };
layout(push_constant) uniform Push {
    uint quarter;               // 2^30
    uint third;                 // 12 * third is 4 modulo 2^32
    uint minus;                 // 2^32 - 1
    uint none;                  // 0
    Far memory;
    uvec2 end;                  // 8 bytes before the memory that comes next
};
shared uint shared_words[64];

void main()
{
    const uint i = gl_LocalInvocationIndex;
    shared_words[i] = shared_words[i + 8] = 10 + i;
    barrier();
    uint sum = 0;
    sum += words[quarter + i];
    sum += words[2 * quarter + i + 1];
    sum += threes[third].b + threes[third].a;
    sum += row[quarter / 16 + i][3];                             // 2^26 rows of 64 bytes
    sum += row[quarter / 16 - 1 + i][quarter + 16 - 16 * i];
    sum += words[1073741824];
    sum += deep[quarter][quarter][quarter][quarter][quarter][quarter][quarter][quarter];     // 8 times 512 MiB and a little more
    sum += shared_words[quarter + i];
    sum += memory.word[quarter + i];
    sum += Far(end).word[2 + i];
    for (uint k = 0; k < none + 3; k++)
        sum += words[k * quarter + quarter];
    words[quarter + i] = 77;
    threes[third].b = 77;
    memory.word[2 * quarter + i] = 77;
    shared_words[2 * quarter + i] = 77;
    barrier();
    result[2 * i] = sum;
    result[2 * i + 1] = words[minus + i + 2] + shared_words[minus + i + 1];      // not far: 2^32 + i + 1
}
