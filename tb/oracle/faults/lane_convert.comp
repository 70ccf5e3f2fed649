// SPDX-License-Identifier: Apache-2.0
// A float made of an integer, from the first lane, made an integer.  Mesa reads a lane by way of memory, and LLVM 15 puts the two conversions
// together across it: "Cannot select: v4i32 = scalar_to_vector".
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[8]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    data[i] = uint(subgroupBroadcastFirst(float(i)));
}
