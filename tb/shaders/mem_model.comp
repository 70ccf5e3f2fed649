// SPDX-License-Identifier: Apache-2.0
// The Vulkan memory model: atomic loads and stores, acquire and release of each scope, barriers that order and those that do not wait.
// A chain of groups hands a number on: group g waits for its turn, which no group before it may keep back.
// build: glslangValidator --target-env vulkan1.2
// build od: glslangValidator --target-env vulkan1.3 -Od
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) workgroupcoherent buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Flags { uint ticket; uint turn; uint value; };
shared uint line[32];
shared uint group;

void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u)
        group = atomicAdd(ticket, 1u, gl_ScopeDevice, 0, 0);
    line[i] = i * i;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    uint x = line[31u - i];
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    barrier();
    if (i == 0u) {
        uint mine = group;
        while (atomicLoad(turn, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) != mine) {
        }
        uint v = atomicLoad(value, gl_ScopeDevice, 0, 0);
        atomicStore(value, v * 3u + mine, gl_ScopeDevice, 0, 0);
        atomicStore(turn, mine + 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        line[0] = v;
    }
    subgroupMemoryBarrier();
    memoryBarrierShared();
    memoryBarrierBuffer();
    memoryBarrier();
    groupMemoryBarrier();
    barrier();
    data[group * 32u + i] = x + 1000u * line[0];
}
