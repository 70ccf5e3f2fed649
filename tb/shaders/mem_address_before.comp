// SPDX-License-Identifier: Apache-2.0
// Structs that begin before their buffer, as a pointer to a member and its offset make them. What is accessed is inside.
// build: glslangValidator --target-env vulkan1.2
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

struct Pair { uint x, y; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Owner {
    uint before[4];
    uint member;                        // 16 bytes behind
    Pair pair[16];
};
layout(local_size_x = 16) in;
layout(push_constant) uniform Push { uint64_t memory; };
layout(binding = 0) writeonly buffer Result { uint result[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    Owner known = Owner(memory - 16ul);
    Owner walked = Owner(memory + 16ul * i);
    for (uint k = 0; k <= i; k++)
        walked = Owner(uint64_t(walked) - 16ul);
    result[i] = known.member + walked.member;
    result[16 + i] = walked.pair[i].x;
    atomicAdd(walked.pair[15 - i].y, i);
}
