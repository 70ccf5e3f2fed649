// SPDX-License-Identifier: Apache-2.0
// Arrays of a lane, one that it writes and one of constants, at an index that the program pushes.
#version 460
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Out { uint dst[]; };
layout(push_constant) uniform Push { uint at, constants; };
const uint table[12] = uint[12](3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8);
void main()
{
    const uint lane = gl_LocalInvocationIndex;
    uint own[12];
    for (uint i = 0; i < 12; i++)
        own[(i + lane) % 12] = 100 * lane + i;
    dst[lane] = constants != 0 ? table[at] : own[at];
}
