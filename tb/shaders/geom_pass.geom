// SPDX-License-Identifier: Apache-2.0
// Inputs that are handed on: a block of built-ins, one of others of which the code reads a part, one that it does not read; outputs of the whole primitive.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles) in;
layout(passthrough) in gl_PerVertex { vec4 gl_Position; } gl_in[];
layout(location = 0, passthrough) in Inputs { vec2 uv; flat uint key; } inputs[];
layout(location = 3, passthrough) in float plain[];
layout(location = 4) in float weight[];
layout(location = 5) out float total;

void main()
{
    gl_Layer = int(inputs[1].key);
    gl_PrimitiveID = gl_PrimitiveIDIn;
    total = weight[0] + weight[1] + weight[2];
}
