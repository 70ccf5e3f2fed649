// SPDX-License-Identifier: Apache-2.0
// Built-in inputs that the user gives, and values at the vertices: barycentrics by perspective and without, distances, the place in a point. What is the same in all pixels.
// build: glslangValidator --target-env vulkan1.2 -g
// build opt: glslangValidator --target-env vulkan1.2 | spirv-opt -O
#version 450
#extension GL_EXT_fragment_shader_barycentric : require
#extension GL_EXT_fragment_invocation_density : require
#extension GL_NV_conservative_raster_underestimation : require
#extension GL_ARB_post_depth_coverage : require
layout(early_fragment_tests) in;
layout(post_depth_coverage) in;
in float gl_ClipDistance[2];
in float gl_CullDistance[1];
layout(location = 0) pervertexEXT in vec2 corner[3];
layout(location = 1) pervertexEXT in uint number[3];
layout(location = 0) out vec4 bary;
layout(location = 1) out vec4 rest;
layout(location = 2) out uvec4 vertex;
layout(location = 3) out uvec4 fixed_words;

void main()
{
    const uint x = uint(gl_FragCoord.x);
    bary = vec4(gl_BaryCoordEXT.xy, gl_BaryCoordNoPerspEXT.yz);
    rest = vec4(gl_PointCoord, gl_ClipDistance[1], gl_CullDistance[0]);
    fixed_words = uvec4(gl_FragSizeEXT, gl_FragInvocationCountEXT, gl_FragFullyCoveredNV);
    vertex = uvec4(number[x % 3u], number[1], floatBitsToUint(corner[2].x), floatBitsToUint(corner[x % 3u].y));
}
