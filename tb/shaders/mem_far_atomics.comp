// SPDX-License-Identifier: Apache-2.0
// Atomics, and stores of 8 and 16 bits, at offsets that the instruction word of an atomic has no room for.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Far { uint pad[1023]; uint a; uint b; uint more[20000]; uint c; uint8_t d[256]; uint16_t e[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    atomicAdd(a, i);                            // at 4092
    atomicMax(b, 1000u + i);                    // at 4096
    atomicXor(more[i + 10000u], i);
    atomicAdd(c, 1u);                           // at 84100
    d[i] = uint8_t(i + 1u);
    e[i + 3u] = uint16_t(i + 5u);
}
