// SPDX-License-Identifier: Apache-2.0
// Groups of a grid of two dimensions touch a word for each thread, each mode in another way.
#version 460
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) coherent buffer Words { uint word[]; };
layout(std430, set = 0, binding = 1) buffer Other { uint other[]; };
layout(push_constant) uniform Push { uint mode, first; };
void main()
{
    const uint group = gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y;
    const uint i = 32 * group + gl_LocalInvocationIndex;
    uint own[20];
    switch (mode) {
    case 0:
        word[first + i] = i;
        break;
    case 1:
        other[first + i] = word[i];
        break;
    case 2:
        atomicAdd(word[first + i], 1);
        break;
    default:                                    // a private array, at an index that no compiler knows
        for (uint n = 0; n < 20; n++)
            own[(n + i) % 20] = n;
        other[first + i] = own[first % 20];
    }
}
