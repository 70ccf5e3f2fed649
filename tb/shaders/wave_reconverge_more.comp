// SPDX-License-Identifier: Apache-2.0
// More places where lanes are apart or together: in the condition and the step of a loop, in a block that breaks, in a loop in the step of another,
// behind a switch some of whose cases continue the loop, and after lanes returned from main in the middle of two loops.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 128) in;
#define OUT(at, name) layout(std430, binding = at) writeonly buffer Buffer##name { uint name[]; }
OUT(0, condition);
OUT(1, step_);
OUT(2, break_block);
OUT(3, switch_);
OUT(4, do_while);
OUT(5, returned);

uint here()                                     // how many lanes are together
{
    return subgroupBallotBitCount(subgroupBallot(true));
}

void main()
{
    uint i = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID, kind = lane % 4u, r;

    r = 0u;                                     // the condition is asked by those that are still in the loop
    for (uint n = 0u; (r += here() << (8u * n)) != 0u && n < kind; n++)
        if (n == 2u)
            continue;
    condition[i] = r;

    r = 0u;                                     // the step: all that go on, those that continued early too
    for (uint n = 0u; n < 3u; r += here() << (8u * n), n++) {
        if (kind == 1u)
            continue;
        if (kind == 2u && n == 1u)
            break;
    }
    step_[i] = r;

    r = 0u;                                     // a block that breaks runs for the lanes of its round
    for (uint n = 0u; ; n++) {
        if (n >= kind) {
            r = here() << 8 | n;
            break;
        }
    }
    break_block[i] = r | here() << 16;

    r = 0u;                                     // behind the switch: those whose case did not continue
    for (uint n = 0u; n < 2u; n++) {
        switch (kind) {
        case 0u:
            r += 1u;
            break;
        case 1u:
            r += 2u;
            if (n == 0u)
                continue;
            break;
        case 2u:
            continue;
        }
        r += here() << (8u + 12u * n);
    }
    switch_[i] = r;

    r = 0u;                                     // a loop that asks at its end
    uint n = 0u;
    do {
        r += here() << (8u * n);
        n++;
        if (kind == 0u)
            continue;
        r += here() << (8u * n + 4u);
    } while (n < 2u && kind != 1u);
    do_while[i] = r;

    returned[i] = 0xffu;
    for (uint a = 0u; a < 3u; a++) {
        for (uint b = 0u; b < 2u; b++) {
            if (a == 1u && b == 1u && kind == 3u)
                return;                         // they never come back
            if (a == 2u && kind == 0u)
                break;
        }
        returned[i] = here();
    }
}
