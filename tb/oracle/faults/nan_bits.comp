// SPDX-License-Identifier: Apache-2.0
// A NaN in, a NaN out.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint bits; };

void main()
{
    bits = floatBitsToUint(uintBitsToFloat(bits) + 1.0);
}
