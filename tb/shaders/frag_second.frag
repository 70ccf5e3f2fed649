// SPDX-License-Identifier: Apache-2.0
// A second output for blending with two sources, and the reference of a stencil test: of 2 samples those in the mask, some
// values wider than a stencil.  The second output has fewer components than the first.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_ARB_shader_stencil_export : require
layout(location = 0, index = 0) out vec4 source;
layout(location = 0, index = 1) out vec3 factor;

void main()
{
    const ivec2 at = ivec2(gl_FragCoord.xy);
    if (at == ivec2(3, 1))
        discard;
    source = vec4(at, 0.5, 1.0);
    factor = 0.25 * source.wzy;
    gl_FragStencilRefARB = 100 * at.x - 7 * at.y;
    gl_SampleMask[0] = 1 + (at.x + at.y) % 3;
}
