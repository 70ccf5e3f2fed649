// SPDX-License-Identifier: Apache-2.0
// Waves that are not full: a group of 50 threads.  Lanes that carry no thread take part in nothing.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 50) in;
#define OUT(at, name) layout(std430, binding = at) writeonly buffer Buffer##name { uint name[]; }
OUT(0, count);
OUT(1, sum);
OUT(2, least);
OUT(3, last);

void main()
{
    uint i = gl_GlobalInvocationID.x, t = gl_LocalInvocationIndex;
    uvec4 here = subgroupBallot(true);
    count[i] = subgroupBallotBitCount(here) | uint(subgroupAll(t < 50u)) << 8 | uint(subgroupAny(t >= 50u)) << 9;
    sum[i] = subgroupAdd(t);
    least[i] = subgroupMin(t + 100u) + subgroupAnd(t | 0x80000000u) + (subgroupMul(t < 49u ? 1u : 3u) << 16);
    last[i] = subgroupBallotFindMSB(here);
}
