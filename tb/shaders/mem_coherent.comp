// SPDX-License-Identifier: Apache-2.0
// Flags that atomics set and coherent or volatile loads poll, and one that a coherent store sets and an atomic polls.  A chain of groups, in the
// order of their tickets: each adds to the number that the one before wrote.  The last one also waits for what the first one told.
// build: glslangValidator --target-env vulkan1.1
// build mm: glslangValidator --target-env vulkan1.2 -DMM
#version 450
#ifdef MM
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#endif
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Chain {
    uint ticket;
    coherent uint even;         // the even group whose turn it is
    volatile uint odd;
    coherent uint told;
    uint secret;
    uint number[];
};
shared uint group;

void main()
{
    if (gl_LocalInvocationIndex == 0u)
        group = atomicAdd(ticket, 1u);
    barrier();
    const uint own = group, last = gl_NumWorkGroups.x - 1u;
    if (gl_LocalInvocationIndex != 63u)
        return;
    if (own == 0u) {
        secret = 1000u;
        memoryBarrier();
        told = 1u;
    }
    while ((own & 1u) == 0u ? even != own : odd != own) {
    }
    memoryBarrier();
    const uint before = own == 0u ? 0u : number[own - 1u];
    number[own] = before + own + 1u;
    memoryBarrier();
    if ((own & 1u) == 0u)
        atomicMax(odd, own + 1u);
    else
        atomicMax(even, own + 1u);
    if (own == last) {
        while (atomicOr(told, 0u) == 0u) {
        }
        memoryBarrier();
        number[own] += secret;
    }
}
