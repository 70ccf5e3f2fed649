// SPDX-License-Identifier: Apache-2.0
// Atomics on 64 bits, halves and doubles in an array of blocks whose index differs between the lanes of a wave, with the
// values that they return.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Cells { uint64_t sum; uint64_t taken; double real; float16_t low, high; } cells[4];
layout(std430, binding = 1) buffer Out { uint64_t old[]; };

void main()
{
    uint i = gl_LocalInvocationIndex, which = nonuniformEXT(i * 5u & 3u);
    old[2u * i] = atomicAdd(cells[nonuniformEXT(which)].sum, 0x100000001ul);
    old[2u * i + 1u] = atomicCompSwap(cells[nonuniformEXT(which)].taken, 0x5555555555555555ul, 0x1234567812345678ul) == 0x5555555555555555ul
                     ? 1ul : 0ul;
    atomicAdd(cells[nonuniformEXT(which)].real, double(i));
    atomicAdd(cells[nonuniformEXT(which)].low, float16_t(1.0));
    atomicMax(cells[nonuniformEXT(which)].high, float16_t(i));
}
