// SPDX-License-Identifier: Apache-2.0
// Words by addresses: from, and to; an address that is moved; and one that is loaded from a buffer.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 8) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint word[]; };
layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };
layout(std430, set = 0, binding = 1) readonly buffer List { uint64_t list[]; };
layout(push_constant) uniform Push { uint64_t from, to; uint index, moved; };
void main()
{
    const uint i = gl_LocalInvocationIndex;
    result[i] = Words(from).word[index + i];
    Words(to).word[index + i] = 100 + i;
    result[8 + i] = Words(from + moved).word[i];
    result[16 + i] = list[i] != 0 ? Words(list[i]).word[index] : 0;
}
