// SPDX-License-Identifier: Apache-2.0
// A NaN is not equal to itself; is it the same in all lanes?
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float x; uint y; };

void main()
{
    y = uint(subgroupAllEqual(x));
}
