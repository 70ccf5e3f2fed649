// SPDX-License-Identifier: Apache-2.0
// What faults/lane_convert.comp dies of, and OpSMod: a fault that gives other values excuses no death.  For test_oracle.sh.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[8]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    data[i] = uint(subgroupBroadcastFirst(float(i))) + uint(int(i) % 3);
}
