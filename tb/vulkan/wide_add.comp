// SPDX-License-Identifier: Apache-2.0
// One dispatch adds to two words at once, another one stores the second of them.
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Wide { uint64_t wide; };
layout(std430, set = 0, binding = 1) buffer Words { uint word[]; };
layout(push_constant) uniform Push { uint stores; };

void main()
{
    if (stores == 0)
        atomicAdd(wide, 1ul);
    else
        word[1] = 7;
}
