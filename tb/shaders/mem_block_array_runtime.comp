// SPDX-License-Identifier: Apache-2.0
// An array of blocks as long as what is bound, read only, with blocks that are not there: their words are 0, and stores are lost.
// build: glslangValidator --target-env vulkan1.2
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer In { uint v[]; } src[];
layout(std430, set = 1, binding = 0) buffer Bins { uint bin[2]; } bins[6];
layout(std430, binding = 1) buffer Out { uint dst[]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    dst[i] = src[nonuniformEXT(i)].v[i & 3u];
    atomicAdd(bins[nonuniformEXT(3u * (i & 1u) + (i >> 1))].bin[1], 1u + i);
}
