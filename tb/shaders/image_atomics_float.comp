// SPDX-License-Identifier: Apache-2.0
// Atomics on texels of 32-bit floats: sums of whole numbers, the least, the greatest, exchange; and old values.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
layout(local_size_x = 64) in;
layout(binding = 0, r32f) uniform image2D F;
layout(binding = 1, r32f) uniform imageBuffer G;
layout(binding = 2) readonly buffer A { float value[]; };
layout(binding = 3) writeonly buffer B { float old[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float x = value[i];
    imageAtomicAdd(F, ivec2(0, 0), float(i));
    imageAtomicMin(F, ivec2(1, 0), x);
    imageAtomicMax(F, ivec2(0, 1), x);
    imageAtomicExchange(F, ivec2(1, 1), 7.5);
    old[2u * i] = imageAtomicAdd(G, int(i), x);
    old[2u * i + 1u] = imageAtomicMin(G, 128 + int(i), x);
}
