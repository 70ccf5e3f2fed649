// SPDX-License-Identifier: Apache-2.0
// What orders memory, and nothing else does: a release and an acquire between waves, a barrier of a wave between its lanes; and an atomic
// between two loads of its word.
// build: glslangValidator --target-env vulkan1.2
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) workgroupcoherent buffer Data { uint data[64]; uint flag[]; };
layout(std430, binding = 1) buffer Cells { uint cell[]; };
layout(std430, binding = 2) writeonly buffer Out { uint dst[]; };
shared uint line[64];

void main()
{
    uint i = gl_LocalInvocationIndex, k = 4u * i;
    if (i < 32u) {
        data[i] = i * i + 1u;
        atomicStore(flag[i], 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    } else {
        while (atomicLoad(flag[i - 32u], gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 0u) {
        }
        dst[k] = data[i - 32u];
    }
    line[i] = 3u * i;
    subgroupBarrier();
    dst[k + 1u] = line[i ^ 1u];
    uint before = cell[i];
    atomicAdd(cell[i], 5u, gl_ScopeDevice, 0, 0);
    dst[k + 2u] = before;
    dst[k + 3u] = cell[i];
}
