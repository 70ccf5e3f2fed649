// SPDX-License-Identifier: Apache-2.0
// Transform feedback: values of 16, 32 and 64 bits, members of blocks that are captured or not, gaps between them, two buffers of which one is short.
// build: glslangValidator --target-env vulkan1.3
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
layout(location = 0) in uint key;
layout(xfb_buffer = 0, xfb_stride = 56) out;
layout(xfb_buffer = 2, xfb_stride = 12) out;
layout(xfb_buffer = 2) out gl_PerVertex {
    layout(xfb_offset = 8) float gl_PointSize;
    vec4 gl_Position;
};
layout(location = 0, xfb_buffer = 0, xfb_offset = 44) flat out i16vec3 small;
layout(location = 1, xfb_buffer = 0) out Block {
    float lost;
    layout(xfb_offset = 8) flat dvec2 wide;
    layout(xfb_offset = 28) vec2 pair[2];
} block;
layout(location = 7, xfb_buffer = 2, xfb_offset = 4) flat out uint number;

void main()
{
    gl_Position = vec4(1.0);
    gl_PointSize = float(key & 255u) * 0.5;
    small = i16vec3(int(key) - 3, gl_VertexIndex, -gl_InstanceIndex);
    block.lost = 7.0;
    block.wide = dvec2(gl_VertexIndex, 0.25);
    block.pair[gl_VertexIndex & 1] = vec2(gl_InstanceIndex, 2.0);
    block.pair[~gl_VertexIndex & 1] = vec2(-1.0, gl_VertexIndex);
    number = key * 3u;
}
