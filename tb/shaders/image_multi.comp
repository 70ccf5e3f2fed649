// SPDX-License-Identifier: Apache-2.0
// Images of several samples: each sample is its own, of a storage image and of one that is fetched.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 16) in;
layout(binding = 0, r32ui) uniform uimage2DMS Image;
layout(binding = 1) uniform usampler2DMS Fetched;
layout(binding = 2) buffer B { uint out_[]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    ivec2 p = ivec2(i % 4, i / 4);
    uint sum = 0u;
    for (int s = 0; s < 4; s++) {
        out_[4 * i + s] = imageLoad(Image, p, s).x;
        imageStore(Image, p, s, uvec4(uint(100 * i + s)));
        sum += texelFetch(Fetched, p, s).x;
    }
    out_[64 + i] = sum;
    if (i == 0) {
        out_[80] = uint(imageSamples(Image)); out_[81] = uint(textureSamples(Fetched));
        out_[82] = uint(imageSize(Image).x); out_[83] = uint(imageSize(Image).y);
        out_[84] = uint(textureSize(Fetched).x); out_[85] = uint(textureSize(Fetched).y);
    }
}
