// SPDX-License-Identifier: Apache-2.0
// Groupshared memory, barriers and atomics over several waves; built-ins; quads (X and Y even).
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 6, local_size_y = 4, local_size_z = 2) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
shared uint sum[2], cell[48];
void main()
{
    const uint n = 48, i = gl_LocalInvocationIndex;
    cell[i] = gl_SubgroupID * 256 + gl_SubgroupInvocationID;
    atomicAdd(sum[i & 1], i);
    atomicMax(sum[0], 0);
    barrier();
    uint other = cell[n - 1 - i];
    uint x = subgroupQuadSwapHorizontal(gl_LocalInvocationID.x), y = subgroupQuadSwapVertical(gl_LocalInvocationID.y);
    uint d = subgroupQuadBroadcast(gl_LocalInvocationID.z * 100 + gl_LocalInvocationID.x * 10 + gl_LocalInvocationID.y, 3);
    barrier();
    cell[i] = other + sum[i & 1];
    barrier();
    uvec3 base = gl_WorkGroupID * gl_WorkGroupSize;
    uint place = ((gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x) * n + i;
    o[place * 4] = cell[(i + 5) % n];
    o[place * 4 + 1] = x | y << 8 | d << 16;
    o[place * 4 + 2] = gl_SubgroupSize | gl_NumSubgroups << 8 | gl_SubgroupID << 16 | gl_SubgroupInvocationID << 24;
    o[place * 4 + 3] = (gl_GlobalInvocationID - base == gl_LocalInvocationID ? 1u : 0u) + gl_GlobalInvocationID.y * 16;
}
