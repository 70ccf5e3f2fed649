// SPDX-License-Identifier: Apache-2.0
// Texels inside and outside of images, from -8 to 8 + their size: read in three ways, and written outside alone.
#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform image2D with_alpha;
layout(binding = 1, r32f) uniform image2DArray without;
layout(binding = 2) uniform sampler2DArray fetched;
layout(std430, binding = 3) buffer Out { vec4 seen[]; };
void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy) - 8;
    const uint i = gl_GlobalInvocationID.y * 24 + gl_GlobalInvocationID.x;
    seen[4 * i] = imageLoad(with_alpha, at);
    seen[4 * i + 1] = imageLoad(without, ivec3(3, 1, at.x));
    seen[4 * i + 2] = texelFetch(fetched, ivec3(0, 0, at.x), 0);
    seen[4 * i + 3] = texelFetch(fetched, ivec3(0, 0, 1), at.y);
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, imageSize(with_alpha))))
        imageStore(with_alpha, at, vec4(1));
    if (at.x < 0 || at.x >= imageSize(without).z)
        imageStore(without, ivec3(2, 2, at.x), vec4(7));
}
