// SPDX-License-Identifier: Apache-2.0
// GL_AMD_texture_gather_bias_lod: four texels of the level that the quad chooses, and a bias; the level differs from left to right.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_AMD_texture_gather_bias_lod : require
layout(location = 0) in vec2 uv;
layout(binding = 0) uniform sampler2D image;
layout(location = 0) out vec4 color;

void main()
{
    const float far = gl_FragCoord.x < 8.0 ? 1.0 : 4.0;
    color = textureGather(image, uv * far, 0, 1.0);
}
