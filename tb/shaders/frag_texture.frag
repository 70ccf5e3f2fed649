// SPDX-License-Identifier: Apache-2.0
// texture() takes its level from the quad, whose helper lanes have coordinates too; the level differs from left to right.
// build: glslangValidator --target-env vulkan1.1 -g
#version 450
layout(location = 0) in vec2 uv;
layout(binding = 0) uniform sampler2D image;
layout(location = 0) out vec4 color;

void main()
{
    const float far = gl_FragCoord.x < 8.0 ? 1.0 : 4.0;
    color = vec4(texture(image, uv * far).x, textureQueryLod(image, uv * far).y, textureLod(image, uv, 2.0).x, 0.0);
}
