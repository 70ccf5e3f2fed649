#version 450
// SPDX-License-Identifier: Apache-2.0
layout(local_size_x = 64) in;
layout(binding = 0) buffer Out { uint dst[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, h = i;
    for (uint k = 0; k < 200; k++) {
        h ^= h << 13; h ^= h >> 17; h ^= h << 5; h += k * 7u;
    }
    dst[i] = h;
}
