// SPDX-License-Identifier: Apache-2.0
// A word of an element of a small array of blocks, of a large one, of one block, or by an address: what robust access makes defined, and what it does not.  Mode 4 has both.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 8) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint word[]; };
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std430, set = 0, binding = 1) readonly buffer Few { uint word[]; } few[4];
layout(std430, set = 0, binding = 2) readonly buffer Many { uint word[]; } many[40];
layout(push_constant) uniform Push { uint64_t address; uint what, element, index; };
void main()
{
    const uint i = gl_LocalInvocationIndex;
    switch (what) {
    case 0: result[i] = few[element].word[index + i]; break;
    case 1: result[i] = many[element].word[index + i]; break;
    case 2: result[i] = few[1].word[index + i]; break;
    case 3: result[i] = Words(address).word[index + i]; break;
    case 4: result[i] = few[element].word[index + i] + Words(address).word[i]; break;
    }
}
