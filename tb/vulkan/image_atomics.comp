// SPDX-License-Identifier: Apache-2.0
// Atomics on texels of images and of a texel buffer; all lanes of all groups on a few texels.
#version 460
#extension GL_EXT_shader_image_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 64) in;
layout(binding = 0, r32ui) uniform uimage2D u;
layout(binding = 1, r32i) uniform iimage3D s;
layout(binding = 2, r64ui) uniform u64image2D wide_u;
layout(binding = 3, r64i) uniform i64image1DArray wide_s;
layout(binding = 4, r32f) uniform image2D f;
layout(binding = 5, r32ui) uniform uimageBuffer texels;
layout(binding = 6) buffer Out { uint slot[]; };
layout(binding = 7, r32i) uniform iimageBuffer texels_s;
layout(binding = 8, r32f) uniform imageBuffer texels_f;
layout(binding = 9, r64ui) uniform u64imageBuffer texels_wu;
layout(binding = 10, r64i) uniform i64imageBuffer texels_ws;
void main()
{
    const uint i = gl_GlobalInvocationID.x, word = (i * 2654435761u) ^ (i << 7);
    const uint64_t wide = (uint64_t(word) << 32) | i;
    imageAtomicAdd(u, ivec2(1, 0), word);
    imageAtomicMin(u, ivec2(0, 1), word);
    imageAtomicMax(u, ivec2(2, 1), word);
    imageAtomicXor(u, ivec2(2, 2), word);
    imageAtomicMin(s, ivec3(0, 1, 1), int(word));
    imageAtomicMax(s, ivec3(1, 0, 1), int(word));
    imageAtomicOr(s, ivec3(1, 1, 0), int(word & 0x0f0f0f0fu));
    imageAtomicAdd(wide_u, ivec2(1, 1), wide);
    imageAtomicMax(wide_u, ivec2(0, 1), wide);
    imageAtomicMin(wide_s, ivec2(2, 1), int64_t(wide));
    imageAtomicAdd(f, ivec2(1, 0), float(i % 16));
    imageAtomicMin(texels_s, 1, int(word));
    imageAtomicAdd(texels_f, 2, float(i % 8));
    imageAtomicXor(texels_wu, 1, wide);
    imageAtomicMax(texels_ws, 0, int64_t(wide));
    // each lane has the place that it drew for itself
    slot[imageAtomicAdd(texels, 3, 1u)] = i;
    if (i == 5)
        imageAtomicExchange(f, ivec2(0, 0), 2.5);
    if (i == 6)
        imageAtomicCompSwap(u, ivec2(3, 3), 10u, 11u);
    if (i == 7)
        imageAtomicCompSwap(u, ivec2(3, 0), 10u, 11u);
}
