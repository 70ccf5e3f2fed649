// SPDX-License-Identifier: Apache-2.0
// Samples of an image with layers: written, or read in two ways.
#version 460
layout(local_size_x = 32) in;
layout(binding = 0, r32ui) uniform uimage2DMSArray image;
layout(binding = 1) uniform usampler2DMSArray looked;
layout(std430, binding = 2) writeonly buffer Out { uint count[2]; uint seen[]; };
layout(push_constant) uniform Push { bool writes; };
void main()
{
    const ivec3 s = imageSize(image);
    const int n = imageSamples(image), i = int(gl_GlobalInvocationID.x);
    if (i == 0) {
        count[0] = n;
        count[1] = textureSamples(looked);
    }
    if (i >= s.x * s.y * s.z * n)
        return;
    const ivec3 at = ivec3(i / n % s.x, i / n / s.x % s.y, i / n / (s.x * s.y));
    if (writes)
        imageStore(image, at, i % n, uvec4(i * 7 + 3));
    else {
        seen[2 * i] = imageLoad(image, at, i % n).x;
        seen[2 * i + 1] = texelFetch(looked, at, i % n).x;
    }
}
