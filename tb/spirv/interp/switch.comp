// SPDX-License-Identifier: Apache-2.0
// Cases that fall into the next: those that fall run on with those that came directly.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Out { uvec4 o[]; };
layout(std430, binding = 1) buffer In { uint in_[]; };
void main()
{
    uvec4 r = uvec4(0);
    for (uint round = 0; round < 2; round++) {
        switch (in_[gl_GlobalInvocationID.x] + round) {
        case 0:
            r.x += subgroupBallotBitCount(subgroupBallot(true));
        case 1:
        case 7:
            if (gl_SubgroupInvocationID % 2 == 1)
                break;
            r.y += subgroupBallot(true).x;
        case 2:
            r.z += subgroupBallot(true).x << 8 * round;
            break;
        case 3:
            continue;
        case 4:
            return;
        default:
            r.w += 1 + subgroupBallot(true).x;
        }
        r.w += subgroupBallot(true).x << 16;
    }
    o[gl_GlobalInvocationID.x] = r + uvec4(0, 0, 0, subgroupBallot(true).x);
}
