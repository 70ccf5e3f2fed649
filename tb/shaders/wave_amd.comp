// SPDX-License-Identifier: Apache-2.0
// GL_AMD_shader_ballot: OpGroupIAddNonUniformAMD and its like, as reduction, inclusive and exclusive scan, of integers and floats.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_ARB_shader_ballot : require
#extension GL_AMD_shader_ballot : require
layout(local_size_x = 128) in;
const uint N = 128u;
layout(std430, binding = 0) readonly buffer In { uint src[N]; };        // by lane
layout(std430, binding = 1) writeonly buffer Reduce { uint reduce[]; };
layout(std430, binding = 2) writeonly buffer Inclusive { uint inclusive[]; };
layout(std430, binding = 3) writeonly buffer Exclusive { uint exclusive[]; };

void main()
{
    uint k = gl_LocalInvocationIndex, x = src[gl_SubGroupInvocationARB];
    int s = int(x);
    float f = float(s >> 24);
#define ALL(operation, value, word) \
    reduce[k] = word(operation##InvocationsNonUniformAMD(value)); \
    inclusive[k] = word(operation##InvocationsInclusiveScanNonUniformAMD(value)); \
    exclusive[k] = word(operation##InvocationsExclusiveScanNonUniformAMD(value)); \
    k += N;
    ALL(add, x, uint)
    ALL(min, s, uint)
    ALL(max, s, uint)
    ALL(min, x, uint)
    ALL(max, x, uint)
    ALL(add, f, floatBitsToUint)
    ALL(min, f, floatBitsToUint)
    ALL(max, f, floatBitsToUint)
}
