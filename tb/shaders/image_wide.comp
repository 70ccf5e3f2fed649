// SPDX-License-Identifier: Apache-2.0
// Texels of 64 bits: a buffer of what is seen first, depth above number, by atomics; all others, loads and stores.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_shader_image_load_formatted : require
#extension GL_EXT_shader_image_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(binding = 0, r64ui) uniform u64image2D Seen;
layout(binding = 1, r64ui) uniform u64image2D U;
layout(binding = 2, r64i) coherent uniform i64image1D S;
layout(binding = 3) uniform writeonly u64image2DArray Layers;   // of no format
layout(binding = 4) uniform readonly u64image2D T;
layout(binding = 5) readonly buffer A { uint value[]; };
layout(binding = 6) writeonly buffer B { u64vec4 read[64]; i64vec4 pair[64]; };
layout(binding = 7, r64ui) uniform u64imageBuffer L;
layout(binding = 8) writeonly buffer C { uint old[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t x = uint64_t(value[2u * i]) << 32 | value[2u * i + 1u];
    imageAtomicMax(Seen, ivec2(i & 3u, i >> 2 & 1u), uint64_t(value[2u * i] & 0xffu) << 32 | i);
    old[i] = uint(imageAtomicAdd(U, ivec2(0, 0), 0x100000001ul) >> 32);
    imageAtomicMin(U, ivec2(1, 0), x);
    imageAtomicAnd(U, ivec2(2, 0), x | 0xffff0000ffff0000ul);
    imageAtomicOr(U, ivec2(0, 1), x & 0x0f0f0f0f0f0f0f0ful);
    imageAtomicXor(U, ivec2(1, 1), x);
    imageAtomicMin(S, 0, int64_t(x));
    imageAtomicMax(S, 1, int64_t(x));
    imageAtomicExchange(L, int(i), x + 1ul);
    if (imageAtomicCompSwap(U, ivec2(2, 1), 5ul, 0x700000006ul) == 5ul)       // one lane
        imageAtomicAdd(U, ivec2(3, 1), 1ul);
    imageStore(Layers, ivec3(i & 7u, i >> 3 & 3u, i >> 5), u64vec4(x, 7ul, 8ul, 9ul));
    read[i] = imageLoad(T, ivec2(i & 7u, i >> 3));
    imageStore(S, 2 + int(i), i64vec4(int64_t(x) >> 1, 0, 0, 0));
    pair[i] = imageLoad(S, 2 + int(i));
}
