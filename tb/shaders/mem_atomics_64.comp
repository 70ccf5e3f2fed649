// SPDX-License-Identifier: Apache-2.0
// Atomics on 64 bits whose halves do not depend on each other: and, or, xor; and sums and differences, all without the
// old value.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint64_t cell[]; };
shared uint64_t bits;

void main()
{
    uint i = gl_LocalInvocationIndex;
    uint64_t one = uint64_t(1) << i;
    if (i == 0u)
        bits = 0ul;
    barrier();
    atomicOr(cell[0], one);
    atomicXor(cell[1], one * 3ul);
    atomicAnd(cell[2], ~(one & 0x5555555555555555ul));
    atomicAdd(cell[4], one * 3ul + 0xffffffff00000005ul);
    atomicOr(bits, one & 0xf0f0f0f0ul << 8);
    barrier();
    if (i == 0u)
        cell[3] = bits;
}
