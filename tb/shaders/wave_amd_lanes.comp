// SPDX-License-Identifier: Apache-2.0
// GL_AMD_shader_ballot: reads within a quad and within 32 lanes, one lane's own value, bits below the lane.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#extension GL_AMD_shader_ballot : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint dst[]; };           // 8 a thread
layout(std430, binding = 1) writeonly buffer Size { uint size; };

void main()
{
    const uint l = gl_SubGroupInvocationARB, x = l * 3u + 1u;
    uint k = 8u * gl_LocalInvocationIndex;
    dst[k++] = swizzleInvocationsAMD(x, uvec4(1, 2, 3, 0));
    dst[k++] = uint(swizzleInvocationsAMD(vec2(x, l), uvec4(3, 3, 0, 2)).y);
    dst[k++] = swizzleInvocationsMaskedAMD(x, uvec3(31, 0, 1));
    dst[k++] = swizzleInvocationsMaskedAMD(ivec2(x, l), uvec3(28, 3, 1)).x;
    dst[k++] = writeInvocationAMD(x, 1000u, 2u);
    dst[k++] = uint(writeInvocationAMD(vec3(x), vec3(500.0, 600.0, 700.0), 3u).z);
    dst[k++] = mbcntAMD(0xf0f0123456789abdul);
    dst[k++] = mbcntAMD(ballotARB((l & 1u) != 0u));
    size = gl_SubGroupSizeARB;
}
