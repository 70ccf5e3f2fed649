// SPDX-License-Identifier: Apache-2.0
// One step of a bitonic sort: pairs at this distance in runs of `step` elements.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 64) in;
layout(binding = FIRST) buffer Data { uint value[]; };

void main()
{
    const uint i = gl_GlobalInvocationID.x, other = i ^ distance;

    if (other <= i || other >= count)
        return;
    const bool rising = (i & step) == 0;
    const uint a = value[i], b = value[other];
    if ((a > b) == rising) {
        value[i] = b;
        value[other] = a;
    }
}
