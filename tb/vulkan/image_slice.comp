// SPDX-License-Identifier: Apache-2.0
// A plane that is a slice of a volume, looked up and then written.
#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform usampler2D from;
layout(binding = 1, r32ui) uniform writeonly uimage2D to;
layout(std430, binding = 2) writeonly buffer Out { ivec2 size[2]; uint seen[]; };
void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy), s = textureSize(from, 0);
    if (at == ivec2(0)) {
        size[0] = s;
        size[1] = imageSize(to);
    }
    if (all(lessThan(at, s)))
        seen[at.y * s.x + at.x] = texelFetch(from, at, 0).x;
    if (all(lessThan(at, imageSize(to))))
        imageStore(to, at, uvec4(5000 + at.y * 100 + at.x));
}
