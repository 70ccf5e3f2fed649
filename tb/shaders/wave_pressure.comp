// SPDX-License-Identifier: Apache-2.0
// More ballots alive at once than a device has room for, of four registers each, beside an array of 300 words in memory; words of ballots
// that change places; masks that are made of words of several ballots, in another order.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint dst[]; };
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19)

void main()
{
    uint i = gl_LocalInvocationIndex, x = src[i], sum = 0u;
    uint far[300], q = gl_LocalInvocationID.x;
    if ((x & 8u) == 0u)
        q = x ^ 5u;
    for (uint k = 0u; k < 3u; k++)
        far[(x + 100u * k) % 300u] = x + k;
#define BALLOT(n) uvec4 b##n = subgroupBallot((x >> uint(n) & 1u) == 1u); uint v##n = x * uint(2 * n + 3);
    EACH(BALLOT)
    for (uint k = 0u; k <= (i & 3u); k++) {
#define STIR(n) sum = sum * 3u + (v##n ^= sum);
        EACH(STIR)
        uint t = b0.x;                      // two ballots change places, word by word, in some lanes
        b0.x = b1.x; b1.x = t;
        t = b0.w; b0.w = b1.w; b1.w = t;
    }
    uint r = sum;
#define FOLD(value) r = r * 31u + (value);
#define COUNT(n) FOLD(subgroupBallotBitCount(b##n))
    EACH(COUNT)
#define BIT(n) FOLD(uint(subgroupBallotBitExtract(b##n, gl_SubgroupInvocationID)))
    EACH(BIT)
    FOLD(subgroupBallotBitCount(b2.yxwz))
    FOLD(subgroupBallotInclusiveBitCount(b3.yxwz))
    FOLD(subgroupBallotBitCount(uvec4(b2.x, b3.y, b2.z, b3.w)))
    FOLD(subgroupBallotBitCount(uvec4(b4.xy, b4.x, b5.w)))
    FOLD(far[(x + 100u) % 300u] - x + far[(x + 200u) % 300u])
    uint low = i < 64u ? b6.x : b7.y;
    for (uint k = 0u; k < (x & 3u); k++)
        low = k == 1u ? b8.z ^ low : low >> 1u;
    FOLD(low)
    FOLD(q)
    dst[i] = r;
}
