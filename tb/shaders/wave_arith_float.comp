// SPDX-License-Identifier: Apache-2.0
// Arithmetic on floats over the lanes of a wave.  Sums are of whole numbers and products of powers of two: exact in any order.
// build: glslangValidator --target-env vulkan1.1
// build v13: glslangValidator --target-env vulkan1.3
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer In { float src[4][N]; };
layout(std430, binding = 1) writeonly buffer Reduce { float reduce[]; };
layout(std430, binding = 2) writeonly buffer Inclusive { float inclusive[]; };
layout(std430, binding = 3) writeonly buffer Exclusive { float exclusive[]; };

void main()
{
    uint k = gl_LocalInvocationIndex, lane = gl_SubgroupInvocationID;
#define ALL(operation, value) \
    reduce[k] = subgroup##operation(value); \
    inclusive[k] = subgroupInclusive##operation(value); \
    exclusive[k] = subgroupExclusive##operation(value); \
    k += N;
    ALL(Add, src[0][lane])
    ALL(Mul, src[1][lane])
    ALL(Min, src[2][lane])
    ALL(Max, src[3][lane])
}
