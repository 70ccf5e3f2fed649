// SPDX-License-Identifier: Apache-2.0
// What goes wrong, by mode: each on a line of its own, which a report has to name.
#version 460
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) readonly buffer In { uint src[]; };
layout(std430, set = 0, binding = 1) buffer Out { uint dst[]; };
layout(push_constant) uniform Push { uint mode; uint index; };
shared uint tile[32];

void main()
{
    const uint i = gl_LocalInvocationID.x, at = gl_GlobalInvocationID.x;
    switch (mode) {
    case 0:
        dst[at] = src[at + index];              // a load beyond the end
        break;
    case 1:
        dst[at + index] = at;                   // a store beyond the end
        break;
    case 2:
        tile[i + index] = i;                    // beyond the shared array
        break;
    case 3:
        while (dst[0] == 0)                     // never ends
            ;
        break;
    case 4:
        tile[i] = at;                           // a race with the next line
        dst[at] = tile[31 - i];                 // there is no barrier between
        break;
    case 5:
        dst[0] = at;                            // all threads store to one word
        break;
    case 6:
        dst[0] = 7;                             // the same, of one value
        break;
    case 7:
        if (i < 8)
            barrier();                          // not reached by all
        break;
    case 8:
        if (i < 4)
            while (dst[0] == 0)                 // some never come
                ;
        barrier();                              // to where the others wait
        break;
    case 9:
        dst[at + index] = 1;
        while (dst[0] == 0)                     // after a fault, too
            ;
        break;
    default:
        dst[at] = src[at] + index;
    }
}
