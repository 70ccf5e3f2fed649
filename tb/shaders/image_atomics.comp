// SPDX-License-Identifier: Apache-2.0
// All atomics on images: of each kind one texel for all lanes, and old values of additions.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, r32ui) uniform uimage2D U;
layout(binding = 1, r32i) uniform iimage1D S;
layout(binding = 2, r32ui) uniform uimageBuffer T;
layout(binding = 3, r32ui) uniform uimage3D V;
layout(binding = 4) readonly buffer A { uint value[]; };
layout(binding = 5) writeonly buffer B { uint old[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = value[i];
    old[i] = imageAtomicAdd(U, ivec2(0, 0), 1u);
    imageAtomicMin(U, ivec2(1, 0), x);
    imageAtomicMax(U, ivec2(2, 0), x);
    imageAtomicAnd(U, ivec2(0, 1), x | 0xffff0000u);
    imageAtomicOr(U, ivec2(1, 1), x & 0x0f0f0f0fu);
    imageAtomicXor(U, ivec2(2, 1), x);
    imageAtomicMin(S, 0, int(x));
    imageAtomicMax(S, 1, int(x));
    imageAtomicAdd(S, 2, int(x));
    imageAtomicAdd(T, int(x & 7u), 1u);
    imageAtomicExchange(V, ivec3(i & 3u, i >> 2 & 3u, i >> 4 & 7u), x);
    uint was = imageAtomicCompSwap(T, 8 + int(i & 7u), 0u, 0u - 1u);   // one lane of sixteen wins
    if (was == 0u)
        imageAtomicAdd(T, 16, 1u);
}
