// SPDX-License-Identifier: Apache-2.0
// Values at vertices by InterpolateAtVertexAMD, of arrays too, and barycentrics: at the centre, and at the sample of a lane for each.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_AMD_shader_explicit_vertex_parameter : require
layout(location = 0) __explicitInterpAMD in vec2 uv;
layout(location = 1) __explicitInterpAMD in vec3 list[2];
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 rest;

void main()
{
    color = vec4(interpolateAtVertexAMD(uv, 0) + 2.0 * interpolateAtVertexAMD(uv, 1) + 4.0 * interpolateAtVertexAMD(uv, 2),
                 gl_BaryCoordSmoothAMD.x, gl_BaryCoordSmoothSampleAMD.y);
    rest = vec4(interpolateAtVertexAMD(list[1], 2), gl_BaryCoordPullModelAMD.z);
}
