// SPDX-License-Identifier: Apache-2.0
// All levels of a picture of 64 x 64 in one pass: a group of 256 takes a tile of 32 x 32, adds four texels by quad operations, lets one lane of
// four go on through workgroup memory; the last group to end makes the last level of what the others left.  Sums, not means: whole numbers.
// Threads stand in a Z order, so that four lanes in a row are a square.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.3 | spirv-opt -O
#version 450
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint src[64 * 64]; };
layout(std430, binding = 1) coherent buffer Out {
    uint level1[32 * 32];
    uint level2[16 * 16];
    uint level3[8 * 8];
    uint level4[4 * 4];
    uint level5[2 * 2];
    uint level6;
};
layout(std430, binding = 2) buffer Counter { uint ended; };
shared uint line[64];
shared bool last;

uint compact(uint x)                            // the even bits
{
    x &= 0x55u;
    x = (x | x >> 1) & 0x33u;
    return (x | x >> 2) & 0x0fu;
}

uint quad_sum(uint x)
{
    x += subgroupQuadSwapHorizontal(x);
    return x + subgroupQuadSwapVertical(x);
}

void main()
{
    uint i = gl_LocalInvocationIndex;
    uvec2 at = uvec2(compact(i), compact(i >> 1)), tile = gl_WorkGroupID.xy;
    uvec2 texel = tile * 32u + at * 2u;
    uint from = texel.y * 64u + texel.x, x = src[from] + src[from + 1u] + src[from + 64u] + src[from + 65u];
    level1[(tile.y * 16u + at.y) * 32u + tile.x * 16u + at.x] = x;
    x = quad_sum(x);
    if ((i & 3u) == 0u) {
        uvec2 p = tile * 8u + at / 2u;
        level2[p.y * 16u + p.x] = x;
        line[i >> 2] = x;
    }
    barrier();
    if (i < 64u) {
        x = quad_sum(line[i]);
        if ((i & 3u) == 0u) {
            uvec2 p = tile * 4u + at / 2u;
            level3[p.y * 8u + p.x] = x;
        }
    }
    barrier();
    if (i < 64u && (i & 3u) == 0u)
        line[i >> 2] = x;
    barrier();
    if (i < 16u) {
        x = quad_sum(line[i]);
        if ((i & 3u) == 0u) {
            uvec2 p = tile * 2u + at / 2u;
            level4[p.y * 4u + p.x] = x;
        }
    }
    barrier();
    if (i < 16u && (i & 3u) == 0u)
        line[i >> 2] = x;
    barrier();
    if (i < 4u) {
        x = quad_sum(line[i]);
        if (i == 0u) {
            level5[tile.y * 2u + tile.x] = x;
            memoryBarrierBuffer();
            last = atomicAdd(ended, 1u) == gl_NumWorkGroups.x * gl_NumWorkGroups.y - 1u;
        }
    }
    barrier();
    if (last && i < 4u) {
        memoryBarrierBuffer();
        x = quad_sum(level5[i]);
        if (i == 0u)
            level6 = x;
    }
}
