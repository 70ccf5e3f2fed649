// SPDX-License-Identifier: Apache-2.0
// The older extensions: GL_ARB_shader_ballot and GL_ARB_shader_group_vote make OpSubgroupBallotKHR, OpSubgroupFirstInvocationKHR,
// OpSubgroupReadInvocationKHR, OpSubgroupAllKHR and the like, and built-ins of 64 bits.
// build: glslangValidator --target-env vulkan1.0
#version 450
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_shader_group_vote : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uvec4 dst[]; };
layout(std430, binding = 1) writeonly buffer Masks { uvec2 masks[][2]; };

void main()
{
    uint i = gl_LocalInvocationIndex, lane = gl_SubGroupInvocationARB;
    uvec2 odd = unpackUint2x32(ballotARB((lane & 1u) != 0u));
    uint votes = uint(allInvocationsARB(lane < 100u)) | uint(anyInvocationARB(lane == 2u)) << 1 | uint(allInvocationsEqualARB(lane > 1u)) << 2
               | uint(anyInvocationARB(lane > 100u)) << 3 | uint(allInvocationsEqualARB(true)) << 4;
    dst[i] = uvec4(votes, gl_SubGroupSizeARB, readInvocationARB(i, 3u), readFirstInvocationARB(i));
    masks[i][0] = odd;
    masks[i][1] = unpackUint2x32(gl_SubGroupLtMaskARB | gl_SubGroupEqMaskARB);
    if (lane % 4u == 3u) {
        dst[i].z = readFirstInvocationARB(lane);
        dst[i].w = bitCount(unpackUint2x32(ballotARB(true)).x);
    }
}
