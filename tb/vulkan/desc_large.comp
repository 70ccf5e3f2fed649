// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics of each width in one of very many buffers for each lane, and a uniform block of a hundred.
#version 460
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Out { uint result[][6]; };
layout(scalar, set = 1, binding = 0) buffer Words { uint word[]; } words[];
layout(scalar, set = 1, binding = 0) buffer Bytes { uint8_t byte[]; } bytes[];
layout(scalar, set = 1, binding = 0) buffer Wide { uint64_t pair[]; } wide[];
layout(std140, set = 1, binding = 1) uniform Block { uvec4 at; } block[];
layout(push_constant) uniform Push { uint first, each; };
void main()
{
    const uint i = gl_LocalInvocationIndex, n = first + each * i;
    result[i][1] = uint(bytes[nonuniformEXT(n)].byte[5]);
    result[i][2] = uint(wide[nonuniformEXT(n)].pair[2]);
    result[i][3] = uint(wide[nonuniformEXT(n)].pair[2] >> 32);
    result[i][4] = bytes[nonuniformEXT(n)].byte.length();
    result[i][5] = block[nonuniformEXT(n % 33 * each)].at.y;
    result[i][0] = atomicAdd(words[nonuniformEXT(n)].word[3], 1000);
    words[nonuniformEXT(n)].word[7] = 77 + n;
    bytes[nonuniformEXT(n)].byte[25] = uint8_t(0x55);
}
