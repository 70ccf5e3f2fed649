// SPDX-License-Identifier: Apache-2.0
// Stores through an address, or to an element of an array of blocks, that may lead nowhere.
// build: glslangValidator --target-env vulkan1.2 -g
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 4) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Node { uint v[]; };
layout(std430, binding = 0) buffer Args { Node n; uint k; uint j; };
layout(std430, binding = 1) buffer Arr { uint a[]; } arr[3];

void main()
{
    if (j == 0)
        n.v[k + gl_LocalInvocationIndex] = 7;
    else
        arr[nonuniformEXT(k)].a[gl_LocalInvocationIndex] = 8;
}
