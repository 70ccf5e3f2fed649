// SPDX-License-Identifier: Apache-2.0
// Atomics through addresses: on 64 bits, with old values; on halves and doubles; and a volatile word of 64 bits that is
// looked at while others change both of its halves.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Cells { uint64_t sum; uint64_t taken; double real; float16_t low, high; };
layout(buffer_reference, std430, buffer_reference_align = 8) volatile buffer Polled { uint64_t twin; };
layout(push_constant) uniform Push { Cells cells; Polled polled; } push;
layout(std430, binding = 0) buffer Out { uint torn; uint won; uint mark[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    uint64_t old = atomicAdd(push.cells.sum, 0x100000001ul);
    mark[uint(old >> 32)] = uint(old) + 1u;
    if (atomicCompSwap(push.cells.taken, 0x5555555555555555ul, 0x1234567812345678ul) == 0x5555555555555555ul)
        won = 1u;
    atomicAdd(push.cells.real, double(i));
    atomicAdd(push.cells.low, float16_t(1.0));
    atomicMax(push.cells.high, float16_t(i));
    atomicAdd(push.polled.twin, 0x100000001ul);
    uint64_t seen = push.polled.twin;
    if (uint(seen) != uint(seen >> 32))
        atomicOr(torn, 1u);
}
