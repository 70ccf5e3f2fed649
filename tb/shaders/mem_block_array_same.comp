// SPDX-License-Identifier: Apache-2.0
// Two blocks of an array and another block share buffers: what one of them stores another one loads.
// build: glslangValidator --target-env vulkan1.2
#version 450

layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Output { uint result[2]; };
layout(set = 0, binding = 1) buffer Block { uint word; } block[3];
layout(set = 0, binding = 2) buffer Same { uint same; };

void main()
{
    uint old = same;
    block[0].word = old + 1;
    result[0] = same * 1000 + old;

    old = block[2].word;
    block[1].word = old + 1;
    result[1] = block[2].word * 1000 + old;
}
