// SPDX-License-Identifier: Apache-2.0
// How often each key of 64 bits occurs: two hash tables with open addressing, whose places are taken by compare-exchange.
// A group counts its keys in groupshared memory, then adds them to the table in memory; the last group looks all keys up.
// Many keys have one half in common.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 128) in;
const uint GROUP_PLACES = 256u, PLACES = 512u;
layout(std430, binding = 0) readonly buffer In { uint64_t key[]; };
layout(std430, binding = 1) coherent buffer Table { uint64_t place_key[PLACES]; uint place_count[PLACES]; uint groups_done; };
layout(std430, binding = 2) writeonly buffer Out { uint count[]; };
shared uint64_t group_key[GROUP_PLACES];
shared uint group_count[GROUP_PLACES];
shared bool is_last;

uint mixed(uint64_t key)
{
    uint x = uint(key) ^ uint(key >> 32) * 0x9e3779b9u;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// No key is 0, which a free place has.
uint place_in_group(uint64_t key)
{
    uint at = mixed(key) % GROUP_PLACES;
    for (;;) {
        uint64_t found = atomicCompSwap(group_key[at], 0ul, key);
        if (found == 0ul || found == key)
            return at;
        at = (at + 1u) % GROUP_PLACES;
    }
}

uint place_in_memory(uint64_t key)
{
    uint at = mixed(key) % PLACES;
    for (;;) {
        uint64_t found = atomicCompSwap(place_key[at], 0ul, key);
        if (found == 0ul || found == key)
            return at;
        at = (at + 1u) % PLACES;
    }
}

void main()
{
    uint i = gl_LocalInvocationIndex, n = 128u * gl_NumWorkGroups.x;
    for (uint k = i; k < GROUP_PLACES; k += 128u) {
        group_key[k] = 0ul;
        group_count[k] = 0u;
    }
    barrier();
    atomicAdd(group_count[place_in_group(key[gl_GlobalInvocationID.x])], 1u);
    barrier();
    for (uint k = i; k < GROUP_PLACES; k += 128u)
        if (group_key[k] != 0ul)
            atomicAdd(place_count[place_in_memory(group_key[k])], group_count[k]);
    memoryBarrierBuffer();
    barrier();
    if (i == 0u)
        is_last = atomicAdd(groups_done, 1u) == gl_NumWorkGroups.x - 1u;
    memoryBarrierBuffer();
    barrier();
    if (is_last)
        for (uint k = i; k < n; k += 128u)
            count[k] = place_count[place_in_memory(key[k])];
}
