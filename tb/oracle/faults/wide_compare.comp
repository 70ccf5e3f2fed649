// SPDX-License-Identifier: Apache-2.0
// Is -1, as an integer of 64 bits, less than 5, and not greater?
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int x; uint less, greater; };

void main()
{
    less = uint(int64_t(x) < 5l);
    greater = uint(int64_t(x) > 5l);
}
