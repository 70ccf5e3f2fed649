// SPDX-License-Identifier: Apache-2.0
// An evaluation shader: inputs of control points and of the patch, blocks, matrices, 64 bits, indices that are not constant.
// build: glslangValidator --target-env vulkan1.1
// build opt: glslangValidator --target-env vulkan1.1 | spirv-opt -O
#version 450
layout(quads, fractional_odd_spacing, cw) in;
in gl_PerVertex {
    vec4 gl_Position;
    float gl_PointSize;
    float gl_ClipDistance[2];
} gl_in[gl_MaxPatchVertices];
layout(location = 0) in Corner {
    mat2 turn;
    flat uint key;
} corner[];
layout(location = 3) in double real[];
layout(location = 4) patch in Whole {
    uint sum;
    vec2 pair[2];
} whole;
layout(location = 8) patch in float list[3];
out gl_PerVertex {
    vec4 gl_Position;
    float gl_PointSize;
};
layout(location = 0) flat out uvec4 numbers;
layout(location = 1) out vec2 turned;
layout(location = 2) out double half_real;
layout(location = 3) out vec4 levels;
layout(location = 4) out float picked[2];

void main()
{
    const int n = gl_PatchVerticesIn, near = int(gl_TessCoord.x * 4.0) % n;
    const vec4 left = gl_in[0].gl_Position * (1.0 - gl_TessCoord.y) + gl_in[3].gl_Position * gl_TessCoord.y;
    const vec4 right = gl_in[1].gl_Position * (1.0 - gl_TessCoord.y) + gl_in[2].gl_Position * gl_TessCoord.y;
    gl_Position = left * (1.0 - gl_TessCoord.x) + right * gl_TessCoord.x;
    gl_PointSize = gl_in[near].gl_PointSize + gl_in[n - 1].gl_ClipDistance[near & 1];
    numbers = uvec4(corner[near].key, whole.sum, gl_PrimitiveID, n);
    turned = corner[near].turn[gl_PrimitiveID & 1] + whole.pair[near & 1];
    half_real = real[near] * 0.5lf;
    levels = vec4(gl_TessLevelOuter[near % 4], gl_TessLevelInner[1], gl_TessCoord.z, gl_TessLevelOuter[3]);
    picked[gl_PrimitiveID & 1] = list[near % 3];
}
