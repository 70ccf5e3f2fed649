// SPDX-License-Identifier: Apache-2.0
// Workgroup memory that begins as zeros in each group, whatever the group before left there.
#version 460
#extension GL_EXT_null_initializer : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Out { uint word[]; };
shared uint zeros[1000] = {};
shared struct { vec4 v; uint w[3]; } more = {};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint any = more.w[i % 3] | floatBitsToUint(more.v[i % 4]);
    for (uint k = i; k < 1000; k += 64)
        any |= zeros[k];
    barrier();
    for (uint k = i; k < 1000; k += 64)
        zeros[k] = 0xffffffff;
    if (i < 3)
        more.w[i] = 7;
    more.v = vec4(1.0);
    word[gl_GlobalInvocationID.x] = any;
}
