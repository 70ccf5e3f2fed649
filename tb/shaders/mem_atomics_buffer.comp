// SPDX-License-Identifier: Apache-2.0
// All atomics on storage buffers: many lanes on few words, results that do not depend on the order; those with one lane a word also return
// the old value.
// build: glslangValidator --target-env vulkan1.0
// build v13: glslangValidator --target-env vulkan1.3
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) buffer Cells { uint cell[]; };
layout(std430, binding = 2) buffer Signed { int scell[]; };
layout(std430, binding = 3) buffer Own { uint own[]; };
layout(std430, binding = 4) writeonly buffer Old { uint old[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = src[i], g = 8u * (i % 4u);
    atomicAdd(cell[g], x);
    atomicAnd(cell[g + 1u], x | 0xfff0u);
    atomicOr(cell[g + 2u], x & 0x00f0f0f0u);
    atomicXor(cell[g + 3u], x);
    atomicMin(cell[g + 4u], x);
    atomicMax(cell[g + 5u], x);
    atomicMin(scell[g], int(x));
    atomicMax(scell[g + 1u], int(x));
    atomicAdd(scell[g + 2u], -int(x & 0xffffu));
    for (uint got = atomicAdd(cell[g + 6u], 0u), want; ; got = want) {         // a lock-free multiplication
        want = atomicCompSwap(cell[g + 6u], got, got * (x | 1u));
        if (want == got)
            break;
    }
    old[8u * i] = atomicAdd(own[8u * i], x);
    old[8u * i + 1u] = atomicAnd(own[8u * i + 1u], x);
    old[8u * i + 2u] = atomicOr(own[8u * i + 2u], x);
    old[8u * i + 3u] = atomicXor(own[8u * i + 3u], x);
    old[8u * i + 4u] = atomicMin(own[8u * i + 4u], x);
    old[8u * i + 5u] = atomicMax(own[8u * i + 5u], x);
    old[8u * i + 6u] = atomicExchange(own[8u * i + 6u], x);
    old[8u * i + 7u] = atomicCompSwap(own[8u * i + 7u], x & 1u, i);
}
