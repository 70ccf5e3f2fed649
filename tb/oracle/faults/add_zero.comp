// SPDX-License-Identifier: Apache-2.0
// IEEE 754: the sum of two zeros of different signs is +0.0 when it is rounded to nearest.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float x; };

void main()
{
    x = x + 0.0;
}
