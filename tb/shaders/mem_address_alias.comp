// SPDX-License-Identifier: Apache-2.0
// Memory that bindings and an address lead to: what is stored by the one is loaded by the other, also where nothing else writes the binding.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 8) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint word[]; };
layout(binding = 0) buffer Bound { uint bound[]; };
layout(binding = 1) writeonly buffer Result { uint result[]; };
layout(push_constant) uniform Push { Words memory; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uint before = bound[i];
    memory.word[i] = before + 100;
    const uint after = bound[i];
    memory.word[i] = after + 1000;
    result[2 * i] = after - before;
    result[2 * i + 1] = memory.word[i] - after;
    uint sum = 0;
    for (uint k = 0; k < before + 2; k++) {                     // loaded in each turn
        sum += bound[i];
        atomicAdd(memory.word[i], 1);
    }
    result[16 + i] = sum;
}
