// SPDX-License-Identifier: Apache-2.0
// The smallest shader: one load, one multiply-add, one store.  SPIR-V 1.0: the buffers are Uniform and BufferBlock.
// build: glslangValidator --target-env vulkan1.0
// build g: glslangValidator --target-env vulkan1.0 -g
// build v13: glslangValidator --target-env vulkan1.3
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer InBlock { uint src[]; };
layout(std430, binding = 1) writeonly buffer OutBlock { uint dst[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    dst[i] = src[i] * 3u + i;
}
