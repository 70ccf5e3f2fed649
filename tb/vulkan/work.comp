// SPDX-License-Identifier: Apache-2.0
// Work for tests of commands and queues, by mode.  word[] has 16 elements or more.
#version 460
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Words { uint word[]; };
layout(push_constant) uniform Push { uint mode; uint add; uint count; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    switch (mode) {
    case 0:                                     // the order of such steps shows
        word[i] = 3 * word[i] + add;
        break;
    case 1:                                     // one word for all
        for (uint n = 0; n <= count; n++)
            atomicAdd(word[0], add);
        break;
    case 2: {                                   // a long one
        uint x = word[i] + add;
        for (uint n = 0; n < count; n++)
            x = x * 1664525 + 1013904223;
        word[i] = x;
        break;
    }
    case 3:                                     // some waves wait at a barrier, the others never come
        if (i % 16 < 8)
            barrier();
        else
            while (word[0] == 0)
                ;
        word[i] = 1;
        break;
    case 4:                                     // beyond the end
        word[i + count] = add;
        break;
    case 5:                                     // where the invocation is
        word[(gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x * 16 + i] = gl_WorkGroupID.x + 100 * gl_WorkGroupID.y + 10000 * gl_WorkGroupID.z;
        break;
    }
}
