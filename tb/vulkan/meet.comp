// SPDX-License-Identifier: Apache-2.0
// Groups that can see each other, each mode in another way; 64 groups of 32 threads.
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 32) in;
layout(scalar, set = 0, binding = 0) buffer Words { uint word[2048]; };
layout(scalar, set = 0, binding = 1) buffer Other { uint count; uint flag[64]; uint list[2048]; };
layout(scalar, set = 0, binding = 1) buffer Pairs { uint64_t pair[64]; };        // pair[40] is list[15] and list[16]
layout(scalar, set = 0, binding = 2) readonly buffer Same { uint same[2048]; };   // the memory of word[]
layout(push_constant) uniform Push { uint mode; };
void main()
{
    const uint i = gl_GlobalInvocationID.x, group = gl_WorkGroupID.x;
    word[i] += 1000;                    // twice, if memory were not put back
    if (mode == 0)                      // a list whose order is that of the groups
        list[atomicAdd(count, 1)] = i;
    if (mode == 1)                      // loads of what another group writes
        list[i] = word[(i + 32) & 2047];
    if (mode == 2)                      // stores of several groups to one word
        list[i & 31] = i;
    if (mode == 3) {                    // two kinds of atomics, whose order shows
        if ((group & 1) == 0)
            atomicAdd(list[i & 31], i);
        else
            atomicMax(list[i & 31], 5000 + i);
    }
    if (mode == 4) {                    // each group waits for the one that came before it
        if (gl_LocalInvocationIndex == 0) {
            const uint turn = atomicAdd(count, 1);
            if (turn > 0)
                while (atomicLoad(flag[turn - 1], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 0)
                    ;
            const uint before = turn > 0 ? list[turn - 1] : 0;
            list[turn] = before + turn + 1;
            atomicStore(flag[turn], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        }
    }
    if (mode == 13 && gl_LocalInvocationIndex == 0) {   // the last group gives what the others wait for
        if (group == 15)
            atomicStore(flag[0], 5u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
        if (group < 15)
            while (atomicLoad(flag[0], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) != 5)
                ;
    }
    if (mode == 5 && i == 1025)         // an atomic of one group on a word that all load
        atomicAdd(count, 7);
    if (mode == 5)
        list[i] = count;
    if (mode == 6)                      // sums of all groups, in whatever order
        atomicAdd(list[i & 31], i);
    if (mode == 7) {                    // a private array
        uint own[40];
        for (uint n = 0; n < 40; n++)
            own[n] = i * 40 + n;
        uint sum = 0;
        for (uint n = 0; n < 40; n++)
            sum += own[(n * 7 + i) % 40] * (n + 1);
        list[i] = sum;
    }
    if (mode == 8 && i == 1500)         // a fault of one group
        list[0x10000000 + i] = 1;
    if (mode == 9 && group == 40)       // a loop without end
        while (word[i] != 5 + flag[0])
            word[i] = 1;
    if (mode == 10) {                   // integer atomics of all kinds that nobody takes the result of
        atomicOr(list[0], 1u << (i & 31));
        atomicAnd(list[1], ~(1u << (i & 15)));
        atomicXor(list[2], i);
        atomicMin(list[3], 4000 - i);
        atomicMax(list[4], i);
        atomicAdd(list[5], ~i);
    }
    if (mode == 11)                     // reads of many groups, and a store of the last
        list[i] = flag[i & 63];
    if (mode == 11 && i == 2047)
        flag[63] = 9;
    if (mode == 14)                     // loads of what the group before wrote
        list[i] = i < 32 ? 0 : word[i - 32 + flag[0]];
    if (mode == 15)                     // ... and of what the thread wrote itself, at a place that no compiler knows
        list[i] = word[i ^ flag[0]];
    if (mode == 12)                     // an exchange takes no result, but the last one stays
        atomicExchange(list[0], i);
    if (mode == 16 && i == 160)         // an atomic of 64 bits, and a store of another group to its second word
        atomicAdd(pair[40], 0x100000007ul);
    if (mode == 16 && i == 1600)
        list[16] = 9;
    if (mode == 17)                     // results of atomics, each at a place of its own
        list[i] = atomicAdd(count, 1);
    if (mode == 19) {                   // sums of all groups in words 4,096 bytes apart
        atomicAdd(list[i & 31], i);
        atomicAdd(list[1024 + (i & 31)], 2 * i);
    }
    if (mode == 20) {                   // an atomic on what the thread wrote and reads itself
        list[i ^ flag[0]] = i;
        atomicAdd(list[i], 3);
        list[i] = 2 * list[i ^ flag[0]];
    }
    if (mode == 18)                     // loads of what another group writes by another buffer
        list[i] = same[(i + 32) & 2047];
}
