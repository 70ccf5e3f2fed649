// SPDX-License-Identifier: Apache-2.0
// What the tests of the RTL under the driver ask of it, by a push constant.
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) coherent buffer A { uint a[]; };
layout(std430, set = 0, binding = 1) coherent buffer B { uint b[]; };
layout(push_constant) uniform Push { uint what; uint n; };
shared uint total;
shared uint pad[4];
const uint BIAS = 0x13579bdf;           // the tests change it in the module
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    uint seen, first;
    switch (what) {
    case 0:                             // of each group, the sum of what its lanes have, through groupshared memory
        if (gl_LocalInvocationIndex == 0)
            total = 0;
        barrier();
        seen = subgroupAdd(a[i] * n);
        if (subgroupElect())
            atomicAdd(total, seen);
        barrier();
        b[i] = total + i + BIAS;
        break;
    case 1:                             // waits for a dispatch beside this one
        do
            seen = atomicOr(a[0], 0);
        while (seen == 0);
        b[i] = seen + i;
        break;
    case 2:
        if (i == 0)
            atomicExchange(a[0], n);
        break;
    case 3:                             // n words away: out of range
        b[i] = 1 + a[i + n];
        b[i + n] = 7;
        break;
    case 4:                             // says that it has read a word, and waits until that changes
        first = atomicOr(a[0], 0);
        atomicExchange(b[1], 1);
        do
            seen = atomicOr(a[0], 0);
        while (seen == first);
        b[0] = seen;
        break;
    case 6:                             // beyond groupshared memory
        pad[n + i] = 1;
        barrier();
        b[i] = pad[n];
        break;
    case 5:                             // without end
        do
            seen = atomicOr(a[0], 0);
        while (seen != n);
        break;
    }
}
