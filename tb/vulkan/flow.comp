// SPDX-License-Identifier: Apache-2.0
// Subgroups that diverge and come together: uniform control flow, a dynamic broadcast, the memory model, the clocks, derivatives.
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_subgroup_uniform_control_flow : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_ARB_shader_clock : require
#extension GL_EXT_shader_realtime_clock : require
#extension GL_NV_compute_shader_derivatives : require
#extension GL_EXT_spirv_intrinsics : require
// the compiler forgets the capability VulkanMemoryModelDeviceScope, which an instruction can ask for: OpBitcast
spirv_instruction(capabilities = [5346], id = 124) uint word_of(float v);
layout(local_size_x = 32) in;
layout(derivative_group_linearNV) in;
layout(push_constant) uniform Push { uint from; };
layout(std430, set = 0, binding = 0) buffer Out { uint word[]; };
layout(std430, set = 0, binding = 1) buffer Flags { uint flag[]; };

void main()
[[subgroup_uniform_control_flow]]
{
    const uint i = gl_GlobalInvocationID.x, lane = gl_SubgroupInvocationID;
    uvec2 begin = clock2x32ARB(), realtime = clockRealtime2x32EXT();
    uint odd = 0;
    if ((lane & 1) != 0)
        odd = subgroupBallotBitCount(subgroupBallot(true));
    const uint all = subgroupBallotBitCount(subgroupBallot(true));
    const uint told = subgroupBroadcast(i, from);
    const float v = float(lane * lane);
    const float slope = dFdx(v), steep = dFdy(v);
    /* to the next group, in order */
    atomicStore(flag[2 * i], i + 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    const uint got = atomicLoad(flag[2 * i], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    uvec2 end = clock2x32ARB(), later = clockRealtime2x32EXT();
    word[8 * i] = odd;
    word[8 * i + 1] = all;
    word[8 * i + 2] = told;
    word[8 * i + 3] = uint(slope) | uint(steep) << 16;
    word[8 * i + 7] = word_of(v);
    word[8 * i + 4] = got;
    word[8 * i + 5] = uint(end.y > begin.y || (end.y == begin.y && end.x > begin.x));
    word[8 * i + 6] = uint(later.y > realtime.y || (later.y == realtime.y && later.x > realtime.x));
}
