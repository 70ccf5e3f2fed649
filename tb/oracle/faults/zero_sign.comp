// SPDX-License-Identifier: Apache-2.0
// OpSelect gives one of its operands: here 0.0, or -0.0.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint x; float a, b; };

void main()
{
    a = x != 0u ? -1.0 : 0.0;
    b = x != 0u ? 1.0 : -0.0;
}
