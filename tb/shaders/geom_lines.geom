// SPDX-License-Identifier: Apache-2.0
// Line strips of points: built-in outputs, arrays with indices that are not constant, 64 bits, wave operations between the vertices; two outputs are captured.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_EXT_fragment_shading_rate : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(points) in;
layout(line_strip, max_vertices = 4) out;
in gl_PerVertex {
    vec4 gl_Position;
    float gl_PointSize;
    float gl_CullDistance[2];
} gl_in[];
out gl_PerVertex {
    vec4 gl_Position;
    float gl_PointSize;
    float gl_ClipDistance[3];
};
layout(location = 0) in uint steps[1];
layout(location = 0, xfb_buffer = 1, xfb_offset = 8, xfb_stride = 32) flat out double sum;
layout(location = 1, xfb_buffer = 1, xfb_offset = 16) out float list[3];
layout(location = 4) flat out uvec2 wave;

void main()
{
    gl_PointSize = gl_in[0].gl_PointSize;
    gl_ViewportIndex = gl_PrimitiveIDIn % 3;
    gl_PrimitiveShadingRateEXT = 4;
    sum = 0.0lf;
    for (int i = 0; i < 3; i++)
        gl_ClipDistance[i] = list[i] = 0.0;
    for (uint i = 0u; i < steps[0]; i++) {
        gl_ClipDistance[i % 3u] = gl_in[0].gl_CullDistance[i & 1u];
        list[(i + 1u) % 3u] += float(i) + 1.0;
        sum += double(i) + 0.5lf;
        const uvec4 all = subgroupBallot(true);
        wave = uvec2(subgroupAdd(1u) + i - subgroupBallotBitCount(all), subgroupBallotBitExtract(all, gl_SubgroupInvocationID) ? gl_PrimitiveIDIn : -1);
        gl_Position = gl_in[0].gl_Position + vec4(i);
        EmitVertex();
        if (steps[0] == 4u && i == 1u)
            EndPrimitive();
    }
}
