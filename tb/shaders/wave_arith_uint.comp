// SPDX-License-Identifier: Apache-2.0
// Every arithmetic operation on 32-bit integers as reduction, inclusive and exclusive scan over all lanes of the wave.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3 -Od
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer In { uint src[N]; };        // by lane, so that all waves do the same
layout(std430, binding = 1) writeonly buffer Reduce { uint reduce[]; };
layout(std430, binding = 2) writeonly buffer Inclusive { uint inclusive[]; };
layout(std430, binding = 3) writeonly buffer Exclusive { uint exclusive[]; };

void main()
{
    uint k = gl_LocalInvocationIndex, x = src[gl_SubgroupInvocationID];
    int s = int(x);
#define ALL(operation, value) \
    reduce[k] = uint(subgroup##operation(value)); \
    inclusive[k] = uint(subgroupInclusive##operation(value)); \
    exclusive[k] = uint(subgroupExclusive##operation(value)); \
    k += N;
    ALL(Add, x)
    ALL(Mul, x | 1u)
    ALL(Min, s)
    ALL(Max, s)
    ALL(Min, x)
    ALL(Max, x)
    ALL(And, x | 0xff00ff00u << (x & 15u))
    ALL(Or, x & 0x00110011u << (x & 15u))
    ALL(Xor, s)
}
