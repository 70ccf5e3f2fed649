// SPDX-License-Identifier: Apache-2.0
// Each word of a buffer becomes its hash after some rounds, in place.
#version 460
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Words { uint word[]; };
layout(push_constant) uniform Push { uint rounds; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    uint h = word[i];
    for (uint n = 0; n < rounds; n++) {
        h ^= h >> 16;
        h *= 0x7feb352du;
        h ^= h >> 15;
        h *= 0x846ca68bu;
        h ^= h >> 16;
    }
    word[i] = h;
}
