// SPDX-License-Identifier: Apache-2.0
// Where the answer depends on when lanes come together again: at the merge of an if, at the continue target and the end of a loop, after a
// switch, after a function that some left early; a lane that returned from main never comes back.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
#define OUT(at, name) layout(std430, binding = at) writeonly buffer Buffer##name { uint name[]; }
OUT(0, behind_if);
OUT(1, at_continue);
OUT(2, while_in_loop);
OUT(3, from_function);
OUT(4, nested);
OUT(5, turns);
OUT(6, after_return);

uint here()                                     // how many lanes are together
{
    return subgroupBallotBitCount(subgroupBallot(true));
}

uint leaves(uint lane)
{
    if (lane % 4u == 1u)
        return here() << 8;
    for (uint k = 0u; k < 4u; k++) {
        if (k == lane % 4u)
            return here() << 16;
    }
    return 0u;
}

void main()
{
    uint i = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID, r;

    r = 0u;
    if (lane % 2u == 0u)
        r = here();
    behind_if[i] = r | here() << 16;          // together behind the if

    r = 0u;
    for (uint n = 0u; n < 4u; n++) {
        if (n < lane % 4u)
            continue;                           // together at the continue target: all lanes begin each round
        r += here() << (8u * n);
    }
    at_continue[i] = r;

    r = 0u;
    for (uint n = 0u; n <= lane % 4u; n++)
        r += here() << (8u * n);                // fewer each round
    while_in_loop[i] = r;

    from_function[i] = leaves(lane) | here();

    r = 0u;
    for (uint n = 0u; n < 2u; n++) {
        for (uint m = 0u; ; m++) {
            if (m == lane % 4u)
                break;
            if (m == 2u && lane % 4u == 3u)
                break;
        }
        r += here() << (8u * n);                // behind the inner loop, all lanes
        if (lane % 4u == 0u)
            break;
    }
    nested[i] = r;

    uint rounds = 0u, ticket = 0u;
    for (bool done = false; !done; rounds++) {  // lanes take their turns
        if (lane == subgroupBroadcastFirst(lane)) {
            ticket = here() * 100u + rounds;
            done = true;
        }
    }
    turns[i] = ticket;

    if (lane % 4u == 3u)
        return;
    after_return[i] = here();
}
