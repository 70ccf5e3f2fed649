// SPDX-License-Identifier: Apache-2.0
// Other points of each patch; waves have points of several patches. One control point of each, and no level is read. One output is captured.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(isolines, equal_spacing, point_mode) in;
layout(location = 0) in float value[];
layout(location = 0) flat out uvec3 result;
layout(location = 1, xfb_buffer = 3, xfb_offset = 4, xfb_stride = 12) out float scaled;

void main()
{
    const uvec4 lanes = subgroupBallot(true);
    result = uvec3(subgroupBallotBitCount(lanes), gl_SubgroupInvocationID, subgroupMax(uint(gl_PrimitiveID)));
    scaled = value[0] * gl_TessCoord.x + gl_TessCoord.y;
}
