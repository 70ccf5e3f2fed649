// SPDX-License-Identifier: Apache-2.0
// The sum of all words: of each group in shared memory, then by an atomic whose result nobody takes.
#version 460
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) readonly buffer In { uint word[]; };
layout(std430, set = 0, binding = 1) buffer Out { uint total; };
shared uint part[256];
void main()
{
    const uint i = gl_LocalInvocationIndex;
    part[i] = word[gl_GlobalInvocationID.x];
    barrier();
    for (uint half_ = 128; half_ > 0; half_ >>= 1) {
        if (i < half_)
            part[i] += part[i + half_];
        barrier();
    }
    if (i == 0)
        atomicAdd(total, part[0]);
}
