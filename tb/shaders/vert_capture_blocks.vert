// SPDX-License-Identifier: Apache-2.0
// Transform feedback of an array of blocks: each block goes into a buffer of its own, one after the other; and of an array of structs in one.
// build: glslangValidator --target-env vulkan1.3
#version 460
layout(location = 0) in uint key;
layout(xfb_buffer = 0, xfb_stride = 40) out;
layout(xfb_buffer = 1, xfb_stride = 20) out;
layout(xfb_buffer = 2, xfb_stride = 20) out;
layout(xfb_buffer = 3, xfb_stride = 20) out;
struct Pair { float first; uvec3 second; };
layout(location = 0, xfb_buffer = 0, xfb_offset = 4) flat out Pair pairs[2];
layout(location = 4, xfb_buffer = 1) out Block {
    layout(xfb_offset = 4) flat uint number;
    float lost;
    layout(xfb_offset = 12) vec2 place;
} blocks[3];

void main()
{
    for (uint i = 0u; i < 3u; i++) {
        blocks[i].number = key + 100u * i;
        blocks[i].lost = 7.0;
        blocks[i].place = vec2(gl_VertexIndex, i);
    }
    blocks[key % 3u].place.x = -1.0;
    pairs[0] = Pair(float(gl_VertexIndex) * 0.5, uvec3(key, 2u, 3u));
    pairs[1] = Pair(0.25, uvec3(4u, gl_VertexIndex, 6u));
}
