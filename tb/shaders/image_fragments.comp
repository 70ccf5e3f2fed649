// SPDX-License-Identifier: Apache-2.0
// Fragments of images of several samples, by the mask that says which sample has which; layers; a fragment that is not there.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
#extension GL_AMD_shader_fragment_mask : require
layout(local_size_x = 16) in;
layout(binding = 0) uniform usampler2DMS Four;
layout(binding = 1) uniform isampler2DMSArray Eight;
layout(binding = 2) uniform sampler2DMS Some[3];        // of 2 and 16 samples, of two formats; the last has no image
layout(binding = 3) buffer B { uint mask[64]; uint texel[16 * 4]; int layer[16 * 8]; float last[16 * 3]; uint beyond[16]; };

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    ivec2 p = ivec2(i % 4, i / 4);
    const uint four = mask[i] = fragmentMaskFetchAMD(Four, p);
    const uint eight = mask[16 + i] = fragmentMaskFetchAMD(Eight, ivec3(p, i % 3));
    mask[32 + i] = fragmentMaskFetchAMD(Some[i % 2], p);
    mask[48 + i] = fragmentMaskFetchAMD(Some[2], p);
    for (int s = 0; s < 4; s++)
        texel[4 * i + s] = fragmentFetchAMD(Four, p, four >> 4 * s & 15u).x;
    for (int s = 0; s < 8; s++)
        layer[8 * i + s] = fragmentFetchAMD(Eight, ivec3(p, i % 3), eight >> 4 * s & 15u).y;
    last[3 * i] = fragmentFetchAMD(Some[0], p, 1).x;
    last[3 * i + 1] = fragmentFetchAMD(Some[i % 2], p, 1).x;
    last[3 * i + 2] = fragmentFetchAMD(Some[1], p, 15).x;
    beyond[i] = fragmentFetchAMD(Four, p, 4 + i).x;
}
