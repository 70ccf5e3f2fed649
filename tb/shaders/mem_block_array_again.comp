// SPDX-License-Identifier: Apache-2.0
// What is stored into a block of an array is loaded again: by an index that is not known, and in a loop.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Output {
    uint result[3];
    uint zero;
};
layout(set = 0, binding = 1) buffer Block { uint word; } block[2];

void main()
{
    const uint before = block[0].word;
    block[nonuniformEXT(zero)].word = before + 5;
    result[0] = block[0].word * 1000 + before;

    uint sum = 0;
    for (uint i = 0; i < 3; i++) {
        sum += block[1].word;
        block[nonuniformEXT(zero + 1)].word = sum + 1;
    }
    result[1] = sum;

    uint last = 0, all = 0;
    for (uint i = 0; i < zero + 3; i++) {
        all += block[last].word;
        last = 0;                                       // so it is known, though only once the loop is seen
    }
    result[2] = all;
}
