// SPDX-License-Identifier: Apache-2.0
// SPIR-V, OpSMod: "the sign of a non-0 result comes from Operand 2".  7 mod -5 is -3, -7 mod 5 is 3.
// build: glslangValidator --target-env vulkan1.1
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int a, b, c, d; };

void main()
{
    a = a % b;
    c = c % d;
}
